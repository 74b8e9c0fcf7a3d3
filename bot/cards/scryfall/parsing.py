"""What one of Scryfall's card objects tells, read by what is there and not by its layout alone.

New layouts appear, and where things sit differs: pictures on the faces are what a double-faced card
has and a split card has not. Rule numbers: Comprehensive Rules, edition 2026-09-25.
"""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from bot.cards.card import MOST_ADDRESS, MOST_TEXT, Card, Face, Printed
from bot.cards.online import OneFaced
from bot.cards.scryfall.meld import MeldPiece, Related
from bot.game.faces import Keyword, Kind, Turning
from bot.i18n import Language

Object = Mapping[str, Any]

_KINDS = {
    "transform": Kind.TRANSFORMING,
    "modal_dfc": Kind.MODAL,
    "reversible_card": Kind.REVERSIBLE,
}
_LANGUAGES = {"pt": Language.PORTUGUESE, "es": Language.SPANISH}
_MELD_PARTS = {"meld_part", "meld_result"}
_ALL_COLOURS = "WUBRG"
MOST_ORACLE = 100

_REMINDER = re.compile(r"\([^()]*\)")
_KEYWORDS = {
    # A keyword stands at the beginning of a line, or behind others: "Flying, daybound".
    Keyword.DAYBOUND: re.compile(r"(?:^|, *)daybound *(?:$|,)", re.I | re.M),
    Keyword.NIGHTBOUND: re.compile(r"(?:^|, *)nightbound *(?:$|,)", re.I | re.M),
    Keyword.DISTURB: re.compile(r"(?:^|, *)disturb *(?:\{|—)", re.I | re.M),
}
_TURNS = {
    Turning.NO_SPELL: re.compile(
        r"at the beginning of each upkeep, if no spells were cast last turn, [^.]*\btransform\b",
        re.I,
    ),
    Turning.TWO_SPELLS: re.compile(
        r"at the beginning of each upkeep, if a player cast two or more spells last turn, "
        r"[^.]*\btransform\b",
        re.I,
    ),
}
_TURNS_OVER = re.compile(r"\b(?:transform|convert|daybound|nightbound|disturb)", re.I)


class TwoFaced(NamedTuple):
    """A double-faced card as one printing tells of it. ``oracle`` is the same for all printings."""

    card: Card
    oracle: str | None


class Unusable(ValueError):
    """An object that is no card for a game, with the reason."""


def parse(found: Object) -> TwoFaced | MeldPiece | OneFaced:
    """Return what a card object tells.

    Raises:
        Unusable: it is no card to play with.
        ValueError, KeyError, TypeError, AttributeError: it cannot be understood.
    """
    json.dumps(found, ensure_ascii=False).encode()  # half of a letter could not be kept
    faces = _sides(found)
    if found.get("layout") == "art_series" or _is_no_card(found, faces):
        raise Unusable("a picture or a helper, not a card")
    if _melds(found):
        return _meld_piece(found)
    if len(faces) < 2 or not _has_two_sides(found, faces):
        return OneFaced(name=str(found["name"]), layout=str(found.get("layout", "unknown")))
    return _two_faced(found, faces)


def _sides(found: Object) -> Sequence[Object]:
    """Return the faces, those with a picture of their own if there are such."""
    faces = found.get("card_faces") or ()
    return [face for face in faces if face.get("image_uris")] or faces


def _is_no_card(found: Object, faces: Sequence[Object]) -> bool:
    """Art cards and helpers such as the one for day and night have the type "Card"."""
    types = [face.get("type_line") or "" for face in faces] or [found.get("type_line") or ""]
    return any(re.match(r"Card\b", line) for line in types)


def _melds(found: Object) -> bool:
    if found.get("card_faces"):
        return False
    parts = [p for p in found.get("all_parts") or () if p.get("component") in _MELD_PARTS]
    own = any(part.get("name") == found.get("name") for part in parts)
    return own and any(part["component"] == "meld_result" for part in parts)


def _has_two_sides(found: Object, faces: Sequence[Object]) -> bool:
    """Tell a double-faced card from a split, flip, adventurer or preparation card."""
    if any(face.get("image_uris") for face in faces):
        return True
    if found.get("image_uris"):
        return False
    # Without any picture: a card with one face has its cost and its colours on the card itself.
    return "mana_cost" not in found and "colors" not in found


def _two_faced(found: Object, faces: Sequence[Object]) -> TwoFaced:
    token = _is_token(found, faces)
    kind = _kind(found, faces, token=token)
    front, back = (_face(found, faces[number], number) for number in (0, 1))
    if back.picture == front.picture:
        back = back.but(picture=None)
    oracle = found.get("oracle_id")
    if oracle is None and faces[0].get("oracle_id"):
        # A reversible card is another thing than the card that is on both of its sides.
        oracle = f"{faces[0]['oracle_id']} reversible"
    if oracle is not None and not (isinstance(oracle, str) and len(oracle) <= MOST_ORACLE):
        raise ValueError("an oracle id that is none")
    card = Card(
        **_about(found),
        kind=kind,
        token=token,
        faces=(front, back),
        keywords=tuple(map(str, found.get("keywords") or ())),
    )
    return TwoFaced(card, oracle)


