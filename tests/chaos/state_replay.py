"""What a channel's journal makes of nothing: `decide` once more over every message that changed it (I6)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from channel_admin.core.channel import ChannelMessage, decide
from channel_admin.core.state import ChannelState
from channel_admin.settings import NegotiationRules
from shared.core.address import parse_address
from shared.core.decision import Decision
from shared.core.envelope import Envelope
from shared.core.ids import event_id
from shared.core.message_base import ReceivedMessage
from shared.core.timestamps import parse_iso8601

BODIES: Mapping[str, type[ChannelMessage]] = {message.type: message for message in get_args(ChannelMessage)}


@dataclass(frozen=True, slots=True)
class ReplayedState:
    """The record that the journal makes, the ids of the events its steps make, and the messages in it."""

    record: bytes
    events: Sequence[str]
    messages: frozenset[str]
    problem: str = ""


def replay_state(journal: Sequence[bytes], rules: NegotiationRules | None = None) -> ReplayedState:
    """Decide every step once more, by the rules of whoever decided it (the standard ones)."""
    rules = rules or NegotiationRules()
    state: ChannelState | None = None
    events: list[str] = []
    messages: set[str] = set()
    problem = ""
    for version, line in enumerate(journal):
        entry = json.loads(line)
        if entry["version"] != version:
            problem = problem or f"step {version + 1} was decided on version {entry['version']}"
        messages.add(entry["message"]["message_id"])
        decision = _decision(rules, state, entry)
        if decision is None:
            problem = problem or f"step {version + 1}, {entry['message']['type']}, changes nothing"
            continue
        state = decision.state
        events += [event_id(entry["message"]["message_id"], place) for place, _ in enumerate(decision.events)]
    record = state.model_dump_json().encode() if state else b""
    return ReplayedState(record, events, frozenset(messages), problem)


def _decision(
    rules: NegotiationRules, state: ChannelState | None, entry: Mapping[str, Any]
) -> Decision[ChannelState] | None:
    envelope = Envelope.model_validate(entry["message"])
    received = ReceivedMessage(
        BODIES[envelope.type].model_validate(envelope.body),
        parse_address(envelope.sender),
        parse_address(envelope.recipient),
        envelope.message_id,
        envelope.correlation_id,
        envelope.deadline,
    )
    return decide(rules, state, received, parse_iso8601(entry["now"]))
