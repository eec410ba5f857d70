"""A pending question as an invited person sees it: what is asked, when, where, for how much, and who else is there."""

from typing import Literal

from gateway.negotiation.invitation_link_models import LinkParticipant, LinkQuestion
from gateway.negotiation.link_answer import to_link_answer
from gateway.negotiation.person_answers import CurrentQuestion
from gateway.negotiation.question_facts import channel_of, usual_fee
from gateway.negotiation.views.candidate_projection import withdrawn_agents
from gateway.negotiation.views.payload_schema import Json
from gateway.negotiation.views.schema import ChannelView
from negotiation.attendance.port import PendingQuestion
from negotiation.registry.profile import Profile


def build_link_question(current: CurrentQuestion, profile: Profile | None, *, watchable: bool) -> LinkQuestion:
    """Return a question with what its demand's view says about it.

    Args:
        current: The question, its demand's view and its answer.
        profile: Profile of the agent that it is put to; None if that was deleted.
        watchable: Whether anybody may see the negotiation.
    """
    question, view = current.asked.question, current.asked.view
    channel = channel_of(view, question.channel_id) or view
    understanding: Json = channel["understanding"] or view["understanding"] or {}
    limits: Json = understanding.get("limits") or {}
    return LinkQuestion(
        question_id=question.question_id,
        kind=question.kind,
        demand_id=question.demand_id,
        watchable=watchable,
        requester=view["user_id"],
        title=understanding.get("title") or question.surface_demand,
        demand=question.raw_input or view["raw_input"],
        parts=_parts(question, understanding),
        day=_day(question, limits),
        day_words=_limit_words(understanding, "dates"),
        hours=limits.get("hours"),
        place=limits.get("place"),
        people=limits.get("people"),
        fee=question.your_assignment.terms if question.your_assignment else understanding.get("terms"),
        budget=limits.get("budget"),
        own_price=None if profile is None else usual_fee(profile),
        others=_others(question, channel),
        reason=question.filter_reason or _reason(question, channel),
        plan=question.proposal.summary if question.proposal else None,
        plan_version=question.proposal.version if question.proposal else None,
        asked_at=question.asked_at,
        until=question.until,
        can_wait_until=question.latest_until,
        answer=None if current.settled is None else to_link_answer(current.settled),
        changeable=current.changeable,
    )


def _parts(question: PendingQuestion, understanding: Json) -> tuple[str, ...]:
    if question.your_assignment is not None:
        return (question.your_assignment.role,)
    named = {need.get("id"): need.get("need", "") for need in understanding.get("needs") or ()}
    return tuple(dict.fromkeys(named[fit.need] for fit in question.fits or () if named.get(fit.need)))


def _day(question: PendingQuestion, limits: Json) -> str | None:
    if question.proposal is not None and question.proposal.day is not None:
        return question.proposal.day.isoformat()
    dates = limits.get("dates") or ()
    return dates[0] if len(dates) == 1 else None


def _limit_words(understanding: Json, name: str) -> str | None:
    words = [said.get("text", "") for said in understanding.get("limit_words") or () if said.get("limit") == name]
    context: Json = understanding.get("context") or {}
    return " · ".join(filter(None, words)) or context.get("date")


def _others(question: PendingQuestion, channel: ChannelView) -> tuple[LinkParticipant, ...]:
    """Return the others who are invited or join; those who declined or left are not coming."""
    withdrawn = withdrawn_agents(channel)
    roles = {one.agent_id: one.role for one in question.proposal.assignments} if question.proposal else {}
    return tuple(
        LinkParticipant(
            display_name=candidate["display_name"] or candidate["agent_id"],
            standing=_standing(offer),
            role=roles.get(candidate["agent_id"]),
        )
        for candidate in channel["candidates"]
        for offer in (candidate["offer"],)
        if candidate["agent_id"] not in (question.agent_id, *withdrawn)
        and (offer is None or offer.get("decision") != "decline")
    )


def _standing(offer: Json | None) -> Literal["invited", "joins", "conditions"]:
    if offer is None:
        return "invited"
    return "joins" if offer.get("decision") == "participate" else "conditions"


def _reason(question: PendingQuestion, channel: ChannelView) -> str | None:
    found = (one["reason"] for one in channel["candidates"] if one["agent_id"] == question.agent_id)
    return next(found, None) or None
