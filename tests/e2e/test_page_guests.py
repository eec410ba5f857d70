"""Two guests with the same name at two browsers: what each finds under "Mine", and what each may cancel."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_browser import Language, looking
from tests.e2e.page_systems import Served, demonstration

pytestmark = pytest.mark.requires("browser")

LATENCY = "2000"
"""Milliseconds of each answer: there is time to cancel."""
DEMAND = "我想在北京办一场60人的AI大会，需要场地和嘉宾，预算4500元"
REFUSED = re.compile(r"status of 403")
"""What a browser says of the attempt to cancel another's demand."""
CANCEL = "path => fetch(path, {method: 'POST'}).then(response => response.status)"
WORDS: dict[Language, dict[str, Any]] = {
    "zh-CN": {
        "demand": "你的需求", "name": "你的名字", "send": "开始协商", "mine": "我的", "cancel": "取消协商", "yes": "确定取消",
        "guest": re.compile(r"^访客-[0-9a-f]{8}$"),
    },
    "en-GB": {
        "demand": "Your demand", "name": "Your name", "send": "Start negotiating", "mine": "Mine", "cancel": "Cancel",
        "yes": "Yes, cancel it", "guest": re.compile(r"^guest-[0-9a-f]{8}$"),
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def system() -> Iterator[Served]:
    with demonstration(TOWOW_SIMULATED_LATENCY_MS=LATENCY) as found:
        yield found


def submit(page: Page, system: Served, words: dict[str, Any], name: str | None) -> str:
    """State a demand under `name`, or under the name that the form suggests; the id of the demand."""
    page.goto(system.url)
    field = page.get_by_label(words["name"])
    if name is None:
        expect(field).to_have_value(words["guest"])
    else:
        field.fill(name)
    page.get_by_label(words["demand"], exact=True).fill(DEMAND)
    page.get_by_role("button", name=words["send"]).click()
    expect(page).to_have_url(re.compile(r"/d/d-[a-z0-9]+$"))
    return page.url.rpartition("/")[2]


def own_demands(page: Page, system: Served, words: dict[str, Any], *, own: str, other: str) -> None:
    """See one demand under "Mine" and not the other."""
    page.goto(system.url)
    page.get_by_role("button", name=words["mine"], exact=True).click()
    expect(page.locator(f"a[href='/d/{own}']")).to_be_visible()
    expect(page.locator(f"a[href='/d/{other}']")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("zh-CN", None),
        ("en-GB", "Robin"),
        pytest.param("zh-CN", "Robin", marks=pytest.mark.long),
        pytest.param("en-GB", None, marks=pytest.mark.long),
    ],
)
def test_guests_find_and_cancel_their_own_demands_alone(
    language: Language, name: str | None, system: Served, browser: Browser
) -> None:
    words = WORDS[language]
    with looking(browser, REFUSED, language=language) as one, looking(browser, language=language) as two:
        first, second = submit(one, system, words, name), submit(two, system, words, name)
        own_demands(one, system, words, own=first, other=second)
        own_demands(two, system, words, own=second, other=first)

        one.goto(f"{system.url}/d/{second}")
        expect(one.locator("[data-testid=negotiation]")).to_be_visible()
        expect(one.get_by_role("button", name=words["cancel"], exact=True)).to_have_count(0)
        assert one.evaluate(CANCEL, f"/api/v1/demands/{second}/cancel") == 403
        for page, demand in ((one, first), (two, second)):
            page.goto(f"{system.url}/d/{demand}")
            assert page.evaluate("document.cookie") == ""
            page.get_by_role("button", name=words["cancel"], exact=True).click()
            page.get_by_role("dialog").get_by_role("button", name=words["yes"]).click()
            expect(page.locator("[data-state=cancelled]")).to_be_visible()
