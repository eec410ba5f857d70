"""Does whoever looks at a negotiation find who said what, when, and come to any moment by keys and clicks?"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.page_browser import DESK, PHONE, Language, fits, looking, over
from tests.e2e.page_systems import Recorded, recorded_logs
from tests.e2e.page_visitor import Visitor
from tests.golden.golden_logs import golden_logs

pytestmark = pytest.mark.requires("browser")

HOSTILE = '<img src=x onerror="document.title=1"> \u202e</script><b>ok</b> ' + "long" * 300
WORDS: dict[Language, dict[str, str]] = {
    "zh-CN": {
        "lanes": "对话泳道", "wishes": "仅要求", "list": "列表", "search": "在所说的话里搜索", "help": "键盘快捷键",
        "close": "关闭", "said": "Alice 说的", "bob": "Bob 说的", "system": "提出者与系统 说的", "granted": "已采纳",
        "round": "第 2 轮", "plan": "方案第 2 版", "count": "第 1 处，共 2 处", "second": "第 2 处，共 2 处",
        "next": "下一处", "moment": "第 16 / 23 个事件", "first": "第 1 / 23 个事件", "this": "此刻", "slider": "时刻",
        "filter": "筛选", "agent": "智能体", "offers": "回应邀请", "why": "为什么没有邀请某人？", "name": "姓名或本领",
        "about_first": "关于 Amy", "about_second": "关于 Cai", "far": "离得太远", "place": "排在第", "tells": "记录没有说明",
        "nobody": "名录中没有这样的人。", "now": "现在", "people": "成员",
    },
    "en-GB": {
        "lanes": "Lanes", "wishes": "Wishes only", "list": "List", "search": "Search what was said",
        "help": "Keyboard shortcuts", "close": "Close", "said": "What Alice said", "bob": "What Bob said",
        "system": "What Requester & system said", "granted": "granted", "round": "Round 2", "plan": "Plan version 2",
        "count": "1 of 2", "second": "2 of 2", "next": "Next match", "moment": "Event 16 of 23",
        "first": "Event 1 of 23", "this": "This moment", "slider": "Moment", "filter": "Filter", "agent": "Agent",
        "offers": "Offers", "why": "Why was somebody not invited?", "name": "Name or skill",
        "about_first": "About Amy", "about_second": "About Cai", "far": "too far away", "place": "at place",
        "tells": "the log does not tell why", "nobody": "The directory has nobody like that.",
        "now": "Now", "people": "People",
    },
}  # fmt: skip
"""What the page calls things."""

LANGUAGES = pytest.mark.parametrize("language", list(WORDS))


@pytest.fixture(scope="module")
def logs() -> Iterator[Recorded]:
    with recorded_logs() as found:
        yield found


def log_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in golden_logs(name)]


def look_at(page: Page, logs: Recorded, name: str, query: str = "?tab=now") -> None:
    page.goto(f"{logs.served.url}/d/{logs.put(name, log_of(name))}{query}")
    over(page)


def lane(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name=name, exact=True)


def shown(page: Page, words: Mapping[str, str]) -> Locator:
    """The slider, which says which event is shown."""
    return page.get_by_role("slider", name=words["slider"])


def at(page: Page, words: Mapping[str, str], which: str) -> None:
    expect(shown(page, words)).to_have_attribute("aria-valuetext", re.compile(f"^{re.escape(words[which])}"))


@LANGUAGES
def test_lanes_show_who_said_what_and_lead_to_the_moment(logs: Recorded, browser: Browser, language: Language) -> None:
    words = WORDS[language]
    with looking(browser, language=language) as page:
        look_at(page, logs, "conditions-and-wishes")
        wish = lane(page, words["said"]).get_by_role("button").filter(has_text="请写明车马费")
        expect(wish).to_contain_text(words["granted"])
        expect(lane(page, words["system"]).get_by_role("button").first).to_contain_text("AI主题聚会")
        # The later half is not there at an earlier moment, and what became of the wish is not known yet.
        wish.click()
        expect(page).to_have_url(re.compile(r"[?&]at=13(&|$)"))
        expect(wish).to_have_attribute("aria-current", "true")
        expect(wish).not_to_contain_text(words["granted"])
        expect(page.get_by_role("button", name=words["round"], exact=True)).to_have_count(0)
        expect(page.get_by_role("region", name=words["this"])).to_contain_text("请写明车马费")
        expect(lane(page, words["bob"]).get_by_role("button")).to_have_count(2)
        assert fits(page)


@LANGUAGES
def test_round_two_is_one_click_or_a_few_keys_away(logs: Recorded, browser: Browser, language: Language) -> None:
    """Two interactions with clicks: the tab, the round. Five with keys, from the first event on."""
    words = WORDS[language]
    with looking(browser, language=language) as page:
        look_at(page, logs, "conditions-and-wishes", "")
        clicks = Visitor(page)
        clicks.click("tab", words["now"])
        clicks.click("button", words["round"])
        at(page, words, "moment")
        keys = Visitor(page)
        keys.press("Home")
        at(page, words, "first")
        for _ in range(3):  # the first plan, its verdict, the second plan
            keys.press("Shift+ArrowRight")
        expect(page.get_by_role("button", name=words["plan"], exact=True)).to_have_attribute("aria-current", "true")
        keys.press("ArrowLeft")
        at(page, words, "moment")


@LANGUAGES
def test_a_search_finds_and_the_address_restores_it(logs: Recorded, browser: Browser, language: Language) -> None:
    words = WORDS[language]
    with looking(browser, language=language) as page:
        look_at(page, logs, "conditions-and-wishes")
        page.keyboard.press("/")
        field = page.get_by_role("searchbox", name=words["search"])
        expect(field).to_be_focused()
        page.keyboard.type("从上海")
        search = page.get_by_role("search")
        expect(search).to_contain_text(words["count"])
        page.keyboard.press("Enter")
        expect(search).to_contain_text(words["second"])
        page.reload()
        over(page)
        expect(field).to_have_value("从上海")
        expect(search).to_contain_text(words["count"])
        expect(lane(page, words["said"]).locator("button[data-hit]")).to_have_count(2)
        page.get_by_role("button", name=words["list"], exact=True).click()
        expect(page.locator("li[data-hit]")).to_have_count(2)
        expect(search).to_contain_text(words["count"])
        # Letters that are typed are no keys of the page.
        field.fill("")
        field.press_sequentially("c1?")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page).to_have_url(re.compile(r"q=c1%3F.*tab=now|tab=now.*q=c1%3F"))


@LANGUAGES
def test_filters_are_in_the_address(logs: Recorded, browser: Browser, language: Language) -> None:
    words = WORDS[language]
    with looking(browser, language=language) as page:
        look_at(page, logs, "conditions-and-wishes")
        page.get_by_role("button", name=words["filter"], exact=True).click()
        page.get_by_role("combobox", name=words["agent"], exact=True).select_option(label="Alice")
        page.get_by_role("button", name=words["offers"], exact=True).click()
        page.reload()
        over(page)
        expect(lane(page, words["bob"])).to_have_count(0)
        expect(lane(page, words["said"]).get_by_role("button")).to_have_count(4)
        page.get_by_role("button", name=words["list"], exact=True).click()
        expect(page.locator("li[data-seq]")).to_have_count(5)
        # What the address says wrongly is as if it were not said.
        look_at(page, logs, "conditions-and-wishes", "?tab=now&view=odd&kind=odd&agent=&q=%F0%9F%8E%89")
        expect(page.locator("li[data-type='towow.proposal.distributed']")).to_have_count(2)
        look_at(page, logs, "conditions-and-wishes", "?tab=now&view=wishes")
        expect(lane(page, words["system"])).to_have_count(0)
        expect(lane(page, words["bob"]).get_by_role("button")).to_have_count(1)


@LANGUAGES
def test_the_help_lists_the_keys_and_gives_the_focus_back(logs: Recorded, browser: Browser, language: Language) -> None:
    words = WORDS[language]
    with looking(browser, language=language) as page:
        look_at(page, logs, "subnet-closes-a-gap")
        button = page.get_by_role("button", name=words["help"])
        button.focus()
        page.keyboard.press("?")
        dialog = page.get_by_role("dialog", name=words["help"])
        expect(dialog.get_by_role("term")).to_have_count(14)
        page.keyboard.press("ArrowLeft")  # the page behind it stays as it is
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(button).to_be_focused()
        expect(page).not_to_have_url(re.compile("at="))
        page.keyboard.press("Enter")
        dialog.get_by_role("button", name=words["close"], exact=True).click()
        expect(button).to_be_focused()
        for key, tab in {"2": "plan", "3": "people", "1": "now"}.items():
            page.keyboard.press(key)
            expect(page).to_have_url(re.compile(f"tab={tab}"))
            expect(page.get_by_role("tabpanel")).to_have_attribute("data-panel", tab)


def test_lanes_are_walked_through_by_arrows_and_tell_of_subnets(logs: Recorded, browser: Browser) -> None:
    words = WORDS["zh-CN"]
    with looking(browser) as page:
        look_at(page, logs, "subnet-closes-a-gap")
        expect(page.get_by_role("region", name=re.compile("^子协商 1 · 摄影师$"))).to_contain_text("Frank")
        lane(page, words["system"]).first.get_by_role("button").last.focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("ArrowDown")
        focused = page.locator("*:focus")
        expect(lane(page, words["bob"]).locator("*:focus")).to_have_count(1)
        page.keyboard.press("ArrowLeft")
        expect(focused).to_contain_text("提供")
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(r"at=6(&|$)"))
        expect(focused).to_have_attribute("aria-current", "true")


def test_hostile_words_and_odd_values_are_only_text(logs: Recorded, browser: Browser) -> None:
    log = log_of("conditions-and-wishes")
    for event in log:
        payload = event["payload"]
        for key in ("raw_input", "display_name", "contribution", "content", "adjustment_request", "desired_value"):
            if key in payload:
                payload[key] = HOSTILE
        if event["event_type"] == "towow.feedback.evaluated":
            payload |= {"accept_rate": "much", "decision": 7, "round": None}
        if event["event_type"] == "towow.negotiation.round_started":
            payload |= {"round": "two", "max_rounds": []}
    demand_id = logs.put("hostile lanes", log)
    for size in (DESK, PHONE):
        with looking(browser, size=size) as page:
            title = page.title()
            page.goto(f"{logs.served.url}/d/{demand_id}?tab=now&view=lanes&q=%3Cimg")
            over(page)
            said = page.get_by_role("button").filter(has_text="<img src=x onerror=")
            expect(said.first).to_be_attached()
            expect(page.locator(".lanes img, .lanes b")).to_have_count(0)
            expect(page.locator("button[data-hit]").first).to_be_attached()
            assert page.evaluate("document.title") != "1", title
            assert fits(page)


def test_a_phone_shows_the_list_and_lanes_that_scroll_in_their_own_box(logs: Recorded, browser: Browser) -> None:
    with looking(browser, size=PHONE) as page:
        look_at(page, logs, "forced-after-five-rounds")
        expect(page.locator("li[data-seq]").first).to_be_attached()
        expect(page.locator("[data-moment]")).to_have_count(0)
        page.get_by_role("button", name="对话泳道", exact=True).click()
        expect(page.locator("[data-moment]").first).to_be_attached()
        assert fits(page)
        page.keyboard.press("Home")  # whoever has keys
        expect(page.locator("[data-moment]")).to_have_count(1)


@LANGUAGES
def test_who_was_not_invited_is_explained_by_what_is_known(
    logs: Recorded, browser: Browser, language: Language
) -> None:
    """Four interactions: the tab, the button, the name, the person found."""
    words = WORDS[language]
    log = log_of("over-budget-allowed")
    log[2]["payload"]["omitted"] = [
        {"agent_id": "amy", "display_name": "Amy", "need": "n1", "reason": "too_far", "distance_km": 1060}
    ]
    demand_id = logs.put("with somebody too far away", log)
    with looking(browser, language=language) as page:
        page.goto(f"{logs.served.url}/d/{demand_id}")
        over(page)
        visitor = Visitor(page)
        visitor.click("tab", words["people"])
        visitor.click("button", words["why"])
        visitor.enter(words["name"], "Amy")
        visitor.click("button", "Amy")
        known = page.get_by_role("region", name=words["about_first"])
        expect(known).to_contain_text(words["far"])
        expect(known).to_contain_text("1,060")
        field = page.get_by_label(words["name"])
        field.fill("Cai")
        page.get_by_role("button", name="Cai").click()
        known = page.get_by_role("region", name=words["about_second"])
        expect(known).to_contain_text(words["place"])
        expect(known).to_contain_text(words["tells"])
        field.fill("<b>\u202e")
        expect(page.get_by_role("search").get_by_role("status")).to_have_text(words["nobody"])
