"""Does one get to keep what was agreed: as a document, as a calendar, with its cost, and as a link to a moment?"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from shared.core.usage import Usage
from tests.e2e.page_browser import Language, looking, over
from tests.e2e.page_logs import Event, cost, log_of, paid, paid_logs, planned
from tests.e2e.page_systems import Recorded
from tests.support.ics_parser import read_calendar

pytestmark = pytest.mark.requires("browser")

HURTING = 'a, b; c\\d, "e": <img src=x> | `f` **g** [h](i) #\n\n- j\r\n| k |\n'
"""What means something to Markdown or to a calendar, over several lines."""
FAMILY = "👩‍👩‍👧‍👦"
"""Seven code points of up to four octets that are one character."""
PEOPLE = ("agent_bob", "agent_alice", "agent_bob", "agent_alice")
NAMES = {"agent_bob": "Bob", "agent_alice": "Alice"}
FEES = {"agent_bob": 100_000, "agent_alice": 250_050}
"""Of each person, in the first of their parts; their other one is free, so the sum is that of the parts as well."""
DAY = date(2026, 6, 1)
"""Of the plan: that of its last milestone."""
HOURS = ((10, 22), None, (18, 20), (9, 12))
"""Of each assignment; the first has the whole of the plan's, the last is a day before."""


def during(number: int) -> dict[str, str]:
    """The hours of an assignment as its terms have them."""
    if not (hours := HOURS[number]):
        return {}
    day = DAY - timedelta(days=number == 3)
    return {key: f"{day}T{hour:02}:00:00+08:00" for key, hour in zip(("start", "end"), hours, strict=True)}


ASSIGNMENTS: list[dict[str, Any]] = [
    {
        "agent_id": agent_id,
        "display_name": f"{number} {HURTING}",
        "role": f"role {number} {HURTING}{'a' * number}{'😀' * 40}{FAMILY * 12}",
        "responsibility": f"task {number} {HURTING}",
        "dependencies": [f"need {number} {HURTING}", "又一个"],
        "is_confirmed": number != 1,
        "required": number == 1,
        "notes": f"note {number}",
        "terms": ({"fee": {"amount": FEES[agent_id], "currency": "CNY"}} if number < len(FEES) else {})
        | during(number),
    }
    for number, agent_id in enumerate(PEOPLE)
]
"""They have their emoji at every place that a fold of the line may come to."""
DATED: list[dict[str, Any]] = [
    *({"name": "a" * shift + "😀" * 40, "date": f"2026-02-{27 + shift % 2}", "label": ""} for shift in range(4)),
    {"name": FAMILY * 12, "date": "2028-02-29", "label": HURTING},
    {"name": HURTING, "date": "2026-12-31", "label": "年底"},
    {"name": "twice", "date": "2026-06-01", "label": ""},
    {"name": "twice", "date": "2026-06-01", "label": ""},
]
TOTALS = [{"amount": sum(FEES.values()), "currency": "CNY"}]
UNDATED: dict[str, Any] = {"name": "some day", "date": None, "label": "以后再说"}


class Words(NamedTuple):
    """What the page says."""

    document: str
    calendar: str
    assignments: str
    milestones: str
    undated: str
    required: str
    confirmed: str
    not_confirmed: str
    cost: str
    model: str
    partly: str
    missing: str
    in_all: str
    day: str


WORDS: Mapping[Language, Words] = {
    "zh-CN": Words(
        document="下载 Markdown",
        calendar="下载日历（.ics）",
        assignments="分工",
        milestones="里程碑",
        undated="日期未定",
        required="必需",
        confirmed="已确认",
        not_confirmed="未确认",
        cost="方案费用",
        model="模型调用",
        partly="部分达成（1 点未决）",
        missing="还缺什么",
        in_all="合计 ¥3,500.50",
        day="{0.year}年{0.month}月{0.day}日",
    ),
    "en-GB": Words(
        document="Download Markdown",
        calendar="Download calendar (.ics)",
        assignments="Assignments",
        milestones="Milestones",
        undated="no date yet",
        required="required",
        confirmed="confirmed",
        not_confirmed="not confirmed",
        cost="What it costs",
        model="Model calls",
        partly="Partly agreed (1 point open)",
        missing="Still missing",
        in_all="In all CN¥3,500.50",
        day="{0.day} {0:%B} {0.year}",
    ),
}
LOOKED_BACK = 3
"""Events."""
TEXT = """() => {
    const beside = new CSSStyleSheet();
    beside.replaceSync("[data-beside] { display: none !important }");
    document.adoptedStyleSheets = [beside];
    return document.querySelector("[data-testid=negotiation]").innerText;
}"""
RECEIPT = """() => {
    const receipt = document.querySelector("[data-part=Receipt]");
    const cells = (what, inside) => [...inside.querySelectorAll(what)].map(cell => cell.textContent);
    return {
        facts: cells("dl dd", receipt),
        steps: [...receipt.querySelectorAll("tbody tr")].map(row => cells("td", row)),
        total: cells("tfoot td", receipt),
    };
}"""


