"""What administrators see and change of the whole system over HTTP: its state, and dead letters in numbers."""

import asyncio
from dataclasses import replace

import pytest

from gateway.context import GatewayContext
from gateway.inspection.service_checks import ServiceInspection
from shared.core.envelope import encode_envelope
from shared.llm.port import ModelUnavailable
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.virtual_clock import VirtualClock
from shared.store.memory.store import MemoryStore
from shared.store.port import DeadLetter
from shared.store.server_status import ServerStatus, StoreMemory
from shared.transport.broker_status import BrokerStatus, QueueStatus
from shared.transport.memory.broker import MemoryBroker
from shared.transport.port import BrokerMessage
from tests.support.embedded_system import ANSWERS
from tests.support.faulty_store import ScriptedStoreFaults
from tests.support.gateway_harness import ALICE, KEYS, ROOT, GatewayHarness, event_payloads, gateway_harness
from tests.support.reference_run import RepeatingFault, list_dead_letters, message
from towow.bootstrap.applications import GATEWAY, QUEUES
from towow.bootstrap.embedded_probes import EmbeddedProbes

CHECKS = ["broker", "store", "registry", "workers", "breaker"]


async def add_letters(running: GatewayHarness, reason: str, amount: int) -> list[str]:
    """File dead letters, and return their ids."""
    ids = [f"{reason}-{number}" for number in range(amount)]
    for identifier in ids:
        data = encode_envelope(message(message_id=identifier))
        told = BrokerMessage("dead", "channel_admin", identifier, "offer_received", data)
        letter = DeadLetter(identifier, "channel_admin", reason, "boom", 5, "2026-01-22T10:00:00Z", told)
        await running.system.store.add_dead_letter(letter)
    return ids


async def test_a_dead_letter_is_deleted_once(running: GatewayHarness) -> None:
    await running.system.put("channel_admin", b"\xff", id="m2")
    (letter,) = await list_dead_letters(running.system)
    path = f"/admin/dead-letters/{letter.id}"
    assert (await running.ask("DELETE", path)).json() == {"id": letter.id, "status": "deleted"}
    assert event_payloads(await running.ask("DELETE", path)) == (404, "E019")
    assert (await running.get("/admin/dead-letters")).json() == {"items": [], "total": 0}


async def test_several_dead_letters_are_resent_and_what_cannot_be_is_told(running: GatewayHarness) -> None:
    failed = await add_letters(running, "handler_failed", 2)
    forged = await add_letters(running, "undecodable", 1)
    body = {"ids": [*failed, "nobody", *forged, failed[0]]}
    told = (await running.post("/admin/dead-letters/resend", body)).json()
    assert told == {"changed": failed, "gone": ["nobody"], "refused": forged, "more": False}
    told = (await running.post("/admin/dead-letters/resend", {"reason": "undecodable"})).json()
    assert told == {"changed": [], "gone": [], "refused": forged, "more": False}
    assert [letter.id for letter in await running.system.store.list_dead_letters()] == forged
    told = (await running.post("/admin/dead-letters/delete", {"ids": [*forged, failed[0]]})).json()
    assert told == {"changed": forged, "gone": [failed[0]], "refused": [], "more": False}


async def test_all_dead_letters_of_a_reason_are_deleted_in_steps(running: GatewayHarness) -> None:
    await add_letters(running, "unroutable", 250)
    (kept,) = await add_letters(running, "oversized", 1)
    steps = [(await running.post("/admin/dead-letters/delete", {"reason": "unroutable"})).json() for _ in range(4)]
    assert [(len(step["changed"]), step["more"]) for step in steps] == [
        (100, True),
        (100, True),
        (50, False),
        (0, False),
    ]
    assert [letter.id for letter in await running.system.store.list_dead_letters()] == [kept]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"ids": []},
        {"ids": ["x"], "reason": "y"},
        {"ids": ["x" * 65]},
        {"ids": ["x"] * 201},
        {"reason": ""},
        {"a": 1},
    ],
    ids=["neither", "empty", "both", "long", "many", "no reason", "unknown"],
)
async def test_a_selection_of_dead_letters_has_ids_or_a_reason(running: GatewayHarness, body: object) -> None:
    for action in ("resend", "delete"):
        assert event_payloads(await running.post(f"/admin/dead-letters/{action}", body)) == (400, "E001")


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 2000))
async def test_the_system_is_reported_with_the_figures_behind_the_checks(running: GatewayHarness) -> None:
    demand = await running.submit()
    report = (await running.get("/admin/system")).json()
    assert [check["name"] for check in report["checks"]] == CHECKS
    assert all(check["ok"] and not check["hint"] for check in report["checks"])
    assert [role["role"] for role in report["roles"]] == [*QUEUES, GATEWAY]
    by_role = {role["role"]: role for role in report["roles"]}
    assert by_role["coordinator"]["workers"] == 1
    assert "waiting" not in by_role[GATEWAY]
    assert all(role["overdue_s"] == 0 for role in report["roles"])
    assert report["open"] == {"demands": 1, "deliberations": 0, "games": 0}
    assert (report["dead_letters"], report["max_open"], report["breaker"]["state"]) == (0, 2000, "closed")
    await running.ended(demand["demand_id"])
    await add_letters(running, "handler_failed", 3)
    await asyncio.sleep(11)
    later = (await running.get("/admin/system")).json()
    assert (later["open"]["demands"], later["dead_letters"]) == (0, 3)


