"""A pod sits down, gathers in a lobby, loses players, and ends its game."""

import re

import pytest

from tests.pods import POD, ROBOT, Pod


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
        assert "Initiative: nobody" in pod.panel_text()

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
