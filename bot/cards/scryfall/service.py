"""The card service: what one card is, and the rulings on it, asked when somebody wants to know."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Self

from pydantic import TypeAdapter

from bot.cards.card import Card
from bot.cards.catalogue import Catalogue
from bot.cards.online import CardsUnavailable, OneFaced, Ruling
from bot.cards.scryfall.assembling import assemble, missing_pieces
from bot.cards.scryfall.client import NotFound, Scryfall
from bot.cards.scryfall.freshness import Freshness
from bot.cards.scryfall.intake import Intake
from bot.cards.scryfall.kept import Kept, KeptUnusable
from bot.cards.scryfall.parsing import parse
from bot.cards.scryfall.sync import Sync
from bot.cards.search import LONGEST_TEXT, words
from bot.i18n import mark

log = logging.getLogger(__name__)

DAY = 24 * 3600.0
WEEK = 7 * DAY
PATIENCE = 8.0
"""Seconds that somebody waits for an answer; what they asked of the bot is put off meanwhile."""

_OFFLINE = mark("I am not connected to Scryfall here, so I know only the cards that I have.")
_TOO_LATE = mark(
    "Scryfall, which knows all cards, takes too long to answer. Try again in a moment; what I know"
    " already I still show."
)
MOST_RULINGS = 300
LONGEST_RULING = 10_000
"""In characters. A message shows much less of it, and says where the rest is."""

_RULINGS = TypeAdapter(tuple[Ruling, ...])

Json = Any


class CardService:
    """Implements `bot.cards.online.Online` with Scryfall, and keeps its answers.

    Without a ``scryfall`` nothing is asked, and what was kept is all there is.
    """

    def __init__(self, catalogue: Catalogue, kept: Kept, scryfall: Scryfall | None = None) -> None:
        """Prepare it; `open` begins."""
        self._intake = Intake(catalogue, kept)
        self._kept = kept
        self._scryfall = scryfall
        self._under_way: dict[str, asyncio.Task[Json]] = {}
        self._keeping_fresh: asyncio.Task[Any] | None = None

    async def open(self) -> Self:
        """Take in what was kept and, with a ``scryfall``, keep the catalogue fresh from now on."""
        await self._intake.take_in()
        if self._scryfall is not None:
            sync = Sync(self._scryfall, self._kept, self._intake.catalogue.shipped)
            freshness = Freshness(self._intake, self._kept, sync)
            self._keeping_fresh = asyncio.create_task(freshness.keep(), name="fresh cards")
        return self

    async def close(self) -> None:
        """Stop what is under way. A sync goes on where it was at the next start."""
        tasks = [*self._under_way.values(), *filter(None, [self._keeping_fresh])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._scryfall is not None:
            await self._scryfall.close()

    async def named(self, text: str) -> Card | OneFaced | None:
        """Return the card that a text names, None if no card does, or several may.

        A double-faced card is in the catalogue from then on.

        Raises:
            CardsUnavailable: the service cannot be asked, and has not answered this before.
        """
        wanted = " ".join(words(text))
        if not wanted:
            return None
        answer = await self._answer(
            f"named {wanted}",
            lambda scryfall: self._ask_named(scryfall, text[:LONGEST_TEXT]),
            lambda answer: WEEK if self._found(answer) is not None else DAY,
        )
        return self._found(answer)

    async def rulings(self, card: Card) -> Sequence[Ruling]:
        """Return the rulings on a card, oldest first.

        Raises:
            CardsUnavailable: the service cannot be asked, and has not answered this before.
        """
        ids = [card.id]
        if card.meld is not None and card.meld.result_id is not None:
            ids.append(card.meld.result_id)
        answer = await self._answer(
            f"rulings {card.id}",
            lambda scryfall: _ask_rulings(scryfall, ids),
            lambda answer: WEEK if answer else DAY,
        )
        return _RULINGS.validate_python(answer)

    async def _answer(
        self,
        question: str,
        ask: Callable[[Scryfall], Awaitable[Json]],
        lasts: Callable[[Json], float],
    ) -> Json:
        """Return what was answered lately, else what Scryfall answers, else what it once did."""
        try:
            kept = await self._kept.answer(question)
        except KeptUnusable as error:
            log.debug("no answers are kept: %s", error)
            kept = None
        if kept is not None and kept.age < lasts(kept.answer):
            return kept.answer
        try:
            return await self._ask_once(question, ask)
        except CardsUnavailable:
            if kept is None:
                raise
            return kept.answer

    async def _ask_once(self, question: str, ask: Callable[[Scryfall], Awaitable[Json]]) -> Json:
        """Ask; whoever wants to know the same meanwhile gets the same answer.

        It is kept also when nobody has the patience to wait for it.
        """
        if self._scryfall is None:
            raise CardsUnavailable(_OFFLINE)
        task = self._under_way.get(question)
        if task is None:
            task = asyncio.create_task(self._ask_and_keep(question, ask(self._scryfall)))
            self._under_way[question] = task
            task.add_done_callback(lambda done: self._asked(question, done))
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.shield(task)
        except TimeoutError:
            raise CardsUnavailable(_TOO_LATE) from None

    async def _ask_and_keep(self, question: str, asked: Awaitable[Json]) -> Json:
        answer = await asked
        with contextlib.suppress(KeptUnusable):
            await self._kept.keep_answer(question, answer)
        return answer

    def _asked(self, question: str, task: asyncio.Task[Json]) -> None:
        del self._under_way[question]
        if not task.cancelled():
            task.exception()  # whoever still waits for it, gets it

    def _found(self, answer: Json) -> Card | OneFaced | None:
        """Return what an answer to a name stands for."""
        match answer:
            case {"card": card_id}:
                return self._intake.catalogue.card(card_id)
            case {"name": name, "layout": layout}:
                return OneFaced(name=name, layout=layout)
        return None

    async def _ask_named(self, scryfall: Scryfall, text: str) -> Json:
        found = await _fuzzy(scryfall, text)
        if found is None:
            return {}
        try:
            parsed = parse(found)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            # An art card, or one that cannot be understood: no answer that helps anybody.
            log.debug("what was asked for is nothing that is a card: %s", type(error).__name__)
            return {}
        if isinstance(parsed, OneFaced):
            return parsed.model_dump()
        objects = [found, *[await self._piece(scryfall, c) for c in missing_pieces([found])]]
        made = await asyncio.to_thread(assemble, objects, await self._intake.known())
        await self._intake.add(made.cards)
        # Of a meld both parts are found; asked for what they become, either will do.
        cards = sorted(
            (card for card, _ in made.cards), key=lambda card: card.name != found.get("name")
        )
        return {"card": cards[0].id} if cards else {}

    async def _piece(self, scryfall: Scryfall, card_id: str) -> Mapping[str, Json]:
        try:
            return await scryfall.get(f"/cards/{card_id}")
        except NotFound:
            return {}


async def _fuzzy(scryfall: Scryfall, text: str) -> Mapping[str, Json] | None:
    """Return the one card that a text names: among several, the one of exactly this name."""
    try:
        return await scryfall.get("/cards/named", {"fuzzy": text})
    except NotFound as error:
        if not error.ambiguous:
            return None
    try:
        return await scryfall.get("/cards/named", {"exact": text})
    except NotFound:
        return None


async def _ask_rulings(scryfall: Scryfall, ids: Sequence[str]) -> Json:
    told: dict[tuple[str, str], Json] = {}
    for card_id in ids:
        try:
            answer = await scryfall.get(f"/cards/{card_id}/rulings")
        except NotFound:
            continue
        for ruling in answer.get("data") or ():
            try:
                told.setdefault((ruling["published_at"], ruling["comment"]), _ruling(ruling))
            except (ValueError, KeyError, TypeError) as error:
                log.warning("a ruling that cannot be understood: %r", error)
    return sorted(told.values(), key=lambda ruling: str(ruling["published"]))[:MOST_RULINGS]


def _ruling(found: Mapping[str, Json]) -> Json:
    ruling = Ruling(
        source=found.get("source", ""),
        published=found["published_at"],
        text=found["comment"][:LONGEST_RULING],
    )
    return ruling.model_dump(mode="json")
