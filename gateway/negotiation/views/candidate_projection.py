"""What does a view know of each invited agent, and what follows from who has answered?"""

from collections.abc import Sequence

from gateway.negotiation.views.event_fields import Json, event_fields
from gateway.negotiation.views.schema import CandidateView, ChannelView


def invited_candidates(payload: Json) -> Sequence[CandidateView]:
    """The candidates of `filter.completed`, before any of them has said a word."""
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
    """The candidates, one of whom has answered the invitation. A stranger's answer changes nothing."""
    agent, offer = payload.get("agent_id"), event_fields(payload)
    return [{**who, "offer": offer} if who["agent_id"] == agent else who for who in candidates]


def add_feedback(candidates: Sequence[CandidateView], payload: Json) -> Sequence[CandidateView]:
    """The candidates, one of whom has said something of a plan."""
    agent, feedback = payload.get("agent_id"), event_fields(payload)
    return [
        {**who, "feedback": feedback, "feedbacks": [*who["feedbacks"], feedback]} if who["agent_id"] == agent else who
        for who in candidates
    ]


def withdrawn_agents(part: ChannelView) -> Sequence[str]:
    """The agents that withdrew."""
    return [gone.get("agent_id", "") for gone in part["withdrawn"]]


def have_all_answered(part: ChannelView) -> bool:
    """Whether every candidate has answered the invitation."""
    return all(who["offer"] is not None for who in part["candidates"])


def has_timely_offer(part: ChannelView) -> bool:
    """Whether there is anybody to plan with: offered while offers were collected, and still here."""
    gone = withdrawn_agents(part)
    offers = [who["offer"] for who in part["candidates"] if who["agent_id"] not in gone]
    return any(
        offer.get("decision") != "decline" and not offer.get("late", False) for offer in offers if offer is not None
    )
