"""Does one find agents by place, skill and price, see what an import changes, and not change a demonstration unawares?"""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.page_browser import PHONE, Language, fits, looking
from tests.e2e.page_systems import Recorded, recorded_logs
from tests.e2e.test_page_axe import finds_nothing, read_axe
from tests.support.cli_runner import PATIENCE

pytestmark = pytest.mark.requires("browser")

PEOPLE = (
    {"agent_id": "hall", "display_name": "Desmond", "capabilities": ["venue"], "location": "London", "price": 300, "currency": "GBP"},
    {"agent_id": "hall_far", "display_name": "高鹏", "capabilities": ["场地"], "location": "北京", "price": 900},
    {"agent_id": "juggler", "display_name": "Callum", "capabilities": ["juggling"], "location": "London", "languages": ["en"]},
    {"agent_id": "hostile", "display_name": "<b>Eve</b>", "capabilities": ["</option><script>"], "location": "<i>Nowhere</i>"},
)  # fmt: skip
LINES = "\n".join(
    json.dumps(each)
    for each in (
        {"agent_id": "juggler", "display_name": "Callum", "capabilities": ["juggling", "mime"], "location": "London"},
        {"agent_id": "newcomer", "display_name": "Nadia"},
        {"agent_id": "bad", "display_name": "Bad", "capabilities": "venue"},
    )
)

