"""Dungeons: venturing, open choices, completing, and walking every one of them."""

from collections.abc import Iterator

import pytest

from bot.errors import NO_RULE
from bot.game.dungeon import (
    ChooseRoom,
    DungeonCompleted,
    ResolveLastRoom,
    RoomEntered,
    Ventured,
    VentureIntoTheDungeon,
    is_last_room,
    open_choices,
)
from bot.game.facts import DUNGEONS, UNDERCITY, Dungeon
from bot.game.game import Cause, Delve, Into
from bot.game.initiative import TakeInitiative
from bot.game.turns import NextTurn
from tests.game.table import ANA, BEA, CAIO, DUDA, NOBODY_HERE, Table

MINE, TOMB, WILDS = "lost-mine-of-phandelver", "tomb-of-annihilation", "baldurs-gate-wilderness"
MAGE = "dungeon-of-the-mad-mage"
OTHERS = [MINE, MAGE, TOMB, WILDS]
ENTRANCES = ["cave-entrance", "yawning-portal", "trapped-entry", "crash-landing"]


def paths(dungeon: Dungeon) -> Iterator[tuple[str, ...]]:
    """Give every way from the entrance to a last room."""

    def onwards(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        exits = dungeon.room(path[-1]).exits
        if not exits:
            yield path
        for room in exits:
            yield from onwards((*path, room))

    return onwards((dungeon.entrance.id,))


EVERY_PATH = [
    pytest.param(dungeon, path, id=f"{dungeon.id}:{number}")
    for dungeon in DUNGEONS.values()
    for number, path in enumerate(paths(dungeon))
]


# Venturing


def test_701_49a_from_no_dungeon_every_one_but_undercity_is_offered() -> None:
    table = Table.seated().venture(ANA)
    assert table.choices(ANA) == ENTRANCES
    (choice,) = open_choices(table.game)
    assert [way.dungeon.id for way in choice.ways] == OTHERS
    assert [way.name for way in choice.ways] == [DUNGEONS[dungeon].name for dungeon in OTHERS]
    table.choose(ANA, "trapped-entry", TOMB)
    assert table.game.delves[ANA] == Delve(dungeon=TOMB, path=("trapped-entry",))


def test_701_49a_the_dungeon_can_be_named_at_once() -> None:
    table = Table.seated().venture(ANA, MINE)
    assert (table.room(ANA), table.game.ventures) == ("cave-entrance", ())


@pytest.mark.parametrize("dungeon", ["undercity", "nowhere"])
def test_701_49d_undercity_is_not_started_by_venturing_into_the_dungeon(dungeon: str) -> None:
    command = VentureIntoTheDungeon(player=ANA, dungeon=dungeon)
    Table.seated().refuses(command, rule="CR 701.49", match="Lost Mine of Phandelver, Dungeon of")


def test_309_5a_one_exit_is_walked_by_itself() -> None:
    table = Table.seated().at(ANA, "veils-of-fear", dungeon=TOMB).venture(ANA)
    assert table.kinds == ["ventured", "room_entered"]
    assert table.room(ANA) == "sandfall-cell"


def test_309_5a_of_several_exits_the_player_chooses() -> None:
    table = Table.seated().at(ANA, "goblin-lair", dungeon=MINE).venture(ANA)
    assert table.kinds == ["ventured"]
    assert table.choices(ANA) == ["storeroom", "dark-pool"]
    table.refuses(
        ChooseRoom(player=ANA, dungeon=MINE, room="fungi-cavern"),
        rule="CR 701.49",
        match="<@11> can venture to Storeroom or Dark Pool",
    )
    table.choose(ANA, "dark-pool", MINE)
    assert table.happened(RoomEntered) == [RoomEntered(player=ANA, dungeon=MINE, room="dark-pool")]
    assert table.choices(ANA) == []


def test_309_5a_a_room_of_another_dungeon_is_no_choice() -> None:
    table = Table.seated().at(ANA, "goblin-lair", dungeon=MINE).venture(ANA)
    command = ChooseRoom(player=ANA, dungeon=TOMB, room="dark-pool")
    table.refuses(command, rule="CR 701.49", match="Storeroom or Dark Pool")


def test_the_room_can_be_named_at_once() -> None:
    table = Table.seated().at(ANA, "goblin-lair", dungeon=MINE)
    table.act(VentureIntoTheDungeon(player=ANA, room="dark-pool"))
    assert table.room(ANA) == "dark-pool"
    table.act(VentureIntoTheDungeon(player=ANA, room="temple-of-dumathoin"))
    assert table.room(ANA) == "temple-of-dumathoin"


def test_naming_only_the_dungeon_one_is_in_leaves_the_choice_of_room_open() -> None:
    table = Table.seated().at(ANA, "goblin-lair", dungeon=MINE).venture(ANA, MINE)
    assert table.choices(ANA) == ["storeroom", "dark-pool"]


def test_naming_the_only_way_on_or_only_its_dungeon_goes_there() -> None:
    for command in (
        VentureIntoTheDungeon(player=ANA, room="temple-of-dumathoin"),
        VentureIntoTheDungeon(player=ANA, dungeon=MINE),
    ):
        table = Table.seated().at(ANA, "storeroom", dungeon=MINE).act(command)
        assert table.room(ANA) == "temple-of-dumathoin"


def test_701_49b_another_dungeon_is_not_started_inside_one() -> None:
    inside = Table.seated().at(ANA, "goblin-lair", dungeon=MINE)
    command = VentureIntoTheDungeon(player=ANA, dungeon=TOMB)
    inside.refuses(command, rule="CR 701.49", match="Storeroom or Dark Pool")
    straight = Table.seated().at(ANA, "storeroom", dungeon=MINE)
    straight.refuses(command, rule="CR 701.49", match="only way on is Temple of Dumathoin")


def test_701_49b_a_plain_venture_inside_undercity_advances_there() -> None:
    table = Table.seated().take(ANA).venture(ANA)
    assert table.happened(Ventured) == [
        Ventured(player=ANA, into=Into.ANY_OTHER, cause=Cause.EFFECT)
    ]
    assert table.choices(ANA) == ["forge", "lost-well"]
    table.choose(ANA, "forge").act(VentureIntoTheDungeon(player=ANA, room="trap")).venture(ANA)
    assert table.room(ANA) == "archives"


def test_a_second_venture_waits_for_the_first_choice_and_goes_on_from_there() -> None:
    table = Table.seated().venture(ANA).venture(ANA)
    assert len(table.game.ventures) == 2
    assert len(open_choices(table.game)) == 1
    table.choose(ANA, "yawning-portal", MAGE)
    assert table.kinds == ["room_entered", "room_entered"]
    assert table.room(ANA) == "dungeon-level"


def test_waiting_ventures_keep_what_they_may_start() -> None:
    """A plain venture is followed by taking the initiative: the second one goes on in the first."""
    table = Table.seated().at(ANA, "storeroom", dungeon=MINE).venture(ANA)
    table.venture(ANA).take(ANA)
    assert table.choices(ANA) == ENTRANCES
    table.choose(ANA, "trapped-entry", TOMB)
    assert table.choices(ANA) == ["veils-of-fear", "oubliette"]


def test_309_3_each_player_walks_a_dungeon_of_their_own() -> None:
    table = Table.seated().venture(ANA, TOMB).venture(BEA, TOMB).venture(CAIO, MAGE)
    table.act(VentureIntoTheDungeon(player=BEA, room="oubliette"))
    assert [table.room(p) for p in (ANA, BEA, CAIO, DUDA)] == [
        "trapped-entry",
        "oubliette",
        "yawning-portal",
        None,
    ]


def test_in_two_headed_giant_a_dungeon_is_a_heads_own() -> None:
    table = Table.giants().venture(ANA, TOMB)
    assert BEA not in table.game.delves


@pytest.mark.parametrize(
    ("player", "rule", "match"),
    [(NOBODY_HERE, NO_RULE, "not seated"), (DUDA, "CR 800.4a", "has left")],
)
def test_only_players_in_the_game_venture(player: int, rule: str, match: str) -> None:
    table = Table.seated().leave(DUDA)
    for command in (
        VentureIntoTheDungeon(player=player),
        ChooseRoom(player=player, dungeon=TOMB, room="trapped-entry"),
        ResolveLastRoom(player=player),
    ):
        table.refuses(command, rule=rule, match=match)


def test_there_is_nothing_to_choose_without_a_venture() -> None:
    command = ChooseRoom(player=ANA, dungeon=MINE, room="storeroom")
    table = Table.seated().at(ANA, "goblin-lair", dungeon=MINE)
    table.refuses(command, rule="CR 701.49", match="<@11> has no room to choose now")
    table.venture(BEA).refuses(command, rule="CR 701.49", match="<@11> has no room to choose now")


# Open choices


def test_an_open_choice_holds_the_next_turn_and_says_whose_and_which() -> None:
    table = Table.seated().take(BEA).take(BEA)
    for command in (NextTurn(), NextTurn(player=DUDA)):
        table.refuses(
            command, rule="CR 701.49", match="<@12> still has to choose .*: Forge or Lost Well"
        )
    table.choose(BEA, "forge")
    assert table.next().active == (BEA,)


def test_an_open_choice_names_every_way_once() -> None:
    named = "Phandelver, Dungeon of the Mad Mage, Tomb of Annihilation or Baldur's Gate Wilderness."
    Table.seated().venture(BEA).refuses(NextTurn(), rule="CR 701.49", match=named)


def test_an_open_choice_does_not_hold_leaving_and_a_leavers_choice_vanishes() -> None:
    """CR 800.4a: it leaves with its trigger."""
    table = Table.seated().venture(BEA).venture(BEA).venture(CAIO).leave(BEA)
    assert [choice.player for choice in open_choices(table.game)] == [CAIO]
    assert table.leave(CAIO).next().active == (DUDA,)


def test_an_open_choice_holds_back_nothing_else() -> None:
    table = Table.seated().offer("sovka", 1).venture(BEA).claim(ANA).take(CAIO)
    assert table.choices(BEA) == ENTRANCES


# Completing


@pytest.mark.parametrize("dungeon", list(DUNGEONS.values()), ids=lambda dungeon: dungeon.id)
def test_309_6_a_dungeon_is_completed_when_its_last_room_has_left_the_stack(
    dungeon: Dungeon,
) -> None:
    for room in dungeon.rooms:
        table = Table.seated().at(BEA, room.id, dungeon=dungeon.id)
        if room.exits:
            table.refuses(ResolveLastRoom(player=BEA), rule="CR 309.6", match="not in the last")
        else:
            table.act(ResolveLastRoom(player=BEA))
            assert table.happened(DungeonCompleted)[0].dungeon == dungeon.id
            assert BEA not in table.game.delves


def test_entering_the_last_room_does_not_complete_it_yet() -> None:
    """An ability that triggers twice: the marker moved once, and completion waits for both."""
    table = Table.seated().at(BEA, "archives").take(BEA)
    assert table.room(BEA) == "throne-of-the-dead-three"
    assert table.game.completed == {}


def test_nobody_in_no_dungeon_resolves_a_room() -> None:
    Table.seated().refuses(ResolveLastRoom(player=ANA), rule="CR 309.6", match="<@11> is not in")


def test_701_49c_venturing_again_completes_it_and_starts_another() -> None:
    table = Table.seated().at(ANA, "cradle-of-the-death-god", dungeon=TOMB).venture(ANA)
    assert table.kinds == ["ventured", "dungeon_completed"]
    assert table.game.completed == {ANA: (TOMB,)}
    assert table.choices(ANA) == ENTRANCES


def test_701_49c_from_undercitys_last_room_a_plain_venture_starts_one_of_the_others() -> None:
    table = Table.seated().at(ANA, "throne-of-the-dead-three").venture(ANA, TOMB)
    assert table.game.completed == {ANA: ("undercity",)}
    assert table.room(ANA) == "trapped-entry"


def test_309_6_as_the_turn_ends_every_dungeon_at_its_last_room_is_completed() -> None:
    table = Table.seated().at(ANA, "throne-of-the-dead-three").at(BEA, "archives")
    table.at(DUDA, "deep-mines", "mad-wizards-lair", dungeon=MAGE).next()
    assert table.kinds[:4] == ["turn_ended", "dungeon_completed", "dungeon_completed", "turn_began"]
    assert table.game.completed == {ANA: ("undercity",), DUDA: (MAGE,)}
    assert list(table.game.delves) == [BEA]


def test_309_7_completing_the_same_dungeon_twice_is_two() -> None:
    table = Table.seated()
    for _ in range(2):
        table.at(ANA, "cradle-of-the-death-god", dungeon=TOMB).act(ResolveLastRoom(player=ANA))
    assert table.game.completed == {ANA: (TOMB, TOMB)}


def test_completions_are_counted_a_player_and_a_dungeon() -> None:
    table = (
        Table.seated()
        .at(ANA, "throne-of-the-dead-three")
        .at(BEA, "steel-watch-foundry", dungeon=WILDS)
    )
    table.act(ResolveLastRoom(player=ANA)).act(ResolveLastRoom(player=BEA))
    assert table.game.completed == {ANA: ("undercity",), BEA: (WILDS,)}


def test_a_completed_dungeon_can_be_started_anew() -> None:
    table = Table.seated().at(ANA, "throne-of-the-dead-three").act(ResolveLastRoom(player=ANA))
    assert table.take(ANA).game.delves[ANA] == Delve(dungeon="undercity", path=("secret-entrance",))


# Walking them


@pytest.mark.parametrize(("dungeon", "path"), EVERY_PATH)
def test_every_dungeon_can_be_walked_to_a_last_room_along_every_path(
    dungeon: Dungeon, path: tuple[str, ...]
) -> None:
    table = Table()
    for before, room in zip((None, *path), path, strict=False):
        if dungeon == UNDERCITY:
            table.act(TakeInitiative(player=ANA))
        else:
            table.act(VentureIntoTheDungeon(player=ANA))
        exits = dungeon.room(before).exits if before else ()
        if len(exits) > 1 or (before is None and dungeon != UNDERCITY):
            table.choose(ANA, room, dungeon.id)
        assert table.game.delves[ANA].room == room
    delve = table.game.delves[ANA]
    assert (delve, is_last_room(delve)) == (Delve(dungeon=dungeon.id, path=path), True)
    table.act(ResolveLastRoom(player=ANA))
    assert table.game.completed == {ANA: (dungeon.id,)}


def test_there_are_so_many_paths() -> None:
    count = {dungeon.id: len(list(paths(dungeon))) for dungeon in DUNGEONS.values()}
    assert count == {"undercity": 6, MINE: 4, MAGE: 4, TOMB: 2, WILDS: 72}
