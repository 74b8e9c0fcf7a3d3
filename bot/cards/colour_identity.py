"""The colour identity of a double-faced card, for Commander (CR 903.4).

Rule numbers are those of the Comprehensive Rules of `bot.game.facts.RULES_EDITION`.
"""

import re

from bot.cards.card import Card, Face

_REMINDER = re.compile(r"\([^()]*\)")
_SYMBOL = re.compile(r"\{([^{}]+)\}")


def colour_identity(card: Card) -> str | None:
    """Return the colours of both faces and of the symbols on them (CR 903.4d), such as ``WU``.

    None where not all of it is known, and for meld cards, reversible cards and tokens, of which
    nobody asks for both faces.
    """
    if card.token or not card.turns_over:
        return None
    found: set[str] = set()
    for face in card.faces:
        if face.text is None or face.colours is None:
            return None
        found |= {*face.colours, *face.indicator, *_in_symbols(face)}
    return "".join(colour for colour in "WUBRG" if colour in found)


def _in_symbols(face: Face) -> set[str]:
    # Reminder text does not count (CR 903.4c), nor is a symbol such as {W/P} more than its letters.
    text = _REMINDER.sub("", face.text or "")
    return {part for code in _SYMBOL.findall(f"{face.cost}{text}") for part in code.split("/")}
