"""An evening with everything in it, the same in every language: what is shown is compared.

Who does what is written here once; nothing in it depends on a language, only on what buttons do.
"""

from __future__ import annotations

from bot.game.forage.game import legal_moves
from tests import foraging
from tests.i18n.stage import Stage
from tests.pods import BYSTANDER, MODERATOR, POD, Answer

DECK = "1 Tovolar, Dire Overlord\n2 Delver of Secrets\n36 Forest\n1 Delver of Secrtes"
FOOD = "Squirrel Mob\nForest\nNo such card"
TYPED = (
    "No such card",
    "Xyzzy",
    "gatstaf shepard",
    "Delver of Secrtes",
    "delver of secretz",
    "nothing",
    "qqqqq",
    "no link",
    "Commander\n1 Tovolar, Dire Overlord\n\nDeck\n1 Delver of Secrets (ISD) 51",
)
"""Texts that come back as they were typed, and the example in a form."""
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
VENTURED_INTO = (
    "lost-mine-of-phandelver",
    "dungeon-of-the-mad-mage",
    "tomb-of-annihilation",
    "lost-mine-of-phandelver",
)


async def whole(stage: Stage) -> None:
    """All of the evening."""
    await an_empty_table(stage)
    await sitting_down(stage)
    await bounties(stage)
    await the_initiative(stage)
    await dungeons(stage)
    await rarer_acts(stage)
    await faces(stage)
    await day_and_night(stage)
    await leaving_and_the_end(stage)
    await cards(stage)
    await a_deck(stage)
    await squirrels(stage)
    await own_boosters(stage)
    await an_open_table(stage.elsewhere("pod-2"))
    await refusals(stage.elsewhere("pod-3"))
    await privacy(stage)


async def an_empty_table(stage: Stage) -> None:
    await stage.slash("Ana", "help")
    for group in ("bounty", "initiative", "forage", "dfc"):
        await stage.slash("Ana", f"{group} rules")
    for group in ("pod", "bounty", "initiative", "forage"):
        await stage.slash("Ana", f"{group} status")
    await stage.slash("Ana", "pod log")
    await stage.slash("Ana", "pod undo")
    await stage.slash("Ana", "pod redo")
    await stage.slash("Ana", "bounty claim")
    await stage.slash("Ana", "dungeon map")
    await stage.slash("Ana", "bounty trophies")
    await stage.slash("Ana", "dfc board")
    menu = (await stage.slash("Ana", "bounty setup")).message
    await stage.pick("Ana", "bounty.deck", *stage.values("bounty.deck", menu)[:7], on=menu)


async def sitting_down(stage: Stage) -> None:
    await stage.slash("Ana", "pod start", link="https://spelltable.wizards.com/game/1")
    await stage.slash("Bruno", "help")
    for name in POD[1:]:
        await stage.press(name, "pod.join")
    await stage.press("Diego", "pod.join")
    await stage.press("Diego", "pod.leavelobby")
    await stage.press("Diego", "pod.join")
    await stage.slash("Ana", "pod start", mode="two-headed giant", order="listed")
    await stage.slash("Ana", "pod start", mode="free-for-all", bounties=True)
    await stage.press("Ana", "pod.startlobby")


async def bounties(stage: Stage) -> None:
    await stage.slash("Ana", "bounty reveal")
    await stage.press(BYSTANDER, "pod.next")
    while (await stage.pod.game()).bounties.offer is None:
        await stage.next()
    for at in range(7):
        who = (await stage.pod.active())[0]
        await stage.slash(who, "help")
        await stage.slash(who, "bounty status")
        if stage.can_pick("bounty.most"):
            await stage.pick(who, "bounty.most", *stage.values("bounty.most")[:1])
        await stage.wait(2)
        if at % 4 != 1 and stage.can_press("bounty.claim"):
            other = next(name for name in POD if name != who)
            await stage.press(other, "bounty.claim")
            await stage.press(who, "bounty.claim")
        await stage.next(who)
    await stage.slash("Carla", "bounty trophies")
    await stage.slash("Carla", "bounty setup", size=6)


