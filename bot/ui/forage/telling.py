"""Every event of Foraging Squirrels as a sentence."""

from collections.abc import Iterable
from typing import assert_never, cast

from bot.game.engine import Event
from bot.game.forage import lobby, turns
from bot.game.forage.board import name_of
from bot.game.forage.cards import CARDS
from bot.game.forage.game import EndedBy, Forage
from bot.game.forage.rules import AnyForageEvent
from bot.i18n import listed, say, say_many
from bot.ui.forage.words import ARROWS, name_of_card, name_of_colour, named
from bot.ui.words import cards, in_words, mention, mentions


def tell_forage(events: Iterable[Event[Forage]]) -> list[str]:
    """Return a sentence for each of ``events`` that players care about."""
    sentences = (tell(cast("AnyForageEvent", event)) for event in events)
    return [sentence for sentence in sentences if sentence]


def tell(event: AnyForageEvent) -> str | None:  # noqa: PLR0911  # one return an event
    """Return what happened as one sentence, or None where nobody needs to hear of it."""
    match event:
        case lobby.ForageLobbyChanged():
            return _lobby(event)
        case lobby.ForageStarted():
            return _started(event)
        case lobby.ForagersLeft(players=players):
            return say(
                "{players} left the game. What they took stays out of it.",
                players=mentions(players),
            )
        case lobby.ArtCalled():
            return _art(event)
        case turns.ForageTurnBegan(player=player):
            return say("The turn of {players} begins.", players=mention(player))
        case turns.ForageTurnEnded():
            return None
        case turns.SquirrelMoved():
            return _moved(event)
        case turns.CardDug(player=player, food=food, cell=cell, onto=onto):
            return say(
                "{player} digs up **{card}** and puts it from {cell} onto {onto}.",
                player=mention(player),
                card=named(food),
                cell=name_of(cell),
                onto=name_of(onto),
            )
        case turns.ForageEnded():
            return _ended(event)
        case _:
            assert_never(event)


def _lobby(event: lobby.ForageLobbyChanged) -> str:
    gathered, told = event.lobby, []
    if event.left is not None:
        told.append(say("{player} left the lobby.", player=mention(event.left)))
    if event.joined is not None:
        told.append(say("{player} is in.", player=mention(event.joined)))
    if gathered is None:
        told.append(say("The lobby is closed."))
    elif event.new_cards:
        own = cards(len(gathered.own))
        told.append(say("It plays with your own boosters: {cards}.", cards=own))
    if gathered is not None and event.new_seed:
        told.append(say("The seed is `{seed}`.", seed=gathered.seed))
    return " ".join(told) or say("The lobby is as it was.")


def _started(event: lobby.ForageStarted) -> str:
    laid = sum(food is not None for food in event.grid)
    told = [
        say_many(
            "A card lies on the floor.",
            "{number} cards lie on the floor.",
            laid,
            number=in_words(laid).capitalize(),
        )
    ]
    if event.set_aside:
        aside = cards(len(event.set_aside))
        told.append(say("Set aside at random: {cards}.", cards=aside))
    order = " → ".join(mention(player) for player in event.players)
    told.append(
        say("{order}; {player} goes first.", order=order, player=mention(event.first)),
    )
    return " ".join(told)


def _art(event: lobby.ArtCalled) -> str:
    player, card = mention(event.player), name_of_card(CARDS[event.number])
    if event.squirrel:
        return say("{player} says: **{card}** has a squirrel in its art.", player=player, card=card)
    return say("{player} says: **{card}** has no squirrel in its art.", player=player, card=card)


def _moved(event: turns.SquirrelMoved) -> str:
    taken = len(event.taken)
    return say_many(
        "{player} names {colour}, goes {arrow} and takes {cards}.",
        "{player} names {colour}, goes {arrow} and takes {number} cards: {cards}.",
        taken,
        player=mention(event.player),
        colour=name_of_colour(event.colour),
        arrow=ARROWS[event.direction],
        number=in_words(taken),
        cards=listed([f"**{named(food)}**" for food in event.taken]),
    )


def _ended(event: turns.ForageEnded) -> str:
    told = [_why(event.by)]
    if event.winners:
        told.append(say("{players} won.", players=mentions(event.winners)))
    return " ".join(told)


def _why(by: EndedBy) -> str:
    match by:
        case EndedBy.NO_FOOD_IN_LINE:
            return say("No food lies in line with the squirrel: the game is over.")
        case EndedBy.LAST_ONE_LEFT:
            return say("The others have left: the game is over.")
        case EndedBy.STOPPED:
            return say("The game was stopped.")
