"""The client: what it asks of Discord, and the one place where everything that goes wrong ends."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

import bot.ui
from bot.app import build
from bot.errors import PodkeeperError, StoreUnavailable
from bot.settings.settings import Settings
from bot.tables.tables import Tables
from tests.e2e.loopback.command_limits import AUTOCOMPLETE, COMMAND
from tests.pods import POD, Pod

REFERENCE = re.compile(r"this number: `([0-9a-f]{8})`")


@pytest.fixture
async def pod(tmp_path: Path) -> AsyncIterator[Pod]:
    async with Pod.open(tmp_path) as pod:
        await pod.seat(*POD)
        yield pod


def broken(error: BaseException) -> Any:
    async def fail(*_: object, **__: object) -> None:
        raise error

    return fail


class TestWhatItAsksOfDiscord:
    async def test_one_unprivileged_intent(self, tmp_path: Path) -> None:
        bot = build(Settings(database_url=f"sqlite:///{tmp_path / 'p.db'}"))
        assert bot.intents == discord.Intents(guilds=True)

    async def test_only_answers_to_interactions(self, pod: Pod) -> None:
        await pod.press("Ana", "Next turn")
        await pod.slash("Ana", "pod status")
        ours = f"/applications/{pod.application}"
        at_the_start = ("/oauth2/applications/@me", f"{ours}/commands", f"{ours}/emojis")
        asked = [path for path in pod.requests() if path not in at_the_start]
        assert asked
        assert all(path.startswith(("/interactions/", "/webhooks/")) for path in asked)

    async def test_it_can_be_closed_before_it_ever_started(self, tmp_path: Path) -> None:
        async with build(Settings(database_url=f"sqlite:///{tmp_path / 'p.db'}"), shard_count=1):
            pass
        assert not (tmp_path / "p.db").exists()


class TestAnUnexpectedError:
    """The player gets a number, the log has the error under it, and the game is as it was."""

    @pytest.mark.parametrize("how", ["press", "slash"])
    async def test_has_a_number(
        self, pod: Pod, how: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        before = await pod.table()
        monkeypatch.setattr(Tables, "act", broken(RuntimeError("a bug of ours")))
        if how == "press":
            answer = await pod.press("Ana", "Next turn")
        else:
            answer = await pod.slash("Ana", "pod next")
        monkeypatch.undo()
        found = REFERENCE.search(answer.private)
        assert found is not None
        assert "the game is as it was before" in answer.private
        [record] = [r for r in caplog.records if found[1] in r.getMessage()]
        assert record.levelno == logging.ERROR
        assert record.exc_info is not None
        assert str(record.exc_info[1]) == "a bug of ours"
        assert await pod.table() == before
        await pod.press("Ana", "Next turn")
        assert await pod.active() == ["Bruno"]

    async def test_after_the_answer_is_told_all_the_same(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pod.store, "set_panel", broken(RuntimeError("a bug of ours")))
        answer = await pod.slash("Ana", "pod next")
        assert REFERENCE.search(answer.private)
        assert await pod.active() == ["Bruno"]

    async def test_does_not_stop_the_next_press(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pod.store, "append", broken(KeyError("a bug of ours")))
        assert REFERENCE.search((await pod.press("Ana", "Next turn")).private)
        monkeypatch.undo()
        await pod.press("Ana", "Next turn")
        assert await pod.active() == ["Bruno"]


class TestAnExpectedError:
    @pytest.mark.parametrize("how", ["press", "slash"])
    async def test_of_the_store_is_a_sentence(
        self, pod: Pod, how: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.ERROR)
        away = StoreUnavailable("The table's notebook is full.")
        monkeypatch.setattr(pod.store, "append", broken(away))
        if how == "press":
            answer = await pod.press("Ana", "Next turn")
        else:
            answer = await pod.slash("Ana", "pod next")
        assert answer.private == "The table's notebook is full."
        monkeypatch.undo()
        assert await pod.active() == ["Ana"]
        assert not caplog.records

    async def test_is_told_in_braces_of_its_own(self) -> None:
        assert str(PodkeeperError("{what} is fine.", what="{this}")) == "{this} is fine."

    async def test_of_an_option_that_cannot_be_read(self, pod: Pod) -> None:
        stranger = pod.stranger("Zoe")
        answer = await pod.slash("Ana", "pod next", player=stranger)
        assert answer.private == "I cannot read one of these options."

    @pytest.mark.parametrize(
        "data",
        [
            {"name": "ping"},
            {"name": "pod"},
            {"name": "pod", "options": [{"type": 1, "name": "shuffle"}]},
            {"name": "dfc", "options": [{"type": 1, "name": "show"}]},
            {"name": "Show this card", "type": 3, "target_id": "1"},
        ],
    )
    async def test_of_a_command_of_another_version_is_a_sentence(
        self, pod: Pod, data: dict[str, Any], caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.INFO)
        answer = await pod.send("Ana", COMMAND, {"id": "1", "type": 1, **data})
        assert answer.private == "This command is from another version. Type it anew."
        assert not caplog.records

    async def test_while_a_command_of_another_version_is_typed_offers_nothing(
        self, pod: Pod, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.INFO)
        typed = {"type": 3, "name": "x", "value": "a", "focused": True}
        shuffle = {"type": 1, "name": "shuffle", "options": [typed]}
        data = {"id": "1", "type": 1, "name": "pod", "options": [shuffle]}
        answer = await pod.send("Ana", AUTOCOMPLETE, data)
        assert answer.answered
        assert not answer.private
        assert not caplog.records

    @pytest.mark.parametrize("locale", [None, "", "xx-YY", 5])
    async def test_whatever_the_language_is_has_an_answer(self, pod: Pod, locale: object) -> None:
        status = {"type": 1, "name": "status"}
        data = {"id": "1", "type": 1, "name": "pod", "options": [status]}
        assert (await pod.send("Ana", COMMAND, data, locale=locale)).answered

    @pytest.mark.parametrize("code", [10062, 40060])
    async def test_of_an_answer_that_comes_too_late_is_no_error_of_ours(
        self, pod: Pod, code: int, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.INFO, logger="bot")
        pod.break_answers(code)
        await pod.press("Ana", "Next turn")
        assert await pod.active() == ["Bruno"]
        assert not [r for r in caplog.records if r.name.startswith("bot")]
        await pod.slash("Ana", "pod status")
        assert "then Carla" in pod.panel_text()


class TestAPlayerWhoCannotBeTold:
    @pytest.mark.parametrize(
        "error",
        [
            aiohttp.ClientConnectionError("no route"),
            ConnectionResetError(104, "reset by peer"),
            TimeoutError(),
            RuntimeError("Session is closed"),
        ],
        ids=lambda error: type(error).__name__,
    )
    @pytest.mark.parametrize("what", ["expected", "unexpected"])
    async def test_is_no_further_error(
        self,
        pod: Pod,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
        error: Exception,
        what: str,
    ) -> None:
        caplog.set_level(logging.DEBUG, logger="bot")
        wrong = StoreUnavailable("Full.") if what == "expected" else KeyError("a bug of ours")
        monkeypatch.setattr(pod.store, "append", broken(wrong))
        monkeypatch.setattr(discord.InteractionResponse, "send_message", broken(error))
        await pod.press("Ana", "Next turn")
        told = [r for r in caplog.records if "could not be told" in r.getMessage()]
        assert [record.levelno for record in told] == [logging.DEBUG]
        others = [r for r in caplog.records if r.levelno >= logging.WARNING]
        assert len(others) == (what == "unexpected")


class TestClosing:
    """An act that is under way is kept and answered before the connection to Discord ends."""

    @pytest.fixture
    def slow(self, pod: Pod, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
        """Set once an act has come to the store, which then takes a while."""
        begun, append = asyncio.Event(), pod.store.append

        async def slowly(step: Any) -> None:
            begun.set()
            await asyncio.sleep(0.3)
            await append(step)

        monkeypatch.setattr(pod.store, "append", slowly)
        return begun

    @pytest.mark.parametrize("how", ["press", "slash"])
    async def test_finishes_acts_under_way(self, pod: Pod, slow: asyncio.Event, how: str) -> None:
        if how == "press":
            act = asyncio.create_task(pod.press("Ana", "Next turn"))
        else:
            act = asyncio.create_task(pod.slash("Ana", "pod next"))
        await slow.wait()
        await pod.bot.close()
        assert (await act).answered
        await pod.restart()
        assert await pod.active() == ["Bruno"]

    async def test_does_not_wait_for_ever(
        self, pod: Pod, slow: asyncio.Event, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("bot.client.client.FAREWELL", 0.05)
        act = asyncio.create_task(pod.press("Ana", "Next turn"))
        await slow.wait()
        async with asyncio.timeout(0.25):
            await pod.bot.close()
        assert not act.done()
        await act

    async def test_is_no_error_to_whom_it_leaves_unanswered(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.INFO)
        await pod.press("Ana", "Next turn")
        monkeypatch.setattr(pod.bot, "is_closed", lambda: True)
        gone = broken(RuntimeError("Session is closed"))
        monkeypatch.setattr(discord.InteractionResponse, "edit_message", gone)
        monkeypatch.setattr(discord.InteractionResponse, "send_message", gone)
        await pod.press("Bruno", "Next turn")
        assert not caplog.records

    async def test_within_an_act_does_not_wait_for_itself(
        self, pod: Pod, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def stop(*_: object) -> None:
            await pod.bot.close()

        monkeypatch.setattr(pod.store, "append", stop)
        async with asyncio.timeout(3):
            await pod.press("Ana", "Next turn")
        assert pod.bot.is_closed()


FORGED = [
    "pk:pod.unknown:1.4:",
    "pk:x:0.0:",
    "pk:bounty.claim:{seen}:everything",
    "pk:bounty.claim:{seen}:|||",
    "pk:dungeon.choose:{seen}:",
    "pk:dungeon.choose:{seen}:me",
    "pk:dungeon.choose:{seen}:1|undercity",
    "pk:dungeon.choose:{seen}:1|undercity|forge|and more",
    "pk:dungeon.choose:{seen}:{ana}|undercity|forge",
    "pk:dungeon.choose:{seen}:{ana}|nowhere|no-room",
    "pk:dungeon.choose:{seen}:99999999999999999999999999999999999|undercity|forge",
    "pk:dungeon.resolved:{seen}:",
    "pk:dungeon.resolved:{seen}:-1",
    "pk:dungeon.resolved:{seen}:1e9",
    "pk:dungeon.resolved:{seen}:{ana}",
    "pk:initiative.take:{seen}:nobody|forge|sure",
    "pk:initiative.take:{seen}:{ana}|no-room|sure",
    "pk:initiative.take:{seen}:{eva}|forge|sure",
    "pk:initiative.venture:{seen}:",
    "pk:initiative.venture:{seen}:|forge|sure",
    "pk:initiative.venture:{seen}:{ana}|no-room|sure",
    "pk:initiative.noupkeep:{seen}:what",
    "pk:pod.log:{seen}:page",
    "pk:pod.correct:{seen}:",
    "pk:pod.win:{seen}:",
    "pk:pod.undone:9999999999999999.99999999999999999999:",
    "pk:pod.next:99999999999999999999999999999999999.1:",
]


class TestAForgedPress:
    """Nobody can press what the bot has not sent, but an older version may have sent it."""

    async def test_is_refused_kindly(self, pod: Pod, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.ERROR)
        before = await pod.table()
        seen = f"{before.version.game}.{before.version.seq}"
        people = {"ana": pod.id("Ana"), "eva": pod.id("Eva")}
        for custom_id in FORGED:
            answer = await pod.forge("Ana", custom_id.format(seen=seen, **people))
            assert answer.private, custom_id
            assert "Something went wrong" not in answer.private, custom_id
            assert await pod.table() == before, custom_id
        assert not caplog.records

    async def test_choice_is_refused_kindly(
        self, pod: Pod, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.ERROR)
        before = await pod.table()
        seen = f"{before.version.game}.{before.version.seq}"
        verbs = ("pod.correct", "pod.extra", "pod.skip", "pod.leave", "pod.win", "bounty.most")
        for verb, chosen in product(verbs, ([], ["nobody"], ["0"], ["9" * 60], ["12"])):
            answer = await pod.forge("Ana", f"pk:{verb}:{seen}:", values=chosen)
            assert answer.private, (verb, chosen)
            assert "Something went wrong" not in answer.private, (verb, chosen)
            assert await pod.table() == before, (verb, chosen)
        assert not caplog.records

    async def test_deck_is_refused_kindly(self, pod: Pod) -> None:
        for chosen in (["eriana"] * 8, ["eriana", "nobody"] * 4, ["x" * 100]):
            version = (await pod.table()).version
            answer = await pod.forge(
                "Ana", f"pk:bounty.deck:{version.game}.{version.seq}:", values=chosen
            )
            assert "A bounty deck is 6 to 12 different bounties." in answer.private

    async def test_of_nothing_like_ours_is_not_answered(self, pod: Pod) -> None:
        before = await pod.table()
        for custom_id in ("", "pk", "something else", " pk:pod.next:1.1:"):
            answer = await pod.forge("Ana", custom_id)
            assert not answer.answered
        assert await pod.table() == before

    async def test_of_a_kind_that_is_no_more_is_told(self, pod: Pod) -> None:
        before = await pod.table()
        for custom_id in (
            "pk:",
            "pk::1.1:",
            "pk:pod.next:one.two:",
            "pk:pod.next",
            "pk:pod.next:1",
        ):
            answer = await pod.forge("Ana", custom_id)
            assert "from another version" in answer.private
        assert await pod.table() == before


async def test_every_button_has_a_handler(pod: Pod) -> None:
    """And every handler a button: a verb is one subject's, its first word the cog's group."""
    sources = Path(next(iter(bot.ui.__path__))).glob("*.py")
    source = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    shown = set(re.findall(r"(?:button|menu)\(\s*\"([a-z_]+\.[a-z_]+)\"", source))
    assert shown
    assert shown <= pod.verbs()
