"""A demand over HTTP: what is answered, when, and that accepted means durable (TW-101…105, DESIGN § 3, FAULTS F21)."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel

from negotiation.contracts.demand import Visibility
from shared.llm.port import ModelUnavailable
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.virtual_clock import VirtualClock
from shared.transport.port import BrokerMessage
from tests.support.async_tests import skip_time
from tests.support.embedded_system import ANSWERS
from tests.support.faulty_broker import PublishFault
from tests.support.faulty_store import ScriptedStoreFaults
from tests.support.gateway_harness import ALICE, BOB, KEYS, GatewayHarness, event_payloads, gateway_harness
from tests.support.reference_run import OnPublish, RepeatingFault
from towow.config.settings import parse_settings

BODY = {"raw_input": "I need a venue", "user_id": "user_alice"}
HOURS = 3600


def counted_reads() -> ScriptedStoreFaults:
    """Faults that lose nothing, and refuse to be asked for a log without a pause."""

    def fails(call: str) -> bool:
        assert counted.count("read_log") < 100, "read without a pause"
        return False

    counted = ScriptedStoreFaults({"read_log"}, fails)
    return counted


async def count(running: GatewayHarness) -> int:
    """How many demands were ever begun."""
    return len(await running.system.store.list_correlations(limit=200))


def answers_but(key: str, rule: Callable[[Any], Any]) -> RuleBasedModel:
    return RuleBasedModel({**ANSWERS, key: rule})


async def test_the_submission_response_has_exactly_the_documented_keys(running: GatewayHarness) -> None:
    answer = await running.post("/demand/submit", BODY)
    said = answer.json()
    assert answer.status_code == 200
    assert list(said) == ["demand_id", "channel_id", "status", "understanding", "model", "requester_token"]
    assert said["demand_id"].removeprefix("d-") == said["channel_id"].removeprefix("collab-")
    assert (said["status"], said["model"]) == ("processing", "simulated")
    assert said["understanding"] == {
        "surface_demand": "I need a venue",
        "deep_understanding": {"motivation": "", "likely_preferences": []},
        "capability_tags": ["venue"],
        "context": {},
        "confidence": "medium",
        "needs": [{"id": "n1", "need": "venue", "count": 1, "required": True, "span": [9, 14]}],
        "limits": {},
        "preferences": [],
        "limit_words": [],
        "not_wanted": [],
        "background": [],
        "not_understood": [],
        "register": "neutral",
        "title": "",
    }
    assert (await running.ended(said["demand_id"]))["status"] == "finalized"


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 4000))
async def test_the_response_waits_at_most_wait_s_for_the_understanding(
    clock: VirtualClock, running: GatewayHarness
) -> None:
    for wait, least, most, there in ((0, 0, 0.1, False), (2, 2, 2.3, False), (6, 4, 4.3, True), (None, 4, 4.3, True)):
        began = clock.now()
        query = "" if wait is None else f"?wait_s={wait}"
        said = (await running.post(f"/demand/submit{query}", BODY)).json()
        took = (clock.now() - began) / 1000
        assert least <= took <= most, (wait, took)
        assert (said["understanding"] is not None) == there


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 20_000))
async def test_a_stopping_gateway_answers_waiting_submissions(clock: VirtualClock, running: GatewayHarness) -> None:
    asked = asyncio.create_task(running.post("/demand/submit", BODY, wait_s=15))
    await asyncio.sleep(3)
    running.context.shutdown.set()
    began = clock.now()
    answer = await asked
    assert (answer.status_code, answer.json()["understanding"]) == (200, None)
    assert clock.now() - began <= 1100


@pytest.mark.parametrize("wait", ["-1", "30.1", "nan", "inf", "soon", ""])
async def test_a_wait_s_out_of_range_is_refused(wait: str, running: GatewayHarness) -> None:
    refused = await running.post("/demand/submit", BODY, wait_s=wait)
    assert event_payloads(refused) == (400, "E001")
    assert refused.json()["details"][0]["field"] == "wait_s"
    assert await count(running) == 0


async def test_the_response_of_a_failed_model_is_marked_as_fallback(clock: VirtualClock) -> None:
    async with gateway_harness(
        clock, model=answers_but("demand_understanding", RepeatingFault(clock, ValueError("no")))
    ) as running:
        said = (await running.post("/demand/submit", BODY, wait_s=30)).json()
        assert said["understanding"]["fallback"] is True
        assert said["understanding"]["surface_demand"] == "I need a venue"
        assert said["understanding"]["confidence"] == "low"


async def test_while_the_breaker_is_open_the_fallback_is_answered_at_once(clock: VirtualClock) -> None:
    down = RepeatingFault(clock, ModelUnavailable("down"))
    async with gateway_harness(clock, model=RuleBasedModel(dict.fromkeys(ANSWERS, down))) as running:
        for _ in range(3):
            await running.post("/demand/submit", BODY, wait_s=0)
        await asyncio.sleep(2)
        assert (await running.get("/admin/breaker")).json()["state"] == "open"
        began = clock.now()
        said = (await running.post("/demand/submit", BODY)).json()
        assert said["understanding"]["fallback"] is True
        assert clock.now() - began <= 1500


async def test_a_demand_is_accepted_while_the_broker_is_down_and_negotiated_when_it_is_back(
    clock: VirtualClock,
) -> None:
    down = True
    faults = OnPublish(lambda _, __: PublishFault("refused") if down else None)
    async with gateway_harness(clock, publish=faults) as running:
        answer = await running.post("/demand/submit", BODY, wait_s=1)
        assert answer.status_code == 200
        said = answer.json()
        assert said["understanding"] is None
        down = False
        assert (await running.ended(said["demand_id"]))["status"] == "finalized"


async def test_the_understanding_is_returned_without_broker_events(
    clock: VirtualClock,
) -> None:
    def no_events(message: BrokerMessage, _: int) -> PublishFault | None:
        return PublishFault("refused") if message.exchange != "commands" else None

    async with gateway_harness(clock, model=RuleBasedModel(ANSWERS, 200), publish=OnPublish(no_events)) as running:
        began = clock.now()
        said = (await running.post("/demand/submit", BODY)).json()
        assert said["understanding"]["capability_tags"] == ["venue"]
        assert clock.now() - began <= 500


@pytest.mark.parametrize("hangs", [False, True])
async def test_a_submission_without_store_is_refused_within_three_seconds(hangs: bool, clock: VirtualClock) -> None:
    away = ScriptedStoreFaults(hangs=hangs)
    async with gateway_harness(clock, faults=away) as running:
        began = clock.now()
        refused = await running.post("/demand/submit", BODY)
        assert event_payloads(refused) == (503, "E018")
        assert clock.now() - began <= 3000
        assert await count(running) == 0
        away.active = False
        assert (await running.submit())["status"] == "processing"


async def test_a_short_store_outage_only_delays_a_submission(clock: VirtualClock) -> None:
    away = ScriptedStoreFaults()
    async with gateway_harness(clock, faults=away) as running:
        asked = asyncio.create_task(running.post("/demand/submit", BODY))
        await asyncio.sleep(0.5)
        away.active = False
        assert (await asked).status_code == 200
        assert away.lost


async def test_a_commit_whose_reply_is_lost_makes_one_demand(clock: VirtualClock) -> None:
    away = ScriptedStoreFaults({"commit"}, moment="after")
    async with gateway_harness(clock, faults=away) as running:
        asked = asyncio.create_task(running.post("/demand/submit", BODY))
        await asyncio.sleep(0.5)
        away.active = False
        assert (await asked).status_code == 200
        assert away.lost
        assert await count(running) == 1


async def test_a_store_outage_after_acceptance_returns_no_understanding(
    clock: VirtualClock,
) -> None:
    away = ScriptedStoreFaults({"read_log", "get_versioned"})
    async with gateway_harness(clock, faults=away) as running:
        answer = await running.post("/demand/submit", BODY, wait_s=1)
        assert answer.status_code == 200
        assert answer.json()["understanding"] is None


async def test_a_hanging_broker_does_not_refuse_a_committed_demand(
    monkeypatch: pytest.MonkeyPatch, clock: VirtualClock
) -> None:
    """However little of the time for the store is left by then."""

    async def hangs(message: BrokerMessage) -> None:
        await asyncio.sleep(HOURS)

    slow = ScriptedStoreFaults(active=False, pause=0.3)
    async with gateway_harness(clock, faults=slow, model=RuleBasedModel(ANSWERS, 60_000)) as running:
        monkeypatch.setattr(running.context.transport, "publish", hangs)
        accepted = await running.post("/demand/submit", BODY, wait_s=0)
        assert accepted.status_code == 200
        assert await count(running) == 1
        slow.pause = 0.45
        demand = accepted.json()["demand_id"]
        assert (await running.post(f"/demands/{demand}/cancel")).status_code == 202


async def test_a_repeated_submission_of_a_closed_demand_does_not_wait(clock: VirtualClock) -> None:
    counted = counted_reads()
    async with gateway_harness(clock, faults=counted, model=RuleBasedModel(ANSWERS, 20_000)) as running:
        first = (await running.post("/demand/submit", BODY, keyed("k"), wait_s=0)).json()
        await running.post(f"/demands/{first['demand_id']}/cancel")
        await running.ended(first["demand_id"])
        counted.seen.clear()
        began = clock.now()
        again = await running.post("/demand/submit", BODY, keyed("k"), wait_s=20)
        assert again.json() == first
        assert first["understanding"] is None
        assert counted.count("read_log") == 1
        assert clock.now() - began <= 100


async def test_the_response_is_sent_when_its_demand_closes(clock: VirtualClock) -> None:
    counted = counted_reads()
    async with gateway_harness(clock, faults=counted, model=RuleBasedModel(ANSWERS, 20_000), keys=KEYS) as running:
        asked = asyncio.create_task(running.post("/demand/submit", BODY, ALICE, wait_s=15))
        await asyncio.sleep(2)
        (known,) = await running.system.store.list_correlations()
        await running.post(f"/demands/{known.correlation_id}/cancel", who=ALICE)
        began = clock.now()
        assert (await asked).json()["understanding"] is None
        assert clock.now() - began <= 3000


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 5000), max_open_channels=3)
async def test_no_more_demands_are_accepted_than_may_be_open(running: GatewayHarness) -> None:
    answers = await asyncio.gather(*(running.post("/demand/submit", BODY, wait_s=0) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 503, 503]
    refused = next(answer for answer in answers if answer.status_code == 503)
    assert event_payloads(refused) == (503, "E018")
    assert await count(running) == 3
    for answer in answers:
        if answer.status_code == 200:
            await running.ended(answer.json()["demand_id"])
    await asyncio.sleep(1)
    assert (await running.post("/demand/submit", BODY, wait_s=0)).status_code == 200


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 5000))
async def test_a_submission_is_refused_while_the_outbox_is_overdue(running: GatewayHarness) -> None:
    await running.post("/demand/submit", BODY, wait_s=0)
    await asyncio.sleep(1)
    await running.system.worker.stop()  # nobody sends what is due
    await asyncio.sleep(400)
    assert event_payloads(await running.post("/demand/submit", BODY, wait_s=0)) == (503, "E018")


async def test_overdue_outbox_entries_refuse_no_submission_during_a_broker_outage(clock: VirtualClock) -> None:
    """Only so many may be open, as ever."""
    up = True
    async with gateway_harness(
        clock,
        model=RuleBasedModel(ANSWERS, 5000),
        change=lambda context: replace(context, is_broker_connected=lambda: up),
        max_open_channels=3,
    ) as running:
        await running.post("/demand/submit", BODY, wait_s=0)
        await asyncio.sleep(1)
        await running.system.worker.stop()  # nobody sends what is due
        await asyncio.sleep(400)
        up = False
        answers = [await running.post("/demand/submit", BODY, wait_s=0) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 503]
        up = True
        assert event_payloads(await running.post("/demand/submit", BODY, wait_s=0)) == (503, "E018")


def keyed(key: str, who: dict[str, str] | None = None) -> dict[str, str]:
    return {**(who or {}), "Idempotency-Key": key}


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 1000))
async def test_a_repeated_idempotency_key_gets_the_same_demand_and_response(running: GatewayHarness) -> None:
    first = await running.post("/demand/submit", BODY, keyed("k"), wait_s=0)
    assert first.json()["understanding"] is None
    second = await running.post("/demand/submit", BODY, keyed("k"))
    await running.ended(first.json()["demand_id"])
    third = await running.post("/demand/submit", {**BODY, "raw_input": "  I need a venue "}, keyed("k"))
    assert first.content == second.content == third.content
    assert await count(running) == 1


async def test_a_repeated_request_gets_the_first_response_although_more_is_known(clock: VirtualClock) -> None:
    """Also when it was a stand-in, and the real one came later."""
    stubborn, failing = RepeatingFault(clock, ModelUnavailable("down")), True

    def rule(key: str) -> Callable[[Any], BaseModel]:
        return lambda facts: stubborn(facts) if failing else ANSWERS[key](facts)

    model, settings = RuleBasedModel({key: rule(key) for key in ANSWERS}), parse_settings({"recovery_timeout": 20})
    async with gateway_harness(clock, model=model, settings=settings) as running:
        for _ in range(3):
            await running.post("/demand/submit", BODY, wait_s=0)
        await asyncio.sleep(2)
        first = await running.post("/demand/submit", BODY, keyed("k"))
        assert first.json()["understanding"]["fallback"] is True
        failing = False
        view = await running.ended(first.json()["demand_id"])
        assert not view["understanding"]["fallback"]
        assert (await running.post("/demand/submit", BODY, keyed("k"))).content == first.content


async def test_an_idempotency_key_with_another_body_is_refused(running: GatewayHarness) -> None:
    await running.post("/demand/submit", BODY, keyed("k"))
    for other in ({"raw_input": "another"}, {"visibility": "private"}):
        assert event_payloads(await running.post("/demand/submit", {**BODY, **other}, keyed("k"))) == (422, "E015")
    assert await count(running) == 1


@pytest.mark.gateway(keys=KEYS)
async def test_one_idempotency_key_of_two_users_makes_two_demands(running: GatewayHarness) -> None:
    alice = await running.post("/demand/submit", BODY, keyed("k", ALICE))
    bob = await running.post("/demand/submit", {**BODY, "user_id": "user_bob"}, keyed("k", BOB))
    assert (alice.status_code, bob.status_code) == (200, 200)
    assert alice.json()["demand_id"] != bob.json()["demand_id"]


async def test_an_idempotency_key_expires_after_two_days(running: GatewayHarness) -> None:
    first = (await running.post("/demand/submit", BODY, keyed("k"))).json()["demand_id"]
    await running.ended(first)
    await skip_time(47.9 * HOURS)
    assert (await running.post("/demand/submit", BODY, keyed("k"))).json()["demand_id"] == first
    await skip_time(0.2 * HOURS)
    assert (await running.post("/demand/submit", BODY, keyed("k"))).json()["demand_id"] != first


@pytest.mark.parametrize("key", ["", "x" * 256, "schlüssel".encode(), b"\x80"])
async def test_a_malformed_idempotency_key_is_refused(key: Any, running: GatewayHarness) -> None:
    refused = await running.ask("POST", "/demand/submit", headers={"Idempotency-Key": key}, json=BODY)
    assert event_payloads(refused) == (400, "E001")
    assert await count(running) == 0


async def test_an_invalid_request_does_not_use_up_its_idempotency_key(running: GatewayHarness) -> None:
    assert event_payloads(await running.post("/demand/submit", {**BODY, "raw_input": " "}, keyed("k"))) == (400, "E001")
    assert (await running.post("/demand/submit", BODY, keyed("k"))).status_code == 200


@pytest.mark.parametrize("moment", [0.0, 0.05, 0.3, 1.2])
@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 1000))
async def test_a_request_repeated_after_a_disconnect_makes_one_demand(moment: float, running: GatewayHarness) -> None:
    cut = asyncio.create_task(running.post("/demand/submit", BODY, keyed("k")))
    await asyncio.sleep(moment)
    cut.cancel()
    await asyncio.gather(cut, return_exceptions=True)
    assert (await running.post("/demand/submit", BODY, keyed("k"))).status_code == 200
    assert await count(running) == 1


@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("call", ["put_if_absent", "count_open", "now", "commit"])
async def test_a_store_failure_between_key_and_demand_makes_one_demand(
    call: str, done: bool, clock: VirtualClock
) -> None:
    away = ScriptedStoreFaults({call}, moment="after" if done else "before")
    async with gateway_harness(clock, faults=away) as running:
        assert event_payloads(await running.post("/demand/submit", BODY, keyed("k"))) == (503, "E018")
        away.active = False
        assert (await running.post("/demand/submit", BODY, keyed("k"))).status_code == 200
        assert away.lost
        assert await count(running) == 1


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 300), max_open_channels=2)
async def test_concurrent_requests_with_one_idempotency_key_make_one_demand_and_take_one_slot(
    running: GatewayHarness,
) -> None:
    answers = await asyncio.gather(*(running.post("/demand/submit", BODY, keyed("k")) for _ in range(50)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert await count(running) == 1
    assert (await running.post("/demand/submit", BODY)).status_code == 200


@pytest.mark.gateway(model=RuleBasedModel(ANSWERS, 5000), max_open_channels=1)
async def test_a_repeated_request_is_answered_although_no_more_are_admitted(running: GatewayHarness) -> None:
    first = (await running.post("/demand/submit", BODY, keyed("k"), wait_s=0)).json()
    await asyncio.sleep(1.1)
    assert event_payloads(await running.post("/demand/submit", BODY, keyed("other"), wait_s=0)) == (503, "E018")
    again = await running.post("/demand/submit", BODY, keyed("k"), wait_s=0)
    assert again.json()["demand_id"] == first["demand_id"]


@pytest.mark.parametrize("visibility", ["public", "private", None])
@pytest.mark.parametrize("default", ["public", "private"])
async def test_the_visibility_of_a_demand_is_the_requested_or_the_default_one(
    visibility: Visibility | None, default: Visibility, clock: VirtualClock
) -> None:
    async with gateway_harness(clock, default_visibility=default) as running:
        more = {} if visibility is None else {"visibility": visibility}
        said = (await running.post("/demand/submit", {**BODY, **more})).json()
        events = (await running.get(f"/demands/{said['demand_id']}/events")).json()["events"]
        known = await running.system.store.get_correlation(said["demand_id"])
        assert events[0]["payload"]["visibility"] == (visibility or default)
        assert known is not None
        assert known.private == ((visibility or default) == "private")
        assert known.owner == "user_alice"


async def test_the_first_event_contains_the_raw_input_unchanged(running: GatewayHarness) -> None:
    words = 'a venue\r\n\r\nevent: towow.demand.closed\ndata: {"x"}\u2028 & <script>'
    said = await running.submit(raw_input=words)
    first = json.loads((await running.system.store.read_log(said["demand_id"]))[0].data)
    assert first["payload"]["raw_input"] == words
    assert first["payload"]["today"] == "2026-01-22"
