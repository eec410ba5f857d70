"""What does a channel look like, in the names of TW-610…617 (`GET channels/{id}`)? The demand's own or a subnet's.

What no event tells is not in it: the ids of processed messages (TW-616) and the recovery counters (TW-617).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, NotRequired

from typing_extensions import TypedDict  # pydantic reads no other one before Python 3.12

from gateway.negotiation.views.candidate_projection import withdrawn_agents
from gateway.negotiation.views.event_fields import EventPayloadSchema, Json
from gateway.negotiation.views.schema import (
    ChannelStatus,
    ChannelView,
    DemandView,
    FeedbackPayload,
    OfferPayload,
    ProposalPayload,
)
from negotiation.contracts.candidate import Candidate
from negotiation.contracts.events import DemandUnderstoodEvent

_CHANNEL_ID = re.compile(r"collab-([a-z2-7]{13})(-[1-3])?")


class ChannelResponse(TypedDict):
    """A channel. `pending`: nobody is invited yet. `proposal_version` and `current_round` are 0 before the first plan.

    `feedback` and the counts: of the version under review. Who leaves says so last, and so counts as withdrawn.
    """

    channel_id: str
    demand_id: str
    pending: bool
    status: ChannelStatus
    demand_data: Annotated[Json, EventPayloadSchema(DemandUnderstoodEvent)] | None
    candidates: Sequence[Annotated[Json, EventPayloadSchema(Candidate)]]
    responses: Mapping[str, OfferPayload]
    expected_responses: Sequence[str]
    current_proposal: ProposalPayload | None
    proposal_version: int
    feedback: Mapping[str, FeedbackPayload]
    current_round: int
    max_rounds: int
    accept_count: int
    reject_count: int
    negotiate_count: int
    withdraw_count: int
    parent_channel_id: NotRequired[str]
    depth: int
    subnet_ids: Sequence[str]
    created_at: str
    last_updated_at: str


def demand_id_of(channel_id: str) -> str | None:
    """The demand in whose log a channel's events stand (ids: INTERFACES § 2); None when it is no channel's id."""
    match = _CHANNEL_ID.fullmatch(channel_id)
    return f"d-{match[1]}" if match else None


def build_channel_response(view: DemandView, channel_id: str) -> ChannelResponse | None:
    """The channel `channel_id` of this demand; None when the demand has no such channel (yet)."""
    parts: Sequence[ChannelView] = (view, *(subnet["channel"] for subnet in view["subnets"]))
    part = next((part for part in parts if part["channel_id"] == channel_id), None)
    if part is None:
        return None
    subnets = [subnet["sub_channel_id"] for subnet in view["subnets"]] if part is view else []
    shown = _channel_response(view["demand_id"], part, subnets)
    if part is not view:
        shown["parent_channel_id"] = part.get("parent_channel_id", view["channel_id"])
    return shown


def _channel_response(demand_id: str, part: ChannelView, subnets: Sequence[str]) -> ChannelResponse:
    feedback = _current_feedback(part)
    proposal = part["proposal"]
    return {
        "channel_id": part["channel_id"],
        "demand_id": demand_id,
        "pending": part["channel_status"] == "created",
        "status": part["channel_status"],
        "demand_data": part["understanding"],
        "candidates": [{name: who[name] for name in Candidate.model_fields} for who in part["candidates"]],
        "responses": {who["agent_id"]: who["offer"] for who in part["candidates"] if who["offer"] is not None},
        "expected_responses": [who["agent_id"] for who in part["candidates"]],
        "current_proposal": proposal,
        "proposal_version": proposal.get("version", 0) if proposal else 0,
        "feedback": feedback,
        "current_round": part["round"],
        "max_rounds": part["max_rounds"],
        "accept_count": _count_feedback(feedback, "accept"),
        "reject_count": _count_feedback(feedback, "reject"),
        "negotiate_count": _count_feedback(feedback, "negotiate"),
        "withdraw_count": sum(agent in withdrawn_agents(part) for agent in _sent_to(part)),
        "depth": part["depth"],
        "subnet_ids": subnets,
        "created_at": part["created_at"],
        "last_updated_at": part["updated_at"],
    }


def _sent_to(part: ChannelView) -> Sequence[str]:
    return part["review"]["sent_to"] if part["review"] else []


def _current_feedback(part: ChannelView) -> Mapping[str, FeedbackPayload]:
    """What each said last, of those who have answered the version under review."""
    answered: Sequence[str] = part["review"]["answered"] if part["review"] else []
    last = {who["agent_id"]: who["feedback"] for who in part["candidates"] if who["agent_id"] in answered}
    return {agent: said for agent, said in last.items() if said is not None}


def _count_feedback(feedback: Mapping[str, FeedbackPayload], kind: str) -> int:
    return sum(said.get("feedback_type") == kind for said in feedback.values())
