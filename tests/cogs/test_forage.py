"""Foraging Squirrels in the channel, as its players see it."""

import re

import pytest

from bot.game.forage.cards import CARDS
from bot.game.forage.game import EndedBy, can_dig, diggable, legal_moves
from bot.preview.preview import WELCOME
from tests import foraging
from tests.pods import BYSTANDER, MODERATOR, ROBOT, Pod


def test_the_preview_tells_how_to_begin() -> None:
    assert "`/forage start`" in WELCOME


@pytest.fixture
async def squirrels(pod: Pod) -> Pod:
    """Ana and Bruno forage; the grid is always the same."""
    await foraging.begin(pod, "Ana", "Bruno")
    return pod


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


class TestCommands:
    async def test_move_and_what_it_offers(self, squirrels: Pod) -> None:
        who = await foraging.whose(squirrels)
        assert "Blue: at most 2" in await squirrels.type(who, "forage move", "colour", "")
        assert await squirrels.type(who, "forage move", "colour", "gre") == []
        ways = await squirrels.type(who, "forage move", "direction", "")
        assert ways == ["Up ↑", "Right →", "Left ←", "Down ↓"]
        await squirrels.slash(who, "forage move", colour="blue", direction="up")
        assert f"{who} names blue, goes ↑" in squirrels.panel_text()
        assert len(squirrels.messages) == 2

    async def test_dig_and_done(self, squirrels: Pod) -> None:
        who = await foraging.until_dig(squirrels)
        game = await foraging.game(squirrels)
        assert can_dig(game, squirrels.id(who))
        cards = await squirrels.type(who, "forage dig", "card", "")
        assert len(cards) == len(diggable(game))
        spaces = await squirrels.type(who, "forage dig", "to", "")
        await squirrels.slash(who, "forage dig", card=cards[0][:2].lower(), to=spaces[0])
        assert f"{who} digs up" in squirrels.panel_text()

    async def test_done_after_a_move_with_a_dig_in_mind(self, squirrels: Pod) -> None:
        who = await foraging.until_dig(squirrels)
        move = legal_moves(await foraging.game(squirrels))[0]
        await squirrels.slash(
            who,
            "forage move",
            colour=move.colour.letter,
            direction=move.direction.value,
            then_dig=True,
        )
        assert "Done" in squirrels.labels()
        await squirrels.slash(who, "forage done")
        assert await foraging.others(squirrels) == [who]

    @pytest.mark.parametrize(
        ("command", "options", "no"),
        [
            ("move", {"colour": "purple", "direction": "up"}, "Name white, blue"),
            ("move", {"colour": "blue", "direction": "north"}, "runs up, left, right or down"),
            ("move", {"colour": "green", "direction": "up"}, "is not green"),
            ("dig", {"card": "F9", "to": "A1"}, "like B3."),
            ("dig", {"card": "B35", "to": "A1"}, "like B3."),
            ("dig", {"card": "A1", "to": "A2x"}, "like B3."),
            ("dig", {"card": "a1 Wonder ⭐", "to": "A2"}, "went first"),
            ("dig", {"card": "A1", "to": "A2"}, "went first"),
            ("done", {}, "Move first"),
        ],
    )
    async def test_refusals(
        self, squirrels: Pod, command: str, options: dict[str, str], no: str
    ) -> None:
        who = await foraging.whose(squirrels)
        assert no in (await squirrels.slash(who, f"forage {command}", **options)).private

    async def test_where_nobody_forages(self, pod: Pod) -> None:
        assert "No board has been laid out." in (await pod.slash("Ana", "forage board")).private
        answer = await pod.slash("Ana", "forage move", colour="red", direction="up")
        assert "No squirrels are foraging here." in answer.private
        assert "nothing to undo" in (await pod.slash("Ana", "forage undo")).private
        assert await pod.type("Ana", "forage move", "colour", "") == []
        await pod.slash("Ana", "forage status")
        await pod.press("Ana", "Gather players")
        assert "Foraging Squirrels: 1 of 4" in pod.panel_text()

    async def test_board_as_text_and_rules_are_private(self, squirrels: Pod) -> None:
        for answer in (
            await squirrels.slash(BYSTANDER, "forage board"),
            await squirrels.press(BYSTANDER, "Text"),
        ):
            assert "  A      B" in answer.private
            assert "`@@` the squirrel" in answer.private
        for answer in (
            await squirrels.slash(BYSTANDER, "forage rules"),
            await squirrels.press(BYSTANDER, "Rules"),
        ):
            assert "A move takes at least one card." in answer.private
        assert len(squirrels.messages) == 1

    async def test_status_posts_the_panel_anew(self, squirrels: Pod) -> None:
        old = squirrels.panel
        await squirrels.slash(BYSTANDER, "forage status")
        assert "## Turn 1" in squirrels.panel_text()
        assert squirrels.labels(squirrels.messages[0]) == []
        assert squirrels.panel.id != old.id


