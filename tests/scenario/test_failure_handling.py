"""What becomes of a message that cannot be handled, and of its neighbours? (INTERFACES § 2, DESIGN § 3)"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from shared.core.decision import Decision, Send
from shared.core.envelope import MAX_ENVELOPE_BYTES, decode_envelope, encode_envelope
from shared.core.message_base import ReceivedMessage, TaskFailed, TimerFired
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.actor import Actor, Entity, Task, TaskContext
from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import Commit, CommitResult
from tests.support.async_tests import START
from tests.support.embedded_system import ANSWERS, FaultyEmbeddedSystem, event_payloads
from tests.support.reference_run import CALM, RepeatingFault, list_dead_letters, message
from towow.config.settings import parse_settings
from user_agent.core.answer_normalization import OfferReply

UNREADABLE: dict[str, tuple[bytes, str, str]] = {
    "bytes": (b"\xff\x00 no message", "undecodable", "JSON"),
    "half": (encode_envelope(message())[:-9], "undecodable", "JSON"),
    "field": (
        json.dumps({**json.loads(encode_envelope(message())), "priority": 9}).encode(),
        "undecodable",
        "priority",
    ),
    "address": (encode_envelope(message(sender="nobody")), "undecodable", "no address"),
    "body": (encode_envelope(message(body={"demand_id": 7})), "undecodable", "body."),
    "type": (encode_envelope(message(type="make_coffee")), "unknown_type", "make_coffee"),
    "kind": (encode_envelope(message(recipient="ghost/1")), "unknown_type", "ghost/1"),
    "schema": (encode_envelope(message(schema_version=9)), "unknown_schema_version", "9"),
    "size": (b"{" + b" " * MAX_ENVELOPE_BYTES + b"}", "oversized", "bytes"),
}


@pytest.mark.parametrize("name", UNREADABLE)
async def test_an_undecodable_message_is_a_dead_letter_with_its_reason(name: str, clock: VirtualClock) -> None:
    """Its neighbours are unaffected: the demand that stands around it in the queue ends as ever."""
    data, reason, error = UNREADABLE[name]
    async with FaultyEmbeddedSystem(clock) as system:
        demand = await system.submit()
        await system.put("channel_admin", data, id=name, type="what it says")
        await system.put("user_agent", data, id=name + "2")
        assert event_payloads(await system.finished(demand)) == CALM
        letters = await list_dead_letters(system, 2)
    assert {letter.queue for letter in letters} == {"channel_admin", "user_agent"}
    for letter in letters:
        assert letter.reason == reason
        assert error in letter.error
        assert letter.message.data == data
        assert letter.attempts == 1
        assert letter.first_seen == "2026-01-22T10:00:00.000Z"
    assert system.metrics.read_value("towow_dead_letters_total", reason=reason) == 2
    assert {line["reason"] for line in system.logged("dead_letter")} == {reason}


@pytest.mark.parametrize("error", [ValueError("no idea"), TimeoutError("too slow"), KeyError("x"), RecursionError()])
async def test_a_failing_task_is_tried_five_times_and_then_answered(error: Exception, clock: VirtualClock) -> None:
    """1, 2, 4 and 8 s between; then task_failed to whoever asked, and a copy among the dead letters."""
    rule = RepeatingFault(clock, error)
    async with FaultyEmbeddedSystem(clock, model=RuleBasedModel({**ANSWERS, "gap_identification": rule})) as system:
        events = await system.negotiate()
        assert rule.asked == [0, 1000, 3000, 7000, 15_000]
        (letter,) = await list_dead_letters(system)
    assert (letter.reason, letter.attempts, letter.queue) == ("handler_failed", 5, "skills")
    assert repr(error) in letter.error
    assert decode_envelope(letter.message.data).type == "identify_gaps"
    (gaps,) = [payload for kind, payload in event_payloads(events) if kind == "towow.gap.identified"]
    assert gaps["fallback"] is True
    assert events[-1].type == "towow.demand.closed"
    failures = system.logged("step_failed")
    assert [line["attempt"] for line in failures] == [1, 2, 3, 4, 5]
    for line in failures:
        assert line["demand"].startswith("d-")
        assert line["address"].startswith("skills/collab-")
        assert line["message_id"] == decode_envelope(letter.message.data).message_id
    assert system.metrics.read_value("towow_retries_total") == 4


async def test_a_step_that_loses_every_commit_is_given_up(clock: VirtualClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else always commits first: eight times a delivery, five deliveries within 15 s, and nothing is written."""
    lost: list[int] = []
    async with FaultyEmbeddedSystem(clock) as system:
        commit = system.store.commit

        async def lose(body: Commit) -> CommitResult:
            if body.address is None or not body.address.startswith("channel/"):
                return await commit(body)
            lost.append(clock.now())
            return CommitResult("conflict", version=0)

        monkeypatch.setattr(system.store, "commit", lose)
        await system.submit()
        (letter,) = await list_dead_letters(system)
    assert [at - lost[0] for at in lost[::8]] == [0, 1000, 3000, 7000, 15_000]
    assert (len(lost), letter.reason, letter.attempts) == (40, "handler_failed", 5)
    assert "CommitConflict: channel/" in letter.error
    assert system.metrics.read_value("towow_commit_conflicts_total") == 40


