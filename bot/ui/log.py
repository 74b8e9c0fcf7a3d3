"""The log of a table, page by page: when, who, what."""

from collections.abc import Callable, Sequence
from types import MappingProxyType

import discord

from bot.game.engine import Event, G
from bot.table import Entry, Table
from bot.ui.buttons import button, row
from bot.ui.layout import card, text, view
from bot.ui.words import mention, moment, within

MOST_PAGE = 3_800
MOST_ENTRY = 300

MOST_ABOUT = 240
ACTS = MappingProxyType({"undo": "took back", "redo": "did again"})


def retold(kind: str, about: Sequence[str]) -> str:
    """Return what is said of an undo or a redo, after the name of who did it."""
    what = within(about, MOST_ABOUT, between=" ") or "an act."
    return f"{ACTS[kind]}: {what}" if kind in ACTS else "acted."


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
    lines = [f"### Log, page {page + 1} of {pages}"]
    lines += [_entry(entry, tell) for entry in shown] or ["Nothing has happened yet."]
    turn = row(
        button(verb, page - 1, label="Newer", disabled=page == 0, seen=table.version),
        button(verb, page + 1, label="Older", disabled=page + 1 >= pages, seen=table.version),
    )
    return view(card(text(within(lines, MOST_PAGE))), turn)


def _entry(entry: Entry[G], tell: Callable[[Sequence[Event[G]]], list[str]]) -> str:
    sentences = tell(entry.events) or [retold(entry.kind, tell(entry.about))]
    told = within(sentences, MOST_ENTRY, between=" ")
    mark = "~~" if entry.undone else ""
    actor = mention(entry.actor)
    by = "" if told.startswith(f"{actor} ") else f"{actor}: "
    return f"`{entry.seq}` {moment(entry.at)} {by}{mark}{told}{mark}"
