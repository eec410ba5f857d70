"""Does each moment of TW-815…820 look as it should? Its pictures, and two recordings, come to build/images/."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.page_browser import PATIENCE, WALL, chromium, looking, open_tab, over
from tests.e2e.page_camera import Film, filming, fonts, hold, picture, top, wait
from tests.e2e.page_systems import Served, demonstration

pytestmark = [pytest.mark.requires("browser"), pytest.mark.long]

LATENCY = "2000"
"""Milliseconds of a simulated answer, more or less."""
SEEDS = "我想在北京办一场AI主题聚会，需要场地和嘉宾"
FAILS = "我想在北京办一场500人的AI大会，需要场地和嘉宾，预算100元"
"""The simulated people never can."""
BARGAINS = (
    "Podcast about failed inventions: need a sound engineer, an illustrator for the cover and someone for social "
    "media, remote, budget $800"
)
"""They always agree, nine times of ten after a change of the plan: who is found, and what they say, is a matter of luck."""
OTHERS = (
    "准备在广州开一个40人的亲子绘画工作坊，需要绘画老师和场地，周日下午，预算2500元",
    "孩子八岁，迷上了编程，想在上海找一位有耐心的老师，每周六上午上一次，一节课预算200元",
)
FORM, PAGE, STAGE = (1280, 800), (1280, 900), (1280, 720)
FEEDBACKS = 5
"""Answers to the plan after which it is looked at."""
ATTEMPTS = 4
FRAMES = 8
READ = 2.2
"""Seconds for whoever reads what changed."""
LAST = 700
"""Milliseconds until the last mark has come to rest."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with fonts(tmp_path_factory.mktemp("fonts")), chromium() as found:
        yield found


@pytest.fixture(scope="module")
def system() -> Iterator[Served]:
    with demonstration(TOWOW_SIMULATED_LATENCY_MS=LATENCY) as found:
        yield found


@pytest.fixture(scope="module")
def failed(system: Served) -> str:
    """It is over when its picture is taken; until then it is one of the recent ones, with some others."""
    for other in OTHERS:
        system.submit(other, user_id="小周")
    return system.submit(FAILS, user_id="小林")


def seqs(system: Served, demand_id: str, kind: str) -> list[int]:
    """Where in the log the events of a kind are, as far as it is written."""
    events = system.events(demand_id)
    return [event["seq"] for event in events if event["event_type"] == f"towow.{kind}"]


def standing(page: Page, where: str) -> Locator:
    """Those on the stage who stand there."""
    return page.locator(f".stage-seat[data-standing={where}]")


@pytest.mark.usefixtures("failed")
def test_answers_arrive_and_the_plan_is_bargained_over(system: Served, browser: Browser) -> None:
    """Again when they agree at once: then there is no bargaining to be seen."""
    for _ in range(ATTEMPTS):
        demand_id = system.submit(BARGAINS, user_id="Robin")
        with looking(browser, language="en-GB", size=STAGE, moving=True) as page:
            arriving = answers_arriving(page, f"{system.url}/stage/{demand_id}")
            page.set_viewport_size({"width": PAGE[0], "height": PAGE[1]})
            page.goto(f"{system.url}/d/{demand_id}")  # as it happens, not at the moment that the stage showed
            bargained = bargaining(page)
            if bargained is None:
                continue
            open_tab(page, "plan")
            outcome = page.locator("[data-part=Outcome]")
            top(outcome)
            expect(outcome.get_by_role("heading").first).to_be_in_viewport()
            expect(outcome.locator("[data-standing=confirmed]").first).to_be_in_viewport()
            picture(page, "agreed")
        assert arriving.develop("answers-arriving") >= FRAMES
        assert bargained.develop("bargaining") >= FRAMES
        return
    raise AssertionError(f"{ATTEMPTS} times they agreed at once")


def answers_arriving(page: Page, url: str) -> Film:
    page.goto(url)
    page.get_by_role("button", name="Live", exact=True).click()  # as it happens, not at the stage's own pace
    expect(page.locator(".stage-seat").first).to_be_visible()
    left: list[int] = []

    def all_answered() -> bool:
        left.append(standing(page, "invited").count())
        return left[-1] == 0 and max(left) > 0

    with filming(page) as film:
        wait(page, all_answered)
        expect(standing(page, "offers").first).to_be_visible()
        page.wait_for_timeout(LAST)
    assert page.locator(".stage-seat").count() >= 5, "hardly anybody was invited"
    assert len(set(left)) >= 4, f"they did not answer one by one: {left}"
    return film


