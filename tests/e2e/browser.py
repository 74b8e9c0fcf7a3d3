"""A real browser in front of the preview, and the channel as a member sees it there."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as TookTooLong

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 15_000.0
"""Milliseconds."""
ATTEMPTS = 3


def installed() -> str | None:
    """Return the path of a Chromium on this machine, None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the Chromium of this machine, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed(), args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


class Channel:
    """The channel as the page shows it to a member, and what the member can do there."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page.goto(url)
        self.messages = page.locator("#channel-message-list .channel-message")
        self.composer = page.locator("#channel-composer-input")
        expect(self.composer).to_be_visible()

    @property
    def newest(self) -> Locator:
        """The message at the bottom."""
        return self.messages.last

    def view_as(self, name: str) -> None:
        """Go on as another member."""
        (member,) = self.page.get_by_label("Viewing as").select_option(label=name)
        self.page.wait_for_function(
            "id => !simcordPreview.pendingAction && simcordPreview.viewerId === id",
            arg=member,
        )

    def command(self, name: str, **options: str) -> None:
        """Pick a command as people do, choose what it offers for each of ``options``, send it."""
        shown = self.messages.count()
        self.composer.click()
        self.composer.press_sequentially(f"/{name}")
        self._offered(name).click()
        for option, value in options.items():
            self.page.locator(f'input[data-option="{option}"]').press_sequentially(value)
            self._offered(value).click()
        with self._carried_out():
            self.page.locator("#send-message").click()
        expect(self.messages).not_to_have_count(shown)

    def press(self, label: str) -> None:
        """Press a button of the newest message, as soon as it is there."""
        expect(self.newest).to_contain_text(label)
        with self._carried_out():
            self.newest.get_by_role("button", name=label, exact=True).click()

    def choose(self, menu: str, option: str) -> None:
        """Choose in a menu of the newest message. A page that is drawn anew closes open menus."""
        with self._carried_out():
            for _ in range(ATTEMPTS - 1):
                self.newest.get_by_text(menu).click()
                with suppress(TookTooLong):
                    self._offered(option).click(timeout=PATIENCE / ATTEMPTS)
                    return
            self.newest.get_by_text(menu).click()
            self._offered(option).click()

    def _offered(self, words: str) -> Locator:
        return self.page.locator("[role=option]:visible").filter(has_text=words).first

    @contextmanager
    def _carried_out(self) -> Iterator[None]:
        """Wait until the bot has answered what is done inside."""
        before = self.page.evaluate("simcordPreview.lastAction?.sequence ?? 0")
        yield
        self.page.wait_for_function(
            "before => !simcordPreview.pendingAction"
            " && (simcordPreview.lastAction?.sequence ?? 0) > before",
            arg=before,
        )
