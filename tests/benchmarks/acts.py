"""Everything that is measured: how it is done, undone, what it is compared with, and the goal.

To measure another act, add a line to `acts`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from itertools import cycle

from bot.cards.catalogue import Catalogue
from tests.benchmarks.players import BenchTable
from tests.e2e.loopback.interactions import Interaction

Send = Callable[[BenchTable], Awaitable[Interaction]]
Before = Callable[[BenchTable], Awaitable[None]]
After = Callable[[BenchTable, Interaction], Awaitable[None]]

PLAIN, PANEL = "no-op: plain reply", "no-op: panel"
BY_COMMAND, BY_BUTTON, SHOWN, PREFIX, TYPOS = 2.0, 2.4, 1.15, 1.2, 1.6
THROUGHPUT = 0.7

CARDS = (
    "Gatstaf Shepherd",
    "Delver of Secrets",
    "Bala Ged Recovery",
    "Bridgeworks Battle",
    "Elbrus, the Binding Blade",
    "Gisela, the Broken Blade",
    "Heliod, the Radiant Dawn",
    "Invasion of Ikoria",
    "Kruin Outlaw",
    "Mischievous Catgeist",
    "Panicked Bystander",
    "Runo Stromkirk",
)
"""The double-faced cards of an evening."""


async def _nothing(*_: object) -> None:
    """Leave everything as it is."""


@dataclass(frozen=True)
class Act:
    """Something to measure. ``before`` and ``after`` are not, and put the table right for it.

    ``goal`` is how many times the median of ``against`` its own may be. What ``repeats`` can be
    done again at once, without ``before`` and ``after``.
    """

    name: str
    send: Send
    against: str = PANEL
    goal: float | None = None
    before: Before = _nothing
    after: After = _nothing
    repeats: bool = False


def slash(who: str, command: str, kind: str = "rich", **options: object) -> Send:
    """Use a command in one of the games; "active" stands for whose turn it is."""

    async def send(table: BenchTable) -> Interaction:
        player = table.active if who == "active" else who
        return await table.discord.send_slash(player, command, table.where(kind), options)

    return send


def press(who: str, label: str, kind: str = "rich") -> Send:
    """Press the button of a panel that begins with ``label``."""

    async def send(table: BenchTable) -> Interaction:
        panel = table.panel(kind)
        name = next(name for name in panel.buttons if name.startswith(label))
        player = table.active if who == "active" else who
        return await table.discord.send_press(player, name, on=panel)

    return send


def showing(names: Iterable[str]) -> Send:
    """Show one card after the other, and after the last one the first again."""
    coming = cycle(names)

    async def send(table: BenchTable) -> Interaction:
        where = table.where("rich")
        return await table.discord.send_slash("Ana", "dfc show", where, {"card": next(coming)})

    return send


def typing(text: str) -> Send:
    """Type a card's name."""

    async def send(table: BenchTable) -> Interaction:
        where = table.where("rich")
        return await table.discord.send_typing("Ana", "dfc show", "card", text, where)

    return send


def undone(kind: str = "rich") -> After:
    """Take the act back."""

    async def after(table: BenchTable, done: Interaction) -> None:
        await table.undo(kind, done)

    return after


def newest(kind: str = "rich") -> After:
    """Only note which message is the panel now."""

    async def after(table: BenchTable, done: Interaction) -> None:
        setattr(table, kind, done.message)

    return after


async def _move(table: BenchTable) -> Interaction:
    options = {"colour": table.colour, "direction": table.direction}
    return await table.discord.send_slash(
        table.mover, "forage move", table.where("forest"), options
    )


async def _could_move(table: BenchTable) -> None:
    await table.look_for_a_move()


async def _colour_chosen(table: BenchTable) -> None:
    await table.look_for_a_move()
    menu = f"{table.mover}, which colour?"
    if menu in str(table.forest.components):
        await table.discord.press(table.mover, menu, table.colour, on=table.forest)


async def _run(table: BenchTable) -> Interaction:
    way = next(name for name in table.forest.buttons if " takes " in name)
    return await table.discord.send_press(table.mover, way, on=table.forest)


def acts() -> list[Act]:
    """Return everything that is measured."""
    first = "lost-mine-of-phandelver"
    # Of so many, none is kept until it comes again.
    every_card = [card.faces[0].name for card in Catalogue.load() if not card.token]
    return [
        Act(PLAIN, slash("Ana", "noop plain"), PLAIN, repeats=True),
        Act(PANEL, slash("Ana", "noop panel"), PANEL, repeats=True),
        Act("/pod next", slash("Ana", "pod next", "turns"), PANEL, BY_COMMAND,
            after=newest("turns"), repeats=True),
        Act("[Next turn]", press("Ana", "Next turn", "turns"), PANEL, BY_BUTTON, repeats=True),
        Act("/bounty reveal", slash("Ana", "bounty reveal", "quiet", early=True), PANEL, BY_COMMAND,
            after=undone("quiet")),
        Act("/bounty claim", slash("active", "bounty claim"), PANEL, BY_COMMAND, after=undone()),
        Act("[Collect]", press("active", "Collect"), PANEL, BY_BUTTON, after=undone()),
        Act("/initiative take", slash("Bruno", "initiative take"), PANEL, BY_COMMAND,
            after=undone()),
        Act("[I take the initiative]", press("Bruno", "I take the initiative"), PANEL, BY_BUTTON,
            after=undone()),
        Act("/dungeon venture", slash("Carla", "dungeon venture", dungeon=first), PANEL, BY_COMMAND,
            after=undone()),
        Act("/pod status", slash("Ana", "pod status"), PANEL, None, after=newest()),
        Act("/dfc transform", slash("Ana", "dfc transform", "faces", permanent="1"), PANEL,
            BY_COMMAND, after=newest("faces"), repeats=True),
        Act("/forage move", _move, PANEL, BY_COMMAND, before=_could_move, after=newest("forest")),
        Act("[a direction]", _run, PANEL, BY_BUTTON, before=_colour_chosen, after=newest("forest")),
        Act("/dfc show", showing(CARDS), PANEL, SHOWN, repeats=True),
        Act("/dfc show, others", showing(every_card), PANEL),
        Act("typing a prefix", typing("gatst"), PLAIN, PREFIX, repeats=True),
        Act("typing with typos", typing("gatsaf shepard"), PLAIN, TYPOS, repeats=True),
    ]  # fmt: skip
