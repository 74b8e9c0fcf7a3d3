"""The messages of Foraging Squirrels: whatever happens in a game, Discord takes them."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from random import Random

import discord
import pytest

from bot.cards.boosters import OwnCards, Unknown, own_cards
from bot.errors import RuleViolation
from bot.game.engine import Command, Event
from bot.game.forage.board import Direction, foray
from bot.game.forage.cards import CARDS, Colour, Food
from bot.game.forage.game import Forage, can_dig, diggable, legal_moves
from bot.game.forage.lobby import (
    CallArt,
    EndForage,
    JoinForage,
    LeaveForage,
    LeaveForageLobby,
    OpenForageLobby,
    StartForage,
    StartForageLobby,
)
from bot.game.forage.rules import play
from bot.game.forage.turns import Dig, EndTurn, Move
from bot.i18n import Language, speaking
from bot.panels.forage_look import BoardPictures, ForageLook
from bot.panels.pictures import Pictures
from bot.table import Entry, Table, Version
from bot.ui.forage import controls as forage_controls
from bot.ui.forage import end as forage_end
from bot.ui.forage import menus as forage_menus
from bot.ui.forage import own as forage_own
from bot.ui.forage import panel as forage
from bot.ui.forage.telling import tell_forage
from bot.ui.forage.words import (
    MOST_BUTTON,
    forager_name,
    marked,
    name_of_card,
    named,
    takes,
)
from bot.ui.layout import assert_sendable, view
from bot.ui.log import log_page
from bot.ui.modals import answer
from bot.ui.refusal import sentence_of
from bot.ui.words import Names
from tests.ui.shown import buttons, everything, menus, parts, text

CROWD = tuple(1_400_000_000_000_000_000 + number for number in range(4))
LONGEST = sorted(CARDS.values(), key=lambda card: -len(card.name))[:24]
LONGEST_NAME = "W" * 60
PICTURE = f"squirrels-{'0' * 20}.png"

Question = Sequence[discord.ui.Item[object]]


def no_names(player: int) -> str | None:
    return None


def long_names(player: int) -> str | None:
    return LONGEST_NAME


def as_table(game: Forage) -> Table[Forage]:
    return Table(Version(123_456, 654_321), game, cursor=654_321, redo=(1, 2))


def started(players: int = 2, seed: str = "hello", own: tuple[Food, ...] = ()) -> Forage:
    command = StartForage(players=CROWD[:players], seed=seed, own=own)
    return play(Forage(), command, Random(1))[0]


def an_entry(events: tuple[Event[Forage], ...], seq: int = 1) -> Entry[Forage]:
    return Entry(seq, CROWD[0], datetime(2026, 11, 30, tzinfo=UTC), "forage_move", events)


def panels(
    game: Forage, events: tuple[Event[Forage], ...], names: Names
) -> Iterator[discord.ui.LayoutView]:
    """Every message that could be shown now."""
    table = as_table(game)
    news = [*tell_forage(events), "-# by somebody"]
    picture = PICTURE if game.grid else None
    yield forage.panel(table, names, news, (), picture)
    for question in questions(table, events):
        yield forage.panel(table, names, (), question, picture)
    yield forage_menus.more(table, names)
    yield forage_menus.as_text(table)
    yield log_page(table, [an_entry(events)] * 30, 1, tell_forage, "forage.log")


def questions(table: Table[Forage], events: tuple[Event[Forage], ...]) -> Iterator[Question]:
    game = table.game
    yield forage.ask_undo(table, an_entry(events))
    yield forage.ask_redo(table, an_entry(events))
    yield forage.ask_end(table)
    for colour in {move.colour for move in legal_moves(game)}:
        for then in forage_controls.Then:
            yield forage_controls.directions(table, colour, then)
    if game.whose is not None and can_dig(game, game.whose):
        yield forage_controls.dig_cards(table)
        for digging in diggable(game):
            yield forage_controls.dig_spaces(table, digging)


def wishes(game: Forage, luck: Random) -> Command[Forage]:
    """What somebody might do now."""
    player = luck.choice(CROWD)
    if not game.seated:
        return luck.choice(
            [
                OpenForageLobby(player=player, own=own_of(luck), seed=luck.choice([None, "`x`"])),
                JoinForage(player=player),
                JoinForage(player=player),
                LeaveForageLobby(player=player),
                StartForageLobby(player=player),
            ]
        )
    rare = luck.random()
    if rare < 0.02:
        return luck.choice([LeaveForage(players=(player,)), EndForage()])
    if rare < 0.05:
        number = luck.choice(list(CARDS))
        return CallArt(player=player, number=number, squirrel=luck.random() < 0.5)
    whose = game.active[0]
    can: list[Command[Forage]] = [
        Move(player=whose, colour=m.colour, direction=m.direction, done=luck.random() < 0.5)
        for m in legal_moves(game)
    ]
    can += [Dig(player=whose, cell=d.cell, onto=d.onto[0]) for d in diggable(game)[:3]]
    return luck.choice([*can, EndTurn(player=whose)])


def own_of(luck: Random) -> tuple[Food, ...]:
    numbers = luck.choices(list(CARDS), k=luck.choice([0, 0, 5, 24, 60]))
    return tuple(Food(number=number, foil=luck.random() < 0.3) for number in numbers)


@pytest.mark.parametrize("seed", range(25))
def test_every_message_of_a_random_game_is_one_that_discord_takes(seed: int) -> None:
    luck, game = Random(seed), Forage()
    shown = 0
    for _ in range(120):
        try:
            game, events = play(game, wishes(game, luck), luck)
        except RuleViolation:
            continue
        for layout in panels(game, events, luck.choice([no_names, long_names])):
            assert_sendable(layout)
            shown += 1
        if game.over:
            break
    assert shown > 5


def longest_game() -> Forage:
    """Everybody's names and hauls as long as can be: 24 cards with the longest names, all foil."""
    game = started(4, seed="W" * 32, own=tuple(Food(number=c.number, foil=True) for c in LONGEST))
    foods = [food for food in game.grid if food is not None]
    foragers = tuple(
        forager.but(haul=tuple(foods[at::4])) for at, forager in enumerate(game.foragers)
    )
    game = game.but(foragers=foragers, squirrels=tuple(CARDS))
    return play(game, EndForage(), Random(1))[0]


