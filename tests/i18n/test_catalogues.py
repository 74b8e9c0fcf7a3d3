"""The catalogues: whole, nothing in them that nobody says, and fit to be filled in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from bot.game.facts import BOUNTIES, DUNGEONS
from bot.i18n import Language, messages

LANGUAGES = [Language.PORTUGUESE, Language.SPANISH]
FOR_ENGLISH_ALONE = {"number", "nth"}
"""Places with English words in them: "two", "1st". Others fill in ``n``."""
COMMAND = re.compile(r"`/[^`]*`|/(?:bounty|dfc|dungeon|forage|initiative|pod|privacy) [a-z]+")
MARKS = ("**", "~~", "`", "### ", "## ", "-# ")


@pytest.fixture(scope="module")
def whole() -> Catalog:
    """Every sentence of the bot, as its code and data have them."""
    return messages.template()


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Language:
    found: Language = request.param
    return found


@pytest.fixture
def kept(language: Language) -> Catalog:
    return messages.read(language)


def sentences(catalogue: Catalog) -> dict[tuple[str, ...], Message]:
    """The messages of a catalogue by context and sentence."""
    return {key(message): message for message in catalogue if message.id}


def key(message: Message) -> tuple[str, ...]:
    said = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    return (message.context or "", *said)


def said(message: Message) -> list[str]:
    """Every form of a translation."""
    return [message.string] if isinstance(message.string, str) else list(message.string)


def english(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def translations(catalogue: Catalog) -> Iterator[tuple[Message, str]]:
    for message in sentences(catalogue).values():
        yield from ((message, form) for form in said(message) if form)


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


class TestACatalogue:
    def test_has_every_sentence_that_is_said(self, kept: Catalog, whole: Catalog) -> None:
        assert sorted(sentences(whole).keys() - sentences(kept).keys()) == []

    def test_has_no_sentence_that_nobody_says(self, kept: Catalog, whole: Catalog) -> None:
        assert sorted(sentences(kept).keys() - sentences(whole).keys()) == []
        assert not kept.obsolete

    def test_translates_each_in_every_form(self, kept: Catalog) -> None:
        missing = [key(m) for m in sentences(kept).values() if not all(said(m))]
        assert missing == []

    def test_has_as_many_forms_as_the_language_of_numbers(self, kept: Catalog) -> None:
        counted = [m for m in sentences(kept).values() if not isinstance(m.id, str)]
        assert counted
        assert [key(m) for m in counted if len(said(m)) != kept.num_plurals] == []

    def test_guesses_nothing(self, kept: Catalog) -> None:
        assert [key(m) for m in sentences(kept).values() if m.fuzzy] == []

    def test_is_as_make_messages_writes_it(self, language: Language, whole: Catalog) -> None:
        kept = messages.catalogue_file(language).read_bytes()
        assert messages.written(messages.updated(language, whole)) == kept


class TestATranslation:
    def test_has_the_places_of_the_english(self, kept: Catalog) -> None:
        wrong = []
        for message, form in translations(kept):
            every = set().union(*map(places, english(message)))
            possible = every | (
                {"n"} if every & FOR_ENGLISH_ALONE or len(english(message)) > 1 else set()
            )
            needed = every - FOR_ENGLISH_ALONE - {"n"}
            if not needed <= places(form) <= possible:
                wrong.append((key(message), form))
        assert wrong == []

    def test_leaves_english_words_for_numbers_out(self, kept: Catalog) -> None:
        wrong = []
        for message, form in translations(kept):
            many = english(message)[-1]
            counted = ("{number}" in many and len(english(message)) > 1 and "{n}" not in many) or (
                "{nth}" in many
            )
            if counted and places(form) & FOR_ENGLISH_ALONE:
                wrong.append((key(message), form))
        assert wrong == []

    def test_says_how_many_in_the_form_for_many(self, kept: Catalog) -> None:
        counted = [m for m in sentences(kept).values() if len(english(m)) > 1]
        wrong = [
            key(m)
            for m in counted
            if places(english(m)[1]) & {"n", "number"} and "n" not in places(said(m)[-1])
        ]
        assert wrong == []

    def test_keeps_the_markdown(self, kept: Catalog) -> None:
        wrong = [
            (mark, key(message), form)
            for message, form in translations(kept)
            for mark in MARKS
            if form.count(mark) != english(message)[-1].count(mark)
        ]
        assert wrong == []

    def test_balances_its_brackets_and_quotes(self, kept: Catalog) -> None:
        pairs = ("()", "[]", "“”", "«»")
        wrong = [
            (key(message), form)
            for message, form in translations(kept)
            if any(form.count(pair[0]) != form.count(pair[1]) for pair in pairs)
        ]
        assert wrong == []

    def test_names_the_commands_of_the_english(self, kept: Catalog) -> None:
        """In English: a reader's own names of them are put in as the sentence is said."""
        wrong = [
            (key(message), form)
            for message, form in translations(kept)
            if Counter(COMMAND.findall(form)) != Counter(COMMAND.findall(english(message)[-1]))
        ]
        assert wrong == []

    def test_begins_and_ends_as_the_english(self, kept: Catalog) -> None:
        """No space or line break too many; and a sentence ends like one."""
        wrong = []
        for message, form in translations(kept):
            first, last = english(message)[-1][0], english(message)[-1][-1]
            if form != form.strip() and english(message)[-1] == english(message)[-1].strip():
                wrong.append((key(message), form))
            if (last in ".?:…") != (form[-1] in ".?:…"):
                wrong.append((key(message), form))
            if first.isspace() != form[0].isspace():
                wrong.append((key(message), form))
        assert wrong == []


def test_official_names_are_those_of_the_cards() -> None:
    for name, official in [
        *((bounty.name, {"pt": bounty.name_pt}) for bounty in BOUNTIES.values()),
        *((each.name, {"pt": each.name_pt, "es": each.name_es}) for each in DUNGEONS.values()),
    ]:
        for code, printed in official.items():
            if printed is not None:
                kept = messages.read(Language(code)).get(name)
                assert kept is not None
                assert kept.string == printed
