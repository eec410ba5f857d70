"""What the gateway shows of demands, channels, agents and itself (TWQ-03…05, INTERFACES § 7)."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from channel_admin.core.state import ChannelState
from gateway.http.pagination import decode_cursor, encode_cursor
from gateway.negotiation.views.demand_projection import fold
from gateway.negotiation.views.schema import DemandView
from negotiation.registry.profile import Profile
from shared.core.envelope import encode_envelope
from shared.core.timestamps import to_iso8601
from shared.llm.port import ModelUnavailable
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import CorrelationInfo, DeadLetter, StoreMisconfigured
from tests.support.embedded_system import ANSWERS
from tests.support.faulty_store import ScriptedStoreFaults, no_faults
from tests.support.gateway_harness import ALICE, BOB, GatewayHarness, event_payloads, gateway_harness
from tests.support.gateway_harness import KEYS as API_KEYS
from tests.support.reference_run import RepeatingFault, list_dead_letters, message
from towow.config.settings import parse_settings

KEYS = [
    "demand_id",
    "channel_id",
    "status",
    "phase",
    "raw_input",
    "user_id",
    "understanding",
    "candidates",
    "proposal",
    "round",
    "max_rounds",
    "evaluations",
    "gaps",
    "subnets",
    "outcome",
    "cost",
    "model",
    "last_seq",
]
"""Of a demand's view, as the interface pins them."""


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 1000))
async def test_a_demand_is_shown_while_it_is_negotiated_and_afterwards(running: GatewayHarness) -> None:
    demand = await running.submit()
    phases: list[str] = []
    view: dict[str, Any] = {}
    while not phases or phases[-1] != "closed":
        view = (await running.get(f"/demands/{demand['demand_id']}")).json()
        assert set(KEYS) <= set(view)
        phases += [view["phase"]] if view["phase"] not in phases else []
        await asyncio.sleep(0.2)
    assert phases == ["filtering", "collecting", "aggregating", "negotiating", "adjusting", "after", "closed"]
    assert view["status"] == "finalized"
    feedback = {who["agent_id"]: who["feedback"]["feedback_type"] for who in view["candidates"]}
    assert feedback == dict.fromkeys(("amy", "bob", "cai"), "accept")
    log = await running.system.store.read_log(demand["demand_id"])
    assert view["last_seq"] == log[-1].seq


async def three(running: GatewayHarness) -> list[str]:
    """Three demands of two users, submitted one after the other, that have ended."""
    ids: list[str] = []
    for user in ("user_alice", "user_bob", "user_alice"):
        ids.append((await running.submit(user))["demand_id"])
        await running.ended(ids[-1])
        await asyncio.sleep(1)
    return ids


async def test_demands_are_listed_newest_first_page_by_page(running: GatewayHarness) -> None:
    assert (await running.get("/demands")).json() == {"items": []}
    first, second, third = await three(running)
    page = (await running.get("/demands", limit=2)).json()
    assert [item["demand_id"] for item in page["items"]] == [third, second]
    rest = (await running.get("/demands", limit=2, before=page["next"])).json()
    assert [item["demand_id"] for item in rest["items"]] == [first]
    assert "next" not in rest
    item = rest["items"][0]
    assert set(item) == {
        "demand_id", "channel_id", "status", "surface_demand", "user_id", "created_at", "closed_at", "round",
        "complete", "needs", "missing",
    }  # fmt: skip
    assert (item["status"], item["user_id"], item["round"]) == ("finalized", "user_alice", 2)


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 1000))
async def test_demands_are_listed_of_one_user_and_of_one_status(running: GatewayHarness) -> None:
    first, second, third = await three(running)
    now = (await running.submit("user_bob"))["demand_id"]

    async def ids(**query: Any) -> list[str]:
        found: list[str] = []
        while True:
            page = (await running.get("/demands", **query)).json()
            found += [item["demand_id"] for item in page["items"]]
            if "next" not in page:
                return found
            query["before"] = page["next"]

    assert await ids(user_id="user_bob") == [now, second]
    assert await ids(user_id="nobody") == []
    assert await ids(status="processing") == [now]
    assert await ids(status="finalized", limit=1) == [third, second, first]
    assert await ids(status="finalized", user_id="user_alice") == [third, first]
    assert await ids(status="failed", limit=1) == []


