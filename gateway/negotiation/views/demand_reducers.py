"""Reducers of a demand's projection: initial view, gaps, subnets, cancellation and closing."""

from collections.abc import Callable, Mapping

from gateway.negotiation.views.channel_reducers import close_channel, update_outcome
from gateway.negotiation.views.clarification_reducers import end_review
from gateway.negotiation.views.payload_schema import Json, event_fields
from gateway.negotiation.views.schema import ChannelView, DemandView, SubnetView


def initial_view(entry: Json) -> DemandView:
    """Build the view from a log's first entry, normally `towow.demand.submitted`, which holds the constant fields.

    Its `last_seq` is 0: `fold` counts the entry itself. A field that the payload lacks gets a default.

    Args:
        entry: The log entry, parsed.

    Raises:
        KeyError: If `payload` or `timestamp` is missing.
    """
    payload = entry["payload"]
    limits = payload.get("limits", {})
    view: DemandView = {
        **_initial_channel(payload.get("channel_id", ""), entry["timestamp"], 0, limits.get("max_rounds", 0)),
        "demand_id": payload.get("demand_id", ""),
        "raw_input": payload.get("raw_input", ""),
        "user_id": payload.get("user_id", ""),
        "visibility": payload.get("visibility", "private"),
        "language": payload.get("language", "en"),
        "today": payload.get("today", ""),
        "timezone": payload.get("timezone", ""),
        "model": payload.get("model", "simulated"),
        "limits": limits,
        "gaps": [],
        "subnets": [],
        "cost": {"calls": 0, "tokens": 0, "usd": 0},
        "last_seq": 0,
    }
    follows = payload.get("follows")
    return view if follows is None else {**view, "follows": follows}


def _initial_channel(channel_id: str, now: str, depth: int, max_rounds: int) -> ChannelView:
    return {
        "channel_id": channel_id,
        "status": "processing",
        "phase": "understanding",
        "channel_status": "created",
        "depth": depth,
        "created_at": now,
        "updated_at": now,
        "understanding": None,
        "candidates": [],
        "proposal": None,
        "review": None,
        "round": 0,
        "max_rounds": max_rounds,
        "evaluations": [],
        "bargains": [],
        "withdrawn": [],
        "outcome": None,
    }


def _apply_gap_identified(view: DemandView, payload: Json, _: str) -> DemandView:
    return {
        **view,
        "phase": "after",
        "gaps": payload.get("gaps", []),
        "is_complete": payload.get("is_complete", False),
    }


def _apply_subnet_triggered(view: DemandView, payload: Json, now: str) -> DemandView:
    channel, depth = payload.get("sub_channel_id", ""), payload.get("depth", 1)
    subnet: SubnetView = {
        "sub_demand_id": payload.get("sub_demand_id", ""),
        "sub_channel_id": channel,
        "gap_type": payload.get("gap_type", ""),
        "sub_demand": payload.get("sub_demand", ""),
        "depth": depth,
        "fallback": payload.get("fallback", False),
        "status": "processing",
        "participants": [],
        "channel": _initial_channel(channel, now, depth, 0),
    }
    return {**view, "subnets": [*view["subnets"], subnet]}


def _apply_subnet_completed(view: DemandView, payload: Json, now: str) -> DemandView:
    subnets = [_complete_subnet(subnet, payload, now) for subnet in view["subnets"]]
    return {
        **view,
        "subnets": subnets,
        "proposal": payload.get("proposal", view["proposal"]),
        "outcome": update_outcome(view["outcome"], payload),
    }


def _complete_subnet(subnet: SubnetView, payload: Json, now: str) -> SubnetView:
    if subnet["sub_channel_id"] != payload.get("sub_channel_id"):
        return subnet
    status = payload.get("status", "failed")
    return {
        **subnet,
        "status": status,
        "participants": payload.get("participants", []),
        "channel": {**close_channel(subnet["channel"], status), "updated_at": now},
    }


def _apply_demand_cancelled(view: DemandView, payload: Json, _: str) -> DemandView:
    """Cancel: the outcome if there is none yet; afterwards it only stops work that is still in progress."""
    cancelled: DemandView = {**view, **end_review(view), "cancelled": event_fields(payload), "phase": "after"}
    if view["status"] != "processing":
        return cancelled
    return {**cancelled, "status": "cancelled", "channel_status": "cancelled", "outcome": {"status": "cancelled"}}


def _apply_demand_closed(view: DemandView, payload: Json, now: str) -> DemandView:
    closed: DemandView = {**view, **close_channel(view, payload.get("status", "processing")), "closed_at": now}
    totals = payload.get("totals")
    return closed if totals is None else {**closed, "cost": {**closed["cost"], "totals": totals}}


DEMAND_REDUCERS: Mapping[str, Callable[[DemandView, Json, str], DemandView]] = {
    "towow.gap.identified": _apply_gap_identified,
    "towow.subnet.triggered": _apply_subnet_triggered,
    "towow.subnet.completed": _apply_subnet_completed,
    "towow.demand.cancelled": _apply_demand_cancelled,
    "towow.demand.closed": _apply_demand_closed,
}
"""Reducers by event type, for events of the demand's own channel; `initial_view` handles `towow.demand.submitted`.

Each takes the view, the event's payload and its timestamp, and returns a changed copy of the view.
"""
