"""The rulebook: all commands and events of a pod's game, and `play`."""

from typing import Annotated

from pydantic import Field, TypeAdapter

from bot.game import bounty, dungeon, initiative, pod, turns
from bot.game.engine import Rulebook, Ruleset
from bot.game.game import Game

AnyCommand = Annotated[
    pod.OpenLobby
    | pod.JoinLobby
    | pod.LeaveLobby
    | pod.StartLobby
    | pod.StartPod
    | pod.LeaveGame
    | pod.EndGame
    | turns.NextTurn
    | turns.AddExtraTurn
    | turns.AddSkip
    | bounty.SetUpBounties
    | bounty.RevealBounty
    | bounty.ClaimBounty
    | bounty.NoteMost
    | initiative.TakeInitiative
    | initiative.VentureForInitiative
    | initiative.TakeBackUpkeep
    | dungeon.VentureIntoTheDungeon
    | dungeon.ChooseRoom
    | dungeon.ResolveLastRoom,
    Field(discriminator="kind"),
]

AnyEvent = Annotated[
    pod.LobbyChanged
    | pod.PodSeated
    | pod.PlayersLeft
    | pod.GameEnded
    | turns.TurnEnded
    | turns.TurnBegan
    | turns.UpkeepBegan
    | turns.TurnSkipped
    | turns.ExtraTurnAdded
    | turns.SkipAdded
    | bounty.DeckBuilt
    | bounty.BountyRevealed
    | bounty.BountyRaised
    | bounty.BountyClaimed
    | bounty.TrophiesReshuffled
    | bounty.NeighboursSeen
    | bounty.MostNoted
    | initiative.InitiativeTaken
    | initiative.InitiativeLost
    | initiative.UpkeepTakenBack
    | dungeon.Ventured
    | dungeon.RoomEntered
    | dungeon.DungeonCompleted,
    Field(discriminator="kind"),
]

COMMAND: TypeAdapter[AnyCommand] = TypeAdapter(AnyCommand)
EVENTS: TypeAdapter[tuple[AnyEvent, ...]] = TypeAdapter(tuple[AnyEvent, ...])

RULES: Rulebook[Game] = Rulebook(pod, turns, bounty, initiative, dungeon)
"""Where several abilities see the same event, they are worked off in this order of subjects."""

play = RULES.play

COMMANDER = Ruleset("commander", Game(), RULES, EVENTS)