class TestUndoAndTheLog:
    async def test_undo_says_what_it_takes_back(self, squirrels: Pod) -> None:
        who = await foraging.whose(squirrels)
        await foraging.run(squirrels)
        (other,) = [name for name in ("Ana", "Bruno") if name != who]
        question = await squirrels.undo(other)
        assert f"**Undo this?**\n- {who} names blue" in question
        assert await foraging.whose(squirrels) == who
        await squirrels.press(who, "Redo")
        await squirrels.press(who, "Yes, redo")
        assert await foraging.whose(squirrels) == other

    async def test_may_be_thought_better_of(self, squirrels: Pod) -> None:
        await squirrels.slash("Ana", "forage undo")
        await squirrels.press("Ana", "Keep it")
        assert "## Turn 1" in squirrels.panel_text()

    async def test_redo_by_command(self, squirrels: Pod) -> None:
        assert "nothing to redo" in (await squirrels.slash("Ana", "forage redo")).private
        who = await foraging.whose(squirrels)
        await foraging.run(squirrels)
        await squirrels.undo(who)
        await squirrels.slash(who, "forage redo")
        assert f"**Do this again?**\n- {who} names blue" in squirrels.panel_text()
        await squirrels.press(who, "Yes, redo")
        assert await foraging.others(squirrels) == [who]

    async def test_bystanders_may_not(self, squirrels: Pod) -> None:
        assert "belongs to" in (await squirrels.press(BYSTANDER, "Undo")).private

    async def test_the_log(self, squirrels: Pod) -> None:
        await foraging.run(squirrels)
        shown = (await squirrels.slash(BYSTANDER, "forage log")).private
        assert "names blue, goes ↑ and takes" in shown
        assert "24 cards lie on the floor." in shown

    async def test_has_nothing_to_do_with_the_pod(self, squirrels: Pod) -> None:
        await squirrels.seat("Carla", "Diego")
        assert "nothing" not in await squirrels.undo("Carla")
        assert (await foraging.game(squirrels)).turn == 1
        assert "squirrel" not in (await squirrels.slash("Carla", "pod log")).private


class TestMore:
    async def test_leaving(self, pod: Pod) -> None:
        await foraging.begin(pod, "Ana", "Bruno", "Carla")
        who = await foraging.whose(pod)
        menus = await pod.more(BYSTANDER)
        picked = str(pod.id(who))
        assert "belongs to" in (await pod.pick(BYSTANDER, "Leaves", picked, on=menus)).private
        menus = await pod.more("Ana")
        await pod.pick("Ana", "Leaves", picked, on=menus)
        assert f"{who} left the game. What they took stays out of it." in pod.panel_text()
        assert f"~~{who}~~ left" in pod.panel_text()
        assert await foraging.whose(pod) != who

    async def test_the_last_one_left_wins(self, squirrels: Pod) -> None:
        await squirrels.slash("Bruno", "forage leave")
        assert "## Ana won" in squirrels.panel_text()
        assert "Bruno (left, not counted): nothing" in squirrels.panel_text()

    async def test_leaving_the_lobby_by_command(self, pod: Pod) -> None:
        await pod.slash("Ana", "forage start")
        await pod.slash("Ana", "forage leave")
        assert "Ana left the lobby. The lobby is closed." in pod.panel_text()
        assert "Nobody forages here yet" in pod.panel_text()
        assert pod.labels() == ["Gather players", "Undo", "Rules"]

    async def test_ending_a_lobby_closes_it(self, pod: Pod) -> None:
        await pod.slash("Ana", "forage start")
        await pod.press("Bruno", "Join")
        await pod.slash("Ana", "forage end")
        assert "Nobody forages here yet" in pod.panel_text()
        await pod.undo("Ana")
        assert "1. Ana\n2. Bruno" in pod.panel_text()
        await pod.slash("Ana", "forage redo")
        await pod.press("Ana", "Yes, redo")
        assert "Nobody forages here yet" in pod.panel_text()

    async def test_stopping_asks_first_and_has_no_winner(self, squirrels: Pod) -> None:
        await squirrels.press("Ana", "Stop the game", on=await squirrels.more("Ana"))
        assert "Stop this game? Nobody wins then." in squirrels.panel_text()
        await squirrels.press("Ana", "Go on playing")
        await squirrels.press("Ana", "Stop the game", on=await squirrels.more("Ana"))
        await squirrels.press("Bruno", "Yes, stop it")
        assert "## The game is over\n" in squirrels.panel_text()
        assert "nobody won (house rule)" in squirrels.panel_text()

    async def test_the_pod_decides_what_is_a_squirrel(self, squirrels: Pod) -> None:
        menus = await squirrels.more("Ana")
        options = squirrels.options("A squirrel in the art?", menus)
        name = next(label for label in options if label.endswith(": no"))
        await squirrels.pick("Ana", "A squirrel in the art?", name, on=menus)
        card = name.removesuffix(": no")
        assert f"Ana says: **{card}** has a squirrel in its art." in squirrels.panel_text()
        numbers = (await foraging.game(squirrels)).squirrels
        assert card in [CARDS[number].name for number in numbers]

    async def test_the_log_opens_from_it(self, squirrels: Pod) -> None:
        menus = await squirrels.more("Ana")
        assert "Log, page 1" in (await squirrels.press("Ana", "Log", on=menus)).private


