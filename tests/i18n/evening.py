"""An evening with everything in it, the same in every language: what is shown is compared.

Who does what is written here once; nothing in it depends on a language, only on what buttons do.
"""

from __future__ import annotations

from tests.i18n.evening_faces import a_deck, cards, day_and_night, faces
from tests.i18n.evening_refusals import refusals
from tests.i18n.evening_squirrels import own_boosters, squirrels
from tests.i18n.stage import Stage
from tests.pods import BYSTANDER, MODERATOR, POD

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


async def privacy(stage: Stage) -> None:
    await stage.slash(MODERATOR, "privacy show")
    await stage.slash("Diego", "privacy show")
    question = (await stage.slash("Diego", "privacy erase")).message
    await stage.press("Diego", "privacy.keep", on=question)
    question = (await stage.slash("Diego", "privacy erase")).message
    await stage.press("Diego", "privacy.erase", on=question)
    await stage.slash("Ana", "pod log")
