"""Does the page show a deliberation as it is: watched, stopped, looked back at, taken away? Against a whole system."""

import gzip
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, expect

from gateway.static_site.routes import STATIC_FOLDER
from tests.e2e.page_browser import DESK, LINE_CUT, PHONE, WALL, Language, Theme, fits, looking, over
from tests.e2e.page_recorder import TEXTS, scrubbed, seen
from tests.e2e.page_sessions import QUERY, USER, line_to, log, scenario, start, view
from tests.e2e.page_systems import Served, demonstration
from tests.e2e.test_page_axe import problems, read_axe

pytestmark = [pytest.mark.requires("browser"), pytest.mark.timeout(300)]

STOPPED_WITHIN = 2.0
"""Seconds from the request to the last event (DL-164)."""
SCRIPT = 200 * 1024
"""Bytes that the page of a running deliberation loads, compressed."""
MARKDOWN = 20 * 1024
"""Bytes that a report adds, compressed."""

NOT_FOUND = re.compile(r"status of 404")


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Start a system whose sessions all go as SCENARIO says."""
    with demonstration(scenario(tmp_path_factory.mktemp("scenario"))) as found:
        yield found


@pytest.fixture(scope="module")
def ended(system: Served) -> str:
    """Return a session that has ended."""
    session_id = start(system)
    log(system, session_id)
    return session_id


@pytest.fixture(scope="module")
def axe() -> str:
    return read_axe()


def test_a_goal_is_stated_discussed_and_taken_away(system: Served, browser: Browser) -> None:
    with looking(browser, language="en-GB") as page:
        page.goto(f"{system.url}/")
        page.get_by_role("link", name=re.compile("Is it a plan you want")).click()
        page.get_by_label("Your goal").fill(QUERY)
        page.keyboard.press("Control+Enter")
        page.wait_for_url(re.compile(r"/deliberations/s-[a-z2-7]{26}$"))
        expect(page.get_by_role("heading", level=1, name=QUERY)).to_be_visible()
        expect(page.locator("[data-activity=speaking]")).to_be_visible()
        expect(page.locator("[data-turn=speaking]").first).to_be_visible()
        over(page)
        expect(page.locator("[data-result=agreed]")).to_contain_text("Agreed")
        glance = page.get_by_role("region", name="At a glance")
        for title in ("The plan", "What to do first", "What is open"):
            expect(glance.get_by_role("heading", name=title)).to_be_visible()
        expect(page.get_by_role("region", name="Report").get_by_role("heading", level=3).first).to_be_visible()
        for name, beginning in (("ics", "BEGIN:VCALENDAR"), ("md", "# ")):
            with page.expect_download() as coming:
                page.locator(f"a[href$='format={name}']").click()
            assert coming.value.suggested_filename.endswith(f".{name}")
            assert Path(coming.value.path()).read_text(encoding="utf-8").startswith(beginning)
        session_id = page.url.rpartition("/")[2]
        page.get_by_role("link", name="All deliberations").click()
        page.locator(f"a[href$='{session_id}']").click()
        over(page)
        expect(page.locator("[data-result=agreed]")).to_be_visible()


def test_each_round_shows_who_said_what(system: Served, ended: str, browser: Browser) -> None:
    with looking(browser) as page:
        page.goto(f"{system.url}/deliberations/{ended}")
        over(page)
        page.get_by_role("button", name="全部展开").click()
        said = page.locator("[data-testid=deliberation]").inner_text()
        for each in view(system, ended)["rounds"]:
            for output in each["outputs"]:
                assert output["position"]["conclusion"] in said
            assert "hostDecision" not in each or each["hostDecision"]["reason"] in said
        second = page.locator("[data-round='2']")
        expect(second.locator("[data-agent=critic]")).to_contain_text("反方")
        expect(second.locator("[data-agent=critic]")).to_contain_text("现在不应开店")
        expect(second.locator("[data-agent=planner]")).to_contain_text("租约可以只签一年 新增")
        third = page.locator("[data-round='3']")
        expect(third.locator("[data-action=converge]")).to_contain_text("一致程度 0.93")
        chart = page.get_by_role("img", name=re.compile("折线图：第 1 轮 0.70; 第 2 轮 无数值; 第 3 轮 0.93"))
        expect(chart).to_be_visible()
        first = page.locator("[data-round='1']")
        first.locator("summary").first.click()
        expect(first.locator("[data-agent=critic]")).to_be_hidden()
        page.locator("[data-agent=planner] a[href^='#finding-r1.1']").first.click()
        expect(page.locator("[id='finding-r1.1']")).to_be_focused()
        expect(page.locator("[id='finding-r1.1']")).to_be_in_viewport()
        plan = page.get_by_role("region", name="计划")
        plan.get_by_role("button", name="第 1 轮").click()
        expect(plan).to_contain_text("共 200 小时")


def test_a_session_is_stopped(browser: Browser, tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    """The planner does not answer: nothing but the viewer ends it."""
    with demonstration(scenario(tmp_path, planner=["silent"])) as system, looking(browser, language="en-GB") as page:
        page.goto(f"{system.url}/deliberations/{start(system)}")
        page.get_by_role("button", name="Stop").click()
        page.get_by_role("button", name="Let it go on").click()
        page.get_by_role("button", name="Stop").click()
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
        page.get_by_role("button", name="Stop").click()
        began = monotonic()
        page.get_by_role("button", name="Stop it").click()
        expect(page.locator("[data-result=stopped]")).to_contain_text(f"Stopped by {USER}")
        took = monotonic() - began
        record_property("measured", f"stopped and seen {took:.2f} s after the click")
        expect(page.get_by_role("button", name="Stop")).to_have_count(0)
        expect(page.locator("[data-result=stopped]")).to_be_focused()
        expect(page.get_by_text("nobody speaks any more")).to_be_visible()
        expect(page.locator("[data-connection=over]")).to_be_visible()
        assert took < STOPPED_WITHIN + 1


def test_each_moment_looks_as_it_looked_when_it_happened(system: Served, browser: Browser) -> None:
    with looking(browser, script=TEXTS) as page:
        page.goto(f"{system.url}/deliberations/{start(system)}")
        over(page)
        session_id = page.url.rpartition("/")[2]
        events = log(system, session_id)
        expect(page.locator(".dl-markdown").first).to_be_visible()
        live = seen(page)
        assert sorted(live) == list(range(1, len(events) + 1))
        back = scrubbed(page)
        for seq, text in live.items():
            if events[seq - 1]["type"] != "final_report":  # the parser of Markdown was still being loaded
                assert back[seq] == text, f"after event {seq}, {events[seq - 1]['type']}"
        assert len(set(live.values())) > len(events) / 2
        page.goto(f"{page.url.partition('?')[0]}?at=3")
        expect(page.locator("[data-testid=deliberation][data-at='3']")).to_be_visible()
        expect(page.locator("[data-result=running]")).to_be_visible()
        page.get_by_role("button", name="下一个事件").click()
        expect(page.locator("[data-testid=deliberation][data-at='4']")).to_be_visible()
        page.wait_for_url(re.compile(r"\?at=4$"))


def test_a_lost_connection_is_told_and_made_up_for(system: Served, browser: Browser) -> None:
    with line_to(system) as line, looking(browser, LINE_CUT) as page:
        session_id = start(system)
        page.goto(f"{line.url}/deliberations/{session_id}")
        expect(page.locator("[data-turn=spoken]").first).to_be_visible()
        line.cut()
        expect(page.locator("[data-connection=lost]")).to_contain_text("已显示的内容不会丢失")
        expect(page.locator("[data-turn=spoken]").first).to_be_visible()
        expect(page.locator("[data-connection=over]")).to_have_count(0)
        line.mend()
        over(page)
        count = len(log(system, session_id))
        expect(page.locator(f"[data-testid=deliberation][data-at='{count}']")).to_be_visible()
        page.reload()
        over(page)
        expect(page.locator(f"[data-testid=deliberation][data-at='{count}']")).to_be_visible()


def test_a_session_that_does_not_exist(system: Served, browser: Browser) -> None:
    with looking(browser, NOT_FOUND) as page:
        page.goto(f"{system.url}/deliberations/s-{'a' * 26}")
        expect(page.get_by_role("heading", name="没有这场讨论")).to_be_visible()
        page.get_by_role("link", name="开始新的讨论").click()
        expect(page.get_by_label("你的目标")).to_be_visible()


@pytest.mark.parametrize(
    ("size", "theme", "language"), [(PHONE, "dark", "zh-CN"), (DESK, "light", "en-GB"), (WALL, "dark", "en-GB")]
)
def test_everybody_can_use_it_on_every_screen(
    size: tuple[int, int],
    theme: Theme,
    language: Language,
    system: Served,
    ended: str,
    axe: str,
    browser: Browser,
) -> None:
    with looking(browser, size=size, theme=theme, language=language) as page:
        for path in ("/deliberations", f"/deliberations/{ended}", f"/deliberations/{ended}?at=7"):
            page.goto(f"{system.url}{path}")
            expect(page.locator("h1")).to_be_visible()
            if "s-" in path:
                expect(page.locator("[data-connection=over]")).to_be_visible()
            page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
            page.wait_for_timeout(200)
            assert fits(page), path
            assert problems(page, axe) == [], path


def test_the_first_screen_of_a_phone_says_what_matters(system: Served, ended: str, browser: Browser) -> None:
    """Agreed or not, the plan, what to do first, and how much is open."""
    with looking(browser, size=PHONE) as page:
        page.goto(f"{system.url}/deliberations/{ended}")
        over(page)
        for what in ("[data-result=agreed]", ".dl-fact >> nth=0", ".dl-first >> nth=0"):
            expect(page.locator(what)).to_be_in_viewport()
        expect(page.locator("[data-result=agreed]")).to_contain_text(re.compile(r"达成一致.*\d 点未定"))


def test_it_loads_little_script(system: Served, ended: str, browser: Browser) -> None:
    def loaded(page: Page) -> set[str]:
        names = page.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
        return {name.rpartition("/")[2] for name in names if name.endswith(".js")}

    def weight(names: set[str]) -> int:
        return sum(len(gzip.compress((STATIC_FOLDER / "assets" / name).read_bytes())) for name in names)

    with looking(browser) as page:
        page.goto(f"{system.url}/deliberations/{ended}?at=4")
        expect(page.locator("[data-connection=over]")).to_be_visible()
        running = loaded(page)
        page.goto(f"{system.url}/deliberations/{ended}")
        expect(page.locator(".dl-markdown").first).to_be_visible()
        whole = loaded(page)
        page.goto(f"{system.url}/")
        page.wait_for_load_state("networkidle")
        home = loaded(page)
    assert running
    assert weight(running) <= SCRIPT, running
    assert 0 < weight(whole - running) <= MARKDOWN, whole - running
    assert not any("eliberation" in name or "Markdown" in name for name in home), home
