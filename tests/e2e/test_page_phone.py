"""Does a phone show in one screen where things stand, within reach of the thumb, and tell who comes late what was missed?"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_browser import PHONE, TABS, Language, fits, looking, open_tab, over
from tests.e2e.page_logs import Event, log_of
from tests.e2e.page_systems import Recorded, recorded_logs

pytestmark = pytest.mark.requires("browser")

HEADER = 48
"""Pixels of the page's head at most."""
LEAST = 12
"""Pixels of any text at least."""
TOUCH = 44
"""Pixels of what a thumb presses at least, both ways."""
SMALL = f"""() => {{
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {{
        const {{data, parentElement: it}} = walker.currentNode;
        const size = parseFloat(getComputedStyle(it).fontSize);
        if (data.trim() !== "" && size < {LEAST} && it.checkVisibility()) found.push([size, it.className, data.slice(0, 30)]);
    }}
    return found;
}}"""
SHOWN = "n => document.querySelector('[data-testid=negotiation]')?.dataset.at === String(n)"
WORDS: dict[Language, dict[str, Any]] = {
    "zh-CN": {"replay": "回放", "menu": "菜单", "needed": "各项需要", "missed": "你错过了 ", "so_far": "到目前为止：", "from_there": "从那里看起", "language": "English"},
    "en-GB": {"replay": "Replay", "menu": "Menu", "needed": "What is needed", "missed": "You missed ", "so_far": "So far: ", "from_there": "See it from there", "language": "中文"},
}  # fmt: skip


@pytest.fixture(scope="module")
def logs() -> Iterator[Recorded]:
    with recorded_logs() as found:
        yield found


def crowded() -> list[Event]:
    """Eight invited agents, some of them with long names."""
    log = log_of("forced-after-five-rounds")
    candidates = log[2]["payload"]["candidates"]
    names = ("Alexandra", "Bartholomew", "Constantin", "Delphine", "Evangeline")
    candidates += [candidates[0] | {"agent_id": f"agent_{name}", "display_name": name} for name in names]
    return log


def go(page: Page, n: int) -> None:
    """Look at a moment, in the tab that is open."""
    page.evaluate("""n => {
        const query = new URLSearchParams(location.search);
        query.set("at", n);
        history.pushState(null, "", `?${query}`);
        dispatchEvent(new PopStateEvent("popstate"));
    }""", n)  # fmt: skip
    page.wait_for_function(SHOWN, arg=n)


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("size", [PHONE, pytest.param((390, 844), marks=pytest.mark.long)])
def test_a_phone_has_a_row_of_a_head_and_its_tabs_and_replay_under_the_thumb(
    size: tuple[int, int], language: Language, logs: Recorded, browser: Browser
) -> None:
    words = WORDS[language]
    with looking(browser, language=language, size=size) as page:
        log = crowded()
        page.goto(f"{logs.served.url}/d/{logs.put('phone', log)}")
        over(page)
        head = page.get_by_role("banner").bounding_box()
        assert head is not None
        assert head["height"] <= HEADER
        for name in (*TABS.values(), words["replay"]):
            role = "button" if name == words["replay"] else "tab"
            box = page.get_by_role(role, name=name, exact=True if role == "button" else None).bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= TOUCH, name
            assert box["y"] > size[1] - 64, f"{name} is out of reach"

        # Where it stands and what is open, and the plan: seen without a hand, and a tap away from what happens.
        state = page.get_by_role("status").filter(has=page.locator("strong")).first
        expect(state).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("tabpanel", name=TABS["plan"])).to_be_in_viewport()
        open_tab(page, "now")
        expect(page.get_by_role("tabpanel").get_by_text(words["needed"], exact=True)).to_be_in_viewport(ratio=1)
        open_tab(page, "plan")
        expect(page.get_by_role("tabpanel", name=TABS["plan"])).to_be_in_viewport()

        slider = page.get_by_role("slider")
        expect(slider).to_have_count(0)
        fold = page.get_by_role("button", name=words["replay"], exact=True)
        fold.click()
        expect(slider).to_be_in_viewport(ratio=1)
        expect(fold).to_have_attribute("aria-expanded", "true")
        slider.press("Home")
        page.wait_for_function(SHOWN, arg=1)
        fold.click()
        expect(slider).to_have_count(0)

        menu = page.get_by_role("button", name=words["menu"], exact=True)
        switch = page.get_by_role("button", name=words["language"], exact=True)
        expect(switch).to_have_count(0)
        menu.click()
        expect(switch).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        expect(switch).to_have_count(0)
        expect(menu).to_be_focused()
        expect(page.locator("meta[name=theme-color]")).to_have_attribute("content", re.compile("^#fff(fff)?$"))


