"""Small facts that several messages tell of a face, each in the same words."""

from collections.abc import Iterator

from bot.game.faces import Face
from bot.game.facts import RULES_EDITION
from bot.game.mana_value import ManaValue
from bot.i18n import say
from bot.ui.dfc.oracle import literal


def numbers(face: Face) -> Iterator[str]:
    """Yield power and toughness, loyalty and defense, as far as a face has them."""
    if face.power is not None and face.toughness is not None:
        yield literal(f"{face.power}/{face.toughness}")
    if face.loyalty is not None:
        yield say("loyalty {n}", n=literal(face.loyalty))
    if face.defense is not None:
        yield say("defense {n}", n=literal(face.defense))


def reason(value: ManaValue) -> str:
    """Return why a mana value is what it is, to stand in the middle of a sentence."""
    return say(value.reason, **value.details)


def edition() -> str:
    """Return which rules all this is about."""
    return say("Comprehensive Rules of {edition}", edition=RULES_EDITION)