WORDS: dict[Language, dict[str, str]] = {
    "zh-CN": {
        "list": "智能体列表", "place": "地点", "london": "伦敦 (2)", "skill": "能力", "venue": "场地提供 (1)", "clear": "清除筛选",
        "price": "费用", "cheap": "£500 以内 (1)", "search": "搜索智能体", "partly": "以下只符合一部分词。", "beijing": "场地 北京",
        "note": "任何人都可以修改", "accept": "我知道，仍要修改", "delete": "删除", "cancel": "取消", "import": "导入", "panel": "导入智能体",
        "paste": "或粘贴内容", "preview": "预览", "would": "导入后会怎样", "fields": "修改：能力和语言", "reason": "capabilities 应为文字的列表",
        "send": "导入 2 个智能体", "undo": "撤销这次导入", "undone": "已撤销：恢复 1 个，删除 1 个", "done": "导入完成",
    },
    "en-GB": {
        "list": "List of agents", "place": "Place", "london": "London (2)", "skill": "Skill", "venue": "venue (1)", "clear": "Clear the filters",
        "price": "Price", "cheap": "up to £500 (1)", "search": "Search agents", "partly": "matches only part of the words", "beijing": "venue Beijing",
        "note": "everybody may change", "accept": "I understand; show me how to change it", "delete": "Delete", "cancel": "Cancel", "import": "Import",
        "panel": "Import agents", "paste": "Or paste the lines", "preview": "Preview", "would": "What the import would do",
        "fields": "changes: Capabilities and Languages", "reason": "capabilities must be a list of texts",
        "send": "Import 2 agents", "undo": "Undo this import", "undone": "Undone: 1 restored, 1 deleted", "done": "Imported",
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def logs() -> Iterator[Recorded]:
    """A gateway without keys, whose registry has PEOPLE besides those of every test."""
    with recorded_logs() as found:
        for person in PEOPLE:
            put(found, person)
        yield found


def put(logs: Recorded, person: dict[str, Any]) -> None:
    url = f"{logs.served.url}/api/v1/admin/agents/{person['agent_id']}"
    assert httpx2.put(url, json=person, timeout=PATIENCE).is_success


def names(page: Page, words: dict[str, str]) -> Locator:
    """The agents that are listed."""
    return page.get_by_role("region", name=words["list"]).get_by_role("listitem")


@pytest.mark.parametrize("language", list(WORDS))
def test_agents_are_found_by_place_skill_and_price(language: Language, logs: Recorded, browser: Browser) -> None:
    words = WORDS[language]
    with looking(browser, language=language) as page:
        page.goto(f"{logs.served.url}/agents")
        page.get_by_label(words["place"], exact=True).select_option(label=words["london"])
        expect(names(page, words)).to_have_text([re.compile("Desmond"), re.compile("Callum")])
        assert "location=London" in page.url
        page.get_by_label(words["skill"], exact=True).select_option(label=words["venue"])
        expect(names(page, words)).to_have_count(1)
        page.reload()
        expect(names(page, words)).to_have_text([re.compile("Desmond")])
        page.go_back()
        expect(names(page, words)).to_have_count(2)
        page.get_by_role("button", name=words["clear"]).click()
        expect(page).to_have_url(f"{logs.served.url}/agents")
        page.get_by_label(words["price"], exact=True).select_option(label=words["cheap"])
        expect(names(page, words)).to_have_text([re.compile("Desmond")])
        page.get_by_role("button", name=words["clear"]).click()
        expect(names(page, words).filter(has_text="<b>Eve</b>")).to_have_count(1)
        page.get_by_label(words["search"]).fill(words["beijing"])
        expect(names(page, words).first).to_contain_text("高鹏")
        expect(page.get_by_text(words["partly"])).to_be_visible()
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        assert fits(page)


@pytest.mark.parametrize("language", list(WORDS))
def test_whoever_has_not_signed_in_confirms_that_everybody_may_change_a_demonstration(
    language: Language, logs: Recorded, browser: Browser
) -> None:
    words = WORDS[language]
    with looking(browser, language=language) as page:
        page.goto(f"{logs.served.url}/agents?agent=hall")
        details = page.get_by_role("region", name="Desmond")
        expect(details).to_contain_text(words["note"])
        expect(details.get_by_role("button", name=words["delete"])).to_have_count(0)
        details.get_by_role("button", name=words["accept"]).click()
        details.get_by_role("button", name=words["delete"]).click()
        page.get_by_role("dialog").get_by_role("button", name=words["cancel"]).click()
        expect(names(page, words).filter(has_text="Desmond")).to_have_count(1)
        page.reload()
        expect(details.get_by_role("button", name=words["delete"])).to_have_count(0)


@pytest.mark.parametrize("language", list(WORDS))
def test_an_import_is_previewed_and_undone(language: Language, logs: Recorded, browser: Browser) -> None:
    words = WORDS[language]
    put(logs, PEOPLE[2])
    with looking(browser, language=language) as page:
        page.goto(f"{logs.served.url}/agents?q=Nadia")
        page.get_by_role("button", name=words["accept"]).click()
        page.get_by_role("button", name=words["import"], exact=True).click()
        panel = page.get_by_role("region", name=words["panel"])
        panel.get_by_label(words["paste"]).fill(LINES)
        panel.get_by_role("button", name=words["preview"]).click()
        preview = panel.get_by_role("region", name=words["would"])
        expect(preview.get_by_role("listitem").filter(has_text="Callum")).to_contain_text(words["fields"])
        expect(preview.get_by_role("listitem").filter(has_text="Nadia")).to_be_visible()
        expect(preview.get_by_role("row").filter(has_text="3")).to_contain_text(words["reason"])
        expect(names(page, words)).to_have_count(0)
        preview.get_by_role("button", name=words["send"]).click()
        expect(panel.get_by_text(words["done"], exact=True)).to_be_visible()
        expect(names(page, words)).to_have_count(1)
        finds_nothing(page, read_axe(), "an import that can be undone")
        panel.get_by_role("button", name=words["undo"]).click()
        expect(panel).to_contain_text(words["undone"])
        finds_nothing(page, read_axe(), "an import that was undone")
        expect(names(page, words)).to_have_count(0)
    assert httpx2.get(f"{logs.served.url}/api/v1/agents/juggler", timeout=PATIENCE).json()["capabilities"] == [
        "juggling"
    ]