def _meld_piece(found: Object) -> MeldPiece:
    related = [
        Related(id=part["id"], name=part["name"], result=part["component"] == "meld_result")
        for part in found["all_parts"]
        if part.get("component") in _MELD_PARTS
    ]
    return MeldPiece(
        **_about(found),
        oracle=found.get("oracle_id"),
        face=_face(found, found, 0),
        related=tuple(related),
        keywords=tuple(map(str, found.get("keywords") or ())),
    )


def _about(found: Object) -> dict[str, Any]:
    legal = (found.get("legalities") or {}).get("commander")
    return {
        "id": found["id"],
        "set": found["set"],
        "set_name": found["set_name"],
        "released": date.fromisoformat(found["released_at"]),
        "legal": None if legal is None else legal == "legal",
    }


def _is_token(found: Object, faces: Sequence[Object]) -> bool:
    return "token" in found.get("layout", "") or any(
        "Token" in (face.get("type_line") or "").split() for face in faces
    )


def _kind(found: Object, faces: Sequence[Object], *, token: bool) -> Kind:
    """Tell the kind by the layout if it is a known one, else by what is on the faces."""
    layout = found.get("layout", "")
    if layout in _KINDS:
        return _KINDS[layout]
    same = faces[0].get("name") == faces[1].get("name")
    if same or ("oracle_id" not in found and faces[0].get("oracle_id")):
        return Kind.REVERSIBLE
    texts = [face.get("oracle_text") for face in faces]
    turns_over = any(_TURNS_OVER.search(text) for text in texts if text)
    if token:
        # Most are two tokens, back to back to save cardboard: neither is the other's face.
        return Kind.TRANSFORMING if turns_over or texts == [None, None] else Kind.REVERSIBLE
    # CR 712.3: a modal one has a back that can be played by itself.
    back_is_land = "Land" in (faces[1].get("type_line") or "").split()
    if faces[1].get("mana_cost") or (back_is_land and not turns_over):
        return Kind.MODAL
    return Kind.TRANSFORMING


def _face(found: Object, face: Object, number: int) -> Face:
    text = face.get("oracle_text")
    if text is not None and len(text) > MOST_TEXT:
        # Before it is searched, which takes the square of its length.
        raise ValueError(f"a text of {len(text)} characters")
    said = _REMINDER.sub("", text or "")
    types = face.get("type_line") or _part(found.get("type_line"), number)
    if not types:
        raise ValueError("a face without a type")
    return Face(
        # An adventurer card on a side of a reversible one has its normal name (CR 715.4).
        name=_first(face["name"]),
        cost=_first(face.get("mana_cost") or ""),
        type=_first(types),
        colours=_colours(face.get("colors")),
        indicator=_colours(face.get("color_indicator")) or "",
        power=_number(face, "power"),
        toughness=_number(face, "toughness"),
        loyalty=_number(face, "loyalty"),
        defense=_number(face, "defense"),
        keywords=tuple(word for word, there in _KEYWORDS.items() if there.search(said)),
        turns=next((how for how, there in _TURNS.items() if there.search(_flat(said))), None),
        text=text,
        printed=_printed(found, face),
        picture=_picture(face.get("image_uris")),
    )


def _printed(found: Object, face: Object) -> dict[Language, Printed]:
    language = _LANGUAGES.get(found.get("lang", ""))
    names = ("printed_name", "printed_type_line", "printed_text")
    name, types, text = (face.get(field) or None for field in names)
    if language is None or (name, types, text) == (None, None, None):
        return {}
    return {language: Printed(name=name and _first(name), type=types, text=text)}


def _picture(addresses: Object | None) -> str | None:
    address = (addresses or {}).get("normal") or (addresses or {}).get("large")
    if not isinstance(address, str) or len(address) > MOST_ADDRESS:
        return None
    return address if address.startswith("https://") else None


def _colours(listed: Sequence[str] | None) -> str | None:
    return None if listed is None else "".join(c for c in _ALL_COLOURS if c in listed)


def _number(face: Object, name: str) -> str | None:
    value = face.get(name)
    return None if value in (None, "") else str(value)


def _part(joined: str | None, number: int) -> str:
    """Return one of the parts that " // " joins, the last one if there are fewer."""
    parts = (joined or "").split(" // ")
    return parts[min(number, len(parts) - 1)]


def _first(joined: str) -> str:
    return joined.partition(" // ")[0].strip()


def _flat(text: str) -> str:
    return " ".join(text.split())
