"""What does a list of demands say of each (`GET demands`, INTERFACES § 7)?"""

from typing import NotRequired

from typing_extensions import TypedDict  # pydantic reads no other one before Python 3.12

from gateway.negotiation.views.schema import DemandStatus, DemandView

MAX_RAW_INPUT_CHARS = 200
"""Characters of a demand's own words that a list repeats."""


class DemandItem(TypedDict):
    """One line of the list. `surface_demand` is absent until it is understood, `closed_at` until it is closed.

    `raw_input`: how its own words begin, while there is no `surface_demand`. `follows`: what it takes up again.
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


def demand_item(view: DemandView) -> DemandItem:
    """The line for a demand."""
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
    return line
