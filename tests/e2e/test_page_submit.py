"""Does one get from one's own words to an outcome, from a failure to a better demand, and out of what one regrets?"""

import re
from collections.abc import Iterator

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_browser import PATIENCE, Language, looking
from tests.e2e.page_systems import Served, demonstration

pytestmark = pytest.mark.requires("browser")

AGREES = "我想在北京办一场60人的AI大会，需要场地和嘉宾，预算4500元"
FAILS = "想在北京请人周末来拍照，预算200元"
"""The simulated people cannot do that; they can do what the relaxation says."""
LATENCY, SLOW = "200", "2000"
"""Milliseconds of each answer; so many where something is to be done before the outcome."""
BUSY = re.compile(r"status of 503")
"""What a browser says of a gateway that has enough to do."""
TRIES = 3
"""The id of a demand decides what mood the simulated people are in: one time in thirty they do not agree."""


@pytest.fixture(scope="module")
def system() -> Iterator[Served]:
    with demonstration(TOWOW_SIMULATED_LATENCY_MS=LATENCY) as found:
        yield found


@pytest.mark.parametrize(("language", "field"), [("zh-CN", "你的需求"), ("en-GB", "Your demand")])
def test_a_half_typed_demand_is_kept_and_the_keyboard_goes_on_at_its_heading(
    language: Language, field: str, system: Served, browser: Browser
) -> None:
    with looking(browser, language=language) as page:
        page.goto(system.url)
        page.get_by_label(field).fill("أحتاج إلى مصور في لندن")
        page.reload()
        expect(page.get_by_label(field)).to_have_value("أحتاج إلى مصور في لندن")
        page.get_by_label(field).press("Control+Enter")
        opened(page)
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_be_focused()
        assert heading.evaluate("node => getComputedStyle(node).direction") == "rtl", (
            "an Arabic title begins at the right"
        )
        page.wait_for_timeout(500)
        expect(heading).to_be_focused()
        page.goto(system.url)
        expect(page.get_by_label(field)).to_have_value("")


def submit(page: Page, system: Served, text: str) -> str:
    """Write it into the form and send it; the id of the demand."""
    page.goto(system.url)
    page.get_by_label("你的需求").fill(text)
    page.get_by_role("button", name="开始协商").click()
    return opened(page)


def opened(page: Page, before: str = "") -> str:
    """The demand to which the page goes, another one than `before`."""
    expect(page).to_have_url(re.compile(rf"/d/(?!{before or 'none'}$)d-[a-z0-9]+$"))
    return page.url.rpartition("/")[2]


def ends(page: Page, state: str) -> None:
    expect(page.locator(f"[data-state={state}]")).to_be_visible(timeout=3 * PATIENCE)


def ended(page: Page) -> str:
    """How the negotiation ended."""
    found = page.locator("[data-state=success], [data-state=forced], [data-state=failure]").first
    expect(found).to_be_visible(timeout=3 * PATIENCE)
    return found.get_attribute("data-state") or ""


def agreed(page: Page, system: Served, text: str) -> str:
    """A demand that was stated in the form and agreed upon."""
    for _ in range(TRIES):
        demand_id = submit(page, system, text)
        if ended(page) == "success":
            return demand_id
    raise AssertionError(f"{TRIES} times they did not agree: {text}")


def relaxed(page: Page, system: Served, first: str) -> str:
    """A demand that takes up `first` as its relaxation says, and is agreed upon."""
    for _ in range(TRIES):
        page.goto(f"{system.url}/d/{first}")
        page.get_by_role("button", name="以此再次发起").first.click()
        second = opened(page, first)
        # The address changes before the page does; until then it shows how `first` ended.
        expect(page.locator(f"a[href='/d/{first}']").first).to_be_visible()
        if ended(page) == "success":
            return second
    raise AssertionError(f"{TRIES} times they did not agree to what was relaxed")


def test_a_demand_in_ones_own_words_is_negotiated_to_success(system: Served, browser: Browser) -> None:
    with looking(browser) as page:
        page.goto(system.url)
        page.get_by_role("button", name="开始协商").click()
        expect(page.get_by_role("alert")).to_contain_text("请先写下你的需求")
        demand_id = agreed(page, system, AGREES)
        page.get_by_text("需求原文").click()
        own_words = page.get_by_role("group").filter(has_text="需求原文").get_by_role("paragraph")
        expect(own_words.get_by_text(AGREES, exact=True)).to_be_visible()
        page.goto(system.url)
        expect(page.locator(f"a[href='/d/{demand_id}']").first).to_be_visible()


def test_a_failure_is_relaxed_with_one_click_and_both_demands_name_each_other(system: Served, browser: Browser) -> None:
    with looking(browser) as page:
        first = submit(page, system, FAILS)
        ends(page, "failure")
        second = relaxed(page, system, first)
        page.get_by_role("link", name="接续自上一次协商").first.click()
        assert opened(page, second) == first
        ends(page, "failure")
        page.get_by_text("接续这次协商的需求").wait_for()
        page.locator(f"a[href='/d/{second}']").click()
        assert opened(page, first) == second
        ends(page, "success")


def test_what_the_gateway_refuses_it_says_itself_and_no_word_is_lost(browser: Browser) -> None:
    with (
        demonstration(TOWOW_SIMULATED_LATENCY_MS=SLOW, TOWOW_MAX_OPEN_CHANNELS="1") as system,
        looking(browser, BUSY) as page,
    ):
        system.submit(FAILS)
        body = {"raw_input": AGREES, "user_id": "user_lin"}
        refusal = httpx2.post(f"{system.url}/api/v1/demand/submit", json=body, headers={"Accept-Language": "zh-CN"})
        assert (refusal.status_code, refusal.json()["error_code"]) == (503, "E018")
        page.goto(system.url)
        page.get_by_label("你的需求").fill(AGREES)
        page.get_by_role("button", name="开始协商").click()
        expect(page.get_by_role("alert")).to_contain_text(refusal.json()["message"])
        expect(page.get_by_label("你的需求")).to_have_value(AGREES)
        assert page.url.rstrip("/") == system.url.rstrip("/")


def test_a_negotiation_is_cancelled_while_it_runs(browser: Browser) -> None:
    with demonstration(TOWOW_SIMULATED_LATENCY_MS=SLOW) as system, looking(browser) as page:
        demand_id = submit(page, system, AGREES)
        page.get_by_role("button", name="取消协商").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("原因").fill("改主意了")
        dialog.get_by_role("button", name="确定取消").click()
        ends(page, "cancelled")
        expect(page.locator("[data-testid=negotiation]")).to_contain_text("改主意了")
        expect(page.get_by_role("button", name="取消协商")).to_be_hidden()
        cancelled = [event for event in system.events(demand_id) if event["event_type"] == "towow.demand.cancelled"]
        assert [event["payload"]["reason"] for event in cancelled] == ["改主意了"]
