"""What is true of every game of Foraging Squirrels, however it is played."""

import inspect
import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import NO_RULE, RuleViolation
from bot.game.engine import Command, Event, replay
from bot.game.forage import lobby, turns
from bot.game.forage.board import SPACES, Direction
from bot.game.forage.cards import CARDS, Colour, Food
from bot.game.forage.game import EndedBy, Forage, can_dig, diggable, legal_moves
from bot.game.forage.lobby import CallArt, LeaveForage, StartForage
from bot.game.forage.rules import FORAGE_EVENTS, AnyForageCommand, AnyForageEvent, play
from bot.game.forage.score import score
from bot.game.forage.turns import Dig, EndTurn, Move
from bot.game.rules import AnyCommand, AnyEvent
from tests.game.forest import NOBODY_HERE, POD

GAMES = int(os.environ.get("FORAGE_GAMES", "200"))
"""How many games are played out for each number of players."""

LONGEST = 24 + 3 + 24  # a card is taken by each move; three dig, and as many are done


def options(game: Forage) -> list[Command[Forage]]:
    """Everything that the player whose turn it is may do; some of the digs."""
    (player,) = game.active
    can: list[Command[Forage]] = [
        Move(player=player, colour=move.colour, direction=move.direction)
        for move in legal_moves(game)
    ]
    if game.moved:
        can.append(EndTurn(player=player))
    if can_dig(game, player):
        can += [Dig(player=player, cell=d.cell, onto=d.onto[0]) for d in diggable(game)]
    return can


def check(game: Forage, started: Forage) -> None:
    """What is true of every position of a game."""
    laid = Counter((*game.grid, *(food for f in game.foragers for food in f.haul)))
    del laid[None]
    dealt = Counter(started.grid)
    del dealt[None]
    assert laid == dealt, "cards are conserved"
    assert len(game.grid) == SPACES
    assert game.grid[game.squirrel] is None
    result = score(game)
    highest = max((line.total for line in result.players), default=0)
    for line in result.players:
        bonuses = sum(line.player in category.scorers for category in result.categories)
        assert line.total == line.cards + bonuses == line.cards + len(line.bonuses)
        assert (line.player in result.leaders) == (line.total == highest)
    if game.over:
        assert game.whose is None
        assert legal_moves(game) == ()
        return
    (player,) = game.active
    assert player in game.living
    assert game.moved or legal_moves(game), "a turn always has a move"
    assert not (game.moved and not can_dig(game, player)), "a turn ends by itself"


def began(players: int, seed: int, own: tuple[Food, ...] = ()) -> tuple[Forage, Random]:
    luck = Random(seed)
    game, _ = play(Forage(), StartForage(players=POD[:players], own=own), luck)
    return game, luck


def played_out(players: int, seed: int) -> tuple[Forage, int]:
    """Return a game that a bot has played at random to its end, and how many acts it took."""
    game, luck = began(players, seed)
    started, acts = game, 0
    while not game.over:
        game, _ = play(game, luck.choice(options(game)), luck)
        check(game, started)
        acts += 1
        assert acts <= LONGEST, "games end"
    return game, acts


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_played_out(players: int) -> None:
    """`FORAGE_GAMES=1000 pytest -s -k played_out` prints how long a thousand games are."""
    lengths, left = Counter[int](), Counter[int]()
    for seed in range(GAMES):
        game, _ = played_out(players, seed)
        assert game.ending is not None
        assert game.ending.by is EndedBy.NO_FOOD_IN_LINE
        assert game.ending.winners
        lengths[game.turn] += 1
        left[sum(food is not None for food in game.grid)] += 1
    mean = sum(turns * games for turns, games in lengths.items()) / GAMES
    print(f"\n{players} players, turns: mean {mean:.1f}, {sorted(lengths.items())}")
    print(f"cards left over: {sorted(left.items())}")
    assert 3 < mean < 24


choices = st.lists(st.integers(0, 10_000), max_size=60)
own_cards = st.lists(
    st.builds(Food, number=st.sampled_from(sorted(CARDS)), foil=st.booleans()), max_size=27
).map(tuple)


