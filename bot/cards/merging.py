"""One card from two sources: what is newer wins, and what only the older one knew is not lost."""

from collections.abc import Mapping

from bot.cards import links
from bot.cards.card import Card, Face, Printed
from bot.cards.search import words
from bot.game.faces import Kind, Meld, Side
from bot.i18n import Language


def identity(card: Card) -> str:
    """Return what makes it the same card in every source: its names, and what kind of thing it is.

    Ids do not: each printing has its own.
    """
    front, back = ("".join(words(face.name)) for face in card.faces)
    if card.token:
        return f"token {front} {back}"
    if card.kind is Kind.MELD:
        return f"meld {front}"
    # The ordinary printing of a reversible card is another thing: it has one face.
    return f"reversible {front}" if card.kind is Kind.REVERSIBLE else f"{front} {back}"


def merged(newer: Card, older: Card) -> Card:
    """Return the newer facts under the older id, filled up with what only the older ones have.

    The set is that of the earlier printing, since it tells where the card first appeared.
    """
    first = min(newer, older, key=lambda card: card.released)
    front, back = (
        merged_face(newer.face(side), older.face(side)).but(
            picture=links.picture(newer, side) or links.picture(older, side)
        )
        for side in Side
    )
    return newer.but(
        id=older.id,
        faces=(front, back),
        meld=_meld(newer.meld, older.meld),
        set=first.set,
        set_name=first.set_name,
        released=first.released,
        legal=older.legal if newer.legal is None else newer.legal,
        keywords=newer.keywords or older.keywords,
    )


def merged_face(newer: Face, older: Face) -> Face:
    """Return the newer facts of a face, filled up with what only the older ones have."""
    return newer.but(
        cost=newer.cost or older.cost,
        colours=older.colours if newer.colours is None else newer.colours,
        # Without its text nothing is known of what it says.
        keywords=older.keywords if newer.text is None else newer.keywords,
        turns=newer.turns or older.turns,
        text=older.text if newer.text is None else newer.text,
        printed=_every_language(newer.printed, older.printed),
        picture=newer.picture or older.picture,
    )


def _every_language(
    newer: Mapping[Language, Printed], older: Mapping[Language, Printed]
) -> dict[Language, Printed]:
    """Return what is printed in every language that either knows."""
    nothing = Printed()
    return {
        language: _printed(newer.get(language, nothing), older.get(language, nothing))
        for language in {**older, **newer}
    }


def _printed(newer: Printed, older: Printed) -> Printed:
    return Printed(
        name=newer.name or older.name,
        type=newer.type or older.type,
        text=newer.text or older.text,
    )


def _meld(newer: Meld | None, older: Meld | None) -> Meld | None:
    if newer is None or older is None:
        return newer
    return newer.but(
        partner_id=older.partner_id,
        partner_cost=newer.partner_cost or older.partner_cost,
        result_id=older.result_id or newer.result_id,
    )
