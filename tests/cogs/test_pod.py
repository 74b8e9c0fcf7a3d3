"""A pod from sitting down to the recap, as its players see it."""

import re

import pytest

from tests.pods import BYSTANDER, MODERATOR, POD, ROBOT, Pod, text_of


class TestSeating:
    async def test_a_pod_sits_down_and_turn_1_begins(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod start", player1="Ana", player2="Bruno", player3="Carla")
        shown = pod.panel_text()
        assert re.search(r"The pod sits down: \w+ → \w+ → \w+\. It begins with \w+\.", shown)
        assert re.search(r"## Turn 1: (Ana|Bruno|Carla)", shown)
        assert pod.labels() == ["I take the initiative", "Next turn", "Undo", "More…"]

    async def test_in_the_order_listed(self, pod: Pod) -> None:
        await pod.slash(
            "Ana", "pod start", player1="Diego", player2="Ana", player3="Carla", order="listed"
        )
        assert "The pod sits down: Diego → Ana → Carla." in pod.panel_text()

    async def test_two_headed_giant_is_two_teams(self, pod: Pod) -> None:
        await pod.seat(*POD, mode="two-headed giant")
        assert ": Ana and Bruno\n" in pod.panel_text()
        assert "-# 1 Ana and 2 Bruno → 3 Carla and 4 Diego" in pod.panel_text()
        assert "then Carla and Diego" in pod.panel_text()

    async def test_two_headed_giant_needs_four(self, pod: Pod) -> None:
        answer = await pod.slash(
            "Ana", "pod start", player1="Ana", player2="Bruno", mode="two-headed giant"
        )
        assert "four players, not 2" in answer.private
        assert "CR 810.1, edition 2026-09-25" in answer.private

    @pytest.mark.parametrize(
        ("named", "refusal"),
        [
            (("Ana", "Bruno", "Ana"), "Ana is named twice."),
            (("Ana", ROBOT), "Robot is a bot and does not play."),
            (("Ana",), "A pod is two to six players, not 1."),
        ],
    )
    async def test_who_cannot_be_a_pod(
        self, pod: Pod, named: tuple[str, ...], refusal: str
    ) -> None:
        players = {f"player{number}": name for number, name in enumerate(named, start=1)}
        answer = await pod.slash("Ana", "pod start", **players)
        assert refusal in answer.private
        assert pod.messages == []
        assert not (await pod.game()).seated

    async def test_a_second_pod_is_refused_while_one_plays(self, seated: Pod) -> None:
        answer = await seated.slash("Ana", "pod start", player1="Ana", player2="Bruno")
        assert "A pod is playing here." in answer.private

    async def test_without_bounties(self, pod: Pod) -> None:
        await pod.seat("Ana", "Bruno", bounties=False)
        assert "This pod plays without bounties." in pod.panel_text()

    async def test_a_link_is_shown_without_a_preview_of_the_page(self, pod: Pod) -> None:
        await pod.seat("Ana", "Bruno", link="https://spelltable.wizards.com/game/1")
        assert "<https://spelltable.wizards.com/game/1>" in pod.panel_text()

    async def test_a_link_to_elsewhere_is_shown_but_cannot_be_clicked(self, pod: Pod) -> None:
        await pod.seat("Ana", "Bruno", link="https://a.example/1")
        assert "`https://a.example/1`" in pod.panel_text()

    @pytest.mark.parametrize(
        "link",
        [
            "javascript:alert(1)",
            "http://a.example",
            "https://a.example/ @everyone",
            "https://a/<x>",
            "https://a.example:99999/",
            "https://you@a.example/",
            "https://a.example/\u202egnp.exe",
        ],
    )
    async def test_a_link_must_be_one(self, pod: Pod, link: str) -> None:
        answer = await pod.slash("Ana", "pod start", link=link)
        assert "A link begins with https://" in answer.private


class TestTheLobby:
    async def test_gathers_a_pod(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod start", order="listed", link="https://a.example/1")
        assert "A pod gathers: 1 of 6" in pod.panel_text()
        assert "https://a.example/1" in pod.panel_text()
        assert "Start" not in pod.labels()
        await pod.press("Bruno", "Join")
        await pod.press("Carla", "Join")
        assert "1. Ana\n2. Bruno\n3. Carla" in pod.panel_text()
        await pod.press("Carla", "Leave")
        await pod.press("Bruno", "Start")
        assert "The pod sits down: Ana → Bruno." in pod.panel_text()
        assert len(pod.messages) == 1

    async def test_refuses_to_join_twice_and_to_leave_without_joining(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod start")
        assert "You have joined already." in (await pod.press("Ana", "Join")).private
        assert "You have not joined." in (await pod.press("Eva", "Leave")).private
        await pod.press("Bruno", "Join")
        assert "Join first" in (await pod.press("Eva", "Start")).private
        assert "A pod gathers: 2 of 6" in pod.panel_text()

    async def test_of_two_giants_is_full_with_four(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod start", mode="two-headed giant")
        for name in POD[1:]:
            assert "Start" not in pod.labels()
            await pod.press(name, "Join")
        assert "All 4 places are taken." in (await pod.press("Eva", "Join")).private
        await pod.press("Ana", "Start")
        assert len(await pod.active()) == 2

    async def test_opens_from_the_open_table_too(self, pod: Pod) -> None:
        await pod.slash("Ana", "bounty reveal")
        await pod.press("Bruno", "Seat a pod")
        assert "1. Bruno" in pod.panel_text()

    async def test_hides_nothing_of_a_table_in_play(self, pod: Pod) -> None:
        await pod.slash("Ana", "bounty reveal")
        await pod.slash("Diego", "initiative take")
        await pod.press("Bruno", "Seat a pod")
        shown = pod.panel_text()
        assert "Starting begins a new game and puts this table's away." in shown
        assert shown.index("A pod gathers") < shown.index("Bounty:")
        assert "Initiative: Diego" in shown
        await pod.press("Eva", "Collect (end step): a Treasure")
        assert "Eva collects" in pod.panel_text()
        await pod.press("Carla", "Join")
        await pod.press("Carla", "Start")
        assert "Initiative: nobody yet" in pod.panel_text()

    @pytest.mark.parametrize(
        ("order", "told"),
        [
            ("random", "Two-Headed Giant, teams drawn at random, with bounties"),
            ("listed", "Two-Headed Giant, as listed: the first two are a team, with bounties"),
        ],
    )
    async def test_of_giants_says_how_teams_come_about(
        self, pod: Pod, order: str, told: str
    ) -> None:
        await pod.slash("Ana", "pod start", mode="two-headed giant", order=order)
        assert told in pod.panel_text()

    async def test_can_be_undone_step_by_step(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod start")
        await pod.press("Bruno", "Join")
        assert "- Bruno is in." in await pod.undo("Ana")
        assert "A pod gathers: 1 of 6" in pod.panel_text()
        await pod.undo("Ana")
        assert "An open table" in pod.panel_text()


class TestTurns:
    async def test_a_press_passes_the_turn(self, seated: Pod) -> None:
        await seated.press("Carla", "Next turn")
        shown = seated.panel_text()
        assert "The turn of Bruno begins.\n-# by Carla" in shown
        assert "## Turn" in shown
        assert await seated.active() == ["Bruno"]

    async def test_a_command_passes_it_too_and_posts_the_panel_anew(self, seated: Pod) -> None:
        old = seated.panel
        await seated.slash("Ana", "pod next")
        assert seated.panel.id > old.id
        assert await seated.active() == ["Bruno"]
        retired = seated.messages[-2]
        assert seated.labels(retired) == []
        assert f"/{seated.panel.id}" in text_of(retired)

    async def test_a_named_player_is_a_correction(self, seated: Pod) -> None:
        await seated.slash("Ana", "pod next", player="Diego")
        assert await seated.active() == ["Diego"]
        await seated.press("Ana", "Next turn")
        assert await seated.active() == ["Ana"]

    async def test_an_extra_turn(self, seated: Pod) -> None:
        await seated.slash("Ana", "pod extra", player="Carla")
        assert "Carla will take an extra turn after this one." in seated.panel_text()
        assert "then an extra turn of Carla" in seated.panel_text()
        await seated.press("Ana", "Next turn")
        assert "An extra turn of Carla begins." in seated.panel_text()
        await seated.press("Ana", "Next turn")
        assert await seated.active() == ["Bruno"]

    async def test_a_skipped_turn(self, seated: Pod) -> None:
        await seated.slash("Ana", "pod skip", player="Bruno")
        assert "To be skipped: Bruno" in seated.panel_text()
        await seated.press("Ana", "Next turn")
        assert "The turn of Bruno is skipped.\nThe turn of Carla begins." in seated.panel_text()

    async def test_without_a_pod_a_new_turn_simply_begins(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod next")
        assert "A new turn begins." in pod.panel_text()
        assert "## Turn 1\n" in pod.panel_text()

    @pytest.mark.parametrize("command", ["extra", "skip"])
    async def test_what_needs_a_pod_says_so(self, pod: Pod, command: str) -> None:
        answer = await pod.slash("Ana", f"pod {command}", player="Bruno")
        assert "No pod is seated here." in answer.private

    @pytest.mark.parametrize("command", ["extra", "skip", "next", "leave"])
    async def test_who_is_not_seated_cannot_be_named(self, seated: Pod, command: str) -> None:
        answer = await seated.slash("Ana", f"pod {command}", player="Eva")
        assert "Eva is not seated at this table." in answer.private


class TestLeaving:
    async def test_you_leave_if_you_name_nobody(self, seated: Pod) -> None:
        await seated.slash("Diego", "pod leave")
        assert "Diego left the game" in seated.panel_text()
        assert "~~Diego~~" in seated.panel_text()

    async def test_several_leave_at_once(self, seated: Pod) -> None:
        await seated.slash("Ana", "pod leave", player="Bruno", player2="Carla")
        assert "Bruno and Carla left the game" in seated.panel_text()
        assert await seated.living() == ["Ana", "Diego"]

    async def test_the_active_player_may_leave(self, seated: Pod) -> None:
        await seated.slash("Ana", "pod leave")
        assert "no active player" in seated.panel_text()
        await seated.press("Ana", "Next turn")
        assert await seated.active() == ["Bruno"]

    async def test_the_last_one_standing_wins(self, seated: Pod) -> None:
        await seated.slash("Ana", "pod leave", player="Bruno", player2="Carla", player3="Diego")
        assert "## Ana won" in seated.panel_text()

    async def test_all_at_once_is_a_draw(self, seated: Pod) -> None:
        named = {"player": "Ana", "player2": "Bruno", "player3": "Carla", "player4": "Diego"}
        await seated.slash("Ana", "pod leave", **named)
        assert "## A draw" in seated.panel_text()

    async def test_a_giant_takes_the_team_along(self, pod: Pod) -> None:
        await pod.seat(*POD, mode="two-headed giant")
        await pod.slash("Ana", "pod leave", player="Carla")
        assert "## Ana and Bruno won" in pod.panel_text()

    async def test_nobody_leaves_twice(self, seated: Pod) -> None:
        await seated.slash("Diego", "pod leave")
        answer = await seated.slash("Ana", "pod leave", player="Diego")
        assert "Diego has left this game." in answer.private


class TestTheEnd:
    async def test_with_a_winner_and_a_recap(self, seated: Pod) -> None:
        await seated.slash("Ana", "initiative take")
        await seated.slash("Ana", "pod end", winner="Bruno")
        shown = seated.panel_text()
        assert "## Bruno won" in shown
        assert "Ana held the initiative last" in shown
        assert re.search(r"Ana: (a|\w+) turns?", shown)
        assert seated.labels() == ["New pod", "Undo", "Log"]

    async def test_without_a_winner(self, seated: Pod) -> None:
        await seated.slash("Ana", "pod end")
        assert "## The game is over" in seated.panel_text()

    async def test_nothing_goes_on_after_it(self, seated: Pod) -> None:
        await seated.slash("Ana", "pod end")
        answer = await seated.slash("Ana", "pod next")
        assert "This game is over." in answer.private

    async def test_can_be_taken_back(self, seated: Pod) -> None:
        await seated.slash("Ana", "pod end")
        assert "- The game has ended." in await seated.undo("Bruno")
        assert await seated.active() == ["Ana"]

    async def test_a_new_pod_may_gather_of_others(self, seated: Pod) -> None:
        await seated.slash("Ana", "pod end")
        await seated.press("Eva", "New pod")
        assert "1. Eva" in seated.panel_text()
        assert (await seated.table()).version.game == 2

    async def test_an_unseated_table_has_no_winner(self, pod: Pod) -> None:
        answer = await pod.slash("Ana", "pod end", winner="Ana")
        assert "No pod is seated here." in answer.private


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
