"""Every event as a sentence, for the panel and the log, and what an undo must put right by hand."""

from collections.abc import Iterable
from typing import cast

from bot.game import bounty, clock, dungeon, initiative, monarch, pod, transforming, turns
from bot.game.engine import Event
from bot.game.facts import DUNGEONS, Reads
from bot.game.game import Cause, Game, Into
from bot.game.rules import AnyEvent
from bot.i18n import say
from bot.ui.telling_battlefield import MOST_NAMED, BattlefieldEvent, tell_battlefield
from bot.ui.words import bounty_name, dungeon_name, few, mention, mentions, pay, printed, reward


def tell_all(events: Iterable[Event[Game]]) -> list[str]:
    """Return a sentence for each of ``events`` that players care about."""
    sentences = (tell(cast("AnyEvent", event)) for event in events)
    return [sentence for sentence in sentences if sentence]


def tell(event: AnyEvent) -> str | None:  # noqa: PLR0911  # one return a subject
    """Return what happened as one sentence, or None where nobody needs to hear of it."""
    match event:
        case pod.LobbyChanged() | pod.PodSeated() | pod.PlayersLeft() | pod.GameEnded():
            return _pod(event)
        case (
            turns.TurnBegan()
            | turns.TurnSkipped()
            | turns.ExtraTurnAdded()
            | turns.SkipAdded()
            | turns.TurnEnded()
            | turns.UntapBegan()
            | turns.UpkeepBegan()
        ):
            return _turns(event)
        case (
            bounty.DeckBuilt()
            | bounty.BountyRevealed()
            | bounty.BountyRaised()
            | bounty.BountyClaimed()
            | bounty.TrophiesReshuffled()
            | bounty.NeighboursSeen()
            | bounty.MostNoted()
        ):
            return _bounty(event)
        case (
            initiative.InitiativeTaken()
            | initiative.InitiativeLost()
            | initiative.UpkeepTakenBack()
        ):
            return _initiative(event)
        case dungeon.Ventured() | dungeon.RoomEntered() | dungeon.DungeonCompleted():
            return _dungeon(event)
        case monarch.MonarchCrowned() | monarch.MonarchGone():
            return _monarch(event)
        case clock.ClockPaused():
            return say("The clock is paused.")
        case clock.ClockResumed():
            return say("The clock goes on.")
        case _:
            battlefield: BattlefieldEvent = event
            return tell_battlefield(battlefield)


def _pod(event: pod.LobbyChanged | pod.PodSeated | pod.PlayersLeft | pod.GameEnded) -> str:
    match event:
        case pod.LobbyChanged():
            return _lobby(event)
        case pod.PodSeated(teams=teams, starting=starting):
            return say(
                "The pod sits down: {seats}. It begins with {players}.",
                seats=" → ".join(mentions(team.players) for team in teams),
                players=mentions(teams[starting].players),
            )
        case pod.PlayersLeft(players=players):
            return say(
                "{players} left the game, with everything they own.", players=mentions(players)
            )
        case pod.GameEnded(winners=winners, draw=draw):
            if draw:
                return say("Everybody left at once: the game is a draw.")
            if winners:
                return say("{players} won the game.", players=mentions(winners))
            return say("The game has ended.")


def _lobby(event: pod.LobbyChanged) -> str:
    if event.left is not None:
        return say("{player} left the lobby.", player=mention(event.left))
    if event.joined is not None:
        return say("{player} is in.", player=mention(event.joined))
    return say("The lobby has changed.")


def _turns(
    event: turns.TurnBegan
    | turns.TurnSkipped
    | turns.ExtraTurnAdded
    | turns.SkipAdded
    | turns.TurnEnded
    | turns.UntapBegan
    | turns.UpkeepBegan,
) -> str | None:
    if isinstance(event, turns.TurnEnded | turns.UntapBegan | turns.UpkeepBegan):
        return None
    whose = mentions(event.players)
    match event:
        case turns.TurnBegan():
            return _turn_began(event)
        case turns.TurnSkipped():
            return say("The turn of {players} is skipped.", players=whose)
        case turns.ExtraTurnAdded():
            return say("{players} will take an extra turn after this one.", players=whose)
        case turns.SkipAdded():
            return say("The next turn of {players} will be skipped.", players=whose)


def _turn_began(event: turns.TurnBegan) -> str:
    if event.team is None:
        return say("A new turn begins.")
    whose = mentions(event.players)
    if event.extra:
        return say("An extra turn of {players} begins.", players=whose)
    return say("The turn of {players} begins.", players=whose)


