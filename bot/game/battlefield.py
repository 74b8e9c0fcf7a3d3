"""The battlefield: double-faced permanents and their copies come, change hands, and go.

Rule numbers: Comprehensive Rules, edition 2026-09-25.
"""

from enum import StrEnum
from random import Random
from typing import ClassVar, Literal

from bot.errors import NO_RULE, RuleViolation, who
from bot.game.engine import Command, Event, Frozen, Happenings, whenever
from bot.game.faces import DoubleFaced, Keyword, Kind, Side
from bot.game.game import Game, Player
from bot.game.permanent import DayNight, Permanent
from bot.game.pod import PlayersLeft

MOST_PERMANENTS = 60


class Entered(StrEnum):
    """How a permanent came to be."""

    CARD = "card"
    CLONE = "clone"
    TOKEN_COPY = "token copy"  # noqa: S105  # no password


class Why(StrEnum):
    """Why permanents left, or others control them."""

    TOLD = "told"
    PLAYER_LEFT = "player left"
    EXILED = "exiled"  # left under the control of a player who left (CR 800.4a)


class BoardChanged(Event[Game]):
    """What is on the battlefield, or a permanent's values, changed. Other rules look again."""


class PermanentEntered(BoardChanged):
    """A permanent enters the battlefield."""

    kind: Literal["permanent_entered"] = "permanent_entered"
    permanent: Permanent
    how: Entered = Entered.CARD

    def evolve(self, game: Game) -> Game:
        """Put it there. Its number is never given again."""
        return game.but(
            battlefield=(*game.battlefield, self.permanent), entered=self.permanent.number
        )


class ControlChanged(Event[Game]):
    """Somebody else controls a permanent. ``control`` is as in `Permanent`.

    ``kept``: only an earlier controller left, and whoever controls it now goes on doing so.
    """

    kind: Literal["control_changed"] = "control_changed"
    number: int
    name: str
    control: tuple[Player, ...]
    why: Why = Why.TOLD
    kept: bool = False

    def evolve(self, game: Game) -> Game:
        """The owner stays who it is."""
        return changed(game, self.number, control=self.control)


class Gone(Frozen):
    """A permanent that left, and the cards that it was."""

    number: int
    name: str
    cards: tuple[str, ...]


class PermanentsLeft(Event[Game]):
    """Permanents leave the battlefield; a melded one as two cards (CR 712.21)."""

    kind: Literal["permanents_left"] = "permanents_left"
    gone: tuple[Gone, ...]
    why: Why = Why.TOLD

    def evolve(self, game: Game) -> Game:
        """Take them off."""
        return without(game, frozenset(gone.number for gone in self.gone))


class EnterBattlefield(Command[Game]):
    """A double-faced card or token enters under ``player``'s control.

    ``transformed``: because an effect says so. ``face`` is the one as which a modal card was
    played. ``owner`` is its owner, where that is somebody else.
    """

    kind: Literal["enter_battlefield"] = "enter_battlefield"
    opens_a_game: ClassVar[bool] = True
    player: Player
    card: DoubleFaced
    transformed: bool = False
    face: Side = Side.FRONT
    owner: Player | None = None

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Front face up by default (CR 712.13-14); at night a daybound one back face up."""
        owner = self.player if self.owner is None else self.owner
        game.require_playing(self.player)
        game.require_playing(owner)
        refuse_crowd(game)
        up = self._side()
        refuse_spell(self.card, up)
        if game.day is DayNight.NIGHT and Keyword.DAYBOUND in self.card.faces[0].keywords:
            up = Side.BACK  # it enters so, and has not transformed (CR 702.145b)
        yield PermanentEntered(
            permanent=Permanent(
                number=game.entered + 1,
                cards=(self.card,),
                token=self.card.token,
                up=up,
                owner=owner,
                control=(self.player,),
            )
        )

    def _side(self) -> Side:
        if self.transformed and not self.card.turns_over:
            raise RuleViolation(
                "CR 712.14",
                "**{card}** has no face to transform to, so told to enter transformed it stays "
                "where it is.",
                card=self.card.faces[0].name,
            )
        if self.transformed:
            return Side.BACK
        front, back = self.card.faces
        # Of two tokens printed back to back, each is a permanent of its own.
        two = self.card.kind is Kind.REVERSIBLE and front.name != back.name
        return self.face if two or self.card.kind is Kind.MODAL else Side.FRONT


class GainControl(Command[Game]):
    """A player gains control of a permanent, or has it back."""

    kind: Literal["gain_control"] = "gain_control"
    permanent: int
    player: Player

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Whoever controlled it before has it back as the later effects end."""
        game.require_playing(self.player)
        found = on_battlefield(game, self.permanent)
        if found.controller == self.player:
            raise RuleViolation(
                NO_RULE,
                "{player} controls **{name}** already.",
                player=who(self.player),
                name=found.name,
            )
        before = found.control
        if self.player in before:
            control = before[: before.index(self.player) + 1]
        else:
            control = (*before, self.player)
        yield ControlChanged(number=found.number, name=found.name, control=control)


