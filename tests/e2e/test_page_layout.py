"""Is what matters seen at once, on a desk and on a phone, and does nothing lie over another or break in the middle?"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_browser import DESK, PHONE, WALL, Language, looking, open_list, open_tab, over
from tests.e2e.page_logs import Event, log_of, planned
from tests.e2e.page_stage import TOOLS
from tests.e2e.page_systems import Recorded, recorded_logs

pytestmark = pytest.mark.requires("browser")

PHONES = (PHONE, (390, 844), (740, 360))
"""The last one lies on its side."""
NARROW = PHONES[:2]
FIELD = 240
"""Pixels that a phone's field has at least, both ways."""
LINE = 80
"""Pixels of a line of the plan's text at least: some words."""
DATED = "2026-12-19 起，2026-12-26 或 2027-01-02 也可以，至迟 2027-01-09 在朝阳区"
NAMES = ("Alexandra", "Bartholomew", "Constantin", "Delphine", "Evangeline")

LOOKS = """
const box = it => it.getBoundingClientRect();
const words = it => {
    const range = document.createRange();
    range.selectNodeContents(it);
    const {left, right, top, bottom} = range.getBoundingClientRect();
    return {left, top, bottom, right: Math.min(right, box(it).right)};
};
const over = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
window.each = what => [...document.querySelectorAll(what)];
window.lies = () => each(".stage-arena").flatMap(arena => {
    const said = [...arena.querySelectorAll(".stage-name, .stage-said")].map(it => [it.textContent, words(it)]);
    const signs = [...arena.querySelectorAll(".stage-face > .stage-sign")].map(it => ["a sign", box(it)]);
    const plan = ["the plan", box(arena.querySelector(".stage-plan-text > strong"))];
    const pairs = said.flatMap((one, place) => [...said.slice(0, place), ...signs, plan].map(other => [one, other]));
    return pairs.filter(([[, one], [, other]]) => over(one, other)).map(pair => pair.map(([name]) => name));
});
window.sizes = what => each(what).map(box).map(({width, height}) => [width, height]);
window.covered = what => each(what).length > 0 ? each(what).slice(0, 1).filter(it => {
    const bar = document.querySelector(".replay");
    return box(it).top < 0 || box(it).bottom > (bar ? box(bar).top : innerHeight);
}).map(() => what) : [`no ${what}`];
window.broken = what => each(what).flatMap(it => {
    const [text] = [...it.childNodes].filter(node => node.nodeType === Node.TEXT_NODE);
    return [...(text?.data ?? "").matchAll(/\\S+/g)].filter(({0: word, index}) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({top}) => top)).size > 1;
    }).map(([word]) => word);
});
"""
ENDS = ("all-decline", "too-few-accept", "forced-after-five-rounds", "subnet-fails")
MISSING_BY_END = {"subnet-fails": ".outcome-people .badge", "forced-after-five-rounds": ".outcome-reason"}
"""What follows what is missing in the ends that begin with it: who is confirmed, or the reason."""


@pytest.fixture(scope="module")
def logs() -> Iterator[Recorded]:
    with recorded_logs() as found:
        yield found


def crowded() -> list[Event]:
    """Eight invited agents, some of them with long names."""
    log = log_of("forced-after-five-rounds")
    candidates = log[2]["payload"]["candidates"]
    candidates += [candidates[0] | {"agent_id": f"agent_{name}", "display_name": name} for name in NAMES]
    return log


def opened(page: Page, logs: Recorded, path: str, name: str, log: list[Event]) -> None:
    page.goto(f"{logs.served.url}/{path}/{logs.put(name, log)}")
    over(page)
    expect(page.locator(f"[data-testid=negotiation][data-at='{len(log)}']")).to_be_visible()


