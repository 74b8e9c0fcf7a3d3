"""The rulebook of Foraging Squirrels: all its commands and events, and `play`."""

from typing import Annotated

from pydantic import Field, TypeAdapter

from bot.game import squirrel_lobby, squirrels
from bot.game.engine import Rulebook
from bot.game.squirrel_game import Forage

AnyForageCommand = Annotated[
    squirrel_lobby.OpenForageLobby
    | squirrel_lobby.JoinForage
    | squirrel_lobby.LeaveForageLobby
    | squirrel_lobby.StartForageLobby
    | squirrel_lobby.StartForage
    | squirrel_lobby.LeaveForage
    | squirrel_lobby.EndForage
    | squirrel_lobby.CallArt
    | squirrels.Move
    | squirrels.Dig
    | squirrels.EndTurn,
    Field(discriminator="kind"),
]

AnyForageEvent = Annotated[
    squirrel_lobby.ForageLobbyChanged
    | squirrel_lobby.ForageStarted
    | squirrel_lobby.ForagersLeft
    | squirrel_lobby.ArtCalled
    | squirrels.ForageTurnBegan
    | squirrels.ForageTurnEnded
    | squirrels.SquirrelMoved
    | squirrels.CardDug
    | squirrels.ForageEnded,
    Field(discriminator="kind"),
]

FORAGE_COMMAND: TypeAdapter[AnyForageCommand] = TypeAdapter(AnyForageCommand)
FORAGE_EVENTS: TypeAdapter[tuple[AnyForageEvent, ...]] = TypeAdapter(tuple[AnyForageEvent, ...])

FORAGE_RULES: Rulebook[Forage] = Rulebook(squirrel_lobby, squirrels)

play = FORAGE_RULES.play
