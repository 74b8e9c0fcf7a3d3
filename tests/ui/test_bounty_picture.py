"""The poster of a bounty."""

import pytest

from bot.game.facts import BOUNTIES, REWARDS
from bot.game.game import Offer
from bot.ui.pictures.bounty import poster
from bot.ui.pictures.drawing import MOST_ALT, file_name, png
from bot.ui.pictures.poster import HEIGHT, WIDTH
from tests.ui.pictured import Written, differs, speak_at_length


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    return Written(monkeypatch)


@pytest.mark.parametrize("card", BOUNTIES)
def test_it_has_the_name_and_the_whole_condition(written: Written, card: str) -> None:
    words = " ".join(written.on(poster(Offer(card=card, level=1))))
    assert "WANTED" in words
    assert BOUNTIES[card].name in words
    assert BOUNTIES[card].condition in words


@pytest.mark.parametrize(
    ("level", "paid"),
    [
        (1, "A Treasure"),
        (2, "Two Treasures"),
        (3, "Two Treasures or a card"),
        (4, "Two Treasures and a card"),
    ],
)
def test_it_has_the_level_and_what_it_pays(written: Written, level: int, paid: str) -> None:
    lines = written.on(poster(Offer(card="sovka", level=level)))
    assert f"level {level} of 4" in lines
    assert paid in lines
    assert ("/" in lines) == (level == 3), "coins or a card"


def test_every_bounty_has_a_face_of_its_own() -> None:
    frame = (40, 120, 276, 402)
    faces = [poster(Offer(card=card, level=1)).draw().crop(frame) for card in BOUNTIES]
    assert len({face.tobytes() for face in faces}) == len(BOUNTIES)


def test_a_bounty_that_is_new_has_a_face_too() -> None:
    known = poster(Offer(card="sovka", level=1))
    stranger = type(known)(**{**vars(known), "card": "somebody-new"})
    assert differs(stranger.draw(), known.draw())


@pytest.mark.parametrize("card", BOUNTIES)
def test_long_words_fit(written: Written, monkeypatch: pytest.MonkeyPatch, card: str) -> None:
    speak_at_length(monkeypatch)
    for level in REWARDS:
        lines = written.drawn(poster(Offer(card=card, level=level)))
        assert BOUNTIES[card].name in [line.text for line in lines], "in English too"
        assert min(line.size for line in lines) >= 22, "for a phone"
        rule = 412
        condition = [line for line in lines if line.left >= 296 and line.middle < rule]
        assert all(line.middle + line.size * 0.6 <= rule for line in condition)


def test_the_same_offer_has_the_same_name_and_any_other_another() -> None:
    names = {file_name(poster(Offer(card=c, level=n))) for c in BOUNTIES for n in REWARDS}
    assert len(names) == len(BOUNTIES) * len(REWARDS)
    assert file_name(poster(Offer(card="paq", level=2))) in names


def test_it_is_told_in_words_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert poster(Offer(card="sovka", level=2)).alt == (
        "A wanted poster: Sleepy Sovka, level 2 of 4: two Treasures. You cast no spell this turn."
    )
    speak_at_length(monkeypatch)
    assert all(len(poster(Offer(card=card, level=4)).alt) <= MOST_ALT for card in BOUNTIES)


def test_a_picture_is_small() -> None:
    drawn = [poster(Offer(card=card, level=3)).draw() for card in BOUNTIES]
    assert {picture.size for picture in drawn} == {(WIDTH, HEIGHT)}
    assert max(len(png(picture)) for picture in drawn) < 80_000