def bargaining(page: Page) -> Film | None:
    """None when there was none, or none was seen."""
    stage, plan = page.locator("[data-part=stage]"), page.locator("[data-part=ProposalCard]")
    centre = page.locator(".stage-plan").first
    expect(centre).to_contain_text(re.compile("version [12]"), timeout=3 * PATIENCE)
    top(stage)
    wishes: set[int] = set()

    def changed() -> bool:
        wishes.add(standing(page, "negotiates").count())
        return "version 2" in centre.inner_text() or page.locator("[data-part=Outcome]").count() > 0

    with filming(page) as film:
        wait(page, changed)
        open_tab(page, "plan")
        expect(plan).to_be_visible()
        if max(wishes) == 0 or plan.locator("ins").count() == 0:
            return None
        expect(plan.get_by_role("heading", name="Compared with version 1")).to_be_visible()
        hold(plan, READ)
        open_tab(page, "now")
        top(stage)
        over(page)
        expect(standing(page, "confirmed").first).to_be_in_viewport()
        page.wait_for_timeout(LAST)
    expect(page.locator("[data-state=success]")).to_be_attached()
    return film


def test_a_demand_its_candidates_and_its_plan(system: Served, browser: Browser) -> None:
    with looking(browser, size=FORM, moving=True) as page:
        page.goto(system.url)
        page.get_by_label("你的名字").fill("林晓")
        page.get_by_label("你的需求").fill(SEEDS)
        expect(page.get_by_role("button", name="开始协商")).to_be_in_viewport()
        expect(page.locator("a[href^='/d/']").nth(len(OTHERS))).to_be_in_viewport()
        picture(page, "demand-submit")
        page.set_viewport_size({"width": PAGE[0], "height": PAGE[1]})

        page.get_by_role("button", name="开始协商").click()
        expect(page).to_have_url(re.compile("/d/d-"))
        demand_id = page.url.rpartition("/")[2]
        wait(page, lambda: len(seqs(system, demand_id, "proposal.distributed")) > 0)
        offers = seqs(system, demand_id, "offer.submitted")
        page.goto(f"{system.url}/d/{demand_id}?at={offers[len(offers) // 2]}&tab=people")
        people = page.locator("[data-part=CandidateList]")
        expect(people.locator("[data-standing=invited]").first).to_be_visible()
        top(people)
        for row in people.locator("li[data-agent]").all()[:4]:
            expect(row).to_be_in_viewport()
            expect(row).to_contain_text("入选原因")
            expect(row).to_contain_text("匹配")
        assert people.locator("li[data-agent]:not([data-standing=invited])").count() == len(offers) // 2 + 1
        picture(page, "candidates")

        wait(page, lambda: len(seqs(system, demand_id, "proposal.feedback")) >= FEEDBACKS)
        feedbacks = seqs(system, demand_id, "proposal.feedback")[:FEEDBACKS]
        big_screen(browser, f"{system.url}/stage/{demand_id}?at={feedbacks[-1]}")
        page.goto(f"{system.url}/d/{demand_id}?at={feedbacks[-1]}&tab=plan")
        plan = page.locator("[data-part=ProposalCard]")
        top(plan)
        expect(plan.get_by_role("heading", name="分工")).to_be_in_viewport()
        expect(plan.locator("li[data-holding]").nth(1)).to_be_in_viewport()
        picture(page, "plan")


def big_screen(browser: Browser, url: str) -> None:
    with looking(browser, size=WALL, theme="dark", moving=True) as page:
        page.goto(url)
        expect(page.locator(".stage-plan")).to_contain_text("方案")
        expect(page.locator("[data-part=gauge] [data-answered]")).to_be_visible()
        expect(page.locator("[data-state=negotiating]")).to_be_visible()
        assert standing(page, "asked").count() < len(page.locator(".stage-seat").all())
        picture(page, "stage")


def test_a_failure_and_what_could_be_done(system: Served, browser: Browser, failed: str) -> None:
    with looking(browser, size=PAGE, moving=True) as page:
        page.goto(f"{system.url}/d/{failed}")
        over(page)
        expect(page.locator("[data-state=failure]")).to_be_visible()
        outcome = page.locator("[data-part=Outcome]")
        top(outcome)
        expect(outcome.locator("[data-reason]")).to_be_in_viewport()
        expect(outcome.locator("[data-part=Compromise]")).to_be_in_viewport()
        expect(outcome.get_by_role("button", name="以此再次发起").first).to_be_in_viewport()
        picture(page, "failed")