@pytest.mark.parametrize("path", ["stage", "d"])
@pytest.mark.parametrize("size", [PHONE, *(pytest.param(size, marks=pytest.mark.long) for size in PHONES[1:])])
def test_nothing_lies_over_another_on_a_phone(
    path: str, size: tuple[int, int], logs: Recorded, browser: Browser
) -> None:
    with looking(browser, language="en-GB", size=size, script=TOOLS + LOOKS) as page:
        for name, log in (("crowded", crowded()), *((name, log_of(name)) for name in ENDS)):
            opened(page, logs, path, name, log)
            if path == "d":
                open_tab(page, "now")
            for n in sorted({5, len(log) // 2, len(log)}):
                page.evaluate("n => go(n)", n)
                where = f"{name}, event {n}"
                assert page.evaluate("lies()") == [], where
                assert min(page.evaluate("sizes('.stage-arena')")[0]) >= FIELD, where
                assert all(width >= LINE for width, _ in page.evaluate("sizes('.stage-summary[title]')")), where
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where


@pytest.mark.parametrize("language", ["zh-CN", pytest.param("en-GB", marks=pytest.mark.long)])
def test_the_end_comes_first_on_a_phones_stage(language: Language, logs: Recorded, browser: Browser) -> None:
    for size in PHONES:
        with looking(browser, language=language, size=size, script=TOOLS + LOOKS) as page:
            for name in ENDS:
                opened(page, logs, "stage", name, log_of(name))
                assert page.evaluate("covered('.stage-finish')") == [], f"{name} at {size}"
                assert page.evaluate("cut().lost.filter(it => it.includes('finish'))") == [], f"{name} at {size}"


@pytest.mark.parametrize("size", [DESK, *(pytest.param(size, marks=pytest.mark.long) for size in NARROW)])
def test_the_reason_or_the_result_is_seen_at_once(size: tuple[int, int], logs: Recorded, browser: Browser) -> None:
    with looking(browser, size=size, script=TOOLS + LOOKS) as page:
        for name in ENDS:
            opened(page, logs, "d", name, log_of(name))
            if name in MISSING_BY_END:
                assert page.evaluate("what => covered(what)", ".outcome-missing li") == [], name
            if name not in MISSING_BY_END or size != PHONE:
                what = MISSING_BY_END.get(name, ".outcome-reason")
                assert page.evaluate("what => covered(what)", what) == [], name


@pytest.mark.parametrize("language", ["zh-CN", pytest.param("en-GB", marks=pytest.mark.long)])
def test_what_happens_is_seen_at_once_on_a_desk(language: Language, logs: Recorded, browser: Browser) -> None:
    with looking(browser, language=language, size=DESK, script=TOOLS + LOOKS) as page:
        log = crowded()
        opened(page, logs, "d", "crowded", log)
        open_tab(page, "now")
        for n in (5, 10, 20, 40):
            page.evaluate("n => go(n)", n)
            for what in (".stage-plan", ".stage-arena", ".stage-gauge", ".stage-captions"):
                assert page.evaluate("what => covered(what)", what) == [], f"event {n}"
            assert page.evaluate("lies()") == [], f"event {n}"


@pytest.mark.long
def test_no_label_breaks_in_a_word(logs: Recorded, browser: Browser) -> None:
    for size in (WALL, DESK, *NARROW):
        with looking(browser, language="en-GB", size=size, script=TOOLS + LOOKS) as page:
            opened(page, logs, "d", "forced-after-five-rounds", log_of("forced-after-five-rounds"))
            open_list(page)
            assert len(page.evaluate("each('.event-facts dt')")) > 5
            assert page.evaluate("broken('.event-facts dt')") == [], size


@pytest.mark.long
def test_no_date_breaks_in_the_ring(logs: Recorded, browser: Browser) -> None:
    log = planned(log_of("forced-after-five-rounds"), summary=DATED)
    for size in (WALL, DESK, *PHONES):
        with looking(browser, size=size, script=TOOLS + LOOKS) as page:
            for path in ("d", "stage"):
                opened(page, logs, path, "dated", log)
                if path == "d":
                    open_tab(page, "now")
                assert page.locator(".stage-summary").first.inner_text() == DATED
                assert page.evaluate("each('.stage-date').length") == DATED.count("-") / 2
                assert page.evaluate("broken('.stage-date')") == [], f"{path} at {size}"
