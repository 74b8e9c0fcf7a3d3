"""The topics on double-faced cards: what they hold, what finds them, and for which cards."""

import re
from collections.abc import Iterator
from gettext import NullTranslations

import pytest
from pydantic import ValidationError

from bot.cards.catalogue import Catalogue
from bot.cards.search import words
from bot.cards.topics import MOST_OF_A_CARD, TOPICS, Change, Topic, _names, find, of
from bot.game.faces import DoubleFaced, Face, Keyword, Kind
from bot.i18n import Language

EVERY = pytest.mark.parametrize("topic", TOPICS.values(), ids=TOPICS)

RULE = r"\d{3}(\.\d+[a-z]{0,2})?"
CITED = re.compile(rf"\((?:{RULE}(?:, {RULE})*|Tournament Rules \d\.\d+)\)")


def ids(topics: tuple[Topic, ...]) -> list[str]:
    return [topic.id for topic in topics]


def test_what_there_are_topics_for() -> None:
    assert [topic.title for topic in TOPICS.values()] == [
        "Casting and playing",
        "Entering the battlefield",
        "Transforming and converting",
        "Mana value",
        "Colour identity and Commander",
        "Copies: Clones and tokens",
        "Face-down cards",
        "Melding",
        "Leaving the battlefield",
        "Modal cards (MDFC)",
        "Battles",
        "Daybound and nightbound",
        "Werewolves of the first Innistrad",
        "Sleeves and substitute cards",
        "Drafting",
        "Kinds and faces",
    ]


@EVERY
def test_a_topic_cites_its_rules(topic: Topic) -> None:
    assert topic.rules
    assert all(re.fullmatch(RULE, number) for number in topic.rules)


@EVERY
def test_a_number_of_a_rule_stands_in_brackets_and_nowhere_else(topic: Topic) -> None:
    for line in (topic.answer, *topic.points):
        assert not re.search(r"\d{3}", CITED.sub("", line).replace("2011 to 2018", "")), line


@EVERY
def test_a_case_begins_with_what_it_is_about_and_ends_as_a_sentence(topic: Topic) -> None:
    for point in topic.points:
        assert re.match(r"\*\*[^*]+\*\*", point), point
        assert point.count("**") % 2 == 0, point
        assert point.endswith("."), point
    for change in topic.changed:
        assert change.then.endswith(".")
        assert change.now.endswith(".")


@EVERY
def test_a_topic_is_read_at_a_glance(topic: Topic) -> None:
    assert len(topic.answer) <= 130
    assert len(topic.points) <= 7
    assert all(len(point) <= 300 for point in topic.points)


def test_the_rules_of_2026_are_cited_by_their_numbers_of_2026() -> None:
    """Preparation cards took 722 that year: merging moved to 730, day and night to 731."""
    shifted = {"724", "725", "726", "729"}  # nothing here is about what these are now
    cited = {number.partition(".")[0] for topic in TOPICS.values() for number in topic.rules}
    assert not cited & shifted
    assert {"730", "731"} <= cited


# What the introduction of 2011 said otherwise: the topic that tells it, the rule that says so now,
# and words of what changed.
OUTDATED = [
    ("entering", "712.14", "always enters front face up", "only the default"),
    ("casting", "712.8c", "only on the battlefield", "on the stack"),
    ("commander", "903.4d", "says nothing", "always counts"),
    ("mana_value", "202.3b", "cost is 0", "the front's"),
    ("transforming", "712.9", "tokens never do", "double-faced tokens"),
    ("transforming", "701.27f", "transform twice", "ignored"),
    ("copies", "707.8a", "only the face that is up", "both faces"),
    ("face_down", "712.16", "never face down", "can't be turned down"),
    ("kinds", "712.3", "has an ability that transforms", "Meld cards, Sieges, disturb"),
    ("kinds", "712.2b", "A sun", "triangle"),
    ("sleeves", "713.2", "Only official checklist cards", "several kinds"),
    ("werewolves", "731.1", "counting the spells", "Unchanged"),
]


@pytest.mark.parametrize(("topic", "rule", "then", "now"), OUTDATED)
def test_what_the_introduction_of_2011_says_otherwise(
    topic: str, rule: str, then: str, now: str
) -> None:
    [change] = [c for c in TOPICS[topic].changed if then in c.then]
    assert now in change.now
    assert rule in change.rule.split(", ")


