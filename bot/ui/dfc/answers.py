"""Answers about double-faced cards where there is no one card to show."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import discord

from bot.cards import notes
from bot.cards.lookalikes import Layout, Lookalike
from bot.cards.online import OneFaced
from bot.cards.search import Match
from bot.i18n import mark, say, spoken
from bot.ui.buttons import button, row
from bot.ui.dfc.facts import edition
from bot.ui.dfc.oracle import literal
from bot.ui.dfc.show import SHOW
from bot.ui.layout import note, text, view
from bot.ui.words import cut, plain

MEANT: Final = "dfc.meant"
QUOTED_LENGTH: Final = 60
NAME_LENGTH: Final = 200

_NOT_FOR_PLAY = {
    "art_series": mark("It is an art card, with a picture on each side, and not for play."),
}

Item = discord.ui.Item[Any]


def unknown(
    asked: str,
    nearest: Sequence[Match],
    *,
    trouble: str | None = None,
) -> discord.ui.LayoutView:
    """Return the answer to a name that no double-faced card has, with the nearest as buttons.

    ``trouble`` is a sentence on why newer cards could not be looked for.
    """
    miss = say("I know no double-faced card called “{asked}”.", asked=quoted(asked))
    hint = say("Is it one of these?") if nearest else say("Try a part of its name.")
    small = [f"-# {say(notes.LOOKALIKES)} ({edition()})"]
    if trouble:
        newer = say("I could not look for cards that are newer than my list.")
        small.insert(0, f"-# {newer} {trouble}")
    return view(
        text(f"{miss} {hint}"),
        *_rows(MEANT, nearest),
        text("\n".join(small)),
    )


def one_faced(found: Lookalike | OneFaced) -> discord.ui.LayoutView:
    """Return the answer to a card that is not double-faced, with the reason where it looks so."""
    name = literal(cut(found.name, NAME_LENGTH))
    no = say("**{name}** is not a double-faced card.", name=name)
    return note(
        f"{no} {say(_reason(found.layout))}",
        f"-# {say(notes.NEVER_TURNS)} ({notes.NEVER_TURNS_RULE}, {edition()})",
    )


def namesakes(matches: Sequence[Match]) -> discord.ui.LayoutView:
    """Return the choice between several cards of one name."""
    question = say(
        "{n} faces are called “{name}”. Which one?", n=len(matches), name=quoted(matches[0].name)
    )
    return view(
        text(question),
        *_rows(SHOW, matches),
    )


def gone() -> discord.ui.LayoutView:
    """Return the answer to a button whose card is not in the catalogue."""
    return note(
        say("This button is from another time: I do not know its card. Ask `/dfc show` anew.")
    )


def shown_below() -> discord.ui.LayoutView:
    """Return what the answer to a miss becomes, once the card that was meant is shown."""
    return note(say("Shown below."))


def quoted(asked: str) -> str:
    """Make a reader's own words safe to repeat.

    Short, on one line, with nothing unseen in them, and without markup, mentions or links.
    """
    line = plain(asked)
    return literal(line if len(line) <= QUOTED_LENGTH else f"{line[: QUOTED_LENGTH - 1]}…")


def _reason(layout: str) -> str:
    if layout in set(Layout):
        return Layout(layout).reason
    return _NOT_FOR_PLAY.get(layout, mark("All that it says is on its front."))


def _rows(verb: str, matches: Sequence[Match]) -> Iterable[Item]:
    acts = [
        button(verb, match.card.id, match.side, spoken(), label=match.label)
        for match in matches[:25]
    ]
    for start in range(0, len(acts), 5):
        yield row(*acts[start : start + 5])