async def test_hidden_private_demands_do_not_shorten_a_page(running: GatewayHarness) -> None:
    public: list[str] = []
    for number in range(12):
        hidden = number % 3 != 0
        demand = await running.submit(visibility="private" if hidden else "public")
        public += [] if hidden else [demand["demand_id"]]
        await asyncio.sleep(1)
    page = (await running.get("/demands", limit=3)).json()
    assert [item["demand_id"] for item in page["items"]] == public[:0:-1]
    rest = (await running.get("/demands", limit=3, before=page["next"])).json()
    assert [item["demand_id"] for item in rest["items"]] == public[:1]


async def hidden_and_public(running: GatewayHarness) -> tuple[list[CorrelationInfo], list[str]]:
    """Of bob many private ones, in bursts of one ms; of alice public ones in between, newest first."""
    public: list[str] = []
    for burst in (3, 15, 1, 12):
        for number in range(burst):
            body = {"raw_input": "secret", "user_id": "user_bob", "visibility": "private"}
            assert (await running.post("/demand/submit", body, BOB, wait_s=0)).is_success
            if number == burst // 2:
                body = {"raw_input": "a venue", "user_id": "user_alice"}
                public.append((await running.post("/demand/submit", body, ALICE, wait_s=0)).json()["demand_id"])
        await asyncio.sleep(1)
    known = await running.system.store.list_correlations(limit=200)
    return [about for about in known if about.private], sorted(public, key=[*map(_id, known)].index)


def _id(known: CorrelationInfo) -> str:
    return known.correlation_id


@pytest.mark.parametrize("limit", [1, 2, 5])
@pytest.mark.gateway(keys=API_KEYS, model=RuleBasedModel(ANSWERS, 60_000))
async def test_no_cursor_contains_the_id_of_a_hidden_demand(limit: int, running: GatewayHarness) -> None:
    hidden, public = await hidden_and_public(running)
    found: list[str] = []
    query: dict[str, Any] = {}
    while True:
        page = (await running.get("/demands", limit=limit, **query)).json()
        found += [item["demand_id"] for item in page["items"]]
        if "next" not in page:
            break
        _, demand_id = decode_cursor(page["next"])
        assert demand_id in ("", *public)
        query = {"before": page["next"]}
    assert found == public
    assert len(hidden) == 31


@pytest.mark.gateway(keys=API_KEYS, model=RuleBasedModel(ANSWERS, 60_000))
async def test_a_forged_cursor_reveals_no_position_of_a_hidden_demand(running: GatewayHarness) -> None:
    """Else one could ask of an id, letter by letter, on which side of it a hidden one lies."""
    hidden, _ = await hidden_and_public(running)
    for about in hidden[::5]:
        made_up = ("", _id(about), _id(about)[:-1], _id(about) + "0", "d-", "d-zzzzzzzzzzzzz")
        answers = {
            (await running.get("/demands", limit=1, before=encode_cursor(about.opened_at, made))).content
            for made in made_up
        }
        assert len(answers) == 1
    mine = (await running.get("/demands", BOB, limit=1, user_id="user_bob")).json()
    assert decode_cursor(mine["next"])[1] == mine["items"][0]["demand_id"]


async def test_the_log_of_an_ended_demand_is_read_once_for_all_lists(
    monkeypatch: pytest.MonkeyPatch, clock: VirtualClock
) -> None:
    monkeypatch.setattr("gateway.negotiation.views.cache.MAX_VIEWS", 1)
    reads = no_faults()
    async with gateway_harness(clock, faults=reads) as running:
        await three(running)
        first = (await running.get("/demands")).json()
        reads.seen.clear()
        assert (await running.get("/demands")).json() == first
        assert (await running.get("/demands", status="finalized", limit=2)).json()["items"] == first["items"][:2]
        assert reads.count("read_log") == 0
        running_still = (await running.post("/demand/submit", {"raw_input": "x", "user_id": "u"}, wait_s=0)).json()
        for status in ("processing", "finalized"):
            newest = (await running.get("/demands")).json()["items"][0]
            assert (newest["demand_id"], newest["status"]) == (running_still["demand_id"], status)
            await running.ended(running_still["demand_id"])


