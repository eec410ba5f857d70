"""Can everybody use the page? What axe finds, on every page, light and dark."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_browser import PHONE, Theme, looking, over
from tests.e2e.page_systems import Recorded, recorded_logs
from tests.golden.recording import recorded

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

pytestmark = [pytest.mark.requires("browser"), pytest.mark.requires("node")]

RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .filter(({impact}) => impact === "serious" || impact === "critical")
    .map(({id, help, nodes}) => ({id, help, where: nodes.map(({html}) => html.slice(0, 300))}))"""


@pytest.fixture(scope="module")
def logs() -> Iterator[Recorded]:
    with recorded_logs() as found:
        yield found


@pytest.fixture(scope="module")
def axe() -> str:
    assert AXE.exists(), f"{AXE} is missing: run make web/node_modules"
    return AXE.read_text(encoding="utf-8")


def put(logs: Recorded, name: str, until: int | None = None) -> str:
    return logs.put(f"{name} {until}", [json.loads(line) for line in recorded(name)][:until])


def problems(page: Page, axe: str) -> list[dict[str, Any]]:
    """What axe calls serious or critical."""
    page.evaluate(axe)
    return page.evaluate(RUN)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(theme: Theme, logs: Recorded, axe: str, browser: Browser) -> None:
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
            assert problems(page, axe) == [], name
        running = put(logs, "majority-leaves", 20)
        for path in (f"/d/{running}", f"/stage/{running}"):
            page.goto(f"{url}{path}")
            expect(page.locator("[data-testid=negotiation][data-at='20']")).to_be_visible()
            assert problems(page, axe) == [], path
        page.goto(f"{url}/stage/{demand_id}")
        expect(page.locator("[data-testid=negotiation][data-at='46']")).to_be_visible()
        assert problems(page, axe) == [], "the stage in the end"


def test_axe_finds_nothing_serious_on_a_phone(logs: Recorded, axe: str, browser: Browser) -> None:
    with looking(browser, size=PHONE) as page:
        page.goto(f"{logs.served.url}/d/{put(logs, 'agreed-at-once')}")
        over(page)
        assert problems(page, axe) == []
