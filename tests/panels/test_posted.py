"""Which message is the panel, and what becomes of the others, where answers overtake each other."""

import asyncio
from collections.abc import AsyncIterator
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.errors import StoreUnavailable
from bot.panels import posted as posting
from bot.panels.edits import Edit, Posted
from bot.panels.look import Message
from bot.panels.posted import PostedPanels
from bot.store.port import Place
from bot.table import Version
from bot.ui.layout import note
from tests.fakes import MemoryStore
from tests.ui.shown import text as words

HERE = Place(1, 2)
SHOWN = Version(1, 3)


class Channel:
    """A channel with the bot in it; ``said`` is what each message was edited to, newest last."""

    def __init__(self) -> None:
        self.said: list[tuple[int, str]] = []
        self.broken: Exception | None = None

    def edit(self, message: int, *, broken: Exception | None = None) -> Edit:
        """Return what edits a message, or fails to."""

        async def edit(*, view: Any, **_: Any) -> Any:
            if broken is not None:
                raise broken
            self.said.append((message, words(view)))
            return SimpleNamespace(id=message)

        return edit

    def pressed(self, message: int) -> Any:
        """Return an interaction of somebody who pressed a message."""
        return SimpleNamespace(client=self, edit_original_response=self.edit(message))

    def get_partial_messageable(self, *_: object, **__: object) -> "Channel":
        return self

    def get_partial_message(self, message: int) -> Any:
        return SimpleNamespace(edit=self.edit(message, broken=self.broken))


@pytest.fixture
def channel() -> Channel:
    return Channel()


@pytest.fixture
async def panels() -> AsyncIterator[PostedPanels]:
    panels = PostedPanels(MemoryStore())
    yield panels
    await panels.close()


async def courtesies(panels: PostedPanels) -> None:
    """Wait for what goes on after the answers."""
    await asyncio.gather(*panels._courtesies)


def as_it_stands(version: Version) -> Message:
    return Message(note("as it stands"), shows=version)


class TestOfTwoPanelsPostedAtOnce:
    @pytest.mark.parametrize("heard", [(20, 30), (30, 20)], ids=["in order", "the newer first"])
    async def test_the_older_message_is_retired(
        self, panels: PostedPanels, channel: Channel, heard: tuple[int, int]
    ) -> None:
        for message in heard:
            await panels.adopt(channel.pressed(0), HERE, message, channel.edit(message))
        await courtesies(panels)
        [(message, text)] = channel.said
        assert message == 20
        assert text.endswith("/30)")
        assert await panels.newer_than(HERE, 20) == 30

    @pytest.mark.parametrize("heard", [(20, 30), (30, 20)], ids=["in order", "the newer first"])
    async def test_the_newer_message_is_behind_if_it_shows_the_older_state(
        self, panels: PostedPanels, channel: Channel, heard: tuple[int, int]
    ) -> None:
        shows = {20: Version(1, 3), 30: Version(1, 2)}
        for message in heard:
            await panels.adopt(
                channel.pressed(0), HERE, message, channel.edit(message), shows=shows[message]
            )
        behind = panels.behind(HERE)
        assert behind is not None
        assert behind.message == 30


class TestAPressOnAPanelThatIsRetiredMeanwhile:
    async def test_has_it_retired_once_more(self, panels: PostedPanels, channel: Channel) -> None:
        await panels.adopt(channel.pressed(0), HERE, 30, channel.edit(30), shows=Version(1, 1))
        await panels.edited(channel.pressed(20), HERE, 20, shows=Version(1, 2), still=None)
        await courtesies(panels)
        [(message, text)] = channel.said
        assert message == 20
        assert text.endswith("/30)")

    async def test_leaves_the_newer_one_behind(
        self, panels: PostedPanels, channel: Channel
    ) -> None:
        await panels.adopt(channel.pressed(0), HERE, 30, channel.edit(30), shows=Version(1, 1))
        assert panels.behind(HERE) is None
        await panels.edited(channel.pressed(20), HERE, 20, shows=Version(1, 2), still=None)
        behind = panels.behind(HERE)
        assert behind is not None
        assert behind.message == 30


class TestAPressOnAPanelThatNobodyKnewOf:
    async def test_retires_the_older_one(self, panels: PostedPanels, channel: Channel) -> None:
        await panels.adopt(channel.pressed(0), HERE, 30, channel.edit(30), shows=Version(1, 1))
        await panels.edited(channel.pressed(40), HERE, 40, shows=Version(1, 2), still=None)
        await courtesies(panels)
        [(message, text)] = channel.said
        assert message == 30
        assert text.endswith("/40)")

    async def test_has_it_noted(self, channel: Channel) -> None:
        store = MemoryStore()
        panels = PostedPanels(store)
        await panels.adopt(channel.pressed(0), HERE, 30, channel.edit(30), shows=Version(1, 1))
        await panels.edited(channel.pressed(40), HERE, 40, shows=Version(1, 2), still=None)
        assert await store.panel(HERE) == 40
        await panels.close()


