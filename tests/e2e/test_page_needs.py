"""Does one glance tell which needs are met, who holds them and what is missing, on the page, a phone and the stage?"""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.page_browser import DESK, PHONE, WALL, Language, fits, looking, over
from tests.e2e.page_logs import Event, log_of
from tests.e2e.page_stage import TOOLS
from tests.e2e.page_systems import Recorded, recorded_logs
from tests.e2e.page_visitor import Visitor

pytestmark = pytest.mark.requires("browser")

WORDS: dict[Language, dict[str, str]] = {
    "zh-CN": {
        "board": "各项需要",
        "missing": "还缺",
        "confirmed": "已确认",
        "planned": "在方案中",
        "invited": "已邀请",
        "reserve": "候补",
        "two of four": "4 项中 2 项已确认",
        "answered": "2 位中 1 位已答复",
        "none answered": "2 位中 0 位已答复",
        "until": "最迟",
        "now": "现在",
    },
    "en-GB": {
        "board": "What is needed",
        "missing": "missing",
        "confirmed": "confirmed",
        "planned": "in the plan",
        "invited": "invited",
        "reserve": "In reserve",
        "two of four": "2 of 4 confirmed",
        "answered": "1 of 2 answered",
        "none answered": "0 of 2 answered",
        "until": "until",
        "now": "Now",
    },
}
VENUE, SPEAKER, CATERING, HOST = "场地", "嘉宾", "餐饮", "主持人"
"""Needs of `partly-agreed`: the first two are met by Bob and Alice, nobody holds the others."""
HOSTILE = "<img src=x onerror=alert(1)>\u202e" + "长" * 400
LEAST = 12
"""Pixels of the smallest text; STAGE_LEAST: of the board's on a wall of 1080 lines."""
STAGE_LEAST = 24

LOOKS = """
// The initial in a face is a picture.
const painted = it => it.checkVisibility({visibilityProperty: true})
    && it.closest(".visually-hidden, .avatar") === null;
const own = it => [...it.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
window.letters = where => [...document.querySelectorAll(`${where} *`)].filter(it => own(it) && painted(it))
    .map(it => [Math.round(10 * parseFloat(getComputedStyle(it).fontSize)) / 10, it.textContent.slice(0, 40)])
    .sort(([one], [other]) => one - other);
window.tall = where => [...document.querySelectorAll(where)].map(it => it.getBoundingClientRect().height);
"""


@pytest.fixture(scope="module")
def logs() -> Iterator[Recorded]:
    with recorded_logs() as found:
        yield found


def opened(page: Page, url: str, name: str, logs: Recorded, log: Sequence[Event]) -> None:
    page.goto(f"{logs.served.url}/{url}/{logs.put(name, log)}")
    over(page)


def board(page: Page, words: dict[str, str]) -> Locator:
    """Opened by the tab *Now* if the page shows another one: one click."""
    now = page.get_by_role("tab", name=words["now"], exact=True)
    if now.count() > 0:
        now.click()
    return shown_board(page, words)


def shown_board(page: Page, words: dict[str, str]) -> Locator:
    return page.get_by_role("region", name=words["board"])


def row(page: Page, words: dict[str, str], need: str) -> Locator:
    return board(page, words).get_by_role("listitem").filter(has_text=need)


def seq(log: Sequence[Event], kind: str) -> int:
    """The first event of a kind."""
    return next(event["seq"] for event in log if event["event_type"] == f"towow.{kind}")


def moment(page: Page, at: int) -> None:
    page.evaluate("n => go(n)", at)


@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
def test_what_is_missing_is_seen(language: Language, size: tuple[int, int], logs: Recorded, browser: Browser) -> None:
    """One interaction: the tab."""
    words = WORDS[language]
    with looking(browser, language=language, size=size) as page:
        opened(page, "d", "partly", logs, log_of("partly-agreed"))
        Visitor(page).click("tab", words["now"])
        needs = shown_board(page, words)
        rows = needs.get_by_role("listitem")
        for need, who in ((VENUE, "Bob"), (SPEAKER, "Alice")):
            expect(rows.filter(has_text=need)).to_contain_text(who)
            expect(rows.filter(has_text=need).get_by_text(words["confirmed"], exact=True)).to_be_visible()
        for need in (CATERING, HOST):
            expect(rows.filter(has_text=need).get_by_text(words["missing"], exact=True)).to_be_visible()
        expect(needs.get_by_text(words["two of four"], exact=True)).to_be_visible()
        assert fits(page)


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
def test_a_round_tells_answered_of_asked_and_nothing_is_green(
    language: Language, logs: Recorded, browser: Browser
) -> None:
    words, log = WORDS[language], log_of("partly-agreed")
    sent, answer = seq(log, "proposal.distributed"), seq(log, "proposal.feedback")
    with looking(browser, language=language, script=TOOLS) as page:
        opened(page, "d", "partly", logs, log)
        for at, said in ((sent, words["none answered"]), (answer, words["answered"])):
            moment(page, at)
            board(page, words)
            stage = page.locator("[data-part=stage]")
            expect(stage.get_by_text(said, exact=True).first).to_be_visible()
            gauge = page.locator("[data-part=gauge]")
            expect(gauge).to_contain_text(said)
            expect(gauge).to_contain_text(words["until"])
            expect(gauge).not_to_contain_text("100%")
            for part in (".stage-gauge", ".stage-ring"):
                expect(stage.locator(f"{part}.tone-good")).to_have_count(0)
            expect(row(page, words, VENUE).get_by_text(words["planned"], exact=True)).to_be_visible()
            expect(stage.locator("[data-segment=full]")).to_have_count(0)
        moment(page, len(log))
        board(page, words)
        expect(page.locator(".stage-ring.tone-warn [data-segment=full]")).to_have_count(2)
        expect(page.locator(".stage-ring [data-segment]")).to_have_count(4)