def _bounty(  # noqa: PLR0911  # one return an event
    event: bounty.DeckBuilt
    | bounty.BountyRevealed
    | bounty.BountyRaised
    | bounty.BountyClaimed
    | bounty.TrophiesReshuffled
    | bounty.NeighboursSeen
    | bounty.MostNoted,
) -> str | None:
    match event:
        case bounty.DeckBuilt(size=size):
            return say("A bounty deck of {n} is shuffled.", n=size)
        case bounty.BountyRevealed(card=card):
            return say("A new bounty: **{bounty}**.", bounty=bounty_name(card))
        case bounty.BountyRaised(card=card, level=level):
            return say(
                "**{bounty}** went unclaimed: now level {level}, {reward}.",
                bounty=bounty_name(card),
                level=level,
                reward=reward(level),
            )
        case bounty.BountyClaimed(player=player, card=card, treasures=treasures, cards=cards):
            return say(
                "{player} collects **{bounty}**: {paid}.",
                player=mention(player),
                bounty=bounty_name(card),
                paid=pay(treasures, cards),
            )
        case bounty.TrophiesReshuffled():
            return say("The pile was empty: all collected bounties are shuffled into a new one.")
        case bounty.NeighboursSeen():
            return None  # the panel shows them beside the condition
        case bounty.MostNoted(reads=reads, players=players):
            if reads is Reads.LIFE:
                return say(
                    "{players} had the most life as the turn began.", players=mentions(players)
                )
            return say(
                "{players} had the most cards in hand as the turn began.",
                players=mentions(players),
            )


def _initiative(
    event: initiative.InitiativeTaken | initiative.InitiativeLost | initiative.UpkeepTakenBack,
) -> str:
    match event:
        case initiative.InitiativeTaken(player=player, inherited=inherited):
            if inherited:
                return say(
                    "{player} takes the initiative as its holder left (CR 726.4).",
                    player=mention(player),
                )
            return say("{player} takes the initiative.", player=mention(player))
        case initiative.InitiativeLost():
            return say("Nobody has the initiative now.")
        case initiative.UpkeepTakenBack(player=player):
            return say(
                "No upkeep this turn: what {player} ventured in it is taken back.",
                player=mention(player),
            )


def _dungeon(
    event: dungeon.Ventured | dungeon.RoomEntered | dungeon.DungeonCompleted,
) -> str | None:
    match event:
        case dungeon.Ventured():
            return _ventured(event)
        case dungeon.RoomEntered(player=player, dungeon=place, room=room):
            entered = DUNGEONS[place].room(room)
            return say(
                "{player} enters **{room}**: {effect}",
                player=mention(player),
                room=printed(entered.name),
                effect=say(entered.effect),
            )
        case dungeon.DungeonCompleted(player=player, dungeon=place):
            return say(
                "{player} completes **{dungeon}**.",
                player=mention(player),
                dungeon=dungeon_name(place),
            )


def _ventured(event: dungeon.Ventured) -> str | None:
    player = mention(event.player)
    if event.cause is Cause.UPKEEP:
        return say("Upkeep: {player} has the initiative and ventures.", player=player)
    if event.cause is not Cause.EFFECT:
        return None  # that the initiative was taken tells it
    if event.into is Into.UNDERCITY:
        return say("{player} ventures into Undercity.", player=player)
    return say("{player} ventures into the dungeon.", player=player)


def _monarch(event: monarch.MonarchCrowned | monarch.MonarchGone) -> str:
    if isinstance(event, monarch.MonarchGone):
        return say("Nobody is the monarch now.")
    if event.inherited:
        return say(
            "{player} becomes the monarch, as the last one left (CR 725.4).",
            player=mention(event.player),
        )
    return say("{player} becomes the monarch.", player=mention(event.player))


def give_back(events: Iterable[Event[Game]]) -> list[str]:
    """Return what players put right by hand when ``events`` are undone: no bot sees the cards."""
    lines = []
    for event in events:
        match event:
            case bounty.BountyClaimed(player=player, treasures=treasures, cards=cards):
                lines.append(
                    say(
                        "By hand: {player} gives back {paid}.",
                        player=mention(player),
                        paid=pay(treasures, cards),
                    )
                )
            case dungeon.RoomEntered(player=player, dungeon=place, room=room):
                lines.append(
                    say(
                        "By hand: what **{room}** did for {player} is put right.",
                        room=printed(DUNGEONS[place].room(room).name),
                        player=mention(player),
                    )
                )
            case transforming.TurnedOver(turned=turned):
                names = few([f"**{one.into}**" for one in turned], MOST_NAMED)
                lines.append(say("By hand: {names} over to the other face again.", names=names))
            case _:
                pass
    return lines