def test_nothing_else_is_told_as_changed() -> None:
    assert sum(len(topic.changed) for topic in TOPICS.values()) == len(OUTDATED)


def test_a_change_is_dated_by_a_set_and_its_year_where_that_is_known() -> None:
    dated = [c.since for topic in TOPICS.values() for c in topic.changed if c.since]
    assert len(dated) == len(OUTDATED) - 2
    for since in dated:
        assert all(2011 < int(year) <= 2026 for year in re.findall(r", (\d{4})", since))
        assert re.fullmatch(r"[A-Z][^;]*, \d{4}(; [^;]+)?", since)


@pytest.mark.parametrize("rule", ["", "CR 712.9", "712.9 and 712.10", "712.9,712.10", "12.9"])
def test_a_rule_of_another_form_is_refused(rule: str) -> None:
    with pytest.raises(ValidationError, match="rule"):
        Change(then="so", now="not so", rule=rule)


# The statements that players stake a game on, each with its rule.
TOLD = [
    ("casting", "you choose the face before the spell goes on the stack", "712.11b"),
    ("entering", "From anywhere else", "712.14"),
    ("entering", "If its front is no permanent card", "712.14b"),
    ("transforming", "counters, Auras and effects stay", "712.18"),
    ("transforming", "instant or sorcery:** nothing happens", "712.10"),
    ("mana_value", "A Clone of a transforming card's back:** 0", "202.3b"),
    ("mana_value", "both fronts added up. A copy of it: 0", "202.3c"),
    ("commander", "on both faces", "903.4d"),
    ("commander", "one tax", "903.8"),
    ("copies", "never transforms", "712.9"),
    ("copies", "has both faces and may transform", "707.8a"),
    ("copies", "becomes a double-faced token", "707.10g"),
    ("face_down", "can't transform or convert", "712.15a"),
    ("meld", "tokens, cards that are no meld cards", "701.42b"),
    ("meld", "It never transforms", "712.4c"),
    ("leaving", "triggers once", "712.21"),
    ("leaving", "what they own leaves with them", "800.4a"),
    ("modal", "only its front", "712.8a"),
    ("battles", "without paying its mana cost", "310.12b"),
    ("daybound", "By day none: it becomes night", "731.2a"),
    ("daybound", "none by either head; two or more by one head", "731.2b"),
    ("daybound", "it has not transformed", "702.145b"),
    ("werewolves", "If the permanent has turned over", "701.27f"),
    ("sleeves", "must look like all others", "712.7"),
    ("drafting", "may look at both sides", "712.6"),
    ("kinds", "either face's name, never both", "712.19"),
]


@pytest.mark.parametrize(("topic", "told", "rule"), TOLD)
def test_what_a_topic_tells_stands_with_its_rule(topic: str, told: str, rule: str) -> None:
    [line] = [line for line in TOPICS[topic].points if told in line]
    assert rule in line


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("clone", "copies"),
        ("cmc", "mana_value"),
        ("color identity", "commander"),
        ("colour identity", "commander"),
        ("werewolf", "werewolves"),
        ("checklist", "sleeves"),
        ("sleeves", "sleeves"),
        ("MDFC", "modal"),
        ("TDFC", "transforming"),
        ("siege", "battles"),
        ("day/night", "daybound"),
        ("mana_value", "mana_value"),
        ("Copies: Clones and tokens", "copies"),
        ("trans", "transforming"),
        ("identity", "commander"),
        ("daybond", "daybound"),
        ("transfrom", "transforming"),
        ("What is the mana value of a clone?", "mana_value"),
        ("carta de dupla face", "kinds"),
        ("lobisomem", "werewolves"),
        ("copia", "copies"),
        ("cópia", "copies"),
        ("transformação", "transforming"),
        ("identidade de cor", "commander"),
        ("Qual é o valor de mana de um clone?", "mana_value"),
        ("carta de dos caras", "kinds"),
        ("hombre lobo", "werewolves"),
        ("Licántropo", "werewolves"),
        ("coste de mana", "mana_value"),
        ("fundas", "sleeves"),
        ("identidad de color", "commander"),
        ("¿Puedo lanzar la cara posterior?", "kinds"),
    ],
)
def test_a_topic_is_found_by_what_people_type(asked: str, first: str) -> None:
    assert find(asked)[0].id == first


