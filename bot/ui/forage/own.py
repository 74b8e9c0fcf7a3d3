"""The pod's own boosters: the form to paste the cards into, and what is asked about them."""

from typing import Any

import discord

from bot.cards.boosters import OwnCards, Unknown
from bot.i18n import either, mark, say, say_many
from bot.ui.buttons import BLUE, button, row
from bot.ui.layout import card, text, view
from bot.ui.modals import MOST_TYPED, form
from bot.ui.words import cards, in_words, within

Item = discord.ui.Item[Any]

MOST_TOLD = 3_200
MOST_LINE = 60
MOST_SENTENCE = 400
HINT = mark("One card a line: `Chatterstorm`, `2 Forest`, `Solitude *F*` for a foil.")


def paste(key: str, typed: str = "", *, forgotten: bool = False) -> discord.ui.Modal:
    """Return the form for the cards that were opened, with what had been ``typed``."""
    hint = say("One card a line. *F* marks a foil. English, Portuguese or Spanish names.")
    if forgotten:
        hint = say("I was restarted and no longer have your text: please paste it once more.")
    return form(
        "forage.cards",
        key,
        title=say("What did your two boosters hold?"),
        label=say("Your cards"),
        hint=hint,
        example="Chatterstorm\n2 Forest\nSolitude *F*",
        filled=typed,
    )


def ask_unknown(key: str, typed: str, read: OwnCards) -> discord.ui.LayoutView:
    """Return the question about lines that name no card, each with the names most like it."""
    alike = say("The names most like that, of Modern Horizons 2:")
    told = [f"**{_summary(read)}** {alike}", *map(_asked, read.unknown)]
    buttons: list[Item] = []
    if read.food:
        without = say_many("Go on without it", "Go on without them", len(read.unknown))
        buttons.append(button("forage.without", key, label=without))
    return _question(key, typed, within(told, MOST_TOLD), buttons)


def _summary(read: OwnCards) -> str:
    if not read.food:
        return say("I know no card of these.")
    unknown = len(read.unknown)
    return say_many(
        "I know {cards}, but a line names none.",
        "I know {cards}, but {number} lines name none.",
        unknown,
        cards=cards(len(read.food)),
        number=in_words(unknown),
    )


def say_wrong(key: str, typed: str, sentence: str) -> discord.ui.LayoutView:
    """Return why these cards cannot be played with, and the way to put them right."""
    return _question(key, typed, sentence[:MOST_SENTENCE], [])


def _question(key: str, typed: str, told: str, buttons: list[Item]) -> discord.ui.LayoutView:
    if len(typed) <= MOST_TYPED:
        then = say("Nothing of what you typed is lost.")
        fix = button("forage.fix", key, label=say("Correct the text"), style=BLUE)
        buttons = [fix, *buttons]
    else:
        then = say("Correct the file, and send it again with `/forage start`.")
    rows = [row(*buttons)] if buttons else []
    return view(card(text(told), text(f"-# {say(HINT)} {then}"), *rows))


def _asked(unknown: Unknown) -> str:
    line = unknown.line.replace("`", "'")
    line = line if len(line) <= MOST_LINE else f"{line[: MOST_LINE - 1]}…"
    nearest = either([f"**{name}**" for name in unknown.nearest])
    if not nearest:
        return say("- `{line}` → no name is like it", line=line)
    return f"- `{line}` → {nearest}?"
