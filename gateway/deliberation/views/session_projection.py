"""Projection of a session: folds its log into the view, the current plan and the to-dos (DL-07, DL-139, DL-143)."""

import json
from collections.abc import Mapping
from typing import Any, cast

from pydantic import ValidationError

from deliberation.contracts.control import EndReason
from deliberation.contracts.events import EVENTS, AgentSpoke, ReportPublished, SessionEvent, SessionStarted
from deliberation.contracts.plan import Plan, Todo
from deliberation.contracts.session import SessionStatus, SessionView
from gateway.deliberation.views.view_reducers import fold_event, initial_view
from shared.core.frozen_model import FrozenModel

EVENT_CLASSES: Mapping[str, type[SessionEvent]] = {event.type: event for event in EVENTS}


class SessionProjection(FrozenModel):
    """Content of a session's log so far.

    Attributes:
        view: View of the session.
        started: First event of the log.
        started_at: Its timestamp, ISO-8601.
        updated_at: Timestamp of the last event.
        plan: Plan of the report; before it, the planner's last one. None while there is none.
        todos: To-dos of the plan in the report; None while there is no report.
        reported_at: Timestamp of the report; None while there is none.
    """

    view: SessionView
    started: SessionStarted
    started_at: str
    updated_at: str
    plan: Plan | None = None
    todos: tuple[Todo, ...] | None = None
    reported_at: str | None = None

    @property
    def status(self) -> SessionStatus:
        """Status of the session."""
        return self.view.status

    @property
    def end_reason(self) -> EndReason | None:
        """Reason for the end of the session; None while it runs."""
        return self.view.end_reason


def parse_event(event_type: str, payload: Mapping[str, Any]) -> SessionEvent | None:
    """Parse the payload of an event; fields of newer versions are ignored.

    None for an unknown type, or a payload that this version cannot read.
    """
    event_class = EVENT_CLASSES.get(event_type)
    if event_class is None:
        return None
    try:
        return event_class.model_validate(payload, extra="ignore")
    except ValidationError:
        return None


def fold(projection: SessionProjection | None, data: bytes) -> SessionProjection:
    """Return the projection after one more event of the session's log; the given one is not modified.

    Args:
        projection: The projection so far; None before the first event, which must be `session_started`.
        data: Log entry as JSON with the keys `seq`, `event_type`, `timestamp` and `payload`, in the order of `seq`.

    Raises:
        ValueError: If the data are not JSON, or the first event is not `session_started`.
        KeyError: If a key is missing.
    """
    entry = cast("dict[str, Any]", json.loads(data))
    event = parse_event(entry["event_type"], entry["payload"])
    if projection is None:
        projection = _start(event, entry["timestamp"])
    view = fold_event(projection.view, entry["seq"], event)
    changes: dict[str, Any] = {"view": view, "updated_at": entry["timestamp"]}
    return projection.model_copy(update={**changes, **_plan_changes(event, entry["timestamp"])})


def _start(event: SessionEvent | None, timestamp: str) -> SessionProjection:
    if not isinstance(event, SessionStarted):
        raise ValueError("the log of a session begins with session_started")  # noqa: TRY004 - data, not an argument
    view = initial_view(event.session_id)
    return SessionProjection(view=view, started=event, started_at=timestamp, updated_at=timestamp)


def _plan_changes(event: SessionEvent | None, timestamp: str) -> dict[str, Any]:
    match event:
        case AgentSpoke(output_type="plan", metadata={"plan": written}):
            plan = _parse_plan(written)
            return {} if plan is None else {"plan": plan}
        case ReportPublished():
            plan = {} if event.plan is None else {"plan": event.plan}
            return {**plan, "todos": event.todos, "reported_at": timestamp}
        case _:
            return {}


def _parse_plan(written: object) -> Plan | None:
    try:
        return Plan.model_validate(written, extra="ignore")
    except ValidationError:
        return None
