"""What becomes of a message? Unreadable, failing, late, doubled, lost: through the whole system in virtual time."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeVar

import pytest
from pydantic import BaseModel

from gateway.core.submission import Submission
from shared.contracts.events import DemandClosed
from shared.core.decision import Decision, Send
from shared.core.envelope import MAX_ENVELOPE_BYTES, Envelope, decode, encode
from shared.core.message import Received, TaskFailed, TimerFired
from shared.llm.port import Answer, ModelUnavailable, Prompt
from shared.llm.simulated import SimulatedModel
from shared.runtime.actor import Actor, Entity, Task, Tools
from shared.runtime.follow import follow
from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import DeadLetter, LoggedEvent, StoreLost
from shared.transport.faults import DeliveryFault, PublishFault
from shared.transport.port import Parcel
from tests.scenario.system import ANSWERS, PEOPLE, START, System, in_any_order, told, virtually
from towow.settings import of_mapping
from user_agent.core.answers import OfferReply

T = TypeVar("T", bound=BaseModel)


async def undisturbed(clock: VirtualClock) -> list[tuple[str, dict[str, Any]]]:
    async with System(clock) as system:
        return told(await system.negotiate())


CALM = virtually(undisturbed)


def message(**changes: Any) -> Envelope:
    """A message that a channel can read, to a channel that there is not."""
    plain: dict[str, Any] = {
        "message_id": "m1",
        "type": "demand_understood",
        "sender": "coordinator/collab-none",
        "recipient": "channel/collab-none",
        "correlation_id": "d-none",
        "timestamp": START,
        "body": {"demand_id": "d-none", "channel_id": "collab-none", "understanding": {"surface_demand": "x"}},
    }
    return Envelope.model_validate({**plain, **changes})


async def filed(system: System, count: int = 1) -> list[DeadLetter]:
    """The dead letters, once there are that many."""
    for _ in range(100):
        await asyncio.sleep(0.5)
        if len(await system.store.dead_letters()) >= count:
            break
    return list(await system.store.dead_letters())


UNREADABLE: dict[str, tuple[bytes, str, str]] = {
    "bytes": (b"\xff\x00 no message", "undecodable", "JSON"),
    "half": (encode(message())[:-9], "undecodable", "JSON"),
    "field": (json.dumps({**json.loads(encode(message())), "priority": 9}).encode(), "undecodable", "priority"),
    "address": (encode(message(sender="nobody")), "undecodable", "no address"),
    "body": (encode(message(body={"demand_id": 7})), "undecodable", "body."),
    "type": (encode(message(type="make_coffee")), "unknown_type", "make_coffee"),
    "kind": (encode(message(recipient="ghost/1")), "unknown_type", "ghost/1"),
    "schema": (encode(message(schema_version=9)), "unknown_schema_version", "9"),
    "size": (b"{" + b" " * MAX_ENVELOPE_BYTES + b"}", "oversized", "bytes"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_message_that_nobody_can_read_is_a_dead_letter_with_its_reason(name: str) -> None:
    """Its neighbours are unaffected: the demand that stands around it in the queue ends as ever."""
    data, reason, error = UNREADABLE[name]

    async def main(clock: VirtualClock) -> None:
        async with System(clock) as system:
            demand = await system.submit()
            await system.put("channel_admin", data, id=name, type="what it says")
            await system.put("user_agent", data, id=name + "2")
            assert told(await system.finished(demand)) == CALM
            letters = await filed(system, 2)
        assert {letter.queue for letter in letters} == {"channel_admin", "user_agent"}
        for letter in letters:
            assert letter.reason == reason
            assert error in letter.error
            assert letter.parcel.data == data
            assert letter.attempts == 1
            assert letter.first_seen == "2026-01-22T10:00:00.000Z"
        assert system.metrics.value("towow_dead_letters_total", reason=reason) == 2
        assert {line["reason"] for line in system.logged("dead_letter")} == {reason}

    virtually(main)


@dataclass
class Stubborn:
    """A rule that fails always, and remembers when it was asked."""

    clock: VirtualClock
    error: Exception
    asked: list[int] = field(default_factory=list[int])

    def __call__(self, _: Any) -> BaseModel:
        self.asked.append(self.clock.now() - START)
        raise self.error


@pytest.mark.parametrize("error", [ValueError("no idea"), TimeoutError("too slow"), KeyError("x"), RecursionError()])
def test_a_failing_task_is_tried_five_times_and_then_answered(error: Exception) -> None:
    """1, 2, 4 and 8 s between; then task_failed to whoever asked, and a copy among the dead letters."""

    async def main(clock: VirtualClock) -> None:
        rule = Stubborn(clock, error)
        async with System(clock, model=SimulatedModel({**ANSWERS, "gap_identification": rule})) as system:
            events = await system.negotiate()
            assert rule.asked == [0, 1000, 3000, 7000, 15_000]
            (letter,) = await filed(system)
        assert (letter.reason, letter.attempts, letter.queue) == ("handler_failed", 5, "skills")
        assert repr(error) in letter.error
        assert decode(letter.parcel.data).type == "identify_gaps"
        (gaps,) = [payload for kind, payload in told(events) if kind == "towow.gap.identified"]
        assert gaps["fallback"] is True
        assert events[-1].type == "towow.demand.closed"
        failures = system.logged("step_failed")
        assert [line["attempt"] for line in failures] == [1, 2, 3, 4, 5]
        for line in failures:
            assert line["demand"].startswith("d-")
            assert line["address"].startswith("skills/collab-")
            assert line["message_id"] == decode(letter.parcel.data).message_id
        assert system.metrics.value("towow_retries_total") == 4

    virtually(main)


def test_an_answer_that_is_too_large_to_send_is_a_failure_of_its_task() -> None:
    """Tried five times, then answered `task_failed`: the channel goes on by its fallback."""

    def shouting(actors: Sequence[Actor]) -> Sequence[Actor]:
        (skills,) = [actor for actor in actors if isinstance(actor, Task) and actor.kind == "skills"]

        async def perform(task: Received[Any], tools: Tools) -> Sequence[Send]:
            if task.body.type != "identify_gaps":
                return await skills.perform(task, tools)
            return [Send(task.sender, TaskFailed(task=task.body.type, reason="x" * 300_000))]

        return [replace(skills, perform=perform) if actor is skills else actor for actor in actors]

    async def main(clock: VirtualClock) -> None:
        async with System(clock, more=shouting) as system:
            events = await system.negotiate()
            (letter,) = await filed(system)
        assert (letter.reason, letter.attempts) == ("oversized", 5)
        assert "at most 262144" in letter.error
        (gaps,) = [payload for kind, payload in told(events) if kind == "towow.gap.identified"]
        assert gaps["fallback"] is True

    virtually(main)


def test_a_model_that_says_far_too_much_is_cut_short() -> None:
    """A 300,000-character answer does no harm: what is kept of it ends visibly."""

    def offers(facts: Any) -> OfferReply:
        return OfferReply(decision="participate", contribution="x" * (300_000 if facts.agent_id == "bob" else 3))

    async def main(clock: VirtualClock) -> None:
        async with System(clock, model=SimulatedModel({**ANSWERS, "response_generation": offers})) as system:
            events = await system.negotiate()
            assert not await filed(system)
        (bob,) = [p for kind, p in told(events) if kind == "towow.offer.submitted" and p["agent_id"] == "bob"]
        assert bob["contribution"].endswith("x…")
        assert len(bob["contribution"].encode()) <= 900
        assert events[-1].type == "towow.demand.closed"

    virtually(main)


def test_a_timer_whose_step_fails_is_never_lost() -> None:
    """After five attempts it is filed once and tried every minute: a channel that fails comes back when it can."""
    broken = True

    def failing(actors: Sequence[Actor]) -> Sequence[Actor]:
        (channel,) = [actor for actor in actors if isinstance(actor, Entity)]

        def decide(state: Any, message: Received[Any], now: int) -> Decision[Any] | None:
            if broken and isinstance(message.body, TimerFired):
                raise ValueError("a bug")
            return channel.decide(state, message, now)

        return [replace(channel, decide=decide) if actor is channel else actor for actor in actors]

    async def main(clock: VirtualClock) -> None:
        nonlocal broken
        async with System(clock, model=SimulatedModel(ANSWERS, 10_000_000), more=failing) as system:
            demand = await system.submit()
            await asyncio.sleep(1000)
            (letter,) = await filed(system)
            assert letter.attempts == 5
            assert decode(letter.parcel.data).type == "timer_fired"
            broken = False
            events = await system.finished(demand)
        assert events[-1].type == "towow.demand.closed"

    virtually(main)


def test_a_message_for_a_channel_that_does_not_exist_is_tried_and_then_buried() -> None:
    async def main(clock: VirtualClock) -> None:
        async with System(clock) as system:
            await system.put("channel_admin", encode(message()), id="m1")
            assert told(await system.negotiate()) == CALM
            (letter,) = await filed(system)
        assert clock.now() - START >= 15_000
        assert (letter.reason, letter.attempts) == ("handler_failed", 5)
        assert "does not exist" in letter.error

    virtually(main)


def test_a_cancel_that_overtakes_its_demand_is_tried_again_until_there_is_one() -> None:
    async def main(clock: VirtualClock) -> None:
        model = SimulatedModel(ANSWERS, latency_ms=5000)
        async with System(clock, model=model) as system:
            probe = System(clock)
            demand = await probe.submit()
            order = {"demand_id": demand.demand_id, "channel_id": demand.channel_id, "cancelled_by": "user_alice"}
            early = message(
                type="cancel_demand",
                sender="gateway/x",
                recipient=f"channel/{demand.channel_id}",
                correlation_id=demand.demand_id,
                body=order,
            )
            await system.put("channel_admin", encode(early), id="m1")
            await asyncio.sleep(0.5)
            events = await system.finished(await system.submit())
        assert [e.type.removeprefix("towow.") for e in events] == [
            "demand.submitted",
            "demand.cancelled",
            "demand.closed",
        ]
        assert clock.now() - START < 3000

    virtually(main)


def test_a_message_whose_deadline_has_passed_is_not_begun() -> None:
    async def main(clock: VirtualClock) -> None:
        async with System(clock) as system:
            await system.put("channel_admin", encode(message(deadline=START - 1)), id="m1")
            await system.put("channel_admin", encode(message(message_id="m2", deadline=START)), id="m2")
            await asyncio.sleep(0.5)
            assert system.metrics.value("towow_deliveries_total", queue="channel_admin", outcome="expired") == 1
            assert system.metrics.value("towow_deliveries_total", queue="channel_admin", outcome="retried") == 1
            assert await system.store.dead_letters() == ()

    virtually(main)


def test_work_that_outlives_its_deadline_is_dropped() -> None:
    """The channel's deadline is 3 s away, the answer 5: the task ends there, and the verdict is the deadline's."""

    async def main(clock: VirtualClock) -> None:
        settings = of_mapping({"overall_timeout": 3})
        async with System(clock, model=SimulatedModel(ANSWERS, 5000), settings=settings) as system:
            events = await system.negotiate()
        (failed,) = [payload for kind, payload in told(events) if kind == "towow.negotiation.failed"]
        assert (failed["reason"], failed["error_code"]) == ("timeout", "E006")
        assert system.metrics.value("towow_deliveries_total", queue="coordinator", outcome="expired") == 1

    virtually(main)


@dataclass
class OnPublish:
    """A broker whose publishes go wrong as a function says; it remembers what was published."""

    fault: Callable[[Parcel, int], PublishFault | None]
    parcels: list[Parcel] = field(default_factory=list[Parcel])
    times: Counter[str] = field(default_factory=Counter[str])

    def on_publish(self, parcel: Parcel) -> PublishFault | None:
        self.parcels.append(parcel)
        self.times[parcel.message_id] += 1
        return self.fault(parcel, self.times[parcel.message_id])

    def on_delivery(self, queue: str, parcel: Parcel) -> DeliveryFault | None:
        return None


PUBLISHES: dict[str, Callable[[Parcel, int], PublishFault | None]] = {
    "everything twice": lambda _, __: PublishFault(copies=2),
    "everything five times": lambda _, __: PublishFault(copies=5),
    "every first confirm lost": lambda _, time: PublishFault("unconfirmed") if time == 1 else None,
    "every first publish refused": lambda _, time: PublishFault("refused") if time == 1 else None,
    "every first publish lost": lambda _, time: PublishFault("lost") if time == 1 else None,
    "everything overtakes": lambda _, __: PublishFault(overtakes=True),
    "some late": lambda parcel, time: (
        PublishFault(delay=700) if len(parcel.message_id) and time == 1 and parcel.message_id < "i" else None
    ),
}


@pytest.mark.parametrize("name", PUBLISHES)
@pytest.mark.parametrize("latency", [0, 300])
def test_what_a_broker_does_wrong_changes_no_outcome(name: str, latency: int) -> None:
    """Duplicates, lost confirms, refusals, overtaking: the same events, each once, and nothing is a dead letter."""

    async def main(clock: VirtualClock) -> None:
        faults = OnPublish(PUBLISHES[name])
        async with System(clock, model=SimulatedModel(ANSWERS, latency), publish=faults) as system:
            events = await system.negotiate()
            await asyncio.sleep(30)
            assert await system.store.dead_letters() == ()
        assert [e.seq for e in events] == list(range(1, len(CALM) + 1))
        calm = sorted(f"{kind} {json.dumps(payload, sort_keys=True)}" for kind, payload in CALM)
        assert in_any_order(events) == calm
        if name == "every first publish refused":
            assert min(faults.times.values()) >= 2

    virtually(main)


@pytest.mark.parametrize("outcome", ["refused", "lost"])
def test_the_sweep_sends_within_two_seconds_what_the_broker_did_not_take(outcome: Any) -> None:
    async def main(clock: VirtualClock) -> None:
        refused: list[int] = []

        def once(parcel: Parcel, time: int) -> PublishFault | None:
            if parcel.type == "proposal_aggregated" and time == 1:
                refused.append(clock.now())
                return PublishFault(outcome)
            return None

        async with System(clock, publish=OnPublish(once)) as system:
            assert told(await system.negotiate()) == CALM
        assert refused == [START]
        assert clock.now() - START <= 2000

    virtually(main)


@dataclass
class EveryNth:
    """A store whose every n-th call is lost: before it was done, or after (ExecuteAndTimeout)."""

    n: int
    moment: str
    armed: bool = False
    calls: int = 0

    async def before(self, call: str, subject: str) -> None:
        self._count("before")

    async def after(self, call: str, subject: str) -> None:
        self._count("after")

    def _count(self, moment: str) -> None:
        if self.armed and moment == self.moment:
            self.calls += 1
            if self.calls % self.n == 0:
                raise StoreLost(f"call {self.calls} lost")


@dataclass
class Unlucky(EveryNth):
    """As often, but at random: what is done in pairs is not always hit at the same place."""

    random: Random = field(default_factory=lambda: Random(7))

    def _count(self, moment: str) -> None:
        if self.armed and moment == self.moment:
            self.calls += 1
            if self.random.randrange(self.n) == 0:
                raise StoreLost(f"call {self.calls} lost")


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize(("kind", "n"), [(Unlucky, 2), (Unlucky, 4), (EveryNth, 3), (EveryNth, 5), (EveryNth, 7)])
def test_what_a_store_does_not_answer_changes_no_outcome(kind: type[EveryNth], n: int, moment: str) -> None:
    """Every n-th call lost: the same call again, unchanged; the seen id answers for what had been done."""

    async def main(clock: VirtualClock) -> None:
        faults = kind(n, moment)
        async with System(clock, faults=faults) as system:
            demand = await system.submit()
            faults.armed = True
            events = await system.finished(demand)
            faults.armed = False
            assert faults.calls > 50
            assert await system.store.dead_letters() == ()
        calm = sorted(f"{kind} {json.dumps(payload, sort_keys=True)}" for kind, payload in CALM)
        assert in_any_order(events) == calm
        assert [e.seq for e in events] == list(range(1, len(CALM) + 1))

    virtually(main)


def test_a_graceful_stop_finishes_what_is_in_hand() -> None:
    """Stopped while the coordinator thinks: its answer is committed and sent; another process goes on from there."""

    async def main(clock: VirtualClock) -> None:
        first = System(clock, model=SimulatedModel(ANSWERS, 5000))
        async with first:
            demand = await first.submit()
            await asyncio.sleep(1)
            assert first.broker.unsettled("coordinator") == 1
            await first.worker.stop()
            assert clock.now() - START == 5000
            assert first.broker.unsettled("coordinator") == 0
            assert first.metrics.value("towow_steps_total", role="coordinator", type="understand_demand") == 1
            assert first.broker.ready("channel_admin") == 1
        async with System(clock, after=first) as second:
            assert told(await second.finished(demand)) == CALM
            assert second.metrics.value("towow_steps_total", role="coordinator", type="understand_demand") == 0

    virtually(main)


def test_a_stop_waits_no_longer_than_its_timeout() -> None:
    async def main(clock: VirtualClock) -> None:
        settings = of_mapping({"stop_timeout": 2})
        first = System(clock, model=SimulatedModel(ANSWERS, 60_000), settings=settings)
        async with first:
            demand = await first.submit()
            await asyncio.sleep(1)
            await first.worker.stop()
            assert clock.now() - START == 3000
            assert first.logged("stopped_with_work_in_hand")[0]["messages"] == 1
        async with System(clock, after=first) as second:
            assert told(await second.finished(demand)) == CALM

    virtually(main)


@dataclass
class Unreliable:
    """A model that is down until an instant; it counts what it is really asked."""

    clock: VirtualClock
    down_until: int
    latency: int = 0
    asked: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    name: str = "unreliable"

    def estimate(self, prompt: Prompt[T]) -> int:
        return 0

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        now = self.clock.now() - START
        self.asked.append((now, prompt.key))
        if now < self.down_until:
            raise ModelUnavailable("503")
        return await SimulatedModel(ANSWERS, self.latency).answer(prompt)


def test_the_breaker_opens_after_three_failures_lets_one_probe_through_and_closes() -> None:
    """TW-530…533. Understanding and filter fall back, an offer opens it; after 30 s one probe, then all of them."""

    async def main(clock: VirtualClock) -> None:
        model = Unreliable(clock, 20_000, latency=100)
        async with System(clock, model=model) as system:
            demand = await system.submit()
            await asyncio.sleep(1)
            assert (await system.breaker.read()).state == "open"
            await asyncio.sleep(28.9)
            assert [key for at, key in model.asked if 0 < at < 30_000] == []
            events = await system.finished(demand)
            assert (await system.breaker.read()).state == "closed"
        assert [key for at, key in model.asked if at == 0][:2] == ["demand_understanding", "smart_filter"]
        assert [key for at, key in model.asked if at == 30_000] == ["response_generation"]
        assert len([key for at, key in model.asked if key == "response_generation" and at >= 30_000]) == len(PEOPLE)
        offers = [payload for kind, payload in told(events) if kind == "towow.offer.submitted"]
        assert [offer["fallback"] for offer in offers] == [False] * len(PEOPLE)
        (filtered,) = [payload for kind, payload in told(events) if kind == "towow.filter.completed"]
        assert filtered["fallback"]
        assert all(candidate["is_fallback"] for candidate in filtered["candidates"])

    virtually(main)


def test_a_probe_that_fails_keeps_the_breaker_open() -> None:
    async def main(clock: VirtualClock) -> None:
        model = Unreliable(clock, 40_000)
        async with System(clock, model=model) as system:
            demand = await system.submit()
            await asyncio.sleep(59)
            asked = [at for at, _ in model.asked if at > 0]
            assert asked == [30_000], "one probe, and not a call more until the next"
            await system.finished(demand)
        assert [at for at, _ in model.asked if at > 0][:2] == [30_000, 60_000]

    virtually(main)


def test_a_question_is_paid_once_however_often_it_is_asked() -> None:
    """Every message twice on the wire and every request sent again meanwhile: one model call per question (DESIGN § 3)."""

    async def main(clock: VirtualClock) -> None:
        model = Unreliable(clock, 0, latency=2500)
        settings = of_mapping({"max_stuck_time": 1})
        faults = OnPublish(lambda _, __: PublishFault(copies=2))
        async with System(clock, model=model, publish=faults, settings=settings) as system:
            events = await system.negotiate()
        keys = Counter(key for _, key in model.asked)
        expected = {"demand_understanding": 1, "smart_filter": 1, "response_generation": 3, "proposal_aggregation": 1}
        assert keys == {**expected, "proposal_feedback": 6, "proposal_adjustment": 1, "gap_identification": 1}
        closed = told(events)[-1][1]
        assert closed["totals"]["model_calls"] == sum(keys.values())
        assert system.metrics.value("towow_deliveries_total", queue="coordinator", outcome="postponed") > 0

    virtually(main)


def test_a_closed_demand_drops_late_work() -> None:
    """Cancelled while three agents think: their answers change nothing, and the log never grows again."""

    async def main(clock: VirtualClock) -> None:
        model = Unreliable(clock, 0, latency=4000)
        async with System(clock, model=model) as system:
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
            await system.put("channel_admin", encode(stop), id="stop")
            events = await system.finished(demand)
            await asyncio.sleep(400)
            assert len(await system.store.read_log(demand.demand_id)) == len(events)
            assert await system.store.next_due("channel_admin") is None
            assert system.metrics.value("towow_deliveries_total", queue="user_agent", outcome="expired") == 3
            late = message(message_id="late", recipient=f"channel/{demand.channel_id}", correlation_id=demand.demand_id)
            await system.put("channel_admin", encode(late), id="late")
            await asyncio.sleep(1)
            assert system.metrics.value("towow_deliveries_total", queue="channel_admin", outcome="closed") == 1

    virtually(main)


def test_every_message_of_a_demand_is_a_span_of_one_trace() -> None:
    async def main(clock: VirtualClock) -> None:
        faults = OnPublish(lambda _, __: None)
        async with System(clock, publish=faults) as system:
            demand = await system.submit()
            await system.finished(demand)
        envelopes = [decode(parcel.data) for parcel in faults.parcels if parcel.exchange == "commands"]
        traces = [str(e.traceparent).split("-") for e in envelopes if e.type != "timer_fired"]
        assert len(envelopes) > 25
        assert len({trace[1] for trace in traces}) == 1
        assert len({trace[2] for trace in traces}) == len(traces)
        ids = {e.message_id for e in envelopes}
        roots = [e.type for e in envelopes if e.causation_id not in ids]
        assert roots == ["submit_demand"]
        assert {e.correlation_id for e in envelopes} == {demand.demand_id}

    virtually(main)


def test_an_unanswered_task_is_answered_for() -> None:
    """A task that fails for good says which request it was, so that a channel does not take it for another one.

    A timeout of its own is a failure like any other, not the end of its message's time.
    """

    async def main(clock: VirtualClock) -> None:
        faults = OnPublish(lambda _, __: None)
        rule = Stubborn(clock, TimeoutError("no"))
        async with System(
            clock, model=SimulatedModel({**ANSWERS, "proposal_adjustment": rule}), publish=faults
        ) as system:
            await system.negotiate()
        answers = [decode(p.data) for p in faults.parcels if p.type == TaskFailed.type]
        assert [(a.body["task"], a.body["of"], a.body["reason"]) for a in answers] == [
            ("adjust_proposal", "1", "handler_failed")
        ]

    virtually(main)


@dataclass
class Away:
    """A store that does not answer for a while."""

    clock: VirtualClock
    until: int

    async def before(self, call: str, subject: str) -> None:
        if self.clock.now() < self.until:
            raise StoreLost("away")

    async def after(self, call: str, subject: str) -> None:
        return


def test_an_hour_without_store_loses_nothing() -> None:
    """What is in hand is kept, a dead letter waits to be filed, nothing spins; then all goes on."""

    async def main(clock: VirtualClock) -> None:
        faults = Away(clock, 0)
        async with System(clock, faults=faults) as system:
            demand = await system.submit()
            faults.until = clock.now() + 3_600_000
            await system.put("skills", b"no message", id="m1")
            before = clock.now()
            events = await follow_to_the_end(system, demand)
            assert clock.now() - before >= 3_600_000
            (letter,) = await filed(system)
        assert letter.reason == "undecodable"
        assert events[-1].type == "towow.demand.closed"
        assert system.broker.unsettled("dead") == 0

    virtually(main)


async def follow_to_the_end(system: System, demand: Submission) -> list[LoggedEvent]:
    live = follow(system.store, system.transport, demand.demand_id, last=DemandClosed.type)
    return [event async for event in live]
