"""The map of a dungeon as a picture."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.game.facts import DUNGEONS, UNDERCITY
from bot.game.game import Cause, Delve, Game, Into, Team, Turns, Venture
from bot.ui.pictures.drawing import MOST_ALT, file_name, png
from bot.ui.pictures.dungeon import dungeon_map
from bot.ui.pictures.dungeon_legend import DIM, GOLD, TEAL
from bot.ui.pictures.dungeon_map import TITLE, DungeonMap
from bot.ui.pictures.dungeon_plan import WIDTH, planned
from bot.ui.pictures.lettering import LETTERS, Font
from bot.ui.pictures.shapes import TIMES
from tests.ui.pictured import Written, differs, speak_at_length

PLAIN = Font.PLAIN
ANA, BEA, CAIO = 11, 12, 13
NAMES = {ANA: "Ana", BEA: "Bea Braga", CAIO: "Caio"}
LONG = "Maximiliana Bartholomäa von und zu Hohenstein-Oettingen-Wallerstein"


def game(where: Mapping[int, tuple[str, ...]], **more: Any) -> Game:
    """A pod in Undercity; each player's way through it."""
    players = sorted({*NAMES, *where})
    turns = Turns(teams=tuple(Team(players=(player,)) for player in players), number=4, whose=0)
    delves = {p: Delve(dungeon="undercity", path=path) for p, path in where.items()}
    return Game(turns=turns, delves=delves, **more)


def shown(game: Game, dungeon: str = "undercity", names: Any = NAMES.get) -> DungeonMap:
    return dungeon_map(game, DUNGEONS[dungeon], names)


def ventures(player: int) -> Venture:
    return Venture(player=player, into=Into.UNDERCITY, cause=Cause.UPKEEP)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    return Written(monkeypatch)


IN_THE_FORGE = game({ANA: ("secret-entrance", "forge")})


@pytest.mark.parametrize("dungeon", DUNGEONS)
def test_every_room_is_on_it(written: Written, dungeon: str) -> None:
    words = " ".join(written.on(shown(Game(), dungeon)))
    for room in DUNGEONS[dungeon].rooms:
        assert room.name in words


@pytest.mark.parametrize("dungeon", sorted(DUNGEONS.keys() - {"baldurs-gate-wilderness"}))
def test_effects_are_on_it(written: Written, dungeon: str) -> None:
    words = " ".join(written.on(shown(Game(), dungeon)))
    for room in DUNGEONS[dungeon].rooms:
        assert room.effect in words


def test_in_a_deep_dungeon_only_the_next_effects_are(written: Written) -> None:
    path = ("crash-landing", "goblin-camp")
    delve = Delve(dungeon="baldurs-gate-wilderness", path=path)
    words = " ".join(written.on(shown(Game(delves={ANA: delve}), "baldurs-gate-wilderness")))
    assert "Create a Treasure." in words, "where Ana is"
    assert "You may sacrifice a permanent." in words, "the next step"
    assert "Each opponent loses 5 life." not in words, "far away"


@pytest.mark.parametrize("dungeon", DUNGEONS)
def test_rooms_do_not_overlap_and_arrows_lead_down(dungeon: str) -> None:
    plan = planned(shown(Game(), dungeon).rooms, TITLE)
    boxes = [*plan.boxes.values()]
    for number, one in enumerate(boxes):
        assert one[0] >= 0
        assert one[2] <= WIDTH
        for other in boxes[number + 1 :]:
            beside = one[2] <= other[0] or other[2] <= one[0]
            assert beside or one[3] <= other[1] or other[3] <= one[1]
    for arrow in plan.arrows:
        assert arrow.points[0][1] == plan.boxes[arrow.source][3]
        assert arrow.points[-1][1] == plan.boxes[arrow.target][1]
        heights = [y for _, y in arrow.points]
        assert heights == sorted(heights)


def test_letters_are_large_enough_for_a_phone(written: Written) -> None:
    for dungeon in DUNGEONS:
        lines = written.drawn(shown(IN_THE_FORGE, dungeon))
        assert min(line.size for line in lines if len(line.text) > 2) >= 22


def test_whoever_is_in_a_room_is_there_and_in_the_legend(written: Written) -> None:
    lines = written.on(shown(IN_THE_FORGE))
    assert lines.count("An") == 2
    assert "Ana" in lines
    assert "Caio" not in lines


def test_more_than_six_in_a_room_are_counted(written: Written) -> None:
    crowd = dict.fromkeys(range(21, 30), ("secret-entrance",))
    names = {player: f"Player {player}" for player in crowd}
    lines = written.on(dungeon_map(Game(delves=game(crowd).delves), UNDERCITY, names.get))
    assert "+3" in lines


def test_a_crowd_makes_no_endless_legend(written: Written) -> None:
    crowd = dict.fromkeys(range(21, 221), ("secret-entrance",))
    names = {player: f"Player {player}" for player in crowd}
    drawn = dungeon_map(Game(delves=game(crowd).delves), UNDERCITY, names.get)
    lines = written.on(drawn)
    assert "Player 32" in lines
    assert "Player 33" not in lines
    assert "… and 188 more." in lines


