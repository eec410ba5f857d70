"""What a messenger shows of a link to a demand: its title, state, date and place; nothing of a private one, never markup."""

import asyncio
import re
from html import unescape
from typing import Any

import pytest

from gateway.static_site.routes import STATIC_FOLDER
from shared.runtime.virtual_clock import VirtualClock
from tests.support.faulty_store import ScriptedStoreFaults
from tests.support.gateway_harness import ALICE, KEYS, NOBODY, GatewayHarness, gateway_harness

HOSTILE = 'I need a venue "/><script>alert(1)</script> \u202egnp.exe & a room'
TAG = re.compile(r'<meta property="(og:[a-z:_]+)" content="([^"]*)" />')


async def tags(running: GatewayHarness, path: str, **headers: str) -> dict[str, str]:
    """The tags of a page as a messenger reads them."""
    answer = await running.http.get(path, headers={"Accept": "text/html", **headers})
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"
    return {name: unescape(content) for name, content in TAG.findall(answer.text)}


async def ended(running: GatewayHarness, **more: Any) -> dict[str, Any]:
    demand = await running.submit(**more)
    running.http.cookies.clear()
    return await running.ended(demand["demand_id"], more.get("who", NOBODY))


@pytest.mark.parametrize("page", ["d", "stage"])
async def test_a_link_shows_title_and_state_with_a_picture(page: str, running: GatewayHarness) -> None:
    view = await ended(running)
    found = await tags(running, f"/{page}/{view['demand_id']}?at=3")
    assert found["og:title"] == (view["understanding"].get("title") or view["raw_input"])
    assert found["og:description"].startswith(("Agreed", "Partly agreed", "No agreement"))
    assert found["og:url"] == f"http://gateway/{page}/{view['demand_id']}"
    assert found["og:image"].startswith("http://gateway/assets/preview-")
    picture = STATIC_FOLDER / "assets" / found["og:image"].rpartition("/")[2]
    assert picture.read_bytes().startswith(b"\x89PNG")


async def test_hostile_words_are_inert_and_cut(running: GatewayHarness) -> None:
    view = await ended(running, raw_input=HOSTILE + " x" * 3000)
    answer = await running.http.get(f"/d/{view['demand_id']}")
    assert "<script>alert" not in answer.text
    assert "\u202e" not in answer.text
    found = {name: unescape(content) for name, content in TAG.findall(answer.text)}
    assert max(map(len, found.values())) <= 200
    assert len(answer.text.split("</head>")) == 2


@pytest.mark.parametrize("keys", ["", KEYS])
async def test_nothing_is_shown_of_a_private_or_unknown_demand(keys: str, clock: VirtualClock) -> None:
    async with gateway_harness(clock, keys=keys) as running:
        who = ALICE if keys else NOBODY
        view = await ended(running, who=who, visibility="private")
        assert await tags(running, f"/d/{view['demand_id']}", **who) == {}
        assert await tags(running, "/d/d-aaaaaaaaaaaaa") == {}
        assert await tags(running, "/d/%22%3E") == {}


async def test_the_page_opens_without_tags_while_the_store_is_away(clock: VirtualClock) -> None:
    faults = ScriptedStoreFaults(["get_correlation"], active=False, hangs=True)
    async with gateway_harness(clock, faults=faults) as running:
        view = await ended(running)
        faults.active = True
        before = asyncio.get_running_loop().time()
        assert await tags(running, f"/d/{view['demand_id']}") == {}
        assert asyncio.get_running_loop().time() - before < 1


async def test_an_unchanged_page_is_not_sent_again(running: GatewayHarness) -> None:
    view = await ended(running)
    for encoding in ("gzip", "identity"):
        path, asked = f"/d/{view['demand_id']}", {"Accept-Encoding": encoding}
        first = await running.http.get(path, headers=asked)
        again = await running.http.get(path, headers={**asked, "If-None-Match": first.headers["etag"]})
        assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
        assert "og:title" in first.text
