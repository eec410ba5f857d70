"""A small world around channels: everybody answers by a script, timers fire exactly when due. Pure, deterministic.

It does what the runtime promises (an id is delivered to a step once, a closed demand gets nothing, an old timer is
disarmed) and checks after every step what must always hold.
"""

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import get_args

from channel_admin.core.channel import ChannelMessage, decide
from channel_admin.core.state import AwaitedInput, ChannelState
from channel_admin.core.status import TRANSITIONS, Status
from channel_admin.settings import NegotiationRules
from negotiation.contracts.demand import Limits, SubmissionContext
from negotiation.contracts.events import QuestionOpened
from negotiation.contracts.messages import CancelDemand, ProposalFeedback, ReviseUnderstanding, SubmitDemand
from shared.core.address import Address
from shared.core.decision import Decision, Send, Timer
from shared.core.ids import digest, message_id, timer_id
from shared.core.message_base import EventPayload, Message, ReceivedMessage, TimerFired
from shared.core.timestamps import seconds_to_ms
from tests.support.async_tests import START
from tests.unit.channel_admin.core.scripted_answers import Asked, ScriptedAnswers

DEMAND, ROOT = "d-abc12345", "collab-abc12345"
SETTING = SubmissionContext(user_id="user_alice", language="en", today="2026-01-22", timezone="Asia/Shanghai")
ANSWERS = 7
"""Milliseconds by which every answer misses the full second, so that none comes at the instant of a timer."""

WAITS: dict[Status, frozenset[AwaitedInput]] = {
    Status.CREATED: frozenset({"understanding", "clarification", "review", "filtering"}),
    Status.BROADCASTING: frozenset(),  # never rested in: BROADCASTING and COLLECTING are entered in one step
    Status.COLLECTING: frozenset({"offers"}),
    Status.AGGREGATING: frozenset({"aggregation"}),
    Status.PROPOSAL_SENT: frozenset({"feedback", "adjustment"}),
    Status.NEGOTIATING: frozenset({"feedback"}),
    Status.FINALIZED: frozenset({"gaps", "recursion", "subnets", "nothing"}),
    Status.FORCE_FINALIZED: frozenset({"compromise", "gaps", "recursion", "subnets", "nothing"}),
    Status.FAILED: frozenset({"compromise", "nothing"}),
    Status.CANCELLED: frozenset({"nothing"}),
}
"""For what a channel of each status may wait."""

Parcel = ReceivedMessage[ChannelMessage]
Tie = Callable[[Parcel], str]


@dataclass(frozen=True)
class AppliedMessage:
    """One delivery and what came of it; `decision` is None when it changed nothing."""

    at: int
    message: Parcel
    before: ChannelState | None
    decision: Decision[ChannelState] | None


@dataclass(order=True)
class Pending:
    """A message on its way."""

    at: int
    kind: str
    tie: str
    place: int
    message: Parcel = field(compare=False)


def first_come(_: Parcel) -> str:
    """Answers of the same instant arrive in the order in which they were given."""
    return ""


