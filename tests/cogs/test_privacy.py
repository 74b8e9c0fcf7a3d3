"""``/privacy``: a person sees what is stored about them, and can have it erased."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from bot.errors import StoreUnavailable
from bot.game.pod import JoinLobby, OpenLobby
from bot.table import Actor
from bot.tombstones import is_tombstone
from bot.ui import privacy as ui
from cogs.privacy import PrivacyCog
from tests.pods import POD, Answer, Pod, text_of


async def file_of(answer: Answer) -> dict[str, Any]:
    """The file that came with an answer."""
    [attachment] = answer.message.attachments
    found = json.loads(await attachment.read())
    assert isinstance(found, dict)
    return found


async def erase(pod: Pod, who: str) -> Answer:
    """Have somebody erased, as they would do it."""
    question = await pod.slash(who, "privacy erase")
    return await pod.press(who, "Yes, erase me", on=question.message)


async def files_hold(pod: Pod, who: str) -> bool:
    """Tell whether an id is anywhere in the database's files, once the bot has stopped."""
    person = str(pod.id(who)).encode()
    await pod.stop()
    return any(person in file.read_bytes() for file in pod.files())


def cog(pod: Pod) -> PrivacyCog:
    found = pod.bot.get_cog("PrivacyCog")
    assert isinstance(found, PrivacyCog)
    return found


class TestShow:
    async def test_gives_a_file_with_an_object_for_each_act(self, seated: Pod) -> None:
        await seated.press("Bruno", "Next turn")
        answer = await seated.slash("Ana", "privacy show")
        told = await file_of(answer)
        assert told["complete"] is True
        assert f"in {len(told['acts'])} acts" in answer.private
        first, *_, last = told["acts"]
        assert (first["act"], first["by"], first["kind_of_game"]) == (
            "start_pod",
            "you",
            "commander",
        )
        assert first["server"] == str(seated.place.guild)
        assert first["channel"] == str(seated.place.channel)
        assert first["when"].endswith("+00:00")
        assert first["details"]["players"] == ["you", *["another player"] * 3]
        assert first["your_id_is_in"] == [*("by", "details", "what_happened", "the game after it")]
        assert (last["act"], last["by"]) == ("next_turn", "another player")
        assert "turn_began" in {event["kind"] for event in last["what_happened"]}

    async def test_is_for_the_asker_alone(self, seated: Pod) -> None:
        answer = await seated.slash("Ana", "privacy show")
        assert answer.message.ephemeral
        assert len(seated.messages) == 1

    async def test_names_no_other_person(self, seated: Pod) -> None:
        await seated.collect()
        told = json.dumps(await file_of(await seated.slash("Ana", "privacy show")))
        assert not [name for name in seated.people if str(seated.id(name)) in told]

    async def test_does_not_tell_what_lies_in_the_pile(self, pod: Pod) -> None:
        await pod.slash("Ana", "bounty reveal")
        pile = (await pod.game()).bounties.pile
        assert pile
        told = json.dumps(await file_of(await pod.slash("Ana", "privacy show")))
        assert not [card for card in pile if card in told]

    async def test_covers_all_kinds_of_games_in_all_channels(self, seated: Pod) -> None:
        elsewhere = seated.in_channel("pod-2")
        await elsewhere.slash("Ana", "forage start")
        told = await file_of(await elsewhere.slash("Ana", "privacy show"))
        assert {act["kind_of_game"] for act in told["acts"]} == {"commander", "forage"}
        assert len({act["channel"] for act in told["acts"]}) == 2

    async def test_says_so_if_there_is_nothing(self, seated: Pod) -> None:
        answer = await seated.slash("Eva", "privacy show")
        assert answer.private == "Nothing is stored about you."
        assert answer.message.attachments == []

    async def test_works_in_a_direct_message(self, seated: Pod) -> None:
        user = seated.people["Ana"].user
        await user.send_dm("hello")
        result = await user.slash("privacy show")
        told = json.loads(await result.response.attachments[0].read())
        assert told["acts"][0]["by"] == "you"

    async def test_says_so_if_not_all_fits_into_a_file(self, seated: Pod) -> None:
        cog(seated)._most_bytes = 3_000
        await seated.turns(10)
        answer = await seated.slash("Ana", "privacy show")
        assert "There is more than fits into a file" in answer.private
        told = await file_of(answer)
        assert told["complete"] is False
        assert len(told["acts"]) > 0


