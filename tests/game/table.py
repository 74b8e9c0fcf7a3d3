"""A table for tests, so that they read as a rulebook does."""

from __future__ import annotations

import re
from functools import cache
from itertools import count
from random import Random
from typing import Any, TypeVar, get_args

import pytest

from bot.cards.catalogue import Catalogue
from bot.errors import Doubt, RuleViolation
from bot.game.battlefield import EnterBattlefield, GainControl, LeaveBattlefield
from bot.game.bounty import ClaimBounty, Pays, RevealBounty, SetUpBounties
from bot.game.copying import CopyPermanent, StopCopying
from bot.game.daynight import SetDayNight
from bot.game.dungeon import ChooseRoom, Ventured, VentureIntoTheDungeon, open_choices
from bot.game.engine import Command, Event, replay
from bot.game.faces import DoubleFaced, Face, Kind, Side
from bot.game.game import Cast, Cause, Delve, Game, Mode, Offer, Order, Player
from bot.game.initiative import TakeInitiative
from bot.game.melding import Meld
from bot.game.permanent import DayNight, Permanent
from bot.game.pod import LeaveGame, StartPod
from bot.game.rules import play
from bot.game.transforming import Transform
from bot.game.turns import NextTurn

ANA, BEA, CAIO, DUDA, EVA, FABIO = POD = (11, 12, 13, 14, 15, 16)
NOBODY_HERE = 99

NOTHING_TOLD = Cast()
NONE_CAST, ONE_CAST, TWO_CAST = (Cast(active=0), Cast(active=1), Cast(active=2))
"""What the active player cast, or in Two-Headed Giant the head who cast more."""
NOBODY_CAST, ONE_EACH, TWO_BY_ONE = (Cast(anyone=0), Cast(anyone=1), Cast(anyone=2))
"""The most spells that any one player at the table cast."""

INCUBATOR = DoubleFaced(
    id="00000000-0000-4000-8000-000000000001",
    kind=Kind.TRANSFORMING,
    token=True,
    faces=(
        Face(name="Incubator", type="Token Artifact — Incubator"),
        Face(name="Phyrexian", type="Token Artifact Creature — Phyrexian"),
    ),
)
"""A double-faced token, which the catalogue of cards does not have."""

E = TypeVar("E", bound=Event[Game])
Named = str | int
"""A permanent, by the name that it has now, or by its number."""


@cache
def card(name: str) -> DoubleFaced:
    """Return what the rules see of the double-faced card that has a face with this name."""
    return Catalogue.load().find(name)[0].card.facts()


def assert_said_well(violation: RuleViolation) -> None:
    """Check that a refusal names its rule and reads as whole sentences."""
    assert re.fullmatch(r"CR \d{3}\.\d+[a-z]?|Bounty rules|House rule|", violation.rule)
    assert re.fullmatch(r"(<@\d+>|\*\*.+\*\*|[A-Z]|\d).*[.?]", str(violation))
    assert "{" not in str(violation)


