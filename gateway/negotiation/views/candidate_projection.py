"""Projection of the invited agents: their offers and feedback, and predicates over them."""

from collections.abc import Sequence

from gateway.negotiation.views.payload_schema import Json, event_fields
from gateway.negotiation.views.schema import CandidateView, ChannelView


def invited_candidates(payload: Json) -> Sequence[CandidateView]:
    """Build the candidates from the payload of a `towow.filter.completed` event, without offers and feedback.

    They are in the order of the payload; empty if it has none. A field that a candidate lacks gets a default.
    """
    return [_candidate(chosen) for chosen in payload.get("candidates", ())]


def _candidate(chosen: Json) -> CandidateView:
    return {
        "agent_id": chosen.get("agent_id", ""),
        "display_name": chosen.get("display_name", ""),
        "reason": chosen.get("reason", ""),
        "relevance_score": chosen.get("relevance_score", 0),
        "is_fallback": chosen.get("is_fallback", False),
        "offer": None,
        "feedback": None,
        "feedbacks": [],
    }


def add_offer(candidates: Sequence[CandidateView], payload: Json) -> Sequence[CandidateView]:
    """Return a copy of the candidates with an offer set, given the payload of a `towow.offer.submitted` event.

    The offer is the payload without COMMON_FIELDS; it replaces an earlier one of the same agent. An offer of an agent
    that is no candidate is ignored.
    """
    agent, offer = payload.get("agent_id"), event_fields(payload)
    return [{**candidate, "offer": offer} if candidate["agent_id"] == agent else candidate for candidate in candidates]


def add_feedback(candidates: Sequence[CandidateView], payload: Json) -> Sequence[CandidateView]:
    """Return a copy of the candidates after a `towow.proposal.feedback` event, given its payload.

    The payload without COMMON_FIELDS becomes the `feedback` of the agent's candidate, and is appended to its
    `feedbacks`. Feedback of an agent that is no candidate is ignored.
    """
    agent, feedback = payload.get("agent_id"), event_fields(payload)
    return [
        {**candidate, "feedback": feedback, "feedbacks": [*candidate["feedbacks"], feedback]}
        if candidate["agent_id"] == agent
        else candidate
        for candidate in candidates
    ]


def withdrawn_agents(channel: ChannelView) -> Sequence[str]:
    """Return the ids of the agents that have withdrawn, in the order of their withdrawals."""
    return [withdrawal.get("agent_id", "") for withdrawal in channel["withdrawn"]]


def have_all_answered(channel: ChannelView) -> bool:
    """Return whether every candidate of the channel has answered the invitation, by an offer or by declining.

    A candidate that withdrew before has not answered. True if there are no candidates.
    """
    return all(candidate["offer"] is not None for candidate in channel["candidates"])


def has_timely_offer(channel: ChannelView) -> bool:
    """Return whether a candidate that has not withdrawn made an offer, other than declining, before the deadline."""
    withdrawn = withdrawn_agents(channel)
    offers = [candidate["offer"] for candidate in channel["candidates"] if candidate["agent_id"] not in withdrawn]
    return any(
        offer.get("decision") != "decline" and not offer.get("late", False) for offer in offers if offer is not None
    )
