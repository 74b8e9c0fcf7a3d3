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
from bot.ui.forage import picture as module
from bot.ui.forage.picture import PIXELS, BoardPainter, board_painter, picture_key
from bot.ui.forage.tiles import STEP, TILE, TilePainter, corner_of
from bot.ui.pictures.drawing import png
from bot.ui.pictures.lettering import Letters
from bot.ui.pictures.palette import Palette
from tests.game.forest import ANA, BEA, CAIO, LEFT, RIGHT, Forest

BOARD = """
    W   U*   .   B   R!
    G   .    S   WU  U
    C   .    .   .   L
    WUBRG! . R   .   .
"""

MANY_WAYS = """
    WU  W   W   B   C
    U   G   W   R   L
    W   WU  S   WUBRG!  WUBRG!
    R   R   U   .   .
    .   R   .   U*  R
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
    """Compare what is seen: there are 256 colours, so tints differ a little."""
    return max(high for _, high in ImageStat.Stat(ImageChops.difference(one, other)).extrema) < 40


def in_all_colours(game: Forage, monkeypatch: pytest.MonkeyPatch) -> Image.Image:
    """Draw a board the same way, but in red, green and blue all along."""
    drawn: list[Image.Image] = []
    with monkeypatch.context() as patched:
        patched.setattr(Palette, "reduced", lambda _, picture: picture)
        patched.setattr(module, "written", lambda board: drawn.append(board) or b"")
        BoardPainter().draw_board(game)
    assert drawn[0].mode == "RGB"
    return drawn[0]


def differences(one: Image.Image, other: Image.Image) -> list[int]:
    """Return how many pixels differ by how much, in the colour where it is most."""
    red, green, blue = ImageChops.difference(one, other).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()


def total(counts: list[int]) -> int:
    return sum(by * count for by, count in enumerate(counts))


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


def test_all_boards_have_the_same_palette(painter: BoardPainter) -> None:
    pictures = [Image.open(BytesIO(painter.draw_board(game))) for game in a_game(4)]
    assert {picture.mode for picture in pictures} == {"P"}
    assert len({tuple(picture.getpalette() or ()) for picture in pictures}) == 1


@pytest.mark.parametrize("board", [BOARD, MANY_WAYS])
def test_it_looks_as_if_it_had_all_colours(
    painter: BoardPainter, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Forest.floor(board).game
    assert legal_moves(game), "with hints"
    whole = in_all_colours(game, monkeypatch)
    counts = differences(seen(painter.draw_board(game)), whole)
    assert sum(counts[24:]) == 0
    assert sum(counts[16:]) < 200, "of a million pixels"
    assert total(counts) < total(differences(seen(png(whole)), whole)), "than in colours of its own"
    assert total(counts) < PIXELS * PIXELS * 0.8


def test_hints_have_smooth_edges(painter: BoardPainter) -> None:
    """Beside the tip of an arrow there are shades between its rim and what it lies on."""
    picture = seen(painter.draw_board(Forest.floor(MANY_WAYS).game))
    left, top = corner_of(CELLS["C3"])
    beside = picture.crop((left - 14, top + 20, left + 8, top + TILE - 20)).convert("L")
    middling = [level for level in beside.tobytes() if 60 < level < 190]
    assert len(set(middling)) > 8


def test_a_board_is_quick_once_its_cards_have_been_drawn(game: Forage) -> None:
    painter = BoardPainter()
    assert not painter.has_drawn(game)
    painter.draw_board(game)
    assert painter.has_drawn(game)
    assert painter.has_drawn(game.but(moved=True)), "the same cards out of reach"
    assert not painter.has_drawn(game, Language.SPANISH)
    card = game.grid[CELLS["A1"]]
    assert card is not None
    assert not painter.has_drawn(game.but(grid=(card.but(foil=True), *game.grid[1:])))


def test_all_games_share_one_painter() -> None:
    assert board_painter() is board_painter()


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
