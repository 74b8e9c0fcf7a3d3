"""Reading a whole deck list: text as players type it, and what deck builders export.

Read are lists of ``1 Name`` as Arena, Moxfield, Archidekt, MTGO, MTGGoldfish, TappedOut, deckstats,
Forge and XMage write them, CSV and TSV tables with their columns named, and the XML of MTGO (.dek)
and Cockatrice (.cod). No line is dropped: each is a card, structure (a heading or a remark), or
among the unread ones.
"""

import codecs
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.cards.deckline import Line, Part, heading, parse, remark
from bot.cards.decktable import Columns, elements, find_columns, zone_of
from bot.cards.search import words
from bot.errors import PodkeeperError

MOST_BYTES = 200_000
MOST_LINES = 1_000
MOST_CARDS = 1_000
"""More than any deck or cube needs."""

LONGEST_LINE = 300

_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_OTHER_FORMATS = ("{", "[{", "%PDF", "<!DOCTYPE", "<html")
_UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\ufe0f"))


class NotAList(PodkeeperError):
    """It cannot be a deck list, or is too large for one."""


class Entry(NamedTuple):
    """Copies of a card, in one place of the list; ``line`` is the number of its line, from 1."""

    line: int
    copies: int
    name: str
    part: Part


class Unread(NamedTuple):
    """A line that is neither a card nor structure."""

    line: int
    text: str


class Decklist(NamedTuple):
    """What was read. ``structure`` are the numbers of the lines with headings and remarks.

    ``guessed`` are lines that were taken for headings by their place alone.
    """

    entries: tuple[Entry, ...]
    guessed: tuple[str, ...]
    structure: frozenset[int]
    unread: tuple[Unread, ...]


def refuse_size(size: int) -> None:
    """Refuse a file that is too large, before it is fetched.

    Raises:
        NotAList: it has more than `MOST_BYTES`.
    """
    if size > MOST_BYTES:
        limit = MOST_BYTES // 1_000
        raise NotAList("The file is too large for a deck list: at most {limit} kB.", limit=limit)


def decoded(content: bytes) -> str:
    """Return the text of a file: UTF-8, UTF-16 with its mark, or else Windows-1252.

    Raises:
        NotAList: it is no text, another kind of text, or longer than `MOST_BYTES`.
    """
    refuse_size(len(content))
    marked = (code for mark, code in _BYTE_ORDER_MARKS.items() if content.startswith(mark))
    try:
        text = _decoded(content, next(marked, None))
    except UnicodeDecodeError as error:
        raise NotAList("That file is no text: I need a text or CSV file.") from error
    if _CONTROL.search(text):
        raise NotAList("That file is no text: I need a text or CSV file.")
    if text.lstrip().startswith(_OTHER_FORMATS):
        raise NotAList("I do not know this kind of file. Export the deck as text or CSV.")
    return text


def read(text: str, is_card: Callable[[str], bool] = lambda name: False) -> Decklist:
    """Read a deck list.

    A line without a number is one copy. Where such a line begins a block of counted ones (after an
    empty line), it is taken for a heading, as Archidekt writes its categories, unless ``is_card``
    knows its name.

    Raises:
        NotAList: it has too many lines or cards.
    """
    lines = text.translate(_UNSEEN).splitlines()
    if sum(map(_is_written, lines)) > MOST_LINES:
        raise NotAList("Those are more than {limit} lines.", limit=MOST_LINES)
    reader = _Reader(is_card)
    columns = find_columns(lines)
    if columns is None:
        reader.read_lines(lines)
    else:
        reader.read_table(lines, columns)
    cards = sum(entry.copies for entry in reader.entries)
    if cards > MOST_CARDS:
        raise NotAList(
            "Those are {cards} cards; I read lists of up to {limit}.",
            cards=cards,
            limit=MOST_CARDS,
        )
    unread = tuple(reader.unread)
    return Decklist(
        tuple(reader.entries), tuple(reader.guessed), frozenset(reader.structure), unread
    )


class _Reader:
    """Goes through a list from top to bottom, and knows in which part it is."""

    def __init__(self, is_card: Callable[[str], bool]) -> None:
        self.entries: list[Entry] = []
        self.guessed: list[str] = []
        self.structure: set[int] = set()
        self.unread: list[Unread] = []
        self._is_card = is_card
        self._part = Part.DECK
        self._title_follows = False  # Arena: "About", then "Name My deck"

    def read_lines(self, lines: Sequence[str]) -> None:
        begins = True  # a block: at the top, and after an empty line
        for number, line in enumerate(lines, start=1):
            if not _is_written(line):
                begins = True
                if self._part in {Part.COMMANDER, Part.COMPANION}:
                    self._part = Part.DECK
                continue
            following = lines[number] if number < len(lines) else ""
            self._read_line(number, line.strip(), following.strip() if begins else "")
            begins = number in self.structure

    def read_table(self, lines: Sequence[str], columns: Columns) -> None:
        for number, line in enumerate(lines, start=1):
            if not _is_written(line):
                continue
            if number <= columns.line or not any(map(str.isalnum, line)):
                self.structure.add(number)
            else:
                self._take(number, line, columns.card(line))

    def _read_line(self, number: int, line: str, following: str) -> None:
        if line.startswith("<") and not line.startswith("<3"):
            self._read_elements(number, line)
            return
        if len(line) > LONGEST_LINE:
            self.unread.append(Unread(number, line))
            return
        headed = heading(line)
        if isinstance(headed, Part) or (headed is not None and not self._is_card(headed)):
            self._go_to(headed if isinstance(headed, Part) else None)
            self._title_follows = words(line) == ["about"]
            self.structure.add(number)
        elif remark(line) or (self._title_follows and line.startswith("Name ")):
            self.structure.add(number)
        else:
            self._read_card(number, line, following)

    def _read_card(self, number: int, line: str, following: str) -> None:
        card = parse(line)
        if card.copies is None and card.part is None and not self._is_card(card.name):
            after = parse(following) if following and heading(following) is None else None
            if after is not None and after.copies is not None:
                self._go_to(None)
                self.guessed.append(line)
                self.structure.add(number)
                return
        self._take(number, line, card)

    def _read_elements(self, number: int, line: str) -> None:
        if zone := zone_of(line):
            self._go_to(zone)
        found = elements(line)
        for card in found:
            self._take(number, line, card)
        if not found and line.lower().startswith("<card"):
            self.unread.append(Unread(number, line))
        elif not found:
            self.structure.add(number)

    def _take(self, number: int, line: str, card: Line) -> None:
        copies = 1 if card.copies is None else card.copies
        if copies and any(map(str.isalnum, card.name)) and len(card.name) <= LONGEST_LINE:
            self.entries.append(Entry(number, copies, card.name, card.part or self._part))
        else:
            self.unread.append(Unread(number, line.strip()))

    def _go_to(self, part: Part | None) -> None:
        # A heading of its own, such as "Ramp", is one in the deck, also after a maybeboard:
        # Archidekt puts its categories in alphabetical order.
        self._part = part or Part.DECK


def _is_written(line: str) -> bool:
    return bool(line.strip())


def _decoded(content: bytes, encoding: str | None) -> str:
    if encoding is not None:
        return content.decode(encoding)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252")
