"""The part of an evening that belongs to the squirrels."""

from __future__ import annotations

from bot.game.forage.game import legal_moves
from tests import foraging
from tests.i18n.stage import Stage
from tests.pods import Answer

FOOD = "Squirrel Mob\nForest\nNo such card"


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
