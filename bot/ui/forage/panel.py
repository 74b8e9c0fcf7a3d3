"""The panel of Foraging Squirrels: news, whose turn, the score so far, the board, and the controls.

Steps of a move that change nothing yet (a colour, a card to dig) are questions: they stand in the
place of the controls, right below the picture.
"""

from collections.abc import Sequence
from typing import Any

import discord

from bot.game.forage.game import Forage, ForageLobby
from bot.game.forage.lobby import FEWEST, MOST
from bot.game.forage.score import score
from bot.i18n import mark, say
from bot.table import Entry, Table
from bot.ui.buttons import BLUE, GREEN, RED, button, row
from bot.ui.forage.controls import turn_controls
from bot.ui.forage.end import ended, undo_and_redo
from bot.ui.forage.telling import tell_forage
from bot.ui.forage.text import alt_text
from bot.ui.forage.words import COLOURFUL, FOIL, MARKS, RARE, SPADE, SQUIRREL
from bot.ui.layout import TEXT_LIMIT, card, length, text, view
from bot.ui.pod import confirm
from bot.ui.words import Names, cards, mention, within

Item = discord.ui.Item[Any]
ForageTable = Table[Forage]
ForageEntry = Entry[Forage]

BROWN = discord.Colour(0xB5651D)
MOST_NEWS = 1_200
MOST_IN_A_ROW = 5
LEGEND = mark(
    "cards · {foil} foils · {rare} rares · {colours} colours · {squirrel} squirrels; "
    "bold scores +1 · {spade} can still dig"
)


def panel(
    table: ForageTable,
    names: Names,
    news: Sequence[str] = (),
    question: Sequence[Item] = (),
    picture: str | None = None,
) -> discord.ui.LayoutView:
    """Return the panel. ``picture`` is the name of the attached board."""
    body = _body(table, names, question, picture)
    room = min(MOST_NEWS, TEXT_LIMIT - length(body))
    more = mark("… and {n} more: `/forage log` has them.")
    top = [text(within(news, room, more=more))] if news else []
    return view(*top, card(*body, colour=BROWN))


def _body(
    table: ForageTable, names: Names, question: Sequence[Item], picture: str | None
) -> list[Item]:
    game = table.game
    board = _board(game, picture)
    if game.over:
        told, controls = ended(table)
        return [*told, *board, *(question or controls)]
    if game.seated:
        steps = question or turn_controls(table, names)
        return [text(_heading(game)), *board, *steps, service(table)]
    if game.lobby is not None:
        return [text(_gathering(game)), *(question or _lobby_controls(table))]
    return [*_nothing(), *(question or [_open(table)])]


def shows_board(game: Forage) -> bool:
    """Tell whether there is a board to look at: none before a game, nor at an end that took all."""
    return any(food is not None for food in game.grid)


def _board(game: Forage, picture: str | None) -> list[Item]:
    if picture is None or not shows_board(game):
        return []
    shown = discord.MediaGalleryItem(f"attachment://{picture}", description=alt_text(game))
    return [discord.ui.MediaGallery(shown)]


def _heading(game: Forage) -> str:
    legend = say(LEGEND, foil=FOIL, rare=RARE, colours=COLOURFUL, squirrel=SQUIRREL, spade=SPADE)
    return "\n".join((f"## {_turn(game)}", *scoreboard(game), f"-# {legend}"))


def _turn(game: Forage) -> str:
    if game.whose is None:
        return say("Turn {number}: nobody", number=game.turn)
    return say("Turn {number}: {players}", number=game.turn, players=mention(game.whose))


def scoreboard(game: Forage) -> list[str]:
    """Return a line a player: cards, and what counts for the bonuses; bold where it would score."""
    result = score(game)
    lines = []
    for at, line in enumerate(result.players):
        forager = game.forager(line.player)
        parts = [f"**{line.cards}**"]
        for category in result.categories:
            count = str(category.counts[at])
            shown = f"**{count}**" if line.player in category.scorers else count
            parts.append(f"{MARKS[category.category]} {shown}")
        if line.player != game.first and not forager.dug:
            parts.append(SPADE)
        lines.append(f"{mention(line.player)} {' · '.join(parts)}")
    gone = [
        say("~~{player}~~ left", player=mention(forager.player))
        for forager in game.foragers
        if forager.left
    ]
    return lines + gone


