"""The mana value of each face as the rules have it today, and why.

Rule numbers are those of the Comprehensive Rules of `bot.game.facts.RULES_EDITION`.
"""

import re
from typing import NamedTuple

from bot.game.faces import DoubleFaced, Face, Kind, Side


class ManaValue(NamedTuple):
    """A mana value, the reason in the middle of a sentence, and the rules it rests on."""

    value: int
    reason: str
    rule: str


def mana_value(card: DoubleFaced, side: Side) -> ManaValue:
    """Return the mana value of an object with this face up that is not a copy."""
    face = card.face(side)
    if side is Side.BACK and card.kind is Kind.TRANSFORMING:
        return _of_a_back(card)
    if side is Side.BACK and card.meld is not None:
        return _of_a_melded_permanent(card.faces[0].cost, card.meld.partner_cost)
    if card.kind is Kind.MODAL:
        return _of_a_modal_face(face)
    if not face.cost:
        return ManaValue(0, "it has no mana cost", "CR 202.3a")
    return ManaValue(total(face.cost), f"the mana in its own cost{_x(face)}", f"CR {_own(face)}")


def total(cost: str) -> int:
    """Return the mana in a cost such as ``{X}{2}{G/U}``; ``""`` is no cost and counts 0.

    X counts as 0 (CR 202.3e: everywhere but on the stack); a hybrid symbol counts its largest
    half (202.3f), a Phyrexian one 1 (202.3g).
    """
    symbols = re.findall(r"\{([^{}]+)\}", cost)
    return sum(max(map(_amount, symbol.split("/"))) for symbol in symbols)


def _amount(symbol: str) -> int:
    if symbol.isdecimal():
        return int(symbol)
    return 0 if symbol == "X" else 1


def _of_a_back(card: DoubleFaced) -> ManaValue:
    front, back = card.faces
    # A back that is an instant or sorcery is never on the battlefield, only on the stack.
    rule = f"CR 202.3b, 712.8{'c' if back.spell_type else 'e'}"
    if not front.cost:
        return ManaValue(0, "counted from the front, which has no mana cost", rule)
    return ManaValue(total(front.cost), f"counted from the front's cost, {front.cost}", rule)


def _of_a_melded_permanent(cost: str, partner_cost: str) -> ManaValue:
    values = total(cost), total(partner_cost)
    reason = f"both front faces together, {values[0]} + {values[1]}"
    return ManaValue(sum(values), reason, "CR 202.3c, 712.8g")


def _of_a_modal_face(face: Face) -> ManaValue:
    each = "each face of a modal card counts its own cost"
    if not face.cost:
        return ManaValue(0, f"{each}, and this one has none", "CR 202.3a, 712.8f")
    return ManaValue(total(face.cost), f"{each}{_x(face)}", f"CR {_own(face)}, 712.8f")


def _own(face: Face) -> str:
    return "202.3, 202.3e" if "{X}" in face.cost else "202.3"


def _x(face: Face) -> str:
    return ", X being 0 except on the stack" if "{X}" in face.cost else ""
