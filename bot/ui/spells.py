"""The question before a turn ends that the next one looks back at: how many spells were cast?"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import discord

from bot.game.daynight import Question, answers, questions
from bot.game.game import Cast, Game, Player
from bot.i18n import listed, mark, say
from bot.table import PodTable
from bot.ui.buttons import Button, button, row
from bot.ui.layout import rule, text
from bot.ui.words import Names, mentions, seat_name

Item = discord.ui.Item[Any]

OF_ONE = (mark("No spell"), mark("One spell"), mark("Two or more"))
OF_ALL = (
    mark("Nobody cast a spell"),
    mark("Nobody cast two"),
    mark("One player cast two or more"),
)
OF_BOTH = MappingProxyType(
    {
        (0, 0): mark("Nobody cast a spell"),
        (0, 1): mark("{name} none, others one at most"),
        (0, 2): mark("{name} none, another two or more"),
        (1, 1): mark("{name} one, others one at most"),
        (1, 2): mark("{name} one, another two or more"),
        (2, 2): mark("{name} two or more"),
    }
)
WHY: Mapping[tuple[Question, ...], str] = MappingProxyType(
    {
        ("active",): mark("Day and night hang on it (CR 731.2)."),
        ("anyone",): mark("Werewolves look back at it in the next upkeep."),
        ("active", "anyone"): (
            mark(
                "Day and night look at the active player's spells (CR 731.2), Werewolves at "
                "everybody's."
            )
        ),
    }
)


def ask_spells(table: PodTable, names: Names, player: Player | None = None) -> list[Item]:
    """Return the question, with every possible answer as a button.

    ``player`` is whose turn begins then, where the table corrects it.
    """
    game = table.game
    acts = [_answer(table, names, cast, player) for cast in answers(game)]
    rows = [row(*acts[at : at + 3]) for at in range(0, len(acts), 3)]
    return [
        text(f"**{_question(game)}**\n-# {_why(game)}"),
        *rows,
        row(button("pod.keep", label=say("The turn goes on"), seen=table.version)),
        rule(),
    ]


def _question(game: Game) -> str:
    if "active" not in questions(game):
        return say("How many spells were cast this turn?")
    players = mentions(_of_the_turn(game)) or say("the active player")
    if len(_of_the_turn(game)) > 1:
        return say(
            "How many spells did {players} cast this turn, whoever of them cast more?",
            players=players,
        )
    return say("How many spells did {players} cast this turn?", players=players)


def _why(game: Game) -> str:
    return say(WHY[questions(game)])


def _of_the_turn(game: Game) -> tuple[Player, ...]:
    """Return the players whose turn it is, also those who left during it (CR 800.4i)."""
    whose = game.turns.whose
    return () if whose is None else game.turns.teams[whose].players


def _answer(table: PodTable, names: Names, cast: Cast, player: Player | None) -> Button:
    return button(
        "pod.cast",
        *told_cast(cast),
        *([] if player is None else [player]),
        label=_label(table.game, names, cast)[:80],
        seen=table.version,
    )


def told_cast(cast: Cast) -> tuple[str, str]:
    """Return an answer as arguments of a button: "-" is what was not asked."""
    active, anyone = ("-" if count is None else str(count) for count in (cast.active, cast.anyone))
    return active, anyone


def _label(game: Game, names: Names, cast: Cast) -> str:
    if cast.active is None:
        return say(OF_ALL[cast.anyone or 0])
    if cast.anyone is None:
        return say(OF_ONE[cast.active])
    return say(OF_BOTH[cast.active, cast.anyone], name=_whose(game, names))


def _whose(game: Game, names: Names) -> str:
    players = _of_the_turn(game)
    if not players:
        return say("Active player")
    return listed([seat_name(game, names, player)[:20] for player in players])