@pytest.mark.gateway(keys=KEYS, model=RuleBasedModel(ANSWERS, 2000))
async def test_an_administrator_cancels_any_open_demand(running: GatewayHarness) -> None:
    demand_id = (await running.submit(who=ALICE, visibility="private"))["demand_id"]
    path = f"/admin/channels/{demand_id}/cancel"
    assert event_payloads(await running.post(path, who=ALICE)) == (403, "E013")
    assert (await running.post(path, who=ROOT)).status_code == 202
    assert (await running.ended(demand_id, ROOT))["cancelled"] == {"cancelled_by": "root"}
    assert event_payloads(await running.post(path, who=ROOT)) == (409, "E014")
    assert event_payloads(await running.post("/admin/channels/d-0000000000000/cancel", who=ROOT)) == (404, "E002")


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 2000))
async def test_without_keys_whoever_administers_cancels_as_administrator(running: GatewayHarness) -> None:
    demand_id = (await running.submit())["demand_id"]
    assert (await running.post(f"/admin/channels/{demand_id}/cancel")).status_code == 202
    assert (await running.ended(demand_id))["cancelled"] == {"cancelled_by": "administrator"}


async def test_an_open_breaker_is_reported_with_its_begin_and_the_next_probe(clock: VirtualClock) -> None:
    down = RepeatingFault(clock, ModelUnavailable("down"))
    async with gateway_harness(clock, model=RuleBasedModel(dict.fromkeys(ANSWERS, down))) as running:
        for _ in range(3):
            await running.submit()
        report = (await running.get("/admin/system")).json()
        breaker, check = report["breaker"], report["checks"][-1]
        assert (breaker["state"], breaker["failures"]) == ("open", 3)
        assert breaker["since"] < report["at"] < breaker["until"]
        assert (check["name"], check["ok"]) == ("breaker", False)
        assert breaker["until"] in check["detail"]


async def test_a_report_is_given_while_the_store_does_not_answer(clock: VirtualClock) -> None:
    faults = ScriptedStoreFaults(active=False)
    async with gateway_harness(clock, faults=faults) as running:
        faults.active = True
        report = (await running.get("/admin/system")).json()
        assert not {"open", "dead_letters", "breaker"} & set(report)
        assert [role for role in report["roles"] if "overdue_s" in role] == []


async def count_agents() -> int:
    return 3


class FullProbes(EmbeddedProbes):
    """A broker that blocks publishers, without workers, and a store whose memory is used up."""

    used = 96

    async def inspect_broker(self) -> BrokerStatus:
        queues = {role: QueueStatus(3, 0) for role in (*QUEUES, "dead")}
        return BrokerStatus("amqp://here", "RabbitMQ 4", 1.0, queues, "low on memory")

    async def get_server_status(self) -> ServerStatus:
        return replace(
            await super().get_server_status(), fsync="always", memory=StoreMemory(self.used << 20, 100 << 20)
        )


@pytest.mark.parametrize(("used", "state"), [(50, None), (96, "almost full"), (100, "full: writes are refused")])
async def test_a_blocked_broker_and_a_full_store_are_reported(
    clock: VirtualClock, used: int, state: str | None
) -> None:
    """They are what `towow doctor` missed: it said that all is well."""
    probes = FullProbes(MemoryBroker(clock), MemoryStore(clock), count_agents)
    probes.used = used

    def change(context: GatewayContext) -> GatewayContext:
        return replace(context, new_inspection=lambda: ServiceInspection(probes, tuple(QUEUES), lambda: "simulated"))

    async with gateway_harness(clock, change=change) as running:
        report = (await running.get("/admin/system")).json()
    checks = {check["name"]: check for check in report["checks"]}
    assert not checks["broker"]["ok"]
    assert "blocks publishers: low on memory" in checks["broker"]["detail"]
    assert "rabbitmqctl status" in checks["broker"]["hint"]
    assert report["blocked"] == "low on memory"
    assert "no worker for" in checks["workers"]["detail"]
    assert checks["store"]["ok"] == (state is None)
    assert f"memory {used}.0 of 100.0 MiB ({used}%)" in checks["store"]["detail"]
    assert (state or "") in checks["store"]["detail"]
    assert ("TOWOW_RETENTION_DAYS" in checks["store"]["hint"]) == (state is not None)
    assert report["memory"] == {"used_bytes": used << 20, "limit_bytes": 100 << 20}
    assert report["roles"][0]["waiting"] == 3