@settings(max_examples=150, deadline=None)
@given(players=st.integers(2, 4), seed=st.integers(0, 10**9), own=own_cards, chosen=choices)
def test_every_reachable_position(
    players: int, seed: int, own: tuple[Food, ...], chosen: list[int]
) -> None:
    """Whatever is chosen, and whatever cards there are: also leaving, at any moment."""
    game, luck = began(players, seed, own)
    started = game
    happened: list[Event[Forage]] = []
    check(game, started)
    for number in chosen:
        if game.over:
            break
        can = options(game)
        command = can[number % len(can)]
        if number % 97 == 0:
            command = LeaveForage(players=(game.living[number % len(game.living)],))
        game, events = play(game, command, luck)
        happened += events
        check(game, started)
        assert Forage.model_validate_json(game.model_dump_json()) == game
    told = FORAGE_EVENTS.dump_json(tuple(happened))  # type: ignore[arg-type]
    assert replay(started, FORAGE_EVENTS.validate_json(told)) == game


players_ = st.sampled_from([*POD, NOBODY_HERE])
cells = st.integers(-1, SPACES)
wishes: st.SearchStrategy[Command[Forage]] = st.one_of(
    st.builds(
        Move,
        player=players_,
        colour=st.sampled_from(Colour),
        direction=st.sampled_from(Direction),
        done=st.booleans(),
    ),
    st.builds(Dig, player=players_, cell=cells, onto=cells),
    st.builds(EndTurn, player=players_),
    st.builds(CallArt, player=players_, number=st.integers(0, 310), squirrel=st.booleans()),
    st.builds(LeaveForage, players=st.lists(players_, max_size=2).map(tuple)),
    st.builds(lobby.EndForage),
    st.builds(lobby.OpenForageLobby, player=players_),
    st.builds(lobby.JoinForage, player=players_),
    st.builds(lobby.LeaveForageLobby, player=players_),
    st.builds(lobby.StartForageLobby, player=players_),
    st.builds(StartForage, players=st.lists(players_, max_size=5).map(tuple)),
)


def check_refusal(refused: RuleViolation) -> None:
    assert refused.rule in ("Foraging Squirrels", "House rule", NO_RULE)
    assert str(refused).endswith(".")
    assert "{" not in str(refused)


@settings(max_examples=150, deadline=None)
@given(asked=st.lists(wishes, max_size=40), seed=st.integers(0, 1000))
def test_whatever_is_asked_the_rules_answer(asked: list[Command[Forage]], seed: int) -> None:
    """Every wish is carried out or refused by a rule with a sentence; nothing else is raised."""
    game, luck = Forage(), Random(seed)
    started = game
    for command in asked:
        try:
            game, events = play(game, command, luck)
        except RuleViolation as refused:
            check_refusal(refused)
            continue
        if any(event.kind == "forage_started" for event in events):  # type: ignore[attr-defined]
            started = game
        if game.seated:
            check(game, started)


def union(annotated: Any) -> set[type[Any]]:
    return set(get_args(get_args(annotated)[0]))


def kinds(annotated: Any) -> Iterator[str]:
    return (member.model_fields["kind"].default for member in union(annotated))


@pytest.mark.parametrize(("base", "known"), [(Event, AnyForageEvent), (Command, AnyForageCommand)])
def test_every_event_and_command_is_in_its_union(base: type[Any], known: Any) -> None:
    defined = {
        value
        for subject in (lobby, turns)
        for value in vars(subject).values()
        if inspect.isclass(value)
        and issubclass(value, base)
        and not inspect.isabstract(value)
        and value.__module__ == subject.__name__
    }
    assert defined == union(known)


def test_kinds_are_unique_also_beside_those_of_the_pods_game() -> None:
    """Each names its class; the three verbs a pod could come to need as well say "forage"."""
    every = [
        kind
        for known in (AnyForageCommand, AnyForageEvent, AnyCommand, AnyEvent)
        for kind in kinds(known)
    ]
    assert len(set(every)) == len(every)
    for member in union(AnyForageCommand) | union(AnyForageEvent):
        kind = member.model_fields["kind"].default
        assert kind.removeprefix("forage_").replace("_", "") in (
            member.__name__.lower(),
            member.__name__.lower().removeprefix("forage"),
        )
