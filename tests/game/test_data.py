"""The printed facts, against tables written here by hand, and the shape of the data files."""

import json
import re
from importlib.resources import files

import pytest

from bot.game.facts import (
    BOUNTIES,
    DUNGEONS,
    REWARDS,
    RULES_EDITION,
    TOP_LEVEL,
    UNDERCITY,
    EnteredBy,
    Reads,
    Reward,
)

# One line a room: its name -> the names its arrows point to.
ARROWS = {
    "Undercity": """
        Secret Entrance -> Forge, Lost Well
        Forge -> Trap!, Arena
        Lost Well -> Arena, Stash
        Trap! -> Archives
        Arena -> Archives, Catacombs
        Stash -> Catacombs
        Archives -> Throne of the Dead Three
        Catacombs -> Throne of the Dead Three
        Throne of the Dead Three ->
    """,
    "Lost Mine of Phandelver": """
        Cave Entrance -> Goblin Lair, Mine Tunnels
        Goblin Lair -> Storeroom, Dark Pool
        Mine Tunnels -> Dark Pool, Fungi Cavern
        Storeroom -> Temple of Dumathoin
        Dark Pool -> Temple of Dumathoin
        Fungi Cavern -> Temple of Dumathoin
        Temple of Dumathoin ->
    """,
    "Dungeon of the Mad Mage": """
        Yawning Portal -> Dungeon Level
        Dungeon Level -> Goblin Bazaar, Twisted Caverns
        Goblin Bazaar -> Lost Level
        Twisted Caverns -> Lost Level
        Lost Level -> Runestone Caverns, Muiral's Graveyard
        Runestone Caverns -> Deep Mines
        Muiral's Graveyard -> Deep Mines
        Deep Mines -> Mad Wizard's Lair
        Mad Wizard's Lair ->
    """,
    "Tomb of Annihilation": """
        Trapped Entry -> Veils of Fear, Oubliette
        Veils of Fear -> Sandfall Cell
        Sandfall Cell -> Cradle of the Death God
        Oubliette -> Cradle of the Death God
        Cradle of the Death God ->
    """,
    "Baldur's Gate Wilderness": """
        Crash Landing -> Goblin Camp, Emerald Grove, Auntie's Teahouse
        Goblin Camp -> Defiled Temple
        Emerald Grove -> Defiled Temple, Mountain Pass
        Auntie's Teahouse -> Mountain Pass
        Defiled Temple -> Ebonlake Grotto, Grymforge
        Mountain Pass -> Grymforge, Githyanki Crèche
        Ebonlake Grotto -> Last Light Inn
        Grymforge -> Last Light Inn, Reithwin Tollhouse
        Githyanki Crèche -> Reithwin Tollhouse
        Last Light Inn -> Moonrise Towers, Gauntlet of Shar
        Reithwin Tollhouse -> Gauntlet of Shar, Balthazar's Lab
        Moonrise Towers -> Circus of the Last Days
        Gauntlet of Shar -> Circus of the Last Days, Undercity Ruins
        Balthazar's Lab -> Undercity Ruins
        Circus of the Last Days -> Steel Watch Foundry, Ansur's Sanctum
        Undercity Ruins -> Ansur's Sanctum, Temple of Bhaal
        Steel Watch Foundry ->
        Ansur's Sanctum ->
        Temple of Bhaal ->
    """,
}

