"""Meld cards: Scryfall has a card of its own for each part and for what they become (CR 712.4)."""

from collections.abc import Iterable, Iterator
from datetime import date

from bot.cards.card import Card, Face, Name, SetCode, Words
from bot.cards.merging import merged_face
from bot.game.engine import Frozen
from bot.game.faces import Kind, Meld, ScryfallId


class Related(Frozen):
    """A card of a meld: one of the two parts, or the ``result``."""

    id: ScryfallId
    name: Name
    result: bool


class MeldPiece(Frozen):
    """A part or a result, as one printing tells of it."""

    id: ScryfallId
    oracle: Name | None
    set: SetCode
    set_name: Name
    released: date
    legal: bool | None
    face: Face
    related: tuple[Related, ...]
    keywords: Words = ()

    @property
    def is_result(self) -> bool:
        """Whether it is what the parts become."""
        return any(part.result and part.name == self.face.name for part in self.related)

    @property
    def result(self) -> Related | None:
        """What the parts become."""
        return next((part for part in self.related if part.result), None)

    @property
    def partner(self) -> Related | None:
        """The other part, None for the result itself."""
        others = (p for p in self.related if not p.result and p.name != self.face.name)
        return None if self.is_result else next(others, None)


class Melds:
    """Pieces by name, each with what all of its printings tell."""

    def __init__(self, pieces: Iterable[MeldPiece]) -> None:
        """Take in the pieces, the English ones first."""
        self._pieces: dict[str, MeldPiece] = {}
        for piece in pieces:
            name = piece.face.name
            known = self._pieces.get(name)
            face = piece.face if known is None else merged_face(known.face, piece.face)
            self._pieces[name] = (known or piece).but(face=face)

    def missing(self) -> Iterator[str]:
        """Yield the ids of the cards that are named by others and not here."""
        named = {r.name: r.id for piece in self._pieces.values() for r in piece.related}
        yield from (card for name, card in named.items() if name not in self._pieces)

    def cards(self) -> Iterator[tuple[Card, str | None]]:
        """Yield each part whose partner and result are known, with its oracle id."""
        for piece in self._pieces.values():
            partner, result = piece.partner, piece.result
            if partner is None or result is None:
                continue
            if partner.name in self._pieces and result.name in self._pieces:
                yield (
                    _card(piece, self._pieces[partner.name], self._pieces[result.name]),
                    piece.oracle,
                )

    def incomplete(self) -> Iterator[str]:
        """Yield the names of the parts that `cards` leaves out."""
        whole = {card.faces[0].name for card, _ in self.cards()}
        return (
            name
            for name, piece in self._pieces.items()
            if not piece.is_result and name not in whole
        )


def _card(piece: MeldPiece, partner: MeldPiece, result: MeldPiece) -> Card:
    return Card(
        id=piece.id,
        kind=Kind.MELD,
        set=piece.set,
        set_name=piece.set_name,
        released=piece.released,
        legal=piece.legal,
        faces=(piece.face, result.face),
        # Scryfall gives it a sum as mana value; a melded permanent has no mana cost (CR 202.3c).
        meld=Meld(
            partner=partner.face.name,
            partner_id=partner.id,
            partner_cost=partner.face.cost,
            result_id=result.id,
        ),
        keywords=tuple(dict.fromkeys((*piece.keywords, *result.keywords))),
    )
