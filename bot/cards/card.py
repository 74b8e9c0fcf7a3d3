"""What a catalogue knows of a double-faced card, beyond what the rules see in it.

The fields are those of a line in ``data/dfc.jsonl``, and of what is kept of Scryfall's answers.
"""

from collections.abc import Mapping
from datetime import date

from bot.game import faces
from bot.game.engine import Frozen
from bot.game.faces import DoubleFaced, Side
from bot.i18n import Language


class Printed(Frozen):
    """What is printed on a face in another language. None where it is not known."""

    name: str | None = None
    type: str | None = None
    text: str | None = None


class Face(faces.Face):
    """One face, with its rules ``text`` (None: not known, "": it has none) and its ``picture``.

    ``picture`` is an https address of the whole face, None where it is not known.
    """

    text: str | None = None
    printed: Mapping[Language, Printed] = {}
    picture: str | None = None

    def name_in(self, language: Language) -> str | None:
        """Return the name in a language, None where it has none or it is not known."""
        if language is Language.ENGLISH:
            return self.name
        return self.printed[language].name if language in self.printed else None

    def names(self) -> dict[Language, str]:
        """Return the name in every language in which it is known, English first."""
        known = ((language, self.name_in(language)) for language in Language)
        return {language: name for language, name in known if name}

    def facts(self) -> faces.Face:
        """Return what the rules see of it."""
        return faces.Face(**{name: getattr(self, name) for name in faces.Face.model_fields})


class Card(DoubleFaced):
    """A double-faced card. ``set`` is where it first appeared.

    ``legal`` tells whether Commander allows it, None where that is not known; ``keywords`` are
    those of both faces, as Scryfall lists them.
    """

    set: str
    set_name: str
    released: date
    single_source: bool = False
    faces: tuple[Face, Face]
    legal: bool | None = None
    keywords: tuple[str, ...] = ()

    def face(self, side: Side) -> Face:
        """Return a face; the back of a meld card is the melded permanent (CR 712.8)."""
        return self.faces[side is Side.BACK]

    def facts(self) -> DoubleFaced:
        """Return what the rules see of it."""
        front, back = self.faces
        return DoubleFaced(
            id=self.id,
            kind=self.kind,
            token=self.token,
            faces=(front.facts(), back.facts()),
            meld=self.meld,
        )
