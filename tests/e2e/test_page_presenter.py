"""Does the stage hold a hall: told by beats, held at will, controlled from a phone, closed with a poster? (review A14, A19, E4)"""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.page_browser import WALL, Language, looking
from tests.e2e.page_logs import Event, log_of
from tests.e2e.page_systems import Recorded, recorded_logs
from tests.e2e.page_visitor import Visitor
from tests.e2e.test_page_phone import SMALL

pytestmark = pytest.mark.requires("browser")

PHONE = (390, 844)
LOG = "subnet-closes-a-gap"
FAR = 40
"""Pixels of the narrator's letters at least, at 1920 × 1080."""
HALL = 28
"""Pixels of any letter of the poster at least."""
WORDS: dict[Language, dict[str, str]] = {
    "zh-CN": {
        "hold": "停住", "continue": "继续", "next": "下一幕", "back": "上一幕", "remote": "手机遥控", "live": "看最新",
        "speed": "速度", "narrator": "解说", "poster": "结果海报", "held": "已停住", "open": "在这台设备上打开遥控器",
        "asked": "有人提出", "understood": "听懂了", "invited": "邀请", "missing": "还缺", "gap": "还有缺口",
        "wrong": "密钥不对", "over": "已结束", "watch": "只能观看", "waits": "正在等待：理解需求",
    },
    "en-GB": {
        "hold": "Hold", "continue": "Continue", "next": "Next", "back": "Back", "remote": "Remote", "live": "Live",
        "speed": "Speed", "narrator": "Narrator", "poster": "Closing poster", "held": "On hold",
        "open": "Open the remote on this device", "asked": "Somebody asks", "understood": "Understood",
        "invited": "invitations go out", "missing": "Still missing", "gap": "Something is missing",
        "wrong": "key of this remote is wrong", "over": "is over", "watch": "only watch",
        "waits": "Waiting for the demand to be understood",
    },
}  # fmt: skip
LETTERS = (
    "it => [it, ...it.querySelectorAll('*')].filter(one => [...one.childNodes].some(node => node.nodeType === 3 &&"
    " node.data.trim())).map(one => parseFloat(getComputedStyle(one).fontSize))"
)


@pytest.fixture(scope="module")
def logs() -> Iterator[Recorded]:
    with recorded_logs() as found:
        yield found


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def narrator(page: Page, language: Language) -> Locator:
    return page.get_by_role("region", name=WORDS[language]["narrator"])


def told(page: Page, language: Language, *words: str) -> None:
    for word in words:
        expect(narrator(page, language)).to_contain_text(WORDS[language][word])


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
def test_a_presenter_holds_and_goes_from_beat_to_beat(language: Language, logs: Recorded, browser: Browser) -> None:
    """Three interactions: hold, the next beat, continue."""
    words = WORDS[language]
    with looking(browser, language=language, size=WALL, moving=True) as page:
        page.clock.install()
        page.goto(f"{logs.served.url}/stage/{logs.put(LOG, log_of(LOG))}")
        visitor = Visitor(page)
        told(page, language, "asked")
        visitor.click("button", words["hold"])
        told(page, language, "asked", "held")
        page.clock.run_for(60_000)
        told(page, language, "asked")
        visitor.click("button", words["next"])
        told(page, language, "understood")
        visitor.click("button", words["continue"])
        page.clock.run_for(9000)
        told(page, language, "invited")


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
def test_about_a_minute_later_the_poster_closes_it(language: Language, logs: Recorded, browser: Browser) -> None:
    """What the hall reads is large enough at each beat, and nothing of it is cut."""
    words = WORDS[language]
    demand_id = logs.put("agreed with a fee", agreed_log())
    with looking(browser, language=language, size=WALL, moving=True) as page:
        page.clock.install()
        page.goto(f"{logs.served.url}/stage/{demand_id}")
        told(page, language, "asked")
        sentence = narrator(page, language).get_by_role("paragraph").first
        sentences: list[str] = []
        poster = page.get_by_role("region", name=words["poster"])
        seconds = 0
        while not poster.is_visible():
            page.clock.run_for(1000)
            seconds += 1
            assert seconds < 75
            if (said := sentence.inner_text()) not in sentences:
                sentences.append(said)
                assert min(sentence.evaluate(LETTERS)) >= FAR
                assert sentence.evaluate("it => it.scrollHeight <= it.clientHeight + 1"), said
        assert seconds >= 45
        assert len(sentences) >= 8
        for fact in ("Bob", "Alice", *POSTER[language]):
            expect(poster).to_contain_text(fact)
        expect(poster).to_contain_text(words["missing"])
        code = poster.get_by_role("img", name=f"{logs.served.url}/d/{demand_id}")
        expect(code.locator("path")).to_have_attribute("d", re.compile("^M"))
        assert min(poster.evaluate(LETTERS)) >= HALL
        page.keyboard.press("ArrowLeft")
        expect(poster).to_be_hidden()


