"""The README's pictures, made anew: a game played on the preview's page, and photographed.

make pictures
"""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from playwright.sync_api import FloatRect, Page, expect

from tests.e2e.browser import Channel, chromium
from tests.e2e.process import ROOT, Preview

PICTURES = ROOT / "docs" / "pictures"
MARGIN = 20

# Dice fall by the database's secret. With this one the cards in the pictures are good examples.
SECRET = "gather"
INITIATIVE_TURN = 7
LEVEL_3_TURN = 11
LEVEL_4_TURN = 16
LAST_ROOM_TURN = 23
LAST_TURN = 26
ROOMS = ("Arena", "Catacombs")


class Photographer:
    """Plays, and keeps pictures of the newest message."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.page: Page = channel.page
        self.page.get_by_role("button", name="Messages", exact=True).click()

    def take(self, name: str) -> None:
        """Keep a picture of the newest message as ``name``."""
        message = self.channel.newest
        self.page.mouse.move(0, 0)  # or the page offers to reply
        message.scroll_into_view_if_needed()
        for image in message.locator("img").all():
            expect(image).not_to_have_js_property("naturalWidth", 0)
        whole, card = message.bounding_box(), message.locator(".component-container").bounding_box()
        assert whole is not None
        assert card is not None
        width = card["x"] + card["width"] + MARGIN - whole["x"]
        clip: FloatRect = {**whole, "width": width}
        self.page.screenshot(path=PICTURES / f"{name}.png", clip=clip)

    def active(self) -> str:
        """Return the name of the player whose turn it is."""
        heading = self.channel.newest.get_by_role("heading", name="Turn").inner_text()
        return heading.partition("@")[2].strip()

    def pass_turns(self, count: int) -> None:
        """Have each active player pass the turn, ``count`` times, choosing rooms on the way."""
        for _ in range(count):
            for room in ROOMS:
                if self.channel.newest.get_by_role("button", name=room, exact=True).count():
                    self.channel.press(room)
            self.channel.press("Next turn")
            self.channel.view_as(self.active())


def main() -> None:
    """Make all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        with Preview.started(Path(folder)):
            pass  # now there is a database
        settle_luck(Path(folder) / "podkeeper-preview.db")
        with Preview.started(Path(folder)) as preview, chromium() as browser:
            page = browser.new_page(
                device_scale_factor=2,
                color_scheme="dark",
                viewport={"width": 1000, "height": 1700},
            )
            play(Photographer(Channel(page, preview.url)))


def settle_luck(database: Path) -> None:
    """Make every shuffle and seating come out as it did last time."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE meta SET value = ? WHERE key = 'secret'", [SECRET])


def play(photographer: Photographer) -> None:
    """Play a game from the lobby to the recap."""
    channel = photographer.channel
    channel.command("pod start")
    for member in ("Bruno", "Carla"):
        channel.view_as(member)
        channel.press("Join")
    photographer.take("lobby")
    channel.view_as("Diego")
    channel.press("Join")
    channel.press("Start")

    channel.view_as(photographer.active())
    photographer.pass_turns(INITIATIVE_TURN - 1)
    channel.press("I take the initiative")
    photographer.pass_turns(LEVEL_3_TURN - INITIATIVE_TURN)
    photographer.take("panel")

    channel.press("Forge")
    channel.press("Collect (end step): two Treasures")
    channel.press("Undo")
    photographer.take("undo")
    channel.press("Keep it")
    channel.command("dungeon map")
    photographer.take("map")
    channel.command("pod status")

    winner = photographer.active()
    photographer.pass_turns(LEVEL_4_TURN - LEVEL_3_TURN)
    channel.press("Collect (end step): two Treasures and a card")
    photographer.pass_turns(LAST_ROOM_TURN - LEVEL_4_TURN)
    channel.press(f"Last room done: {winner}")
    photographer.pass_turns(LAST_TURN - LAST_ROOM_TURN)
    channel.press("More…")
    channel.choose("The game is over, won by…", winner)
    photographer.take("recap")

    channel.command("dfc show", card="Gatstaf Shepherd")
    photographer.take("dfc")
    take_board(photographer)


def take_board(photographer: Photographer) -> None:
    """Begin another game, with double-faced cards at night."""
    channel = photographer.channel
    channel.command("pod start")
    for member in ("Bruno", "Carla", "Diego"):
        channel.view_as(member)
        channel.press("Join")
    channel.press("Start")
    for card in ("Delver of Secrets", "Brutal Cathar", "Gatstaf Shepherd"):
        channel.command("dfc enter", card=card)
    channel.press("Next turn")
    channel.press("Nobody cast a spell")
    photographer.take("board")


if __name__ == "__main__":
    main()