class Table:
    """A game, what happened last, and everything that has happened."""

    def __init__(self, game: Game | None = None, seed: int = 1) -> None:
        self.game = self.start = game or Game()
        self.luck = Random(seed)
        self.last: tuple[Event[Game], ...] = ()
        self.events: tuple[Event[Game], ...] = ()

    @classmethod
    def seated(
        cls,
        *players: Player,
        starting: Player | None = None,
        mode: Mode = Mode.FREE_FOR_ALL,
        bounties: bool = True,
    ) -> Table:
        """Seat ``players`` in this order; ``starting`` (else the first) has turn 1."""
        players = players or POD[:4]
        start = StartPod(players=players, mode=mode, order=Order.LISTED, bounties=bounties)
        for seed in count():
            table = cls(seed=seed)
            table.act(start)
            if (starting or players[0]) in table.game.active:
                return table
        raise AssertionError

    @classmethod
    def giants(cls, *, starting: Player = ANA) -> Table:
        """Seat Ana and Bea against Caio and Duda."""
        return cls.seated(ANA, BEA, CAIO, DUDA, starting=starting, mode=Mode.TWO_HEADED_GIANT)

    # What players do

    def act(self, command: Command[Game]) -> Table:
        """Carry out a command. What follows from replaying the events is checked each time."""
        before = self.game
        self.game, self.last = play(self.game, command, self.luck)
        self.events += self.last
        assert replay(before, self.last) == self.game
        return self

    def next(self, player: Player | None = None, cast: Cast = NOTHING_TOLD) -> Table:
        return self.act(NextTurn(player=player, cast=cast, sure=True))

    def turns(self, number: int, cast: Cast = NOTHING_TOLD) -> Table:
        for _ in range(number):
            self.next(cast=cast)
        return self

    def reveal(self, card: str | None = None) -> Table:
        """Reveal the next bounty early: ``card``, if that has to be the one."""
        if card is not None:
            self.next_bounty(card)
        return self.act(RevealBounty(early=True))

    def claim(self, player: Player, reward: Pays | None = None) -> Table:
        return self.act(ClaimBounty(player=player, reward=reward))

    def take(self, player: Player, room: str | None = None) -> Table:
        return self.act(TakeInitiative(player=player, room=room))

    def venture(self, player: Player, dungeon: str | None = None) -> Table:
        return self.act(VentureIntoTheDungeon(player=player, dungeon=dungeon))

    def choose(self, player: Player, room: str, dungeon: str = "undercity") -> Table:
        return self.act(ChooseRoom(player=player, dungeon=dungeon, room=room))

    def leave(self, *players: Player) -> Table:
        return self.act(LeaveGame(players=players))

    def enter(
        self,
        player: Player,
        name: str | DoubleFaced,
        *,
        transformed: bool = False,
        face: Side = Side.FRONT,
        owner: Player | None = None,
    ) -> Table:
        found = name if isinstance(name, DoubleFaced) else card(name)
        return self.act(
            EnterBattlefield(
                player=player, card=found, transformed=transformed, face=face, owner=owner
            )
        )

    def transform(self, which: Named) -> Table:
        return self.act(Transform(permanent=self.number_of(which)))

    def clone(self, player: Player, which: Named) -> Table:
        """A Clone, whose own card has one face, enters as a copy."""
        return self.act(CopyPermanent(player=player, permanent=self.number_of(which)))

    def token_copy(self, player: Player, which: Named) -> Table:
        return self.act(CopyPermanent(player=player, permanent=self.number_of(which), token=True))

    def becomes(self, which: Named, copy_of: Named) -> Table:
        """A permanent that is there becomes a copy of another one."""
        onto, original = self.number_of(which), self.permanent(copy_of)
        return self.act(
            CopyPermanent(player=original.controller, permanent=original.number, onto=onto)
        )

    def stops_copying(self, which: Named) -> Table:
        return self.act(StopCopying(permanent=self.number_of(which)))

    def meld(self, first: Named, second: Named) -> Table:
        return self.act(Meld(first=self.number_of(first), second=self.number_of(second)))

    def control(self, player: Player, which: Named) -> Table:
        return self.act(GainControl(permanent=self.number_of(which), player=player))

    def leaves_play(self, *which: Named) -> Table:
        return self.act(LeaveBattlefield(permanents=tuple(map(self.number_of, which))))

    def day(self) -> Table:
        return self.act(SetDayNight(to=DayNight.DAY))

    def night(self) -> Table:
        return self.act(SetDayNight(to=DayNight.NIGHT))

    # How a test arranges the table

    def next_bounty(self, card: str) -> Table:
        """Put ``card`` on top of the pile, of a deck of all twelve where there was none."""
        if not self.game.bounties.deck:
            self.act(SetUpBounties())
        bounties = self.game.bounties
        assert card in bounties.pile
        pile = (*(c for c in bounties.pile if c != card), card)
        return self._arranged(self.game.but(bounties=bounties.but(pile=pile)))

    def offer(self, card: str, level: int) -> Table:
        """Have ``card`` on offer at ``level``."""
        self.reveal(card)
        offer = Offer(card=card, level=level)
        return self._arranged(self.game.but(bounties=self.game.bounties.but(offer=offer)))

    def at(self, player: Player, *path: str, dungeon: str = "undercity") -> Table:
        """Put a player's venture marker where ``path`` ends; without a path, in no dungeon."""
        delves = {**self.game.delves, player: Delve(dungeon=dungeon, path=path)}
        if not path:
            del delves[player]
        return self._arranged(self.game.but(delves=delves))

    def _arranged(self, game: Game) -> Table:
        self.game = self.start = game
        self.events = ()
        return self

    # What the rules do not allow

    def refuses(self, command: Command[Game], *, rule: str, match: str) -> RuleViolation:
        """Expect a refusal that names this rule, and that nothing has changed."""
        before = self.game.model_dump_json()
        with pytest.raises(RuleViolation, match=match) as caught:
            self.act(command)
        assert caught.value.rule == rule
        assert_said_well(caught.value)
        assert self.game.model_dump_json() == before
        return caught.value

    def doubts(self, command: Command[Game], *, rule: str, match: str) -> Command[Game]:
        """Expect to be asked first; returns the command that does it all the same."""
        doubt = self.refuses(command, rule=rule, match=match)
        assert isinstance(doubt, Doubt)
        sure = doubt.sure
        assert isinstance(sure, Command)
        return sure

    # What can be seen

    def happened(self, kind: type[E]) -> list[E]:
        """Return what happened of this kind in the last act."""
        return [event for event in self.last if isinstance(event, kind)]

    @property
    def kinds(self) -> list[str]:
        """The kinds of everything that happened in the last act, in order."""
        return [event.kind for event in self.last]  # type: ignore[attr-defined]

    @property
    def active(self) -> tuple[Player, ...]:
        return self.game.active

    @property
    def number(self) -> int:
        return self.game.turns.number

    @property
    def level(self) -> int | None:
        """The level of the bounty on offer."""
        return self.game.bounties.offer.level if self.game.bounties.offer else None

    @property
    def card(self) -> str | None:
        """The bounty on offer."""
        return self.game.bounties.offer.card if self.game.bounties.offer else None

    @property
    def board(self) -> list[str]:
        """The names that the permanents have now, in the order in which they entered."""
        return [permanent.name for permanent in self.game.battlefield]

    def permanent(self, which: Named) -> Permanent:
        """Return the one permanent that has this name now, or this number."""
        [found] = [p for p in self.game.battlefield if which in (p.name, p.number)]
        return found

    def number_of(self, which: Named) -> int:
        return which if isinstance(which, int) else self.permanent(which).number

    def value(self, which: Named) -> int:
        """Return the mana value that a permanent has now."""
        return self.permanent(which).value.value

    def own_turns(self, player: Player) -> int:
        return self.game.turns.teams[self.game.team_of(player)].turns

    def room(self, player: Player) -> str | None:
        delve = self.game.delves.get(player)
        return delve.room if delve else None

    def choices(self, player: Player) -> list[str]:
        """Return the rooms among which a player has to choose now."""
        return [
            way.room.id
            for choice in open_choices(self.game)
            if choice.player == player
            for way in choice.ways
        ]


def ventures(table: Table) -> list[tuple[int, Cause]]:
    """Tell who ventured in the last act, and why."""
    return [(event.player, event.cause) for event in table.happened(Ventured)]


def union(annotated: Any) -> set[type[Any]]:
    """Return the members of an annotated union."""
    return set(get_args(get_args(annotated)[0]))