class ChannelHarness:
    """Plays a script to its end."""

    def __init__(
        self,
        script: ScriptedAnswers,
        *,
        rules: NegotiationRules | None = None,
        limits: Limits | None = None,
        tie: Tie = first_come,
    ):
        self.script = script
        self.rules = rules or NegotiationRules()
        self.limits = limits or Limits()
        self.now = START
        self.states: dict[str, ChannelState] = {}
        self.sends: list[tuple[str, Send]] = []
        self.events: list[EventPayload] = []
        self.history: list[AppliedMessage] = []
        self.closed = False
        self._tie = tie
        self._pending: list[Pending] = []
        self._seen: set[str] = set()
        self._asked: dict[tuple[object, ...], int] = {}
        self._begin()

    @property
    def root(self) -> ChannelState:
        """The demand's own channel."""
        return self.states[ROOT]

    def run(
        self, until: Callable[["ChannelHarness"], bool] = lambda _: False, *, each: Callable[[], None] | None = None
    ) -> "ChannelHarness":
        """Deliver what comes, in order of time, until nothing does or `until` holds. `each`: called after each."""
        while self._pending and not until(self):
            pending = heapq.heappop(self._pending)
            self.now = pending.at
            self.deliver(pending.message)
            if each:
                each()
        return self

    def run_until_waiting(self, waiting: AwaitedInput) -> "ChannelHarness":
        """Play until the demand's channel waits for this."""
        self.run(lambda world: ROOT in world.states and world.root.waiting == waiting)
        assert self.root.waiting == waiting, f"it never waits for {waiting}"
        return self

    def deliver(self, message: Parcel) -> Decision[ChannelState] | None:
        """What the runtime does with a message: once, and only while the demand is open."""
        if message.message_id in self._seen or self.closed:
            return None
        self._seen.add(message.message_id)
        before = self.states.get(message.recipient.id)
        decision = decide(self.rules, before, message, self.now)
        self.history.append(AppliedMessage(self.now, message, before, decision))
        if decision is not None:
            check(before, decision)
            self._apply(message, before, decision)
        return decision

    def say(self, body: Message, *, sender: Address | None = None, to: str = ROOT, id: str | None = None) -> Parcel:
        """A message to a channel, from whoever it should come from."""
        known = get_args(ChannelMessage)
        assert isinstance(body, known)
        identifier = id or digest("said", len(self.history), len(self._seen), body.type)
        return ReceivedMessage(body, sender or Address("gateway", DEMAND), Address("channel", to), identifier, DEMAND)  # pyright: ignore[reportReturnType, reportArgumentType]

    def tell(self, body: Message, *, sender: Address | None = None, to: str = ROOT) -> Decision[ChannelState] | None:
        """Say something now."""
        return self.deliver(self.say(body, sender=sender, to=to))

    def at(self, when: int) -> None:
        """Go on to the instant `when` (ms) without delivering anything."""
        assert when >= self.now
        self.now = when

    def types(self, channel: str = ROOT) -> list[str]:
        """The types of the events so far, without `towow.`."""
        return [e.type.removeprefix("towow.") for e in self.events if getattr(e, "channel_id", "") == channel]

    def sent(self, message_type: str) -> list[Send]:
        """All that was sent of one type, in order."""
        return [send for _, send in self.sends if send.body.type == message_type]

    def fired(self, timer: Timer, channel: str = ROOT, *, id: str | None = None) -> Parcel:
        """The message of a timer."""
        body = TimerFired(name=timer.name, generation=timer.generation, due=timer.due)
        address = Address("channel", channel)
        return self.say(body, sender=address, to=channel, id=id or timer_id(str(address), timer.name, timer.generation))

    def _begin(self) -> None:
        submitted = SubmitDemand(
            demand_id=DEMAND,
            channel_id=ROOT,
            raw_input="a meetup with a venue",
            setting=SETTING,
            limits=self.limits,
            submitted_at=START,
            interactive=self.script.interactive,
        )
        self._post(START, self.say(submitted, id="submit"))
        for agent, after in self.script.withdraws.items():
            leaving = ProposalFeedback(
                demand_id=DEMAND, channel_id=ROOT, agent_id=agent, feedback_type="withdraw", round=1, proposal_version=1
            )
            self._post(
                START + seconds_to_ms(after) + 13,
                self.say(leaving, sender=Address("user_agent", agent), id="w" + agent),
            )
        for place, (after, edit) in enumerate(self.script.edits):
            change = ReviseUnderstanding(demand_id=DEMAND, channel_id=ROOT, changes=edit)
            self._post(START + seconds_to_ms(after) + 19 + place, self.say(change, id=f"edit {place}"))
        if self.script.goes is not None:
            go = ReviseUnderstanding(demand_id=DEMAND, channel_id=ROOT, go=True)
            self._post(START + seconds_to_ms(self.script.goes) + 23, self.say(go, id="go"))
        if self.script.cancels is not None:
            order = CancelDemand(demand_id=DEMAND, channel_id=ROOT, cancelled_by="user_alice")
            self._post(START + seconds_to_ms(self.script.cancels) + 17, self.say(order, id="cancel"))

    def _post(self, at: int, message: Parcel) -> None:
        pending = Pending(at, message.body.type, self._tie(message), len(self._seen) + len(self._pending), message)
        heapq.heappush(self._pending, pending)

    def _apply(self, message: Parcel, before: ChannelState | None, decision: Decision[ChannelState]) -> None:
        channel = message.recipient.id
        self.states[channel] = decision.state
        self.events.extend(decision.events)
        old = before.timer if before else None
        if old and decision.timer != old:
            self._pending = [p for p in self._pending if not _is_timer(p.message, channel, old)]
            heapq.heapify(self._pending)
        for place, send in enumerate(decision.sends):
            self.sends.append((channel, send))
            self._receive(send, message_id(message.message_id, place), channel)
        for event in decision.events:
            if isinstance(event, QuestionOpened) and channel == ROOT:
                self._answer(event, digest("answer", message.message_id, event.question_id))
        if decision.timer and decision.timer != old:
            self._post(max(self.now, decision.timer.due), self.fired(decision.timer, channel))
        self.closed = self.closed or decision.closes

    def _answer(self, asked: QuestionOpened, identifier: str) -> None:
        """The requester answers the question as the script says."""
        if answer := self.script.answer_question(asked):
            body, after = answer
            self._post(self.now + seconds_to_ms(after) + ANSWERS, self.say(body, id=identifier))

    def _receive(self, send: Send, identifier: str, channel: str) -> None:
        """Somebody gets a message, and answers as the script of that channel says."""
        if send.to.kind == "channel":
            self._post(
                self.now + ANSWERS,
                self.say(send.body, sender=Address("channel", channel), to=send.to.id, id=identifier),
            )
            return
        assert isinstance(send.body, Asked)
        script, body = self._script_of(channel), send.body
        word, after = script.said(body, send.to.id)
        asked = (channel, body.type, send.to, getattr(body, "round", 0), body.request_key())
        self._asked[asked] = self._asked.get(asked, 0) + 1
        if word == "silent" or (word == "second" and self._asked[asked] < 2):
            return
        answer = script.answer(
            body, send.to.id, "accept" if word == "second" and body.type == "proposal_review" else word
        )
        self._post(
            self.now + seconds_to_ms(after) + ANSWERS,
            self.say(answer, sender=send.to, to=channel, id=message_id(identifier, 0)),
        )

    def _script_of(self, channel: str) -> ScriptedAnswers:
        number = channel.removeprefix(ROOT).removeprefix("-")
        if not number:
            return self.script
        subnets = self.script.subnets
        return subnets[int(number) - 1] if int(number) <= len(subnets) else ScriptedAnswers(people=())