class TestAPanelThatIsBehind:
    @pytest.fixture
    async def panels(self, panels: PostedPanels, channel: Channel) -> PostedPanels:
        await panels.adopt(channel.pressed(0), HERE, 30, channel.edit(30), shows=Version(1, 2))
        panels.touched(HERE, 20, None, shows=Version(1, 3))
        return panels

    @pytest.mark.parametrize("seq", [3, 1], ids=["newest", "of a database that was put back"])
    async def test_is_so_no_more_once_it_is_drawn_anew(
        self, panels: PostedPanels, channel: Channel, seq: int
    ) -> None:
        await panels.redraw(
            channel.pressed(0), HERE, Posted(30, newest=SHOWN), as_it_stands(Version(1, seq))
        )
        assert channel.said == [(30, "as it stands")]
        assert panels.behind(HERE) is None

    async def test_is_so_still_if_it_could_not_be_drawn(
        self, panels: PostedPanels, channel: Channel
    ) -> None:
        channel.broken = aiohttp.ServerDisconnectedError()
        panels.touched(HERE, 30, None, shows=Version(1, 2))
        await panels.redraw(
            channel.pressed(0), HERE, Posted(30, newest=SHOWN), as_it_stands(Version(1, 3))
        )
        assert panels.behind(HERE) is not None

    async def test_has_its_picture_whichever_way_works(
        self, panels: PostedPanels, channel: Channel
    ) -> None:
        sent: list[bytes] = []

        async def lost(*, attachments: list[discord.File], **_: object) -> None:
            attachments[0].fp.read()
            raise aiohttp.ServerDisconnectedError

        async def heard(*, attachments: list[discord.File], **_: object) -> None:
            sent.append(attachments[0].fp.read())

        panels.touched(HERE, 30, lost, shows=Version(1, 2))
        pressed: Any = channel.pressed(0)
        channel.get_partial_message = lambda _: SimpleNamespace(edit=heard)  # type: ignore[method-assign]
        panel = as_it_stands(Version(1, 3))._replace(files=[discord.File(BytesIO(b"png"), "a.png")])
        await panels.redraw(pressed, HERE, Posted(30, newest=SHOWN), panel)
        assert sent == [b"png"]

    async def test_is_left_alone_if_another_message_is_the_panel_by_now(
        self, panels: PostedPanels, channel: Channel
    ) -> None:
        behind = panels.behind(HERE)
        assert behind is not None
        panels.touched(HERE, 40, None, shows=Version(1, 4))
        assert not await panels.redraw(channel.pressed(0), HERE, behind, as_it_stands(SHOWN))
        assert channel.said == []

    async def test_is_left_alone_if_it_is_remembered_no_more(
        self, panels: PostedPanels, channel: Channel
    ) -> None:
        behind = panels.behind(HERE)
        assert behind is not None
        panels.forget_guild(2)
        assert not await panels.redraw(channel.pressed(0), HERE, behind, as_it_stands(SHOWN))

    async def test_is_so_still_if_something_newer_was_shown_while_it_was_drawn(
        self, panels: PostedPanels, channel: Channel
    ) -> None:
        behind = panels.behind(HERE)
        assert behind is not None
        panels.touched(HERE, 20, None, shows=Version(1, 4))
        assert await panels.redraw(channel.pressed(0), HERE, behind, as_it_stands(SHOWN))
        assert panels.behind(HERE) is not None

    async def test_is_so_still_if_it_was_drawn_over_something_newer(
        self, panels: PostedPanels, channel: Channel
    ) -> None:
        async def edit(**_: object) -> object:
            panels.drawn(HERE, 30, Version(1, 4))
            return object()

        panels.touched(HERE, 30, edit, shows=Version(1, 2))
        behind = panels.behind(HERE)
        assert behind is not None
        assert await panels.redraw(channel.pressed(0), HERE, behind, as_it_stands(SHOWN))
        assert panels.behind(HERE) is not None

    async def test_is_not_one_that_shows_an_earlier_game_after_an_undo(
        self, panels: PostedPanels
    ) -> None:
        panels.touched(HERE, 30, None, shows=Version(2, 4))
        panels.touched(HERE, 30, None, shows=Version(1, 5))
        assert panels.behind(HERE) is None


