"""`make preview` as somebody sees it who tries the bot: its page, in a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.process import Preview

pytest.importorskip("simcord", reason="simcord[preview] is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import Browser, expect

from tests.e2e import browser
from tests.e2e.browser import Channel

pytestmark = pytest.mark.skipif(
    browser.installed() is None, reason=f"none of {', '.join(browser.NAMES)} is installed"
)

REST_OF_THE_POD = ("Bruno", "Carla", "Diego")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser.chromium() as started:
        yield started


@pytest.fixture
def preview(tmp_path: Path) -> Iterator[Preview]:
    with Preview.started(tmp_path) as started:
        yield started


@pytest.fixture
def channel(preview: Preview, chromium: Browser) -> Iterator[Channel]:
    with chromium.new_page() as page:
        yield Channel(page, preview.url)


def reads(channel: Channel, *texts: str) -> None:
    """Wait until the newest message holds each of these texts."""
    for text in texts:
        expect(channel.newest).to_contain_text(text)


def test_a_bounty_in_a_channel_where_nobody_has_set_up_anything(channel: Channel) -> None:
    reads(channel, "SpellTable is up", "/pod start", "/bounty reveal")

    channel.command("bounty reveal")
    reads(channel, "A new bounty:", "level 1 of 4")

    channel.view_as("Bruno")
    channel.press("Next turn")
    reads(channel, "went unclaimed: now level 2", "level 2 of 4", "@Bruno")


def test_a_pod_gathers_and_plays_however_fast_it_presses(channel: Channel) -> None:
    channel.command("pod start")  # who opens the lobby is in it
    for member in REST_OF_THE_POD:
        channel.view_as(member)
        channel.press("Join")
    reads(channel, "A pod gathers", "@Ana", *(f"@{member}" for member in REST_OF_THE_POD))

    channel.press("Start")
    reads(channel, "The pod sits down", "Turn 1:")

    # The clock ticks meanwhile, and must not turn a press away.
    for _ in range(20):
        channel.press("Next turn")
    reads(channel, "Turn 21:")

    channel.view_as("Eva")
    channel.press("Next turn")
    reads(channel, "This table belongs to")


def test_both_faces_of_a_card_and_a_button_that_turns_it(channel: Channel) -> None:
    channel.command("dfc show", card="Gatstaf Shepherd")
    title = channel.newest.get_by_role("heading").first
    expect(title).to_have_text("Gatstaf Shepherd")
    reads(channel, "Gatstaf Howler")
    expect(channel.newest.locator("img")).to_have_count(2)
    expect(channel.newest.locator("img").last).not_to_have_js_property("naturalWidth", 0)
    expect(channel.newest).not_to_contain_text("unavailable")

    channel.press("Transform")
    expect(title).to_have_text("Gatstaf Howler")
    reads(channel, "Gatstaf Shepherd")


def test_the_page_can_end_the_preview(channel: Channel, preview: Preview) -> None:
    channel.page.get_by_text("More", exact=True).click()
    channel.page.get_by_role("button", name="End preview session").click()

    assert preview.ended() == (0, "", "")
