"""The rulebook of Foraging Squirrels: all its commands and events, and `play`."""

from typing import Annotated

from pydantic import Field, TypeAdapter

from bot.game.engine import Rulebook, Ruleset
from bot.game.forage import lobby, turns
from bot.game.forage.game import Forage

AnyForageCommand = Annotated[
    lobby.OpenForageLobby
    | lobby.JoinForage
    | lobby.LeaveForageLobby
    | lobby.StartForageLobby
    | lobby.StartForage
    | lobby.LeaveForage
    | lobby.EndForage
    | lobby.CallArt
    | turns.Move
    | turns.Dig
    | turns.EndTurn,
    Field(discriminator="kind"),
]

AnyForageEvent = Annotated[
    lobby.ForageLobbyChanged
    | lobby.ForageStarted
    | lobby.ForagersLeft
    | lobby.ArtCalled
    | turns.ForageTurnBegan
    | turns.ForageTurnEnded
    | turns.SquirrelMoved
    | turns.CardDug
    | turns.ForageEnded,
    Field(discriminator="kind"),
]

FORAGE_COMMAND: TypeAdapter[AnyForageCommand] = TypeAdapter(AnyForageCommand)
FORAGE_EVENTS: TypeAdapter[tuple[AnyForageEvent, ...]] = TypeAdapter(tuple[AnyForageEvent, ...])

FORAGE_RULES: Rulebook[Forage] = Rulebook(lobby, turns)

play = FORAGE_RULES.play

FORAGE = Ruleset("forage", Forage(), FORAGE_RULES, FORAGE_EVENTS)