async def test_building_a_list_yields_to_other_tasks(monkeypatch: pytest.MonkeyPatch, clock: VirtualClock) -> None:
    folded: dict[int, set[str]] = {}
    turn = 0

    def noted(view: DemandView | None, event: bytes) -> DemandView:
        view = fold(view, event)
        folded.setdefault(turn, set()).add(view["demand_id"])
        return view

    async def others() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    async with gateway_harness(clock, model=RuleBasedModel(ANSWERS, 60_000)) as running:
        for _ in range(40):
            await running.post("/demand/submit", {"raw_input": "x", "user_id": "u"}, wait_s=0)
        monkeypatch.setattr("gateway.negotiation.views.cache.fold", noted)
        waiting = asyncio.create_task(others())
        assert len((await running.get("/demands")).json()["items"]) == 40
        waiting.cancel()
        assert max(map(len, folded.values())) <= 4


async def test_the_event_pages_join_to_the_log(running: GatewayHarness) -> None:
    demand = (await running.submit())["demand_id"]
    await running.ended(demand)
    log = await running.system.store.read_log(demand)
    events: list[Any] = []
    page = {"last_seq": 0, "closed": False}
    while not page["closed"]:
        page = (await running.get(f"/demands/{demand}/events", after=page["last_seq"], limit=4)).json()
        assert 0 < len(page["events"]) <= 4
        events += page["events"]
    assert events == [json.loads(entry.data) for entry in log]
    end = (await running.get(f"/demands/{demand}/events", after=len(log))).json()
    assert end == {"events": [], "last_seq": len(log), "closed": True}
    beyond = (await running.get(f"/demands/{demand}/events", after=10**15)).json()
    assert beyond == {"events": [], "last_seq": 10**15, "closed": True}


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 1000))
async def test_a_channel_is_pending_until_somebody_is_invited(running: GatewayHarness) -> None:
    demand = await running.submit()
    path = f"/channels/{demand['channel_id']}"
    pending = (await running.get(path)).json()
    assert (pending["pending"], pending["status"]) == (True, "created")
    assert (pending["current_round"], pending["proposal_version"]) == (1, 1)
    assert (pending["recovery_attempts"], pending["max_recovery_attempts"]) == (0, 3)
    assert event_payloads(await running.get(path + "-1")) == (404, "E007")
    await running.ended(demand["demand_id"])
    channel = (await running.get(path)).json()
    assert (channel["pending"], channel["status"], channel["accept_count"]) == (False, "finalized", 3)
    assert channel["current_round"] == 2
    assert "processed_message_ids" not in channel
    assert channel["last_state_check"] >= channel["last_updated_at"] > channel["created_at"]


async def test_a_channel_response_has_its_recovery_attempts_and_their_limit(clock: VirtualClock) -> None:
    model = RuleBasedModel(ANSWERS, 100_000)
    settings = parse_settings({"max_stuck_time": 20, "max_recovery_attempts": 2})
    async with gateway_harness(clock, model=model, settings=settings) as running:
        demand = await running.submit()
        await asyncio.sleep(45)
        found = (await running.get(f"/channels/{demand['channel_id']}")).json()
        _, record = await running.system.store.read_record(
            f"channel/{demand['channel_id']}", demand["demand_id"]
        ) or pytest.fail("no record")
        state = ChannelState.model_validate_json(record)
        assert found["recovery_attempts"] == state.recovery_attempts >= 1
        assert found["max_recovery_attempts"] == 2
        assert found["last_state_check"] == to_iso8601(state.last_updated_at) > found["last_updated_at"]


