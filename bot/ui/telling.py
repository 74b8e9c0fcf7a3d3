"""Every event as a sentence, for the panel and the log, and what an undo must put right by hand."""

from collections.abc import Iterable
from typing import assert_never, cast

from bot.game import bounty, dungeon, initiative, pod, turns
from bot.game.engine import Event
from bot.game.facts import DUNGEONS, Reads
from bot.game.game import Cause, Game
from bot.game.rules import AnyEvent
from bot.ui.words import bounty_name, mention, mentions, pay, reward


def tell_all(events: Iterable[Event[Game]]) -> list[str]:
    """Return a sentence for each of ``events`` that players care about."""
    sentences = (tell(cast("AnyEvent", event)) for event in events)
    return [sentence for sentence in sentences if sentence]


def tell(event: AnyEvent) -> str | None:
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
        case _:
            assert_never(event)


def _pod(event: pod.LobbyChanged | pod.PodSeated | pod.PlayersLeft | pod.GameEnded) -> str:
    match event:
        case pod.LobbyChanged(joined=joined, left=left):
            if left is not None:
                return f"{mention(left)} left the lobby."
            return f"{mention(joined)} is in." if joined is not None else "The lobby has changed."
        case pod.PodSeated(teams=teams, starting=starting):
            seats = " → ".join(mentions(team.players) for team in teams)
            return (
                f"The pod sits down: {seats}. It begins with {mentions(teams[starting].players)}."
            )
        case pod.PlayersLeft(players=players):
            return f"{mentions(players)} left the game, with everything they own."
        case pod.GameEnded(winners=winners, draw=draw):
            if draw:
                return "Everybody left at once: the game is a draw."
            return f"{mentions(winners)} won the game." if winners else "The game has ended."


def _turns(
    event: turns.TurnBegan
    | turns.TurnSkipped
    | turns.ExtraTurnAdded
    | turns.SkipAdded
    | turns.TurnEnded
    | turns.UpkeepBegan,
) -> str | None:
    if isinstance(event, turns.TurnEnded | turns.UpkeepBegan):
        return None
    if event.team is None:
        return "A new turn begins."
    whose = mentions(event.players)
    match event:
        case turns.TurnBegan(extra=extra):
            return f"An extra turn of {whose} begins." if extra else f"The turn of {whose} begins."
        case turns.TurnSkipped():
            return f"The turn of {whose} is skipped."
        case turns.ExtraTurnAdded():
            return f"{whose} will take an extra turn after this one."
        case turns.SkipAdded():
            return f"The next turn of {whose} will be skipped."


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
            return f"A bounty deck of {size} is shuffled."
        case bounty.BountyRevealed(card=card):
            return f"A new bounty: **{bounty_name(card)}**."
        case bounty.BountyRaised(card=card, level=level):
            return f"**{bounty_name(card)}** went unclaimed: now level {level}, {reward(level)}."
        case bounty.BountyClaimed(player=player, card=card, treasures=treasures, cards=cards):
            return f"{mention(player)} collects **{bounty_name(card)}**: {pay(treasures, cards)}."
        case bounty.TrophiesReshuffled():
            return "The pile was empty: all collected bounties are shuffled into a new one."
        case bounty.NeighboursSeen():
            return None  # the panel shows them beside the condition
        case bounty.MostNoted(reads=reads, players=players):
            what = "life" if reads is Reads.LIFE else "cards in hand"
            return f"{mentions(players)} had the most {what} as the turn began."


def _initiative(
    event: initiative.InitiativeTaken | initiative.InitiativeLost | initiative.UpkeepTakenBack,
) -> str:
    match event:
        case initiative.InitiativeTaken(player=player, inherited=inherited):
            why = " as its holder left (CR 726.4)" if inherited else ""
            return f"{mention(player)} takes the initiative{why}."
        case initiative.InitiativeLost():
            return "Nobody has the initiative now."
        case initiative.UpkeepTakenBack(player=player):
            return f"No upkeep this turn: what {mention(player)} ventured in it is taken back."


def _dungeon(
    event: dungeon.Ventured | dungeon.RoomEntered | dungeon.DungeonCompleted,
) -> str | None:
    match event:
        case dungeon.Ventured(player=player, cause=Cause.UPKEEP):
            return f"Upkeep: {mention(player)} has the initiative and ventures."
        case dungeon.Ventured(player=player, into=into, cause=Cause.EFFECT):
            return f"{mention(player)} ventures into {into}."
        case dungeon.Ventured():
            return None  # that the initiative was taken tells it
        case dungeon.RoomEntered(player=player, dungeon=place, room=room):
            entered = DUNGEONS[place].room(room)
            return f"{mention(player)} enters **{entered.name}**: {entered.effect}"
        case dungeon.DungeonCompleted(player=player, dungeon=place):
            return f"{mention(player)} completes **{DUNGEONS[place].name}**."


def give_back(events: Iterable[Event[Game]]) -> list[str]:
    """Return what players put right by hand when ``events`` are undone: no bot sees the cards."""
    lines = []
    for event in events:
        match event:
            case bounty.BountyClaimed(player=player, treasures=treasures, cards=cards):
                lines.append(f"{mention(player)} gives back {pay(treasures, cards)}.")
            case dungeon.RoomEntered(player=player, dungeon=place, room=room):
                name = DUNGEONS[place].room(room).name
                lines.append(f"what **{name}** did for {mention(player)} is put right.")
            case _:
                pass
    return lines
