"""The picture of the board: it can be drawn, shows what it should, and its key tells all that."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.game.forage.board import CELLS
from bot.game.forage.cards import CARDS, Food
from bot.game.forage.game import Forage, ForageLobby, legal_moves
from bot.game.forage.lobby import CallArt, EndForage, StartForage
from bot.game.forage.rules import play
from bot.i18n import Language
from bot.ui.forage.picture import PIXELS, BoardPainter, picture_key
from bot.ui.forage.tiles import STEP, TILE, TilePainter, corner_of
from bot.ui.pictures.lettering import Letters
from tests.game.forest import ANA, BEA, CAIO, LEFT, RIGHT, Forest

BOARD = """
    W   U*   .   B   R!
    G   .    S   WU  U
    C   .    .   .   L
    WUBRG! . R   .   .
"""


@pytest.fixture(scope="module")
def painter() -> BoardPainter:
    return BoardPainter()


@pytest.fixture
def game() -> Forage:
    return Forest.floor(BOARD).game


def seen(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def space(picture: bytes, name: str) -> Image.Image:
    """Cut the tile of a space out of a picture."""
    left, top = corner_of(CELLS[name])
    return seen(picture).crop((left, top, left + TILE, top + TILE))


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Compare what is seen: each picture has 256 colours of its own, so tints differ a little."""
    return max(high for _, high in ImageStat.Stat(ImageChops.difference(one, other)).extrema) < 40


def a_game(seed: int) -> Iterator[Forage]:
    """All positions of a game, played by chance."""
    luck = Random(seed)
    game, _ = play(Forage(), StartForage(players=(ANA, BEA, CAIO), seed=f"S{seed}"), luck)
    forest = Forest(game, seed=seed)
    yield game
    while not forest.game.over:
        moves = legal_moves(forest.game)
        if moves:
            move = luck.choice(moves)
            forest.move(move.colour.letter, move.direction)
        else:
            forest.done()
        yield forest.game


def test_every_card_can_be_drawn_in_every_language() -> None:
    tiles = TilePainter(Letters())
    for number, card in CARDS.items():
        for name in card.names().values():
            for food in (Food(number=number), Food(number=number, foil=True)):
                tile = tiles.food(food, name, squirrel=card.squirrel)
                assert (tile.mode, tile.size) == ("RGB", (TILE, TILE))


def test_a_whole_game_can_be_drawn(painter: BoardPainter) -> None:
    for game in a_game(1):
        picture = Image.open(BytesIO(painter.draw_board(game)))
        picture.load()
        assert (picture.format, picture.size) == ("PNG", (PIXELS, PIXELS))


@pytest.mark.parametrize("seed", range(3))
def test_a_picture_is_small(painter: BoardPainter, seed: int) -> None:
    assert len(painter.draw_board(next(a_game(seed)))) < 200_000


def test_the_board_fits_into_the_picture() -> None:
    assert max(corner_of(CELLS["E5"])) + TILE < PIXELS
    assert STEP > TILE


def test_the_same_key_is_the_same_picture(painter: BoardPainter, game: Forage) -> None:
    again = game.but(turn=4, seed="OTHER", foragers=game.foragers[::-1])
    assert picture_key(again) == picture_key(game)
    assert painter.draw_board(again) == painter.draw_board(game)
    assert BoardPainter().draw_board(game) == painter.draw_board(game), "whoever paints it"


def test_every_position_of_a_game_has_a_key_of_its_own() -> None:
    games = list(a_game(2))
    shown = {(game.grid, game.squirrel, bool(legal_moves(game))) for game in games}
    assert len({picture_key(game) for game in games}) == len(shown)


def test_a_key_can_be_in_a_file_name(game: Forage) -> None:
    assert picture_key(game).isalnum()
    assert len(picture_key(game)) <= 32


@pytest.mark.parametrize("language", [Language.PORTUGUESE, Language.SPANISH])
def test_names_are_in_the_language(painter: BoardPainter, game: Forage, language: Language) -> None:
    assert picture_key(game, language) != picture_key(game)
    mine, english = painter.draw_board(game, language), painter.draw_board(game)
    assert not alike(space(mine, "A1"), space(english, "A1"))
    assert alike(space(mine, "C2"), space(english, "C2")), "the squirrel needs no name"


