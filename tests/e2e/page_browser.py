"""A browser that looks at the page as a person does, and what no page may do there: complain, break, ask elsewhere."""

import re
import shutil
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
TIMEZONE = "Asia/Shanghai"
PATIENCE = 20_000
"""Milliseconds that anything may take to be seen on a busy machine."""

Language = Literal["zh-CN", "en-GB"]
Theme = Literal["light", "dark"]
Tab = Literal["now", "plan", "people"]
PHONE, DESK, WALL = (360, 740), (1440, 900), (1920, 1080)
TABS: dict[Tab, re.Pattern[str]] = {
    "now": re.compile("^(现在|Now)$"),
    "plan": re.compile("^(方案|Plan)$"),
    "people": re.compile("^(成员|People)$"),
}
"""What the tabs of a negotiation are called."""

VIOLATIONS = """document.addEventListener("securitypolicyviolation", ({violatedDirective, blockedURI}) =>
    console.error(`content security policy: ${violatedDirective} forbids ${blockedURI}`));"""

LINE_CUT = re.compile(
    r"net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED"
    r"|FAILED)"
)
"""What a browser says of a gateway that is away."""


@dataclass
class Watched:
    """A page and what was wrong with it; `expected`: what the test provokes itself."""

    page: Page
    expected: Sequence[re.Pattern[str]]
    wrong: list[str] = field(default_factory=list[str])

    def watch(self) -> None:
        """Listen from now on."""
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.note(f"error on the page: {error}"))
        self.page.on("requestfailed", self._failed)

    def note(self, problem: str) -> None:
        """Something was wrong."""
        if not any(pattern.search(problem) for pattern in self.expected):
            self.wrong.append(problem)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.note(f"console: {message.text} ({message.location.get('url')})")

    def _failed(self, request: Request) -> None:
        # Whoever leaves a negotiation, or reads its last event, lets go of the stream.
        if request.failure != "net::ERR_ABORTED":
            self.note(f"request: {request.url}: {request.failure}")


@contextmanager
def chromium() -> Generator[Browser]:
    """Debian's: the one without windows if it is there, which takes half of the processor's time."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        executable = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        found = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        yield found
        found.close()


@contextmanager
def looking(
    browser: Browser,
    *expected: re.Pattern[str],
    language: Language = "zh-CN",
    theme: Theme = "light",
    size: tuple[int, int] = DESK,
    moving: bool = False,
    script: str = "",
) -> Generator[Page]:
    """A viewer's page. It fails in the end when anything was wrong with it that was not `expected`.

    `script` runs in every document before anything else does.
    """
    context = browser.new_context(
        locale=language,
        timezone_id=TIMEZONE,
        color_scheme=theme,
        viewport={"width": size[0], "height": size[1]},
        reduced_motion="no-preference" if moving else "reduce",
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(VIOLATIONS + script)
    try:
        watched = Watched(context.new_page(), expected)
        watched.watch()
        yield watched.page
        assert not watched.wrong, "\n".join(watched.wrong)
    finally:
        context.close()


def open_tab(page: Page, tab: Tab) -> None:
    """Choose a tab of the negotiation, which stays until another is chosen."""
    page.get_by_role("tab", name=TABS[tab]).click()
    expect(page.get_by_role("tabpanel", name=TABS[tab])).to_be_attached()


def open_list(page: Page) -> None:
    """Show each event in a row of its own, in the tab of what happens now."""
    open_tab(page, "now")
    page.get_by_role("button", name=re.compile("^(列表|List)$")).click()
    expect(page.get_by_role("log")).to_be_visible()


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled sideways."""
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def sequence(page: Page) -> list[int]:
    """The events of the timeline, shown as a list, from top to bottom."""
    return [int(seq) for seq in page.eval_on_selector_all("li[data-seq]", "rows => rows.map(row => row.dataset.seq)")]


def over(page: Page) -> None:
    """Wait until the last event of the negotiation is there."""
    expect(page.locator("[data-connection=over]")).to_be_attached(timeout=3 * PATIENCE)
