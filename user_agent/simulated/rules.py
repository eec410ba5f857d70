"""Rules of the simulated model for user agents: answers of prompts 3 and 5 from the agent's own profile."""

from datetime import date

from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.money import Money
from negotiation.contracts.offer import NegotiationPoint
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import weekday_name
from negotiation.understanding.derived_fields import format_money
from shared.core.language import Language, join_clauses, join_items, join_sentences
from shared.llm.rule_based_model import Rules
from shared.llm.seeded_random import seeded_choice, seeded_fraction
from user_agent.core.answer_normalization import FeedbackReply, OfferReply
from user_agent.prompts import FeedbackFacts, OfferFacts
from user_agent.simulated import suitability
from user_agent.simulated.constraints import is_written_in, max_people
from user_agent.simulated.fees import own_price
from user_agent.simulated.invitation_decision import DeclineReason, InvitationDecision, RequestedTerm, decide_invitation
from user_agent.simulated.offer_terms import build_offer_terms
from user_agent.simulated.phrasing import (
    Tone,
    pick_closing,
    pick_opening,
    pick_opening_and_closing,
    pick_plain_opening,
    render_text,
    voice_of,
)
from user_agent.simulated.plan_requests import RequestedPlanChange
from user_agent.simulated.proposal_review import (
    FEEDBACK_TYPE_BY_STANCE,
    ReviewDecision,
    Stance,
    decide_review,
)
from user_agent.simulated.request_grant import plan_date

CONTRIBUTION_TEXTS = 4
"""Number of texts `contribution.0`, `contribution.1` … to choose from."""

_STANCES_BY_TONE: dict[Tone, tuple[Stance, ...]] = {
    "yield": ("waiting", "for_now", "give_way", "standby", "still_by", "aside"),
    "ask": ("ask", "again", "one_more", "refuse", "hold_out"),
}
TONE_BY_STANCE: dict[Stance, Tone] = {stance: tone for tone, stances in _STANCES_BY_TONE.items() for stance in stances}
"""Tone of the closing by stance; other stances take it from their feedback type."""


def answer_invitation(facts: OfferFacts) -> OfferReply:
    """Answer the offer prompt (3) by fixed rules: decision, contribution, conditions and requests.

    Texts are in `facts.setting.language`; the same facts give the same answer.
    """
    decision = decide_invitation(facts)
    if decision.decline_reason:
        return _build_decline(facts, decision.decline_reason)
    language = facts.setting.language
    points = tuple(_build_point(request, language) for request in decision.requests)
    conditions = tuple(constraint.wanted for constraint in decision.constraints) or tuple(
        _format_labeled(point.aspect, point.desired_value, language) for point in points
    )
    return OfferReply(
        response_type="negotiate" if points else "offer",
        decision="conditional" if conditions or points else "participate",
        contribution=_build_contribution(facts, decision),
        conditions=conditions,
        negotiation_points=points,
        terms=build_offer_terms(facts, decision),
        negotiation_summary=join_items((point.reason for point in points), language) or None,
        reasoning=_build_offer_reasoning(facts, decision),
        confidence=_rate_confidence(facts, decision),
    )


def review_proposal(facts: FeedbackFacts) -> FeedbackReply:
    """Answer the feedback prompt (5) by fixed rules: type of feedback on a plan version, with reasoning and request.

    Texts are in `facts.setting.language`; the same facts give the same answer.
    """
    decision, language = decide_review(facts), facts.setting.language
    feedback_type = FEEDBACK_TYPE_BY_STANCE[decision.stance]
    seed = (facts.demand_id, facts.agent_id, facts.proposal_version)
    request = _format_request(decision.request, language) if decision.request else ""
    return FeedbackReply(
        feedback_type=feedback_type,
        reasoning=_build_reasoning(facts, decision),
        adjustment_request=request if feedback_type == "negotiate" else None,
        terms=decision.request.terms if decision.request and feedback_type in ("negotiate", "reject") else None,
        concerns=_build_concerns(decision, language),
        confidence={"accept": 80, "negotiate": 60, "reject": 70, "withdraw": 85}[feedback_type]
        + int(seeded_fraction(*seed, "sure") * 15),
    )


