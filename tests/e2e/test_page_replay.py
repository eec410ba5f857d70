"""Does whoever looks back at a moment see what a viewer saw who was there? (issue 6 part 4)"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.page_browser import Language, looking, over
from tests.e2e.page_recorder import TEXTS, scrubbed, seen
from tests.e2e.page_systems import demonstration, paced

pytestmark = pytest.mark.requires("browser")

LATENCY = 300
"""Milliseconds of each answer: the page is open before there are so many events that it folds them at once."""


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("subnet-closes-a-gap", "zh-CN"),
        pytest.param("forced-after-five-rounds", "en-GB", marks=pytest.mark.long),
        pytest.param("too-few-accept", "zh-CN", marks=pytest.mark.long),
    ],
)
def test_each_moment_looks_as_it_looked_when_it_happened(
    name: str, language: Language, browser: Browser, tmp_path: Path
) -> None:
    with (
        demonstration(paced(name, tmp_path, LATENCY)) as system,
        looking(browser, language=language, script=TEXTS) as page,
    ):
        page.goto(f"{system.url}/agents")  # so that all is loaded when it begins
        demand_id = system.submit("我想在北京办一场AI主题聚会")
        page.goto(f"{system.url}/d/{demand_id}")
        over(page)
        events = system.events(demand_id)
        live = seen(page)
        assert sorted(live) == list(range(1, len(events) + 1))
        back = scrubbed(page)
        assert sorted(back) == sorted(live)
        for seq, text in live.items():
            assert back[seq] == text, f"{name}: after event {seq}, {events[seq - 1]['event_type']}"
        assert len(set(live.values())) > len(events) / 2, "there is hardly anything to be seen"
