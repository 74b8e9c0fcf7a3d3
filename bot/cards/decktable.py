"""Deck lists that are tables, with a row a card, or XML, with an element a card."""

import csv
import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.cards.deckline import Line, Part, category, named_part
from bot.cards.search import words

_NAMES = frozenset({"name", "card", "cardname", "nome", "nombre"})
_COPIES = frozenset({"count", "quantity", "qty", "amount", "quantidade", "cantidad"})
_PARTS = frozenset({"board", "section", "category", "categories", "zone"})
_SIDEBOARDS = frozenset({"sideboard", "sideboarded"})
_YES = frozenset({"true", "yes", "y", "1", "x"})

_LONGEST_HEADINGS = 2_000

_ELEMENT = re.compile(r"<\s*cards?\b([^<>]*)>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r'\b(\w{1,20}) ?= ?(?:"([^"]{0,300})"|\'([^\']{0,300})\')')
_ZONE = re.compile(r"<\s*zone\b([^<>]*)>", re.IGNORECASE)


class Columns(NamedTuple):
    """What a table has in which column; ``line`` is the number of the line with its headings."""

    line: int
    delimiter: str
    keys: tuple[str, ...]

    def card(self, line: str) -> Line:
        """Return what a row says."""
        cells = _cells(line, self.delimiter)
        return _row(dict(zip(self.keys, map(str.strip, cells), strict=False)))


def find_columns(lines: Iterable[str]) -> Columns | None:
    """Return the columns of a table, None if the list is none. ``sep=;`` may stand above them."""
    written = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    for number, line in written:
        if line.casefold().startswith("sep="):
            continue
        if len(line) > _LONGEST_HEADINGS:
            return None
        for delimiter in ",;\t":
            keys = tuple("".join(words(cell)) for cell in _cells(line, delimiter))
            if len(keys) > 1 and _NAMES.intersection(keys):
                return Columns(number, delimiter, keys)
        return None
    return None


def elements(line: str) -> Sequence[Line]:
    """Return what the elements on a line say: ``<Cards Quantity="1" Name="Delver of Secrets"/>``.

    Cockatrice calls the number of copies ``number``.
    """
    found = map(_attributes, _ELEMENT.findall(line))
    return [_row({"count": row.get("number", ""), **row}) for row in found]


def zone_of(line: str) -> Part | None:
    """Return the part of the deck that an element begins, None if it begins none."""
    zone = _ZONE.search(line)
    return None if zone is None else named_part(_attributes(zone[1]).get("name", ""))


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _row(row: Mapping[str, str]) -> Line:
    name = next(_values(row, _NAMES), "")
    written = next(_values(row, _COPIES), "1")
    copies = int(written) if re.fullmatch(r"[0-9]{1,4}", written) else 0
    part = next(filter(None, map(category, _values(row, _PARTS))), None)
    if any(value.casefold() in _YES for value in _values(row, _SIDEBOARDS)):
        part = Part.SIDEBOARD
    return Line(copies, " ".join(name.split()), part)


def _values(row: Mapping[str, str], keys: Iterable[str]) -> Iterator[str]:
    return (value for key, value in row.items() if key in keys and value)


def _attributes(text: str) -> dict[str, str]:
    found = _ATTRIBUTE.findall(text)
    return {key.lower(): html.unescape(either or other) for key, either, other in found}
