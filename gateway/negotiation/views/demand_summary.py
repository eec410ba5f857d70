"""Summary of a demand as an item of a list (`GET demands`, INTERFACES § 7)."""

from typing import NotRequired

from gateway.negotiation.views.schema import DemandStatus, DemandView, PlanOutcomeView, RequesterDecision

MAX_RAW_INPUT_CHARS = 200
"""Characters of `raw_input` in a list item."""


class DemandItem(PlanOutcomeView):
    """Summary of a demand, with what its agreed plan is worth.

    `surface_demand` is absent until the demand is understood; until then `raw_input` has the first 200 characters of
    the original text. `closed_at` is absent until it is closed. `follows`: id of the demand that it continues.
    `decision`: the requester's, which is kept beside the log.
    """

    demand_id: str
    channel_id: str
    status: DemandStatus
    surface_demand: NotRequired[str]
    raw_input: NotRequired[str]
    follows: NotRequired[str]
    user_id: str
    created_at: str
    closed_at: NotRequired[str]
    round: int
    decision: NotRequired[RequesterDecision]


def demand_item(view: DemandView) -> DemandItem:
    """Return the summary of a demand as an item of a list, given its view."""
    line: DemandItem = {
        "demand_id": view["demand_id"],
        "channel_id": view["channel_id"],
        "status": view["status"],
        "user_id": view["user_id"],
        "created_at": view["created_at"],
        "round": view["round"],
    }
    if view["understanding"] is not None:
        line["surface_demand"] = view["understanding"].get("surface_demand", "")
    else:
        line["raw_input"] = view["raw_input"][:MAX_RAW_INPUT_CHARS]
    if "follows" in view:
        line["follows"] = view["follows"]
    if "closed_at" in view:
        line["closed_at"] = view["closed_at"]
    outcome = view["outcome"]
    if outcome is not None and "complete" in outcome:
        line["complete"] = outcome["complete"]
        line["needs"], line["missing"] = outcome.get("needs", []), outcome.get("missing", [])
    return line