async def test_the_public_view_of_an_agent_has_no_private_fields(running: GatewayHarness) -> None:
    profile = (await running.system.profiles.get("amy")) or pytest.fail("no amy")
    await running.system.profiles.upsert(
        profile.model_copy(
            update={"user_id": "user_amy", "price": 777, "constraints": ("no smokers",), "tags": ("quiet",)}
        )
    )
    agent = (await running.get("/agents/amy")).json()
    assert agent == {
        "agent_id": "amy", "display_name": "Amy", "summary": "", "capabilities": ["venue"], "tags": ["quiet"],
        "languages": [], "remote": False, "active": True
    }  # fmt: skip
    for path in ("/agents", "/agents?q=venue", "/agents/amy"):
        text = (await running.get(path)).text
        assert not any(word in text for word in ("user_amy", "777", "smokers", "even"))
    assert (await running.get("/admin/agents/amy")).json()["price"] == 777


async def test_agents_are_listed_by_place_skill_language_and_price(running: GatewayHarness) -> None:
    people = (
        {"agent_id": "z_hall", "display_name": "Hall", "capabilities": ["venue"], "location": "London", "price": 700, "currency": "GBP"},
        {"agent_id": "a_london", "display_name": "Lon", "capabilities": ["juggling"], "location": "London"},
        {"agent_id": "a_venue", "display_name": "Ven", "capabilities": ["场地"], "location": "北京", "languages": ["zh"]},
    )  # fmt: skip
    for fields in people:
        await running.system.profiles.upsert(Profile.model_validate(fields))

    async def listed(**query: Any) -> list[str]:
        return [one["agent_id"] for one in (await running.get("/agents", **query)).json()["items"]]

    assert await listed(location="伦敦") == ["a_london", "z_hall"]
    assert await listed(location="London", capability="场地") == ["z_hall"]
    assert await listed(language="zh") == ["a_venue"]
    assert await listed(max_price=1000, currency="GBP") == ["z_hall"]
    assert await listed(max_price=700, currency="GBP") == [], "the price itself is not public"
    assert await listed(q="venue", location="London") == ["z_hall"]
    page = (await running.get("/agents", q="venue London", facets="true")).json()
    assert (page["items"][0]["agent_id"], page["matching_all"], page["found"]) == ("z_hall", 1, 6)
    assert {"value": "London", "zh": "伦敦", "en": "London", "count": 2} in page["facets"]["locations"]
    assert "price" not in page["items"][0]
    assert (await running.get("/agents")).json().keys() == {"items", "total"}
    refused: list[dict[str, Any]] = [
        {"max_price": -1}, {"max_price": "1.5"}, {"currency": "pounds"}, {"location": "x" * 101},
    ]  # fmt: skip
    for bad in refused:
        assert event_payloads(await running.get("/agents", **bad)) == (400, "E001"), bad


async def test_each_agent_search_hit_names_its_matches(running: GatewayHarness) -> None:
    hits = (await running.get("/agents", q="a venue please", limit=2)).json()
    assert len(hits["items"]) == 2
    assert hits["total"] == 3
    assert all(hit["matched"] == ["venue"] for hit in hits["items"])
    assert (await running.get("/agents", q="zeppelin")).json()["items"] == []
    everybody = (await running.get("/agents")).json()["items"]
    assert [agent["agent_id"] for agent in everybody] == ["amy", "bob", "cai"]
    assert event_payloads(await running.get("/agents", q="x" * 501)) == (400, "E001")


async def test_agents_are_added_changed_and_removed(running: GatewayHarness) -> None:
    dan = {"agent_id": "dan", "display_name": "Dan", "capabilities": ["catering"], "capacity": 40.0}
    added = await running.post("/admin/agents", dan)
    assert (added.status_code, added.headers["location"]) == (201, "/api/v1/agents/dan")
    assert added.json()["capacity"] == 40
    assert event_payloads(await running.post("/admin/agents", dan)) == (409, "E014")
    other = await running.ask("PUT", "/admin/agents/dan", json={**dan, "display_name": "Daniel"})
    assert (other.status_code, (await running.get("/agents/dan")).json()["display_name"]) == (200, "Daniel")
    assert (await running.ask("PUT", "/admin/agents/eve", json={**dan, "agent_id": "eve"})).status_code == 201
    assert event_payloads(await running.ask("PUT", "/admin/agents/bob", json=dan)) == (409, "E014")
    assert (await running.ask("DELETE", "/admin/agents/dan")).status_code == 204
    assert event_payloads(await running.ask("DELETE", "/admin/agents/dan")) == (404, "E008")
    for wrong in ({**dan, "agent_id": "D A"}, {**dan, "capacity": "40"}, {**dan, "remote": 1}, {**dan, "x": 1}):
        assert event_payloads(await running.post("/admin/agents", wrong)) == (400, "E001")
    assert await running.system.profiles.count() == 4


