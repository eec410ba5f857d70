"""Does a presentation relay the commands of its remotes to its stage, through any gateway, and of nobody else?"""

import asyncio
from itertools import product
from typing import Any

import httpx2

from gateway.app import create_app
from gateway.auth.requester_token import digest_token
from gateway.negotiation.presentations import (
    CELLS,
    KEPT_COMMANDS,
    LIFETIME_MS,
    MAX_PER_DEMAND,
    Presentations,
    RemoteAccess,
)
from gateway.static_site.routes import STATIC_FOLDER
from shared.runtime.virtual_clock import VirtualClock
from tests.support.gateway_harness import (
    ALICE,
    BOB,
    KEYS,
    GatewayHarness,
    event_payloads,
    gateway_harness,
    system_extensions,
)

CELL_NAMES = [f"presentations:{number}" for number in range(CELLS)]
DISPLAY = {"mode": "held", "speed": 0.5, "seq": 7, "poster": False}
CHANGES = (("POST", "commands", {"action": "next"}), ("PUT", "display", DISPLAY))
SENSELESS: tuple[dict[str, Any], ...] = (
    {},
    {"action": "explode"},
    {"action": "speed"},
    {"action": "next", "speed": 1},
    {"action": "speed", "speed": 100},
    {"action": "speed", "speed": "1"},
    {"action": "next", "more": 1},
)


class Remote:
    """What a phone does with the link that it was given."""

    def __init__(self, gateway: GatewayHarness, demand_id: str, receipt: dict[str, Any]) -> None:
        self.path = f"/demands/{demand_id}/presentations/{receipt['presentation_id']}"
        self._gateway = gateway
        self._token = {"X-Presentation-Token": receipt["token"]}

    async def press(self, action: str, **more: Any) -> httpx2.Response:
        return await self._gateway.post(f"{self.path}/commands", {"action": action, **more}, self._token)

    async def show(self, display: dict[str, Any]) -> httpx2.Response:
        return await self._gateway.ask("PUT", f"{self.path}/display", self._token, json=display)

    async def state(self, **query: Any) -> dict[str, Any]:
        return (await self._gateway.get(self.path, **query)).json()


async def presented(gateway: GatewayHarness) -> tuple[str, dict[str, Any]]:
    """A demand and a presentation of it."""
    demand_id = (await gateway.submit())["demand_id"]
    created = await gateway.post(f"/demands/{demand_id}/presentations")
    assert created.status_code == 201
    return demand_id, created.json()


async def test_a_command_reaches_the_stage_and_what_it_shows_reaches_the_remote(clock: VirtualClock) -> None:
    async with gateway_harness(clock) as gateway:
        remote = Remote(gateway, *await presented(gateway))
        assert (await remote.state())["commands"] == []
        assert (await remote.press("speed", speed=0.5)).json() == {"number": 1}
        assert (await remote.show(DISPLAY)).status_code == 204
        state = await remote.state()
        assert state["commands"] == [{"action": "speed", "speed": 0.5, "number": 1}]
        assert state["display"] == DISPLAY


async def test_of_two_remotes_the_last_command_counts_and_both_see_the_state(clock: VirtualClock) -> None:
    async with gateway_harness(clock) as gateway:
        demand_id, receipt = await presented(gateway)
        one, other = Remote(gateway, demand_id, receipt), Remote(gateway, demand_id, receipt)
        numbers = await asyncio.gather(
            *(remote.press(action) for remote in (one, other) for action in ("hold", "next"))
        )
        assert sorted(answer.json()["number"] for answer in numbers) == [1, 2, 3, 4]
        last = (await other.press("continue")).json()["number"]
        for remote in (one, other):
            assert (await remote.state())["commands"][-1] == {"action": "continue", "number": last}


async def test_another_gateway_knows_the_presentation(clock: VirtualClock) -> None:
    async with gateway_harness(clock) as gateway:
        demand_id, receipt = await presented(gateway)
        app = create_app(gateway.context, system_extensions(gateway.system), STATIC_FOLDER)
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://localhost") as http:
            remote = Remote(GatewayHarness(gateway.system, gateway.context, http), demand_id, receipt)
            assert (await remote.press("next")).status_code == 202
        assert [one["action"] for one in (await Remote(gateway, demand_id, receipt).state())["commands"]] == ["next"]


async def test_who_waits_for_a_newer_state_gets_it_when_it_comes_and_not_before(clock: VirtualClock) -> None:
    async with gateway_harness(clock) as gateway:
        remote = Remote(gateway, *await presented(gateway))
        known = (await remote.state())["revision"]
        before = clock.now()
        assert (await remote.state(after=known, wait_s=5))["revision"] == known
        assert clock.now() - before >= 5000
        waiting = asyncio.ensure_future(remote.state(after=known, wait_s=20))
        await asyncio.sleep(1)
        assert not waiting.done()
        await remote.press("hold")
        assert (await waiting)["revision"] == known + 1
        assert clock.now() - before < 10_000
        waiting = asyncio.ensure_future(remote.state(after=known + 1, wait_s=20))
        await asyncio.sleep(1)
        gateway.context.shutdown.set()
        await waiting
        assert clock.now() - before < 15_000, "a gateway that stops waits for nobody"


