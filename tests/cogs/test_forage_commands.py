"""Foraging Squirrels beside the turns: commands, undo and the log, the menu, the end."""

import pytest

from bot.game.forage.cards import CARDS
from bot.game.forage.game import EndedBy, can_dig, diggable, legal_moves
from tests import foraging
from tests.pods import BYSTANDER, MODERATOR, Pod


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
        picked = str(pod.id(who))
        menus = await pod.more("Ana")
        await pod.pick("Ana", "Leaves", picked, on=menus)
        assert f"{who} left the game. What they took stays out of it." in pod.panel_text()
        assert f"~~{who}~~ left" in pod.panel_text()
        assert await foraging.whose(pod) != who

    async def test_is_only_to_look_at_for_a_bystander(self, squirrels: Pod) -> None:
        menus = await squirrels.more(BYSTANDER)
        assert (squirrels.labels(menus), squirrels.menus(menus)) == (["Log"], [])
        assert "Stop the game" in squirrels.labels(await squirrels.more(MODERATOR))

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
