"""What a person is told about their data, privately: the file, the question, and what was done."""

from typing import Any, Final

import discord

from bot.i18n import say, say_many
from bot.ui.buttons import button, row
from bot.ui.layout import note, text, view

ERASE: Final = "privacy.erase"
KEEP: Final = "privacy.keep"
FILE: Final = "podkeeper-and-me.json"


def file_of(acts: int, *, complete: bool) -> discord.ui.LayoutView:
    """Return the answer with the file of everything that is stored about whoever asked."""
    if not acts and complete:
        return note(say("Nothing is stored about you."))
    cut = "" if complete else say("There is more than fits into a file: the rest is left out.")
    told = say_many(
        "Your Discord id is in one act that I have stored. Here it is.",
        "Your Discord id is in {n} acts that I have stored. Here they are.",
        acts,
    )
    shown: discord.ui.File[Any] = discord.ui.File(f"attachment://{FILE}")
    blocks = [text(told), *([text(cut)] if cut else [])]
    small = say("Only you see this. `/privacy erase` erases it.")
    return view(*blocks, shown, text(f"-# {small}"))


def ask_erase() -> discord.ui.LayoutView:
    """Return the question before somebody is erased."""
    what = (
        say(
            "In every game, on every server, your Discord id is replaced by a number that stands "
            "for nobody. This cannot be undone."
        ),
        say("The games of the others stay whole. You are shown there as “Somebody”."),
        say(
            "In a game that still goes on you sit no longer: the others play on, and can have "
            "“Somebody” leave."
        ),
        say(
            "Messages that I have sent stay in their channels. Backups that whoever runs me has "
            "made still hold your id, until they are deleted."
        ),
        say("What you do with me afterwards is stored anew."),
    )
    lines = "\n".join(f"- {line}" for line in what)
    return view(
        text(f"**{say('Erase everything that is stored about you?')}**\n{lines}"),
        row(
            button(ERASE, label=say("Yes, erase me"), style=discord.ButtonStyle.danger),
            button(KEEP, label=say("Keep it")),
        ),
    )


def erasing() -> discord.ui.LayoutView:
    """Return what is shown while somebody is being erased."""
    return note(say("You are being erased. That may take a few minutes, and needs nothing of you."))


def erased(acts: int) -> discord.ui.LayoutView:
    """Return that it is done, in so many acts."""
    if not acts:
        return note(say("Nothing was stored about you."))
    return note(
        say_many(
            "Done: your id was in one act, and is nowhere any more.",
            "Done: your id was in {n} acts, and is nowhere any more.",
            acts,
        )
    )


def erased_later() -> discord.ui.LayoutView:
    """Return that the database gave way in the middle."""
    return note(
        say(
            "I cannot reach everything just now. What is left is erased by itself once I can: you "
            "need do nothing."
        )
    )


def kept() -> discord.ui.LayoutView:
    """Return that nothing was erased."""
    return note(say("Nothing was erased."))


def slow_down() -> discord.ui.LayoutView:
    """Return what somebody is told who acts faster than anybody plays."""
    return note(
        say(
            "That was faster than I can keep up with. Your last press or command was not carried "
            "out: take a breath, look at the table, and go on in a few seconds."
        )
    )
