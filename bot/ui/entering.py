"""The questions before a card enters the board of faces: which card, and which face is up."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.cards.card import Card
from bot.game.faces import Side
from bot.i18n import say
from bot.table import Version
from bot.ui.buttons import Button, button, packed, row
from bot.ui.dfc.answers import quoted
from bot.ui.layout import text, view
from bot.ui.modals import form

FORM: Final = "dfc.form"
AS: Final = "dfc.as"
MOST_NEAREST = 3


def form_to_enter() -> discord.ui.Modal:
    """Return the form in which a card that enters is named."""
    return form(
        FORM,
        title=say("A card enters the battlefield"),
        label=say("Its name"),
        hint=say("Either face's name; for a modal card, the face that was played."),
        example="Delver of Secrets",
    )


def ask_which(
    asked: str, nearest: Sequence[Card], whose: int, owner: int, seen: Version
) -> discord.ui.LayoutView:
    """Return the answer to a name that no double-faced card has, with the nearest as buttons."""
    sentence = text(
        say(
            "I know no double-faced card called “{asked}”. The board is for cards with another "
            "face.",
            asked=quoted(asked),
        )
    )
    acts = [_as(card, Side.FRONT, whose, owner, seen) for card in nearest[:MOST_NEAREST]]
    return view(sentence, row(*acts)) if acts else view(sentence)


def ask_face(card: Card, whose: int, owner: int, seen: Version) -> discord.ui.LayoutView:
    """Return the question which face is up, where the back was named."""
    sides = [side for side in Side if card.face(side).spell_type is None]
    return view(
        text(
            say(
                "**{front}** enters front face up (CR 712.14), unless an effect, disturb, craft or "
                "a defeated Siege has it enter with **{back}** up. Which is it?",
                front=card.faces[0].name,
                back=card.faces[1].name,
            )
        ),
        row(*(_as(card, side, whose, owner, seen) for side in sides)),
    )


def _as(card: Card, side: Side, whose: int, owner: int, seen: Version) -> Button:
    label = card.face(side).name[:80]
    return button(AS, card.id, side, packed(whose), packed(owner), label=label, seen=seen)
