"""Short rule notes on a card: which face is up when, in a judge's words.

Rule numbers are those of the Comprehensive Rules of `bot.game.facts.RULES_EDITION`.
"""

from collections.abc import Iterator

from bot.game.faces import DoubleFaced, Face, Keyword, Kind, Side, Turning
from bot.i18n import mark, say

LOOKALIKES = mark(
    "Split (CR 709), flip (710), adventurer (715), omen (720) and preparation cards (722) look "
    "two-faced, but all that they say is on the front."
)
NEVER_TURNS = mark(
    "A card without a second face is never turned over: told to transform, it stays."
)
NEVER_TURNS_RULE = "CR 712.9"

_KEYWORDS = {
    Keyword.DAYBOUND: mark(
        "Daybound: it turns over only as night falls, and enters back face up when it is night "
        "(CR 702.145b)."
    ),
    Keyword.NIGHTBOUND: mark("Nightbound: it turns back only as day breaks (CR 702.145e)."),
    Keyword.DISTURB: mark("Disturb: it may be cast from the graveyard, back face up (CR 702.146)."),
}
_TURNINGS = {
    Turning.NO_SPELL: mark(
        "In each upkeep it turns over if nobody cast a spell last turn. Day and night play no part."
    ),
    Turning.TWO_SPELLS: mark(
        "In each upkeep it turns back if one player cast two or more spells last turn."
    ),
}


def of_face(face: Face) -> Iterator[str]:
    """Say what this face says about turning over, and what is odd about it: a sentence each."""
    for keyword in face.keywords:
        yield say(_KEYWORDS[keyword])
    if face.turns is not None:
        yield say(_TURNINGS[face.turns])
    if face.has_type("Planeswalker") and face.loyalty is None:
        yield say("It has no printed loyalty: it keeps its counters as it turns over (CR 712.18).")
    if face.has_type("Battle"):
        yield say("Defeated, a Siege is exiled and may be cast with its back face up (CR 310.12b).")


def of_card(card: DoubleFaced) -> Iterator[str]:
    """Say how the two faces of a card belong together in play: a sentence each."""
    if card.kind is Kind.TRANSFORMING:
        yield from _transforming(card)
    elif card.kind is Kind.MODAL:
        yield from _modal(card)
    elif card.meld is not None:
        yield say(
            "With **{partner}** it melds into **{melded}**, if one player owns and controls both "
            "and neither is a token or a copy (CR 701.42b). No Transform button: meld cards never "
            "transform (CR 712.4c, 712.9).",
            partner=card.meld.partner,
            melded=card.face(Side.BACK).name,
        )
    else:
        yield say(
            "The same card on both sides, in two pictures: not one of the three kinds of "
            "double-faced card (CR 712.1). No Transform button: it never transforms (CR 712.9)."
        )
    if card.turns_over:
        yield say(
            "Except on the battlefield and the stack only the front counts (CR 712.8a); for "
            "Commander's colour identity both faces do (CR 903.4d)."
        )


def _transforming(card: DoubleFaced) -> Iterator[str]:
    spell = card.face(Side.BACK).spell_type
    if spell is not None:
        yield _never_turns(spell)


def _modal(card: DoubleFaced) -> Iterator[str]:
    if any(face.has_type("Land") for face in card.faces):
        yield say("You choose the face as you cast it or play it as a land (CR 712.11b, 712.12).")
    else:
        yield say("You choose the face as you cast it (CR 712.11b).")
    spells = [face.spell_type for face in card.faces if face.spell_type is not None]
    if not spells:
        yield say("On the battlefield it turns over only if an effect says so (CR 712.3).")
    elif len(spells) == 1:
        yield _never_turns(spells[0])
        if card.face(Side.FRONT).spell_type is not None:
            yield say("An effect that would put it there leaves it where it is (CR 712.14b).")


def _never_turns(spell: str) -> str:
    # The button is offered all the same: it is how a reader looks at the other face.
    if spell == "instant":
        return say(
            "On the battlefield it never turns over, its other face being an instant (CR 712.10): "
            "the button only shows that face."
        )
    return say(
        "On the battlefield it never turns over, its other face being a sorcery (CR 712.10): "
        "the button only shows that face."
    )
