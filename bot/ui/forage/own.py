"""The pod's own boosters: the form to paste the cards into, and what is asked about them."""

from typing import Any

import discord

from bot.cards.boosters import OwnCards, Unknown
from bot.ui.buttons import button, row
from bot.ui.layout import card, text, view
from bot.ui.modals import MOST_TYPED, form
from bot.ui.pod import BLUE
from bot.ui.words import counted, listed, within

Item = discord.ui.Item[Any]

MOST_TOLD = 3_200
MOST_LINE = 60
MOST_SENTENCE = 400
HINT = "One card a line: `Chatterstorm`, `2 Forest`, `Solitude *F*` for a foil."


def paste(key: str, typed: str = "", *, forgotten: bool = False) -> discord.ui.Modal:
    """Return the form for the cards that were opened, with what had been ``typed``."""
    hint = "One card a line. *F* marks a foil. English, Portuguese or Spanish names."
    if forgotten:
        hint = "I was restarted and no longer have your text: please paste it once more."
    return form(
        "forage.cards",
        key,
        title="What did your two boosters hold?",
        label="Your cards",
        hint=hint,
        example="Chatterstorm\n2 Forest\nSolitude *F*",
        filled=typed,
    )


def ask_unknown(key: str, typed: str, read: OwnCards) -> discord.ui.LayoutView:
    """Return the question about lines that name no card, each with the names most like it."""
    told = [
        f"**{_summary(read)}** The names most like that, of Modern Horizons 2:",
        *map(_asked, read.unknown),
    ]
    buttons: list[Item] = []
    if read.food:
        buttons.append(
            button("forage.without", key, label=f"Go on without {_them(len(read.unknown))}")
        )
    return _question(key, typed, within(told, MOST_TOLD, more="… and {} more."), buttons)


def _summary(read: OwnCards) -> str:
    if not read.food:
        return "I know no card of these."
    unknown = len(read.unknown)
    lines = "a line names" if unknown == 1 else f"{counted(unknown, 'line')} name"
    return f"I know {counted(len(read.food), 'card')}, but {lines} none."


def say_wrong(key: str, typed: str, sentence: str) -> discord.ui.LayoutView:
    """Return why these cards cannot be played with, and the way to put them right."""
    return _question(key, typed, sentence[:MOST_SENTENCE], [])


def _question(key: str, typed: str, told: str, buttons: list[Item]) -> discord.ui.LayoutView:
    if len(typed) <= MOST_TYPED:
        help_ = f"{HINT} Nothing of what you typed is lost."
        fix = button("forage.fix", key, label="Correct the text", style=BLUE)
        buttons = [fix, *buttons]
    else:
        help_ = f"{HINT} Correct the file, and send it again with `/forage start`."
    rows = [row(*buttons)] if buttons else []
    return view(card(text(told), text(f"-# {help_}"), *rows))


def _them(count: int) -> str:
    return "it" if count == 1 else "them"


def _asked(unknown: Unknown) -> str:
    line = unknown.line.replace("`", "'")
    line = line if len(line) <= MOST_LINE else f"{line[: MOST_LINE - 1]}…"
    nearest = listed([f"**{name}**" for name in unknown.nearest], last="or")
    return f"- `{line}` → {nearest}?" if nearest else f"- `{line}` → no name is like it"
