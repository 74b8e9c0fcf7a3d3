"""What is true of every game, whatever is asked of it."""

from collections import Counter
from importlib import import_module
from random import Random

from hypothesis import HealthCheck, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bot.errors import Doubt, RuleViolation
from bot.game import (
    battlefield,
    bounty,
    copying,
    daynight,
    dungeon,
    initiative,
    melding,
    pod,
    transforming,
    turns,
    werewolves,
)
from bot.game.engine import Command, Event, replay
from bot.game.faces import DoubleFaced, Side
from bot.game.facts import BOUNTIES, DUNGEONS, TOP_LEVEL
from bot.game.game import Cast, Game, Mode
from bot.game.permanent import DayNight
from bot.game.recap import recap
from bot.game.rules import COMMAND, EVENTS, AnyEvent, play
from tests.game.order import assert_in_order, assert_nothing_leaks, assert_time_and_numbers_go_on
from tests.game.table import POD, assert_said_well, card, union
from tests.game.wishes import cards, commands, dungeons, players, several, sides
from tests.walks import walk


class AnyGame(RuleBasedStateMachine):
    """A table where anybody asks for anything, legal or not."""

    def __init__(self) -> None:
        super().__init__()
        self.game = self.start = Game()
        self.events: tuple[Event[Game], ...] = ()
        self.luck = Random(0)

    @initialize(
        size=st.integers(1, 6),
        giants=st.booleans(),
        deck=st.none() | st.integers(6, 12),
        bounties=st.sampled_from([True, True, True, False]),
        seed=st.integers(0, 1_000),
    )
    def sit_down(
        self, size: int, giants: bool, deck: int | None, bounties: bool, seed: int
    ) -> None:
        """Seat two to six players, two teams, or (size 1) nobody."""
        self.luck = Random(seed)
        if deck is not None:
            picked = tuple(BOUNTIES)[:deck] if seed % 2 else ()
            self.ask(bounty.SetUpBounties(size=deck, cards=picked))
        mode = Mode.TWO_HEADED_GIANT if giants and size == 4 else Mode.FREE_FOR_ALL
        if size > 1:
            self.ask(pod.StartPod(players=POD[:size], mode=mode, bounties=bounties))

    @rule(command=commands)
    def anything(self, command: Command[Game]) -> None:
        self.ask(command)

    @rule(number=st.integers(1, 9), collect=st.booleans(), cast=st.integers(0, 5))
    def pass_turns(self, number: int, collect: bool, cast: int = 0) -> None:
        for _ in range(number):
            self.settle()
            if collect:
                self.collect()
            self.end_turn(cast)

    def end_turn(self, cast: int) -> None:
        """End the turn: whatever may be told about the spells in it, is enough to end it."""
        before, answers = self.game, daynight.answers(self.game)
        told = answers[cast % len(answers)] if answers else Cast()
        self.ask(turns.NextTurn(cast=told, sure=True))
        assert before.over or self.game.turns.number == before.turns.number + 1

    @rule(player=players)
    def take(self, player: int) -> None:
        self.ask(initiative.TakeInitiative(player=player, sure=True))

    @rule(player=players, dungeon_id=dungeons)
    def venture(self, player: int, dungeon_id: str | None) -> None:
        self.ask(dungeon.VentureIntoTheDungeon(player=player, dungeon=dungeon_id))

    @rule(which=st.integers(0, 3))
    def settle(self, which: int = 0) -> None:
        """Settle every open choice."""
        while choices := dungeon.open_choices(self.game):
            if self.game.over:
                return
            way = choices[0].ways[which % len(choices[0].ways)]
            self.ask(
                dungeon.ChooseRoom(
                    player=choices[0].player, dungeon=way.dungeon.id, room=way.room.id
                )
            )

    @rule()
    def collect(self) -> None:
        """Collect what is on offer, twice."""
        for player in self.game.active[:1] or POD[:1]:
            for _ in range(2):
                self.ask(bounty.ClaimBounty(player=player, reward=bounty.Pays.CARD))

    @rule(player=players, collect=st.booleans())
    def whole_round_with_an_upkeep_taken_back(self, player: int, collect: bool) -> None:
        self.take(player)
        for _ in self.game.turns.teams or (1,):
            self.pass_turns(1, collect)
            self.ask(initiative.TakeBackUpkeep())

    @rule(player=players, some=st.lists(cards, min_size=1, max_size=3), face=sides)
    def permanents_enter(self, player: int, some: list[DoubleFaced], face: Side) -> None:
        for one in some:
            self.ask(battlefield.EnterBattlefield(player=player, card=one, face=face))

    @rule(player=players, which=st.integers(0, 60), onto=st.integers(0, 60), token=st.booleans())
    def one_is_copied(self, player: int, which: int, onto: int, token: bool) -> None:
        """By a token or a Clone that enters, or (without a token) by another one on the board."""
        original, copier = self.any_of(which), self.any_of(onto)
        for over in [None] if token else [None, copier]:
            self.ask(
                copying.CopyPermanent(player=player, permanent=original, token=token, onto=over)
            )

    @rule(which=st.integers(0, 60), player=players)
    def one_turns_over_or_changes_hands(self, which: int, player: int) -> None:
        number = self.any_of(which)
        self.ask(transforming.Transform(permanent=number))
        self.ask(battlefield.GainControl(permanent=number, player=player))

    @rule(player=players, which=st.integers(0, 60))
    def a_pair_melds(self, player: int, which: int) -> None:
        """If nothing is in the way, such as one of them being a copy of something else."""
        parts = []
        for part in ("Graf Rats", "Midnight Scavengers"):
            self.ask(battlefield.EnterBattlefield(player=player, card=card(part)))
            parts.append(self.game.entered)
        if which % 4 == 0:
            self.one_is_copied(player, which, len(self.game.battlefield) - 1, token=False)
        self.ask(melding.Meld(first=parts[0], second=parts[1]))

    @rule(which=st.integers(0, 60))
    def one_stops_copying_or_leaves(self, which: int) -> None:
        self.ask(copying.StopCopying(permanent=self.any_of(which)))
        self.ask(battlefield.LeaveBattlefield(permanents=(self.any_of(which),)))

    def any_of(self, which: int) -> int:
        """Return the number of a permanent on the battlefield, if there is one."""
        numbers = [permanent.number for permanent in self.game.battlefield]
        return numbers[which % len(numbers)] if numbers else 1

    @rule(cast=st.integers(0, 5))
    def time_goes_by(self, cast: int) -> None:
        night = self.game.day is DayNight.NIGHT
        self.ask(daynight.SetDayNight(to=DayNight.DAY if night else DayNight.NIGHT))
        self.settle()
        self.end_turn(cast)

    @rule(player=players, extra=st.booleans())
    def queue_a_turn(self, player: int, extra: bool) -> None:
        self.ask((turns.AddExtraTurn if extra else turns.AddSkip)(player=player))

    @rule()
    def begin_with_bounties_now(self) -> None:
        self.ask(bounty.RevealBounty(early=True))

    @rule(named=several)
    def note_most(self, named: tuple[int, ...]) -> None:
        self.ask(bounty.NoteMost(players=named))

    @rule(player=players)
    def somebody_leaves(self, player: int) -> None:
        self.ask(pod.LeaveGame(players=(player,)))

    @rule()
    def the_holder_leaves(self) -> None:
        if self.game.initiative is not None:
            self.ask(pod.LeaveGame(players=(self.game.initiative,)))

    @rule(size=st.integers(1, 6), giants=st.booleans(), seed=st.integers(0, 1_000))
    def next_game(self, size: int, giants: bool, seed: int) -> None:
        if not self.game.over:
            return
        self.teardown()
        self.game, self.events = self.start, ()
        self.sit_down(size, giants, 6, bounties=True, seed=seed)

    def ask(self, command: Command[Game]) -> None:
        """Ask for something, and check what came of it."""
        read = COMMAND.validate_json(COMMAND.dump_json(command))  # type: ignore[arg-type]
        assert read == command
        before = self.game.model_dump_json()
        try:
            game, events = play(self.game, command, self.luck)
        except RuleViolation as violation:
            self.refused(violation, before)
            return
        assert self.game.model_dump_json() == before
        assert events
        assert replay(self.game, events) == game
        if not isinstance(events[0], pod.PodSeated):
            assert_time_and_numbers_go_on(self.game, game, events)
        assert_nothing_leaks(events)
        for happened in events:
            event(type(happened).__name__)
        self.game = game
        self.events += events

    def refused(self, violation: RuleViolation, before: str) -> None:
        """Check a refusal: it changes and gives away nothing. Whoever is asked first is sure."""
        assert self.game.model_dump_json() == before
        assert_said_well(violation)
        assert not any(BOUNTIES[card].name in str(violation) for card in self.game.bounties.pile)
        if isinstance(violation, Doubt):
            self.ask(violation.sure)

    @invariant()
    def a_game_reads_back_as_it_was_written(self) -> None:
        assert Game.model_validate_json(self.game.model_dump_json()) == self.game
        recap(self.game)

    @invariant()
    def one_holder_at_most_and_in_the_game(self) -> None:
        game = self.game
        if game.seated and not game.over:
            assert {game.initiative, game.monarch} <= {None, *game.living}

    @invariant()
    def one_dungeon_a_player_each_on_a_way_that_exists(self) -> None:
        game = self.game
        if game.seated:
            assert set(game.delves) <= set(game.living)
            assert {venture.player for venture in game.ventures} <= set(game.living)
        for delve in game.delves.values():
            here = DUNGEONS[delve.dungeon]
            assert delve.path[0] == here.entrance.id
            for before, after in zip(delve.path, delve.path[1:], strict=False):
                assert after in here.room(before).exits

    @invariant()
    def open_ventures_wait_for_a_real_choice(self) -> None:
        """Or they are queued behind one that does."""
        choices = dungeon.open_choices(self.game)
        assert {v.player for v in self.game.ventures} == {choice.player for choice in choices}
        assert all(len(choice.ways) > 1 for choice in choices)

    @invariant()
    def pile_and_offer_and_trophies_are_the_deck(self) -> None:
        bounties = self.game.bounties
        cards = [*bounties.pile, *(trophy.card for trophy in bounties.trophies)]
        if bounties.offer is not None:
            cards.append(bounties.offer.card)
        assert Counter(cards) == Counter(bounties.deck)

    @invariant()
    def the_level_is_1_to_4(self) -> None:
        offer = self.game.bounties.offer
        assert offer is None or 1 <= offer.level <= TOP_LEVEL

    @invariant()
    def one_claim_a_turn_at_most(self) -> None:
        claims = Counter(claim.turn for claim in self.game.bounties.claims)
        assert all(number == 1 for number in claims.values())
        if self.game.this_turn.claimed:
            assert self.game.bounties.offer is None

    @invariant()
    def a_bounty_is_on_offer_unless_it_was_claimed_this_turn(self) -> None:
        bounties = self.game.bounties
        if bounties.under_way:
            assert (bounties.offer is None) == self.game.this_turn.claimed

    @invariant()
    def the_first_bounty_has_come_by_the_starting_players_third_turn(self) -> None:
        game = self.game
        if not game.seated:
            return
        starting = game.turns.teams[game.turns.starting]
        assert starting.turns <= game.turns.starting_turns
        if starting.turns >= 3 and game.bounties.on:
            assert game.bounties.under_way

    @invariant()
    def the_battlefield_is_in_order(self) -> None:
        assert_in_order(self.game)

    @invariant()
    def turns_add_up(self) -> None:
        game = self.game
        if game.seated:
            assert sum(team.turns for team in game.turns.teams) == game.turns.number
            gone = {i for i in range(len(game.turns.teams)) if not game.members(i)}
            assert gone.isdisjoint((*game.turns.extra, *game.turns.skips))

    @invariant()
    def a_game_with_one_side_left_is_over(self) -> None:
        game = self.game
        standing = [i for i in range(len(game.turns.teams)) if game.members(i)]
        assert not game.seated or game.over or len(standing) > 1
        if game.mode is Mode.TWO_HEADED_GIANT:
            assert all(len(game.members(i)) == 2 for i in standing)
        if game.ending is not None:
            assert set(game.ending.winners) <= set(game.living)

    def teardown(self) -> None:
        """Replaying everything, as it was written, gives the same game."""
        read = EVENTS.validate_json(EVENTS.dump_json(self.events))  # type: ignore[arg-type]
        assert read == self.events
        assert replay(self.start, read) == self.game


AnyGame.TestCase.settings = settings(
    max_examples=120,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestAnyGame = AnyGame.TestCase


def test_whatever_a_table_wishes_its_battlefield_stays_in_order() -> None:
    """In longer games than those above, of what players are likely to wish for."""
    seen = set()
    for seed in range(14):
        before = Game()
        for game, events in walk(Random(seed), before, 500):
            if not before.over and not isinstance(events[0], pod.PodSeated):
                assert_time_and_numbers_go_on(before, game, events)
            assert_in_order(game)
            seen |= {type(happened) for happened in events}
            before = game
    subjects = (battlefield, transforming, copying, melding, daynight, werewolves)
    happens = {event for event in union(AnyEvent) if import_module(event.__module__) in subjects}
    assert len(happens) == 9
    assert happens <= seen