class Saved(NamedTuple):
    """What the page gave of a log in one language."""

    language: Language
    url: str
    document: str
    calendar: bytes
    receipt: dict[str, Any]


@pytest.fixture(scope="module")
def logs() -> Iterator[Recorded]:
    with paid_logs() as found:
        yield found


@pytest.fixture(scope="module")
def log() -> list[Event]:
    """Agreed upon after two rounds, with a plan that is written to hurt."""
    timeline = {"milestones": [*DATED[:2], UNDATED, *DATED[2:]]}
    found = planned(
        log_of("conditions-and-wishes"), assignments=ASSIGNMENTS, timeline=timeline, summary=HURTING, totals=TOTALS
    )
    found[0]["payload"]["model"] = "anthropic"
    found[6]["payload"]["fallback"] = True
    found[-1]["payload"]["totals"]["fallback_calls"] = 1
    return paid(found)


@pytest.fixture(scope="module", params=["zh-CN", "en-GB"])
def saved(request: pytest.FixtureRequest, logs: Recorded, log: list[Event], browser: Browser) -> Saved:
    language: Language = request.param
    with looking(browser, language=language) as page:
        url = opened(page, logs, log)
        name = f"towow-{url.rpartition('/')[2]}"
        document = downloaded(page, WORDS[language].document, f"{name}.md")
        calendar = downloaded(page, WORDS[language].calendar, f"{name}.ics")
        return Saved(language, url, document.read_text(encoding="utf-8"), calendar.read_bytes(), page.evaluate(RECEIPT))


def opened(page: Page, logs: Recorded, log: Sequence[Event]) -> str:
    """The negotiation at its end; where that is."""
    url = f"{logs.served.url}/d/{logs.put('saving', log)}"
    page.goto(url)
    over(page)
    return url


def downloaded(page: Page, button: str, name: str) -> Path:
    with page.expect_download() as coming:
        page.get_by_role("button", name=button, exact=True).click()
    assert coming.value.suggested_filename == name
    return coming.value.path()


def section(document: str, title: str) -> list[str]:
    """The lines below a heading, without empty ones."""
    _, found, after = document.partition(f"# {title}\n")
    assert found, f"{title} is missing"
    return [line for line in re.split(r"\n#+ ", after)[0].split("\n") if line]


def cells(row: str) -> list[str]:
    """What stands between the bars of a row, as it is read."""
    return [read(cell).strip() for cell in re.findall(r"(?:\\.|[^|\\])+", row.strip("| "))]


def read(markup: str) -> str:
    """Markdown in which everything that would mean something is escaped, as it is read."""
    assert not re.search(r"[<>*_`\[\]#]", re.sub(r"\\.", "", markup)), f"markup: {markup}"
    return re.sub(r"\\(.)", r"\1", markup)


def line(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text.replace("\r\n", "\n")).strip()


def test_the_document_has_every_assignment_of_the_plan(saved: Saved) -> None:
    words = WORDS[saved.language]
    _, _, *rows = section(saved.document, words.assignments)
    assert len(rows) == len(ASSIGNMENTS)
    for row, told in zip(rows, ASSIGNMENTS, strict=True):
        who, role, task, state, notes = cells(row)
        assert who == line(told["display_name"])
        assert role == line(told["role"]) + (f" ({words.required})" if told["required"] else "")
        assert task == line(told["responsibility"])
        assert state == (words.confirmed if told["is_confirmed"] else words.not_confirmed)
        assert told["notes"] in notes
        assert all(line(need) in notes for need in told["dependencies"])


def test_the_document_has_every_milestone_with_its_date(saved: Saved) -> None:
    words = WORDS[saved.language]
    said = section(saved.document, words.milestones)
    expected = [*DATED[:2], UNDATED, *DATED[2:]]
    assert len(said) == len(expected)
    for item, told in zip(said, expected, strict=True):
        when = words.day.format(date.fromisoformat(told["date"])) if told["date"] else words.undated
        label = f" ({line(told['label'])})" if told["label"] else ""
        assert read(item) == f"- {line(told['name'])} — {when}{label}"


def test_the_document_has_the_fee_of_everybody_and_their_sum(saved: Saved) -> None:
    words = WORDS[saved.language]
    _, _, *rows = section(saved.document.replace("**", ""), words.cost)
    *fees, total = rows
    yuan = "¥" if saved.language == "zh-CN" else "CN¥"
    assert [tuple(cells(fee)[:3]) for fee in fees] == [
        (name, ", ".join(roles_of(agent_id)), f"{yuan}{fee}")
        for (agent_id, name), fee in zip(NAMES.items(), ("1,000", "2,500.50"), strict=True)
    ]
    assert read(total) == f"- {words.in_all}"


def roles_of(agent_id: str) -> list[str]:
    return [line(told["role"]) for told in ASSIGNMENTS if told["agent_id"] == agent_id]


