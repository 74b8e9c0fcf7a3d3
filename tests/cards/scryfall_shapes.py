"""Card objects as Scryfall writes them, one function a shape, with invented cards on them.

Functions take the fields to write differently; ``without(card, "oracle_id")`` leaves one out.
"""

from collections.abc import Sequence
from typing import Any
from uuid import NAMESPACE_URL, uuid5

Object = dict[str, Any]

SPELL_LESS = "At the beginning of each upkeep, if no spells were cast last turn, transform {}."
TWO_SPELLS = (
    "At the beginning of each upkeep, if a player cast two or more spells last turn, transform {}."
)


def an_id(name: str) -> str:
    """An id that is always the same for one name."""
    return str(uuid5(NAMESPACE_URL, name))


def images(name: str, side: str = "front") -> Object:
    """Addresses of one picture."""
    number = an_id(name)
    return {
        size: f"https://cards.scryfall.io/{size}/{side}/{number[0]}/{number[1]}/{number}.jpg?1"
        for size in ("small", "normal", "large")
    }


def face(name: str, type_line: str = "Creature — Human", **fields: Any) -> Object:
    """One face, with a picture of its own."""
    return {
        "object": "card_face",
        "name": name,
        "mana_cost": "{1}{G}",
        "type_line": type_line,
        "oracle_text": "Vigilance",
        "colors": ["G"],
        "image_uris": images(name),
        **fields,
    }


def card(name: str, layout: str, *, lang: str = "en", **fields: Any) -> Object:
    """What all layouts have in common."""
    return {
        "object": "card",
        "id": an_id(f"{layout} {name} {lang}"),
        "oracle_id": an_id(f"oracle {layout} {name}"),
        "name": name,
        "lang": lang,
        "released_at": "2026-10-02",
        "layout": layout,
        "set": "tst",
        "set_name": "Tested Grounds",
        "cmc": 2.0,
        "type_line": "Creature — Human",
        "keywords": [],
        "legalities": {"commander": "legal", "vintage": "legal"},
        "games": ["paper"],
        "prices": {"usd": "0.10"},
        **fields,
    }


def two_faced(layout: str, front: Object, back: Object, **fields: Any) -> Object:
    """A card whose faces carry what is on them: transform, modal_dfc, double_faced_token."""
    return card(
        f"{front['name']} // {back['name']}",
        layout,
        **{
            "type_line": f"{front['type_line']} // {back['type_line']}",
            "card_faces": [front, back],
            **fields,
        },
    )


def transform(front: str = "Dusk Sentinel", back: str = "Night Terror", **fields: Any) -> Object:
    return two_faced(
        "transform",
        face(front, power="2", toughness="2"),
        face(back, "Creature — Horror", mana_cost="", color_indicator=["B"], colors=["B"]),
        **fields,
    )


def modal(front: str = "Rising Tide", back: str = "Tidal Basin", **fields: Any) -> Object:
    return two_faced(
        "modal_dfc",
        face(front, "Instant", mana_cost="{2}{U}", colors=["U"]),
        face(back, "Land", mana_cost="", colors=[]),
        **fields,
    )


def token(front: str = "Egg", back: str = "Drake", **fields: Any) -> Object:
    """A token that turns over."""
    return two_faced(
        "double_faced_token",
        face(front, "Token Artifact", mana_cost="", oracle_text="{2}: Transform this token."),
        face(back, "Token Creature — Drake", mana_cost="", power="2", toughness="2"),
        **{"legalities": {"commander": "not_legal"}, **fields},
    )


def two_tokens(front: str, back: str) -> Object:
    """Two tokens, back to back to save cardboard."""
    return two_faced(
        "double_faced_token",
        face(front, f"Token Creature — {front}", mana_cost=""),
        face(back, f"Token Creature — {back}", mana_cost=""),
    )


def art(front: str = "Dusk Sentinel") -> Object:
    """An art card: no card to play with."""
    return two_faced("art_series", face(front, "Card"), face(front, "Card"))


def reversible(name: str = "Old Hermit", names: int = 2) -> Object:
    """The same card on both sides: what it is stands on the faces only."""
    sides = [
        face(name, oracle_id=an_id(name), cmc=2.0, layout="normal", image_uris=images(name, side))
        for side in ("front", "back")
    ]
    whole = card(" // ".join([name] * names), "reversible_card", card_faces=sides)
    return without(whole, "oracle_id", "cmc", "type_line")


def one_sided(layout: str, first: str, second: str) -> Object:
    """Flip, split, adventure, prepare: two halves on one face, with one picture."""
    halves = [without(face(name), "image_uris") for name in (first, second)]
    return card(
        f"{first} // {second}",
        layout,
        mana_cost="{1}{G} // {1}{G}",
        colors=["G"],
        image_uris=images(first),
        card_faces=halves,
    )


def normal(name: str) -> Object:
    return card(name, "normal", mana_cost="{R}", colors=["R"], image_uris=images(name))


def meld(
    first: str = "Left Wing", second: str = "Right Wing", result: str = "Whole Bird", **fields: Any
) -> list[Object]:
    """Both parts, and what they become."""
    names = (first, second, result)
    lang = fields.get("lang", "en")
    parts = [
        {
            "object": "related_card",
            "id": an_id(f"meld {name} {lang}"),
            "component": "meld_result" if name == result else "meld_part",
            "name": name,
        }
        for name in names
    ]
    bystander = {"id": an_id("Feather"), "component": "token", "name": "Feather"}
    return [
        card(
            name,
            "meld",
            **{
                "mana_cost": "" if name == result else "{2}{W}",
                "colors": ["W"],
                "oracle_text": "Flying",
                "power": "*" if name == result else "2",
                "toughness": "4",
                "image_uris": images(name),
                "all_parts": [bystander, *parts],
                **fields,
            },
        )
        for name in names
    ]


def translated(found: Object, lang: str, *names: str | None, **printed: Any) -> Object:
    """The same card printed in another language, with these names on its faces."""
    there: Object = {**found, "id": an_id(f"{found['id']} {lang}"), "lang": lang}
    prints = [
        {"printed_name": name, "printed_type_line": None, "printed_text": None, **printed}
        for name in names
    ]
    if "card_faces" not in found:
        return {**there, **prints[0]}
    faces = zip(found["card_faces"], prints, strict=True)
    return {**there, "card_faces": [{**one, **other} for one, other in faces]}


def without(found: Object, *fields: str) -> Object:
    """The same, with fields left out."""
    return {name: value for name, value in found.items() if name not in fields}


def faces_without(found: Object, *fields: str) -> Object:
    """The same, with fields left out of every face."""
    return {**found, "card_faces": [without(one, *fields) for one in found["card_faces"]]}


def many(count: int, prefix: str = "Card") -> Sequence[Object]:
    """So many different transforming cards."""
    return [transform(f"{prefix} {n} by Day", f"{prefix} {n} by Night") for n in range(count)]
