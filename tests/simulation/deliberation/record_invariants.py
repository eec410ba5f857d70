"""Where a session's record, as readers get it, and the fold of its events must be the same (DL-102…112, DL-143). Pure."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from deliberation.contracts.events import (
    AgentSkipped,
    AgentSpoke,
    HostDecided,
    ReportPublished,
    SessionEnded,
    SessionEvent,
    SessionStarted,
)
from deliberation.contracts.roles import ROLES, Discussant, Role
from deliberation.contracts.session import SessionSnapshot
from deliberation.host.core.snapshot import build_snapshot
from deliberation.host.core.state import SessionState
from tests.simulation.deliberation.session_log import events_of

Output = tuple[Role, str, str, Any]
"""Agent, type, content, and what else an event and an output both have."""


def record_problems(events: Sequence[SessionEvent], state: SessionState, version: int) -> Iterator[str]:
    """Yield where record and events of a session that has ended tell different things."""
    snapshot = build_snapshot(state, version)
    for name, is_, should in _compare(events, state, snapshot):
        if is_ != should:
            yield f"the record's {name} is {str(is_)[:150]}, and {str(should)[:150]} by the events"


def _compare(
    events: Sequence[SessionEvent], state: SessionState, snapshot: SessionSnapshot
) -> Iterator[tuple[str, object, object]]:
    (start,) = events_of(events, SessionStarted)
    (end,) = events_of(events, SessionEnded)
    decisions = events_of(events, HostDecided)
    yield "trend", snapshot.consensus_trend[: len(decisions)], tuple(each.consensus for each in decisions)
    # A decision that nobody was told, because its review was still awaited, is counted, and has no event.
    yield "trend's length", len(snapshot.consensus_trend) - len(decisions) in (0, 1), True
    yield "rounds", snapshot.current_round, end.rounds
    yield "maximum of rounds", snapshot.max_rounds, start.max_rounds
    yield "query", snapshot.user_query, start.user_query
    yield "end", (snapshot.status, snapshot.end_reason), (end.status, end.end_reason)
    yield "pending tasks", snapshot.pending, ()
    yield "outputs", _outputs_of(snapshot), _folded(events)
    yield "skipped turns", state.skips, tuple(_skips(events))
    yield "final plan", state.final_plan, next((each.final_plan for each in events_of(events, ReportPublished)), None)
    yield "last outputs", _last_outputs(snapshot), _last_told(events)


def _outputs_of(snapshot: SessionSnapshot) -> dict[int, list[Output]]:
    found: dict[int, list[Output]] = {}
    for held in snapshot.history:
        found[held.round] = [(each.agent_id, each.output_type, each.content, _extra(each)) for each in held.outputs]
    return found


def _extra(output: Any) -> object:
    match output.output_type:
        case "plan" | "critique" | "position":
            return output.metadata.model_dump(mode="json")
        case "control":
            return output.metadata.analysis
        case _:
            return output.metadata.final_plan


def _told(event: AgentSpoke | HostDecided | ReportPublished) -> Output:
    match event:
        case AgentSpoke():
            position = {"position": event.position.model_dump(mode="json")}
            return event.agent, event.output_type, event.content, {**position, **event.metadata}
        case HostDecided():
            return "host", "control", event.content, event.analysis
        case ReportPublished():
            return "reporter", "report", event.content, event.final_plan


def _folded(events: Sequence[SessionEvent]) -> dict[int, list[Output]]:
    """The outputs of each round, in the order of roles."""
    found: defaultdict[int, list[Output]] = defaultdict(list)
    for event in events:
        if isinstance(event, AgentSpoke | HostDecided | ReportPublished):
            found[event.round].append(_told(event))
    return {number: sorted(told, key=lambda each: ROLES.index(each[0])) for number, told in found.items()}


def _skips(events: Sequence[SessionEvent]) -> Iterator[tuple[Discussant, int]]:
    for event in events_of(events, AgentSkipped):
        yield event.agent, event.round


def _last_outputs(snapshot: SessionSnapshot) -> dict[Role, str | None]:
    return {
        role: None if agent.last_output is None else agent.last_output.content
        for role, agent in snapshot.agents.items()
    }


def _last_told(events: Sequence[SessionEvent]) -> dict[Role, str | None]:
    last: dict[Role, str | None] = dict.fromkeys(ROLES)
    for event in events:
        if isinstance(event, AgentSpoke | HostDecided | ReportPublished):
            role, _, content, _ = _told(event)
            last[role] = content
    return last
