"""Does the page get over a gateway that is killed under it, or that is away when a negotiation is opened?"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.distributed import distributed
from tests.e2e.page_browser import LINE_CUT, PATIENCE, looking, open_tab, over, sequence
from tests.e2e.page_systems import Killable

pytestmark = [pytest.mark.requires("browser"), pytest.mark.requires("services")]

DEMAND = "我想在北京办一场AI主题聚会，需要场地和嘉宾"
STATES = """
(() => {
    window.states = [];
    new MutationObserver(() => {
        const state = document.querySelector("[data-connection]")?.dataset.connection;
        if (state !== undefined && state !== states.at(-1)) states.push(state);
    }).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ["data-connection"]});
})();
"""


@pytest.fixture(scope="module")
def gateway() -> Iterator[Killable]:
    """One of its own, before real services and workers who take their time."""
    with distributed() as towow:
        assert towow.run("init").code == 0
        with towow.working("all", TOWOW_SIMULATED_LATENCY_MS="500"):
            found = Killable(towow)
            yield found
            found.kill()


def open_inside(page: Page, path: str) -> None:
    """As a link of the page does: nothing is loaded anew."""
    page.evaluate("path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }", path)


# The gateway first: it is torn down with asyncio, which the browser's own loop does not let run.
def test_a_gateway_is_killed_and_comes_back_mid_way(gateway: Killable, browser: Browser) -> None:
    demand_id = gateway.served.submit(DEMAND)
    with looking(browser, LINE_CUT, script=STATES) as page:
        page.goto(f"{gateway.served.url}/d/{demand_id}?view=list")
        expect(page.locator("li[data-seq='6']")).to_be_attached()
        gateway.kill()
        expect(page.locator("[data-connection=lost]")).to_be_visible()
        before = sequence(page)
        assert before == list(range(1, len(before) + 1))
        gateway.start()
        over(page)
        events = gateway.served.events(demand_id)
        assert len(events) > len(before), "it was over before the gateway was killed"
        open_tab(page, "now")
        assert sequence(page) == [event["seq"] for event in events]
        states = page.evaluate("states")
        assert [state for state in states if state != "connecting"] == ["live", "lost", "live", "over"]


def test_a_gateway_that_is_away_when_a_negotiation_is_opened_comes_later(gateway: Killable, browser: Browser) -> None:
    demand_id = gateway.served.submit(DEMAND)
    with looking(browser, LINE_CUT, script=STATES) as page:
        page.goto(f"{gateway.served.url}/agents")
        expect(page.get_by_role("region", name="智能体列表")).to_be_visible()
        gateway.kill()
        open_inside(page, f"/d/{demand_id}")
        expect(page.locator("[data-connection=lost]")).to_be_visible()
        expect(page.locator("[data-state=loading]")).to_be_visible()
        gateway.start()
        expect(page.locator("li[data-seq='1']")).to_be_attached(timeout=2 * PATIENCE)
        assert "live" in page.evaluate("states")