POSTER: dict[Language, tuple[str, ...]] = {
    "zh-CN": ("2026年1月31日", "¥2,000", "场地提供", "没有读懂需要什么"),
    "en-GB": ("31 January 2026", "CN¥2,000", "场地提供", "没有读懂需要什么"),
}


def agreed_log() -> list[Event]:
    """A recording whose plans have a day, a fee and its sum."""
    log = log_of("conditions-and-wishes")
    for event in log:
        for key in ("proposal", "final_proposal"):
            if plan := event["payload"].get(key):
                plan["assignments"][0]["terms"] = {"fee": {"amount": 200000, "currency": "CNY"}}
                plan["totals"] = [{"amount": 200000, "currency": "CNY"}]
    return log


def test_keys_step_by_beats_and_rounds_and_set_the_speed(logs: Recorded, browser: Browser) -> None:
    name = "forced-after-five-rounds"
    with looking(browser, language="en-GB", size=WALL) as page:
        page.goto(f"{logs.served.url}/stage/{logs.put(name, log_of(name))}?at=1")
        told(page, "en-GB", "asked", "held")
        for key, sentence in (
            ("Shift+ArrowRight", "A first plan"),
            ("Shift+ArrowRight", "Plan version 2"),
            ("Shift+ArrowRight", "Round 3: 2 of 3 accept. Another round."),
            ("Shift+ArrowLeft", "Plan version 2"),
            ("ArrowLeft", "Round 1: 2 of 3 accept. Another round."),
            ("PageDown", "Plan version 2"),
        ):
            page.keyboard.press(key)
            expect(narrator(page, "en-GB")).to_contain_text(sentence)
        speed = page.get_by_role("combobox", name="Speed")
        for key, speeds in (("+", ("2", "4", "4")), ("-", ("2", "1", "0.5", "0.25", "0.25"))):
            for value in speeds:
                page.keyboard.press(key)
                expect(speed).to_have_value(value)
        page.keyboard.press("Space")
        expect(page.get_by_role("button", name="Hold")).to_be_visible()


def test_who_wants_rest_or_a_moment_gets_no_pace(logs: Recorded, browser: Browser) -> None:
    log = log_of(LOG)
    with looking(browser, language="en-GB", size=WALL) as page:
        page.goto(f"{logs.served.url}/stage/{logs.put(LOG, log)}")
        expect(page.locator(f"[data-testid=negotiation][data-at='{len(log)}']")).to_be_visible()
        page.emulate_media(reduced_motion="no-preference")
        page.goto(f"{logs.served.url}/stage/{logs.put(LOG, log)}?at=5")
        told(page, "en-GB", "invited", "held")


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
def test_a_stage_that_is_ahead_says_what_it_waits_for_and_goes_on_when_it_comes(
    language: Language, logs: Recorded, browser: Browser
) -> None:
    log = log_of(LOG)
    name = f"waiting {language}"
    with looking(browser, language=language, size=WALL, moving=True) as page:
        demand_id = logs.put(name, log[:1])
        page.goto(f"{logs.served.url}/stage/{demand_id}")
        told(page, language, "asked", "waits")
        logs.append(name, log[1:])
        told(page, language, "understood")
        expect(page.get_by_role("main")).not_to_contain_text(WORDS[language]["waits"])


def test_a_phone_moves_the_stage_and_a_stranger_cannot(logs: Recorded, browser: Browser) -> None:
    demand_id = logs.put(LOG, log_of(LOG))
    refused = re.compile(r"status of 403|403 \(Forbidden\)")
    with ExitStack() as held:
        stage = held.enter_context(looking(browser, language="en-GB", size=WALL))
        stage.goto(f"{logs.served.url}/stage/{demand_id}?at=1")
        press(stage, "Remote")
        link = stage.get_by_role("link", name=WORDS["en-GB"]["open"])
        secret = str(link.get_attribute("href"))
        assert "?" not in secret, "servers would see it"
        expect(stage.get_by_role("dialog").get_by_role("img")).to_have_attribute(
            "aria-label", f"QR code of the remote: {secret}"
        )
        phones = [
            held.enter_context(looking(browser, language=language, size=PHONE)) for language in ("zh-CN", "en-GB")
        ]
        for phone in phones:
            phone.goto(secret)
            expect(phone.get_by_role("button").first).to_be_enabled()
            assert phone.evaluate(SMALL) == []
        press(phones[0], "下一幕")
        told(stage, "en-GB", "understood")
        expect(stage.get_by_role("dialog")).to_be_hidden()
        press(phones[1], "Next")
        told(stage, "en-GB", "invited")
        for phone, words in zip(phones, ("向 2 位发出邀请", "2 invitations go out"), strict=True):
            expect(phone.get_by_role("main")).to_contain_text(words)
            assert phone.evaluate(SMALL) == []
        press(phones[1], "0.5×")
        expect(stage.get_by_role("combobox", name="Speed")).to_have_value("0.5")
        expect(phones[0].get_by_role("button", name="0.5×")).to_have_attribute("aria-pressed", "true")
        stranger = held.enter_context(looking(browser, refused, language="en-GB", size=PHONE))
        presentation = secret.rpartition(".")[0]
        stranger.goto(presentation)
        expect(stranger.get_by_role("main")).to_contain_text(WORDS["en-GB"]["watch"])
        expect(stranger.get_by_role("button")).to_have_count(0)
        stranger.goto("about:blank")
        stranger.goto(f"{presentation}.guessed")
        press(stranger, "Next")
        expect(stranger.get_by_role("main")).to_contain_text(WORDS["en-GB"]["wrong"])
        assert stranger.evaluate(SMALL) == []
        told(stage, "en-GB", "invited")