def _build_reasoning(facts: FeedbackFacts, decision: ReviewDecision) -> str:
    """Return the reasoning; its phrases depend on the position in the plan, the demand and the plan version."""
    language, day = facts.setting.language, plan_date(facts.proposal)
    participants = list(dict.fromkeys(assignment.agent_id for assignment in facts.proposal.assignments))
    position = participants.index(facts.agent_id) if facts.agent_id in participants else len(participants)
    tones: dict[str, Tone] = {"reject": "out", "withdraw": "out"}
    tone: Tone = TONE_BY_STANCE.get(decision.stance) or tones.get(FEEDBACK_TYPE_BY_STANCE[decision.stance], "accept")
    opening, closing = pick_opening_and_closing(
        decision.stance,
        tone,
        voice_of(facts.profile.temperament, facts.demand.tone, tone),
        language,
        position + len(participants) * (facts.proposal_version - 1),
        (facts.demand_id,),
    )
    if facts.demand.tone == "grave":
        opening = pick_plain_opening(decision.stance, language)
    sentence = opening.format(
        role=facts.your_assignment.role if facts.your_assignment else "",
        wish=_describe_request(decision.request, language) if decision.request else "",
        day=day.isoformat() if day else "",
    )
    return join_sentences((sentence[:1].upper() + sentence[1:], closing), language)


def _describe_request(request: RequestedPlanChange, language: Language) -> str:
    """Return a request as part of a sentence."""
    text = _format_wanted(request, language)
    return render_text(f"request.{request.aspect}", language, text=text) if request.aspect in ("date", "fee") else text


RULES: Rules = {"response_generation": answer_invitation, "proposal_feedback": review_proposal}


def _build_decline(facts: OfferFacts, decline_reason: DeclineReason) -> OfferReply:
    language = facts.setting.language
    context = facts.demand.context
    seed = (facts.demand_id, facts.agent_id)
    reason = _opening(facts, decline_reason).format(
        place=_translate_place(facts.profile.location or "", language),
        skills=join_items(_translate_skills(facts.profile.capabilities[:2], language), language),
        wanted=join_items(_translate_skills(facts.demand.capability_tags[:2], language), language),
        most=max_people(facts.profile) or "",
        coming=context.expected_attendees or "",
        price=_format_price(facts, language),
        budget=_format_budget(facts.demand, language),
        day=_demanded_days(facts.demand, language),
    )
    return OfferReply(
        decision="decline",
        decline_reason=reason,
        reasoning=_opening(facts, "regrets")
        if facts.demand.tone == "grave" or seeded_fraction(*seed, "words") < 0.5
        else pick_closing("out", facts.profile.temperament, language, *seed),
        confidence=80 + int(seeded_fraction(*seed, "sure") * 15),
    )


def _build_contribution(facts: OfferFacts, decision: InvitationDecision) -> str:
    """Return the contribution: skills, summary, maximum number of people, busy dates and fee."""
    language, profile = facts.setting.language, facts.profile
    variant = seeded_choice(range(CONTRIBUTION_TEXTS), facts.demand_id, facts.agent_id, "brings")
    skills = join_items(_translate_skills(decision.skills, language), language)
    parts = [render_text(f"contribution.{variant}", language, skills=skills)]
    if profile.summary and facts.demand.tone != "grave" and is_written_in(profile.summary, language):
        parts.append(profile.summary.rstrip("。. "))
    limit = max_people(profile)
    if limit:
        parts.append(render_text("holds", language, most=limit))
    busy_days = _busy_days(facts)
    if busy_days and suitability.demand_date(facts.demand) is None:
        parts.append(render_text("away", language, days=join_items(busy_days, language)))
    if profile.price == 0:
        parts.append(render_text("free", language))
    elif decision.fee and decision.fee.amount and not any(request.aspect == "fee" for request in decision.requests):
        parts.append(render_text("fee", language, fee=format_money(decision.fee, language)))
    return join_clauses(parts, language)


def _busy_days(facts: OfferFacts) -> list[str]:
    """Return the names of the weekdays on which a person is busy."""
    return [weekday_name(weekday, facts.setting.language) for weekday in sorted(facts.profile.busy_weekdays)]


