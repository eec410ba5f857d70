"""Can everybody use the page? What axe finds, on every page, in every dialog and panel, light and dark."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.page_browser import DESK, PHONE, TABS, Theme, looking, open_tab, over
from tests.e2e.page_camera import AT_REST
from tests.e2e.page_systems import Recorded, Served, demonstration, recorded_logs
from tests.e2e.test_page_people import (
    ALICE,
    DEMAND,
    KEYS,
    LINES,
    PEOPLE,
    ROOT,
    SCENARIO,
    answers_in_person,
    ask,
    sign_in,
)
from tests.golden.golden_logs import golden_logs
from tests.services.requirements import skip_or_fail

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

pytestmark = [pytest.mark.requires("browser"), pytest.mark.requires("node")]

RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .map(({id, help, nodes}) => ({id, help, where: nodes.map(({html}) => html.slice(0, 300))}))"""


def read_axe() -> str:
    """The script, which a test is skipped without."""
    if not AXE.exists():
        skip_or_fail("node", f"{AXE.name} is not installed: run make web/node_modules")
    return AXE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def logs() -> Iterator[Recorded]:
    with recorded_logs() as found:
        yield found


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One that asks for a key, where every agent waits a minute for its person."""
    scenario: Path = tmp_path_factory.mktemp("scenario") / "people.yaml"
    scenario.write_text(json.dumps(SCENARIO), encoding="utf-8")
    with demonstration(scenario, TOWOW_API_KEYS=KEYS, TOWOW_HUMAN_TIMEOUT="60") as found:
        for person in PEOPLE:
            ask(found, "PUT", f"/admin/agents/{person['agent_id']}", ROOT, person)
        yield found


def stated(system: Served) -> str:
    """A demand of Alice's."""
    body = {"raw_input": DEMAND, "user_id": "user_alice", "visibility": "public"}
    return ask(system, "POST", "/demand/submit?wait_s=0", ALICE, body)["demand_id"]


@pytest.fixture(scope="module")
def ended(system: Served) -> str:
    """One for which nobody was waited."""
    return stated(system)


@pytest.fixture(scope="module")
def axe() -> str:
    return read_axe()


def put(logs: Recorded, name: str, until: int | None = None) -> str:
    return logs.put(f"{name} {until}", [json.loads(line) for line in golden_logs(name)][:until])


def problems(page: Page, axe: str) -> list[dict[str, Any]]:
    """What axe finds, however serious."""
    page.evaluate(axe)
    return page.evaluate(RUN)


def problems_in_tabs(page: Page, axe: str) -> list[dict[str, Any]]:
    """What axe finds in any tab of a negotiation, however serious."""
    found: list[dict[str, Any]] = []
    for tab in TABS:
        open_tab(page, tab)
        found += problems(page, axe)
    return found


@pytest.mark.parametrize("theme", [pytest.param("light", marks=pytest.mark.long), "dark"])
def test_axe_finds_nothing(theme: Theme, logs: Recorded, axe: str, browser: Browser) -> None:
    url = logs.served.url
    with looking(browser, theme=theme) as page:
        for path in ("/", "/agents"):
            page.goto(f"{url}{path}")
            page.wait_for_load_state("networkidle")
            assert problems(page, axe) == [], path
        for name in ("agreed-at-once", "subnet-closes-a-gap", "too-few-accept", "forced-after-five-rounds"):
            demand_id = put(logs, name)
            page.goto(f"{url}/d/{demand_id}")
            over(page)
            assert problems_in_tabs(page, axe) == [], name
        running = put(logs, "majority-leaves", 20)
        for path in (f"/d/{running}", f"/stage/{running}"):
            page.goto(f"{url}{path}")
            expect(page.locator("[data-testid=negotiation][data-at='20']")).to_be_visible()
            assert problems(page, axe) == [], path
        page.goto(f"{url}/stage/{demand_id}")
        expect(page.locator("[data-testid=negotiation][data-at='46']")).to_be_visible()
        assert problems(page, axe) == [], "the stage in the end"


