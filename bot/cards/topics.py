"""What there is to know about double-faced cards, by topic: found by what people type, or by card.

The texts are in ``data/dfc_topics.json``, in our own words. Rule numbers are those of the
Comprehensive Rules of `bot.game.facts.RULES_EDITION`.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from types import MappingProxyType
from typing import Annotated, Final

from pydantic import Field
from rapidfuzz import fuzz

from bot.cards.search import words
from bot.game.engine import Frozen
from bot.game.faces import DoubleFaced, Face, Keyword, Kind, Side
from bot.i18n import Language
from bot.i18n.catalogues import catalogue

MOST_OF_A_CARD: Final = 4
"""How many topics are named for one card."""

_RULE = re.compile(r"\b\d{3}(?:\.\d+[a-z]{0,2})?\b")
_IN_BRACKETS = re.compile(r"\(([^()]*)\)")

# How well a name fits what was typed. Below, a likeness of 0 to 100 that allows for misspelling.
_SAME, _BEGINS, _NAMED, _WORDS = 400.0, 300.0, 250.0, 200.0
_LIKENESS = 70.0
_SHORTEST_FUZZY = 4

Rules = Annotated[str, Field(pattern=r"^\d{3}(\.\d+[a-z]{0,2})?(, \d{3}(\.\d+[a-z]{0,2})?)*$")]
Line = Annotated[str, Field(min_length=1, max_length=100)]
Text = Annotated[str, Field(min_length=1)]


class Change(Frozen):
    """What the introduction of double-faced cards in 2011 said, and how it is now.

    ``rule`` are the numbers of the rules that say so now, ``since`` the set that brought it, None
    where that is not known.
    """

    then: Text
    now: Text
    rule: Rules
    since: Text | None = None


class Topic(Frozen):
    """A question that players ask, and its answer.

    ``about`` tells in one line what the topic holds. ``answer`` is what most askers want to know;
    ``points`` are the cases, each beginning with what it is about. Both are markdown. ``asked`` are
    other words for the topic, in any language of the bot.
    """

    id: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
    title: Annotated[str, Field(min_length=1, max_length=60)]
    about: Line
    asked: tuple[Line, ...]
    answer: Text
    points: Annotated[tuple[Text, ...], Field(min_length=1)]
    changed: tuple[Change, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The numbers of all rules it cites, in the order of the text, each once."""
        cited = (part for line in self.points for part in _IN_BRACKETS.findall(line))
        listed = [*cited, *(change.rule for change in self.changed)]
        return tuple(dict.fromkeys(number for text in listed for number in _RULE.findall(text)))

    def sentences(self) -> Iterator[str]:
        """Yield everything of it that is shown, each to be said in the reader's language."""
        yield from (self.title, self.about, self.answer, *self.points)
        for change in self.changed:
            yield from (change.then, change.now, *filter(None, [change.since]))


def _read() -> Mapping[str, Topic]:
    rows = json.loads(files("data").joinpath("dfc_topics.json").read_text(encoding="utf-8"))
    return MappingProxyType({row["id"]: Topic.model_validate(row) for row in rows})


TOPICS: Mapping[str, Topic] = _read()


def find(text: str) -> tuple[Topic, ...]:
    """Return the topics that a text may mean, the best first; all of them for an empty text.

    A text may be a title, another word for a topic, the beginning of either, a misspelling, or a
    whole question with such words in it, all of it in any language of the bot.
    """
    typed = words(text)
    if not typed:
        return tuple(TOPICS.values())
    fits = [(_fit(typed, topic), topic) for topic in TOPICS.values()]
    ranked = sorted(fits, key=lambda pair: pair[0], reverse=True)
    return tuple(topic for fit, topic in ranked if fit >= _LIKENESS)


def of(card: DoubleFaced) -> tuple[Topic, ...]:
    """Return the topics that matter for a card, the most specific first: one to four."""
    distinct = dict.fromkeys(_of(card))
    return tuple(TOPICS[topic] for topic in islice(distinct, MOST_OF_A_CARD))


def _fit(typed: list[str], topic: Topic) -> float:
    return max(_likeness(typed, name) for name in _names(topic))


@cache
def _names(topic: Topic) -> Sequence[list[str]]:
    titles = (catalogue(language).gettext(topic.title) for language in Language)
    return [words(name) for name in (topic.id.replace("_", " "), *titles, *topic.asked)]


def _likeness(typed: list[str], name: list[str]) -> float:
    key, whole = "".join(typed), "".join(name)
    if key == whole:
        return _SAME
    if whole.startswith(key):
        return _BEGINS
    if _holds(typed, name):
        return _NAMED + len(whole)
    if all(any(word.startswith(start) for word in name) for start in typed):
        return _WORDS
    return fuzz.ratio(key, whole) if len(key) >= _SHORTEST_FUZZY else 0.0


def _holds(typed: list[str], name: list[str]) -> bool:
    """Tell whether a question has the words of a name in it, next to each other."""
    return any(typed[at : at + len(name)] == name for at in range(len(typed) - len(name) + 1))


def _of(card: DoubleFaced) -> Iterator[str]:
    yield from _of_its_abilities(card)
    yield from _of_its_kind(card)
    if card.kind is Kind.REVERSIBLE:
        return
    if _may_command(card.face(Side.FRONT)):
        yield "commander"
    yield from ("mana_value", "copies")


def _of_its_abilities(card: DoubleFaced) -> Iterator[str]:
    if any(face.has_type("Battle") for face in card.faces):
        yield "battles"
    if _have(card.faces, Keyword.DAYBOUND, Keyword.NIGHTBOUND):
        yield "daybound"
    if any(face.turns for face in card.faces):
        yield "werewolves"
    if _have(card.faces, Keyword.DISTURB):
        yield from ("casting", "entering")


def _of_its_kind(card: DoubleFaced) -> Iterator[str]:
    if card.kind is Kind.MELD:
        yield from ("meld", "leaving")
    elif card.kind is Kind.MODAL:
        yield from ("modal", "casting")
        if card.face(Side.FRONT).spell_type is not None:
            yield "entering"
    elif card.kind is Kind.REVERSIBLE:
        yield "kinds"
    else:
        yield "transforming"
    if card.token:
        yield "copies"


def _have(faces: Iterable[Face], *keywords: Keyword) -> bool:
    return any(keyword in face.keywords for face in faces for keyword in keywords)


def _may_command(front: Face) -> bool:
    """Tell whether a front is a legendary creature, what nearly every commander is (CR 903.3)."""
    return front.has_type("Legendary") and front.has_type("Creature")