async def test_dead_letters_are_listed_and_sent_again(monkeypatch: pytest.MonkeyPatch, running: GatewayHarness) -> None:
    assert (await running.get("/admin/dead-letters")).json() == {"items": [], "total": 0}
    await running.system.put("channel_admin", encode_envelope(message(type="never_heard")), id="m1", type="never_heard")
    await running.system.put("channel_admin", b"\xff", id="m2")
    await list_dead_letters(running.system, 2)
    letters = (await running.get("/admin/dead-letters")).json()
    assert letters["total"] == 2
    by_reason = {letter["reason"]: letter for letter in letters["items"]}
    assert by_reason["unknown_type"]["sender"] == "coordinator/collab-none"
    assert by_reason["unknown_type"]["demand_id"] == "d-none"
    assert by_reason["undecodable"]["sender"] is None
    path = f"/admin/dead-letters/{by_reason['undecodable']['id']}/resend"
    assert (await running.post(path)).json()["status"] == "resent"
    assert event_payloads(await running.post(path)) == (404, "E019")
    await running.system.put("channel_admin", b"\xfe", id="m3")
    await list_dead_letters(running.system, 2)
    store, read = running.system.store, list[int]()

    async def counted(limit: int | None = None) -> Sequence[DeadLetter]:
        found = await type(store).list_dead_letters(store, limit)
        read.append(len(found))
        return found

    monkeypatch.setattr(store, "list_dead_letters", counted)
    oldest = (await running.get("/admin/dead-letters", limit=1)).json()
    assert read == [1]
    assert ([letter["reason"] for letter in oldest["items"]], oldest["total"]) == (["unknown_type"], 2)


async def test_the_breaker_is_shown_and_closed_by_hand(clock: VirtualClock) -> None:
    down = RepeatingFault(clock, ModelUnavailable("down"))
    async with gateway_harness(clock, model=RuleBasedModel(dict.fromkeys(ANSWERS, down))) as running:
        for _ in range(3):
            await running.submit()
        state = (await running.get("/admin/breaker")).json()
        assert (state["state"], state["failures"], state["model"]) == ("open", 3, "simulated")
        assert state["until"].endswith("Z")
        ready = (await running.get("//readyz")).json()
        assert ready["ready"]
        assert [check["name"] for check in ready["checks"] if not check["ok"]] == ["breaker"]
        assert "towow_breaker_state 2.0" in (await running.get("//metrics")).text
        closed = {"model": "simulated", "state": "closed", "failures": 0}
        assert (await running.post("/admin/breaker/reset")).json() == closed
        assert (await running.get("/admin/breaker")).json() == closed


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 5000))
async def test_open_channels_are_listed_oldest_first_with_stuck_ones_marked(running: GatewayHarness) -> None:
    await three(running)
    old = (await running.submit())["demand_id"]
    await running.system.worker.stop()
    await asyncio.sleep(700)
    new = await running.post("/demand/submit", {"raw_input": "x", "user_id": "u"}, wait_s=0)
    told_of = (await running.get("/admin/channels")).json()
    assert told_of["total"] == 1 + new.is_success
    first = told_of["items"][0]
    assert (first["demand_id"], first["stuck"], first["phase"]) == (old, True, "filtering")
    assert first["age_s"] >= 700
    assert [channel["stuck"] for channel in told_of["items"][1:]] == [False] * new.is_success
    assert len((await running.get("/admin/channels", limit=1)).json()["items"]) == 1


