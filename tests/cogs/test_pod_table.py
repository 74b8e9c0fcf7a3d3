"""What a table does with its acts: undo, redo, the log, the menu, and who may."""

import pytest

from tests.pods import BYSTANDER, MODERATOR, POD, Pod


class TestUndoAndRedo:
    async def test_says_first_what_it_takes_back(self, seated: Pod) -> None:
        await seated.press("Ana", "Next turn")
        before = (await seated.table()).version
        await seated.press("Bruno", "Undo")
        assert "**Undo this?**\n- The turn of Bruno begins." in seated.panel_text()
        assert (await seated.table()).version == before
        await seated.press("Bruno", "Yes, undo")
        assert "Bruno took back: The turn of Bruno begins." in seated.panel_text()
        assert await seated.active() == ["Ana"]

    async def test_may_be_thought_better_of(self, seated: Pod) -> None:
        await seated.press("Ana", "Next turn")
        await seated.press("Ana", "Undo")
        await seated.press("Ana", "Keep it")
        assert "Undo this?" not in seated.panel_text()
        assert await seated.active() == ["Bruno"]

    async def test_says_what_hands_give_back(self, seated: Pod) -> None:
        await seated.slash("Ana", "bounty reveal", early=True)
        await seated.collect()
        question = await seated.undo("Ana")
        assert "- Ana collects **" in question
        assert "- By hand: Ana gives back a Treasure." in question

    async def test_redo_does_it_again(self, seated: Pod) -> None:
        await seated.press("Ana", "Next turn")
        await seated.undo("Ana")
        await seated.press("Ana", "Redo")
        assert "**Do this again?**\n- The turn of Bruno begins." in seated.panel_text()
        await seated.press("Ana", "Yes, redo")
        assert "Ana did again: The turn of Bruno begins." in seated.panel_text()
        assert await seated.active() == ["Bruno"]
        assert "Redo" not in seated.labels()

    async def test_redo_of_the_seating(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod start", player1="Ana", player2="Bruno", order="listed")
        await pod.undo("Ana")
        await pod.press("Ana", "Redo")
        assert "- The pod sits down: Ana → Bruno." in pod.panel_text()
        await pod.press("Ana", "Yes, redo")
        assert "## Turn 1" in pod.panel_text()

    async def test_by_command(self, seated: Pod) -> None:
        await seated.press("Ana", "Next turn")
        await seated.slash("Ana", "pod undo")
        await seated.press("Ana", "Yes, undo")
        await seated.slash("Ana", "pod redo")
        await seated.press("Ana", "Yes, redo")
        assert await seated.active() == ["Bruno"]

    async def test_of_nothing_says_so(self, pod: Pod) -> None:
        assert "nothing to undo" in (await pod.slash("Ana", "pod undo")).private
        assert "nothing to redo" in (await pod.slash("Ana", "pod redo")).private

    async def test_a_question_that_is_out_of_date_undoes_nothing(self, seated: Pod) -> None:
        await seated.press("Ana", "Undo")
        yes = seated.button_id("Yes, undo")
        await seated.press("Bruno", "Next turn")
        answer = await seated.forge("Ana", yes)
        assert "moved on before your press" in answer.private
        assert await seated.active() == ["Bruno"]


class TestTheLog:
    async def test_says_who_did_what(self, seated: Pod) -> None:
        await seated.press("Carla", "Next turn")
        await seated.undo("Diego")
        shown = (await seated.slash("Eva", "pod log")).private
        assert "Diego took back: The turn of Bruno begins." in shown
        assert "Carla: ~~The turn of Bruno begins.~~" in shown
        assert "The pod sits down: Ana → Bruno → Carla → Diego." in shown

    async def test_has_pages(self, seated: Pod) -> None:
        await seated.turns(12)
        log = (await seated.slash("Ana", "pod log")).message
        assert "page 1 of 2" in seated.read(log)
        answer = await seated.press("Ana", "Older", on=log)
        assert "page 2 of 2" in answer.private
        answer = await seated.press("Ana", "Newer", on=answer.message)
        assert "page 1 of 2" in answer.private
        assert "Turn" in seated.panel_text()

    async def test_survives_that_its_pod_was_undone(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod start", player1="Ana", player2="Bruno", order="listed")
        await pod.press("Ana", "Next turn")
        await pod.undo("Ana")
        await pod.undo("Ana")
        shown = (await pod.slash("Ana", "pod log")).private
        assert "~~The pod sits down: Ana → Bruno." in shown

    async def test_of_a_finished_game_opens_from_the_recap(self, seated: Pod) -> None:
        await seated.slash("Ana", "pod end")
        assert "The game has ended." in (await seated.press("Eva", "Log")).private


class TestMore:
    async def test_is_for_the_presser_alone(self, seated: Pod) -> None:
        answer = await seated.press("Ana", "More…")
        assert "**More.**" in answer.private
        assert len(seated.messages) == 1

    async def test_is_only_to_look_at_for_a_bystander(self, seated: Pod) -> None:
        menus = await seated.more(BYSTANDER)
        assert "only to look at" in (await seated.press(BYSTANDER, "More…")).private
        assert seated.labels(menus) == ["Map", "Trophies", "Board of faces", "Log"]
        assert seated.menus(menus) == []
        for label in seated.labels(menus):
            shown = await seated.press(BYSTANDER, label, on=await seated.more(BYSTANDER))
            assert "belongs to" not in shown.private

    async def test_is_whole_for_a_moderator_and_at_an_open_table(self, pod: Pod) -> None:
        await pod.slash("Ana", "initiative take")
        assert "It becomes day" in pod.labels(await pod.more(BYSTANDER))
        await pod.seat(*POD)
        assert "End, no winner" in pod.labels(await pod.more(MODERATOR))

    @pytest.mark.parametrize(
        ("menu", "chosen", "shown"),
        [
            ("An extra turn", ["Carla"], "Carla will take an extra turn after this one."),
            ("Skip the next turn", ["Seat 2"], "The next turn of Bruno will be skipped."),
            ("It is really the turn of", ["Seat 4"], "The turn of Diego begins."),
            ("Leaves the game", ["Seat 2", "Seat 4"], "Bruno and Diego left the game"),
            ("The game is over, won by", ["Ana"], "## Ana won"),
        ],
    )
    async def test_acts_post_the_panel_anew(
        self, seated: Pod, menu: str, chosen: list[str], shown: str
    ) -> None:
        await seated.press("Carla", "Next turn")
        await seated.press("Carla", "Next turn")
        await seated.undo("Ana")
        await seated.undo("Ana")
        seats = ["Ana", "Bruno", "Carla", "Diego"]
        old = seated.panel
        menus = await seated.more("Ana")
        picked = [str(seated.id(seats[int(c[-1]) - 1] if c[-1].isdigit() else c)) for c in chosen]
        answer = await seated.pick("Ana", menu, *picked, on=menus)
        assert "Done: see the table below." in answer.private
        assert shown in seated.panel_text()
        assert seated.panel.id != old.id
        assert seated.labels(seated.messages[-2]) == []

    async def test_offers_names_where_they_are_known_else_seats(self, seated: Pod) -> None:
        await seated.restart()
        menus = await seated.more("Carla")
        offered = seated.options("An extra turn", menus)
        assert offered == ["Seat 1", "Seat 2", "Carla", "Seat 4"]

    async def test_ends_without_a_winner_after_asking(self, seated: Pod) -> None:
        await seated.press("Ana", "End, no winner", on=await seated.more("Ana"))
        assert "End this game without a winner?" in seated.panel_text()
        await seated.press("Ana", "Go on playing")
        assert "End this game" not in seated.panel_text()
        await seated.press("Ana", "End, no winner", on=await seated.more("Ana"))
        await seated.press("Bruno", "Yes, end it")
        assert "## The game is over" in seated.panel_text()

    async def test_an_old_menu_does_nothing(self, seated: Pod) -> None:
        menus = await seated.more("Ana")
        await seated.press("Bruno", "Next turn")
        answer = await seated.pick("Ana", "Skip", str(seated.id("Carla")), on=menus)
        assert "nothing was done. Open the menu again." in answer.private
        assert "skipped" not in seated.panel_text()

    async def test_has_the_map_the_trophies_and_the_log(self, seated: Pod) -> None:
        menus = await seated.more("Eva")
        assert "Undercity" in (await seated.press("Eva", "Map", on=menus)).private
        assert "Trophies" in (await seated.press("Eva", "Trophies", on=menus)).private
        assert "Log, page 1" in (await seated.press("Eva", "Log", on=menus)).private


class TestWhoMayAct:
    async def test_a_bystander_may_not(self, seated: Pod) -> None:
        before = (await seated.table()).version
        shown = seated.panel_text()
        for label in ("Next turn", "I take the initiative", "Undo"):
            answer = await seated.press(BYSTANDER, label)
            assert "This table belongs to Ana, Bruno, Carla and Diego." in answer.private
        for command in ("pod next", "pod undo", "pod end", "initiative take"):
            answer = await seated.slash(BYSTANDER, command)
            assert "Only they, or a moderator" in answer.private
        assert (await seated.table()).version == before
        assert seated.panel_text() == shown

    async def test_a_bystander_may_look(self, seated: Pod) -> None:
        await seated.slash(BYSTANDER, "pod status")
        assert len(seated.messages) == 2
        assert "Next turn" in seated.labels()

    async def test_a_moderator_may_repair(self, seated: Pod) -> None:
        await seated.press(MODERATOR, "Next turn")
        assert "-# by Mo" in seated.panel_text()
        await seated.undo(MODERATOR)
        assert await seated.active() == ["Ana"]
