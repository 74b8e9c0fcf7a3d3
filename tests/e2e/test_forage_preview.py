"""A whole game of Foraging Squirrels on the preview's page, in a real browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.process import Preview

pytest.importorskip("simcord", reason="simcord[preview] is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import Locator, expect

from tests.e2e import browser
from tests.e2e.browser import Channel

pytestmark = pytest.mark.skipif(
    browser.installed() is None, reason=f"none of {', '.join(browser.NAMES)} is installed"
)

MOST_TURNS = 24


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[Channel]:
    with (
        Preview.started(tmp_path) as preview,
        browser.chromium() as chromium,
        chromium.new_page() as page,
    ):
        yield Channel(page, preview.url)


def turn(channel: Channel, number: int) -> Locator:
    return channel.newest.get_by_role("heading", name=re.compile(rf"^Turn {number}:"))


def rematch(channel: Channel) -> Locator:
    return channel.newest.get_by_role("button", name="Rematch, same grid")


def take_a_turn(channel: Channel, number: int) -> None:
    """Have the player to move choose a colour and go where something is taken."""
    who = turn(channel, number).inner_text().partition("@")[2].strip()
    channel.view_as(who)
    colours = f"{who}, which colour?"
    if channel.newest.get_by_text(colours).count():
        channel.choose(colours, "card")
    way = channel.newest.get_by_role("button", name=re.compile(" takes ")).first
    channel.press(way.inner_text())


def test_a_whole_game(channel: Channel) -> None:
    channel.command("forage start")
    channel.view_as("Bruno")
    channel.press("Join")
    channel.press("Start")
    board = channel.newest.locator("img")
    expect(board).to_have_js_property("naturalWidth", 1_000)

    number = 1
    expect(turn(channel, number)).to_be_visible()
    while not rematch(channel).count():
        assert number <= MOST_TURNS
        take_a_turn(channel, number)
        number += 1
        expect(turn(channel, number).or_(rematch(channel))).to_be_visible()

    expect(channel.newest).to_contain_text("No food lies in line with the squirrel")
    expect(channel.newest).to_contain_text("Most foils")
    channel.press("Rematch, same grid")
    expect(turn(channel, 1)).to_be_visible()