# Words that tell the effect of a room from every other one of its dungeon.
EFFECTS = {
    "Secret Entrance": "basic land",
    "Forge": "two +1/+1 counters",
    "Lost Well": "Scry 2",
    "Trap!": "loses 5 life",
    "Arena": "Goad",
    "Stash": "Treasure",
    "Archives": "Draw a card",
    "Catacombs": "4/1 black Skeleton with menace",
    "Throne of the Dead Three": "top ten cards",
    "Cave Entrance": "Scry 1",
    "Goblin Lair": "1/1 red Goblin",
    "Mine Tunnels": "Treasure",
    "Storeroom": "+1/+1 counter",
    "Dark Pool": "loses 1 life",
    "Fungi Cavern": "-4/-0",
    "Temple of Dumathoin": "Draw a card",
    "Yawning Portal": "1 life",
    "Dungeon Level": "Scry 1",
    "Goblin Bazaar": "Treasure",
    "Twisted Caverns": "can't attack",
    "Lost Level": "Scry 2",
    "Runestone Caverns": "top two cards",
    "Muiral's Graveyard": "two 1/1 black Skeletons",
    "Deep Mines": "Scry 3",
    "Mad Wizard's Lair": "three cards",
    "Trapped Entry": "loses 1 life",
    "Veils of Fear": "discard",
    "Sandfall Cell": "sacrifice",
    "Oubliette": "Discard a card and sacrifice",
    "Cradle of the Death God": "4/4 black God Horror with deathtouch",
    "Crash Landing": "basic land",
    "Goblin Camp": "Treasure",
    "Emerald Grove": "2/2 white Knight",
    "Auntie's Teahouse": "Scry 3",
    "Defiled Temple": "sacrifice a permanent",
    "Mountain Pass": "land card from your hand",
    "Ebonlake Grotto": "two 1/1 blue Faerie Dragons",
    "Grymforge": "goad",
    "Githyanki Crèche": "three +1/+1 counters",
    "Last Light Inn": "Draw two cards",
    "Reithwin Tollhouse": "two four-sided dice",
    "Moonrise Towers": "{3} less",
    "Gauntlet of Shar": "5 life",
    "Balthazar's Lab": "two target creature cards",
    "Circus of the Last Days": "one of your commanders",
    "Undercity Ruins": "three 4/1 black Skeletons",
    "Steel Watch Foundry": "emblem",
    "Ansur's Sanctum": "top four cards",
    "Temple of Bhaal": "-5/-5",
}

# Collector number -> name, words of the condition, what it reads as the turn begins.
CARDS = {
    30: ("Eriana, Wrecking Ball", "crime", None),
    31: ("Frankie The Fang", "most life", Reads.LIFE),
    32: ("Gorra Tash And Silas", "Every opponent", None),
    33: ("Lord Fajjal", "land card", None),
    34: ("Lyssa, Sterling Collector", "most cards", Reads.HAND),
    35: ("Miron Tillas Jr.", "to your left", Reads.LEFT),
    36: ("The Outsider", "anywhere but your hand", None),
    37: ("Paq, Fleeting Filcher", "four or more card types", None),
    38: ('Rissa "Blades" Lee', "two instant or sorcery cards", None),
    39: ("Sleepy Sovka", "no spell", None),
    40: ("Squeakers the Sly", "attacked alone", None),
    41: ("Vara Beth Hannifer", "to your right", Reads.RIGHT),
}


def arrows(table: str) -> list[tuple[str, list[str]]]:
    lines = [line.strip() for line in table.strip().splitlines()]
    rooms = [line.split("->") for line in lines]
    return [(name.strip(), [e.strip() for e in exits.split(",") if e]) for name, exits in rooms]


def test_there_are_these_five_dungeons_in_this_order() -> None:
    assert [dungeon.name for dungeon in DUNGEONS.values()] == list(ARROWS)


@pytest.mark.parametrize("dungeon", DUNGEONS.values(), ids=lambda dungeon: dungeon.id)
def test_rooms_and_arrows_are_those_on_the_card(dungeon) -> None:  # type: ignore[no-untyped-def]
    names = {room.id: room.name for room in dungeon.rooms}
    here = [(room.name, [names[exit_] for exit_ in room.exits]) for room in dungeon.rooms]
    assert here == arrows(ARROWS[dungeon.name])


@pytest.mark.parametrize("dungeon", DUNGEONS.values(), ids=lambda dungeon: dungeon.id)
def test_each_room_does_what_it_does(dungeon) -> None:  # type: ignore[no-untyped-def]
    assert {room.name for room in dungeon.rooms} <= EFFECTS.keys()
    assert [r.name for r in dungeon.rooms if EFFECTS[r.name] not in r.effect] == []


@pytest.mark.parametrize("dungeon", DUNGEONS.values(), ids=lambda dungeon: dungeon.id)
def test_every_exit_exists_and_every_room_can_be_reached(dungeon) -> None:  # type: ignore[no-untyped-def]
    ids = [room.id for room in dungeon.rooms]
    assert len(set(ids)) == len(ids)
    led_to = {exit_ for room in dungeon.rooms for exit_ in room.exits}
    assert led_to == set(ids) - {dungeon.entrance.id}


