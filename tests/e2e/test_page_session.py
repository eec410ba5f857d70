"""Does one get in and through alone: signed in from a page that is not for all, by keyboard, with a text that can be sent?"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

from tests.e2e.page_browser import Language, looking, over
from tests.e2e.page_systems import Served, demonstration
from tests.e2e.test_page_people import ALICE, BOB, KEYS, ask, sign_in

pytestmark = pytest.mark.requires("browser")

SECRET = "我想在北京办一场蘑菇主题的聚会，需要场地和嘉宾"
LATENCY = "3000"
"""Milliseconds that an answer takes: there is time to cancel before the outcome, also on a busy machine."""
NOT_FOR_ALL = re.compile(r"status of 40[134]")
"""What a browser says of an answer that is a refusal."""
LONGEST = 8000
"""Characters of a demand."""
MOST_TABS = 80

LOST = """() => {
    const here = document.activeElement;
    if (here === document.body) return null;
    const {outlineStyle, outlineWidth} = getComputedStyle(here);
    const visible = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && here.matches(":focus-visible");
    return visible ? null : here.outerHTML.slice(0, 200);
}"""
"""What has the focus and does not show it."""

COVERED = """here => {
    const {left, top, width, height} = here.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return found === null ? "out of sight" : here.contains(found) ? null : found.outerHTML.slice(0, 200);
}"""
"""What lies over an element's middle."""


@pytest.fixture(scope="module")
def system() -> Iterator[Served]:
    """One that asks for a key."""
    with demonstration(TOWOW_API_KEYS=KEYS, TOWOW_SIMULATED_LATENCY_MS=LATENCY) as found:
        yield found


@pytest.fixture(scope="module")
def private(system: Served) -> str:
    """Alice's demand, for nobody else."""
    body = {"raw_input": SECRET, "user_id": "user_alice", "visibility": "private"}
    return ask(system, "POST", "/demand/submit?wait_s=0", ALICE, body)["demand_id"]


def missing(page: Page, address: str) -> Locator:
    """Open what is not to be seen: nothing of it is shown."""
    page.goto(address)
    found = page.locator("[data-state=missing]")
    expect(found).to_contain_text("没有这个需求")
    expect(page.locator("body")).not_to_contain_text("蘑菇")
    page.evaluate("window.sameDocument = true")
    return found


def sign_in_there(place: Locator, key: str) -> None:
    """By the button that stands there."""
    place.get_by_role("button", name="登录").click()
    dialog = place.page.get_by_role("dialog")
    dialog.get_by_label("密钥").fill(key)
    dialog.get_by_role("button", name="登录").click()
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize("path", ["/d", "/stage"])
def test_a_private_demand_is_shown_once_its_person_has_signed_in(
    path: str, system: Served, private: str, browser: Browser
) -> None:
    with looking(browser, NOT_FOR_ALL) as page:
        sign_in_there(missing(page, f"{system.url}{path}/{private}"), ALICE)
        expect(page.get_by_role("main")).to_contain_text(SECRET)
        expect(page.get_by_test_id("negotiation")).to_be_visible()
        assert page.evaluate("window.sameDocument"), "the page was loaded anew"


@pytest.mark.parametrize("path", ["/d", "/stage"])
def test_a_private_demand_is_missing_to_everybody_else(
    path: str, system: Served, private: str, browser: Browser
) -> None:
    with looking(browser, NOT_FOR_ALL) as page:
        place = missing(page, f"{system.url}{path}/{private}")
        with page.expect_response("**/stream") as asked_again:
            sign_in_there(place, BOB)
        assert asked_again.value.status == 404
        expect(place.get_by_role("button", name="登录")).to_be_hidden()
        expect(place).to_contain_text("没有这个需求")
        expect(page.locator("body")).not_to_contain_text("蘑菇")
        assert page.evaluate("window.sameDocument"), "the page was loaded anew"