def test_the_longest_end_is_sendable_and_shows_every_card() -> None:
    layout = forage.panel(as_table(longest_game()), long_names, ["news " * 200] * 9, (), PICTURE)
    assert_sendable(layout)
    for card in LONGEST:
        assert card.name in text(layout)


class TestAButtonOfADirection:
    def test_names_what_it_takes_with_what_scores(self) -> None:
        game = started()
        move = foray(game.grid, game.squirrel, Colour.BLUE, Direction.UP)
        told = takes(Direction.UP, move, game)
        assert told == "↑ takes 2: Mental Journey, Steelfin Whale ⭐"

    def test_is_never_too_long(self) -> None:
        game = longest_game()
        haul = game.foragers[0].haul
        for count in range(1, 5):
            move = foray(started().grid, started().squirrel, Colour.BLUE, Direction.UP)
            assert move is not None
            told = takes(Direction.LEFT, move.but(taken=haul[:count]), game)
            assert told.startswith(f"← takes {count}: ")
            assert len(told) <= MOST_BUTTON + 4 <= 80
            assert count < 3 or "+" in told

    def test_that_takes_nothing_is_off(self) -> None:
        game = started()
        shown = view(*forage_controls.directions(as_table(game), Colour.BLUE))
        labels = [part["label"] for part in parts(shown) if part["type"] == 2]
        assert labels[:4] == ["↑ takes 2: Mental Journey, Steelfin Whale ⭐", "← 0", "→ 0", "↓ 0"]
        assert buttons(shown) == [labels[0], "Other colour"]