def run_channel(
    script: ScriptedAnswers, *, rules: NegotiationRules | None = None, limits: Limits | None = None
) -> ChannelHarness:
    """The world at the end of the script."""
    return ChannelHarness(script, rules=rules, limits=limits).run()


def _is_timer(message: Parcel, channel: str, timer: Timer) -> bool:
    body = message.body
    return isinstance(body, TimerFired) and message.recipient.id == channel and body.generation == timer.generation


def check(before: ChannelState | None, decision: Decision[ChannelState]) -> None:
    """What must hold after every step: a legal status, one timer named after what is waited for, in time."""
    state = decision.state
    assert state.status in reachable(before.status if before else Status.CREATED), (before, state.status)
    assert state.waiting in WAITS[state.status], (state.status, state.waiting)
    assert decision.timer == state.timer
    if state.waiting == "nothing":
        assert state.timer is None
        assert state.is_final
        assert decision.closes == (state.parent is None)
    else:
        assert state.timer is not None
        assert state.timer.name == state.waiting
        assert state.timer.due >= state.last_updated_at or state.timer.due == state.deadline
        assert state.is_final or state.timer.due <= state.deadline
        assert not decision.closes
    if before is not None:
        assert state.generation >= before.generation


def reachable(status: Status) -> Iterator[Status]:
    """The status, and what one step may make of it: it may pass through one more on its way."""
    yield status
    for following in TRANSITIONS[status]:
        yield following
        yield from TRANSITIONS[following]
