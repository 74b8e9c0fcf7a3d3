"""The glossary: well formed, and its words are those of the catalogues."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from bot.i18n import Language, messages

LANGUAGES = ["pt", "es"]
PLACE = re.compile(r"\{\w+\}")
OFTEN = 10
MOST_OTHERWISE = 0.3
"""Where a term means something else, or a sentence does without it, a translation differs."""

Term = dict[str, Any]


@pytest.fixture(scope="module")
def glossary() -> list[Term]:
    found: list[Term] = json.loads(files("data").joinpath("glossary.json").read_bytes())
    return found


def test_every_term_has_a_word_in_each_language_or_stays_english(glossary: list[Term]) -> None:
    for entry in glossary:
        assert entry.keys() == {"term", *LANGUAGES}, entry
        assert entry["term"].strip() == entry["term"] != "", entry
        for language in LANGUAGES:
            word = entry[language]
            assert word.keys() <= {"word", "official", "source"}, entry
            assert {"word", "official"} <= word.keys(), entry
            assert isinstance(word["official"], bool), entry
            assert word["word"] is None or word["word"].strip() == word["word"] != "", entry
            assert not (word["official"] and word["word"] is None), entry


def test_no_term_is_there_twice(glossary: list[Term]) -> None:
    terms = [entry["term"] for entry in glossary]
    assert len(set(terms)) == len(terms)


def test_the_terms_are_those_that_the_bot_says(glossary: list[Term]) -> None:
    """But for a few that are there to be told apart, such as first strike."""
    said = " ".join(english.casefold() for english, _ in translated(Language.PORTUGUESE))
    unused = [entry["term"] for entry in glossary if not is_said(entry["term"], said)]
    assert len(unused) < 0.05 * len(glossary), unused


def is_said(term: str, said: str) -> bool:
    """Whether one of the words of a term such as "tap / untap" or "dig (of a squirrel)" is said."""
    plain = re.sub(r"\(.*?\)", "", term).casefold()
    return any(word.strip() in said for word in plain.split("/"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_official_words_are_used(language: str, glossary: list[Term]) -> None:
    """A word that is printed on cards is in most sentences whose English has the term."""
    sentences = [(PLACE.sub("", e), t.casefold()) for e, t in translated(Language(language))]
    otherwise = []
    for entry in glossary:
        if entry[language]["official"] and re.fullmatch(r"[\w' -]+", entry["term"]):
            term = re.compile(rf"\b{re.escape(entry['term'])}s?\b")
            found = [text for english, text in sentences if term.search(english)]
            without = [text for text in found if not has_word(text, entry[language]["word"])]
            if len(found) >= OFTEN and len(without) > MOST_OTHERWISE * len(found):
                otherwise.append((entry["term"], entry[language]["word"], without))
    assert otherwise == []


def has_word(text: str, word: str) -> bool:
    """Whether a text has one of the words "exilio / exiliar (a note)", however it is bent."""
    choices = re.sub(r"\(.*?\)", "", word).split("/")
    return any(all(stem(part) in text for part in choice.split()) for choice in choices)


def stem(word: str) -> str:
    """The part of a word that does not bend: without number, gender and the end of a verb."""
    return word.casefold()[: max(3, len(word) - 2)]


def translated(language: Language) -> Iterator[tuple[str, str]]:
    """The sentences in English and in a language, in their form for many."""
    for message in messages.read(language):
        if message.id and message.context is None:
            one = isinstance(message.id, str)
            yield (message.id, message.string) if one else (message.id[-1], message.string[-1])