def test_axe_finds_nothing_on_a_phone(logs: Recorded, axe: str, browser: Browser) -> None:
    with looking(browser, size=PHONE) as page:
        page.goto(f"{logs.served.url}/d/{put(logs, 'agreed-at-once')}")
        over(page)
        assert problems_in_tabs(page, axe) == []


def test_axe_finds_nothing_on_a_poster_and_a_remote(logs: Recorded, axe: str, browser: Browser) -> None:
    with looking(browser) as page:
        page.goto(f"{logs.served.url}/stage/{put(logs, 'forced-after-five-rounds')}?at=46")
        page.get_by_role("button", name="手机遥控").click()
        remote = page.get_by_role("link", name="在这台设备上打开遥控器").get_attribute("href")
        finds_nothing(page, axe, "the code of the remote")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="下一幕").click()
        expect(page.get_by_role("region", name="结果海报")).to_be_visible()
        finds_nothing(page, axe, "the poster")
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.goto(str(remote))
        expect(page.get_by_role("button", name="继续")).to_be_visible()
        finds_nothing(page, axe, "the remote")


def test_axe_finds_nothing_in_what_a_negotiation_opens(logs: Recorded, axe: str, browser: Browser) -> None:
    with looking(browser) as page:
        page.goto(f"{logs.served.url}/d/{put(logs, 'forced-after-five-rounds')}")
        over(page)
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_be_visible()
        finds_nothing(page, axe, "the keys")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="二维码").first.click()
        expect(page.get_by_role("img", name=re.compile("^二维码")).first).to_be_visible()
        finds_nothing(page, axe, "the code of the link")
        page.keyboard.press("1")
        page.keyboard.press("/")
        page.keyboard.type("预算")
        finds_nothing(page, axe, "lanes with a search")
        page.keyboard.press("Escape")
        page.get_by_role("tab", name="成员").click()
        page.get_by_role("button", name="为什么没有邀请某人？").click()
        finds_nothing(page, axe, "who was not invited")


REFUSED = re.compile(r"status of 40[0134]")
"""What a browser says of an answer that is a refusal."""
THEMES: tuple[Theme, ...] = ("light", "dark")


def finds_nothing(page: Page, axe: str, where: str) -> None:
    """In either theme, in which the page is now."""
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        expect(page.locator(f"html[data-theme={theme}]")).to_be_attached()
        page.evaluate(AT_REST)  # colours change over
        assert problems(page, axe) == [], f"{where}, {theme}"


def test_axe_finds_nothing_on_the_way_in_and_among_the_agents(system: Served, axe: str, browser: Browser) -> None:
    with looking(browser, REFUSED) as page:
        page.goto(f"{system.url}/d/d-{'a' * 13}")
        missing = page.locator("[data-state=missing]")
        expect(missing).to_be_visible()
        finds_nothing(page, axe, "no such demand")

        missing.get_by_role("button", name="登录").click()
        dialog = page.get_by_role("dialog")
        for key in ("no-key-at-all", ROOT):
            dialog.get_by_label("密钥").fill(key)
            dialog.get_by_role("button", name="登录").click()
            if key != ROOT:
                expect(dialog.get_by_role("alert")).to_be_visible()
                finds_nothing(page, axe, "signing in")
        expect(dialog).to_be_hidden()

        page.get_by_role("link", name="智能体").click()
        page.get_by_role("region", name="智能体列表").get_by_role("link", name="Bob").click()
        details = page.get_by_role("region", name="Bob")
        expect(details).to_contain_text("场地提供")
        finds_nothing(page, axe, "an agent's details")
        details.get_by_role("button", name="删除").click()
        expect(dialog).to_contain_text("删除“Bob”？")
        finds_nothing(page, axe, "deleting an agent")
        dialog.get_by_role("button", name="取消").click()

        page.get_by_role("button", name="添加智能体").click()
        form = page.get_by_role("region", name="添加智能体")
        form.get_by_label("编号").fill("Agent Qin")
        form.get_by_role("button", name="保存").click()
        expect(form.get_by_role("alert")).to_be_visible()
        finds_nothing(page, axe, "an agent's form")

        page.get_by_role("button", name="导入").click()
        panel = page.get_by_role("region", name="导入智能体")
        panel.get_by_label("或粘贴内容").fill("\n".join(LINES[1:4]))
        panel.get_by_role("button", name="预览").click()
        expect(panel.locator("tbody tr")).to_have_count(3)
        finds_nothing(page, axe, "an import with errors")


