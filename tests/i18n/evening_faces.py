"""The part of an evening that is about double-faced cards: on the board, and to be looked up."""

from __future__ import annotations

from tests.i18n.stage import Stage

DECK = "1 Tovolar, Dire Overlord\n2 Delver of Secrets\n36 Forest\n1 Delver of Secrtes"
ON_THE_TABLE = (
    ("Ana", "Delver of Secrets"),
    ("Ana", "Graf Rats"),
    ("Ana", "Midnight Scavengers"),
    ("Bruno", "Arlinn, Embraced by the Moon"),
    ("Bruno", "Invasion of Alara"),
    ("Bruno", "Tergrid, God of Fright"),
)
SHOWN = (
    "Delver of Secrets",
    "Gatstaf Shepherd",
    "Village Watch",
    "Invasion of Alara",
    "Agadeem's Awakening",
    "Graf Rats",
    "Krark's Thumb",
    "Avatar Roku",
    "Akki Lavarunner",
    "gatstaf shepard",
    "Xyzzy",
)
CARDS = (
    *(card for _, card in ON_THE_TABLE),
    *SHOWN,
    "Brutal Cathar",
    "Tovolar, Dire Overlord",
)


async def faces(stage: Stage) -> None:
    await stage.type("Ana", "dfc enter", "card", "delv")
    await stage.slash("Ana", "dfc enter", card="No such card")
    await stage.slash("Ana", "dfc enter", card="Akki Lavarunner")
    for who, card in ON_THE_TABLE:
        await stage.slash(who, "dfc enter", card=card)
    await stage.slash("Carla", "dfc enter", card="Delver of Secrets", transformed=True, owner="Ana")
    await stage.slash("Bruno", "dfc copy", permanent="1", kind="token")
    await stage.slash("Carla", "dfc copy", permanent="1")
    await stage.slash("Ana", "dfc transform", permanent="1")
    await stage.slash("Ana", "dfc transform", permanent="Tergrid")
    await stage.slash("Ana", "dfc transform", permanent="99")
    await stage.slash("Ana", "dfc transform", permanent="nothing")
    await stage.slash("Ana", "dfc meld", first="1", second="2")
    await stage.slash("Ana", "dfc meld", first="2", second="3")
    await stage.slash("Diego", "dfc control", permanent="1", player="Diego")
    await stage.type("Diego", "dfc leave", "permanent", "")
    which = (await stage.slash("Ana", "dfc enter", card="Insectile Aberration")).message
    await stage.press("Ana", "dfc.as", on=which)
    near = (await stage.slash("Ana", "dfc enter", card="delver of secretz")).message
    await stage.press("Ana", "dfc.as", on=near)
    board = (await stage.slash("Diego", "dfc board")).message
    form = await stage.press("Diego", "dfc.form", on=board)
    await stage.fill("Diego", form, "Village Watch", on=board)
    board = (await stage.slash("Diego", "dfc board")).message
    one = (await stage.pick("Diego", "dfc.pick", "1", on=board)).message
    await stage.press("Diego", "dfc.board", on=one)
    copied = (await stage.slash("Diego", "dfc board")).message
    clone = (
        await stage.pick("Diego", "dfc.pick", stage.values("dfc.pick", copied)[-1], on=copied)
    ).message
    if stage.can_press("dfc.own", clone):
        await stage.press("Diego", "dfc.own", on=clone)
    await stage.slash("Diego", "dfc copy", permanent="4", onto="1")
    await stage.slash("Diego", "dfc leave", permanent="4")
    await stage.press("Ana", "pod.undo")
    await stage.press("Ana", "pod.undone")


async def day_and_night(stage: Stage) -> None:
    await stage.slash("Ana", "dfc enter", card="Brutal Cathar")
    await stage.slash("Ana", "dfc enter", card="Gatstaf Shepherd")
    await stage.slash("Ana", "dfc transform", permanent="Brutal Cathar")
    for answer in (("1", "1"), ("0", "0"), ("0", "2"), ("2", "2")):
        await stage.rooms()
        await stage.press("Ana", "pod.next")
        await stage.press("Ana", "pod.cast", *answer)
        await stage.slash("Bruno", "help")
        for verb in ("dfc.howl", "dfc.turn"):
            if stage.can_press(verb):
                await stage.press("Bruno", verb)
            elif stage.can_pick(verb):
                await stage.pick("Bruno", verb, stage.values(verb)[-1])
    await stage.slash("Ana", "pod day", state="neither")
    for permanent in (await stage.pod.game()).battlefield:
        if permanent.bound is not None:
            await stage.slash("Ana", "dfc leave", permanent=str(permanent.number))
    doubt = (await stage.slash("Ana", "pod day", state="neither")).message
    await stage.press("Ana", "pod.day", on=doubt)
    await stage.slash("Ana", "pod day", state="night")
    await stage.slash("Ana", "pod log")


async def cards(stage: Stage) -> None:
    await stage.type("Ana", "dfc show", "card", "delver")
    for card in SHOWN:
        await stage.slash("Ana", "dfc show", card=card)
    await stage.type("Ana", "dfc rules", "topic", "")
    await stage.slash("Ana", "dfc rules", topic="clone")
    await stage.slash("Ana", "dfc rules", topic="qqqqq")


async def a_deck(stage: Stage) -> None:
    form = await stage.slash("Ana", "dfc checklist")
    await stage.fill("Ana", form, DECK)
    form = await stage.slash("Ana", "dfc checklist", paper="Letter")
    await stage.fill("Ana", form, "36 Forest")