HOSTILE = "\u202e<img src=x onerror=alert(1)> {{x}}\n" + "w" * 400 + "很长的话" * 100
SEEN = "⟨U+202E⟩<img src=x"
"""How it begins wherever it is told."""
WRITTEN = {
    "raw_input", "surface_demand", "title", "display_name", "contribution", "responsibility", "role", "notes", "text",
    "summary", "reason", "reasoning", "gap_type", "aspect", "before", "after", "content", "desired_value",
    "adjustment_request", "missing", "conditions", "risks",
}  # fmt: skip
"""Fields of events with words of people and models, or lists of them."""
TOLD = {
    LOG: (
        "asks: “{}",
        "Understood: {}",
        "first answer, from {}",
        "Still missing: {}",
        "Something is missing: {}",
        "to find: {}",
    ),
    "in-english": (
        "Needed: {}",
        "first plan: {}",
        "… ({}",
        "wants a change: “{}",
        "gives way to {}",
        "…: “{}",
    ),
    "partly-agreed": ("Needed: {}", "Still missing: {}"),
}
"""What the narrator of each log tells, with the hostile text in it."""


@pytest.mark.parametrize("name", TOLD)
def test_hostile_texts_are_inert_and_cut(name: str, logs: Recorded, browser: Browser) -> None:
    """Everything that people and models write, at each beat; no line of the narrator is cut off."""
    with looking(browser, language="en-GB", size=WALL) as page:
        page.goto(f"{logs.served.url}/stage/{logs.put(f'hostile {name}', spoilt(log_of(name)))}?at=1")
        told(page, "en-GB", "asked", "held")
        sentence = narrator(page, "en-GB").get_by_role("paragraph").first
        poster = page.get_by_role("region", name="Closing poster")
        sentences: list[str] = []
        while not poster.is_visible():
            said = sentence.inner_text()
            sentences.append(said)
            assert sentence.evaluate("it => it.querySelector('img') === null"), said
            assert "\u202e" not in said
            assert sentence.evaluate("it => it.scrollHeight <= it.clientHeight + 1"), said
            page.keyboard.press("ArrowRight")
            expect(sentence).not_to_have_text(said)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("document.querySelector('.poster img') === null")
        whole = re.sub(r"[\u2068\u2069]", "", "\n".join(sentences))
        for words in TOLD[name]:
            assert words.replace("{}", SEEN) in whole, whole
        expect(poster.get_by_role("heading", level=1)).to_contain_text(SEEN)
        people = poster.get_by_role("listitem").locator("bdi")  # their names and parts
        expect(people).not_to_have_count(0)
        for said in people.all():
            expect(said).to_contain_text(SEEN)
        if "Still missing: {}" in TOLD[name]:
            expect(poster.get_by_text("Still missing").locator("..")).to_contain_text(SEEN)


def spoilt(value: Any) -> Any:
    """The same with a hostile text in the place of each that somebody wrote."""
    return json.loads(
        json.dumps(value), object_hook=lambda it: {key: _spoilt(it, key, said) for key, said in it.items()}
    )


def _spoilt(holder: dict[str, Any], key: str, said: Any) -> Any:
    # The need of an assignment is an id; only a need that has one is named.
    if key not in WRITTEN and not (key == "need" and "id" in holder):
        return said
    if isinstance(said, list):
        return [HOSTILE if isinstance(one, str) else one for one in cast("list[object]", said)]
    return HOSTILE if isinstance(said, str) else said


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
def test_the_link_of_a_negotiation_is_also_a_code(language: Language, logs: Recorded, browser: Browser) -> None:
    demand_id = logs.put(LOG, log_of(LOG))
    with looking(browser, language=language) as page:
        page.goto(f"{logs.served.url}/d/{demand_id}")
        press(page, {"zh-CN": "二维码", "en-GB": "QR code"}[language])
        code = page.get_by_role("dialog").get_by_role("img", name=f"{logs.served.url}/d/{demand_id}")
        expect(code.locator("path")).to_have_attribute("d", re.compile("^M"))
