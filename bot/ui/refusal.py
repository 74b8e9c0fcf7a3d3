"""What a player is told, privately, when something is not possible."""

from typing import Any, assert_never

import discord

from bot.errors import Doubt, PodkeeperError, RuleViolation
from bot.game.facts import RULES_EDITION
from bot.game.initiative import TakeInitiative, VentureForInitiative
from bot.table import Version
from bot.ui.buttons import Act, button, row
from bot.ui.layout import text, view

Sure = TakeInitiative | VentureForInitiative


def refusal(error: PodkeeperError) -> discord.ui.LayoutView:
    """Return the sentence, and the rule it comes from."""
    return view(text(_sentence(error)))


def doubt(error: Doubt, seen: Version) -> discord.ui.LayoutView:
    """Return the question, and a button that does it all the same."""
    return view(text(_sentence(error)), row(_sure(error.sure, seen)))


def _sentence(error: PodkeeperError) -> str:
    if not isinstance(error, RuleViolation):
        return str(error)
    rule: str = error.rule
    if rule.startswith("CR "):
        rule = f"{rule}, edition {RULES_EDITION}"
    return f"{error}\n-# {rule}"


def _sure(command: Sure, seen: Version) -> Act:
    room: Any = command.room or ""
    match command:
        case TakeInitiative(player=player):
            return button("initiative.take", player, room, "sure", label="Yes, take it", seen=seen)
        case VentureForInitiative(player=player):
            return button(
                "initiative.venture", player, room, "sure", label="Yes, venture", seen=seen
            )
        case _:
            assert_never(command)


def unexpected(reference: str, *, kept: bool = False) -> discord.ui.LayoutView:
    """Return the apology for an error of ours, with the number that finds it in the log.

    ``kept``: what the player did was done all the same.
    """
    state = (
        "What you did is done, but it could not be shown here: look at the table anew."
        if kept
        else "Something went wrong here, and the game is as it was before."
    )
    return view(
        text(f"{state} If it happens again, tell whoever runs the bot this number: `{reference}`.")
    )