async def the_initiative(stage: Stage) -> None:
    await stage.type("Ana", "initiative take", "room", "")
    await stage.slash("Ana", "initiative take", room="No such room")
    await stage.press("Bruno", "initiative.take")
    await stage.next()
    await stage.press("Carla", "initiative.take")
    doubtful = await stage.press("Carla", "initiative.take")
    if stage.can_press("initiative.take", doubtful.message):
        await stage.press("Carla", "initiative.take", on=doubtful.message)
    await stage.rooms()
    await stage.slash("Ana", "initiative status")
    carla = stage.pod.id("Carla")
    while carla not in (await stage.pod.game()).completed:
        await stage.next()
        await stage.rooms()
        if stage.can_press("dungeon.resolved"):
            await stage.press("Ana", "dungeon.resolved")
    await stage.until_turn_of("Carla")
    if stage.can_press("initiative.noupkeep"):
        await stage.press("Carla", "initiative.noupkeep")
    await stage.slash("Carla", "initiative venture")
    await stage.rooms()


async def dungeons(stage: Stage) -> None:
    await stage.type("Ana", "dungeon venture", "room", "a")
    for name, dungeon in zip(POD, VENTURED_INTO, strict=True):
        for _ in range(5):
            await stage.slash(name, "dungeon venture", dungeon=dungeon)
            await stage.rooms()
        await stage.slash(name, "dungeon map")
    await stage.slash(BYSTANDER, "dungeon map", player="Ana")
    await stage.slash("Ana", "dungeon resolved")


async def rarer_acts(stage: Stage) -> None:
    active = (await stage.pod.active())[0]
    other = next(name for name in POD if name != active)
    for verb in ("pod.extra", "pod.skip"):
        menu = (await stage.press("Ana", "pod.more")).message
        await stage.pick("Ana", verb, other, on=menu)
    for _ in range(2):
        await stage.slash("Ana", "pod extra", player=active)
        await stage.slash("Ana", "pod skip", player=other)
    await stage.slash("Ana", "pod status")
    await stage.slash("Ana", "pod clock", state="pause")
    await stage.slash("Ana", "pod clock", state="pause")
    await stage.slash("Ana", "pod clock", state="resume")
    await stage.slash(active, "pod monarch")
    await stage.slash(active, "pod monarch")
    await stage.slash(active, "help")
    for _ in range(3):
        await stage.next()
    menu = (await stage.press("Ana", "pod.more")).message
    await stage.pick("Ana", "pod.correct", other, on=menu)
    await stage.press("Ana", "pod.undo")
    await stage.press("Ana", "pod.keep")
    await stage.press("Ana", "pod.undo")
    await stage.press("Ana", "pod.undone")
    await stage.press("Ana", "pod.redo")
    await stage.press("Ana", "pod.redone")
    log = (await stage.slash("Ana", "pod log")).message
    await stage.press("Ana", "pod.log", 1, on=log)
    await stage.slash("Ana", "pod pings", state="on")
    await stage.next()
    await stage.slash("Ana", "pod pings", state="off")
    await stage.slash(BYSTANDER, "pod pings", state="on")
    await stage.slash(MODERATOR, "help")
    await stage.slash(BYSTANDER, "help")
    old = stage.pod.panel
    await stage.slash("Ana", "pod status")
    await stage.press_late("Ana", "pod.next", on=old)
    menu = (await stage.press("Ana", "pod.more")).message
    await stage.next()
    await stage.pick("Ana", "pod.extra", other, on=menu)


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


async def leaving_and_the_end(stage: Stage) -> None:
    await stage.rooms()
    await stage.slash("Carla", "pod leave")
    await stage.slash("Carla", "pod leave")
    await stage.press("Ana", "pod.undo")
    await stage.press("Ana", "pod.undone")
    menu = (await stage.press("Ana", "pod.more")).message
    await stage.pick("Ana", "pod.leave", "Carla", on=menu)
    menu = (await stage.press("Ana", "pod.more")).message
    await stage.press("Ana", "pod.end", on=menu)
    await stage.press("Ana", "pod.keep")
    await stage.slash("Ana", "pod end", winner="Diego")
    await stage.slash("Ana", "help")
    await stage.press("Bruno", "pod.lobby")
    await stage.press(BYSTANDER, "pod.join")
    await stage.press("Bruno", "pod.startlobby")
    await stage.slash("Bruno", "pod end")


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


