"""What no negotiation may do, read from the events of one log: I11 of FAULTS § 2, DESIGN § 7."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from negotiation.contracts.events import (
    AgentWithdrawn,
    DemandClosed,
    FeedbackEvaluated,
    ForceFinalized,
    NegotiationFailed,
    OfferSubmitted,
    ProposalDistributed,
    ProposalFeedbackEvent,
    ProposalFinalized,
)
from shared.store.port import LoggedEvent
from tests.simulation.violation import Violation

CONCLUSIONS = (ProposalFinalized.type, ForceFinalized.type, NegotiationFailed.type)
ONCE: Mapping[str, Sequence[str]] = {
    OfferSubmitted.type: ("agent_id",),
    AgentWithdrawn.type: ("agent_id",),
    FeedbackEvaluated.type: ("proposal_version", "round"),
}
"""Event type → what no two events of it in one channel have in common."""

Told = tuple[str, dict[str, Any]]


def domain_violations(demand: str, log: Sequence[LoggedEvent]) -> Iterator[Violation]:
    """Everything in one log that no negotiation may do."""
    types = [event.type for event in log]
    if DemandClosed.type in types and types.index(DemandClosed.type) != len(types) - 1:
        yield Violation("I11", f"{demand}: {types[-1]} after the close")
    channels: defaultdict[str, list[Told]] = defaultdict(list)
    for event in log:
        payload = json.loads(event.data)["payload"]
        channels[payload["channel_id"]].append((event.type, payload))
    for channel, told in channels.items():
        for problem in (*_conclusions(told), *_twice(told), *_votes(told)):
            yield Violation("I11", f"{channel}: {problem}")


def _conclusions(told: Sequence[Told]) -> Iterator[str]:
    ends = [kind for kind, _ in told if kind in CONCLUSIONS]
    if len(ends) > 1:
        yield f"it ended {len(ends)} times: {ends}"
    closed = [payload["status"] for kind, payload in told if kind == DemandClosed.type]
    if closed and closed[0] != "cancelled" and len(ends) != 1:
        yield f"it closed as {closed[0]} without an outcome"


def _twice(told: Sequence[Told]) -> Iterator[str]:
    """What is there twice; a person may change their answer, which the judge of people's answers looks at."""
    seen: Counter[tuple[Any, ...]] = Counter()
    by_person: set[tuple[Any, ...]] = set()
    for kind, payload in told:
        key: tuple[Any, ...] = ()
        if kind in ONCE:
            key = (kind, *(payload[name] for name in ONCE[kind]))
        elif kind == ProposalFeedbackEvent.type and payload["feedback_type"] != "withdraw":
            key = (kind, payload["agent_id"], payload["proposal_version"])
        if key and payload.get("answered_by") == "person":
            by_person.add(key)
        elif key:
            seen[key] += 1
    seen.update(by_person)
    yield from (f"{what[0]} twice for {what[1:]}" for what, count in seen.items() if count > 1)


def _votes(told: Sequence[Told]) -> Iterator[str]:
    sent: dict[int, set[str]] = {}
    for kind, payload in told:
        if kind == ProposalDistributed.type:
            sent.setdefault(payload["version"], set()).update(payload["participants"])
        elif kind == FeedbackEvaluated.type:
            votes = payload["accepts"] + payload["rejects"] + payload["negotiates"] + payload["withdraws"]
            if not votes <= payload["answered"] <= payload["sent"]:
                yield f"{votes} votes of {payload['answered']} answers of {payload['sent']} people"
            if payload["sent"] > len(sent.get(payload["proposal_version"], ())):
                yield f"{payload['sent']} people counted, the plan went to {len(sent[payload['proposal_version']])}"
