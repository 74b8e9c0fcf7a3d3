"""Dungeons, as their players see them."""

import pytest

from tests.pods import Pod


async def into_the_mine(pod: Pod, who: str = "Ana") -> None:
    await pod.slash(who, "dungeon venture", dungeon="lost-mine-of-phandelver")


async def through_the_mine(pod: Pod, who: str = "Ana") -> None:
    """Walk Lost Mine of Phandelver to its last room."""
    await into_the_mine(pod, who)
    for room in ("Goblin Lair", "Dark Pool", "Temple of Dumathoin"):
        await pod.slash(who, "dungeon venture", room=room)


class TestVenturing:
    async def test_into_a_named_dungeon(self, seated: Pod) -> None:
        await into_the_mine(seated)
        assert "Ana enters **Cave Entrance**: Scry 1." in seated.panel_text()

    async def test_without_a_name_offers_all_but_undercity(self, seated: Pod) -> None:
        await seated.press("Bruno", "I venture into a dungeon", on=await seated.more("Bruno"))
        offered = [
            "Lost Mine of Phandelver",
            "Dungeon of the Mad Mage",
            "Tomb of Annihilation",
            "Baldur's Gate Wilderness",
        ]
        assert [label for label in seated.labels() if label in offered] == offered
        assert "outside Commander's rules" in seated.panel_text()
        assert "**Tomb of Annihilation**: 5 rooms, from Trapped Entry." in seated.panel_text()
        await seated.press("Carla", "Tomb of Annihilation")
        assert "Bruno · Tomb of Annihilation: **Trapped Entry**" in seated.panel_text()

    async def test_is_told_although_no_room_is_chosen_yet(self, seated: Pod) -> None:
        await seated.press("Bruno", "I venture into a dungeon", on=await seated.more("Bruno"))
        assert "Bruno ventures into the dungeon." in seated.panel_text()
        log = (await seated.slash("Ana", "pod log")).private
        assert "Bruno ventures into the dungeon." in log
        assert "venture_into_the_dungeon" not in log

    async def test_a_refusal_names_all_ways(self, seated: Pod) -> None:
        await seated.press("Bruno", "I venture into a dungeon", on=await seated.more("Bruno"))
        answer = await seated.press("Ana", "Next turn")
        assert (
            "Bruno still has to choose where to venture: Lost Mine of Phandelver, Dungeon of the "
            "Mad Mage, Tomb of Annihilation or Baldur's Gate Wilderness."
        ) in answer.private

    async def test_goes_on_from_room_to_room(self, seated: Pod) -> None:
        await into_the_mine(seated)
        await seated.slash("Ana", "dungeon venture")
        assert {"Goblin Lair", "Mine Tunnels"} <= set(seated.labels())
        await seated.press("Ana", "Goblin Lair")
        assert "Ana enters **Goblin Lair**" in seated.panel_text()

    async def test_goes_on_in_undercity_too(self, seated: Pod) -> None:
        await seated.press("Ana", "I take the initiative")
        await seated.slash("Ana", "dungeon venture", room="Forge")
        assert "Ana · Undercity: **Forge**" in seated.panel_text()

    async def test_the_dungeon_one_is_in_cannot_be_changed(self, seated: Pod) -> None:
        await into_the_mine(seated)
        answer = await seated.slash("Ana", "dungeon venture", dungeon="tomb-of-annihilation")
        assert "Ana can venture to Goblin Lair or Mine Tunnels." in answer.private

    async def test_for_somebody_else(self, seated: Pod) -> None:
        await seated.slash("Ana", "dungeon venture", player="Diego", dungeon="tomb-of-annihilation")
        assert "Diego enters **Trapped Entry**" in seated.panel_text()

    async def test_rooms_are_offered_by_name_at_most_25(self, seated: Pod) -> None:
        assert len(await seated.type("Ana", "dungeon venture", "room", "")) == 25
        assert await seated.type("Ana", "dungeon venture", "room", "dark p") == ["Dark Pool"]
        assert await seated.type("Ana", "dungeon venture", "room", "no such room") == []

    async def test_each_player_has_a_dungeon_of_their_own(self, seated: Pod) -> None:
        await into_the_mine(seated, "Ana")
        await into_the_mine(seated, "Bruno")
        assert "Ana · Lost Mine of Phandelver" in seated.panel_text()
        assert "Bruno · Lost Mine of Phandelver" in seated.panel_text()

    async def test_a_choice_is_settled_once(self, seated: Pod) -> None:
        await into_the_mine(seated)
        await seated.slash("Ana", "dungeon venture")
        other = seated.button_id("Mine Tunnels")
        await seated.press("Ana", "Goblin Lair")
        answer = await seated.forge("Bruno", other)
        assert "moved on before your press" in answer.private
        assert "**Goblin Lair**" in seated.panel_text()