async def test_nobody_without_the_token_moves_the_stage(clock: VirtualClock) -> None:
    async with gateway_harness(clock) as gateway:
        demand_id, receipt = await presented(gateway)
        remote = Remote(gateway, demand_id, receipt)
        tokens: tuple[dict[str, str], ...] = ({}, *({"X-Presentation-Token": wrong} for wrong in ("", "no", "x" * 128)))
        for who, (method, path, body) in product(tokens, CHANGES):
            refused = await gateway.ask(method, f"{remote.path}/{path}", who, json=body)
            assert event_payloads(refused) == (403, "E013")
        assert await remote.state() == {
            "presentation_id": receipt["presentation_id"],
            "revision": 1,
            "expires_at": receipt["expires_at"],
            "commands": [],
        }


async def test_the_token_of_another_presentation_and_an_unknown_one_are_refused(clock: VirtualClock) -> None:
    async with gateway_harness(clock) as gateway:
        demand_id, receipt = await presented(gateway)
        other = (await gateway.post(f"/demands/{demand_id}/presentations")).json()
        stolen = {**receipt, "token": other["token"]}
        assert event_payloads(await Remote(gateway, demand_id, stolen).press("next")) == (403, "E013")
        gone = {**receipt, "presentation_id": "p-0000"}
        assert event_payloads(await Remote(gateway, demand_id, gone).press("next")) == (404, "E019")
        elsewhere = (await gateway.submit())["demand_id"]
        assert event_payloads(await Remote(gateway, elsewhere, receipt).press("next")) == (404, "E019")
        assert event_payloads(await gateway.post("/demands/d-nowhere/presentations")) == (404, "E002")


async def test_a_command_that_means_nothing_is_refused(clock: VirtualClock) -> None:
    async with gateway_harness(clock) as gateway:
        demand_id, receipt = await presented(gateway)
        remote = Remote(gateway, demand_id, receipt)
        for body in SENSELESS:
            refused = await gateway.post(f"{remote.path}/commands", body, {"X-Presentation-Token": receipt["token"]})
            assert event_payloads(refused) == (400, "E001"), body


async def test_only_who_may_see_a_demand_presents_it(clock: VirtualClock) -> None:
    async with gateway_harness(clock, keys=KEYS) as gateway:
        demand_id = (await gateway.submit(who=ALICE, visibility="private"))["demand_id"]
        path = f"/demands/{demand_id}/presentations"
        receipt = (await gateway.post(path, who=ALICE)).json()
        token = {"X-Presentation-Token": receipt["token"]}
        command = f"{path}/{receipt['presentation_id']}/commands"
        assert event_payloads(await gateway.post(path, who=BOB)) == (404, "E002")
        assert event_payloads(await gateway.post(command, {"action": "next"}, BOB | token)) == (404, "E002")
        assert (await gateway.post(command, {"action": "next"}, ALICE | token)).status_code == 202


async def test_commands_are_limited_as_other_changes_are(clock: VirtualClock) -> None:
    async with gateway_harness(clock, keys=KEYS, rate_limit_per_minute=5) as gateway:
        demand_id = (await gateway.submit(who=ALICE))["demand_id"]
        receipt = (await gateway.post(f"/demands/{demand_id}/presentations", who=ALICE)).json()
        command = f"/demands/{demand_id}/presentations/{receipt['presentation_id']}/commands"
        who = ALICE | {"X-Presentation-Token": receipt["token"]}
        codes = [(await gateway.post(command, {"action": "next"}, who)).status_code for _ in range(5)]
        assert codes == [202, 202, 202, 429, 429]


async def test_presentations_end_and_their_number_is_bounded(clock: VirtualClock) -> None:
    async with gateway_harness(clock) as gateway:
        demand_id, receipt = await presented(gateway)
        remote = Remote(gateway, demand_id, receipt)
        for _ in range(KEPT_COMMANDS + 1):
            await remote.press("next")
        kept = [one["number"] for one in (await remote.state())["commands"]]
        assert kept == list(range(2, KEPT_COMMANDS + 2))
        newer = [(await gateway.post(f"/demands/{demand_id}/presentations")).json() for _ in range(MAX_PER_DEMAND)]
        assert event_payloads(await remote.press("next")) == (404, "E019")
        youngest = Remote(gateway, demand_id, newer[-1])
        assert (await youngest.press("next")).status_code == 202
        await asyncio.sleep(LIFETIME_MS / 1000)
        assert event_payloads(await youngest.press("next")) == (404, "E019")


async def test_the_store_has_no_token(clock: VirtualClock) -> None:
    async with gateway_harness(clock) as gateway:
        demand_id, receipt = await presented(gateway)
        presentations = Presentations(gateway.context.store, gateway.context.shutdown)
        access = RemoteAccess(demand_id, receipt["presentation_id"])
        assert receipt["token"] not in (await presentations.read(access)).model_dump_json()
        written = [value for _, value in await asyncio.gather(*map(gateway.context.store.get_versioned, CELL_NAMES))]
        assert digest_token(receipt["token"]).encode() in b"".join(written)
        assert receipt["token"].encode() not in b"".join(written)
