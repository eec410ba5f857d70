"""Does the page stand still while a negotiation goes on? What the browser itself calls a shift of the layout."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_browser import DESK, WALL, Language, looking, over
from tests.e2e.page_logs import Event, log_of
from tests.e2e.page_systems import Recorded, recorded_logs

pytestmark = pytest.mark.requires("browser")

PHONE = (390, 844)
MOST = 0.05
"""Of the sum of all shifts of a visit: half of what counts as good for the worst five seconds of it."""
SHIFTS = """
window.shifts = [];
window.shiftsSeen = new PerformanceObserver(list => {
    for (const {value, hadRecentInput, sources} of list.getEntries()) {
        const at = document.querySelector("[data-testid=negotiation]")?.dataset.at ?? "";
        const called = ({node, previousRect: a, currentRect: b}) =>
            `${(node?.nodeType === 1 ? node.outerHTML : node?.textContent ?? "").slice(0, 90)} ${[a.x, a.y, a.height, b.x, b.y, b.height].map(Math.round)}`;
        if (!hadRecentInput) shifts.push({value, at, moved: sources.map(called)});
    }
});
shiftsSeen.observe({type: "layout-shift", buffered: true});
"""
SHOWN = "n => document.querySelector('[data-testid=negotiation]')?.dataset.at === String(n)"
LOGS = ("subnet-closes-a-gap", "too-few-accept", "question-answered")
"""Agreed, with a subnet; failed; with a question before the invitations, and then agreed."""


class Visit(NamedTuple):
    """Where somebody looks on."""

    path: str
    size: tuple[int, int]
    language: Language


VISITS = (Visit("d", DESK, "zh-CN"), Visit("d", PHONE, "en-GB"), Visit("stage", WALL, "zh-CN"))


@pytest.fixture(scope="module")
def logs() -> Iterator[Recorded]:
    with recorded_logs() as found:
        yield found


def shifts(page: Page) -> list[dict[str, Any]]:
    """What was shifted so far, how much, and after which event."""
    page.wait_for_timeout(100)
    return page.evaluate("shifts")


def assert_still(page: Page, where: str) -> None:
    """The sum of all shifts so far is small."""
    found = shifts(page)
    said = json.dumps(sorted(found, key=lambda each: -each["value"])[:6], ensure_ascii=False, indent=1)
    assert sum(each["value"] for each in found) < MOST, f"{where}: {said}"


def live(logs: Recorded, name: str, log: list[Event], pages: list[Page]) -> None:
    """Each event comes once the one before it is shown everywhere."""
    for n, event in enumerate(log[1:], 2):
        logs.append(name, [event])
        for page in pages:
            page.wait_for_function(SHOWN, arg=n)


@pytest.mark.parametrize("name", [*LOGS, pytest.param("forced-after-five-rounds", marks=pytest.mark.long)])
def test_nothing_is_pushed_while_a_negotiation_goes_on(name: str, logs: Recorded, browser: Browser) -> None:
    log = log_of(name)
    with ExitStack() as held:
        demand_id = logs.put(f"still {name}", log[:1])
        pages = [
            held.enter_context(looking(browser, language=language, size=size, moving=True, script=SHIFTS))
            for _, size, language in VISITS
        ]
        for page, visit in zip(pages, VISITS, strict=True):
            page.goto(f"{logs.served.url}/{visit.path}/{demand_id}")
            expect(page.locator("[data-testid=negotiation][data-at='1']")).to_be_attached()
        live(logs, f"still {name}", log, pages)
        for page, visit in zip(pages, VISITS, strict=True):
            over(page)
            page.wait_for_timeout(700)
            assert_still(page, f"{name}, {visit}")


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_home_page_does_not_move_when_the_gateway_has_told_its_model(
    size: tuple[int, int], logs: Recorded, browser: Browser
) -> None:
    with looking(browser, language="en-GB", size=size, script=SHIFTS) as page:
        page.goto(logs.served.url)
        expect(page.get_by_label("Your demand", exact=True)).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert_still(page, "the home page")
