"""The part of an evening in which nothing goes right."""

from __future__ import annotations

from tests.i18n.stage import Stage
from tests.pods import BYSTANDER


async def refusals(stage: Stage) -> None:
    """What cannot be done, one after the other."""
    await stage.slash("Ana", "initiative venture")
    await stage.slash("Ana", "pod next", player="Bruno")
    await stage.slash("Ana", "pod leave")
    await stage.slash("Ana", "pod end")
    await stage.slash("Ana", "pod start", player1="Ana")
    await stage.slash("Ana", "pod start", player1="Ana", player2="Ana")
    await stage.slash("Ana", "pod start", player1="Ana", player2="Robot")
    await stage.slash("Ana", "pod start", player1="Ana", player2="Bruno", mode="two-headed giant")
    await stage.slash("Ana", "forage done")
    await stage.slash("Ana", "forage move", colour="red", direction="inwards")
    await stage.slash("Ana", "forage start", seed="x" * 32, player1="Ana", player2="Ana")
    await stage.slash("Ana", "pod start", player1="Ana", player2="Bruno", bounties=False)
    await stage.slash("Ana", "bounty reveal")
    await stage.slash("Ana", "pod start", player1="Ana", player2="Bruno")
    await stage.slash("Ana", "pod start")
    await stage.slash(BYSTANDER, "pod end")
    await stage.slash(BYSTANDER, "initiative take")
    await stage.slash("Ana", "bounty reveal", early=True)
    await stage.slash("Ana", "bounty claim", reward="card")
    await stage.slash("Ana", "initiative venture", player="Bruno")
    await stage.slash("Ana", "initiative take", room="Throne of the Dead Three")
    await stage.slash("Bruno", "initiative take")
    await stage.slash("Bruno", "initiative take")
    await stage.slash("Ana", "pod next")
    await stage.slash("Ana", "pod day", state="neither")
    await stage.slash("Ana", "dfc enter", card="Agadeem's Awakening")
    await stage.slash("Ana", "dfc enter", card="Krark's Thumb")
    await stage.slash("Ana", "dfc transform", permanent="1")
    await stage.slash("Ana", "dfc control", permanent="1", player="Ana")
    await stage.slash("Ana", "dfc copy", permanent="1", onto="1")
    await stage.slash("Ana", "dfc meld", first="1", second="1")
    await stage.slash("Ana", "pod redo")