@pytest.fixture
def translated(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Catalogues in which one title is translated."""
    titles = {Language.PORTUGUESE: "União de cartas", Language.SPANISH: "Unión de cartas"}

    class Titles(NullTranslations):
        def __init__(self, language: Language) -> None:
            super().__init__()
            self._language = language

        def gettext(self, message: str) -> str:
            return titles.get(self._language, message) if message == "Melding" else message

    monkeypatch.setattr("bot.cards.topics.catalogue", Titles)
    _names.cache_clear()
    yield
    _names.cache_clear()


@pytest.mark.parametrize("asked", ["Melding", "União de cartas", "union", "unión de cart"])
def test_a_topic_is_found_by_its_title_in_every_language(translated: None, asked: str) -> None:
    assert find(asked)[0].id == "meld"


def test_a_question_finds_every_topic_that_it_names() -> None:
    assert ids(find("Does daybound work on a clone?"))[:2] == ["daybound", "copies"]


def test_typing_nothing_finds_all_topics_in_their_order() -> None:
    for typed in ("", "  ", "?!", "🐿"):
        assert find(typed) == tuple(TOPICS.values())


@pytest.mark.parametrize("typed", ["x", "qqqq", "sol ring", "x" * 4000])
def test_what_means_no_topic_finds_none(typed: str) -> None:
    assert find(typed) == ()


@EVERY
def test_a_topic_is_found_by_its_id_its_title_and_each_of_its_words(topic: Topic) -> None:
    for name in (topic.id, topic.title, *topic.asked):
        assert find(name)[0] == topic, name


def test_no_two_topics_share_a_word() -> None:
    names = [
        " ".join(words(name)) for topic in TOPICS.values() for name in {topic.title, *topic.asked}
    ]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Delver of Secrets", ["transforming", "mana_value", "copies"]),
        ("Gatstaf Shepherd", ["werewolves", "transforming", "mana_value", "copies"]),
        ("Village Watch", ["daybound", "transforming", "mana_value", "copies"]),
        ("Beloved Beggar", ["casting", "entering", "transforming", "mana_value"]),
        ("Invasion of Alara", ["battles", "transforming", "mana_value", "copies"]),
        ("Agadeem's Awakening", ["modal", "casting", "entering", "mana_value"]),
        ("Valki, God of Lies", ["modal", "casting", "commander", "mana_value"]),
        ("Graf Rats", ["meld", "leaving", "mana_value", "copies"]),
        ("Bruna, the Fading Light", ["meld", "leaving", "commander", "mana_value"]),
        ("Arlinn Kord", ["transforming", "mana_value", "copies"]),
        ("Propaganda", ["kinds"]),
    ],
)
def test_the_topics_of_a_card_the_most_specific_first(
    catalogue: Catalogue, name: str, expected: list[str]
) -> None:
    assert ids(of(catalogue.find(name)[0].card)) == expected


def test_every_card_has_a_few_topics_each_once(catalogue: Catalogue) -> None:
    for card in catalogue:
        topics = ids(of(card))
        assert 1 <= len(topics) <= MOST_OF_A_CARD
        assert len(set(topics)) == len(topics)


def test_a_double_faced_token_leads_to_copies_before_mana_value() -> None:
    token = DoubleFaced(
        id="00000000-0000-0000-0000-000000000000",
        kind=Kind.TRANSFORMING,
        token=True,
        faces=(
            Face(name="Incubator", type="Artifact — Incubator"),
            Face(name="Phyrexian Token", type="Artifact Creature — Phyrexian"),
        ),
    )
    assert ids(of(token)) == ["transforming", "copies", "mana_value"]


def test_a_keyword_on_the_back_alone_counts_too() -> None:
    card = DoubleFaced(
        id="00000000-0000-0000-0000-000000000000",
        kind=Kind.TRANSFORMING,
        faces=(
            Face(name="Front", type="Creature"),
            Face(name="Back", type="Creature", keywords=(Keyword.NIGHTBOUND,)),
        ),
    )
    assert ids(of(card))[0] == "daybound"
