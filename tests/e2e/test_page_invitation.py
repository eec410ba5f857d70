"""Does an invited person answer by a link on a phone, does the requester see whom they wait for, and who makes links?"""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_browser import DESK, Language, fits, looking, open_tab
from tests.e2e.page_systems import Served, demonstration
from tests.e2e.page_visitor import Visitor
from tests.e2e.test_page_axe import problems, read_axe
from tests.e2e.test_page_phone import SMALL
from tests.support.cli_runner import PATIENCE

pytestmark = [pytest.mark.requires("browser"), pytest.mark.requires("node")]

PHONE = (390, 844)
NARROW = (360, 740)
PROFILES = [
    {
        "agent_id": "agent_bob", "display_name": "Gao Peng", "capabilities": ["场地提供", "venue"],
        "price": 360, "currency": "GBP",
    },
    {"agent_id": "agent_eve", "display_name": "Eve", "capabilities": ["主持人", "host"]},
]  # fmt: skip
SCENARIO = {"demand": "a reading club", "profiles": PROFILES, "filter": ["agent_bob", "agent_eve"]}
DEMAND = "A reading club in {place} on 12 December 2030 for 12 people, £400: a venue and a host"
"""Every test asks for a place of its own: what was asked before may still be on the page."""
WORDS: dict[Language, dict[str, str]] = {
    "zh-CN": {
        "asked": "Gao Peng，有人想请你帮忙", "conditions": "有条件参加 写下你的条件",
        "your": "你的条件（每行一条）", "send": "发送", "said": "你的回答：有条件参加", "later": "稍后再问我", "yes": "参加 我愿意",
        "waiting": "好的，等你到", "change": "更改回答", "now_yes": "你的回答：参加", "invalid": "此链接已失效",
        "new": "请向组织者索取新链接", "kept": "智能体先问你", "person": "正在等Eve和Gao Peng本人回答，最晚到",
        "in_person": "正在问本人，最晚到", "dark": "深色",
    },
    "en-GB": {
        "asked": "Gao Peng, somebody asks for your help",
        "conditions": "With conditions Say what you need", "your": "Your conditions, one in a line", "send": "Send",
        "said": "You said yes, with conditions", "later": "Ask me later", "yes": "Yes I take part",
        "waiting": "Good: you have until", "change": "Change my answer", "now_yes": "You said yes",
        "invalid": "This link is no longer valid", "new": "Ask the organiser for a new one",
        "kept": "your agent asks you before it answers", "person": "Waiting for Eve and Gao Peng in person, until",
        "in_person": "asked in person, until", "dark": "Dark",
    },
}  # fmt: skip
LANGUAGES: tuple[Language, ...] = ("zh-CN", "en-GB")
NOT_FOUND = re.compile(r"status of 404")
"""What a browser says of a link that is not valid."""


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Every agent waits a minute for its person; Eve's agent takes its time, so that answers can be changed."""
    path: Path = tmp_path_factory.mktemp("scenario") / "invited.yaml"
    path.write_text(json.dumps({**SCENARIO, "latency_ms": 1000}), encoding="utf-8")
    with demonstration(path, TOWOW_HUMAN_TIMEOUT="60") as found:
        yield found


def invited(system: Served, agent_id: str = "agent_bob") -> tuple[str, str]:
    """A new link: its URL and id."""
    said = httpx2.post(f"{system.url}/api/v1/admin/people/{agent_id}/invitations", timeout=PATIENCE)
    assert said.status_code == 201, said.text
    return system.url + said.json()["path"], said.json()["link_id"]


