"""Can somebody do by the visible words alone what they came for? The first of the ten tasks; docs/page.md has all."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.page_browser import Language, looking
from tests.e2e.page_systems import Served, demonstration
from tests.e2e.page_visitor import Visitor

pytestmark = pytest.mark.requires("browser")

DEMANDS = {
    "zh-CN": "下个月在上海办读书会，要场地和主持人，12人",
    "en-GB": "A reading club in London next month, a venue and a host for 12 people",
}
WORDS = {
    "zh-CN": {
        "demand": "你的需求",
        "submit": "开始协商",
        "chip": "修改 人数 12 人",
        "most": "至多几人",
        "save": "保存",
    },
    "en-GB": {
        "demand": "Your demand",
        "submit": "Start negotiating",
        "chip": "Edit People 12 people",
        "most": "At most",
        "save": "Save",
    },
}


@pytest.fixture(scope="module")
def system() -> Iterator[Served]:
    with demonstration(TOWOW_REVIEW_TIMEOUT="60") as found:
        yield found


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
def test_a_demand_is_stated_and_its_reading_is_mended(language: Language, system: Served, browser: Browser) -> None:
    words = WORDS[language]
    with looking(browser, language=language) as page:
        page.goto(system.url)
        visitor = Visitor(page)
        visitor.enter(words["demand"], DEMANDS[language])
        visitor.click("button", words["submit"])
        visitor.click("button", words["chip"])
        dialog = page.get_by_role("dialog")
        visitor.enter(words["most"], "20", dialog)
        visitor.click("button", words["save"], dialog)
        expect(dialog).to_be_hidden()
        expect(page.get_by_role("button", name=re.compile("12.20"))).to_be_visible()
        demand_id = page.url.rpartition("/d/")[2].partition("?")[0]
    (revised,) = [e["payload"] for e in system.events(demand_id) if e["event_type"] == "towow.demand.revised"]
    assert revised["understanding"]["limits"]["people"] == {"min": 12, "max": 20}
