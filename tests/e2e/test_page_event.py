"""Can the requester act on an outcome: approve it, ask for a change, find who is missing, take it along on paper or in a calendar?"""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.page_browser import DESK, LINE_CUT, PATIENCE, Language, fits, looking, over
from tests.e2e.page_logs import Event, log_of
from tests.e2e.page_systems import Recorded, Served, demonstration, recorded_logs
from tests.e2e.page_visitor import Visitor
from tests.e2e.test_page_axe import finds_nothing, read_axe
from tests.e2e.test_page_stillness import SHIFTS, assert_still
from tests.support.ics_parser import read_calendar

pytestmark = pytest.mark.requires("browser")

PHONE = (390, 844)
A4_WIDTH = 688
"""Pixels between the margins of a printed page."""
HOSTILE = "<img src=x onerror=alert(1)> \u202e**Mum**"
"""Markup, a control that turns the text around, Markdown."""
SEEN = "<img src=x onerror=alert(1)> ⟨U+202E⟩**Mum**"
DAY = date(2027, 3, 6)
CONFLICT = re.compile(r"status of (409|503)")
FULL_STORE = {"error_code": "E018", "message": "service unavailable", "details": "The store is full: try again later."}
PROFILES = [
    {"agent_id": "agent_bob", "display_name": "Bob", "capabilities": ["场地提供", "venue"], "location": "北京"},
    {"agent_id": "agent_eve", "display_name": "Eve", "capabilities": ["主持人", "host"], "location": "北京"},
]
UNDERSTANDING: dict[str, Any] = {
    "title": f"Book club {HOSTILE}",
    "needs": [{"need": "venue"}, {"need": "host"}],
    "limits": {
        "place": "Camden",
        "dates": [str(DAY)],
        "people": {"min": 30, "max": 30},
        "budget": {"amount": 1_000_000, "currency": "CNY"},
    },
}
MILESTONES = [{"name": "keys", "date": "2027-03-01", "label": ""}, {"name": "the day", "date": str(DAY), "label": ""}]
TERMS = {
    "fee": {"amount": 380_000, "currency": "CNY"},
    "start": f"{DAY}T18:00:00+08:00",
    "end": f"{DAY}T21:00:00+08:00",
    "deposit_share": 0.3,
    "notice_days": 5,
    "conditions": [{"kind": "other", "text": HOSTILE}],
}


class Words(NamedTuple):
    """What the page says."""

    demand: str
    submit: str
    approve: str
    approved: str
    change: str
    wanted: str
    send: str
    changed: str
    see_changed: str
    missing: str
    find: str
    see_new: str
    search: str
    calendar: str
    markdown: str
    print: str
    decided_already: str
    unreachable: str
    kept: str
    undecided: str
    bargained: str
    sum: str
    forced: str
    not_forced: tuple[str, ...]