class TestCompleting:
    async def test_by_a_button_when_the_last_room_is_done(self, seated: Pod) -> None:
        await through_the_mine(seated)
        await seated.press("Bruno", "Last room done: Ana")
        assert "Ana completes **Lost Mine of Phandelver**." in seated.panel_text()
        assert "Ana ·" not in seated.panel_text()

    async def test_by_a_command(self, seated: Pod) -> None:
        await through_the_mine(seated)
        await seated.slash("Bruno", "dungeon resolved", player="Ana")
        assert "Ana completes **Lost Mine of Phandelver**." in seated.panel_text()

    async def test_by_a_menu_where_several_are_in_last_rooms(self, seated: Pod) -> None:
        await through_the_mine(seated, "Ana")
        await through_the_mine(seated, "Carla")
        await seated.pick("Bruno", "Last room done", str(seated.id("Carla")))
        assert "Carla completes **Lost Mine of Phandelver**." in seated.panel_text()
        assert "Last room done: Ana" in seated.labels()

    async def test_by_the_end_of_the_turn(self, seated: Pod) -> None:
        await through_the_mine(seated)
        await seated.press("Ana", "Next turn")
        assert "Ana completes **Lost Mine of Phandelver**." in seated.panel_text()

    async def test_not_before_the_last_room(self, seated: Pod) -> None:
        await into_the_mine(seated)
        answer = await seated.slash("Ana", "dungeon resolved")
        assert "Ana is not in the last room of a dungeon." in answer.private
        assert "CR 309.6" in answer.private

    async def test_twice_is_two(self, seated: Pod) -> None:
        await through_the_mine(seated)
        await through_the_mine(seated)
        await seated.press("Ana", "Last room done: Ana")
        assert "-# Completed: Ana: Lost Mine of Phandelver (2)" in seated.panel_text()
        await into_the_mine(seated)
        assert "two dungeons completed" in seated.panel_text()
        await seated.slash("Ana", "pod end")
        assert "Lost Mine of Phandelver completed 2 times" in seated.panel_text()


class TestTheMap:
    async def test_is_yours_and_for_you_alone(self, seated: Pod) -> None:
        await into_the_mine(seated)
        shown = (await seated.slash("Ana", "dungeon map")).private
        assert "### Lost Mine of Phandelver" in shown
        assert "**Cave Entrance** → Goblin Lair · Mine Tunnels — **Ana here**" in shown
        assert len(seated.messages) == 2

    async def test_may_be_somebody_elses(self, seated: Pod) -> None:
        await into_the_mine(seated, "Ana")
        await seated.slash("Bruno", "dungeon venture", dungeon="tomb-of-annihilation")
        shown = (await seated.slash("Ana", "dungeon map", player="Bruno")).private
        assert "### Tomb of Annihilation" in shown

    @pytest.mark.parametrize("who", ["Ana", "Eva"])
    async def test_is_of_undercity_where_nobody_is_in_any(self, pod: Pod, who: str) -> None:
        assert "### Undercity" in (await pod.slash(who, "dungeon map")).private