def _build_offer_reasoning(facts: OfferFacts, decision: InvitationDecision) -> str:
    language = facts.setting.language
    case = "keen" if not decision.requests and not decision.constraints else "talk"
    seed = (facts.demand_id, facts.agent_id)
    sentence = _opening(facts, case).format(skills=join_items(_translate_skills(decision.skills, language), language))
    tone: Tone = "accept" if case == "keen" else "ask"
    closing = pick_closing(tone, voice_of(facts.profile.temperament, facts.demand.tone, tone), language, *seed)
    return join_sentences((sentence[:1].upper() + sentence[1:], closing), language)


def _demanded_days(demand: DemandUnderstanding, language: Language) -> str:
    """Return the days that a demand names: its date, else its days of the week."""
    if demand.context.date:
        return demand.context.date
    return join_items((weekday_name(day, language) for day in demand.limits.weekdays), language) or render_text(
        "those_days", language
    )


def _opening(facts: OfferFacts, case: str) -> str:
    """Return the first sentence for a case, a neutral one in a grave matter."""
    language = facts.setting.language
    if facts.demand.tone == "grave":
        return pick_plain_opening(case, language)
    return pick_opening(case, language, facts.demand_id, facts.agent_id)


def _rate_confidence(facts: OfferFacts, decision: InvitationDecision) -> int:
    """Return how sure the person is (40–95): the more, the better the profile fits and the fewer wishes are open."""
    penalty = len(decision.requests) * 4 + len(decision.constraints) * 2
    fit = max((fit.score for fit in facts.fits), default=facts.match_score / 100)
    return max(40, min(95, 50 + round(50 * fit) - penalty))


def _build_point(request: RequestedTerm, language: Language) -> NegotiationPoint:
    current = _describe_current(request, language)
    wanted = _format_value(request.wanted, language)
    reason = "fee_unsaid" if request.aspect == "fee" and request.current is None else request.aspect
    return NegotiationPoint(
        aspect=render_text(f"aspect.{request.aspect}", language),
        current_value=current,
        desired_value=wanted,
        reason=render_text(f"reason.{reason}", language, now=current, wanted=wanted),
        terms=request.terms,
    )


def _describe_current(request: RequestedTerm, language: Language) -> str:
    """Return the current value of a request as text; a fee is the person's share of the budget."""
    if request.current is None:
        return render_text("unsaid", language)
    if request.aspect == "people":
        return render_text("so_many", language, coming=request.current)
    current = _format_value(request.current, language)
    return render_text("share", language, fee=current) if request.aspect == "fee" else current


def _format_value(value: date | int | Money, language: Language) -> str:
    if isinstance(value, date):
        return value.isoformat()
    return format_money(value, language) if isinstance(value, Money) else render_text("people", language, most=value)


def _format_request(request: RequestedPlanChange, language: Language) -> str:
    """Return a request as label, colon and wanted value."""
    return _format_labeled(
        request.label or render_text(f"aspect.{request.aspect}", language), _format_wanted(request, language), language
    )


def _format_wanted(request: RequestedPlanChange, language: Language) -> str:
    if request.aspect == "date" and request.wanted_date:
        return request.wanted_date.isoformat()
    return format_money(request.terms.fee, language) if request.terms.fee is not None else request.text


def _format_labeled(label: str, text: str, language: Language) -> str:
    return render_text("labeled", language, label=label, text=text)


def _build_concerns(decision: ReviewDecision, language: Language) -> tuple[str, ...]:
    if decision.stance in ("give_way", "refuse", "leave", "again") and decision.request:
        return (_format_request(decision.request, language),)
    return tuple(_format_request(request, language) for request in decision.open_requests[:2])


def _translate_skills(skills: tuple[str, ...], language: Language) -> tuple[str, ...]:
    translated = (
        skill if is_written_in(skill, language) else load_thesaurus("skills").translate(skill, language)
        for skill in skills
    )
    return tuple(dict.fromkeys(translated))


def _translate_place(place: str, language: Language) -> str:
    return load_thesaurus("places").translate(place, language)


def _format_price(facts: OfferFacts, language: Language) -> str:
    price = own_price(facts.profile)
    return format_money(price, language) if price else ""


def _format_budget(demand: DemandUnderstanding, language: Language) -> str:
    budget = demand.limits.budget
    return demand.context.budget or (format_money(budget, language) if budget else "")