def test_the_ring_is_green_when_everything_is_met(logs: Recorded, browser: Browser) -> None:
    with looking(browser) as page:
        opened(page, "d", "agreed", logs, log_of("agreed-at-once"))
        board(page, WORDS["zh-CN"])
        expect(page.locator(".stage-ring.tone-good [data-segment=full]")).to_have_count(2)


def test_closed_without_a_plan_shows_no_gauge(logs: Recorded, browser: Browser) -> None:
    with looking(browser) as page:
        for path in ("d", "stage"):
            opened(page, path, "declined", logs, log_of("all-decline"))
            if path == "d":
                board(page, WORDS["zh-CN"])
            expect(page.locator(".stage-arena").first).to_be_visible()
            expect(page.locator("[data-part=gauge]")).to_have_count(0)
            expect(page.locator(".stage-ring")).to_have_count(0)


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
def test_reserves_have_a_line_of_their_own(language: Language, logs: Recorded, browser: Browser) -> None:
    words, log = WORDS[language], with_reserve(log_of("partly-agreed"))
    with looking(browser, language=language, size=PHONE) as page:
        opened(page, "d", "reserve", logs, log)
        line = board(page, words).get_by_role("listitem").filter(has_text=words["reserve"])
        expect(line).to_contain_text("Dora")
        expect(row(page, words, CATERING).first).not_to_contain_text("Dora")
        expect(row(page, words, CATERING).get_by_text(words["missing"], exact=True)).to_be_visible()


def with_reserve(log: list[Event]) -> list[Event]:
    """The same log, in whose plans Dora would step in as the caterer."""
    for event in log:
        for key in ("proposal", "final_proposal"):
            if plan := event["payload"].get(key):
                held = plan["assignments"][0]
                dora = {"agent_id": "agent_dora", "display_name": "Dora", "role": "后备", "need": "n3", "reserve": True}
                plan["assignments"].append(held | dora | {"is_confirmed": True, "required": False})
    return log


@pytest.mark.parametrize("path", ["d", "stage"])
def test_hostile_needs_are_text_and_no_row_grows(path: str, logs: Recorded, browser: Browser) -> None:
    log = renamed(log_of("partly-agreed"))
    with looking(browser, size=WALL, script=TOOLS + LOOKS) as page:
        opened(page, path, "hostile", logs, log)
        rows = board(page, WORDS["zh-CN"]).locator(".needs-row")
        expect(rows).to_have_count(4)
        expect(rows.first).to_contain_text("<img src=x")
        assert page.locator(".needs img").count() == 0
        heights = {round(height) for at in range(2, len(log) + 1) for height in tall(page, at)}
        assert len(heights) == 1, "a row grows when somebody arrives in it"
        assert fits(page)


def tall(page: Page, at: int) -> list[float]:
    moment(page, at)
    board(page, WORDS["zh-CN"])
    return page.evaluate("tall('.needs-row')")


def renamed(log: list[Event]) -> list[Event]:
    """The same log with hostile names of needs and people."""
    for event in log:
        payload: dict[str, Any] = event["payload"]
        if event["event_type"] == "towow.demand.understood":
            payload["needs"] = [need | {"need": HOSTILE} for need in payload["needs"]]
        if payload.get("complete") is not None:
            payload["needs"] = [need | {"need": HOSTILE} for need in payload["needs"]]
        for candidate in payload.get("candidates", []):
            candidate["display_name"] = HOSTILE
    return log


def test_no_mark_covers_a_word(logs: Recorded, browser: Browser) -> None:
    log = log_of("forced-after-five-rounds")
    kinds = ("demand.broadcast", "offer.submitted", "proposal.distributed", "proposal.feedback")
    with looking(browser, language="en-GB", size=WALL, moving=True, script=TOOLS) as page:
        opened(page, "stage", "marks", logs, log)
        moment(page, 2)
        for at in sorted(seq(log, kind) for kind in kinds):
            veiled = page.evaluate("n => veiled(n)", at)
            assert veiled["marks"] > 0, f"nothing moves with event {at}"
            assert veiled["found"] == [], f"event {at}"


def test_no_text_is_too_small(logs: Recorded, browser: Browser) -> None:
    log = log_of("partly-agreed")
    moments = (seq(log, "demand.broadcast"), seq(log, "proposal.distributed"), len(log))
    with looking(browser, language="en-GB", size=PHONE, script=TOOLS + LOOKS) as page:
        for path, size, where, least in (
            ("d", PHONE, "[data-part=stage]", LEAST),
            ("d", DESK, "[data-part=stage]", LEAST),
            ("stage", PHONE, ".stage-page", LEAST),
            ("stage", WALL, ".needs", STAGE_LEAST),
        ):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            opened(page, path, "partly", logs, log)
            for at in moments:
                moment(page, at)
                if path == "d":
                    board(page, WORDS["en-GB"])
                smallest, text = page.evaluate("where => letters(where)[0]", where)
                assert smallest >= least, f"{path} at {size}, event {at}: {text}"
