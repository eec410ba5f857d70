"""Does a negotiation show what happens, the plan and the people each in a tab that the viewer keeps, and does it end honestly?"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.page_browser import DESK, LINE_CUT, PHONE, TABS, Language, Tab, looking, open_tab, over
from tests.e2e.page_logs import log_of
from tests.e2e.page_systems import Recorded, demonstration, free_port, recorded_logs

pytestmark = pytest.mark.requires("browser")

MISSING = re.compile(r"status of 404")
"""What a browser says of a stream that is no more."""
AWAY = re.compile(r"ERR_CONNECTION|status of 404")
LATENCY = "2500"
"""Milliseconds of each answer: it is not over when the gateway ends."""
GONE = {
    "zh-CN": "这个网关已没有这次协商；你看到的是它最后说的。",
    "en-GB": "This gateway no longer has this negotiation; what you see is the last it said.",
}
RELOAD = {"zh-CN": "重新加载", "en-GB": "Reload"}
CANCEL = {"zh-CN": "取消协商", "en-GB": "Cancel"}
OTHER_LANGUAGE = {"zh-CN": "English", "en-GB": "中文"}
BUILT = re.compile(r"/assets/main-[\w-]+\.js")


@pytest.fixture(scope="module")
def logs() -> Iterator[Recorded]:
    with recorded_logs() as found:
        yield found


def shown(page: Page) -> Tab:
    """The tab whose panel is seen, which is the only one."""
    panels = page.get_by_role("tabpanel")
    expect(panels).to_have_count(1)
    chosen = page.get_by_role("tab", selected=True)
    expect(chosen).to_have_count(1)
    name = chosen.inner_text().strip()
    expect(panels).to_have_accessible_name(name)
    return next(tab for tab, pattern in TABS.items() if pattern.search(name))


def at(page: Page, n: int) -> None:
    """Move the slider of the replay to a moment."""
    page.get_by_role("slider").fill(str(n))
    expect(page.locator(f"[data-testid=negotiation][data-at='{n}']")).to_be_attached()


@pytest.mark.parametrize("name", ["subnet-closes-a-gap", "too-few-accept", "cancel-while-negotiating"])
def test_the_tab_follows_the_log_until_the_viewer_chooses_one(name: str, logs: Recorded, browser: Browser) -> None:
    log = log_of(name)
    with looking(browser, language="en-GB", size=DESK) as page:
        page.goto(f"{logs.served.url}/d/{logs.put(name, log)}")
        over(page)
        assert shown(page) == "plan"
        expect(page.get_by_role("tabpanel").locator("[data-part=Outcome]")).to_be_visible()
        at(page, 5)
        assert shown(page) == "now"
        expect(page.locator(".stage-arena").first).to_be_in_viewport()
        at(page, len(log))
        assert shown(page) == "plan"

        open_tab(page, "people")
        expect(page).to_have_url(re.compile(r"[?&]tab=people"))
        at(page, 5)
        assert shown(page) == "people"
        expect(page).to_have_url(re.compile(r"[?&]at=5"))
        page.reload()
        expect(page.locator("[data-testid=negotiation][data-at='5']")).to_be_attached()
        assert shown(page) == "people"
        expect(page.get_by_role("tabpanel").get_by_text("Bob").first).to_be_visible()


def test_the_tabs_are_used_by_keyboard_and_the_verdict_is_seen_in_the_arena(logs: Recorded, browser: Browser) -> None:
    with looking(browser, language="en-GB", size=DESK) as page:
        page.goto(f"{logs.served.url}/d/{logs.put('keyboard', log_of('subnet-closes-a-gap'))}")
        over(page)
        page.get_by_role("tab", name="Plan").focus()
        for key, tab in (
            ("ArrowRight", "people"),
            ("ArrowRight", "now"),
            ("End", "people"),
            ("ArrowLeft", "plan"),
            ("Home", "now"),
        ):
            page.keyboard.press(key)
            assert shown(page) == tab
            expect(page.get_by_role("tab", selected=True)).to_be_focused()
        expect(page.locator(".stage-arena").first).to_be_in_viewport()
        expect(page.get_by_role("status").filter(has_text="Partly agreed")).to_be_visible()
        page.goto(re.sub(r"tab=\w+", "tab=nonsense", page.url))
        over(page)
        assert shown(page) == "plan"


def test_what_was_unfolded_stays_while_another_tab_is_open(logs: Recorded, browser: Browser) -> None:
    with looking(browser, language="en-GB", size=DESK) as page:
        page.goto(f"{logs.served.url}/d/{logs.put('unfolded', log_of('conditions-and-wishes'))}?tab=people")
        over(page)
        page.get_by_text("See what they said").first.click()
        expect(page.locator("details.candidate-said[open]")).to_have_count(1)
        open_tab(page, "now")
        expect(page.locator("details.candidate-said[open]")).to_be_hidden()
        open_tab(page, "people")
        expect(page.locator("details.candidate-said[open]")).to_be_visible()


@pytest.mark.parametrize("language", ["en-GB", pytest.param("zh-CN", marks=pytest.mark.long)])
def test_a_gateway_that_lost_the_negotiation_says_so_and_offers_nothing(language: Language, browser: Browser) -> None:
    port = str(free_port())
    with looking(browser, AWAY, LINE_CUT, MISSING, language=language) as page:
        with demonstration(port=port, TOWOW_SIMULATED_LATENCY_MS=LATENCY) as system:
            page.goto(system.url)
            page.locator("textarea").fill("想在上海办一场30人的生日聚会，要场地、餐饮和摄影，预算一万元")
            page.locator("button[type=submit]").click()
            expect(page).to_have_url(re.compile(r"/d/d-"))
            expect(page.get_by_role("button", name=CANCEL[language], exact=True)).to_be_visible()
            expect(page.locator("li[data-seq='3']")).to_be_attached()
            assert page.get_by_text(GONE[language]).count() == 0
        with demonstration(port=port):
            expect(page.get_by_text(GONE[language])).to_be_visible()
            expect(page.get_by_role("button", name=CANCEL[language], exact=True)).to_have_count(0)
            assert page.evaluate("document.querySelectorAll('.state-pulse').length") == 0
            expect(page.get_by_role("status").filter(has_text=GONE[language])).to_have_attribute("data-gone", "true")
            at(page, 1)
            expect(page.locator("li[data-seq='2']")).to_have_count(0)
            page.get_by_role("button", name=OTHER_LANGUAGE[language], exact=True).click()
            (other,) = {*GONE} - {language}
            expect(page.get_by_text(GONE[other])).to_be_visible()


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_page_of_the_last_version_says_reload_once_the_gateway_has_a_newer_one(
    size: tuple[int, int], logs: Recorded, browser: Browser
) -> None:
    asked: list[str] = []

    def newer(route: Route) -> None:
        """What the gateway serves after it was updated: the same page with another script."""
        answer = route.fetch()
        asked.append(route.request.url)
        route.fulfill(response=answer, body=BUILT.sub("/assets/main-newer.js", answer.text()))

    with looking(browser, language="en-GB", size=size) as page:
        page.clock.install()
        page.goto(f"{logs.served.url}/d/{logs.put('newer', log_of('agreed-at-once'))}")
        over(page)
        reload = page.get_by_role("button", name="Reload")
        page.clock.fast_forward("16:00")
        expect(reload).to_have_count(0)
        page.route(f"{logs.served.url}/", newer)
        with page.expect_request(f"{logs.served.url}/"):
            page.clock.fast_forward("16:00")
        expect(page.get_by_text("There is a newer version of this page.")).to_be_visible()
        page.clock.fast_forward("05:00:00")
        assert len(asked) == 1, "it looks again and again"
        with page.expect_navigation():
            reload.click()
        over(page)
        expect(reload).to_have_count(0)