class TestErase:
    async def test_asks_first_and_can_be_left(self, seated: Pod) -> None:
        question = await seated.slash("Ana", "privacy erase")
        assert "This cannot be undone." in question.private
        assert question.message.ephemeral
        await seated.press("Ana", "Keep it", on=question.message)
        assert text_of(question.message) == "Nothing was erased."
        assert await seated.active() == ["Ana"]

    async def test_leaves_the_id_nowhere_on_the_disk(self, seated: Pod) -> None:
        await seated.collect()
        await seated.slash("Ana", "forage start")
        answer = await erase(seated, "Ana")
        assert "and is nowhere any more" in text_of(answer.message)
        assert not await files_hold(seated, "Ana")

    async def test_leaves_the_ids_of_the_others(self, seated: Pod) -> None:
        await erase(seated, "Ana")
        game = await seated.game()
        assert game.players[1:] == tuple(seated.id(name) for name in POD[1:])
        assert is_tombstone(game.players[0])

    async def test_leaves_neither_id_nor_name_in_memory(self, seated: Pod) -> None:
        privacy = cog(seated).privacy
        await erase(seated, "Ana")
        assert privacy._names.of(seated.place.guild)(seated.id("Ana")) is None
        assert privacy._names.of(seated.place.guild)(seated.id("Bruno")) == "Bruno"
        await seated.slash("Bruno", "pod status")
        assert str(seated.id("Ana")) not in text_of(seated.panel)

    async def test_shows_somebody_in_the_game_that_goes_on(self, seated: Pod) -> None:
        await erase(seated, "Ana")
        await seated.slash("Bruno", "pod status")
        assert "1 Somebody → 2 Bruno → 3 Carla → 4 Diego" in seated.panel_text()
        assert "<@-" not in text_of(seated.panel)

    async def test_lets_the_others_play_on_and_have_somebody_leave(self, seated: Pod) -> None:
        await erase(seated, "Ana")
        await seated.slash("Bruno", "pod status")
        await seated.press("Bruno", "Next turn")
        assert "Turn" in seated.panel_text()
        menu = await seated.more("Bruno")
        await seated.pick("Bruno", "Leaves the game", "Seat 1", on=menu)
        assert "Somebody left the game" in seated.panel_text()
        assert "~~Somebody~~" in seated.panel_text()
        assert len((await seated.game()).living) == 3

    async def test_makes_who_was_erased_a_bystander(self, seated: Pod) -> None:
        await erase(seated, "Ana")
        await seated.slash("Bruno", "pod status")
        answer = await seated.press("Ana", "Next turn")
        assert "This table belongs to Somebody, Bruno, Carla and Diego." in answer.private

    async def test_keeps_undo_and_the_log_of_the_others_whole(self, seated: Pod) -> None:
        await seated.press("Ana", "Next turn")
        await erase(seated, "Ana")
        await seated.slash("Bruno", "pod status")
        await seated.undo("Bruno")
        assert "Turn" in seated.panel_text()
        log = await seated.press("Bruno", "Log", on=await seated.more("Bruno"))
        assert "Somebody" in log.private
        assert str(seated.id("Ana")) not in text_of(log.message)

    async def test_spares_what_is_on_a_panel_of_before(self, seated: Pod) -> None:
        """The version of the table went on: a press on it does nothing, and shows the table."""
        await erase(seated, "Bruno")
        before = (await seated.table()).version
        answer = await seated.press("Ana", "Next turn")
        assert "The table had moved on before your press" in answer.private
        assert (await seated.table()).version == before
        await seated.press("Ana", "Next turn")
        assert (await seated.table()).version > before

    async def test_tells_two_who_were_erased_at_one_table_apart(self, seated: Pod) -> None:
        await erase(seated, "Ana")
        await erase(seated, "Bruno")
        assert len(set((await seated.game()).players)) == 4

    async def test_lets_somebody_gather_again_with_who_they_were(self, pod: Pod) -> None:
        await pod.slash("Ana", "pod start")
        await pod.press("Bruno", "Join")
        for _ in range(2):
            await erase(pod, "Ana")
            await pod.slash("Bruno", "pod status")
            await pod.press("Ana", "Join")
        waiting = (await pod.game()).gathering
        assert len(set(waiting)) == len(waiting) == 4
        assert waiting[-1] == pod.id("Ana")

    async def test_leaves_a_table_whose_players_are_all_gone_to_anybody(self, pod: Pod) -> None:
        await pod.seat("Ana", "Bruno")
        await erase(pod, "Ana")
        await erase(pod, "Bruno")
        await pod.slash("Eva", "pod end")
        assert "The game is over" in pod.panel_text()

    async def test_pings_nobody_in_the_place_of_who_is_gone(self, seated: Pod) -> None:
        channels = cog(seated).privacy._channels
        await channels.change(seated.place.channel, seated.place.guild, pings=True)
        await erase(seated, "Bruno")
        await seated.slash("Ana", "pod next")
        assert "Somebody" in seated.panel_text()
        for body in seated.sent():
            assert "-1" not in (body.get("allowed_mentions") or {}).get("users", [])

    async def test_pressed_twice_is_done_once(self, seated: Pod) -> None:
        question = await seated.slash("Ana", "privacy erase")
        answers = await seated.rush("Yes, erase me", "Ana", "Ana", on=question.message)
        told = " ".join(answer.private for answer in answers)
        assert "You are being erased already" in told
        assert "is nowhere any more" in told
        assert {p for p in (await seated.game()).players if is_tombstone(p)} == {-1}

    async def test_of_a_whole_pod_at_the_same_moment_keeps_them_apart(self, seated: Pod) -> None:
        privacy, people = cog(seated).privacy, [seated.id(name) for name in POD]
        noted = await asyncio.gather(*map(privacy.take_up, people))
        await asyncio.gather(*map(privacy.erase, noted))
        assert sorted((await seated.game()).players) == [-4, -3, -2, -1]
        for person in people:
            assert [step async for step in seated.store.about(person)] == []

    async def test_pressed_again_later_finds_nothing(self, seated: Pod) -> None:
        await erase(seated, "Ana")
        answer = await erase(seated, "Ana")
        assert text_of(answer.message) == "Nothing was stored about you."

    async def test_is_ended_after_a_restart_in_the_middle(
        self, seated: Pod, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def fail(*_: object) -> int:
            raise StoreUnavailable("The database is gone.")

        with monkeypatch.context() as broken:
            broken.setattr(type(seated.store._store), "erase", fail)  # type: ignore[attr-defined]
            answer = await erase(seated, "Ana")
        assert "What is left is erased by itself" in text_of(answer.message)
        assert seated.id("Ana") in (await seated.game()).players
        await seated.restart()
        await seated.wait(minutes=10)
        privacy = cog(seated).privacy
        privacy._erasures._clock = lambda: 4e9
        await privacy.look()
        assert not await files_hold(seated, "Ana")

    async def test_answers_a_button_of_another_time(self, seated: Pod) -> None:
        answer = await seated.forge("Ana", f"pk:{ui.KEEP}:0.0:")
        assert answer.answered


async def remove_the_bot(pod: Pod) -> Any:
    """Have the server remove the bot; return the server."""
    assert pod.place.guild is not None
    server = pod.env.backend.guilds.pop(pod.place.guild)
    pod.env.backend.emit("GUILD_DELETE", {"id": str(pod.place.guild)})
    await pod.env.settle()
    return server


class TestAServer:
    async def test_that_removes_the_bot_is_forgotten(self, seated: Pod) -> None:
        assert await seated.store.latest(seated.place) is not None
        await remove_the_bot(seated)
        assert await seated.store.latest(seated.place) is None
        assert await seated.store.panel(seated.place) is None

    async def test_that_is_out_of_reach_for_a_while_is_not(self, seated: Pod) -> None:
        outage = {"id": str(seated.place.guild), "unavailable": True}
        seated.env.backend.emit("GUILD_DELETE", outage)
        await seated.env.settle()
        assert await seated.store.latest(seated.place) is not None

    async def test_that_discord_still_shows_is_forgotten_once_it_does_not(
        self, seated: Pod
    ) -> None:
        """The event may be faster than what Discord answers."""
        guild = seated.place.guild
        seated.env.backend.emit("GUILD_DELETE", {"id": str(guild)})
        await seated.env.settle()
        assert await seated.store.latest(seated.place) is not None
        del seated.env.backend.guilds[guild or 0]
        await cog(seated).privacy.look()
        assert await seated.store.latest(seated.place) is None

    async def test_that_comes_back_with_a_new_session_is_kept(self, seated: Pod) -> None:
        """It is named as available then, among all the others: nobody tells that it has joined."""
        found = cog(seated)
        guild = seated.bot.get_guild(seated.place.guild or 0)
        assert guild is not None
        found.privacy._removed_from[guild.id] = 0
        seated.bot.dispatch("guild_available", guild)
        await seated.env.settle()
        assert not found.privacy._removed_from

    async def test_that_invites_the_bot_again_begins_anew(self, seated: Pod) -> None:
        panels = seated.bot.get_cog("PodCog").panels  # type: ignore[union-attr]
        await remove_the_bot(seated)
        ana = seated.id("Ana")
        await panels.tables.act(seated.place, Actor(ana), OpenLobby(player=ana), interaction=1)
        await panels.tables.act(seated.place, Actor(5), JoinLobby(player=5), interaction=2)
        latest = await seated.store.latest(seated.place)
        assert latest is not None
        assert latest.seq == 2


async def test_a_restart_finds_nothing_to_end(tmp_path: Path) -> None:
    async with Pod.open(tmp_path) as pod:
        await pod.seat("Ana", "Bruno")
        await erase(pod, "Ana")
        await pod.restart()
        await pod.slash("Bruno", "pod status")
        assert "Somebody" in pod.panel_text()