class TestWhatAPanelHasJustShown:
    async def test_is_known_before_the_answer_is_heard(self, panels: PostedPanels) -> None:
        panels.touched(HERE, 20, None, shows=Version(1, 1))
        with panels.drawing(HERE, 20, Version(1, 2)):
            assert panels.just_shown(HERE, 20, Version(1, 2))
            assert not panels.just_shown(HERE, 20, Version(1, 1))
            assert not panels.just_shown(HERE, 10, Version(1, 2))

    async def test_is_what_it_showed_before_if_it_could_not_be_edited(
        self, panels: PostedPanels
    ) -> None:
        panels.touched(HERE, 20, None, shows=Version(1, 1))
        with pytest.raises(TimeoutError), panels.drawing(HERE, 20, Version(1, 2)):
            raise TimeoutError
        assert panels.just_shown(HERE, 20, Version(1, 1))
        assert panels.behind(HERE) is not None

    async def test_is_what_a_later_edit_shows_even_if_an_earlier_one_fails_after_it(
        self, panels: PostedPanels
    ) -> None:
        panels.touched(HERE, 20, None, shows=Version(1, 1))
        drawing = panels.drawing(HERE, 20, Version(1, 2))
        drawing.__enter__()
        panels.drawn(HERE, 20, Version(1, 3))
        assert not drawing.__exit__(TimeoutError, TimeoutError(), None)
        assert panels.just_shown(HERE, 20, Version(1, 3))

    async def test_is_forgotten_soon(
        self, panels: PostedPanels, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        panels.touched(HERE, 20, None, shows=Version(1, 1))
        monkeypatch.setattr(posting, "SECOND_TAP", 0.0)
        assert not panels.just_shown(HERE, 20, Version(1, 1))


class TestRetiring:
    @pytest.mark.parametrize(
        "error",
        [
            aiohttp.ServerDisconnectedError(),
            aiohttp.ClientOSError(104, "Connection reset by peer"),
            TimeoutError(),
            RuntimeError("Session is closed"),
        ],
        ids=lambda error: type(error).__name__,
    )
    async def test_is_tried_in_the_other_way_if_one_is_lost(
        self, panels: PostedPanels, channel: Channel, error: Exception
    ) -> None:
        panels.touched(HERE, 20, channel.edit(20, broken=error))
        await panels.adopt(channel.pressed(0), HERE, 30, channel.edit(30))
        await courtesies(panels)
        assert [message for message, _ in channel.said] == [20]

    async def test_fails_in_silence(self, panels: PostedPanels, channel: Channel) -> None:
        channel.broken = RuntimeError("Session is closed")
        panels.touched(HERE, 20, None)
        await panels.adopt(channel.pressed(0), HERE, 30, channel.edit(30))
        await courtesies(panels)
        assert channel.said == []

    async def test_leaves_the_end_of_a_game_to_be_read_beside_the_next(
        self, panels: PostedPanels, channel: Channel
    ) -> None:
        end = note("Bruno won the game.")
        panels.touched(HERE, 20, channel.edit(20), end, shows=Version(1, 9))
        await panels.adopt(channel.pressed(0), HERE, 30, channel.edit(30), shows=Version(2, 10))
        await courtesies(panels)
        assert channel.said == [(20, "Bruno won the game.")]

    async def test_leaves_no_second_end_of_the_same_game(
        self, panels: PostedPanels, channel: Channel
    ) -> None:
        end = note("Bruno won the game.")
        panels.touched(HERE, 20, channel.edit(20), end, shows=Version(1, 9))
        await panels.adopt(channel.pressed(0), HERE, 30, channel.edit(30), shows=Version(1, 9))
        await courtesies(panels)
        [(_, text)] = channel.said
        assert text.endswith("/30)")


async def test_the_panels_of_a_server_are_forgotten_with_it(panels: PostedPanels) -> None:
    elsewhere = HERE._replace(channel=3, guild=4)
    panels.touched(HERE, 20, None, shows=Version(1, 9))
    panels.touched(elsewhere, 20, None, shows=Version(1, 9))
    panels.forget_guild(2)
    panels.touched(HERE, 30, None, shows=Version(1, 1))
    assert panels.behind(HERE) is None
    assert await panels.newer_than(elsewhere, 10) == 20


@pytest.mark.parametrize("call", ["panel", "set_panel"])
async def test_a_new_panel_counts_even_if_the_store_fails(
    channel: Channel, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    async def fail(*_: object) -> None:
        raise StoreUnavailable("away")

    store = MemoryStore()
    await store.set_panel(HERE, 20)
    panels = PostedPanels(store)
    monkeypatch.setattr(store, call, fail)
    await panels.adopt(channel.pressed(0), HERE, 30, channel.edit(30))
    monkeypatch.undo()
    assert await panels.newer_than(HERE, 20) == 30
