"""The rulebook: all commands and events of a pod's game, and `play`."""

from typing import Annotated

from pydantic import Field, TypeAdapter

from bot.game import (
    battlefield,
    bounty,
    clock,
    copying,
    daynight,
    dungeon,
    initiative,
    melding,
    monarch,
    pod,
    transforming,
    turns,
    werewolves,
)
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
    | clock.PauseClock
    | clock.ResumeClock
    | bounty.SetUpBounties
    | bounty.RevealBounty
    | bounty.ClaimBounty
    | bounty.NoteMost
    | initiative.TakeInitiative
    | initiative.VentureForInitiative
    | initiative.TakeBackUpkeep
    | monarch.BecomeMonarch
    | dungeon.VentureIntoTheDungeon
    | dungeon.ChooseRoom
    | dungeon.ResolveLastRoom
    | battlefield.EnterBattlefield
    | battlefield.GainControl
    | battlefield.LeaveBattlefield
    | battlefield.CastDefeatedSiege
    | transforming.Transform
    | copying.CopyPermanent
    | copying.StopCopying
    | melding.Meld
    | daynight.SetDayNight
    | werewolves.TurnWerewolves,
    Field(discriminator="kind"),
]

AnyEvent = Annotated[
    pod.LobbyChanged
    | pod.PodSeated
    | pod.PlayersLeft
    | pod.GameEnded
    | turns.TurnEnded
    | turns.TurnBegan
    | turns.UntapBegan
    | turns.UpkeepBegan
    | turns.TurnSkipped
    | turns.ExtraTurnAdded
    | turns.SkipAdded
    | clock.ClockPaused
    | clock.ClockResumed
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
    | monarch.MonarchCrowned
    | monarch.MonarchGone
    | dungeon.Ventured
    | dungeon.RoomEntered
    | dungeon.DungeonCompleted
    | battlefield.PermanentEntered
    | battlefield.ControlChanged
    | battlefield.PermanentsLeft
    | transforming.TurnedOver
    | copying.BecameCopy
    | copying.StoppedCopying
    | melding.PermanentsMelded
    | daynight.DayNightChanged
    | werewolves.WerewolvesTriggered,
    Field(discriminator="kind"),
]

COMMAND: TypeAdapter[AnyCommand] = TypeAdapter(AnyCommand)
EVENTS: TypeAdapter[tuple[AnyEvent, ...]] = TypeAdapter(tuple[AnyEvent, ...])

RULES: Rulebook[Game] = Rulebook(
    pod, turns, battlefield, bounty, initiative, monarch, dungeon, daynight, werewolves
)
"""Where several abilities see the same event, they are worked off in this order of subjects."""

play = RULES.play

COMMANDER = Ruleset("commander", Game(), RULES, EVENTS)