class TestTheEnd:
    async def test_shows_hauls_and_the_score_line_by_line(self, squirrels: Pod) -> None:
        await foraging.play_out(squirrels)
        game, shown = await foraging.game(squirrels), squirrels.panel_text()
        assert game.ending is not None
        assert game.ending.by is EndedBy.NO_FOOD_IN_LINE
        for line in game.ending.score.players:
            name = squirrels.name(line.player)
            assert f"{name} **{line.total}** = {line.cards} card" in shown
        for forager in game.foragers:
            for food in forager.haul:
                assert food.card.name in shown
        for bonus in ("Most foils", "Most rares and mythics", "Most different colours"):
            assert f"{bonus}: " in shown
        assert "seed `HELLO`" in shown
        assert squirrels.labels() == ["Rematch, same grid", "New game", "Undo", "Log"]

    async def test_rematch_lays_the_same_grid(self, squirrels: Pod) -> None:
        grid = (await foraging.game(squirrels)).grid
        await squirrels.slash("Ana", "forage end")
        answer = await squirrels.press(BYSTANDER, "Rematch, same grid")
        assert "belongs to Ana and Bruno" in answer.private
        await squirrels.press("Bruno", "Rematch, same grid")
        game = await foraging.game(squirrels)
        assert game.grid == grid
        assert game.players == (squirrels.id("Ana"), squirrels.id("Bruno"))
        assert (await foraging.table(squirrels)).version.game == 2

    async def test_rematch_is_without_those_who_left(self, pod: Pod) -> None:
        await foraging.begin(pod, "Ana", "Bruno", "Carla")
        await pod.slash("Bruno", "forage leave")
        await pod.slash("Ana", "forage end")
        await pod.press("Ana", "Rematch, same grid")
        assert (await foraging.game(pod)).players == (pod.id("Ana"), pod.id("Carla"))

    async def test_a_new_game_gathers_anybody(self, squirrels: Pod) -> None:
        await squirrels.slash("Ana", "forage end")
        await squirrels.press(BYSTANDER, "New game")
        assert f"1. {BYSTANDER}" in squirrels.panel_text()

    async def test_can_be_undone(self, squirrels: Pod) -> None:
        await squirrels.slash("Ana", "forage end")
        assert "- The game was stopped." in await squirrels.undo("Ana")
        assert "## Turn 1" in squirrels.panel_text()

    async def test_undoing_the_rematch_leads_back_to_it(self, squirrels: Pod) -> None:
        await squirrels.slash("Ana", "forage end")
        recap = squirrels.panel_text().partition("## ")[2]
        await squirrels.press("Ana", "Rematch, same grid")
        await squirrels.undo("Bruno")
        assert squirrels.panel_text().partition("## ")[2] == recap
        await squirrels.press("Ana", "Redo")
        await squirrels.press("Ana", "Yes, redo")
        assert "## Turn 1" in squirrels.panel_text()
