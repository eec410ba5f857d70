"""Does whoever looks back at a moment see what a viewer saw who was there? (issue 6 part 4)"""

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.page_browser import TABS, Language, looking, over
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
    """In each tab, and in the one that follows the log."""
    with ExitStack() as held:
        system = held.enter_context(demonstration(paced(name, tmp_path, LATENCY)))
        pages = {tab: held.enter_context(looking(browser, language=language, script=TEXTS)) for tab in (None, *TABS)}
        for page in pages.values():
            page.goto(f"{system.url}/agents")  # so that all is loaded when it begins
        demand_id = system.submit("我想在北京办一场AI主题聚会")
        for tab, page in pages.items():
            page.goto(f"{system.url}/d/{demand_id}{f'?tab={tab}' if tab else ''}")
        for page in pages.values():
            over(page)
        events = system.events(demand_id)
        for tab, page in pages.items():
            live = seen(page)
            back = scrubbed(page)
            if tab is None:
                assert sorted(live) == list(range(1, len(events) + 1))
                assert len(set(live.values())) > len(events) / 2, "there is hardly anything to be seen"
            for seq, text in live.items():
                assert back[seq] == text, f"{name}, {tab}: after event {seq}, {events[seq - 1]['event_type']}"