def tab_to(goal: Locator) -> None:
    """Press Tab until it is reached. Whatever has the focus on the way shows it, and nothing lies over the goal."""
    page = goal.page
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        assert page.evaluate(LOST) is None
        if goal.evaluate("here => here === document.activeElement"):
            expect(goal).to_be_in_viewport(ratio=1)
            assert goal.evaluate(COVERED) is None
            return
    raise AssertionError(f"{MOST_TABS} times Tab do not lead to {goal}")


def test_a_demand_is_stated_watched_and_cancelled_by_keyboard_alone(system: Served, browser: Browser) -> None:
    with looking(browser) as page:
        keys = page.keyboard
        page.goto(system.url)
        tab_to(page.get_by_role("banner").get_by_role("button", name="登录"))
        keys.press("Enter")
        key = page.get_by_role("dialog").get_by_label("密钥")
        expect(key).to_be_focused()
        keys.type(ALICE)
        tab_to(page.get_by_role("dialog").get_by_role("button", name="登录"))
        keys.press("Space")
        expect(page.get_by_role("banner").get_by_role("button", name="退出")).to_be_visible()

        tab_to(page.get_by_label("你的需求"))
        keys.insert_text(SECRET)
        tab_to(page.get_by_role("button", name="开始协商"))
        keys.press("Enter")
        expect(page).to_have_url(re.compile(r"/d/d-[a-z0-9]+$"))
        demand_id = page.url.rpartition("/")[2]
        expect(page.locator("li[data-seq='3']")).to_be_attached()

        tab_to(page.get_by_role("button", name="取消协商"))
        keys.press("Space")
        dialog = page.get_by_role("dialog", name="确定要取消吗？")
        reason = dialog.get_by_label("原因")
        if not reason.evaluate("here => here === document.activeElement"):
            tab_to(reason)
        keys.insert_text("改主意了")
        tab_to(dialog.get_by_role("button", name="确定取消"))
        keys.press("Enter")
        over(page)
        expect(page.locator("[data-state=cancelled]")).to_be_visible()
    events = ask(system, "GET", f"/demands/{demand_id}/events?limit=500", ALICE)["events"]
    cancelled = [event["payload"]["reason"] for event in events if event["event_type"] == "towow.demand.cancelled"]
    assert cancelled == ["改主意了"]


HINTS: dict[Language, str] = {"zh-CN": "输入你的需求", "en-GB": "Enter your demand"}


@pytest.mark.parametrize("language", HINTS)
def test_an_empty_form_hints_at_what_belongs_there(language: Language, system: Served, browser: Browser) -> None:
    with looking(browser, language=language) as page:
        page.goto(system.url)
        field = page.get_by_placeholder(HINTS[language], exact=True)
        expect(field).to_be_visible()
        assert field.evaluate("here => here.matches(':placeholder-shown')")


def sent(page: Page) -> list[str]:
    """The demands that leave the page from now on."""
    found: list[str] = []
    page.on("request", lambda asked: found.append(text_of(asked)) if "/demand/submit" in asked.url else None)
    return found


def text_of(request: Request) -> str:
    body: Any = request.post_data_json
    return body["raw_input"]


def test_what_can_be_no_demand_is_refused_before_it_is_sent(system: Served, browser: Browser) -> None:
    longest = "会" * (LONGEST - 1) + "🍄"
    with looking(browser) as page:
        left = sent(page)
        page.goto(system.url)
        sign_in(page, ALICE)
        field, send = page.get_by_label("你的需求"), page.get_by_role("button", name="开始协商")
        problem = page.locator("form").get_by_role("alert")
        for text, words in {
            "": "请先写下你的需求。",
            " \n\t\u3000": "请先写下你的需求。",
            longest + "议": "有 8,001 个字符，最多 8,000 个。",
        }.items():
            field.fill(text)
            send.click()
            expect(problem).to_have_text(words)
            expect(field).to_be_focused()
            field.press("Control+Enter")
            expect(field).to_have_value(text)
        field.fill(longest)
        expect(problem).to_be_hidden()
        send.click()
        expect(page).to_have_url(re.compile(r"/d/d-[a-z0-9]+$"))
    assert left == [longest]  # had one left before, it would stand there, too
