"""What a catalogue knows of a double-faced card, beyond what the rules see in it.

The fields are those of a line in ``data/dfc.jsonl``, and of what is kept of Scryfall's answers.
They have limits, in characters, since all of a card has to fit into a message: twice of what any
card has, or more. A stored game has the facts without limits: it has to be read whatever it holds.
"""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Final

from pydantic import Field

from bot.game import faces
from bot.game.engine import Frozen
from bot.game.faces import Cost, DoubleFaced, Side
from bot.i18n import Language

MOST_TEXT: Final = 5_000
MOST_ADDRESS: Final = 500

Name = Annotated[str, Field(max_length=80)]
Types = Annotated[str, Field(max_length=100)]
Text = Annotated[str, Field(max_length=MOST_TEXT)]
Number = Annotated[str, Field(max_length=8)]
"""Power, loyalty and the like, which may be ``1+*``."""
Address = Annotated[str, Field(max_length=MOST_ADDRESS)]
SetCode = Annotated[str, Field(pattern=r"^[0-9A-Za-z]{1,10}$")]
ShortCost = Annotated[Cost, Field(max_length=60)]
Words = Annotated[tuple[Annotated[str, Field(max_length=60)], ...], Field(max_length=60)]


class Printed(Frozen):
    """What is printed on a face in another language. None where it is not known."""

    name: Name | None = None
    type: Types | None = None
    text: Text | None = None


class Face(faces.Face):
    """One face, with its rules ``text`` (None: not known, "": it has none) and its ``picture``.

    ``picture`` is an https address of the whole face, None where it is not known.
    """

    name: Name
    cost: ShortCost = ""
    type: Types
    power: Number | None = None
    toughness: Number | None = None
    loyalty: Number | None = None
    defense: Number | None = None
    text: Text | None = None
    printed: Mapping[Language, Printed] = {}
    picture: Address | None = None

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

    set: SetCode
    set_name: Name
    released: date
    single_source: bool = False
    faces: tuple[Face, Face]
    legal: bool | None = None
    keywords: Words = ()

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
