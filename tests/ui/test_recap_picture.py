"""The recap of a game as a picture."""

from typing import Any

import pytest

from bot.game.game import Bounties, Claim, Ending, Game, Holding, Team, Turns
from bot.ui.pictures.drawing import MOST_ALT, file_name, png
from bot.ui.pictures.recap import timeline
from bot.ui.pictures.shapes import TIMES
from bot.ui.pictures.timeline import MOST_NUMBERED, Timeline
from tests.ui.pictured import Written, differs, speak_at_length, tints

ANA, BEA, CAIO = 11, 12, 13
NAMES = {ANA: "Ana", BEA: "Bea", CAIO: "Caio"}
LONG = "Maximiliana Bartholomäa von und zu Hohenstein-Oettingen-Wallerstein"


def claim(player: int, turn: int, card: str = "sovka", **paid: int) -> Claim:
    told = {"treasures": 1, "cards": 0, **paid}
    return Claim(card=card, player=player, level=1, turn=turn, **told)


def game(*claims: Claim, **more: Any) -> Game:
    """A game of twelve turns that Bea began and Ana won."""
    teams = tuple(Team(players=(player,), turns=4) for player in NAMES)
    usual = {
        "turns": Turns(teams=teams, number=12, whose=0, starting=1),
        "bounties": Bounties(claims=claims),
        "ending": Ending(winners=(ANA,)),
    }
    return Game(**{**usual, **more})


def shown(game: Game) -> Timeline:
    return timeline(game, NAMES.get)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    return Written(monkeypatch)


def test_it_says_who_won_and_how_long_it_took(written: Written) -> None:
    lines = written.on(shown(game()))
    assert "Ana won" in lines
    assert "12 turns" in lines


@pytest.mark.parametrize(
    ("ending", "title"), [(Ending(draw=True), "A draw"), (Ending(), "The game is over")]
)
def test_it_says_so_where_nobody_won(written: Written, ending: Ending, title: str) -> None:
    assert title in written.on(shown(game(ending=ending)))


def test_players_are_in_turn_order_from_whoever_began() -> None:
    assert [lane.figure.name for lane in shown(game()).lanes] == ["Bea", "Caio", "Ana"]


def test_the_initiative_has_a_bar_in_its_holders_turns() -> None:
    held = game(holdings=(Holding(player=BEA, turn=3), Holding(player=CAIO, turn=7)))
    assert [lane.held for lane in shown(held).lanes] == [((3, 6),), ((7, 12),), ()]
    bea = shown(held).lanes[0].figure
    before, after = shown(game()).draw(), shown(held).draw()
    assert bea.tints[0] in tints(after.crop((300, 180, 780, 204)))
    assert bea.tints[0] not in tints(before.crop((300, 180, 780, 204)))


def test_a_game_kept_by_an_older_version_has_no_bar() -> None:
    assert not shown(game(initiative=BEA)).initiative


def test_bounties_are_numbered_as_they_were_collected(written: Written) -> None:
    collected = game(claim(ANA, 9, "paq"), claim(BEA, 4, "sovka", treasures=2, cards=1))
    lines = written.drawn(shown(collected))
    texts = [line.text for line in lines]
    assert texts.count("1") >= 2
    assert "Sleepy Sovka" in texts
    assert "Paq, Fleeting Filcher" in texts
    named = [line.text for line in lines if line.text in ("Sleepy Sovka", "Paq, Fleeting Filcher")]
    assert named == ["Sleepy Sovka", "Paq, Fleeting Filcher"], "the earlier one first"
    assert "two Treasures and a card" in texts


def test_many_bounties_are_stars_without_numbers(written: Written) -> None:
    many = game(*(claim(ANA, turn) for turn in range(1, MOST_NUMBERED + 2)))
    assert "Sleepy Sovka" not in written.on(shown(many))
    assert "collected a bounty" in written.on(shown(many))


def test_trophies_are_on_it(written: Written) -> None:
    done = game(claim(ANA, 3), completed={ANA: ("undercity", "undercity")})
    assert f"a Treasure · Undercity {TIMES}2" in written.on(shown(done))


def test_whoever_left_is_on_it_too() -> None:
    turns = game().turns.but(left=(CAIO,))
    gone = game(turns=turns)
    assert [lane.left for lane in shown(gone).lanes] == [False, True, False]
    assert differs(shown(gone).draw(), shown(game()).draw())


def test_an_open_table_has_one_too(written: Written) -> None:
    unseated = Game(bounties=Bounties(claims=(claim(BEA, 0),)), ending=Ending())
    lines = written.on(shown(unseated))
    assert "Bea" in lines
    assert "Sleepy Sovka" in lines


def test_a_crowd_at_an_open_table_is_counted(written: Written) -> None:
    claims = tuple(claim(player, 0) for player in range(1, 30))
    crowd = Game(bounties=Bounties(claims=claims), ending=Ending())
    assert "… and 21 more." in written.on(shown(crowd))
    assert len(shown(crowd).lanes) == 8


def test_a_game_of_nothing_has_one_too(written: Written) -> None:
    assert "The game is over" in written.on(shown(Game(ending=Ending())))


@pytest.mark.parametrize("turns", [1, 7, 99, 12_345])
def test_any_length_of_a_game_has_at_most_eleven_marks(written: Written, turns: int) -> None:
    long = game(turns=game().turns.but(number=turns))
    marks = [line for line in written.drawn(shown(long)) if line.text.isdigit() and line.left > 280]
    assert 1 <= len(marks) <= 11


def test_long_words_and_names_fit(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    speak_at_length(monkeypatch)
    claims = [claim(p, t, "lyssa", treasures=2, cards=1) for p in NAMES for t in (3, 4, 5, 6)]
    full = game(
        *claims,
        completed=dict.fromkeys(NAMES, ("undercity", "lost-mine-of-phandelver")),
        holdings=(Holding(player=ANA, turn=1),),
        ending=Ending(winners=tuple(NAMES)),
    )
    lines = written.drawn(timeline(full, lambda _: LONG))
    assert min(line.size for line in lines if len(line.text) > 2) >= 22, "for a phone"


def test_the_same_game_has_the_same_name_and_any_other_another() -> None:
    games = [
        game(),
        game(claim(ANA, 3)),
        game(claim(ANA, 4)),
        game(claim(BEA, 3)),
        game(holdings=(Holding(player=ANA, turn=3),)),
        game(ending=Ending(draw=True)),
    ]
    assert len({file_name(shown(one)) for one in games}) == len(games)
    assert file_name(shown(game())) == file_name(shown(game()))


def test_it_is_told_in_words_too() -> None:
    held = game(claim(ANA, 9), holdings=(Holding(player=BEA, turn=3),))
    assert shown(held).alt == (
        "Ana won. Bea: 4 turns; the initiative in turns 3 to 12. Caio: 4 turns. "
        "Ana: 4 turns; a Treasure; turn 9: Sleepy Sovka."
    )
    many = game(*(claim(ANA, turn) for turn in range(400)))
    assert len(shown(many).alt) <= MOST_ALT


def test_a_picture_is_small() -> None:
    many = game(*(claim(ANA, turn) for turn in range(12)))
    assert len(png(shown(many).draw())) < 80_000
