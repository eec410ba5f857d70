"""Does the requester see what was understood, mend it, and answer; and do others see it, who can do neither?"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.page_browser import DESK, PATIENCE, Language, Theme, fits, looking, open_tab
from tests.e2e.page_camera import AT_REST
from tests.e2e.page_systems import Served, demonstration
from tests.e2e.test_page_axe import problems, read_axe

pytestmark = pytest.mark.requires("browser")

PHONE = (390, 844)
TOUCH = 44
"""Pixels that anything to be touched on a phone has at least, both ways; what has words is wider anyway."""
HOLD = 3
"""Seconds in which the requester can change what was understood."""

DEMAND = {
    "zh-CN": "🎉 想在北京办读书会，要场地和主持人，12人，不要摄影，最好有蛐蛐罐",
    "en-GB": "🎉 A reading club in Beijing, a venue and a host for 12 people, no photographer, ideally a gewgaw",
}
NEEDS = {"zh-CN": ("场地", "主持人"), "en-GB": ("venue", "host")}
NOT_WANTED = {"zh-CN": "摄影", "en-GB": "photographer"}
LEFT_OVER = {"zh-CN": "蛐蛐罐", "en-GB": "gewgaw"}
PLACE = {"zh-CN": "北京", "en-GB": "in London"}
TIME = {"zh-CN": "明天", "en-GB": "tomorrow"}
LIMITED = {
    "zh-CN": "明天在北京找一位摄影师，预算400元，不要无人机，最好安静一点。蓝色的咕噜",
    "en-GB": "Wibble. I need a photographer in London tomorrow, £400, no drone, somebody patient.",
}
READ_AS = {
    "zh-CN": [
        ("limit", "明天"), ("limit", "在北京"), ("need", "摄影师"), ("limit", "预算400元"), ("not_wanted", "无人机"),
        ("preference", "最好安静一点"), ("not_used", "蓝色的咕噜"),
    ],
    "en-GB": [
        ("not_used", "Wibble"), ("need", "photographer"), ("limit", "in London"), ("limit", "tomorrow"),
        ("limit", "£400"), ("not_wanted", "drone"), ("preference", "somebody patient"),
    ],
}  # fmt: skip
"""What the words of LIMITED are read as, in text order; what is left only frames the request."""
PROFILES = [
    {"agent_id": "agent_bob", "display_name": "Bob", "capabilities": ["场地提供", "venue"], "location": "北京"},
    {"agent_id": "agent_eve", "display_name": "Eve", "capabilities": ["主持人", "host"], "location": "北京"},
]
QUESTION = {
    "aspect": "place",
    "text": "In town?",
    "options": [
        {"id": "town", "text": "In town", "changes": {"limits": {"place": "Dongcheng"}}},
        {"id": "country", "text": "In the country", "changes": {"limits": {"place": "Huairou"}}},
    ],
    "default": "town",
}
CONFLICT = re.compile(r"status of 409")
"""What a browser says of an answer that comes too late."""
LANGUAGES: tuple[Language, ...] = ("zh-CN", "en-GB")
IN_ENGLISH = pytest.mark.parametrize(
    "language", ["en-GB", pytest.param("zh-CN", marks=pytest.mark.long)], scope="module"
)
"""For what is not about words: `make test` shows it in one language."""


def scenario(folder: Path, language: Language, **more: Any) -> Path:
    """A scenario in which both people accept whatever is planned."""
    understanding = {
        "needs": [{"need": need} for need in NEEDS[language]],
        "limits": {"place": "北京" if language == "zh-CN" else "Beijing", "people": {"min": 12, "max": 12}},
        "not_wanted": [{"text": NOT_WANTED[language]}],
    }
    body = {
        "demand": DEMAND[language], "profiles": PROFILES, "understanding": understanding,
        "filter": ["agent_bob", "agent_eve"], "settings": {"review_timeout": HOLD}, **more,
    }  # fmt: skip
    path = folder / f"{language}.json"
    path.write_text(json.dumps(body, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Language:
    return request.param


@pytest.fixture(scope="module")
def system(language: Language, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    # Answers take a moment, so that the page is looked at while it negotiates.
    path = scenario(tmp_path_factory.mktemp("review"), language, latency_ms=700)
    with demonstration(path, TOWOW_REVIEW_TIMEOUT=str(HOLD)) as found:
        yield found


@pytest.fixture(scope="module")
def asking(language: Language, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    path = scenario(tmp_path_factory.mktemp("question"), language, question=QUESTION)
    with demonstration(path, TOWOW_REVIEW_TIMEOUT=str(HOLD), TOWOW_CLARIFY_TIMEOUT="30") as found:
        yield found


def stated(page: Page, system: Served, language: Language) -> str:
    """A demand that is stated in the form; its id once the card is there."""
    page.goto(system.url)
    page.locator("textarea").fill(DEMAND[language])
    page.locator("button[type=submit]").click()
    expect(card(page)).to_be_visible()
    return page.url.rpartition("/")[2]


def card(page: Page) -> Locator:
    """The card, once something was understood."""
    return page.locator("[data-part=understanding]:has([data-chip])")


def chip(page: Page, kind: str) -> Locator:
    return card(page).locator(f"[data-chip={kind}]")


def invite(page: Page) -> Locator:
    return page.locator("[data-action=invite]")


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def types(system: Served, demand_id: str) -> list[str]:
    """What has happened so far."""
    return [event["event_type"].removeprefix("towow.") for event in system.events(demand_id)]


def payloads(system: Served, demand_id: str, event_type: str) -> list[dict[str, Any]]:
    return [e["payload"] for e in system.events(demand_id) if e["event_type"] == f"towow.{event_type}"]


def went_on(page: Page) -> None:
    """The card is gone: somebody was invited."""
    expect(card(page)).to_have_count(0, timeout=3 * PATIENCE)
    open_tab(page, "now")
    expect(page.locator(".stage-arena li").first).to_be_visible()


def test_a_need_is_mended_and_everybody_sees_who_did_it(system: Served, language: Language, browser: Browser) -> None:
    first, second = NEEDS[language]
    with looking(browser, language=language) as page, looking(browser, language=language) as other:
        demand_id = stated(page, system, language)
        assert card(page).locator("[data-read=need]").all_inner_texts()[:2] == [first, second]
        expect(chip(page, "not_wanted").locator("s")).to_have_text(NOT_WANTED[language])
        expect(chip(page, "not_used").filter(has_text=LEFT_OVER[language])).to_be_visible()
        chip(page, "need").nth(1).click()
        dialog(page).locator("input").first.fill("Quizmaster")
        dialog(page).locator("input").nth(1).fill("2")
        dialog(page).locator("[data-action=save]").click()
        expect(dialog(page)).to_have_count(0)
        expect(chip(page, "need").nth(1)).to_contain_text("Quizmaster × 2")
        other.goto(f"{system.url}/d/{demand_id}")
        expect(chip(other, "need").nth(1)).to_contain_text("Quizmaster × 2")
        assert card(other).get_attribute("data-editable") == "false"
        expect(invite(other)).to_have_count(0)
        invite(page).click()
        for viewer in (page, other):
            went_on(viewer)
            viewer.locator("[data-part=understood] summary").click()
            history = viewer.locator("[data-part=understood] [data-part=revisions]")
            for words in (second, "Quizmaster × 2"):
                expect(history).to_contain_text(words)
    [revision, *_] = [p for p in payloads(system, demand_id, "demand.revised") if p["changes"]]
    assert [(need["need"], need["count"]) for need in revision["understanding"]["needs"]] == [
        (first, 1),
        ("Quizmaster", 2),
    ]
    assert revision["changed_by"] == "user"


def test_every_word_is_underlined_by_what_it_was_read_as(language: Language, browser: Browser) -> None:
    with demonstration(TOWOW_REVIEW_TIMEOUT="20") as found, looking(browser, language=language) as page:
        page.goto(found.url)
        page.locator("textarea").fill(LIMITED[language])
        page.locator("button[type=submit]").click()
        expect(card(page)).to_be_visible()
        marks = card(page).locator("[data-read]")
        read = [(mark.get_attribute("data-read"), mark.inner_text()) for mark in marks.all()]
        assert read == READ_AS[language]
        place = card(page).locator("[data-read=limit]").first
        assert "underline" in place.evaluate("mark => getComputedStyle(mark).textDecorationLine")
        chip(page, "limit").first.click()
        dialog(page).locator("input").first.fill("Lincoln")
        dialog(page).locator("[data-action=save]").click()
        expect(dialog(page)).to_have_count(0)
        expect(card(page).locator("[data-read=limit]").filter(has_text=PLACE[language])).to_have_count(0)
        expect(card(page).locator("[data-read=limit]").filter(has_text=TIME[language])).to_be_visible()


@IN_ENGLISH
def test_without_a_hand_it_goes_on_by_itself(system: Served, language: Language, browser: Browser) -> None:
    with looking(browser, language=language) as page:
        demand_id = stated(page, system, language)
        expect(page.get_by_role("timer")).to_be_visible()
        went_on(page)
        expect(page.locator("[data-connection=over]")).to_be_visible(timeout=3 * PATIENCE)
        for place in page.locator("[data-part=not-used]").all():
            expect(place).to_contain_text(LEFT_OVER[language])
        assert page.locator("[data-part=not-used]").count() == 2, "the summary and the outcome"
    assert "demand.revised" not in types(system, demand_id)


@IN_ENGLISH
def test_an_open_editor_holds_the_invitations(system: Served, language: Language, browser: Browser) -> None:
    with looking(browser, language=language) as page:
        demand_id = stated(page, system, language)
        chip(page, "limit").first.click()
        for _ in range(3 * HOLD):
            dialog(page).locator("input").first.press_sequentially("x")
            page.wait_for_timeout(1000)
        assert "filter.completed" not in types(system, demand_id)
        dialog(page).locator("input").first.fill("Shanghai")
        dialog(page).locator("[data-action=save]").press("Enter")
        expect(chip(page, "limit").first).to_contain_text("Shanghai")
        invite(page).click()
        went_on(page)
    assert payloads(system, demand_id, "demand.revised")[-1]["understanding"]["limits"]["place"] == "Shanghai"


@IN_ENGLISH
def test_words_typed_too_late_are_kept(system: Served, language: Language, browser: Browser) -> None:
    with looking(browser, CONFLICT, language=language) as page:
        demand_id = stated(page, system, language)
        chip(page, "need").first.click()
        dialog(page).locator("input").first.fill("Observatory")
        page.evaluate(GO, demand_id)
        went_on(page)
        dialog(page).locator("[data-action=save]").click()
        expect(dialog(page).get_by_role("alert")).to_have_attribute("data-refused", "E014")
        expect(dialog(page).locator("input").first).to_have_value("Observatory")


GO = """id => fetch(`/api/v1/demands/${id}/understanding`, {
    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({go: true}),
}).then(({status}) => status)"""


@IN_ENGLISH
def test_a_question_is_answered_by_a_button(asking: Served, language: Language, browser: Browser) -> None:
    with looking(browser, language=language) as page, looking(browser, language=language) as other:
        demand_id = stated(page, asking, language)
        options = page.locator("[data-option]")
        expect(options).to_have_count(2)
        expect(options.first.locator(".badge")).to_have_count(1)
        expect(options.nth(1).locator(".badge")).to_have_count(0)
        other.goto(f"{asking.url}/d/{demand_id}")
        expect(other.locator("[data-part=question]")).to_contain_text("In the country")
        expect(other.locator("[data-option]")).to_have_count(0)
        options.nth(1).click()
        for viewer in (page, other):
            expect(viewer.locator("[data-part=question]")).to_have_count(0)
            expect(chip(viewer, "limit").first).to_contain_text("Huairou")
        went_on(page)
    [answer] = payloads(asking, demand_id, "question.answered")
    assert (answer["option"], answer["answered_by"]) == ("country", "person")


@IN_ENGLISH
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_nothing_moves_when_the_card_gives_way(
    size: tuple[int, int], system: Served, language: Language, browser: Browser
) -> None:
    with looking(browser, language=language, size=size) as page:
        stated(page, system, language)
        expect(invite(page)).to_be_in_viewport()
        page.evaluate("document.fonts.ready")
        before = page.evaluate(PLACES)
        assert fits(page)
        page.evaluate(GO, page.url.rpartition("/")[2])
        went_on(page)
        now = page.evaluate(PLACES)
        assert {name: now[name] for name in before} == before


PLACES = """() => Object.fromEntries(["h1", ".reading-summary", ".negotiation-stage"].map(name => {
    const {left, top, width} = document.querySelector(name).getBoundingClientRect();
    return [name, [left, top + scrollY, width].map(Math.round)];
}))"""


@pytest.mark.parametrize(
    ("language", "theme"),
    [
        ("zh-CN", "light"),
        ("en-GB", "dark"),
        pytest.param("zh-CN", "dark", marks=pytest.mark.long),
        pytest.param("en-GB", "light", marks=pytest.mark.long),
    ],
    scope="module",
)
def test_everybody_can_use_the_card_on_a_phone(
    theme: Theme, asking: Served, language: Language, browser: Browser
) -> None:
    with looking(browser, language=language, size=PHONE, theme=theme) as page:
        stated(page, asking, language)
        page.evaluate(AT_REST)
        axe = read_axe()
        assert problems(page, axe) == []
        assert fits(page)
        assert small(page, "[data-part=understanding] button") == []
        chip(page, "need").first.focus()
        page.keyboard.press("Enter")
        expect(dialog(page).locator("input").first).to_be_focused()
        page.evaluate(AT_REST)
        assert problems(page, axe) == []
        assert small(page, "dialog button, dialog input") == []
        page.keyboard.press("Escape")
        expect(dialog(page)).to_have_count(0)
        expect(chip(page, "need").first).to_be_focused()


def small(page: Page, what: str) -> list[str]:
    """What is too small for a finger."""
    return page.evaluate(
        """([what, least]) => [...document.querySelectorAll(what)].filter(it => {
            const {width, height} = it.getBoundingClientRect();
            return width < least || height < least;
        }).map(it => it.outerHTML.slice(0, 120))""",
        [what, TOUCH],
    )