@pytest.mark.parametrize("language", ["en-GB", pytest.param("zh-CN", marks=pytest.mark.long)])
def test_no_text_is_too_small_to_read_on_a_phone(language: Language, logs: Recorded, browser: Browser) -> None:
    with looking(browser, language=language, size=PHONE) as page:
        for name, log in (("phone", crowded()), ("phone subnet", log_of("subnet-closes-a-gap"))):
            demand_id = logs.put(name, log)
            page.goto(f"{logs.served.url}/d/{demand_id}")
            over(page)
            for tab in TABS:
                open_tab(page, tab)
                for n in (4, len(log) // 2, len(log)):
                    go(page, n)
                    assert page.evaluate(SMALL) == [], f"{name}, {tab}, event {n}"
                    assert fits(page), f"{name}, {tab}, event {n}"
            page.goto(f"{logs.served.url}/stage/{demand_id}")
            over(page)
            assert page.evaluate(SMALL) == [], f"{name}, stage"
        for path in ("/", "/agents"):
            page.goto(f"{logs.served.url}{path}")
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            assert page.evaluate(SMALL) == [], path


@pytest.mark.parametrize("language", WORDS)
def test_who_comes_back_or_late_is_told_what_was_missed(language: Language, logs: Recorded, browser: Browser) -> None:
    words, log = WORDS[language], log_of("forced-after-five-rounds")
    kinds = [event["event_type"].removeprefix("towow.") for event in log]
    name, second = (
        f"missed {language}",
        kinds.index("proposal.distributed", kinds.index("proposal.distributed") + 1) + 1,
    )
    answers = sum(kind in ("offer.submitted", "proposal.feedback") for kind in kinds[4:second])
    with (
        looking(browser, language=language, size=PHONE) as page,
        looking(browser, language=language, size=PHONE) as late,
    ):
        url = f"{logs.served.url}/d/{logs.put(name, log[:4])}"
        page.goto(url)
        page.wait_for_function(SHOWN, arg=4)
        page.wait_for_timeout(900)
        notice = page.get_by_role("status").filter(has_text=re.compile(f"{words['missed']}|{words['so_far']}"))
        expect(notice).to_have_count(0)  # it has only begun
        page.goto(f"{logs.served.url}/agents")
        logs.append(name, log[4:second])

        page.goto(url)
        expect(notice).to_contain_text(words["missed"])
        expect(notice).to_contain_text(re.compile(rf"{answers} (answers|个答复)"))
        expect(notice).to_contain_text(re.compile("1 (change|次改动)"))
        assert page.locator("[data-beside]").filter(has_text=words["missed"]).count() > 0
        notice.get_by_role("button", name=words["from_there"]).click()
        page.wait_for_function(SHOWN, arg=5)
        expect(notice).to_have_count(0)
        page.goto(url)
        page.wait_for_function(SHOWN, arg=second)
        page.wait_for_timeout(900)
        expect(notice).to_have_count(0)  # it is known by now

        late.goto(url)
        told = late.get_by_role("status").filter(has_text=words["so_far"])
        expect(told).to_contain_text(re.compile(rf"{answers} (answers|个答复)"))
        logs.append(name, log[second:])
        over(late)
        late.reload()
        over(late)
        late.wait_for_timeout(900)
        expect(late.get_by_role("status").filter(has_text=words["missed"])).to_have_count(0)
