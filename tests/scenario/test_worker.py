"""How a worker stops, waits for a model that is down, pays once, and drops what is no longer wanted."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import TypeVar

import pytest
from pydantic import BaseModel

from shared.core.envelope import decode_envelope, encode_envelope
from shared.core.message_base import TaskFailed
from shared.core.trace import correlation_trace, step_trace
from shared.llm.port import Answer, ModelUnavailable, Prompt
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime import worker
from shared.runtime.virtual_clock import VirtualClock
from tests.support.async_tests import START
from tests.support.embedded_system import ANSWERS, PEOPLE, FaultyEmbeddedSystem, event_payloads
from tests.support.faulty_broker import PublishFault
from tests.support.reference_run import CALM, OnPublish, RepeatingFault, message
from towow.config.settings import parse_settings

T = TypeVar("T", bound=BaseModel)


async def test_a_graceful_stop_commits_and_sends_running_work(clock: VirtualClock) -> None:
    """Stopped while the coordinator thinks: its answer is committed and sent; another process goes on from there."""
    first = FaultyEmbeddedSystem(clock, model=RuleBasedModel(ANSWERS, 5000))
    async with first:
        demand = await first.submit()
        await asyncio.sleep(1)
        assert first.broker.count_unsettled("coordinator") == 1
        await first.worker.stop()
        assert clock.now() - START == 5000
        assert first.broker.count_unsettled("coordinator") == 0
        assert first.metrics.read_value("towow_steps_total", role="coordinator", type="understand_demand") == 1
        assert first.broker.count_ready("channel_admin") == 1
    async with FaultyEmbeddedSystem(clock, after=first) as second:
        assert event_payloads(await second.finished(demand)) == CALM
        assert second.metrics.read_value("towow_steps_total", role="coordinator", type="understand_demand") == 0


async def test_a_worker_stop_ends_at_its_timeout(clock: VirtualClock) -> None:
    settings = parse_settings({"stop_timeout": 2})
    first = FaultyEmbeddedSystem(clock, model=RuleBasedModel(ANSWERS, 60_000), settings=settings)
    async with first:
        demand = await first.submit()
        await asyncio.sleep(1)
        await first.worker.stop()
        assert clock.now() - START == 3000
        assert first.logged("stopped_with_work_in_hand")[0]["messages"] == 1
    async with FaultyEmbeddedSystem(clock, after=first) as second:
        assert event_payloads(await second.finished(demand)) == CALM


@pytest.mark.parametrize(("limit", "seconds"), [(1, 3), (1_000_000, 1)])
async def test_the_bytes_of_messages_in_progress_are_bounded(
    limit: int, seconds: int, monkeypatch: pytest.MonkeyPatch, clock: VirtualClock
) -> None:
    """Three offers of 1 s each, requested at once: one after the other if the budget admits one message at a time."""
    monkeypatch.setattr(worker, "MAX_BYTES_IN_PROGRESS", limit)
    model = UnreliableModel(clock, 0, latency=1000)
    async with FaultyEmbeddedSystem(clock, model=model) as system:
        await system.negotiate()
    offers = [at for at, key in model.asked if key == "response_generation"]
    assert max(offers) - min(offers) == (seconds - 1) * 1000


@dataclass
class UnreliableModel:
    """A model that is down until an instant; it counts what it is really asked."""

    clock: VirtualClock
    down_until: int
    latency: int = 0
    asked: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    name: str = "unreliable"

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        return 0

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        now = self.clock.now() - START
        self.asked.append((now, prompt.key))
        if now < self.down_until:
            raise ModelUnavailable("503")
        return await RuleBasedModel(ANSWERS, self.latency).answer(prompt)


async def test_the_breaker_opens_after_three_failures_lets_one_probe_through_and_closes(clock: VirtualClock) -> None:
    """TW-530…533. Understanding and filter fall back, an offer opens it; after 30 s one probe, then all of them."""
    model = UnreliableModel(clock, 20_000, latency=100)
    async with FaultyEmbeddedSystem(clock, model=model) as system:
        demand = await system.submit()
        await asyncio.sleep(1)
        assert (await system.breaker.read_state()).state == "open"
        await asyncio.sleep(28.9)
        assert [key for at, key in model.asked if 0 < at < 30_000] == []
        events = await system.finished(demand)
        assert (await system.breaker.read_state()).state == "closed"
    assert [key for at, key in model.asked if at == 0][:2] == ["demand_understanding", "smart_filter"]
    assert [key for at, key in model.asked if at == 30_000] == ["response_generation"]
    assert len([key for at, key in model.asked if key == "response_generation" and at >= 30_000]) == len(PEOPLE)
    offers = [payload for kind, payload in event_payloads(events) if kind == "towow.offer.submitted"]
    assert [offer["fallback"] for offer in offers] == [False] * len(PEOPLE)
    (filtered,) = [payload for kind, payload in event_payloads(events) if kind == "towow.filter.completed"]
    assert filtered["fallback"]
    assert all(candidate["is_fallback"] for candidate in filtered["candidates"])


async def test_a_probe_that_fails_keeps_the_breaker_open(clock: VirtualClock) -> None:
    model = UnreliableModel(clock, 40_000)
    async with FaultyEmbeddedSystem(clock, model=model) as system:
        demand = await system.submit()
        await asyncio.sleep(59)
        asked = [at for at, _ in model.asked if at > 0]
        assert asked == [30_000], "one probe, and not a call more until the next"
        await system.finished(demand)
    assert [at for at, _ in model.asked if at > 0][:2] == [30_000, 60_000]


async def test_a_prompt_is_paid_once_although_its_request_is_repeated(clock: VirtualClock) -> None:
    """Every message twice on the wire and every request sent again meanwhile: one model call per question (DESIGN § 3)."""
    model = UnreliableModel(clock, 0, latency=2500)
    settings = parse_settings({"max_stuck_time": 1})
    faults = OnPublish(lambda _, __: PublishFault(copies=2))
    async with FaultyEmbeddedSystem(clock, model=model, publish=faults, settings=settings) as system:
        events = await system.negotiate()
    keys = Counter(key for _, key in model.asked)
    expected = {"demand_understanding": 1, "smart_filter": 1, "response_generation": 3, "proposal_aggregation": 1}
    assert keys == {**expected, "proposal_feedback": 6, "proposal_adjustment": 1, "gap_identification": 1}
    closed = event_payloads(events)[-1][1]
    assert closed["totals"]["model_calls"] == sum(keys.values())
    assert system.metrics.read_value("towow_deliveries_total", queue="coordinator", outcome="postponed") > 0


async def test_late_answers_of_a_closed_demand_are_dropped(clock: VirtualClock) -> None:
    """Cancelled while three agents think: their answers change nothing, and the log never grows again."""
    model = UnreliableModel(clock, 0, latency=4000)
    async with FaultyEmbeddedSystem(clock, model=model) as system:
        demand = await system.submit()
        await asyncio.sleep(9)
        assert [key for _, key in model.asked].count("response_generation") == 3
        order = {"demand_id": demand.demand_id, "channel_id": demand.channel_id, "cancelled_by": "user_alice"}
        stop = message(
            message_id="stop",
            type="cancel_demand",
            sender="gateway/x",
            recipient=f"channel/{demand.channel_id}",
            correlation_id=demand.demand_id,
            body=order,
        )
        await system.put("channel_admin", encode_envelope(stop), id="stop")
        events = await system.finished(demand)
        await asyncio.sleep(400)
        assert len(await system.store.read_log(demand.demand_id)) == len(events)
        assert await system.store.get_next_due("channel_admin") is None
        assert system.metrics.read_value("towow_deliveries_total", queue="user_agent", outcome="expired") == 3
        late = message(message_id="late", recipient=f"channel/{demand.channel_id}", correlation_id=demand.demand_id)
        await system.put("channel_admin", encode_envelope(late), id="late")
        await asyncio.sleep(1)
        assert system.metrics.read_value("towow_deliveries_total", queue="channel_admin", outcome="closed") == 1


async def test_every_message_of_a_demand_is_a_span_of_one_trace(clock: VirtualClock) -> None:
    faults = OnPublish(lambda _, __: None)
    async with FaultyEmbeddedSystem(clock, publish=faults) as system:
        demand = await system.submit()
        await system.finished(demand)
    envelopes = [decode_envelope(message.data) for message in faults.messages if message.exchange == "commands"]
    root = correlation_trace(demand.demand_id)
    parents = {e.message_id: step_trace(e.message_id, e.correlation_id, e.traceparent) for e in envelopes}
    assert len(envelopes) > 25
    assert {context.trace_id for context, _ in parents.values()} == {root.trace_id}
    by_cause = {e.message_id: parents[e.causation_id][0].span_id for e in envelopes if e.causation_id in parents}
    assert {each: parents[each][1] for each in by_cause} == by_cause
    ids = {e.message_id for e in envelopes}
    roots = [e.type for e in envelopes if e.causation_id not in ids]
    assert roots == ["submit_demand"]
    assert {e.correlation_id for e in envelopes} == {demand.demand_id}


async def test_a_permanently_failing_task_is_answered_with_its_request(clock: VirtualClock) -> None:
    """A task that fails for good says which request it was, so that a channel does not take it for another one.

    A timeout of its own is a failure like any other, not the end of its message's time.
    """
    faults = OnPublish(lambda _, __: None)
    rule = RepeatingFault(clock, TimeoutError("no"))
    async with FaultyEmbeddedSystem(
        clock, model=RuleBasedModel({**ANSWERS, "proposal_adjustment": rule}), publish=faults
    ) as system:
        await system.negotiate()
    answers = [decode_envelope(p.data) for p in faults.messages if p.type == TaskFailed.type]
    assert [(a.body["task"], a.body["of"], a.body["reason"]) for a in answers] == [
        ("adjust_proposal", "1", "handler_failed")
    ]
