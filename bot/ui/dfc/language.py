"""What of a face is shown in which language, and what is said about that."""

from collections.abc import Iterator
from datetime import date
from typing import Final, NamedTuple

from bot.cards.card import Card
from bot.cards.search import words
from bot.game.faces import Side
from bot.i18n import Language, mark, say, spoken

NAMES: Final = {
    Language.ENGLISH: "English",
    Language.PORTUGUESE: "Português",
    Language.SPANISH: "Español",
}
LAST_IN_PORTUGUESE: Final = date(2024, 6, 14)  # Modern Horizons 3

_AS_PRINTED = {
    Language.PORTUGUESE: mark(
        "This is the Portuguese text as it was printed. The English Oracle text may be newer, and "
        "it is the one that counts (CR 108.1)."
    ),
    Language.SPANISH: mark(
        "This is the Spanish text as it was printed. The English Oracle text may be newer, and it "
        "is the one that counts (CR 108.1)."
    ),
}
_NO_TEXT = {
    Language.PORTUGUESE: mark("I do not know its Portuguese text: this is the English one."),
    Language.SPANISH: mark("I do not know its Spanish text: this is the English one."),
}
_NOT_PRINTED = {
    Language.PORTUGUESE: mark("I know no Portuguese printing of it, so this is English."),
    Language.SPANISH: mark("I know no Spanish printing of it, so this is English."),
}
_NO_LONGER_PRINTED = mark(
    "It has no Portuguese name or text, so this is English: paper Magic in Portuguese ended in "
    "2024."
)


class Wording(NamedTuple):
    """What a reader reads of a face; ``text_in`` is the language of its text.

    The text is None where none is known, "" where the face has none.
    """

    name: str
    type: str
    text: str | None
    text_in: Language


def wording(card: Card, side: Side, language: Language) -> Wording:
    """Return a face as it is printed in a language; in English what is not known in it."""
    face = card.face(side)
    printed = face.printed.get(language)
    name = name_in(card, side, language) or face.name
    if printed is None:
        return Wording(name, face.type, face.text, Language.ENGLISH)
    if printed.text is None:
        return Wording(name, printed.type or face.type, face.text, Language.ENGLISH)
    return Wording(name, printed.type or face.type, printed.text, language)


def name_in(card: Card, side: Side, language: Language) -> str | None:
    """Return a face's name in a language, None where there is none, or it is doubtful."""
    name = card.face(side).name_in(language)
    if language is not Language.PORTUGUESE or side is Side.BACK or not name:
        return name
    return None if _is_the_backs(name, card) else name


def _is_the_backs(name: str, card: Card) -> bool:
    """Tell whether both faces have one Portuguese name: a slip that put the back's on the front."""
    front, back = card.faces
    other = back.name_in(Language.PORTUGUESE)
    return other is not None and front.name != back.name and words(name) == words(other)


def other_names(card: Card, side: Side, language: Language) -> dict[str, str]:
    """Return a face's names in the languages other than this one, by the language's own name."""
    known = {other: name_in(card, side, other) for other in Language if other is not language}
    if name_in(card, side, language) is None:
        del known[Language.ENGLISH]  # which then is the name that is shown
    return {NAMES[other]: name for other, name in known.items() if name}


def remark(card: Card) -> Iterator[str]:
    """Say what a reader should know of the language in which they are shown a card."""
    language = spoken()
    if language is Language.ENGLISH:
        return
    shown = [wording(card, side, language) for side in Side]
    if any(face.text and face.text_in is language for face in shown):
        yield say(_AS_PRINTED[language])
    elif any(name_in(card, side, language) for side in Side):
        if any(face.text for face in shown):
            yield say(_NO_TEXT[language])
    elif language is Language.PORTUGUESE and card.released > LAST_IN_PORTUGUESE:
        yield say(_NO_LONGER_PRINTED)
    else:
        yield say(_NOT_PRINTED[language])