def test_the_calendar_has_the_day_of_the_plan_each_part_with_hours_of_its_own_and_the_milestones(
    saved: Saved, log: list[Event]
) -> None:
    words = WORDS[saved.language]
    (missing,) = next(event["payload"]["missing"] for event in reversed(log) if "missing" in event["payload"])
    calendar = read_calendar(saved.calendar)
    assert {part.name for part in calendar.parts} == {"VEVENT"}
    own = [2, 3]
    plan, *parts = calendar.parts[: 1 + len(own)]
    others = calendar.parts[1 + len(own) :]
    assert [(each["SUMMARY"].text, each["DTSTART"].day) for each in others] == [
        (plain(f"{HURTING} · {told['name']}"), date.fromisoformat(told["date"]))
        for told in DATED
        if told["date"] != str(DAY)
    ]
    assert plan["SUMMARY"].text == plain(HURTING)
    assert (plan["DTSTART"].instant, plan["DTEND"].instant) == hours(0)
    about = plan["DESCRIPTION"].text
    assert about.startswith(f"{words.partly}\n{words.missing}: {missing}\n")
    assert all(plain(f"{told['display_name']}: {told['role']}") in about for told in ASSIGNMENTS)
    assert words.in_all in about
    assert plain(HURTING).strip() in about, "it does not say of which plan"
    assert len(parts) == len(own)
    for event, number in zip(parts, own, strict=True):
        told = ASSIGNMENTS[number]
        assert event["SUMMARY"].text == plain(f"{HURTING} · {told['role']} · {told['display_name']}")
        assert (event["DTSTART"].instant, event["DTEND"].instant) == hours(number)
        assert plain(f"{told['display_name']}: {told['role']}") in event["DESCRIPTION"].text
    for event in calendar.parts:
        assert event["STATUS"].value == "TENTATIVE", "not all is agreed"
        assert event["URL"].value == saved.url
        assert event["URL"].value in event["DESCRIPTION"].text
    folds = re.findall(rb"(.)\r\n ", saved.calendar, re.DOTALL)
    assert any(octet >= b"\x80" for octet in folds), "no character of several octets stands at a fold"


def hours(number: int) -> tuple[datetime, datetime]:
    terms = ASSIGNMENTS[number]["terms"]
    return datetime.fromisoformat(terms["start"]), datetime.fromisoformat(terms["end"])


def plain(text: str) -> str:
    return text.replace("\r\n", "\n")


def test_the_receipt_is_the_sum_of_what_the_answers_cost(saved: Saved, log: list[Event]) -> None:
    by_step: defaultdict[str, list[Event]] = defaultdict(list)
    for event in log:
        if "usage" in event["payload"]:
            by_step[event["event_type"]].append(event)
    seconds = saved.receipt["facts"].pop()
    assert seconds == ("2 分 34 秒" if saved.language == "zh-CN" else "2 min 34 s")
    assert saved.receipt["facts"] == saved.receipt["total"] == figures(log)
    assert sorted(saved.receipt["steps"]) == sorted(figures(events) for events in by_step.values())
    _, _, *rows = section(saved.document.replace("**", ""), WORDS[saved.language].model)
    written = [cells(row)[1:] for row in rows if row.startswith("| ")]
    assert written == [*saved.receipt["steps"], saved.receipt["total"]]


def figures(events: Sequence[Event]) -> list[str]:
    """Calls, stand-ins, tokens read and written, price, as they are told."""
    total: Usage = cost(events)
    stand_ins = sum(event["payload"].get("fallback") is True for event in events)
    price = f"{total.cost_usd:.3g}" if total.cost_usd < 1 else f"{total.cost_usd:.2f}"
    return [f"{number:,}" for number in (total.calls, stand_ins, total.input_tokens, total.output_tokens)] + [
        f"${price}"
    ]


def test_a_copied_link_opens_the_same_moment(logs: Recorded, log: list[Event], browser: Browser) -> None:
    with looking(browser) as page, looking(browser) as other:
        url = opened(page, logs, log)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=logs.served.url)
        whole = page.locator("[data-action=share]")
        expect(whole).to_have_count(2)  # in the head, and beside what can be saved
        assert [copied(button) for button in whole.all()] == [url, url]
        for _ in range(LOOKED_BACK):
            page.get_by_role("button", name="上一个事件").click()
        region = f"[data-testid=negotiation][data-at='{len(log) - LOOKED_BACK}']"
        expect(page.locator(region)).to_be_visible()
        other.goto(copied(page.get_by_role("button", name="复制此刻链接")))
        expect(other.locator(region)).to_be_visible()
        assert other.evaluate(TEXT) == page.evaluate(TEXT)


def copied(button: Locator) -> str:
    """What a button puts onto the clipboard."""
    page = button.page
    page.evaluate("navigator.clipboard.writeText('')")
    button.click()
    page.wait_for_function("async () => await navigator.clipboard.readText() !== ''")
    return page.evaluate("navigator.clipboard.readText()")