WORDS: Mapping[Language, Words] = {
    "zh-CN": Words(
        demand="你的需求",
        submit="开始协商",
        approve="同意方案",
        approved="提出者已于",
        change="要求修改",
        wanted="要修改的地方",
        send="发出",
        changed="提出者于",
        see_changed="看修改后的需求",
        missing="还缺什么",
        find="找人补上: host",
        see_new="已提出新需求，去看看",
        search="Wanted: host in Camden on 6 March 2027 at 18:00 for 30 people, budget ¥6,200",
        calendar="下载日历（.ics）",
        markdown="下载 Markdown",
        print="打印",
        decided_already="已经作过决定",
        unreachable="网关没有应答",
        kept="什么都没有丢",
        undecided="提出者还没有作决定。",
        bargained="¥4,200 谈到 → ¥3,800",
        sum="¥3,800 / 预算 ¥10,000",
        forced="以接受者为准成案",
        not_forced=("强制成案", "勉强成案", "定案"),
    ),
    "en-GB": Words(
        demand="Your demand",
        submit="Start negotiating",
        approve="Approve",
        approved="Approved by the requester on",
        change="Ask for a change",
        wanted="What is to change",
        send="Send",
        changed="The requester asked for a change on",
        see_changed="See the changed demand",
        missing="Still missing",
        find="Find somebody: host",
        see_new="See the new demand",
        search="Wanted: host in Camden on 6 March 2027 at 18:00 for 30 people, budget ¥6,200",
        calendar="Download calendar (.ics)",
        markdown="Download Markdown",
        print="Print",
        decided_already="It has been decided already",
        unreachable="The gateway does not answer",
        kept="Nothing is lost",
        undecided="The requester has not decided yet.",
        bargained="CN¥4,200 bargained to → CN¥3,800",
        sum="CN¥3,800 of CN¥10,000",
        forced="Settled with those who accept",
        not_forced=("Forced", "forced"),
    ),
}
LANGUAGES = pytest.mark.parametrize("language", ["zh-CN", "en-GB"])


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Every demand is agreed partly: Bob has the venue, for less than he asked; nobody is the host."""
    offer = {
        "decision": "conditional",
        "contribution": "the barn",
        "conditions": [HOSTILE],
        "terms": {"fee": {"amount": 420_000, "currency": "CNY"}},
    }
    body = {
        "demand": "A book club",
        "profiles": PROFILES,
        "understanding": UNDERSTANDING,
        "filter": ["agent_bob", "agent_eve"],
        "agents": {
            "agent_bob": {"offer": offer},
            "agent_eve": {"offer": {"decision": "decline", "decline_reason": "away"}},
        },
        "proposal": {
            "assignments": [{"agent_id": "agent_bob", "role": "venue", "need": "n1", "terms": TERMS}],
            "timeline": {"milestones": MILESTONES},
        },
    }
    path = tmp_path_factory.mktemp("event") / "event.yaml"
    path.write_text(json.dumps(body, ensure_ascii=False), encoding="utf-8")
    with demonstration(path) as found:
        yield found


@pytest.fixture(scope="module")
def logs() -> Iterator[Recorded]:
    with recorded_logs() as found:
        yield found


def stated(page: Page, system: Served, words: Words) -> str:
    """A demand that was stated here, at its outcome; its id."""
    page.goto(system.url)
    page.get_by_label(words.demand).fill("A book club for thirty people in Camden")
    page.get_by_role("button", name=words.submit).click()
    expect(page.get_by_role("button", name=words.approve, exact=True)).to_be_visible(timeout=3 * PATIENCE)
    over(page)
    return id_of(page)


def id_of(page: Page) -> str:
    return page.url.rpartition("/d/")[2].partition("?")[0]


def outcome(page: Page) -> Locator:
    return page.get_by_role("region", name="Book club")


@LANGUAGES
def test_a_plan_is_approved_once_and_everybody_sees_it(language: Language, system: Served, browser: Browser) -> None:
    words = WORDS[language]
    with (
        looking(browser, CONFLICT, LINE_CUT, language=language, moving=True, script=SHIFTS) as page,
        looking(browser, language=language, size=PHONE) as viewer,
    ):
        demand_id = stated(page, system, words)
        other = page.context.new_page()
        other.goto(page.url)
        expect(other.get_by_role("button", name=words.approve, exact=True)).to_be_visible()
        viewer.goto(page.url)
        expect(viewer.get_by_role("heading", level=2, name="Book club")).to_be_visible()
        assert viewer.get_by_role("button", name=words.approve, exact=True).count() == 0, "a viewer may not decide"
        visitor = Visitor(page)
        dialog = page.get_by_role("dialog")
        page.route("**/decision", lambda route: route.abort())
        visitor.click("button", words.approve)
        visitor.click("button", words.approve, dialog)
        expect(dialog.get_by_role("alert")).to_contain_text(words.unreachable)
        expect(dialog).to_contain_text(words.kept)
        page.unroute("**/decision")
        page.route(
            "**/decision", lambda route: route.fulfill(status=503, headers={"Retry-After": "2"}, json=FULL_STORE)
        )
        visitor.click("button", words.approve, dialog)
        expect(dialog.get_by_role("alert")).to_contain_text(FULL_STORE["details"])
        expect(dialog).to_contain_text(words.kept)
        finds_nothing(page, read_axe(), "an approval that is not stored")
        page.unroute("**/decision")
        visitor.click("button", words.approve, dialog)
        expect(dialog).to_be_hidden()
        expect(outcome(page).get_by_text(words.approved)).to_be_visible()
        expect(page.get_by_role("button", name=words.change)).to_have_count(0)
        assert_still(page, "a decision arrives")
        viewer.reload()
        expect(viewer.get_by_text(words.approved)).to_be_visible(timeout=2 * PATIENCE)
        changed_too_late(other, words)
    view = httpx2.get(f"{system.url}/api/v1/demands/{demand_id}").json()
    assert view["decision"]["decision"] == "approve"


def changed_too_late(page: Page, words: Words) -> None:
    """Another page of the requester, which does not know that it is decided."""
    page.get_by_role("button", name=words.change).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(words.wanted).fill("Sunday")
    dialog.get_by_role("button", name=words.send, exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text(words.decided_already)
    expect(dialog.get_by_role("alert")).to_contain_text(words.approved)


@LANGUAGES
def test_a_change_is_asked_for_and_leads_to_the_demand_that_follows(
    language: Language, system: Served, browser: Browser
) -> None:
    words = WORDS[language]
    with looking(browser, language=language, size=PHONE) as page:
        first = stated(page, system, words)
        visitor = Visitor(page)
        dialog = page.get_by_role("dialog")
        visitor.click("button", words.change)
        expect(dialog.get_by_role("button", name=words.send, exact=True)).to_be_disabled()
        finds_nothing(page, read_axe(), "the change")
        visitor.enter(words.wanted, f"On Sunday {HOSTILE}", dialog)
        visitor.click("button", words.send, dialog)
        expect(outcome(page).get_by_text(words.changed)).to_be_visible()
        expect(outcome(page)).to_contain_text(f"On Sunday {SEEN}")
        visitor.click("link", words.see_changed)
        expect(page).not_to_have_url(re.compile(first))
    followed = httpx2.get(f"{system.url}/api/v1/demands/{id_of(page)}").json()
    assert followed["follows"] == first
    assert "On Sunday" in followed["raw_input"]


@LANGUAGES
def test_what_is_missing_is_seen_and_somebody_is_looked_for(
    language: Language, system: Served, browser: Browser
) -> None:
    words = WORDS[language]
    with looking(browser, language=language) as page:
        first = stated(page, system, words)
        visitor = Visitor(page)
        expect(page.get_by_role("heading", name=words.missing)).to_be_visible()
        expect(outcome(page)).to_contain_text(words.search)
        finds_nothing(page, read_axe(), "what is missing")
        visitor.click("button", words.find)
        visitor.click("link", words.see_new)
        expect(page).not_to_have_url(re.compile(first))
        second = id_of(page)
        found = httpx2.get(f"{system.url}/api/v1/demands/{second}").json()
        assert (found["follows"], found["raw_input"]) == (first, words.search)
        page.goto(f"{system.url}/d/{first}")
        expect(page.get_by_role("link", name=re.compile("Book club|Wanted"))).to_be_visible()


@LANGUAGES
def test_a_plan_is_an_event_with_its_money_and_reasons_and_hostile_texts_are_text(
    language: Language, system: Served, browser: Browser
) -> None:
    words = WORDS[language]
    with looking(browser, language=language, size=PHONE, theme="dark") as page:
        stated(page, system, words)
        event = outcome(page)
        expect(event.get_by_role("heading", level=2)).to_have_text(f"Book club {SEEN}")
        expect(event).to_contain_text(words.sum)
        expect(event).to_contain_text("Camden")
        expect(event).to_contain_text("18:00–21:00")
        bob = event.get_by_role("listitem").filter(has_text="Bob").first
        assert re.sub(r"\s+", " ", bob.inner_text()).find(words.bargained) >= 0, bob.inner_text()
        assert bob.get_by_text(SEEN).count() > 0, "what he insists on"
        assert page.locator("img[src=x]").count() == 0
        assert fits(page)
        finds_nothing(page, read_axe(), "the event")


class PrintedPage(NamedTuple):
    pages: int
    text: str


def printed(page: Page, folder: Path) -> PrintedPage:
    """What comes out of the printer."""
    document = page.pdf(format="A4")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": A4_WIDTH, "height": DESK[1]})
    text = page.locator("body").inner_text()
    assert page.get_by_role("button").count() == 0, "what can only be pressed is printed"
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    return PrintedPage(len(re.findall(rb"/Type\s*/Page\b", document)), text)


@LANGUAGES
def test_a_plan_is_taken_along_on_paper_and_in_a_calendar(
    language: Language, logs: Recorded, browser: Browser, tmp_path: Path
) -> None:
    words = WORDS[language]
    with looking(browser, language=language) as page:
        page.goto(f"{logs.served.url}/d/{logs.put('taken along', agreed_log())}")
        over(page)
        page.evaluate("window.print = () => { window.wasPrinted = true; }")
        visitor = Visitor(page)
        visitor.click("button", words.print)
        assert page.evaluate("wasPrinted") is True
        paper = printed(page, tmp_path)
        with page.expect_download() as coming:
            visitor.click("button", words.calendar)
        calendar = read_calendar(coming.value.path().read_bytes())
    assert paper.pages == 1
    for what in (words.sum, "Bob", "Camden", f"Book club {SEEN}"):
        assert what in paper.text
    event, *milestones = calendar.parts
    start, end = (datetime(2027, 3, 6, hour, tzinfo=UTC) for hour in (10, 13))
    assert (event["DTSTART"].instant, event["DTEND"].instant) == (start, end)
    assert (event["SUMMARY"].text, event["LOCATION"].text) == (f"Book club {HOSTILE}", "Camden")
    assert all(what in event["DESCRIPTION"].text for what in ("Bob: venue", "3,800", "10,000"))
    assert [(each["SUMMARY"].text, each["DTSTART"].day) for each in milestones] == [
        (f"Book club {HOSTILE} · keys", date(2027, 3, 1))
    ]


def agreed_log() -> list[Event]:
    """A recorded agreement, whose plan has a day, hours, a place, a fee and a milestone before."""
    log = log_of("agreed-at-once")
    plan: dict[str, Any] = {
        "assignments": [
            {
                "agent_id": "agent_bob", "display_name": "Bob", "role": "venue", "responsibility": "", "notes": "",
                "dependencies": [], "is_confirmed": True, "required": True, "reserve": False, "terms": TERMS,
            }
        ],
        "timeline": {"milestones": MILESTONES},
        "totals": [TERMS["fee"]],
    }  # fmt: skip
    for event in log:
        payload = event["payload"]
        if event["event_type"] == "towow.demand.understood":
            payload |= UNDERSTANDING
        for key in ("proposal", "final_proposal"):
            if payload.get(key):
                payload[key] |= plan
    return log


@LANGUAGES
def test_an_end_has_one_name_wherever_it_is_told(
    language: Language, logs: Recorded, browser: Browser, tmp_path: Path
) -> None:
    words = WORDS[language]
    log = log_of("forced-after-five-rounds")
    for event in log:
        event["payload"].pop("complete", None)
    with looking(browser, language=language) as page:
        demand_id = logs.put("one name", log)
        page.goto(f"{logs.served.url}/d/{demand_id}")
        over(page)
        expect(page.get_by_role("status").first).to_contain_text(words.forced)
        texts = [page.locator("main").inner_text()]
        with page.expect_download() as coming:
            page.get_by_role("button", name=words.markdown).click()
        texts.append(coming.value.path().read_text(encoding="utf-8"))
        page.goto(f"{logs.served.url}/stage/{demand_id}")
        over(page)
        texts.append(page.locator("body").inner_text())
        page.goto(logs.served.url)
        row = page.get_by_role("listitem").filter(has=page.locator(f"a[href='/d/{demand_id}']"))
        expect(row).to_contain_text(re.compile(words.forced, re.IGNORECASE))
        texts.append(page.locator("main").inner_text())
    for text in texts:
        assert words.forced.lower() in text.lower()
        assert not [name for name in words.not_forced if name in text], text


def test_somebody_who_looks_on_is_told_that_nothing_is_decided(logs: Recorded, browser: Browser) -> None:
    with looking(browser) as page:
        page.goto(f"{logs.served.url}/d/{logs.put('undecided', agreed_log())}")
        over(page)
        for words, switch in zip(WORDS.values(), ("EN", "中文"), strict=True):
            expect(page.get_by_text(words.undecided)).to_be_visible()
            assert page.get_by_role("button", name=words.approve, exact=True).count() == 0
            assert page.get_by_role("button", name=re.compile(words.find.partition(":")[0])).count() == 0
            page.get_by_role("button", name=switch).first.click()