def test_a_foil_looks_different(painter: BoardPainter, game: Forage) -> None:
    card = game.grid[CELLS["A1"]]
    assert card is not None
    foil = game.but(grid=(card.but(foil=True), *game.grid[1:]))
    assert picture_key(foil) != picture_key(game)
    assert not alike(space(painter.draw_board(foil), "A1"), space(painter.draw_board(game), "A1"))


def test_a_card_called_a_squirrel_looks_different(painter: BoardPainter, game: Forage) -> None:
    card = game.grid[CELLS["A1"]]
    assert card is not None
    called, _ = play(game, CallArt(player=ANA, number=card.number, squirrel=True), Random(1))
    assert picture_key(called) != picture_key(game)
    before, after = painter.draw_board(game), painter.draw_board(called)
    assert not alike(space(before, "A1"), space(after, "A1"))
    assert alike(space(before, "A3"), space(after, "A3"))


def test_holes_the_squirrel_and_cards_look_different(painter: BoardPainter, game: Forage) -> None:
    picture = painter.draw_board(game)
    hole = space(picture, "E4")
    assert alike(hole, space(picture, "E5")), "one hole is like another"
    assert not alike(hole, space(picture, "C2"))
    assert not alike(hole, space(picture, "E3"))
    assert not alike(space(picture, "C2"), space(picture, "E3"))


def test_a_move_leaves_holes_and_takes_the_squirrel_along(painter: BoardPainter) -> None:
    forest = Forest.floor(BOARD)
    forest.move("U", RIGHT)
    picture = painter.draw_board(forest.game.but(moved=True))  # without the next player's hints
    assert alike(space(picture, "C2"), space(picture, "D3")), "it left its space empty"
    assert alike(space(picture, "D2"), space(picture, "D3")), "and the card's it jumped from"
    assert not alike(space(picture, "E2"), space(picture, "D3")), "it sits where it took the last"


def test_what_can_be_taken_is_hinted_until_the_player_has_moved(
    painter: BoardPainter, game: Forage
) -> None:
    hinted, plain = painter.draw_board(game), painter.draw_board(game.but(moved=True))
    assert picture_key(game) != picture_key(game.but(moved=True))
    assert not alike(space(hinted, "C2"), space(plain, "C2")), "arrows at the squirrel"
    assert not alike(space(hinted, "B2"), space(plain, "B2")), "prints over a hole it jumps"
    assert alike(space(hinted, "E5"), space(plain, "E5"))
    assert alike(space(hinted, "E1"), space(plain, "E1")), "out of reach"


def test_each_direction_hints_for_itself(painter: BoardPainter) -> None:
    left, right = Forest.floor("W S ."), Forest.floor(". S W")
    assert [move.direction for game in (left, right) for move in legal_moves(game.game)] == [
        LEFT,
        RIGHT,
    ]
    pictures = [painter.draw_board(forest.game) for forest in (left, right)]
    assert not alike(space(pictures[0], "B1"), space(pictures[1], "B1"))


def test_a_game_that_is_over_has_no_hints(painter: BoardPainter, game: Forage) -> None:
    ended, _ = play(game, EndForage(), Random(1))
    assert painter.draw_board(ended) == painter.draw_board(game.but(moved=True))
    assert picture_key(ended) == picture_key(game.but(moved=True))


@pytest.mark.parametrize("game", [Forage(), Forage(lobby=ForageLobby(players=(ANA,)))])
def test_without_a_board_there_is_no_picture(painter: BoardPainter, game: Forage) -> None:
    with pytest.raises(ValueError, match="no board"):
        painter.draw_board(game)


def test_several_threads_can_draw_at_once() -> None:
    games = list(a_game(3))
    painter = BoardPainter()
    with ThreadPoolExecutor(4) as threads:
        drawn = list(threads.map(painter.draw_board, games))
    assert drawn == [painter.draw_board(game) for game in games]
