"""What can be done now, at this table, by the one who asks."""

from collections.abc import Iterator

import discord

from bot.game.daynight import questions
from bot.game.dungeon import open_choices
from bot.game.game import Game
from bot.i18n import say
from bot.table import Actor, PodTable
from bot.ui.layout import card, rule, text, view
from bot.ui.words import bounty_name, mentions


def help_here(table: PodTable, asker: Actor) -> discord.ui.LayoutView:
    """Return what ``asker`` can do at a table, and what anybody can do anywhere."""
    return view(
        card(
            text("\n".join([f"## {say('What you can do now')}", *_bullets(_now(table, asker))])),
            rule(),
            text("\n".join([f"### {say('At any time')}", *_bullets(_always())])),
        )
    )


def help_anywhere() -> discord.ui.LayoutView:
    """Return what can be done outside a server, where there are no tables."""
    lines = [
        say("Tables are kept in the channels of a server. Here there are cards and rules:"),
        *_bullets(_cards()),
    ]
    return view(card(text("\n".join([f"## {say('What you can do now')}", *lines]))))


def _bullets(lines: Iterator[str]) -> list[str]:
    return [f"- {line}" for line in lines]


def _now(table: PodTable, asker: Actor) -> Iterator[str]:
    game = table.game
    if game.over:
        yield say("**New pod** gathers the next one, **Undo** takes back the end of this game.")
    elif game.seated:
        yield from _at_a_pod(game, asker)
    elif game.lobby is not None:
        yield from _in_a_lobby(game, asker)
    else:
        yield from _at_an_open_table(game)


def _at_an_open_table(game: Game) -> Iterator[str]:
    yield say("`/pod start` gathers a pod; name the players to seat them at once.")
    if game.bounties.offer is None:
        yield say("`/bounty reveal` turns up a bounty at once, without a pod.")
    yield say("`/initiative take`, or **I take the initiative** on the panel: you venture.")
    yield say("`/forage start` gathers for Foraging Squirrels, a game of five minutes.")


def _in_a_lobby(game: Game, asker: Actor) -> Iterator[str]:
    if asker.id in game.gathering:
        yield say("You have joined: **Start** seats the pod, **Leave** gives up your place.")
    else:
        yield say("**Join** takes a place in the pod that gathers.")
    yield say("`/pod start` again changes how it will play: seats, mode, bounties, link.")


def _at_a_pod(game: Game, asker: Actor) -> Iterator[str]:
    if asker.id not in game.players:
        if not asker.may_repair:
            yield say(
                "{players} play here. You can look on: `/pod status`, `/pod log`, `/dfc board`.",
                players=mentions(game.players),
            )
            return
        yield say("You do not play here, but may repair the table: every button works for you.")
    yield from _your_choice(game, asker)
    if game.active:
        yield from _in_the_turn(game, asker)
    yield say("**Undo** takes back the last act, and says first what that undoes.")
    yield say("**More…** has extra and skipped turns, leaving, day and night, and the log.")


def _your_choice(game: Game, asker: Actor) -> Iterator[str]:
    choosing = [choice.player for choice in open_choices(game)]
    if asker.id in choosing:
        yield say("**Choose a room**: the next turn waits for you.")
    elif choosing:
        yield say(
            "{players} choose a room first; anybody may press it.", players=mentions(choosing)
        )
    if game.this_turn.turning:
        yield say("Werewolves wait to turn over: their buttons are on the panel.")


def _in_the_turn(game: Game, asker: Actor) -> Iterator[str]:
    offer = game.bounties.offer
    if asker.id in game.active:
        yield say("It is your turn: **Next turn** ends it.")
        if offer is not None:
            yield say(
                "As your end step begins, **Collect** if the condition of {bounty} is met.",
                bounty=bounty_name(offer.card),
            )
        if game.monarch == asker.id:
            yield say("You are the monarch: draw a card at the beginning of your end step.")
    else:
        yield say(
            "It is the turn of {players}; anybody at the table may press **Next turn**.",
            players=mentions(game.active),
        )
    if questions(game):
        yield say("**Next turn** asks how many spells were cast: day and night hang on it.")
    if game.initiative != asker.id:
        yield say("**I take the initiative** when your creatures deal combat damage to who has it.")


def _always() -> Iterator[str]:
    yield say(
        "`/pod status` posts the panel anew; `/pod language` and `/pod pings` are your pod's."
    )
    yield from _cards()
    yield say("`/bounty rules`, `/initiative rules`, `/forage rules`: the rules in short.")
    yield say("`/privacy show` and `/privacy erase`: what is kept about you.")


def _cards() -> Iterator[str]:
    yield say("`/dfc show` has both faces of a card, `/dfc rules` how they work today.")
    yield say("`/dfc enter` keeps which face is up, `/dfc checklist` looks through your deck.")
