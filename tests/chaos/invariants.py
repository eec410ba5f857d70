"""What must hold when a system of real processes has come to rest, whatever happened to it: I1…I9 and I11 of FAULTS § 2.

Pure. Nobody sees every call between processes, as the simulation does; but with the journal each channel's steps can be
decided once more, and must make its record and exactly the events of its log.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from negotiation.contracts.events import DemandClosed
from shared.core.ids import digest, event_id
from shared.store.port import DeadLetter, LoggedEvent
from tests.chaos.state_replay import ReplayedState, replay_state
from tests.simulation.negotiation.domain_invariants import domain_violations
from tests.simulation.violation import Violation


@dataclass(frozen=True, slots=True)
class ChannelRecord:
    """What a channel left behind. `journal` has a line for every message that changed it."""

    address: str
    version: int
    record: bytes
    journal: Sequence[bytes]


@dataclass(frozen=True, slots=True)
class DemandRecord:
    """What a demand left behind. `followed`: what its watcher was told. `calls` were paid for, `memos` are kept."""

    demand_id: str
    log: Sequence[LoggedEvent]
    followed: Sequence[LoggedEvent]
    channels: Sequence[ChannelRecord]
    calls: int
    memos: int


@dataclass(frozen=True, slots=True)
class FinalState:
    """Store and broker once everything has stopped. `queues`: messages by role; `owed`: yet to send, by role."""

    demands: Sequence[DemandRecord]
    queues: Mapping[str, int] = field(default_factory=dict[str, int])
    owed: Mapping[str, int] = field(default_factory=dict[str, int])
    dead: Sequence[DeadLetter] = ()

    @property
    def paid_again(self) -> int:
        """How many calls were paid for an answer that was there."""
        return sum(demand.calls - demand.memos for demand in self.demands)


def violations(remains: FinalState, *, interrupted: int = 0) -> list[Violation]:
    """Everything that does not hold. `interrupted`: how many paid calls at most were cut off, and may be paid again."""
    found = [violation for demand in remains.demands for violation in _of_demand(demand)]
    return [*found, *_paid_once(remains, interrupted), *_nothing_left(remains)]


def _of_demand(demand: DemandRecord) -> Iterator[Violation]:
    who, log = demand.demand_id, demand.log
    if not log or log[-1].type != DemandClosed.type:
        yield Violation("I1", f"{who} did not end; the last is {log[-1].type if log else 'nothing'}")
    if [event.seq for event in log] != list(range(1, len(log) + 1)):
        yield Violation("I4", f"the log of {who} counts {[event.seq for event in log]}")
    if list(demand.followed) != list(log):
        yield Violation("I5", f"who watched {who} saw {[event.seq for event in demand.followed]} of {len(log)}")
    again = [replay_state(channel.journal) for channel in demand.channels]
    for channel, made in zip(demand.channels, again, strict=True):
        yield from _of_channel(channel, made)
    yield from _events(demand, again)
    yield from domain_violations(who, log)


def _of_channel(channel: ChannelRecord, made: ReplayedState) -> Iterator[Violation]:
    """A message changes it once, and its record is what its messages make of nothing."""
    steps, messages = len(channel.journal), len(made.messages)
    if not channel.version == steps == messages:
        yield Violation("I2", f"{channel.address} is at version {channel.version}, {steps} steps, {messages} messages")
    if made.problem:
        yield Violation("I6", f"{channel.address}: {made.problem}")
    elif made.record != channel.record:
        yield Violation("I6", f"{channel.address} is not what its {steps} steps make of it")


def _events(demand: DemandRecord, again: Sequence[ReplayedState]) -> Iterator[Violation]:
    """The log holds what the submission and the channels' steps make: nothing less, nothing more, nothing twice."""
    made = [event_id(digest("submit", demand.demand_id), 0), *(one for channel in again for one in channel.events)]
    logged = [event.event_id for event in demand.log]
    lost, strange = set(made) - set(logged), set(logged) - set(made)
    if lost or strange or len(set(logged)) != len(logged):
        twice = len(logged) - len(set(logged))
        about = f"{len(lost)} events lost, {len(strange)} of no known step, {twice} twice"
        yield Violation("I2", f"the log of {demand.demand_id}: {about}")


def _paid_once(remains: FinalState, interrupted: int) -> Iterator[Violation]:
    """I8: an answer is paid once, but for calls that were cut off; what the last event says was paid before it."""
    if not 0 <= remains.paid_again <= interrupted:
        yield Violation("I8", f"{remains.paid_again} calls too many; {interrupted} may have been interrupted")
    for demand in remains.demands:
        told = _model_calls(demand)
        if told is not None and told > demand.calls:
            yield Violation("I8", f"{demand.demand_id} tells of {told} calls and paid {demand.calls}")


def _model_calls(demand: DemandRecord) -> int | None:
    if not demand.log or demand.log[-1].type != DemandClosed.type:
        return None
    return json.loads(demand.log[-1].data)["payload"]["totals"]["model_calls"]


def _nothing_left(remains: FinalState) -> Iterator[Violation]:
    for queue, ready in remains.queues.items():
        if ready:
            yield Violation("I9", f"{ready} messages are left in the queue {queue}")
    for role, entries in remains.owed.items():
        yield Violation("I3", f"{role} still has {entries} entries to send")
    for letter in remains.dead:
        yield Violation("I9", f"{letter.message.type} is a dead letter: {letter.reason}, {letter.error[:200]}")
