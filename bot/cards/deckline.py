"""One line of a deck list, as players type it and as deck builders write it."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from bot.cards.search import words


class Part(StrEnum):
    """A part of a deck list."""

    DECK = "deck"
    COMMANDER = "commander"
    COMPANION = "companion"
    SIDEBOARD = "sideboard"
    MAYBEBOARD = "maybeboard"
    BESIDE = "beside"  # tokens, Attractions and the like: in no library

    @property
    def is_played(self) -> bool:
        """Whether its cards may come into a game."""
        return self not in {Part.MAYBEBOARD, Part.BESIDE}


class Line(NamedTuple):
    """What a line says. ``copies`` and ``part`` are None where it says nothing of them."""

    copies: int | None
    name: str
    part: Part | None


_NAMED_PARTS = {
    Part.DECK: (
        "deck", "decks", "main", "maindeck", "mainboard", "baralho", "mazo", "principal",
        "deckprincipal", "mazoprincipal",
    ),
    Part.COMMANDER: ("commander", "commanders", "cmdr", "general", "comandante", "comandantes"),
    Part.COMPANION: ("companion", "companions", "companheiro", "companero"),
    Part.SIDEBOARD: ("sideboard", "side", "sb", "sidedeck", "wishboard", "reserva", "banquillo"),
    Part.MAYBEBOARD: ("maybe", "considering", "consideringboard", "acquireboard"),
    Part.BESIDE: (
        "token", "tokens", "tokensandextras", "fichas", "emblems", "attractions", "stickers",
        "contraptions", "planes", "planechase", "schemes", "outsidethegame", "dungeons",
    ),
}  # fmt: skip
_PARTS = {key: part for part, keys in _NAMED_PARTS.items() for key in keys}
_KINDS = frozenset(
    {
        "about", "metadata", "avatar", "creature", "creatures", "land", "lands", "basiclands",
        "nonbasiclands", "instant", "instants", "sorcery", "sorceries", "instantsandsorceries",
        "artifact", "artifacts", "enchantment", "enchantments", "planeswalker", "planeswalkers",
        "battle", "battles", "spell", "spells", "otherspells", "criaturas", "terrenos",
        "magicasinstantaneas", "feiticos", "artefatos", "encantamentos", "tierras",
        "instantaneos", "conjuros", "artefactos", "encantamientos",
    }
)  # fmt: skip

# All of these take a line on which every gap is one space, and stay fast on lines made to be slow.
_COUNTED_HEADING = re.compile(
    r" ?[-–:]? ?[(\[]? ?\d{1,4}(?: cards?| cartas?)? ?[)\]]? ?:?$"  # noqa: RUF001
)
_FRAME = " #/*=_-–—[]<>:;~"  # noqa: RUF001
_FRAMED = re.compile(r"^(?:\*\*.+\*\*|\[[^\[\]]+\]|==.+==|--.+--|[^0-9:].*:)$")
_REMARK = re.compile(
    r"^(?:#|//|;|sep=|(?:name|title|author|format|date|layout\s\w+|deck(?:\s?name)?|titulo|"
    r"nome|nombre|formato)\s*[:=])",
    re.IGNORECASE,
)

_BULLET = re.compile(r"^(?:[-*•–+]|\d{1,3}[.)])\s+(?=\S)")  # noqa: RUF001
_PREFIX = re.compile(r"^([^\W\d_]{2,12})\s*:\s*(?=\S)")
_COUNT = re.compile(r"^([0-9]{1,9})(?:[x×*]\s*|\s+[x×]\s+|\s+)(?=\S)", re.IGNORECASE)  # noqa: RUF001
_COUNTS_AT_THE_END = (
    re.compile(r"\s[x×]\s?([0-9]{1,3})$", re.IGNORECASE),  # noqa: RUF001
    re.compile(r"\s([0-9]{1,3})\s?[x×]$", re.IGNORECASE),  # noqa: RUF001
    re.compile(r"\s\(\s*[x×]?\s*([0-9]{1,2})\s*\)$", re.IGNORECASE),  # noqa: RUF001
)
_NUMBER = re.compile(r"[0-9]+\s*[x×]?", re.IGNORECASE)  # noqa: RUF001
_TAGS = re.compile(r"(?:^| )#(.*)$")  # Moxfield: #ramp; deckstats: # !Commander
_BRACKETS = re.compile(r" ?\[([^\[\]]*)\] ?")  # Archidekt's categories, or a set
_MARK = re.compile(r" ?\* ?([a-z][a-z -]{0,15})\*", re.IGNORECASE)  # *F*, *CMDR*
_LABEL = re.compile(r" ?\^.*$")  # Archidekt: ^Keeper,#4aab08^
_ENDINGS = (
    # The set with the number in it, where they are known: (MH3) 249, (plst) ROE-44, (), (C21:263)
    re.compile(r" ?\(\w{0,6}(?:[:#][\w★†-]{1,12})?\)(?: (?=\S{0,11}\d)\S{1,12}| [★†])?$"),
    re.compile(r" ?<[^<>]*>$"),  # MTGGoldfish: <showcase>
    re.compile(r" (?:R\$|US\$|[$€£]) ?\d[\d.,]{0,9}$"),
    re.compile(r"\|.*$"),  # Forge: Sol Ring|C21|1
)
_MOST_ENDINGS = 6


def parse(text: str) -> Line:
    """Read a line that names a card, with all that deck builders write around the name.

    ``1 Sol Ring``, ``1x Sol Ring (C21) 263 *F* [Ramp] ^Owned,#ff0000^``, ``SB: 2 Duress #tag``,
    ``1 [C16#28] Atraxa # !Commander``, ``Forest x8``, ``Commander: Tovolar``. The name may turn
    out empty.
    """
    part: Part | None = None
    text = _BULLET.sub("", text.replace("**", "").strip(), count=1)
    if (named := _PREFIX.match(text)) and (part := named_part(named[1])):
        text = text[named.end() :]
    copies: int | None = None
    if counted := _COUNT.match(text):
        copies, text = int(counted[1]), text[counted.end() :]
    name = _spaced(next((cell for cell in text.split("\t") if cell.strip()), ""))
    said: list[str] = []
    name = _without_endings(_LABEL.sub("", name), copies is None)
    for pattern in (_TAGS, _BRACKETS, _MARK):
        said += pattern.findall(name)
        name = _spaced(pattern.sub(" ", name))
        name = _without_endings(name, copies is None)
    if copies is None:
        copies, name = _count_at_the_end(name)
        name = _without_endings(name)
    if _NUMBER.fullmatch(name):
        name = ""
    return Line(copies, name, next(_said_parts(said), part))


def heading(text: str) -> Part | str | None:
    """Return what a line heads: a part, its own words if it is no part, None if it is no heading.

    A line that only might be one, ``Ramp``, is none: see `bot.cards.decklist`.
    """
    text = _spaced(text)
    bare = _COUNTED_HEADING.sub("", text.strip(_FRAME)).strip(_FRAME)
    part = named_part(bare)
    if part is not None:
        return part
    if _key(bare) in _KINDS:
        return bare
    return bare if _FRAMED.match(text) and not _COUNT.match(bare) else None


def remark(text: str) -> bool:
    """Tell whether a line is a remark, or a ruler: nothing that could be a card."""
    return _REMARK.match(text) is not None or not any(map(str.isalnum, text))


def named_part(name: str) -> Part | None:
    """Return the part of a list with this name, in English, Portuguese or Spanish."""
    key = _key(name)
    return Part.MAYBEBOARD if key.endswith("maybeboard") else _PARTS.get(key)


def category(text: str) -> Part | None:
    """Return the part that a card's categories put it into: the first of several decides.

    Archidekt's ``{noDeck}`` marks one whose cards are not in the deck.
    """
    first = text.partition(",")[0]
    part = named_part(first.partition("{")[0])
    return part or (Part.MAYBEBOARD if "{nodeck}" in first.casefold() else None)


def _said_parts(said: Sequence[str]) -> Iterator[Part]:
    for words_of_it in said:
        part = category(words_of_it.strip().removeprefix("!"))
        if part is not None:
            yield part


def _without_endings(name: str, keep_count: bool = False) -> str:
    for _ in range(_MOST_ENDINGS):
        before = name
        for ending in _ENDINGS:
            if keep_count and _count_at_the_end(name)[0] is not None:
                return name
            name = ending.sub("", name).rstrip(" ,;")
        if name == before:
            break
    return name


def _count_at_the_end(name: str) -> tuple[int | None, str]:
    for ending in _COUNTS_AT_THE_END:
        if counted := ending.search(name):
            return int(counted[1]), name[: counted.start()]
    return None, name


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _key(text: str) -> str:
    return "".join(words(text))
