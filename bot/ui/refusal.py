"""What a player is told, privately, when something is not possible."""

from typing import Any, assert_never

import discord

from bot.errors import NO_RULE, Doubt, Either, PodkeeperError, RuleViolation
from bot.game.daynight import SetDayNight
from bot.game.facts import RULES_EDITION
from bot.game.forage.cards import Colour, FoodCard
from bot.game.initiative import TakeInitiative, VentureForInitiative
from bot.game.turns import NextTurn
from bot.i18n import either, mark, say
from bot.table import Version
from bot.ui.buttons import Button, button, row
from bot.ui.forage.words import coloured, name_of_card
from bot.ui.layout import text, view
from bot.ui.spells import told_cast
from bot.ui.words import printed

RULES = (mark("House rule"), mark("Bounty rules"), mark("Foraging Squirrels"))

Sure = TakeInitiative | VentureForInitiative | SetDayNight | NextTurn


def refusal(error: PodkeeperError) -> discord.ui.LayoutView:
    """Return the sentence, and the rule it comes from."""
    return view(text(_sentence(error)))


def doubt(error: Doubt, seen: Version) -> discord.ui.LayoutView:
    """Return the question, and a button that does it all the same."""
    return view(text(_sentence(error)), row(_sure(error.sure, seen)))


def sentence_of(error: PodkeeperError) -> str:
    """Return the sentence alone, with cards and colours in the language that is spoken."""
    return say(error.sentence, **{name: _told(value) for name, value in error.details.items()})


def _told(detail: object) -> object:
    match detail:
        case FoodCard():
            return name_of_card(detail)
        case Colour():
            return coloured(detail)
        case Either(names):
            return either([printed(name) for name in names])
        case _:
            return detail


def _sentence(error: PodkeeperError) -> str:
    sentence = sentence_of(error)
    if not isinstance(error, RuleViolation) or error.rule == NO_RULE:
        return sentence
    if error.rule.startswith("CR "):
        rule = say("{rule}, edition {edition}", rule=error.rule, edition=RULES_EDITION)
    else:
        rule = say(error.rule)
    return f"{sentence}\n-# {rule}"


def _sure(command: Sure, seen: Version) -> Button:
    match command:
        case TakeInitiative(player=player, room=room):
            args: tuple[Any, ...] = (player, room or "", "sure")
            return button("initiative.take", *args, label=say("Yes, take it"), seen=seen)
        case VentureForInitiative(player=player, room=room):
            args = (player, room or "", "sure")
            return button("initiative.venture", *args, label=say("Yes, venture"), seen=seen)
        case SetDayNight():
            return button("pod.day", "neither", "sure", label=say("Yes, by mistake"), seen=seen)
        case NextTurn(player=player, cast=cast):
            args = (*told_cast(cast), player or "", "sure")
            return button("pod.cast", *args, label=say("Yes, next turn"), seen=seen)
        case _:
            assert_never(command)


def unexpected(reference: str, *, kept: bool = False) -> discord.ui.LayoutView:
    """Return the apology for an error of ours, with the number that finds it in the log.

    ``kept``: what the player did was done all the same.
    """
    state = (
        say("What you did is done, but it could not be shown here: look at the table anew.")
        if kept
        else say("Something went wrong here, and the game is as it was before.")
    )
    told = say(
        "If it happens again, tell whoever runs the bot this number: `{number}`.", number=reference
    )
    return view(text(f"{state} {told}"))
