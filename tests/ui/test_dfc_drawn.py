"""Cards that were shown lately are kept, and nothing outdated is ever shown."""

import pytest

from bot.cards.catalogue import Catalogue
from bot.game.faces import Side
from bot.i18n import Language, speaking
from bot.ui.dfc import Drawn, show
from bot.ui.dfc.drawn import MOST_KEPT
from bot.ui.mana import Symbols
from tests.ui.shown import text

CARDS = tuple(Catalogue.load())
SHEPHERD = next(card for card in CARDS if card.name.startswith("Gatstaf Shepherd"))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("side", Side)
def test_a_card_is_shown_as_when_nothing_is_kept(side: Side, language: Language) -> None:
    drawn = Drawn()
    for spoken in Language:  # what is kept in another language does not matter
        with speaking(spoken):
            drawn.show(SHEPHERD, side)
            drawn.show(SHEPHERD, side.other)
    with speaking(language):
        expected = show(SHEPHERD, side).to_components()  # type: ignore[no-untyped-call]
        again = drawn.show(SHEPHERD, side)
        # As often as it is sent.
        assert again.to_components() == expected  # type: ignore[no-untyped-call]
        assert again.to_components() == expected  # type: ignore[no-untyped-call]


async def test_a_message_that_is_kept_is_finished() -> None:
    drawn = Drawn()
    layout = drawn.show(SHEPHERD, Side.FRONT)
    assert layout.is_finished()
    assert drawn.show(SHEPHERD, Side.FRONT) is layout


def test_what_was_learnt_of_a_card_is_shown() -> None:
    drawn = Drawn()
    assert "A new text." not in text(drawn.show(SHEPHERD, Side.FRONT))
    front, back = SHEPHERD.faces
    learnt = SHEPHERD.but(faces=(front.but(text="A new text."), back))
    assert "A new text." in text(drawn.show(learnt, Side.FRONT))
    assert "A new text." in text(drawn.show(learnt, Side.FRONT))


def test_each_kind_of_symbols_is_kept_by_itself() -> None:
    emojis = Symbols({"G": "<:forest:1234567890123456789>"})
    assert "<:forest:" not in text(Drawn().show(SHEPHERD, Side.FRONT))
    assert "<:forest:" in text(Drawn(emojis).show(SHEPHERD, Side.FRONT))


def test_what_was_not_shown_for_longest_makes_room() -> None:
    drawn = Drawn()
    first, second = (drawn.show(card, Side.FRONT) for card in CARDS[:2])
    for card in CARDS[2:MOST_KEPT]:
        drawn.show(card, Side.FRONT)
    assert drawn.show(CARDS[0], Side.FRONT) is first
    drawn.show(CARDS[MOST_KEPT], Side.FRONT)
    assert drawn.show(CARDS[0], Side.FRONT) is first
    assert drawn.show(CARDS[1], Side.FRONT) is not second
