"""The printed facts that the rules are played with: bounties, rewards, dungeons and their rooms.

They are constants, written as JSON in ``data/`` so that correcting one needs no programming.
"""

import json
from collections.abc import Mapping
from enum import StrEnum
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from bot.game.engine import Frozen

RULES_EDITION = "2026-09-25"
"""The edition of the Comprehensive Rules that every rule number in this project refers to."""


class Reads(StrEnum):
    """What a bounty's condition looks at as the turn begins."""

    LIFE = "life"
    HAND = "hand"
    LEFT = "left"
    RIGHT = "right"


class Bounty(Frozen):
    """One of the twelve bounty cards. ``number`` is its collector number in OTC's tokens."""

    id: str
    number: int
    name: str
    name_pt: str | None = None
    condition: str
    reads: Reads | None = None
    rule: str | None = None


class Reward(Frozen):
    """What a level pays: Treasure tokens and cards, or, at level 3, cards instead."""

    level: int
    treasures: int
    cards: int = 0
    or_cards: int = 0


class EnteredBy(StrEnum):
    """What brings a dungeon into the game (CR 309.2, 701.49)."""

    THE_INITIATIVE = "the initiative"
    VENTURING = "venturing"


class Room(Frozen):
    """A room, its ability in our own words, and the rooms its arrows lead to."""

    id: str
    name: str
    effect: str
    exits: tuple[str, ...]


class Dungeon(Frozen):
    """A dungeon card. The first room is the topmost one (CR 309.4a)."""

    id: str
    name: str
    name_pt: str | None = None
    name_es: str | None = None
    entered_by: EnteredBy
    note: str | None = None
    rooms: tuple[Room, ...]

    @property
    def entrance(self) -> Room:
        """The topmost room, where the venture marker starts."""
        return self.rooms[0]

    def room(self, room_id: str) -> Room:
        """Return the room with this id.

        Raises:
            KeyError: this dungeon has no such room.
        """
        for room in self.rooms:
            if room.id == room_id:
                return room
        raise KeyError(room_id)


def _read(name: str) -> Any:
    return json.loads(files("data").joinpath(name).read_text(encoding="utf-8"))


_bounties = _read("bounties.json")

BOUNTIES: Mapping[str, Bounty] = MappingProxyType(
    {row["id"]: Bounty.model_validate(row) for row in _bounties["bounties"]}
)
REWARDS: Mapping[int, Reward] = MappingProxyType(
    {row["level"]: Reward.model_validate(row) for row in _bounties["rewards"]}
)
TOP_LEVEL = max(REWARDS)
DUNGEONS: Mapping[str, Dungeon] = MappingProxyType(
    {row["id"]: Dungeon.model_validate(row) for row in _read("dungeons.json")}
)
UNDERCITY = next(d for d in DUNGEONS.values() if d.entered_by is EnteredBy.THE_INITIATIVE)
