"""Does the page show every event in words, in both languages, and bear what it does not know or what is written to hurt?"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page, expect

from negotiation.contracts.events import EVENTS
from tests.e2e.page_browser import DESK, PHONE, TABS, WALL, Language, fits, looking, open_list, open_tab, over
from tests.e2e.page_systems import Recorded, recorded_logs
from tests.golden.golden_logs import RECORDED, golden_logs

pytestmark = pytest.mark.requires("browser")

Event = Mapping[str, Any]
RAW = re.compile(r'\{"|"\}|\btowow\.|\bundefined\b|\bnull\b|\bNaN\b|\[object |\bInfinity\b|Invalid Date')
MISSING = re.compile(r"the server responded with a status of 404")
HURTING = (
    "<img src=x onerror=\"document.title='caught'\"><script>document.title='caught'</script></p>"
    "\u202eשלום مرحبا\u2066 {{constructor}} %s &lt;b&gt; 👩‍👩‍👧‍👦🏳️‍🌈 "
)
"""Markup, marks that turn the direction of a text around, emoji of several code points."""

WALK = """async () => {
    const slider = document.querySelector('[data-testid="replay"] input[type=range]');
    const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
    const wide = [];
    for (let seq = 1; seq <= Number(slider.max); seq += 1) {
        put.call(slider, seq);
        slider.dispatchEvent(new Event("input", {bubbles: true}));
        await new Promise(requestAnimationFrame);
        const {scrollWidth, clientWidth} = document.documentElement;
        if (scrollWidth > clientWidth) wide.push([seq, scrollWidth]);
    }
    return wide;
}"""


@pytest.fixture(scope="module")
def logs() -> Iterator[Recorded]:
    with recorded_logs() as found:
        yield found


def log_of(name: str) -> list[dict[str, Any]]:
    """A recording, to be changed at will."""
    return [json.loads(line) for line in golden_logs(name)]


def look_at(page: Page, logs: Recorded, demand_id: str) -> None:
    page.goto(f"{logs.served.url}/d/{demand_id}")
    over(page)


def types(page: Page) -> list[str]:
    open_list(page)
    return page.eval_on_selector_all("li[data-seq]", "rows => rows.map(row => row.dataset.type)")


def text(page: Page) -> str:
    """What is to be read in all tabs."""
    found: list[str] = []
    for tab in TABS:
        open_tab(page, tab)
        found.append(page.locator("body").inner_text())
    return "\n".join(found)


def wide(page: Page) -> list[Any]:
    """Where something has to be scrolled sideways: the tab, and its moments with their widths."""
    found: list[Any] = []
    for tab in TABS:
        open_tab(page, tab)
        found += [(tab, moment) for moment in page.evaluate(WALK)]
    return found


def telling() -> list[str]:
    """Recordings in which everything is that an event may say: each type with each set of fields."""
    chosen: list[str] = []
    known: set[tuple[str, ...]] = set()
    for name in RECORDED:
        said = {(event["event_type"], *sorted(event["payload"])) for event in log_of(name)}
        if said - known:
            chosen.append(name)
            known |= said
    assert {kind for kind, *_ in known} == {event.type for event in EVENTS}
    return chosen


@pytest.mark.long
@pytest.mark.parametrize(("language", "size"), [("zh-CN", PHONE), ("en-GB", WALL)])
def test_every_event_is_told_in_words(
    language: Language, size: tuple[int, int], logs: Recorded, browser: Browser
) -> None:
    with looking(browser, language=language, size=size) as page:
        for name in telling():
            look_at(page, logs, logs.put(f"{name} {language}", log_of(name)))
            assert types(page) == [event["event_type"] for event in log_of(name)], name
            assert RAW.findall(text(page)) == [], name
            assert fits(page), name


@pytest.mark.parametrize("size", [PHONE, pytest.param(WALL, marks=pytest.mark.long)])
@pytest.mark.parametrize("language", [pytest.param("zh-CN", marks=pytest.mark.long), "en-GB"])
def test_nothing_is_scrolled_sideways_at_any_moment(
    language: Language, size: tuple[int, int], logs: Recorded, browser: Browser
) -> None:
    demand_id = ""
    with looking(browser, language=language, size=size) as page:
        for name in ("subnet-closes-a-gap", "majority-leaves", "cancel-while-negotiating"):
            demand_id = logs.put(f"{name} {language} {size}", log_of(name))
            look_at(page, logs, demand_id)
            assert wide(page) == [], name
        for path in ("/", "/agents", f"/stage/{demand_id}"):
            page.goto(f"{logs.served.url}{path}")
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            assert fits(page), path


def test_what_the_page_does_not_know_is_shown_plainly(logs: Recorded, browser: Browser) -> None:
    log = log_of("agreed-at-once")
    about = {key: log[0]["payload"][key] for key in ("demand_id", "channel_id")}
    strange = {"mood": "sunny", "count": 3, "deep": {"list": [1, None, {"a": "b"}]}, "empty": None}
    new = {**log[-2], "event_id": "evt-new", "event_type": "towow.weather.changed", "payload": {**about, **strange}}
    for event in log:
        event["payload"]["news"] = strange
    log.insert(-1, new)
    with looking(browser) as page:
        look_at(page, logs, logs.put("unknown", log))
        assert types(page) == [event["event_type"] for event in log]
        assert RAW.findall(text(page)) == []
        expect(page.locator("[data-state=success]")).to_be_visible()


def test_a_plan_without_assignments_is_shown(logs: Recorded, browser: Browser) -> None:
    log = log_of("agreed-at-once")
    for event in log:
        for key in ("proposal", "final_proposal"):
            if key in event["payload"]:
                event["payload"][key] = event["payload"][key] | {"assignments": [], "timeline": {}, "risks": []}
    with looking(browser) as page:
        look_at(page, logs, logs.put("no assignments", log))
        expect(page.locator("[data-state=success]")).to_be_visible()
        assert RAW.findall(text(page)) == []


def hurt(value: Any, words: str) -> Any:
    """The same with `words` before every text that somebody wrote."""
    wrote = ("raw_input", "reason", "reasoning", "summary", "contribution", "display_name", "content", "role", "note")
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        return {k: words + v if k in wrote and isinstance(v, str) else hurt(v, words) for k, v in fields.items()}
    return [hurt(item, words) for item in cast("list[Any]", value)] if isinstance(value, list) else value


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.long)])
def test_what_is_written_to_hurt_is_only_text(size: tuple[int, int], logs: Recorded, browser: Browser) -> None:
    log = [{**event, "payload": hurt(event["payload"], HURTING)} for event in log_of("conditions-and-wishes")]
    log[0]["payload"]["raw_input"] = HURTING + "长" * 4000 + "w" * 10_000
    with looking(browser, size=size) as page:
        look_at(page, logs, logs.put(f"hurting {size}", log))
        assert "<img src=x onerror=" in text(page)
        assert page.locator("img[src=x]").count() == 0
        assert page.title() != "caught"
        assert wide(page) == []
        assert types(page) == [event["event_type"] for event in log]


def test_a_demand_that_does_not_exist_is_said_to_be_none(logs: Recorded, browser: Browser) -> None:
    with looking(browser, MISSING, language="en-GB") as page:
        page.goto(f"{logs.served.url}/d/d-aaaaaaaaaaaaa")
        expect(page.locator("[data-state=missing]")).to_contain_text("There is no such demand")
        page.get_by_role("link", name="State a new demand").click()
        expect(page).to_have_url(f"{logs.served.url}/")
