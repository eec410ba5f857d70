"""Projection of a demand: folds its event log into one view (INTERFACES § 6, § 7).

The web app has the same projection in TypeScript, so this one only reads fields and copies views with changes.
"""

import json

from gateway.negotiation.views.channel_reducers import CHANNEL_REDUCERS
from gateway.negotiation.views.demand_reducers import DEMAND_REDUCERS, initial_view
from gateway.negotiation.views.payload_schema import Json
from gateway.negotiation.views.schema import ChannelView, CostView, DemandView, SubnetView


def fold(view: DemandView | None, event: bytes | Json) -> DemandView:
    """Return the view after one more event of the demand's log; the given view is not modified.

    An event of an unknown type or channel, as a newer program may write, changes only `last_seq`, `updated_at` and
    `cost`.

    Args:
        view: The view so far; None before the first event.
        event: A log entry, as JSON bytes or parsed, with the keys `seq`, `event_id`, `event_type`, `timestamp` and
            `payload`. Entries are passed in the order of `seq`, which is not checked for gaps; for one that was folded
            before, the given view itself is returned.

    Raises:
        ValueError: If the bytes are not JSON.
        KeyError: If a key that is read is missing.
    """
    entry: Json = json.loads(event) if isinstance(event, bytes) else event
    seq, payload = entry["seq"], entry["payload"]
    if view is not None and seq <= view["last_seq"]:
        return view
    before = view or initial_view(entry)
    updated: DemandView = {
        **before,
        "last_seq": seq,
        "updated_at": entry["timestamp"],
        "cost": _add_cost(before["cost"], payload.get("spent", {})),
    }
    return _apply_event(updated, entry)


def _apply_event(view: DemandView, entry: Json) -> DemandView:
    """Apply the event's reducer to the demand and its own channel, or to a subnet's channel."""
    kind, payload = entry["event_type"], entry["payload"]
    channel = payload.get("channel_id")
    if channel != view["channel_id"]:
        return {**view, "subnets": [_apply_to_subnet(subnet, channel, entry) for subnet in view["subnets"]]}
    if kind in DEMAND_REDUCERS:
        return DEMAND_REDUCERS[kind](view, payload, entry["timestamp"])
    return {**view, **_apply_to_channel(view, entry)}


def _apply_to_channel(channel: ChannelView, entry: Json) -> ChannelView:
    reducer = CHANNEL_REDUCERS.get(entry["event_type"])
    return reducer(channel, entry["payload"]) if reducer else channel


def _apply_to_subnet(subnet: SubnetView, channel: str | None, entry: Json) -> SubnetView:
    if subnet["sub_channel_id"] != channel:
        return subnet
    return {**subnet, "channel": {**_apply_to_channel(subnet["channel"], entry), "updated_at": entry["timestamp"]}}


def _add_cost(before: CostView, spent: Json) -> CostView:
    return {
        **before,
        "calls": spent.get("calls", before["calls"]),
        "tokens": spent.get("tokens", before["tokens"]),
        "usd": spent.get("usd", before["usd"]),
    }
