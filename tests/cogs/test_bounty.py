"""The bounty deck, as its players see it."""

import re

import pytest

from bot.game.facts import BOUNTIES
from tests.pods import POD, Pod


async def at_level(pod: Pod, level: int) -> None:
    """Have a bounty on offer at this level, on Ana's next turn."""
    await pod.turns(5 - level)
    await pod.slash("Ana", "bounty reveal", early=True)
    await pod.turns(level - 1)
    assert f"level {level} of 4" in pod.panel_text()
    assert await pod.active() == ["Ana"]


class TestWithoutAPod:
    async def test_a_bounty_is_revealed_at_once(self, pod: Pod) -> None:
        await pod.slash("Ana", "bounty reveal")
        assert re.search(r"A new bounty: \*\*.+\*\*\.\n-# by Ana", pod.panel_text())
        assert "▰▱▱▱ level 1 of 4: **a Treasure**" in pod.panel_text()
        assert "Collect (end step): a Treasure" in pod.labels()

    async def test_the_one_on_offer_is_shown_again(self, pod: Pod) -> None:
        await pod.slash("Ana", "bounty reveal")
        version = (await pod.table()).version
        await pod.slash("Bruno", "bounty reveal")
        assert (await pod.table()).version == version
        assert len(pod.messages) == 2

    async def test_next_turn_raises_it(self, pod: Pod) -> None:
        await pod.slash("Ana", "bounty reveal")
        await pod.press("Bruno", "Next turn")
        assert "went unclaimed: now level 2, two Treasures." in pod.panel_text()

    async def test_anybody_collects_once_a_turn(self, pod: Pod) -> None:
        await pod.slash("Ana", "bounty reveal")
        await pod.press("Eva", "Collect (end step): a Treasure")
        assert "Eva collects **" in pod.panel_text()
        answer = await pod.slash("Bruno", "bounty claim")
        assert "A bounty was collected this turn already." in answer.private
        answer = await pod.slash("Bruno", "bounty reveal")
        assert "The next is revealed as the next turn begins." in answer.private


class TestInAPod:
    async def test_it_says_when_the_first_comes(self, seated: Pod) -> None:
        starting = (await seated.game()).turns.starting
        answer = await seated.slash("Ana", "bounty reveal")
        assert f"as the third turn of {POD[starting]} begins" in answer.private
        assert "Bounty rules" in answer.private

    async def test_the_first_comes_by_itself(self, seated: Pod) -> None:
        while "A new bounty" not in seated.panel_text():
            await seated.turns(1)
        game = await seated.game()
        assert game.turns.teams[game.turns.starting].turns == 3
        assert game.turns.whose == game.turns.starting

    async def test_early_starts_now(self, seated: Pod) -> None:
        await seated.slash("Ana", "bounty reveal", early=True)
        assert "A new bounty" in seated.panel_text()

    async def test_only_the_active_player_collects(self, seated: Pod) -> None:
        await at_level(seated, 1)
        label = "Collect (end step): a Treasure"
        for answer in (
            await seated.press("Bruno", label),
            await seated.slash("Carla", "bounty claim"),
        ):
            assert "Only the active player collects, and that is Ana." in answer.private
        await seated.press("Ana", label)
        assert "Ana collects **" in seated.panel_text()
        assert "Collected. The next one is revealed as the next turn begins." in seated.panel_text()
        await seated.press("Ana", "Next turn")
        assert "A new bounty" in seated.panel_text()

    @pytest.mark.parametrize(
        ("label", "paid"),
        [
            ("Collect (end step): two Treasures", "two Treasures"),
            ("Collect (end step): a card", "a card"),
        ],
    )
    async def test_level_3_is_a_choice_of_two_buttons(
        self, seated: Pod, label: str, paid: str
    ) -> None:
        await at_level(seated, 3)
        await seated.press("Ana", label)
        assert re.search(rf"Ana collects \*\*.+\*\*: {paid}\.", seated.panel_text())

    async def test_level_3_by_command_needs_the_choice(self, seated: Pod) -> None:
        await at_level(seated, 3)
        answer = await seated.slash("Ana", "bounty claim")
        assert "At level 3 you choose: treasures or a card." in answer.private
        await seated.slash("Ana", "bounty claim", reward="card")
        assert ": a card." in seated.panel_text()

    async def test_level_4_is_the_most(self, seated: Pod) -> None:
        await at_level(seated, 4)
        await seated.turns(1)
        assert "▰▰▰▰ level 4 of 4: **two Treasures and a card**" in seated.panel_text()

    async def test_nobody_collects_in_the_turn_of_a_leaver(self, seated: Pod) -> None:
        await at_level(seated, 1)
        await seated.slash("Ana", "pod leave")
        assert not [label for label in seated.labels() if label.startswith("Collect")]
        answer = await seated.slash("Bruno", "bounty claim")
        assert "The active player has left" in answer.private

    async def test_who_had_the_most_is_asked_for(self, seated: Pod) -> None:
        await seated.slash("Ana", "bounty reveal", early=True)
        await seated.until_bounty("Frankie The Fang", "Lyssa, Sterling Collector")
        [menu] = seated.menus()
        assert "the most" in menu
        await seated.pick("Diego", menu, str(seated.id("Bruno")), str(seated.id("Carla")))
        assert "As the turn began: Bruno and Carla" in seated.panel_text()
        assert seated.menus() == []

    async def test_who_left_this_turn_may_have_had_the_most(self, seated: Pod) -> None:
        await seated.slash("Ana", "bounty reveal", early=True)
        await seated.until_bounty("Frankie The Fang", "Lyssa, Sterling Collector")
        [active] = await seated.active()
        gone = next(name for name in POD if name != active)
        await seated.slash(gone, "pod leave")
        [menu] = seated.menus()
        await seated.pick(active, menu, str(seated.id(gone)))
        assert f"As the turn began: {gone}" in seated.panel_text()

    async def test_whose_neighbours_count_is_named(self, seated: Pod) -> None:
        await seated.slash("Ana", "bounty reveal", early=True)
        await seated.until_bounty("Miron Tillas Jr.", "Vara Beth Hannifer")
        [active] = await seated.active()
        at = POD.index(active)
        left, right = POD[(at + 1) % 4], POD[at - 1]
        assert f"Neighbours of {active}: left {left}, right {right}" in seated.panel_text()


