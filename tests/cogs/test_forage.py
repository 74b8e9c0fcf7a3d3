"""Foraging Squirrels in the channel, as its players see it."""

import re

import pytest

from bot.game.forage.game import legal_moves
from bot.preview.preview import WELCOME
from tests import foraging
from tests.pods import BYSTANDER, MODERATOR, ROBOT, Pod


def test_the_preview_tells_how_to_begin() -> None:
    assert "`/forage start`" in WELCOME


class TestStarting:
    async def test_with_players_starts_at_once(self, pod: Pod) -> None:
        await foraging.begin(pod, "Ana", "Bruno", "Carla")
        shown = pod.panel_text()
        assert "24 cards lie on the floor. Ana → Bruno → Carla;" in shown
        assert re.search(r"## Turn 1: (Ana|Bruno|Carla)", shown)
        assert foraging.picture(pod)["alt"].startswith("The squirrel is on ")
        assert pod.labels() == ["Undo", "Text", "Rules", "More…"]

    @pytest.mark.parametrize(
        ("named", "refusal"),
        [
            (("Ana",), "Two to four squirrels forage together, not 1."),
            (("Ana", "Ana"), "Ana is named twice."),
            (("Ana", ROBOT), "Robot is a bot and does not play."),
        ],
    )
    async def test_who_cannot_play(self, pod: Pod, named: tuple[str, ...], refusal: str) -> None:
        assert refusal in (await foraging.begin(pod, *named)).private
        assert pod.messages == []

    async def test_with_a_seed_lays_the_same_grid(self, pod: Pod) -> None:
        await foraging.begin(pod, "Ana", "Bruno", seed="Nuts")
        there = pod.in_channel("pod-2")
        await foraging.begin(there, "Carla", "Diego", seed="nuts")
        assert (await foraging.game(pod)).grid == (await foraging.game(there)).grid

    async def test_without_players_opens_a_lobby(self, pod: Pod) -> None:
        await pod.slash("Ana", "forage start")
        assert "Foraging Squirrels: 1 of 4" in pod.panel_text()
        assert "Start" not in pod.labels()
        assert "You have joined already." in (await pod.press("Ana", "Join")).private
        await pod.press("Bruno", "Join")
        await pod.press("Carla", "Join")
        await pod.press("Bruno", "Leave")
        await pod.press("Carla", "Start")
        assert "Ana → Carla" in pod.panel_text()
        assert len(pod.messages) == 1

    async def test_a_lobby_keeps_its_cards_when_it_is_opened_again(self, pod: Pod) -> None:
        file = ("cards.txt", b"24 Forest")
        await pod.slash("Ana", "forage start", cards=file, seed="nuts")
        await pod.slash("Ana", "forage start")
        assert "your own boosters: 24 cards, grid `NUTS`." in pod.panel_text()
        answer = await pod.slash("Ana", "forage start", cards=("cards.txt", b"24 Island"))
        assert "already plays with its own cards." in answer.private

    async def test_a_second_game_is_refused_while_one_goes_on(self, squirrels: Pod) -> None:
        for boosters in ("virtual", "own"):
            answer = await foraging.begin(squirrels, "Ana", "Bruno", boosters=boosters)
            assert "A game is going on here." in answer.private

    async def test_while_the_pod_waits_for_its_fourth(self, pod: Pod) -> None:
        meanwhile = "Play Foraging Squirrels meanwhile"
        await pod.slash("Ana", "pod start")
        lobby = pod.panel
        await pod.press("Bruno", meanwhile)
        assert "1. Bruno" in pod.panel_text()
        await pod.press("Ana", meanwhile, on=lobby)
        assert "1. Bruno\n2. Ana" in pod.panel_text()
        await pod.press("Ana", meanwhile, on=lobby)
        await pod.press("Ana", "Start")
        await pod.press("Carla", meanwhile, on=lobby)
        assert "## Turn 1" in pod.panel_text()
        await pod.press("Carla", "Join", on=lobby)
        assert "A pod gathers: 2 of 6" in pod.read(pod.channel.history()[0])