def service(table: ForageTable) -> Item:
    """Return the buttons that do not move the squirrel."""
    seen = table.version
    return row(
        *undo_and_redo(table),
        button("forage.text", label=say("Text"), seen=seen),
        button("forage.rules", label=say("Rules"), seen=seen),
        button("forage.more", label=say("More…"), seen=seen),
    )


def _gathering(game: Forage) -> str:
    waiting = game.lobby
    assert waiting is not None
    joined = [f"{i}. {mention(p)}" for i, p in enumerate(waiting.players, start=1)]
    told = say("Two to four players, five minutes.")
    return "\n".join(
        (
            say("## Foraging Squirrels: {n} of {places}", n=len(joined), places=MOST),
            f"-# {told} {_food(waiting)}",
            *(joined or [say("Nobody has joined yet.")]),
        )
    )


def _food(waiting: ForageLobby) -> str:
    """Return what a lobby plays with."""
    own, seed = cards(len(waiting.own)), waiting.seed
    if waiting.own and seed:
        return say("Played with your own boosters: {cards}, grid `{seed}`.", cards=own, seed=seed)
    if waiting.own:
        return say("Played with your own boosters: {cards}.", cards=own)
    if seed:
        return say("Two Modern Horizons 2 set boosters are opened, grid `{seed}`.", seed=seed)
    return say("Two Modern Horizons 2 set boosters are opened.")


def _lobby_controls(table: ForageTable) -> list[Item]:
    waiting, seen = table.game.lobby, table.version
    assert waiting is not None
    few = len(waiting.players) < FEWEST
    gather: list[Item] = [
        button("forage.join", label=say("Join"), style=GREEN, seen=seen),
        button("forage.leavelobby", label=say("Leave"), seen=seen),
        button("forage.startlobby", label=say("Start"), style=BLUE, seen=seen, disabled=few),
    ]
    serve = [*undo_and_redo(table), button("forage.rules", label=say("Rules"), seen=seen)]
    if len(gather) + len(serve) > MOST_IN_A_ROW:
        return [row(*gather), row(*serve)]
    return [row(*gather, *serve)]


def _nothing() -> list[Item]:
    title = say("Foraging Squirrels")
    told = say("Nobody forages here yet: two to four players, 5 min.")
    return [text(f"## {title}\n-# {told}")]


def _open(table: ForageTable) -> Item:
    seen = table.version
    gather = say("Gather players")
    buttons: list[Item] = [button("forage.new", label=gather, style=BLUE, seen=seen)]
    if table.cursor or table.redo:
        buttons += undo_and_redo(table)
    return row(*buttons, button("forage.rules", label=say("Rules"), seen=seen))


def ask_undo(table: ForageTable, act: ForageEntry) -> list[Item]:
    """Return the question before an undo: what it takes back."""
    return confirm(
        say("Undo this?"),
        tell_forage(act.events),
        button("forage.undone", label=say("Yes, undo"), style=RED, seen=table.version),
        button("forage.keep", label=say("Keep it"), seen=table.version),
    )[:-1]


def ask_redo(table: ForageTable, act: ForageEntry) -> list[Item]:
    """Return the question before a redo: what it does again."""
    return confirm(
        say("Do this again?"),
        tell_forage(act.events),
        button("forage.redone", label=say("Yes, redo"), style=BLUE, seen=table.version),
        button("forage.keep", label=say("Leave it"), seen=table.version),
    )[:-1]


def ask_end(table: ForageTable) -> list[Item]:
    """Return the question before a game is stopped."""
    return confirm(
        say("Stop this game? Nobody wins then."),
        (),
        button("forage.ended", label=say("Yes, stop it"), style=RED, seen=table.version),
        button("forage.keep", label=say("Go on playing"), seen=table.version),
    )[:-1]
