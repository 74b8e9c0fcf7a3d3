"""Pages of substitute cards: what is printed fits, at its real size."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, PdfParser

from bot.cards.card import Card
from bot.cards.catalogue import Catalogue
from bot.game.faces import Kind
from bot.ui import print_letters, substitute_card
from bot.ui.print_letters import DOTS, Ink, fitted, symbols, symbols_width, width
from bot.ui.substitutes import MOST_CARDS, PER_PAGE, Paper, printed

CATALOGUE = Catalogue.load()
CARDS = list(CATALOGUE)
POINTS = 72 / 25.4


def card(name: str) -> Card:
    return CATALOGUE.find(name)[0].card


def page_sizes(pdf: bytes) -> list[tuple[float, float]]:
    """The sizes of the pages of a PDF, in millimetres."""
    parser = PdfParser.PdfParser(buf=pdf)
    boxes = [parser.read_indirect(page)[b"MediaBox"] for page in parser.pages]
    return [(right / POINTS, top / POINTS) for _, _, right, top in boxes]


def inked(picture: Image.Image, box: tuple[float, float, float, float]) -> bool:
    """Tell whether there is anything within a box, in millimetres."""
    left, top, right, bottom = (round(edge * DOTS) for edge in box)
    return picture.crop((left, top, right, bottom)).getextrema()[0] < 128


class TestPages:
    @pytest.mark.parametrize(
        ("paper", "size"), [(Paper.A4, (210, 297)), (Paper.LETTER, (215.9, 279.4))]
    )
    def test_have_the_size_of_the_paper(self, paper: Paper, size: tuple[float, float]) -> None:
        pages = printed([card("Delver of Secrets")] * (PER_PAGE + 1), paper)
        assert pages.pages == 2
        for width_, height in page_sizes(pages.pdf):
            assert (width_, height) == (
                pytest.approx(size[0], abs=0.1),
                pytest.approx(size[1], abs=0.1),
            )

    @pytest.mark.parametrize("paper", list(Paper))
    def test_have_room_for_nine_cards_and_a_printers_margin(self, paper: Paper) -> None:
        across, down = paper.size
        assert across - 3 * substitute_card.WIDTH > 2 * 5
        assert down - 3 * substitute_card.HEIGHT > 2 * 5

    def test_the_picture_is_the_first_page_at_its_real_size(self) -> None:
        pages = printed([card("Delver of Secrets")], Paper.A4)
        picture = Image.open(BytesIO(pages.png))
        across, down = picture.info["dpi"]
        assert picture.width / across * 25.4 == pytest.approx(210, abs=0.3)
        assert picture.height / down * 25.4 == pytest.approx(297, abs=0.3)

    def test_stay_small(self) -> None:
        pages = printed([card("Delver of Secrets")] * MOST_CARDS, Paper.A4)
        assert len(pages.pdf) < 2_000_000
        assert len(pages.png) < 500_000
        assert len(page_sizes(pages.pdf)) == pages.pages == 12

    def test_hold_so_many_cards_and_no_more(self) -> None:
        pages = printed([card("Delver of Secrets")] * (MOST_CARDS + 1), Paper.A4)
        assert pages.cards == MOST_CARDS

    def test_show_each_copy_in_its_place(self) -> None:
        pages = printed([card("Delver of Secrets")] * 4, Paper.A4)
        page = Image.open(BytesIO(pages.png)).convert("L")
        step_across, step_down = (round(side * DOTS / 3) for side in (63, 88))
        left, top = round(10.5 * DOTS / 3), round(16.5 * DOTS / 3)
        names = [
            page.crop((x + 20, y + 15, x + step_across - 20, y + 60)).getextrema()[0] < 128
            for y in (top, top + step_down)
            for x in (left, left + step_across, left + 2 * step_across)
        ]
        assert names == [True, True, True, True, False, False]

    def test_of_no_card_are_not_made(self) -> None:
        with pytest.raises(ValueError, match="no card"):
            printed([], Paper.A4)


class TestACard:
    @pytest.mark.parametrize("kind", list(Kind))
    def test_of_every_kind_has_nothing_in_its_rim(self, kind: Kind) -> None:
        for each in [one for one in CARDS if one.kind is kind][:40]:
            picture = substitute_card.draw(each)
            assert picture.size == (round(63 * DOTS), round(88 * DOTS))
            for rim in ((0, 0, 63, 3), (0, 87.2, 63, 88), (0, 0, 2.5, 88), (60.5, 0, 63, 88)):
                assert not inked(picture, rim), each.name

    def test_no_face_runs_into_the_other(self) -> None:
        for each in CARDS[::9]:
            if each.kind is not Kind.REVERSIBLE:
                picture = substitute_card.draw(each)
                assert not inked(picture, (4, 41.3, 59, 42.4)), each.name  # above the band
                assert not inked(picture, (4, 83.6, 59, 84.2)), each.name  # above the last line

    def test_tells_both_faces(self) -> None:
        one, other = card("Delver of Secrets"), card("Gatstaf Shepherd")
        difference = ImageChops.difference(substitute_card.draw(one), substitute_card.draw(other))
        assert difference.crop((0, 0, 1488, 1000)).getbbox() is not None
        assert difference.crop((0, 1100, 1488, 2079)).getbbox() is not None

    def test_of_a_reversible_kind_has_one_face(self) -> None:
        picture = substitute_card.draw(card("Propaganda"))
        assert not inked(picture, (3, 41, 60, 42))

    def test_with_the_longest_name_still_fits(self) -> None:
        longest = max(CARDS, key=lambda one: max(len(face.name) for face in one.faces))
        front = longest.faces[0].model_copy(update={"name": "Wholly Unreasonable " * 6})
        huge = longest.model_copy(update={"faces": (front, front)})
        assert not inked(substitute_card.draw(huge), (60.5, 0, 63, 88))


class TestLetters:
    @pytest.mark.parametrize("bold", [False, True])
    def test_there_is_one_for_every_name_in_three_languages(self, bold: bool) -> None:
        texts = "ãñéçüßÆŒ—’“”×·*"  # noqa: RUF001
        for each in CARDS:
            for face in each.faces:
                texts += "".join(face.names().values()) + face.type
        font = print_letters._font(40, bold)
        missing = bytes(font.getmask("\U000f0000"))
        lost = [letter for letter in set(texts) - {" "} if bytes(font.getmask(letter)) == missing]
        assert lost == []

    def test_a_text_takes_the_largest_size_in_which_it_fits(self) -> None:
        assert fitted("Opt", 50, (4, 3), 1).size == 4
        small = fitted("A name of some length", 40, (6, 3), 1)
        assert (small.size, small.lines) == (3, ("A name of some length",))

    def test_a_text_that_fits_in_no_size_is_cut(self) -> None:
        text = fitted("Unreasonably long " * 9, 30, (4, 3), 2)
        assert len(text.lines) == 2
        assert text.lines[-1].endswith("…")
        assert all(width(line, 3) <= 30 for line in text.lines)

    def test_a_word_that_fits_in_no_size_is_cut(self) -> None:
        (line,) = fitted("x" * 200, 30, (4, 3), 1).lines
        assert line.endswith("…")
        assert width(line, 3) <= 30

    def test_an_empty_text_is_an_empty_line(self) -> None:
        assert fitted("", 30, (4,), 1).lines == ("",)


class TestSymbols:
    def test_are_read_from_a_cost(self) -> None:
        assert symbols("{2}{W/U}{G/P}{15}") == ["2", "W/U", "G/P", "15"]
        assert symbols("") == []

    def test_take_the_room_that_is_reckoned(self) -> None:
        ink = Ink(40, 10)
        ink.symbols((5, 5), "{10}{W/U}{B}{2/W}", 4)
        left, _, right, _ = ImageChops.invert(ink.image).getbbox() or (0, 0, 0, 0)
        assert left / DOTS == pytest.approx(5, abs=0.1)
        assert (right - left) / DOTS == pytest.approx(
            symbols_width("{10}{W/U}{B}{2/W}", 4), abs=0.1
        )

    def test_of_every_cost_are_drawn(self) -> None:
        costs = {face.cost for each in CARDS for face in each.faces}
        for cost in costs:
            ink = Ink(40, 10)
            ink.symbols((5, 5), cost, 4)
            assert bool(cost) == (ink.image.getextrema()[0] == 0)

    def test_three_parts_share_a_ring(self) -> None:
        ink = Ink(10, 10)
        ink.symbols((3, 5), "{W/U/P}", 4)
        assert ink.image.getextrema()[0] == 0
