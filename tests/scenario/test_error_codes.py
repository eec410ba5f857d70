"""Error codes that no client gets, E003, E004 and E009 to E011, in logs and metrics (TW-417, TW-430…440, INTERFACES § 4)."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from channel_admin.core.status import Status, check_transition
from shared.llm.port import ModelUnavailable
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.actor import Actor, Entity
from shared.runtime.virtual_clock import VirtualClock
from shared.transport.port import BrokerMessage
from tests.support.embedded_system import ANSWERS, FaultyEmbeddedSystem, event_payloads
from tests.support.faulty_broker import PublishFault
from tests.support.reference_run import CALM, OnPublish, RepeatingFault


def count_errors(system: FaultyEmbeddedSystem, code: str) -> float:
    return system.metrics.read_value("towow_errors_total", code=code)


@pytest.mark.parametrize("timed_out", [False, True])
async def test_a_model_without_an_answer_is_e003_or_e004(timed_out: bool, clock: VirtualClock) -> None:
    """The understanding falls back, and the demand goes on: the client gets no error."""
    failing = RepeatingFault(clock, ModelUnavailable("no answer", timed_out=timed_out))
    model = RuleBasedModel({**ANSWERS, "demand_understanding": failing})
    async with FaultyEmbeddedSystem(clock, model=model) as system:
        demand = await system.submit()
        events = event_payloads(await system.finished(demand))
    (line,) = system.logged("model_unavailable")
    assert (line["error_code"], line["demand"]) == ("E004" if timed_out else "E003", demand.demand_id)
    assert (line["prompt"], line["error"]) == ("demand_understanding", "no answer")
    assert (count_errors(system, "E003"), count_errors(system, "E004")) == ((0, 1) if timed_out else (1, 0))
    assert [payload["fallback"] for kind, payload in events if kind == "towow.demand.understood"] == [True]
    assert events[-1][1]["status"] == "finalized"


async def test_a_call_that_the_open_breaker_rejects_is_e003(clock: VirtualClock) -> None:
    """Three time-outs open it; what is rejected meanwhile was not asked, so it is unavailable, not timed out."""
    failing = RepeatingFault(clock, ModelUnavailable("silent", timed_out=True))
    async with FaultyEmbeddedSystem(clock, model=RuleBasedModel(dict.fromkeys(ANSWERS, failing))) as system:
        await system.submit()
        await asyncio.sleep(20)
        assert (await system.breaker.read_state()).state == "open"
        assert count_errors(system, "E004") == len(failing.asked)
        assert count_errors(system, "E003") > 0


@pytest.mark.parametrize("exchange", ["events", "commands"])
async def test_an_event_that_the_broker_refuses_is_e009_and_published_later(exchange: str, clock: VirtualClock) -> None:
    def refuse_once(message: BrokerMessage, time: int) -> PublishFault | None:
        return PublishFault("refused") if message.exchange == exchange and time == 1 else None

    faults = OnPublish(refuse_once)
    async with FaultyEmbeddedSystem(clock, publish=faults) as system:
        events = await system.negotiate()
        await asyncio.sleep(10)
    refused = {message.message_id for message in faults.messages if message.exchange == exchange}
    assert all(faults.times[message_id] >= 2 for message_id in refused)
    lines = [line for line in system.logged("not_published") if line.get("error_code") == "E009"]
    expected = refused if exchange == "events" else set[str]()
    assert {line["message_id"] for line in lines} == expected
    assert count_errors(system, "E009") == len(lines) == len(expected)
    assert len(expected) == (len(events) if exchange == "events" else 0)


async def test_an_illegal_transition_is_e010_and_changes_nothing(clock: VirtualClock) -> None:
    """A channel that would leave a final status: five attempts, each logged and counted, then a dead letter."""

    def fail(*_: object) -> None:
        check_transition(Status.FINALIZED, Status.FAILED)

    def broken(actors: Sequence[Actor]) -> Sequence[Actor]:
        return [replace(a, decide=fail) if isinstance(a, Entity) else a for a in actors]

    async with FaultyEmbeddedSystem(clock, more=broken) as system:
        demand = await system.submit()
        await asyncio.sleep(60)
        assert len(await system.store.read_log(demand.demand_id)) == 1
        (letter,) = await system.store.list_dead_letters()
    assert letter.reason == "handler_failed"
    assert [line["error_code"] for line in system.logged("step_failed")] == ["E010"] * 5
    assert count_errors(system, "E010") == 5


async def test_a_duplicate_message_is_e011_and_ignored(clock: VirtualClock) -> None:
    model, twice = RuleBasedModel(ANSWERS, 2000), OnPublish(lambda _, __: PublishFault(copies=2))
    async with FaultyEmbeddedSystem(clock, model=model, publish=twice) as system:
        assert len(await system.negotiate()) == len(CALM)
    ignored = system.logged("duplicate_ignored")
    assert {line["error_code"] for line in ignored} == {"E011"}
    seen = [
        system.metrics.read_value("towow_deliveries_total", queue=queue, outcome="seen")
        for queue in ("coordinator", "channel_admin", "skills", "user_agent")
    ]
    assert min(seen) > 0
    assert count_errors(system, "E011") == len(ignored) == sum(seen)


async def test_a_calm_negotiation_has_no_error_code(clock: VirtualClock) -> None:
    async with FaultyEmbeddedSystem(clock) as system:
        await system.negotiate()
    assert "error_code" not in system.lines.getvalue()
    assert not [m for m in system.metrics.registry.collect() if m.name == "towow_errors" and m.samples]
