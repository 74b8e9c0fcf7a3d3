"""The initiative, as its players see it."""

import pytest

from tests.pods import POD, Pod


class TestTaking:
    async def test_you_take_it_and_enter_undercity(self, seated: Pod) -> None:
        await seated.press("Bruno", "I take the initiative")
        shown = seated.panel_text()
        assert "Bruno takes the initiative.\nBruno enters **Secret Entrance**" in shown
        assert "### Initiative: Bruno" in shown

    async def test_another_may_be_named(self, seated: Pod) -> None:
        await seated.slash("Ana", "initiative take", player="Carla")
        assert "### Initiative: Carla" in seated.panel_text()

    async def test_it_is_stolen(self, seated: Pod) -> None:
        await seated.press("Bruno", "I take the initiative")
        await seated.press("Diego", "I take the initiative")
        shown = seated.panel_text()
        assert "### Initiative: Diego" in shown
        assert "Bruno · Undercity: **Secret Entrance**" in shown
        assert "Diego · Undercity: **Secret Entrance**" in shown

    async def test_taking_it_again_ventures_and_asks_where(self, seated: Pod) -> None:
        await seated.press("Bruno", "I take the initiative")
        await seated.press("Bruno", "I take the initiative")
        assert "Bruno chooses where to venture" in seated.panel_text()
        assert {"Forge", "Lost Well"} <= set(seated.labels())
        await seated.press("Ana", "Lost Well")
        assert "Bruno enters **Lost Well**: Scry 2.\n-# by Ana" in seated.panel_text()

    async def test_a_named_room_settles_the_choice(self, seated: Pod) -> None:
        await seated.press("Bruno", "I take the initiative")
        await seated.slash("Bruno", "initiative take", room="lost well")
        assert "Bruno enters **Lost Well**" in seated.panel_text()

    @pytest.mark.parametrize(
        ("room", "refusal"),
        [
            ("Library", "No room has that name."),
            ("Archives", "Bruno can venture to Forge or Lost Well."),
        ],
    )
    async def test_a_room_must_be_a_way_on(self, seated: Pod, room: str, refusal: str) -> None:
        await seated.press("Bruno", "I take the initiative")
        answer = await seated.slash("Bruno", "initiative take", room=room)
        assert refusal in answer.private
        assert (await seated.game()).delves[seated.id("Bruno")].path == ("secret-entrance",)

    async def test_rooms_are_offered_by_name(self, seated: Pod) -> None:
        assert await seated.type("Ana", "initiative take", "room", "THRONE") == [
            "Throne of the Dead Three"
        ]
        assert len(await seated.type("Ana", "initiative venture", "room", "")) == 9

    async def test_an_open_choice_holds_the_turn(self, seated: Pod) -> None:
        await seated.press("Bruno", "I take the initiative")
        await seated.press("Bruno", "I take the initiative")
        answer = await seated.press("Ana", "Next turn")
        assert "Bruno still has to choose where to venture: Forge or Lost Well." in answer.private
        assert await seated.active() == ["Ana"]

    async def test_bots_do_not_take_it(self, pod: Pod) -> None:
        answer = await pod.slash("Ana", "initiative take", player="Robot")
        assert "Robot is a bot" in answer.private


class TestTheUpkeep:
    async def test_the_holder_ventures_as_their_turn_begins(self, seated: Pod) -> None:
        await seated.press("Bruno", "I take the initiative")
        await seated.press("Ana", "Next turn")
        shown = seated.panel_text()
        assert "Upkeep: Bruno has the initiative and ventures." in shown
        assert "Bruno chooses where to venture" in shown

    async def test_a_turn_without_an_upkeep_takes_it_back(self, seated: Pod) -> None:
        await seated.press("Bruno", "I take the initiative")
        await seated.press("Ana", "Next turn")
        await seated.press("Bruno", "No upkeep this turn")
        shown = seated.panel_text()
        assert "No upkeep this turn: what Bruno ventured in it is taken back." in shown
        assert "chooses where" not in shown
        assert "No upkeep this turn" not in seated.labels()

    async def test_by_hand_it_is_asked_about_first(self, seated: Pod) -> None:
        await seated.press("Bruno", "I take the initiative")
        before = (await seated.table()).version
        answer = await seated.slash("Ana", "initiative venture", room="Forge")
        assert "It is not Bruno's turn, so they have no upkeep." in answer.private
        assert (await seated.table()).version == before
        await seated.press("Ana", "Yes, venture", on=answer.message)
        assert "Bruno enters **Forge**" in seated.panel_text()

    async def test_nobody_ventures_where_nobody_has_it(self, seated: Pod) -> None:
        answer = await seated.slash("Ana", "initiative venture")
        assert "Nobody has the initiative yet." in answer.private
        assert "CR 726.1" in answer.private


class TestTheHolderLeaves:
    async def test_the_active_player_takes_it(self, seated: Pod) -> None:
        await seated.press("Bruno", "I take the initiative")
        await seated.slash("Bruno", "pod leave")
        shown = seated.panel_text()
        assert "Ana takes the initiative as its holder left (CR 726.4)." in shown
        assert "Ana enters **Secret Entrance**" in shown

    @pytest.mark.parametrize("presser", ["Ana", "Carla"])
    async def test_taking_it_once_more_is_asked_about_and_stays_theirs(
        self, seated: Pod, presser: str
    ) -> None:
        await seated.press("Bruno", "I take the initiative")
        await seated.slash("Bruno", "pod leave")
        answer = await seated.slash(presser, "initiative take", player="Ana", room="Forge")
        assert "Ana already took the initiative as its holder left." in answer.private
        answer = await seated.press(presser, "Yes, take it", on=answer.message)
        assert "Done" in answer.private
        assert "### Initiative: Ana" in seated.panel_text()
        assert "Ana enters **Forge**" in seated.panel_text()

    async def test_a_doubt_that_is_out_of_date_does_nothing(self, seated: Pod) -> None:
        await seated.press("Bruno", "I take the initiative")
        await seated.slash("Bruno", "pod leave")
        doubt = (await seated.press("Ana", "I take the initiative")).message
        await seated.press("Diego", "I take the initiative")
        answer = await seated.press("Ana", "Yes, take it", on=doubt)
        assert "moved on" in answer.private
        assert "### Initiative: Diego" in seated.panel_text()

    async def test_at_an_unseated_table_nobody_has_it_then(self, pod: Pod) -> None:
        await pod.slash("Ana", "initiative take")
        await pod.slash("Ana", "pod leave")
        assert "Nobody has the initiative now." in pod.panel_text()


async def test_status_and_rules_are_for_you_alone(seated: Pod) -> None:
    assert "Initiative: nobody" in (await seated.slash("Eva", "initiative status")).private
    await seated.press("Ana", "I take the initiative")
    shown = (await seated.slash("Eva", "initiative status")).private
    assert "Ana · Undercity: **Secret Entrance**" in shown
    assert "726.2" in (await seated.slash("Eva", "initiative rules")).private
    assert len(seated.messages) == 1


async def test_two_heads_have_one_turn_but_dungeons_of_their_own(pod: Pod) -> None:
    await pod.seat(*POD, mode="two-headed giant")
    await pod.press("Bruno", "I take the initiative")
    await pod.press("Ana", "I take the initiative")
    assert "Bruno · Undercity" in pod.panel_text()
    assert "Ana · Undercity" in pod.panel_text()