class TestThePanel:
    def test_of_an_open_channel(self) -> None:
        shown = forage.panel(Table(Version(0, 0), Forage()), no_names)
        assert "Nobody forages here yet" in text(shown)
        assert buttons(shown) == ["Gather players", "Rules"]

    def test_of_a_lobby_has_redo_where_there_is_one(self) -> None:
        game = play(Forage(), OpenForageLobby(player=CROWD[0]), Random(1))[0]
        game = play(game, JoinForage(player=CROWD[1]), Random(1))[0]
        shown = forage.panel(as_table(game), no_names)
        assert_sendable(shown)
        assert buttons(shown) == ["Join", "Leave", "Start", "Undo", "Redo", "Rules"]
        without = forage.panel(Table(Version(1, 2), game, cursor=2), no_names)
        assert buttons(without) == ["Join", "Leave", "Start", "Undo", "Rules"]

    def test_redo_stands_beside_undo_everywhere(self) -> None:
        game = started()
        over = play(game, EndForage(), Random(1))[0]
        for shown in (game, over, Forage()):
            labels = buttons(forage.panel(as_table(shown), no_names))
            assert labels[labels.index("Undo") + 1] == "Redo"

    async def test_an_end_that_took_all_has_no_board(self) -> None:
        game = play(started(), EndForage(), Random(1))[0]
        look = ForageLook(boards())
        assert len((await look.draw(as_table(game), no_names, (), ())).files) == 1
        bare = game.but(grid=(None,) * len(game.grid))
        message = await look.draw(as_table(bare), no_names, (), ())
        assert message.files == ()
        assert_sendable(message.layout)
        assert all(part["type"] != 12 for part in parts(message.layout))

    def test_names_the_player_in_the_menu_where_the_name_is_known(self) -> None:
        table = as_table(started())
        assert menus(forage.panel(table, lambda _: "Ana"))[0] == "Ana, which colour?"
        assert menus(forage.panel(table, no_names))[0].startswith("Player ")

    def test_more_offers_everybody_and_every_card(self) -> None:
        game = started(4)
        shown = everything(forage_menus.more(as_table(game), no_names))
        for food in game.grid:
            assert food is None or str(food.card) in shown
        for player in game.players:
            assert forager_name(game, no_names, player) in shown

    def test_somebody_elsewhere_is_a_player(self) -> None:
        assert forager_name(Forage(), no_names, 1) == "A player"

    def test_rules_tell_the_house_rules(self) -> None:
        shown = forage_menus.rules()
        assert_sendable(shown)
        assert text(shown).count("\n- ") == 7

    def test_the_end_of_a_tie_and_of_nothing(self) -> None:
        game = started()
        game = play(game, EndForage(), Random(1))[0]
        assert game.ending is not None
        both = game.but(ending=game.ending.but(winners=game.players))
        assert "share the win" in text(view(*forage_end.ended(as_table(both))[0]))
        assert "Nobody scores." in text(view(*forage_end.ended(as_table(game))[0]))


class FakePainter:
    """Draws nothing, and notes in which threads."""

    def __init__(self) -> None:
        self.drawn: list[threading.Thread] = []
        self.quick = self.failing = False

    def draw_board(self, game: Forage, language: Language) -> bytes:
        if self.failing:
            raise OSError("no font")
        self.drawn.append(threading.current_thread())
        return b"png"

    def has_drawn(self, game: Forage, language: Language) -> bool:
        return self.quick


def boards(painter: FakePainter | None = None) -> BoardPictures:
    made = painter or FakePainter()
    return BoardPictures(Pictures(), lambda: made)


class TestOwnCards:
    def test_a_hundred_unknown_lines_are_sendable(self) -> None:
        typed = "\n".join(f"{'`@everyone' * 9} {number}" for number in range(100))
        shown = forage_own.ask_unknown("0" * 12, typed, own_cards(typed.splitlines()))
        assert_sendable(shown)
        assert "more." in text(shown)

    def test_a_line_like_nothing(self) -> None:
        read = OwnCards((Food(number=1),), (Unknown("???", ()),))
        shown = forage_own.ask_unknown("0" * 12, "???", read)
        assert "- `???` → no name is like it" in text(shown)
        assert buttons(shown) == ["Correct the text", "Go on without it"]

    def test_a_form_that_is_not_ours_is_left_alone(self) -> None:
        assert answer({"custom_id": "abc"}) is None

    async def test_the_form_keeps_within_limits(self) -> None:
        form = forage_own.paste("0" * 12, "x" * 4_000, forgotten=True)
        assert form.is_finished()
        assert len(form.title) <= 45
        (label,) = form.to_dict()["components"]
        assert len(label["label"]) <= 45
        assert len(label["description"]) <= 100
        assert len(label["component"]["placeholder"]) <= 100

    def test_what_is_sent_off_comes_back_however_it_is_wrapped(self) -> None:
        field = {"type": 4, "custom_id": "text", "value": "Forest"}
        for wrapped in ({"type": 18, "component": field}, {"type": 1, "components": [field]}):
            sent = answer({"custom_id": "pk:forage.cards:0.0:key", "components": [wrapped]})
            assert sent is not None
            assert (sent.verb, sent.args, sent.values) == ("forage.cards", ("key",), ("Forest",))