class LeaveBattlefield(Command[Game]):
    """Permanents leave the battlefield, one or several at once."""

    kind: Literal["leave_battlefield"] = "leave_battlefield"
    permanents: tuple[int, ...]

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """Where they go is in front of their owners' cameras."""
        game.require_going_on()
        numbers = dict.fromkeys(self.permanents)
        if not numbers:
            raise RuleViolation(NO_RULE, "Name at least one permanent that leaves.")
        leaving = tuple(on_battlefield(game, number) for number in numbers)
        yield PermanentsLeft(gone=tuple(map(going, leaving)))


class CastDefeatedSiege(Command[Game]):
    """A Siege is defeated: exiled, and cast with its back face up (CR 310.12b)."""

    kind: Literal["cast_defeated_siege"] = "cast_defeated_siege"
    permanent: int

    def decide(self, game: Game, luck: Random) -> Happenings[Game]:
        """It is another object then, under whoever controlled it."""
        game.require_going_on()
        siege = on_battlefield(game, self.permanent)
        if not siege.double_faced or siege.token or not siege.face.has_type("Battle"):
            raise RuleViolation(
                "CR 310.12b", "**{name}** is no Siege that could be defeated.", name=siege.name
            )
        refuse_spell(siege.cards[0], siege.up.other)
        game = yield PermanentsLeft(gone=(going(siege),))
        yield PermanentEntered(
            permanent=Permanent(
                number=game.entered + 1,
                cards=siege.cards,
                up=siege.up.other,
                owner=siege.owner,
                control=(siege.controller,),
            )
        )


@whenever(PlayersLeft)
def what_leavers_had(event: PlayersLeft, game: Game, luck: Random) -> Happenings[Game]:
    """Whenever players leave: what they own leaves with them, and their control ends.

    What they only controlled goes back to whoever had it before, or is exiled where it entered
    under them (CR 800.4a).
    """
    leavers = frozenset(event.players)
    owned = tuple(p for p in game.battlefield if p.owner in leavers)
    if owned:
        game = yield PermanentsLeft(gone=tuple(map(going, owned)), why=Why.PLAYER_LEFT)
    exiled = []
    for permanent in game.battlefield:
        staying = tuple(player for player in permanent.control if player not in leavers)
        if not staying:
            exiled.append(permanent)
        elif staying != permanent.control:
            game = yield ControlChanged(
                number=permanent.number,
                name=permanent.name,
                control=staying,
                why=Why.PLAYER_LEFT,
                kept=permanent.controller not in leavers,
            )
    if exiled:
        yield PermanentsLeft(gone=tuple(map(going, exiled)), why=Why.EXILED)


def on_battlefield(game: Game, number: int) -> Permanent:
    """Return the permanent with this number."""
    for permanent in game.battlefield:
        if permanent.number == number:
            return permanent
    raise RuleViolation(
        NO_RULE, "Number {number} is not on the board: `/dfc board` shows it.", number=number
    )


def refuse_crowd(game: Game) -> None:
    """Refuse more permanents than any table has to keep apart."""
    if len(game.battlefield) >= MOST_PERMANENTS:
        raise RuleViolation(
            "House rule",
            "The board is full: it keeps {most} permanents. Take off one that has left.",
            most=MOST_PERMANENTS,
        )


def refuse_spell(card: DoubleFaced, up: Side) -> None:
    """Refuse an instant or sorcery as a permanent."""
    spell = card.face(up).spell_type
    if spell is None:
        return
    if card.kind is Kind.MODAL and up is Side.FRONT:
        raise RuleViolation(
            "CR 712.14b",
            "The front face of **{card}** is a spell's: unless its back face was played, it stays "
            "where it is.",
            card=card.name,
        )
    raise RuleViolation(
        "CR 304.4" if spell == "instant" else "CR 307.4",
        "**{face}** is a spell's face: it can't be on the battlefield.",
        face=card.face(up).name,
    )


def going(permanent: Permanent) -> Gone:
    """Return what is told of a permanent that leaves."""
    cards = tuple(card.faces[0].name for card in permanent.cards)
    return Gone(number=permanent.number, name=permanent.name, cards=cards)


def changed(game: Game, number: int, **changes: object) -> Game:
    """Return the game with one permanent changed."""
    return game.but(
        battlefield=tuple(p.but(**changes) if p.number == number else p for p in game.battlefield)
    )


def without(game: Game, numbers: frozenset[int]) -> Game:
    """Return the game without these permanents, and without abilities that wait to turn them."""
    waiting = tuple(number for number in game.this_turn.turning if number not in numbers)
    return game.but(
        battlefield=tuple(p for p in game.battlefield if p.number not in numbers),
        this_turn=game.this_turn.but(turning=waiting),
    )