def test_no_arrow_leads_back_up() -> None:
    for dungeon in DUNGEONS.values():
        order = [room.id for room in dungeon.rooms]
        for room in dungeon.rooms:
            assert all(order.index(exit_) > order.index(room.id) for exit_ in room.exits)


def test_309_2_only_undercity_is_entered_by_the_initiative() -> None:
    by_initiative = [d for d in DUNGEONS.values() if d.entered_by is EnteredBy.THE_INITIATIVE]
    assert by_initiative == [UNDERCITY]
    assert UNDERCITY.name == "Undercity"


def test_only_baldurs_gate_wilderness_is_marked_as_outside_commander() -> None:
    noted = {d.id: d.note for d in DUNGEONS.values() if d.note}
    assert list(noted) == ["baldurs-gate-wilderness"]
    assert "oversized" in noted["baldurs-gate-wilderness"]
    assert "outside Commander" in noted["baldurs-gate-wilderness"]


def test_printed_names_in_other_languages() -> None:
    named = {d.id: (d.name_pt, d.name_es) for d in DUNGEONS.values() if d.name_pt or d.name_es}
    assert named == {
        "tomb-of-annihilation": ("Tumba da Aniquilação", "La Tumba de la Aniquilación")
    }
    unknown = [bounty.name for bounty in BOUNTIES.values() if bounty.name_pt is None]
    assert unknown == ["Paq, Fleeting Filcher", "Vara Beth Hannifer"]


def test_a_room_is_found_by_its_id() -> None:
    assert UNDERCITY.room("trap").name == "Trap!"
    with pytest.raises(KeyError):
        UNDERCITY.room("storeroom")


def test_there_are_these_twelve_bounties() -> None:
    assert [bounty.number for bounty in BOUNTIES.values()] == list(range(30, 42))
    for bounty in BOUNTIES.values():
        name, words, reads = CARDS[bounty.number]
        assert (bounty.name, bounty.reads) == (name, reads)
        assert words in bounty.condition


def test_no_two_bounties_share_a_condition_or_a_name() -> None:
    for told in ("condition", "name", "id"):
        assert len({getattr(bounty, told) for bounty in BOUNTIES.values()}) == 12
    printed = [bounty.name_pt for bounty in BOUNTIES.values() if bounty.name_pt]
    assert len(set(printed)) == 10


def test_what_the_levels_pay() -> None:
    assert TOP_LEVEL == 4
    assert dict(REWARDS) == {
        1: Reward(level=1, treasures=1),
        2: Reward(level=2, treasures=2),
        3: Reward(level=3, treasures=2, or_cards=1),
        4: Reward(level=4, treasures=2, cards=1),
    }


def test_facts_are_constants() -> None:
    for table in (BOUNTIES, REWARDS, DUNGEONS):
        with pytest.raises(TypeError):
            table["new"] = None  # type: ignore[index]


def test_ids_fit_into_the_id_of_a_button_twice() -> None:
    """A choice names a dungeon and a room, beside a player and the version of the table."""
    for dungeon in DUNGEONS.values():
        for room in dungeon.rooms:
            assert re.fullmatch("[a-z-]+", room.id)
            assert len(f"{dungeon.id}|{room.id}") <= 50


def text(name: str) -> str:
    return files("data").joinpath(name).read_text(encoding="utf-8")


def test_the_data_files_are_plain_json() -> None:
    assert set(json.loads(text("bounties.json"))) == {"rewards", "bounties"}
    assert isinstance(json.loads(text("dungeons.json")), list)


def test_cards_confirmed_by_one_source_only_are_named_in_the_sources() -> None:
    sources = text("SOURCES.md")
    for name in ("Gorra Tash And Silas", "Paq, Fleeting Filcher", "Vara Beth Hannifer"):
        assert name in sources
    assert RULES_EDITION in sources


def test_house_rules_are_numbered_from_one() -> None:
    numbers = re.findall(r"^(\d+)\. ", text("house_rules.md"), flags=re.MULTILINE)
    assert numbers == [str(n + 1) for n in range(len(numbers))]
    assert len(numbers) >= 7