class TestInAnotherLanguage:
    def test_a_card_has_the_name_that_is_printed_on_it(self) -> None:
        food = Food(number=1, foil=True)
        assert name_of_card(food.card) == "Abiding Grace"
        with speaking(Language.PORTUGUESE):
            assert marked(food, started()) == "Graça Sempiterna ⭐"
        with speaking(Language.SPANISH):
            assert named(food) == "Gracia duradera ⭐"

    def test_a_card_whose_name_in_it_is_not_known_has_its_english_one(self) -> None:
        card = next(card for card in CARDS.values() if card.name == "Fire // Ice")
        with speaking(Language.PORTUGUESE):
            assert name_of_card(card) == "Fire // Ice"

    async def test_the_board_is_another_picture(self) -> None:
        pictures, game = boards(), started()
        names = set()
        for language in Language:
            with speaking(language):
                names.add((await pictures.picture(game))[0])
        assert len(names) == len(Language)


def test_a_refusal_tells_the_card_and_the_colour_that_do_not_match() -> None:
    card = next(card for card in CARDS.values() if card.name == "Abiding Grace")
    sentence = "{card} is not {colour}."
    error = RuleViolation("House rule", sentence, card=card, colour=Colour.COLOURLESS)
    assert sentence_of(error) == "Abiding Grace is not colourless."


class TestPictures:
    async def test_are_drawn_once_however_many_wait(self) -> None:
        painter = FakePainter()
        pictures, game = boards(painter), started()
        found = await asyncio.gather(*(pictures.picture(game) for _ in range(20)))
        assert len(set(found)) == len(painter.drawn) == 1
        assert found[0][1] == b"png"

    async def test_that_failed_are_tried_again(self) -> None:
        painter = FakePainter()
        painter.failing = True
        pictures = boards(painter)
        with pytest.raises(OSError, match="no font"):
            await pictures.picture(started())
        painter.failing = False
        assert (await pictures.picture(started()))[1] == b"png"

    @pytest.mark.parametrize("quick", [False, True])
    async def test_are_drawn_in_the_thread_unless_it_is_quick(self, *, quick: bool) -> None:
        painter = FakePainter()
        painter.quick = quick
        pictures = boards(painter)
        for seed in ("FIRST", "SECOND"):  # by the second one, the painter is there
            await pictures.picture(started(seed=seed))
        assert (painter.drawn[-1] is threading.current_thread()) is quick

    async def test_wait_for_the_painter_in_the_thread(self) -> None:
        go_on, painter = threading.Event(), FakePainter()
        painter.quick = True

        def make() -> FakePainter:
            go_on.wait(10)
            return painter

        pictures = BoardPictures(Pictures(), make)
        found = asyncio.create_task(pictures.picture(started()))
        await asyncio.sleep(0)
        assert painter.drawn == []
        go_on.set()
        assert (await found)[1] == b"png"
        assert painter.drawn != [threading.current_thread()]

    async def test_need_no_painter_that_was_there_at_once(self) -> None:
        made: list[FakePainter] = []

        def make() -> FakePainter:
            made.append(FakePainter())
            if len(made) == 1:
                raise OSError("no font")
            return made[-1]

        assert (await BoardPictures(Pictures(), make).picture(started()))[1] == b"png"

    async def test_are_kept_and_crowd_no_others_out(self) -> None:
        others, painter = Pictures(most=100), FakePainter()
        await others.file("poster.png", lambda: b"x" * 100)
        ours = BoardPictures(others, lambda: painter)
        await ours.picture(started())
        await ours.picture(started())
        assert len(painter.drawn) == 1

        def again() -> bytes:
            raise AssertionError("it was dropped")

        assert await others.file("poster.png", again) == b"x" * 100

    async def test_are_left_out_where_they_cannot_be_drawn(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        def make() -> FakePainter:
            raise OSError("no font")

        look = ForageLook(BoardPictures(Pictures(), make))
        message = await look.draw(as_table(started()), no_names, (), ())
        assert message.files == ()
        assert [part for part in parts(message.layout) if part["type"] == 12] == []
        assert "a board could not be drawn" in caplog.text

    async def test_are_attached_as_the_panel_names_them(self) -> None:
        look = ForageLook(boards())
        message = await look.draw(as_table(started()), no_names, (), ())
        (file,) = message.files
        shown = [part for part in parts(message.layout) if part["type"] == 12]
        assert shown[0]["items"][0]["media"]["url"] == f"attachment://{file.filename}"
        assert (await look.draw(as_table(Forage()), no_names, (), ())).files == ()
