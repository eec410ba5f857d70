"""Does a person answer for their own agent in the page, and does an administrator import, add and change agents there?"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.page_browser import looking, open_list, open_tab, over
from tests.e2e.page_systems import Served, demonstration
from tests.support.cli_runner import PATIENCE

pytestmark = pytest.mark.requires("browser")

KEYS = "key-of-alice:user_alice:user,key-of-bob:user_bob:user,key-of-root:root:admin"
ALICE, BOB, ROOT = (key.split(":")[0] for key in KEYS.split(","))
PEOPLE = [
    {
        "agent_id": "agent_bob",
        "display_name": "Bob",
        "user_id": "user_bob",
        "capabilities": ["场地提供"],
        "location": "北京",
    },
    {"agent_id": "agent_amy", "display_name": "Amy", "capabilities": ["演讲嘉宾"], "location": "北京"},
]
DEMAND = "我想在北京办一场AI主题聚会"
SCENARIO = {"demand": DEMAND, "profiles": PEOPLE, "filter": ["agent_bob", "agent_amy"]}
SHORT = "6"
"""Seconds that an agent waits for a person who says nothing: the page looks for questions every two."""

GOOD = ("陆遥", "何以安")
LINES = [
    json.dumps({"agent_id": "agent_lu", "display_name": GOOD[0], "capabilities": ["皮影戏"], "location": "西安"}),
    "{this is no JSON",
    json.dumps({"agent_id": "agent_nameless"}),
    json.dumps({"agent_id": "Agent Bad", "display_name": "Bad id"}),
    json.dumps({"agent_id": "agent_he", "display_name": GOOD[1], "capabilities": ["皮影戏", "布景"]}),
    json.dumps({"agent_id": "agent_dear", "display_name": "Dear", "price": -1}),
]
BAD = {2: "JSON", 3: "display_name", 4: "agent_id", 6: "price"}
"""What the reason of each bad line names."""


@pytest.fixture(scope="module")
def scenario(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("scenario") / "people.yaml"
    path.write_text(json.dumps(SCENARIO), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def system(scenario: Path) -> Iterator[Served]:
    """Every agent waits a minute for its person."""
    with demonstration(scenario, TOWOW_API_KEYS=KEYS, TOWOW_HUMAN_TIMEOUT="60") as found:
        yield found


def ask(system: Served, method: str, path: str, key: str, body: Any = None) -> Any:
    """What the gateway says to whoever has the key; None if that is nothing."""
    headers = {"Authorization": f"Bearer {key}"}
    said = httpx2.request(method, f"{system.url}/api/v1{path}", headers=headers, json=body, timeout=PATIENCE)
    assert said.is_success, said.text
    return said.json() if said.content else None


def sign_in(page: Page, key: str) -> None:
    """By the page's own dialog, which a phone has in the menu of the page's head."""
    head = page.get_by_role("banner")
    expect(head.get_by_role("button", name=re.compile("登录|菜单")).first).to_be_visible()
    if head.get_by_role("button", name="菜单").is_visible():
        head.get_by_role("button", name="菜单").click()
    head.get_by_role("button", name="登录").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("密钥").fill(key)
    dialog.get_by_role("button", name="登录").click()
    expect(dialog).to_be_hidden()


def answers_in_person(page: Page, system: Served) -> Locator:
    """Bob signs in and answers for his agent himself; where he is asked."""
    page.goto(system.url)
    sign_in(page, BOB)
    mine = page.locator("section", has=page.get_by_role("heading", name="我的智能体"))
    expect(mine.get_by_role("listitem")).to_have_count(1)
    mine.get_by_role("button", name="由我本人答复").click()
    panel = page.get_by_role("complementary", name="本人答复")
    expect(panel).to_contain_text("你正在代替智能体「Bob」亲自答复")
    expect(panel).to_contain_text("暂时没有需要你答复的问题")
    return panel


def rows(page: Page, kind: str, name: str) -> Locator:
    """What the timeline has of one kind from one agent."""
    return page.locator(f"li[data-type='towow.{kind}']").filter(has_text=name)


def said_by(page: Page, agent_id: str) -> Locator:
    """An agent among the candidates, with all its words."""
    open_tab(page, "people")
    row = page.locator(f"[data-part=CandidateList] li[data-agent={agent_id}]")
    row.locator("summary").click()
    return row


def test_a_person_answers_for_their_own_agent(system: Served, browser: Browser) -> None:
    for person in PEOPLE:
        ask(system, "PUT", f"/admin/agents/{person['agent_id']}", ROOT, person)
    with looking(browser) as bob, looking(browser) as alice:
        panel = answers_in_person(bob, system)
        alice.goto(system.url)
        sign_in(alice, ALICE)
        alice.get_by_label("你的需求").fill(DEMAND)
        alice.get_by_role("button", name="开始协商").click()

        invitation = panel.locator("[data-question=invitation]")
        expect(invitation).to_contain_text("邀请「Bob」参与")
        expect(invitation).to_contain_text(DEMAND)
        expect(invitation).to_contain_text("之后由智能体答复")
        for fact in ("谁发起user_alice", "地点未说明", "还有谁Amy", "答复截止"):
            expect(invitation).to_contain_text(fact)
        expect(bob).to_have_title(re.compile(r"^\(1\) "))
        invitation.get_by_label("有条件参与").check()
        invitation.get_by_label("你能提供什么").fill("我自己的小剧场")
        invitation.get_by_role("button", name="答复").click()
        expect(invitation).to_contain_text("请填写此项")  # a condition is asked for
        invitation.get_by_label("你的条件").fill("晚上十点前结束")
        invitation.get_by_role("button", name="答复").click()
        expect(invitation).to_be_hidden()
        open_list(alice)
        expect(rows(alice, "offer.submitted", "Bob")).to_contain_text("我自己的小剧场")

        review = panel.locator("[data-question=review]")
        expect(review).to_contain_text("请「Bob」审阅方案第 1 版")
        expect(alice.locator("[data-state=negotiating]")).to_be_visible()  # it waits for him
        review.get_by_label("接受").check()
        review.get_by_label("原因").fill("正合适")
        review.get_by_role("button", name="答复").click()
        over(alice)
        expect(alice.locator("[data-state=success]")).to_be_visible()
        expect(panel).to_contain_text("暂时没有需要你答复的问题")
        open_list(alice)
        for kind, words in (("offer.submitted", "晚上十点前结束"), ("proposal.feedback", "正合适")):
            expect(rows(alice, kind, "Bob")).to_contain_text("本人答复")
            expect(rows(alice, kind, "Bob")).to_contain_text(words)
            expect(rows(alice, kind, "Amy")).to_be_attached()
            expect(rows(alice, kind, "Amy")).not_to_contain_text("本人")
        row = said_by(alice, "agent_bob")
        expect(row.get_by_text("本人回答", exact=True)).to_have_count(3)  # once for all, then of each answer
        expect(row).to_contain_text("晚上十点前结束")
        expect(said_by(alice, "agent_amy")).not_to_contain_text("本人")

        head = panel.get_by_role("button", name="本人答复")
        if head.get_attribute("aria-expanded") == "false":
            head.click()
        panel.get_by_role("button", name="交还智能体").click()
        expect(panel).to_be_hidden()


def test_a_person_changes_their_answer_while_others_think(system: Served, browser: Browser) -> None:
    """Bob and Amy are both attended: as long as Amy thinks, Bob may think again. What Bob has answered leaves by itself."""
    for person in PEOPLE:
        ask(system, "PUT", f"/admin/agents/{person['agent_id']}", ROOT, person)
    ask(system, "PUT", "/agents/agent_amy/attendance", ROOT)
    with looking(browser) as bob:
        panel = answers_in_person(bob, system)
        body = {"raw_input": DEMAND, "user_id": "user_alice", "visibility": "public"}
        demand_id = ask(system, "POST", "/demand/submit?wait_s=0", ALICE, body)["demand_id"]
        card = panel.get_by_role("article").filter(has_text="邀请「Bob」参与")
        card.get_by_label("婉拒").check()
        card.get_by_role("button", name="答复").click()
        expect(card).to_contain_text("已送出")
        expect(card.get_by_label("婉拒")).to_be_hidden()
        card.get_by_role("button", name="修改答复").click()
        card.get_by_label("参与", exact=True).check()
        card.get_by_label("你能提供什么").fill("我自己的小剧场")
        card.get_by_role("button", name="答复", exact=True).click()
        expect(card).to_contain_text("你的答复: 参与")
        asked = ask(system, "GET", "/agents/agent_amy/questions", ROOT)["items"]
        assert len(asked) == 1
        ask(system, "POST", f"/agents/agent_amy/questions/{asked[0]['question_id']}", ROOT, {"decision": "participate"})
        expect(card).to_have_count(0)
        bob.goto(f"{system.url}/d/{demand_id}?view=list")
        expect(rows(bob, "offer.submitted", "Bob")).to_have_count(2)
        expect(rows(bob, "offer.submitted", "Bob").last).to_contain_text("我自己的小剧场")
    ask(system, "DELETE", "/agents/agent_amy/attendance", ROOT)


def test_an_agent_answers_for_a_person_who_stays_silent(scenario: Path, browser: Browser) -> None:
    with (
        demonstration(scenario, TOWOW_API_KEYS=KEYS, TOWOW_HUMAN_TIMEOUT=SHORT) as system,
        looking(browser) as page,
    ):
        for person in PEOPLE:
            ask(system, "PUT", f"/admin/agents/{person['agent_id']}", ROOT, person)
        panel = answers_in_person(page, system)
        body = {"raw_input": DEMAND, "user_id": "user_alice", "visibility": "public"}
        demand_id = ask(system, "POST", "/demand/submit?wait_s=0", ALICE, body)["demand_id"]
        expect(panel.locator("[data-question=invitation]")).to_be_visible()
        page.locator(f"a[href='/d/{demand_id}']").first.click()
        over(page)
        expect(page.locator("[data-state=success]")).to_be_visible()
        open_list(page)
        for kind in ("offer.submitted", "proposal.feedback"):
            expect(rows(page, kind, "Bob")).to_contain_text("智能体代答")
            expect(rows(page, kind, "Bob")).not_to_contain_text("本人答复")
        row = said_by(page, "agent_bob")
        expect(row.get_by_text("本人未及时回答，智能体代答")).to_have_count(2)
        expect(row.get_by_text("本人回答", exact=True)).to_have_count(0)
        expect(panel.locator("[data-question]")).to_have_count(0)


def test_agents_are_imported_though_some_lines_are_bad(system: Served, browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "people.jsonl"
    file.write_text("\n".join(LINES), encoding="utf-8")
    with looking(browser) as page:
        page.goto(f"{system.url}/agents")
        sign_in(page, ROOT)
        page.get_by_role("button", name="导入").click()
        panel = page.get_by_role("region", name="导入智能体")
        panel.get_by_label("选择文件").set_input_files(file)
        panel.get_by_role("button", name="预览").click()
        expect(panel.get_by_role("status")).to_have_text("导入后会怎样新增 2修改 0有错 4")
        panel.get_by_role("button", name="导入 2 个智能体").click()
        expect(panel.get_by_role("status")).to_have_text("导入完成新增 2替换 0有错 4")
        found = {
            int(row.locator("th").inner_text()): row.locator("td").inner_text()
            for row in panel.locator("tbody tr").all()
        }
        assert list(found) == list(BAD)
        assert all(BAD[line] in reason for line, reason in found.items()), found
        page.get_by_label("搜索智能体").fill("皮影戏")
        listed = page.get_by_role("region", name="智能体列表")
        expect(listed.get_by_role("listitem")).to_have_count(len(GOOD))
        for name in GOOD:
            expect(listed.get_by_role("listitem").filter(has_text=name)).to_contain_text("匹配皮影戏")
        for agent_id in ("agent_nameless", "agent_dear"):
            expect(listed).not_to_contain_text(agent_id)


def test_one_agent_is_added_changed_and_deactivated(system: Served, browser: Browser) -> None:
    with looking(browser) as page:
        page.goto(f"{system.url}/agents")
        expect(page.get_by_role("button", name="添加智能体")).to_be_hidden()
        sign_in(page, ROOT)
        page.get_by_role("button", name="添加智能体").click()
        form = page.get_by_role("region", name="添加智能体")
        form.get_by_label("编号").fill("Agent Qin")
        form.get_by_role("button", name="保存").click()
        expect(form.get_by_role("alert")).to_have_text("有些字段需要修改。")
        form.get_by_label("编号").fill("agent_qin")
        form.get_by_label("名称", exact=True).fill("秦川")
        form.get_by_label("能力").fill("木偶戏\n讲故事")
        form.get_by_label("地点").fill("西安")
        form.get_by_label("参与价格", exact=True).fill("800")
        form.get_by_label("币种", exact=True).fill("gbp")
        form.get_by_role("button", name="保存").click()

        details = page.get_by_role("region", name="秦川")
        expect(details).to_contain_text("木偶戏")
        expect(details).to_contain_text("可受邀")
        expect(details).to_contain_text("£800")
        details.get_by_role("button", name="编辑").click()
        form = page.get_by_role("region", name="编辑“秦川”")
        expect(form.get_by_label("参与价格", exact=True)).to_have_value("800")
        expect(form.get_by_label("币种", exact=True)).to_have_value("GBP")
        form.get_by_label("能力").fill("木偶戏\n戏曲")
        form.get_by_role("button", name="保存").click()
        expect(details).to_contain_text("戏曲")
        expect(details).not_to_contain_text("讲故事")

        details.get_by_role("button", name="停用").click()
        expect(details).to_contain_text("已停用")
        expect(details.get_by_role("button", name="启用")).to_be_visible()
    profile = ask(system, "GET", "/admin/agents/agent_qin", ROOT)
    assert (profile["capabilities"], profile["active"]) == (["木偶戏", "戏曲"], False)
    assert (profile["price"], profile["currency"]) == (800, "GBP")