async def squirrels(stage: Stage) -> None:
    await stage.slash("Ana", "forage start")
    await stage.press("Bruno", "forage.join")
    await stage.press("Carla", "forage.join")
    await stage.press("Carla", "forage.leavelobby")
    await stage.slash("Ana", "forage leave")
    await stage.slash("Ana", "forage end")
    await stage.slash("Bruno", "forage end")
    await stage.slash("Ana", "forage start", player1="Ana", player2="Bruno", seed="two")
    more = (await stage.press("Ana", "forage.more")).message
    if stage.can_pick("forage.art", more):
        await stage.pick("Ana", "forage.art", stage.values("forage.art", more)[0], on=more)
    for verb in ("forage.text", "forage.rules"):
        if stage.can_press(verb):
            await stage.press("Ana", verb)
    who = await foraging.whose(stage.pod)
    await stage.type(who, "forage move", "colour", "")
    await stage.type(who, "forage move", "direction", "")
    await stage.type(who, "forage dig", "card", "")
    await stage.slash(who, "forage move", colour="pink", direction="up")
    await stage.slash(who, "forage dig", card="Z9", to="A1")
    while not (game := await foraging.game(stage.pod)).over:
        await a_turn_of_squirrels(stage, dig=game.turn in (2, 3))
    await stage.slash("Ana", "forage log")
    await stage.press("Ana", "forage.undo")
    await stage.press("Ana", "forage.keep")
    await stage.press("Bruno", "forage.rematch")
    await stage.slash("Ana", "forage leave")


async def a_turn_of_squirrels(stage: Stage, *, dig: bool) -> None:
    """Take a turn of the squirrels, by the first way there is; dig before it, if that can be."""
    who = await foraging.whose(stage.pod)
    if dig and stage.can_press("forage.dig"):
        await stage.press(who, "forage.dig")
        await stage.pick(who, "forage.digcard", stage.values("forage.digcard")[0])
        await stage.pick(who, "forage.digspace", stage.values("forage.digspace")[0])
    if stage.can_pick("forage.colour"):
        await stage.pick(who, "forage.colour", stage.values("forage.colour")[0])
    move = legal_moves(await foraging.game(stage.pod))[0]
    assert move is not None
    await stage.press(who, "forage.move")


async def own_boosters(stage: Stage) -> None:
    form = await stage.slash("Ana", "forage start", boosters="own")
    answer = await stage.fill("Ana", form, FOOD)
    again: Answer = await stage.press("Ana", "forage.fix", on=answer.message)
    await stage.fill("Ana", again, "Forest", on=answer.message)
    form = await stage.slash("Ana", "forage start", boosters="own")
    await stage.fill("Ana", form, "Squirrel Mob\n" * 3)


async def an_open_table(stage: Stage) -> None:
    """Without a pod at first, then with two-headed giants."""
    await stage.slash("Ana", "bounty reveal")
    await stage.slash("Ana", "bounty reveal")
    await stage.press("Ana", "bounty.claim")
    await stage.press("Ana", "pod.next")
    await stage.press("Bruno", "initiative.take")
    await stage.slash("Bruno", "pod monarch")
    await stage.press("Ana", "pod.lobby")
    await stage.slash("Ana", "pod start", link="no link")
    await stage.slash("Ana", "pod start", mode="two-headed giant", bounties=False)
    await stage.slash("Ana", "help")
    await stage.slash("Ana", "pod start", order="listed")
    for name in POD[1:]:
        await stage.press(name, "pod.join")
    await stage.press("Diego", "pod.startlobby")
    await stage.wait(3)
    await stage.next()
    await stage.wait(20)
    await stage.next()
    for name, card in (("Ana", "Brutal Cathar"), ("Bruno", "Village Watch")):
        await stage.slash(name, "dfc enter", card=card)
    await stage.press("Ana", "pod.next")
    await stage.press("Ana", "pod.keep")
    await stage.slash("Ana", "dfc leave", permanent="1")
    await stage.slash("Ana", "dfc leave", permanent="2")
    for state in ("night", "night", "day", "day"):
        await stage.slash("Ana", "pod day", state=state)
    await stage.slash("Ana", "pod clock", state="resume")
    await stage.slash("Ana", "initiative take", player="Carla")
    await stage.slash("Ana", "pod leave", player="Diego")


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


async def privacy(stage: Stage) -> None:
    await stage.slash(MODERATOR, "privacy show")
    await stage.slash("Diego", "privacy show")
    question = (await stage.slash("Diego", "privacy erase")).message
    await stage.press("Diego", "privacy.keep", on=question)
    question = (await stage.slash("Diego", "privacy erase")).message
    await stage.press("Diego", "privacy.erase", on=question)
    await stage.slash("Ana", "pod log")