def offer_of(system: Served, demand_id: str) -> dict[str, object]:
    """What the log says that Gao Peng's agent answered to the invitation, once it does."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for event in system.events(demand_id):
            if event["event_type"] == "towow.offer.submitted" and event["payload"]["agent_id"] == "agent_bob":
                return event["payload"]
        time.sleep(0.2)
    raise AssertionError("no offer came")


def attended(page: Page, url: str, words: dict[str, str]) -> None:
    """The link is open, and the agent asks its person from now on."""
    with page.expect_response(re.compile("/attendance$")):
        page.goto(url)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Gao Peng")
    expect(page.get_by_text(words["kept"])).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_answers_by_a_link_on_a_phone(language: Language, system: Served, browser: Browser) -> None:
    """Three interactions: the button, the words, sent. The log has it as the person's."""
    words = WORDS[language]
    url, _ = invited(system)
    with looking(browser, language=language, size=PHONE) as page:
        attended(page, url, words)
        place = {"zh-CN": "York", "en-GB": "Bath"}[language]
        demand = system.submit(DEMAND.format(place=place), user_id="alice")
        question = page.get_by_role("article").filter(has_text=place)
        for fact in ("alice", place, "12", "£400", "£360", "Eve"):
            expect(question).to_contain_text(fact)
        expect(page.get_by_role("heading", level=1)).to_have_text(words["asked"])
        expect(page.get_by_role("article").first).to_contain_text(place)
        for button in (words["yes"], words["conditions"], words["later"]):
            box = question.get_by_role("button", name=button).bounding_box()
            assert box
            assert box["height"] >= 56
            assert box["y"] + box["height"] <= PHONE[1], "all buttons are in sight"
        assert page.evaluate(SMALL) == [], "the question"
        visitor = Visitor(page)
        visitor.click("button", words["conditions"], question)
        assert page.evaluate(SMALL) == [], "the form"
        visitor.enter(words["your"], "not before six\nstep-free", question)
        visitor.click("button", words["send"], question)
        expect(question.get_by_role("status")).to_contain_text(words["said"])
        assert page.evaluate(SMALL) == [], "the answer"
        assert fits(page)
    offer = offer_of(system, demand)
    assert (offer["answered_by"], offer["decision"]) == ("person", "conditional")
    assert offer["conditions"] == ["not before six", "step-free"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_more_time_and_another_answer_and_who_waits(language: Language, system: Served, browser: Browser) -> None:
    """The requester sees meanwhile whom they wait for, and until when; two people are asked."""
    words = WORDS[language]
    url, _ = invited(system)
    of_eve, _ = invited(system, "agent_eve")
    with (
        looking(browser, language=language, size=NARROW) as page,
        looking(browser, language=language) as eve,
        looking(browser, language=language, size=DESK) as requester,
    ):
        attended(page, url, words)
        with eve.expect_response(re.compile("/attendance$")):
            eve.goto(of_eve)
        place = {"zh-CN": "Leeds", "en-GB": "Bristol"}[language]
        requester.goto(system.url)
        requester.get_by_role("textbox").first.fill(DEMAND.format(place=place))
        requester.get_by_role("textbox").first.press("Control+Enter")
        question = page.get_by_role("article").filter(has_text=place)
        question.get_by_role("button", name=words["later"]).click()
        expect(question).to_contain_text(words["waiting"])
        granted = re.search(rf"{words['waiting']} (\d\d:\d\d)", question.inner_text())
        assert granted
        status = requester.get_by_role("status").filter(has_text="Gao Peng")
        expect(status).to_contain_text(f"{words['person']} {granted[1]}")
        expect(status).to_be_visible()
        open_tab(requester, "people")
        candidate = requester.get_by_role("listitem").filter(has_text="Gao Peng")
        expect(candidate).to_contain_text(f"{words['in_person']} {granted[1]}")
        question.get_by_role("button", name=words["yes"]).click()
        expect(question.get_by_role("status")).to_contain_text(words["now_yes"])
        expect(candidate).not_to_contain_text(words["in_person"])
        question.get_by_role("button", name=words["change"]).click()
        question.get_by_role("button", name=words["conditions"]).click()
        question.get_by_label(words["your"]).fill("weekends")
        question.get_by_role("button", name=words["send"]).click()
        expect(question.get_by_role("status")).to_contain_text(words["said"])
        page.reload()
        expect(page.get_by_role("article").filter(has_text=place).get_by_role("status")).to_contain_text("weekends")


def test_a_link_that_is_not_valid_says_so_and_leaks_nothing(system: Served, browser: Browser) -> None:
    url, link_id = invited(system)
    assert httpx2.delete(f"{system.url}/api/v1/admin/people/invitations/{link_id}", timeout=PATIENCE).is_success
    headers = httpx2.get(url, timeout=PATIENCE).headers
    assert headers["referrer-policy"] == "no-referrer"
    for address in (url, f"{system.url}/i/guess"):
        with looking(browser, NOT_FOUND, language="en-GB", size=PHONE) as page:
            page.goto(address)
            expect(page.get_by_role("heading", level=1)).to_have_text(WORDS["en-GB"]["invalid"])
            expect(page.get_by_role("alert")).to_contain_text(WORDS["en-GB"]["new"])
            page.get_by_role("button", name="中文").click()
            expect(page.get_by_role("alert")).to_contain_text(WORDS["zh-CN"]["new"])


def test_everybody_can_use_the_page_of_an_invited_person(system: Served, browser: Browser) -> None:
    """Light and dark, with a question, its form and an answer."""
    axe = read_axe()
    url, _ = invited(system)
    words = WORDS["en-GB"]
    with looking(browser, language="en-GB", size=PHONE) as page:
        page.goto(url)
        with page.expect_response(re.compile("/attendance$")):
            page.reload()
        system.submit(DEMAND.format(place="Oxford"))
        question = page.get_by_role("article").filter(has_text="Oxford")
        expect(question.get_by_role("button", name=words["yes"])).to_be_visible()
        assert problems(page, axe) == []
        page.get_by_role("button", name=words["dark"]).click()
        assert problems(page, axe) == []
        question.get_by_role("button", name=words["conditions"]).click()
        assert problems(page, axe) == []
        question.get_by_label(words["your"]).fill("weekends")
        question.get_by_role("button", name=words["send"]).click()
        expect(question.get_by_role("status")).to_contain_text(words["said"])
        assert problems(page, axe) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_organiser_makes_and_revokes_a_link(language: Language, system: Served, browser: Browser) -> None:
    make, label, revoke = {
        "zh-CN": ("生成邀请链接", "邀请链接", "撤销"),
        "en-GB": ("Make an invitation link", "Invitation link", "Revoke"),
    }[language]
    with (
        looking(browser, NOT_FOUND, language=language) as page,
        looking(browser, NOT_FOUND, language=language) as phone,
    ):
        page.goto(f"{system.url}/agents?agent=agent_eve")
        page.get_by_role("button", name=make).click()
        url = page.get_by_label(label, exact=True).input_value()
        listed = httpx2.get(f"{system.url}/api/v1/admin/people/agent_eve/invitations", timeout=PATIENCE).json()["items"]
        expect(page.get_by_role("button", name=revoke)).to_have_count(len(listed))
        phone.goto(url)
        expect(phone.get_by_role("heading", level=1)).to_contain_text("Eve")
        while page.get_by_role("button", name=revoke).count():
            left = page.get_by_role("button", name=revoke).count()
            page.get_by_role("button", name=revoke).first.click()
            expect(page.get_by_role("button", name=revoke)).to_have_count(left - 1)
        expect(phone.get_by_role("heading", level=1)).to_have_text(WORDS[language]["invalid"])
