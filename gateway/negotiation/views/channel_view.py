"""Read model of a channel, a demand's own or a subnet's, with the fields of TW-610…617 (`GET channels/{id}`).

It lacks what is in no event: the ids of processed messages (TW-616) and the recovery counters (TW-617).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, NotRequired

from typing_extensions import TypedDict  # pydantic reads no other one before Python 3.12

from gateway.negotiation.views.candidate_projection import withdrawn_agents
from gateway.negotiation.views.payload_schema import EventPayloadSchema, Json
from gateway.negotiation.views.schema import (
    ChannelStatus,
    ChannelView,
    DemandView,
    FeedbackPayload,
    OfferPayload,
    ProposalPayload,
    UnderstandingPayload,
)
from negotiation.contracts.candidate import Candidate

_CHANNEL_ID = re.compile(r"collab-([a-z2-7]{13})(-[1-3])?")


class ChannelResponse(TypedDict):
    """A channel as projected from the log.

    `pending`: no agent is invited yet. `proposal_version` and `current_round` are 0 before the first plan. `feedback`
    and the counts refer to the version under review; an agent that has withdrawn counts only as withdrawn.
    """

    channel_id: str
    demand_id: str
    pending: bool
    status: ChannelStatus
    demand_data: UnderstandingPayload | None
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
    """Return the id of the demand whose log holds the events of a channel, its own or a subnet's (INTERFACES § 2).

    For `collab-abcdefghijklm` and its subnet `collab-abcdefghijklm-1` it is `d-abcdefghijklm`. None for a malformed
    channel id; whether the demand or the channel exists is not checked.
    """
    match = _CHANNEL_ID.fullmatch(channel_id)
    return f"d-{match[1]}" if match else None


def build_channel_response(view: DemandView, channel_id: str) -> ChannelResponse | None:
    """Build the response for a channel from the view of its demand; None if the demand has no such channel (yet).

    It shares parts of the view: do not modify them.

    Args:
        view: Current view of the demand.
        channel_id: Id of the demand's own channel or of a subnet's, as `demand_id_of` accepts it.
    """
    channels: Sequence[ChannelView] = (view, *(subnet["channel"] for subnet in view["subnets"]))
    channel = next((channel for channel in channels if channel["channel_id"] == channel_id), None)
    if channel is None:
        return None
    subnets = [subnet["sub_channel_id"] for subnet in view["subnets"]] if channel is view else []
    response = _channel_response(view["demand_id"], channel, subnets)
    if channel is not view:
        response["parent_channel_id"] = channel.get("parent_channel_id", view["channel_id"])
    return response


def _channel_response(demand_id: str, channel: ChannelView, subnets: Sequence[str]) -> ChannelResponse:
    feedback = _current_feedback(channel)
    proposal = channel["proposal"]
    return {
        "channel_id": channel["channel_id"],
        "demand_id": demand_id,
        "pending": channel["channel_status"] == "created",
        "status": channel["channel_status"],
        "demand_data": channel["understanding"],
        "candidates": [
            {name: candidate[name] for name in Candidate.model_fields if name in candidate}
            for candidate in channel["candidates"]
        ],
        "responses": {
            candidate["agent_id"]: candidate["offer"]
            for candidate in channel["candidates"]
            if candidate["offer"] is not None
        },
        "expected_responses": [candidate["agent_id"] for candidate in channel["candidates"]],
        "current_proposal": proposal,
        "proposal_version": proposal.get("version", 0) if proposal else 0,
        "feedback": feedback,
        "current_round": channel["round"],
        "max_rounds": channel["max_rounds"],
        "accept_count": _count_feedback(feedback, "accept"),
        "reject_count": _count_feedback(feedback, "reject"),
        "negotiate_count": _count_feedback(feedback, "negotiate"),
        "withdraw_count": sum(agent in withdrawn_agents(channel) for agent in _sent_to(channel)),
        "depth": channel["depth"],
        "subnet_ids": subnets,
        "created_at": channel["created_at"],
        "last_updated_at": channel["updated_at"],
    }


def _sent_to(channel: ChannelView) -> Sequence[str]:
    return channel["review"]["sent_to"] if channel["review"] else []


def _current_feedback(channel: ChannelView) -> Mapping[str, FeedbackPayload]:
    """Return the last feedback of each agent that has answered the version under review."""
    answered: Sequence[str] = channel["review"]["answered"] if channel["review"] else []
    last = {
        candidate["agent_id"]: candidate["feedback"]
        for candidate in channel["candidates"]
        if candidate["agent_id"] in answered
    }
    return {agent: feedback for agent, feedback in last.items() if feedback is not None}


def _count_feedback(feedback: Mapping[str, FeedbackPayload], kind: str) -> int:
    return sum(item.get("feedback_type") == kind for item in feedback.values())