def test_the_next_step_is_bright() -> None:
    drawn = shown(IN_THE_FORGE)
    picture, plan = drawn.draw(), planned(drawn.rooms, TITLE)
    for arrow in plan.arrows:
        (x, top), (_, bottom) = arrow.points
        tint = picture.getpixel((round(x), round((top + bottom) / 2)))
        assert tint == (GOLD if arrow.source == "forge" else DIM)


def test_what_may_be_entered_now_is_marked(written: Written) -> None:
    asked = IN_THE_FORGE.but(ventures=(ventures(ANA),))
    drawn = shown(asked)
    assert [room.id for room in drawn.rooms if room.coming] == ["trap", "arena"]
    picture, plan = drawn.draw(), planned(drawn.rooms, TITLE)
    for room, (left, _, _, bottom) in plan.boxes.items():
        edge = picture.getpixel((round(left) - 3, round(bottom) - 30))
        assert (edge == TEAL) == (room in ("trap", "arena"))
    assert "may be entered now" in written.on(drawn)
    assert "may be entered now" not in written.on(shown(IN_THE_FORGE))


def test_rooms_that_were_visited_are_marked(written: Written) -> None:
    visited = [room.id for room in shown(IN_THE_FORGE).rooms if room.visited and not room.here]
    assert visited == ["secret-entrance"]
    assert "visited" in written.on(shown(IN_THE_FORGE))


def test_how_often_it_was_completed_is_told(written: Written) -> None:
    done = game({}, completed={BEA: ("undercity", "tomb-of-annihilation", "undercity")})
    lines = written.on(shown(done))
    assert "Bea Braga" in lines
    assert f"{TIMES}2" in lines
    assert "completed, so many times" in lines


def test_a_translated_room_has_its_english_name_below(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = shown(IN_THE_FORGE)
    assert not any(room.english for room in english.rooms)
    speak_at_length(monkeypatch)
    lines = written.on(shown(IN_THE_FORGE))
    assert "Forge" in lines
    assert any(line.startswith("Forge ") for line in lines)


@pytest.mark.parametrize("dungeon", DUNGEONS)
def test_long_words_and_names_fit(
    written: Written, monkeypatch: pytest.MonkeyPatch, dungeon: str
) -> None:
    speak_at_length(monkeypatch)
    first, second = DUNGEONS[dungeon].entrance.id, DUNGEONS[dungeon].entrance.exits[0]
    delves = {player: Delve(dungeon=dungeon, path=(first, second)) for player in range(1, 7)}
    seats = Turns(teams=tuple(Team(players=(player,)) for player in delves))
    crowded = Game(turns=seats, delves=delves, completed={1: (dungeon,) * 12})
    drawn = shown(crowded, dungeon, lambda _: LONG)
    assert written.drawn(drawn), "inside the picture"
    plan = planned(drawn.rooms, TITLE)
    for room, (left, top, right, bottom) in plan.boxes.items():
        words = plan.words[room]
        assert words.height < bottom - top
        for part, font in ((words.name, Font.BOLD), (words.english, PLAIN), (words.effect, PLAIN)):
            for line in part.lines if part else ():
                assert LETTERS.width(line, part.size, font) <= right - left


def test_the_same_state_has_the_same_name_and_any_other_another() -> None:
    again = game({ANA: ("secret-entrance", "forge")}, initiative=BEA)
    assert file_name(shown(again)) == file_name(shown(IN_THE_FORGE))
    others = [
        shown(game({ANA: ("secret-entrance", "lost-well")})),
        shown(game({BEA: ("secret-entrance", "forge")})),
        shown(IN_THE_FORGE, names={ANA: "Anna"}.get),
        shown(IN_THE_FORGE, "tomb-of-annihilation"),
        shown(IN_THE_FORGE.but(ventures=(ventures(ANA),))),
    ]
    assert len({file_name(drawing) for drawing in (shown(IN_THE_FORGE), *others)}) == 6
    assert all(differs(drawing.draw(), shown(IN_THE_FORGE).draw()) for drawing in others)


def test_it_is_told_in_words_too() -> None:
    asked = IN_THE_FORGE.but(ventures=(ventures(ANA),))
    assert shown(asked).alt == (
        "A map of Undercity. Ana: in Forge. Ana: may enter Trap!. Ana: may enter Arena."
    )
    crowd = dict.fromkeys(range(21, 60), ("secret-entrance",))
    many = dungeon_map(Game(delves=game(crowd).delves), UNDERCITY, lambda _: LONG)
    assert len(many.alt) <= MOST_ALT


def test_a_picture_is_small() -> None:
    assert all(len(png(shown(IN_THE_FORGE, dungeon).draw())) < 150_000 for dungeon in DUNGEONS)
