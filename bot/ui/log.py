"""The log of a table, page by page: when, who, what."""

from collections.abc import Callable, Sequence

import discord

from bot.game.engine import Event, G
from bot.game.game import Player
from bot.i18n import say
from bot.table import Entry, Table
from bot.ui.buttons import button, row
from bot.ui.layout import card, text, view
from bot.ui.words import mention, moment, within

MOST_PAGE = 3_800
MOST_ENTRY = 300

MOST_ABOUT = 240


def retold(actor: Player, kind: str, about: Sequence[str]) -> str:
    """Return what is said of an undo or a redo, or of an act that there is nothing to tell of."""
    player, what = mention(actor), within(about, MOST_ABOUT, between=" ") or say("an act.")
    match kind:
        case "undo":
            return say("{player} took back: {what}", player=player, what=what)
        case "redo":
            return say("{player} did again: {what}", player=player, what=what)
        case _:
            return say("{player} acted.", player=player)


def log_page(
    table: Table[G],
    entries: Sequence[Entry[G]],
    page: int,
    tell: Callable[[Sequence[Event[G]]], list[str]],
    verb: str,
    *,
    per_page: int = 10,
) -> discord.ui.LayoutView:
    """Return a page of the log, newest first. What was undone is struck out.

    ``verb`` is the press that turns the page.
    """
    pages = max(1, -(-len(entries) // per_page))
    page = min(max(page, 0), pages - 1)
    shown = entries[page * per_page : (page + 1) * per_page]
    lines = [say("### Log, page {page} of {pages}", page=page + 1, pages=pages)]
    lines += [_entry(entry, tell) for entry in shown] or [say("Nothing has happened yet.")]
    turn = row(
        button(verb, page - 1, label=say("Newer"), disabled=page == 0, seen=table.version),
        button(verb, page + 1, label=say("Older"), disabled=page + 1 >= pages, seen=table.version),
    )
    return view(card(text(within(lines, MOST_PAGE))), turn)


def _entry(entry: Entry[G], tell: Callable[[Sequence[Event[G]]], list[str]]) -> str:
    sentences = tell(entry.events) or [retold(entry.actor, entry.kind, tell(entry.about))]
    told = within(sentences, MOST_ENTRY, between=" ")
    struck = "~~" if entry.undone else ""
    actor = mention(entry.actor)
    by = "" if told.startswith(f"{actor} ") else f"{actor}: "
    return f"`{entry.seq}` {moment(entry.at)} {by}{struck}{told}{struck}"
