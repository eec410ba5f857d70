"""What does a demand look like? Its log, folded event by event into one view (INTERFACES § 6, § 7).

The page folds the same log the same way: nothing here but reading fields, and copies with something changed.
"""

import json

from gateway.negotiation.views.channel_reducers import CHANNEL_REDUCERS
from gateway.negotiation.views.demand_reducers import DEMAND_REDUCERS, initial_view
from gateway.negotiation.views.event_fields import Json
from gateway.negotiation.views.schema import ChannelView, CostView, DemandView, SubnetView


def fold(view: DemandView | None, event: bytes | Json) -> DemandView:
    """The view after one more event (the five keys of a log entry, read or not); None = before the first.

    Events come in the order of seq; one that was folded already changes nothing. One of an unknown type, or of an
    unknown channel, changes only `last_seq`, `updated_at` and `cost`: a newer program wrote it. The view that was
    given stays as it was. Raises ValueError for bytes that are no JSON, KeyError for an object without the five keys.
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
    """The event's own effect: on the demand and its channel, or on one subnet's."""
    kind, payload = entry["event_type"], entry["payload"]
    channel = payload.get("channel_id")
    if channel != view["channel_id"]:
        return {**view, "subnets": [_apply_to_subnet(subnet, channel, entry) for subnet in view["subnets"]]}
    if kind in DEMAND_REDUCERS:
        return DEMAND_REDUCERS[kind](view, payload, entry["timestamp"])
    return {**view, **_apply_to_channel(view, entry)}


def _apply_to_channel(part: ChannelView, entry: Json) -> ChannelView:
    change = CHANNEL_REDUCERS.get(entry["event_type"])
    return change(part, entry["payload"]) if change else part


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
