"""The engine on a tiny game of its own: decide, evolve, whenever, play, replay."""

from random import Random
from types import ModuleType
from typing import Any, Literal

import pytest

from bot.errors import RuleViolation
from bot.game.engine import Command, Event, Frozen, Happenings, Rulebook, Trigger, replay, whenever


class Tally(Frozen):
    words: tuple[str, ...] = ()


class Said(Event[Tally]):
    kind: Literal["said"] = "said"
    word: str

    def evolve(self, game: Tally) -> Tally:
        return game.but(words=(*game.words, self.word))


class Shouted(Event[Tally]):
    kind: Literal["shouted"] = "shouted"

    def evolve(self, game: Tally) -> Tally:
        return game


class Say(Command[Tally]):
    words: tuple[str, ...]

    def decide(self, game: Tally, luck: Random) -> Happenings[Tally]:
        for word in self.words:
            game = yield Said(word=word)
            assert word in game.words
            if word == "no":
                raise RuleViolation("House rule", "Not that word.")


class Roll(Command[Tally]):
    def decide(self, game: Tally, luck: Random) -> Happenings[Tally]:
        yield Said(word=str(luck.randrange(1_000_000)))


def rulebook(*triggers: Trigger[Tally]) -> Rulebook[Tally]:
    subject = ModuleType(__name__)
    for number, trigger in enumerate(triggers):
        setattr(subject, f"ability_{number}", trigger)
    return Rulebook(subject)


@whenever(Said)
def echo(event: Said, game: Tally, luck: Random) -> Happenings[Tally]:
    if len(event.word) < 3:
        game = yield Said(word=event.word * 2)
        assert event.word * 2 in game.words


@whenever(Said)
def count_up(event: Said, game: Tally, luck: Random) -> Happenings[Tally]:
    if not event.word.isdigit():
        yield Said(word=str(len(game.words) + 1000))


@whenever(Said, Shouted)
def hear(event: Said | Shouted, game: Tally, luck: Random) -> Happenings[Tally]:
    if isinstance(event, Shouted):
        yield Said(word="heard")


def test_a_command_without_triggers_gives_its_events_in_order() -> None:
    game, events = rulebook().play(Tally(), Say(words=("one", "two")), Random(0))
    assert game.words == ("one", "two")
    assert events == (Said(word="one"), Said(word="two"))


def test_triggers_are_worked_off_depth_first() -> None:
    game, _ = rulebook(echo).play(Tally(), Say(words=("a", "end")), Random(0))
    assert game.words == ("a", "aa", "aaaa", "end")


def test_each_trigger_sees_the_state_as_it_is_then() -> None:
    """The second ability counts what the first one said."""
    game, _ = rulebook(echo, count_up).play(Tally(), Say(words=("ab",)), Random(0))
    assert game.words == ("ab", "abab", "1002", "1003")


def test_one_ability_may_wait_for_two_events() -> None:
    class Shout(Command[Tally]):
        def decide(self, game: Tally, luck: Random) -> Happenings[Tally]:
            yield Shouted()

    game, events = rulebook(hear).play(Tally(), Shout(), Random(0))
    assert events == (Shouted(), Said(word="heard"))
    assert game.words == ("heard",)


def test_a_refusal_half_way_leaves_the_game_as_it_was() -> None:
    before = Tally(words=("before",))
    with pytest.raises(RuleViolation, match="Not that word"):
        rulebook(echo).play(before, Say(words=("a", "no")), Random(0))
    assert before == Tally(words=("before",))


def test_a_refusal_in_a_triggered_ability_refuses_the_whole_command() -> None:
    @whenever(Said)
    def forbid(event: Said, game: Tally, luck: Random) -> Happenings[Tally]:
        raise RuleViolation("CR 101.2", "Nothing may be said.")
        yield

    with pytest.raises(RuleViolation, match="Nothing may be said"):
        rulebook(forbid).play(Tally(), Say(words=("word",)), Random(0))


def test_replaying_needs_no_luck() -> None:
    game, events = rulebook().play(Tally(), Roll(), Random(5))
    other, _ = rulebook().play(Tally(), Roll(), Random(6))
    assert other != game
    assert replay(Tally(), events) == game


def test_a_rulebook_takes_only_a_modules_own_abilities() -> None:
    """An ability that a module merely imports must not trigger twice."""
    elsewhere = ModuleType("elsewhere")
    elsewhere.echo = echo  # type: ignore[attr-defined]
    assert Rulebook[Tally](elsewhere).triggers == ()


def test_but_changes_a_copy() -> None:
    before = Tally()
    assert before.but(words=("x",)) == Tally(words=("x",))
    assert before == Tally()


def test_but_refuses_a_misspelt_name() -> None:
    with pytest.raises(TypeError, match="Tally has no field wrods"):
        Tally().but(wrods=("x",))


@pytest.mark.parametrize("change", [{"word": "new"}, {"schema_version": 2}])
def test_values_are_frozen(change: dict[str, Any]) -> None:
    event = Said(word="old")
    for name, value in change.items():
        with pytest.raises(ValueError, match="frozen"):
            setattr(event, name, value)


def test_events_carry_a_schema_version() -> None:
    assert Said(word="x").model_dump()["schema_version"] == 1


def test_unknown_fields_are_refused_when_read() -> None:
    with pytest.raises(ValueError, match="extra"):
        Said.model_validate({"word": "x", "wrod": "y"})