async def test_readiness_needs_the_store_and_not_the_broker(clock: VirtualClock) -> None:
    away = no_faults()
    up = True
    async with gateway_harness(
        clock, faults=away, change=lambda context: replace(context, is_broker_connected=lambda: up)
    ) as running:
        ready = await running.get("//readyz")
        assert ready.status_code == 200
        assert {check["name"]: check["ok"] for check in ready.json()["checks"]} == dict.fromkeys(
            ("store", "functions", "broker", "breaker", "registry", "embedder"), True
        )
        assert (ready.json()["mode"], ready.json()["model"]) == ("embedded", "simulated")
        up = False
        ready = await running.get("//readyz")
        assert (ready.status_code, ready.json()["ready"]) == (200, True)
        for hangs in (False, True):
            away.hangs, away.active = hangs, True
            began = clock.now()
            down = await running.http.get("/readyz")
            assert (down.status_code, down.json()["ready"]) == (503, False)
            assert clock.now() - began <= 1100
            assert (await running.get("//healthz")).status_code == 200
            away.active = False


async def test_readiness_distinguishes_missing_functions_from_a_missing_store(clock: VirtualClock) -> None:
    missing = StoreMisconfigured("the functions of this version are missing: `towow init` puts them there")
    async with gateway_harness(clock, faults=ScriptedStoreFaults(error=lambda _: missing)) as running:
        down = await running.http.get("/readyz")
        checks = {check["name"]: check["ok"] for check in down.json()["checks"]}
        assert (down.status_code, checks["store"], checks["functions"]) == (503, True, False)
        assert event_payloads(await running.post("/demand/submit", {"raw_input": "x", "user_id": "u"})) == (503, "E018")


@pytest.mark.parametrize(
    "path", ["/demands", "/demands/d-abcdefghijklm", "/channels/collab-abcdefghijklm", "/admin/channels"]
)
async def test_a_read_without_store_is_refused_within_three_seconds(path: str, clock: VirtualClock) -> None:
    async with gateway_harness(clock, faults=ScriptedStoreFaults()) as running:
        began = clock.now()
        assert event_payloads(await running.get(path)) == (503, "E018")
        assert clock.now() - began <= 3000


async def test_metrics_of_the_store_are_read_at_scrape_time(clock: VirtualClock) -> None:
    away = no_faults()
    async with gateway_harness(clock, faults=away, model=RuleBasedModel(ANSWERS, 5000)) as running:
        for _ in range(2):
            await running.post("/demand/submit", {"raw_input": "x", "user_id": "u"}, wait_s=0)
        await asyncio.sleep(1)
        await running.system.worker.stop()
        await asyncio.sleep(400)
        text = (await running.get("//metrics")).text
        assert "towow_channels_open 2.0" in text
        late = next(line for line in text.splitlines() if line.startswith("towow_due_oldest_seconds "))
        assert float(late.split()[1]) > 30
        assert 'towow_steps_total{role="channel_admin"' in text
        away.active = away.hangs = True
        began = clock.now()
        assert "towow_channels_open 2.0" in (await running.get("//metrics")).text
        assert clock.now() - began <= 1100


async def test_the_plain_pages_load_nothing_external(tmp_path: Path, clock: VirtualClock) -> None:
    async with gateway_harness(clock, static=tmp_path) as running:
        for path in ("//", "//docs"):
            page = await running.get(path)
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            assert "://" not in page.text
            assert "<script" not in page.text
        document = (await running.get("//openapi.json")).json()
        docs = (await running.get("//docs")).text
        for operations in document["paths"].values():
            for operation in operations.values():
                assert f'id="{operation["operationId"]}"' in docs
        assert (await running.get("//asyncapi.json")).json()["asyncapi"] == "3.0.0"


async def test_a_view_continues_after_a_store_outage_without_double_counting(clock: VirtualClock) -> None:
    """The view that is kept goes on where it was, and no event counts twice."""
    away = ScriptedStoreFaults({"read_log"}, active=False)
    async with gateway_harness(clock, faults=away, model=RuleBasedModel(ANSWERS, 1000)) as running:
        demand = (await running.submit())["demand_id"]
        before = (await running.get(f"/demands/{demand}")).json()
        away.active = True
        assert event_payloads(await running.get(f"/demands/{demand}")) == (503, "E018")
        away.active = False
        view = await running.ended(demand)
        assert view["last_seq"] > before["last_seq"]
        fresh = GatewayHarness(running.system, running.context, running.http)
        assert (await fresh.get(f"/demands/{demand}")).json() == view