class TestTheDeck:
    async def test_is_built_by_size(self, pod: Pod) -> None:
        await pod.slash("Ana", "bounty setup", size=6)
        assert "A bounty deck of 6 is shuffled." in pod.panel_text()
        assert (
            "6 cards in the pile, 0 collected." in (await pod.slash("Ana", "bounty status")).private
        )

    async def test_is_built_of_chosen_cards(self, pod: Pod) -> None:
        menu = (await pod.slash("Ana", "bounty setup")).message
        chosen = list(BOUNTIES)[:7]
        answer = await pod.pick("Ana", "Choose the bounties", *chosen, on=menu)
        assert "Done" in answer.private
        assert "A bounty deck of 7 is shuffled." in pod.panel_text()
        status = (await pod.slash("Ana", "bounty status")).private
        listed = status.split("In this deck: ")[1].rstrip(".")
        assert listed == ", ".join(sorted(BOUNTIES[card].name for card in chosen))

    async def test_cannot_be_rebuilt_in_play(self, seated: Pod) -> None:
        await seated.slash("Ana", "bounty reveal", early=True)
        for options in ({}, {"size": 6}):
            answer = await seated.slash("Ana", "bounty setup", **options)
            assert "This deck is in play already." in answer.private

    async def test_is_shuffled_anew_when_the_pile_is_empty(self, pod: Pod) -> None:
        await pod.slash("Ana", "bounty setup", size=6)
        await pod.slash("Ana", "bounty reveal")
        for _ in range(6):
            await pod.press("Ana", "Collect (end step): a Treasure")
            await pod.press("Ana", "Next turn")
        assert "all collected bounties are shuffled into a new one" in pod.panel_text()
        trophies = (await pod.slash("Ana", "bounty trophies")).private
        assert "Ana: none now\n-# 6 claims in all: six Treasures." in trophies


class TestWhatOnlyYouSee:
    async def test_trophies(self, pod: Pod) -> None:
        assert "Nobody has collected" in (await pod.slash("Ana", "bounty trophies")).private
        await pod.slash("Ana", "bounty reveal")
        offered = (await pod.game()).bounties.offer
        assert offered is not None
        await pod.press("Ana", "Collect (end step): a Treasure")
        shown = (await pod.slash("Eva", "bounty trophies")).private
        assert f"Ana: {BOUNTIES[offered.card].name}\n-# 1 claim in all: a Treasure." in shown
        status = (await pod.slash("Eva", "bounty status")).private
        assert "11 cards in the pile, 1 collected." in status

    async def test_status_and_rules(self, pod: Pod) -> None:
        assert (
            "12 cards in the pile, 0 collected."
            in (await pod.slash("Ana", "bounty status")).private
        )
        assert "House rules" in (await pod.slash("Ana", "bounty rules")).private
        assert pod.messages == []