BESIDE = """panel => {
    const [one, other] = [panel, document.querySelector("[data-testid=replay]")].map(it => it.getBoundingClientRect());
    return one.right <= other.left || one.left >= other.right || one.bottom <= other.top || one.top >= other.bottom;
}"""
REACHED = """bar => {
    const {left, top, width, height} = bar.getBoundingClientRect();
    return bar.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def leaves_the_replay_alone(panel: Locator) -> None:
    """Nobody is asked: whoever looks back is not disturbed, at the top of the page and at its end."""
    bar = panel.page.get_by_test_id("replay")
    folded = bar.get_by_role("button", name="回放")
    bar = folded if folded.is_visible() else bar  # on a phone
    panel.page.evaluate("scrollTo(0, 0)")
    expect(bar).to_be_in_viewport(ratio=1)
    assert panel.evaluate(BESIDE)
    assert bar.evaluate(REACHED)
    panel.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(bar).to_be_in_viewport(ratio=1)
    assert panel.evaluate(BESIDE)
    assert bar.evaluate(REACHED)


def unfold(head: Locator) -> None:
    """Open the panel of the questions, which is folded where it would cover the page."""
    if head.get_attribute("aria-expanded") == "false":
        head.click()


@pytest.mark.parametrize("size", [pytest.param(DESK, marks=pytest.mark.long), PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing_where_a_person_is_asked(
    size: tuple[int, int], system: Served, ended: str, axe: str, browser: Browser
) -> None:
    with looking(browser, size=size) as page:
        page.goto(f"{system.url}/d/{ended}")
        over(page)
        panel = answers_in_person(page, system)
        page.go_back()
        over(page)
        head = panel.get_by_role("button", name="本人答复")
        expect(head).to_have_attribute("aria-expanded", "false")
        leaves_the_replay_alone(panel)
        finds_nothing(page, axe, "nobody is asked")

        demand_id = stated(system)
        invitation = panel.locator("[data-question=invitation]")
        expect(head).to_contain_text("1")
        unfold(head)
        invitation.get_by_role("link", name="查看协商").click()
        expect(page).to_have_url(re.compile(demand_id))
        unfold(head)
        invitation.get_by_label("有条件参与").check()
        invitation.get_by_role("button", name="答复").click()
        expect(invitation).to_contain_text("请填写此项")
        finds_nothing(page, axe, "a person is asked")
        head.click()
        expect(invitation).to_be_hidden()
        expect(head).to_be_in_viewport(ratio=1)
        finds_nothing(page, axe, "a question waits")

        expect(page.get_by_role("button", name="取消协商")).to_be_hidden()  # it is not his
        with looking(browser, size=size) as alice:
            alice.goto(f"{system.url}/d/{demand_id}")
            sign_in(alice, ALICE)
            alice.get_by_role("button", name="取消协商").click()
            dialog = alice.get_by_role("dialog")
            expect(dialog).to_contain_text("确定要取消吗？")
            finds_nothing(alice, axe, "cancelling")
            dialog.get_by_role("button", name="确定取消").click()
        over(page)
        unfold(head)
        panel.get_by_role("button", name="交还智能体").click()
        expect(panel).to_be_hidden()