class TestATurn:
    async def test_offers_only_colours_that_can_move(self, squirrels: Pod) -> None:
        game = await foraging.game(squirrels)
        colours = list(dict.fromkeys(move.colour for move in legal_moves(game)))
        offered = squirrels.options(f"{await foraging.whose(squirrels)}, which colour?")
        assert [label.partition(" ")[0].lower() for label in offered] == colours
        assert "Blue (U): 2 cards" in offered

    async def test_shows_beforehand_what_each_direction_takes(self, squirrels: Pod) -> None:
        await foraging.choose_colour(squirrels)
        takes = "↑ takes 2: Mental Journey, Steelfin Whale ⭐"
        assert squirrels.labels()[:2] == [takes, "Other colour"]
        assert "**Blue**: which way?" in squirrels.panel_text()
        who = await foraging.whose(squirrels)
        await squirrels.press(who, takes)
        shown = squirrels.panel_text()
        assert f"{who} names blue, goes ↑ and takes two cards: **Mental Journey** and " in shown
        assert f"{who} **2** · ⭐ **1**" in shown
        assert "## Turn 2" in shown

    async def test_another_colour_can_be_chosen(self, squirrels: Pod) -> None:
        await foraging.choose_colour(squirrels)
        await squirrels.press(await foraging.whose(squirrels), "Other colour")
        assert squirrels.menus() == [f"{await foraging.whose(squirrels)}, which colour?"]

    async def test_with_one_colour_left_directions_come_at_once(self, squirrels: Pod) -> None:
        await foraging.run(squirrels)
        assert squirrels.menus() == []
        assert len(foraging.ways(squirrels)) == 3
        assert "Other colour" not in squirrels.labels()

    async def test_is_shown_by_a_new_picture(self, squirrels: Pod) -> None:
        before = foraging.picture(squirrels)["url"].rpartition("/")[2]
        await foraging.choose_colour(squirrels)
        assert foraging.picture(squirrels)["url"].rpartition("/")[2] == before
        await foraging.run(squirrels)
        assert foraging.picture(squirrels)["url"].rpartition("/")[2] != before
        assert len(squirrels.panel.attachments) == 1

    async def test_is_for_the_player_to_move_alone(self, squirrels: Pod) -> None:
        (waiting,) = await foraging.others(squirrels)
        who, before = await foraging.whose(squirrels), await foraging.table(squirrels)
        menu = squirrels.menus()[0]
        colour = squirrels.options(menu)[0]
        refused = [(waiting, f"It is {who}'s turn."), (BYSTANDER, "belongs to Ana and Bruno")]
        for name, no in [*refused, (MODERATOR, "does not play")]:
            assert no in (await squirrels.pick(name, menu, colour)).private
        await foraging.choose_colour(squirrels)
        for name, no in [*refused, (MODERATOR, "does not play")]:
            for label in (foraging.ways(squirrels)[0], "Other colour"):
                assert no in (await squirrels.press(name, label)).private
        assert (await foraging.table(squirrels)).version == before.version

    async def test_a_stale_choice_changes_nothing(self, squirrels: Pod) -> None:
        who = await foraging.whose(squirrels)
        await foraging.choose_colour(squirrels)
        way = squirrels.button_id(foraging.ways(squirrels)[0])
        await squirrels.press(who, foraging.ways(squirrels)[0])
        turn = (await foraging.game(squirrels)).turn
        answer = await squirrels.forge(who, way)
        assert "moved on before your press" in answer.private
        assert (await foraging.game(squirrels)).turn == turn

    @pytest.mark.parametrize(
        ("press", "values"),
        [
            ("forage.colour", ["purple"]),
            ("forage.colour", ["green"]),  # it cannot move now
            ("forage.colour", None),
            ("forage.then", None),
            ("forage.move", None),
            ("forage.digcard", ["Z9"]),
            ("forage.digspace", ["A1"]),
            ("forage.art", ["squirrel"]),
            ("forage.art", ["1", "2"]),
        ],
    )
    async def test_a_press_without_sense(
        self, squirrels: Pod, press: str, values: list[str] | None
    ) -> None:
        version = (await foraging.table(squirrels)).version
        custom_id = f"pk:{press}:{version.game}.{version.seq}:"
        answer = await squirrels.forge(await foraging.whose(squirrels), custom_id, values)
        assert "from another version" in answer.private

    async def test_a_hundred_presses_are_one_move(self, squirrels: Pod) -> None:
        who = await foraging.whose(squirrels)
        await foraging.choose_colour(squirrels)
        answers = await squirrels.rush(foraging.ways(squirrels)[0], *([who] * 100))
        assert (await foraging.game(squirrels)).turn == 2
        assert sum("had moved on" in answer.private for answer in answers) == 99


class TestDigging:
    async def test_before_the_move(self, squirrels: Pod) -> None:
        who = await foraging.until_dig(squirrels)
        await squirrels.press(who, "Dig first (once a game)")
        card = squirrels.options("Which card")[0]
        await squirrels.pick(who, "Which card", card)
        space = squirrels.options("Which space")[0]
        await squirrels.pick(who, "Which space", space)
        shown = squirrels.panel_text()
        assert f"{who} digs up **" in shown
        assert f"from {card[:2]} onto {space}." in shown
        assert await foraging.whose(squirrels) == who
        assert "Dig first (once a game)" not in squirrels.labels()
        assert "… then dig: no" not in squirrels.labels()

    async def test_after_the_move(self, squirrels: Pod) -> None:
        who = await foraging.until_dig(squirrels)
        await foraging.choose_colour(squirrels)
        await squirrels.press(who, "… then dig: no")
        assert "… then dig: yes" in squirrels.labels()
        await squirrels.press(who, foraging.ways(squirrels)[0])
        assert squirrels.labels()[:2] == ["Dig", "Done"]
        assert await foraging.whose(squirrels) == who
        await squirrels.press(who, "Dig")
        await squirrels.pick(who, "Which card", squirrels.options("Which card")[-1])
        await squirrels.press(who, "Another card")
        await squirrels.pick(who, "Which card", squirrels.options("Which card")[0])
        await squirrels.pick(who, "Which space", squirrels.options("Which space")[0])
        assert await foraging.others(squirrels) == [who]

    async def test_may_be_thought_better_of(self, squirrels: Pod) -> None:
        who = await foraging.until_dig(squirrels)
        await foraging.choose_colour(squirrels)
        await squirrels.press(who, "… then dig: no")
        await squirrels.press(who, "… then dig: yes")
        assert "… then dig: no" in squirrels.labels()
        await squirrels.press(who, "… then dig: no")
        await squirrels.press(who, foraging.ways(squirrels)[0])
        await squirrels.press(who, "Dig")
        await squirrels.press(who, "Do not dig")
        await squirrels.press(who, "Done")
        assert await foraging.others(squirrels) == [who]
        assert not (await foraging.game(squirrels)).forager(squirrels.id(who)).dug

    async def test_is_not_for_the_first_player_nor_for_others(self, squirrels: Pod) -> None:
        who = await foraging.whose(squirrels)
        version = (await foraging.table(squirrels)).version
        answer = await squirrels.forge(who, f"pk:forage.dig:{version.game}.{version.seq}:")
        assert f"{who} went first. Only the other players can dig." in answer.private
        digger = await foraging.until_dig(squirrels)
        answer = await squirrels.press(who, "Dig first (once a game)")
        assert f"It is {digger}'s turn." in answer.private
