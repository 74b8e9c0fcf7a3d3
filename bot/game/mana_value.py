"""The mana value of each face as the rules have it today, and why.

Rule numbers are those of the Comprehensive Rules of `bot.game.facts.RULES_EDITION`.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from bot.game.faces import DoubleFaced, Face, Kind, Side


class ManaValue(NamedTuple):
    """A mana value, the reason in the middle of a sentence, and the rules it rests on.

    The reason is a template: ``{name}`` is filled from ``details``.
    """

    value: int
    reason: str
    rule: str
    details: Mapping[str, object] = MappingProxyType({})


def mana_value(card: DoubleFaced, side: Side) -> ManaValue:
    """Return the mana value of an object with this face up that is not a copy."""
    face = card.face(side)
    if side is Side.BACK and card.kind is Kind.TRANSFORMING:
        return _of_a_back(card)
    if side is Side.BACK and card.meld is not None:
        return _of_a_melded_permanent(card.faces[0].cost, card.meld.partner_cost)
    if card.kind is Kind.MODAL:
        return _of_a_modal_face(face)
    return _of_its_own(face)


def mana_value_of_a_copy(copied: Face) -> ManaValue:
    """Return the mana value of a copy that has the values of one face, and no other face.

    A copy of a back face or of a melded permanent has no mana cost to count (CR 202.3b-c).
    """
    if not copied.cost:
        return ManaValue(0, "a copy of a face without a mana cost", "CR 202.3a-c")
    value = total(copied.cost)
    if _has_x(copied):
        return ManaValue(
            value, "a copy counts the copied cost, X being 0 except on the stack", "CR 202.3"
        )
    return ManaValue(value, "a copy counts the copied cost", "CR 202.3")


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


def _of_its_own(face: Face) -> ManaValue:
    if not face.cost:
        return ManaValue(0, "it has no mana cost", "CR 202.3a")
    value = total(face.cost)
    if _has_x(face):
        return ManaValue(
            value, "the mana in its own cost, X being 0 except on the stack", "CR 202.3, 202.3e"
        )
    return ManaValue(value, "the mana in its own cost", "CR 202.3")


def _of_a_back(card: DoubleFaced) -> ManaValue:
    front, back = card.faces
    # A back that is an instant or sorcery is never on the battlefield, only on the stack.
    rule = f"CR 202.3b, 712.8{'c' if back.spell_type else 'e'}"
    if not front.cost:
        return ManaValue(0, "counted from the front, which has no mana cost", rule)
    value, details = total(front.cost), {"cost": front.cost}
    return ManaValue(value, "counted from the front's cost, {cost}", rule, details)


def _of_a_melded_permanent(cost: str, partner_cost: str) -> ManaValue:
    one, other = total(cost), total(partner_cost)
    return ManaValue(
        one + other,
        "both front faces together, {one} + {other}",
        "CR 202.3c, 712.8g",
        {"one": one, "other": other},
    )


def _of_a_modal_face(face: Face) -> ManaValue:
    if not face.cost:
        return ManaValue(
            0,
            "each face of a modal card counts its own cost, and this one has none",
            "CR 202.3a, 712.8f",
        )
    value = total(face.cost)
    if _has_x(face):
        return ManaValue(
            value,
            "each face of a modal card counts its own cost, X being 0 except on the stack",
            "CR 202.3, 202.3e, 712.8f",
        )
    return ManaValue(value, "each face of a modal card counts its own cost", "CR 202.3, 712.8f")


def _has_x(face: Face) -> bool:
    return "{X}" in face.cost