async def test_an_answer_too_large_to_send_fails_its_task(clock: VirtualClock) -> None:
    """Tried five times, then answered `task_failed`: the channel goes on by its fallback."""

    def shouting(actors: Sequence[Actor]) -> Sequence[Actor]:
        (skills,) = [actor for actor in actors if isinstance(actor, Task) and actor.kind == "skills"]

        async def perform(task: ReceivedMessage[Any], tools: TaskContext) -> Sequence[Send]:
            if task.body.type != "identify_gaps":
                return await skills.perform(task, tools)
            return [Send(task.sender, TaskFailed(task=task.body.type, reason="x" * 300_000))]

        return [replace(skills, perform=perform) if actor is skills else actor for actor in actors]

    async with FaultyEmbeddedSystem(clock, more=shouting) as system:
        events = await system.negotiate()
        (letter,) = await list_dead_letters(system)
    assert (letter.reason, letter.attempts) == ("oversized", 5)
    assert "the limit is 262144" in letter.error
    (gaps,) = [payload for kind, payload in event_payloads(events) if kind == "towow.gap.identified"]
    assert gaps["fallback"] is True


async def test_an_oversized_model_answer_is_truncated(clock: VirtualClock) -> None:
    """A 300,000-character answer does no harm: what is kept of it ends visibly."""

    def offers(facts: Any) -> OfferReply:
        return OfferReply(decision="participate", contribution="x" * (300_000 if facts.agent_id == "bob" else 3))

    async with FaultyEmbeddedSystem(clock, model=RuleBasedModel({**ANSWERS, "response_generation": offers})) as system:
        events = await system.negotiate()
        assert not await list_dead_letters(system)
    (bob,) = [p for kind, p in event_payloads(events) if kind == "towow.offer.submitted" and p["agent_id"] == "bob"]
    assert bob["contribution"].endswith("x…")
    assert len(bob["contribution"].encode()) <= 900
    assert events[-1].type == "towow.demand.closed"


async def test_a_timer_whose_step_fails_is_never_lost(clock: VirtualClock) -> None:
    """After five attempts it is filed once and tried every minute: a channel that fails comes back when it can."""
    broken = True

    def failing(actors: Sequence[Actor]) -> Sequence[Actor]:
        (channel,) = [actor for actor in actors if isinstance(actor, Entity) and actor.kind == "channel"]

        def decide(state: Any, message: ReceivedMessage[Any], now: int) -> Decision[Any] | None:
            if broken and isinstance(message.body, TimerFired):
                raise ValueError("a bug")
            return channel.decide(state, message, now)

        return [replace(channel, decide=decide) if actor is channel else actor for actor in actors]

    async with FaultyEmbeddedSystem(clock, model=RuleBasedModel(ANSWERS, 10_000_000), more=failing) as system:
        demand = await system.submit()
        await asyncio.sleep(1000)
        (letter,) = await list_dead_letters(system)
        assert letter.attempts == 5
        assert decode_envelope(letter.message.data).type == "timer_fired"
        broken = False
        events = await system.finished(demand)
    assert events[-1].type == "towow.demand.closed"


async def test_a_message_to_a_missing_channel_is_retried_and_dead_lettered(clock: VirtualClock) -> None:
    async with FaultyEmbeddedSystem(clock) as system:
        await system.put("channel_admin", encode_envelope(message()), id="m1")
        assert event_payloads(await system.negotiate()) == CALM
        (letter,) = await list_dead_letters(system)
    assert clock.now() - START >= 15_000
    assert (letter.reason, letter.attempts) == ("handler_failed", 5)
    assert "does not exist" in letter.error


async def test_a_cancellation_that_overtakes_its_demand_is_retried(clock: VirtualClock) -> None:
    model = RuleBasedModel(ANSWERS, latency_ms=5000)
    async with FaultyEmbeddedSystem(clock, model=model) as system:
        probe = FaultyEmbeddedSystem(clock)
        demand = await probe.submit()
        order = {"demand_id": demand.demand_id, "channel_id": demand.channel_id, "cancelled_by": "user_alice"}
        early = message(
            type="cancel_demand",
            sender="gateway/x",
            recipient=f"channel/{demand.channel_id}",
            correlation_id=demand.demand_id,
            body=order,
        )
        await system.put("channel_admin", encode_envelope(early), id="m1")
        await asyncio.sleep(0.5)
        events = await system.finished(await system.submit())
    assert [e.type.removeprefix("towow.") for e in events] == ["demand.submitted", "demand.cancelled", "demand.closed"]
    assert clock.now() - START < 3000


async def test_a_message_whose_deadline_has_passed_is_not_begun(system: FaultyEmbeddedSystem) -> None:
    await system.put("channel_admin", encode_envelope(message(deadline=START - 1)), id="m1")
    await system.put("channel_admin", encode_envelope(message(message_id="m2", deadline=START)), id="m2")
    await asyncio.sleep(0.5)
    assert system.metrics.read_value("towow_deliveries_total", queue="channel_admin", outcome="expired") == 1
    assert system.metrics.read_value("towow_deliveries_total", queue="channel_admin", outcome="retried") == 1
    assert await system.store.list_dead_letters() == ()


async def test_a_task_that_outlives_its_deadline_is_dropped(clock: VirtualClock) -> None:
    """The channel's deadline is 3 s away, the answer 5: the task ends there, and the verdict is the deadline's."""
    settings = parse_settings({"overall_timeout": 3})
    async with FaultyEmbeddedSystem(clock, model=RuleBasedModel(ANSWERS, 5000), settings=settings) as system:
        events = await system.negotiate()
    (failed,) = [payload for kind, payload in event_payloads(events) if kind == "towow.negotiation.failed"]
    assert (failed["reason"], failed["error_code"]) == ("timeout", "E006")
    assert system.metrics.read_value("towow_deliveries_total", queue="coordinator", outcome="expired") == 1
