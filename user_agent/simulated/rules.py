"""What a simulated agent says to an invitation and of a plan: rules that read its own profile (prompts 3 and 5)."""

from collections.abc import Iterable
from datetime import date

from negotiation.contracts.offer import NegotiationPoint
from negotiation.search.synonyms import known
from negotiation.simulated.quantities import weekday_name
from shared.core.language import Language
from shared.llm.rule_based_model import Rules
from shared.llm.seeded_random import chance, pick
from user_agent.core.answer_normalization import FeedbackReply, OfferReply
from user_agent.prompts import FeedbackFacts, OfferFacts
from user_agent.simulated import suitability
from user_agent.simulated.constraints import most_people, speaks
from user_agent.simulated.invitation_decision import InvitationDecision, Refusal, RequestedTerm, weigh
from user_agent.simulated.phrasing import Tone, chosen, closing, in_turn, together
from user_agent.simulated.proposal_review import RequestedPlanChange, ReviewDecision, day_of, judge
from user_agent.simulated.texts import ASKS, BRINGS, KIND, LABEL, TEXT, TONE, WISH

FORGETS = 0.35
"""How often somebody does not think of saying on which days something else came up."""


def offer(facts: OfferFacts) -> OfferReply:
    """Prompt 3: whether this person takes part, with what, on which conditions."""
    weighed = weigh(facts)
    if weighed.refusal:
        return _refused(facts, weighed.refusal)
    language = facts.setting.language
    points = tuple(_point(ask, language) for ask in weighed.asks)
    conditions = tuple(wish.wanted for wish in weighed.wishes) or tuple(
        _labelled(point.aspect, point.desired_value, language) for point in points
    )
    return OfferReply(
        response_type="negotiate" if points else "offer",
        decision="conditional" if conditions or points else "participate",
        contribution=_contribution(facts, weighed),
        conditions=conditions,
        negotiation_points=points,
        negotiation_summary=_listed((point.reason for point in points), language) or None,
        reasoning=_reasoning(facts, weighed),
        confidence=_confidence(facts, weighed),
    )


def feedback(facts: FeedbackFacts) -> FeedbackReply:
    """Prompt 5: what this person says of a plan version."""
    stance, language = judge(facts), facts.setting.language
    kind = KIND[stance.stand]
    seed = (facts.demand_id, facts.agent_id, facts.proposal_version)
    wanted = _wanted(stance.want, language) if stance.want else ""
    return FeedbackReply(
        feedback_type=kind,
        reasoning=_speech(facts, stance),
        adjustment_request=wanted if kind == "negotiate" else None,
        concerns=_concerns(stance, language),
        confidence={"accept": 80, "negotiate": 60, "reject": 70, "withdraw": 85}[kind]
        + int(chance(*seed, "sure") * 15),
    )


def _speech(facts: FeedbackFacts, stance: ReviewDecision) -> str:
    """What is said aloud: who speaks after whom follows the plan, which words come first the demand and the version."""
    language, day = facts.setting.language, day_of(facts.proposal)
    everybody = list(dict.fromkeys(part.agent_id for part in facts.proposal.assignments))
    place = everybody.index(facts.agent_id) if facts.agent_id in everybody else len(everybody)
    partings: dict[str, Tone] = {"reject": "out", "withdraw": "out"}
    tone: Tone = TONE.get(stance.stand) or partings.get(KIND[stance.stand], "accept")
    opening, close = in_turn(
        stance.stand,
        tone,
        facts.profile.temperament,
        language,
        place + len(everybody) * (facts.proposal_version - 1),
        (facts.demand_id,),
    )
    said = opening.format(
        role=facts.your_assignment.role if facts.your_assignment else "",
        wish=_wish(stance.want, language) if stance.want else "",
        day=day.isoformat() if day else "",
    )
    return together(said[:1].upper() + said[1:], close, language)


def _wish(want: RequestedPlanChange, language: Language) -> str:
    """A request as one says it in a sentence."""
    form = WISH.get(want.about)
    text = _wanted_text(want, language)
    return form[language].format(text=text) if form else text


RULES: Rules = {"response_generation": offer, "proposal_feedback": feedback}


def _refused(facts: OfferFacts, refusal: Refusal) -> OfferReply:
    language = facts.setting.language
    context = facts.demand.context
    seed = (facts.demand_id, facts.agent_id)
    reason = chosen(refusal, language, *seed).format(
        place=_place(facts.profile.location or "", language),
        skills=_listed(_say_skills(facts.profile.capabilities[:2], language), language),
        wanted=_listed(_say_skills(facts.demand.capability_tags[:2], language), language),
        most=most_people(facts.profile) or "",
        coming=context.expected_attendees or "",
        price=_sum(facts.profile.price or 0, language),
        budget=context.budget or "",
        day=context.date or "",
    )
    return OfferReply(
        decision="decline",
        decline_reason=reason,
        reasoning=chosen("regrets", language, *seed)
        if chance(*seed, "words") < 0.5
        else closing("out", facts.profile.temperament, language, *seed),
        confidence=80 + int(chance(*seed, "sure") * 15),
    )


def _contribution(facts: OfferFacts, weighed: InvitationDecision) -> str:
    """Concrete and checkable: the skill asked for, how this person does it, for how many, at what fee."""
    language, profile = facts.setting.language, facts.profile
    parts = [
        pick(BRINGS[language], facts.demand_id, facts.agent_id, "brings").format(
            skills=_listed(_say_skills(weighed.skills, language), language)
        )
    ]
    if profile.summary and speaks(profile.summary, language):
        parts.append(profile.summary.rstrip("。. "))
    most = most_people(profile)
    if most:
        parts.append(TEXT["holds"][language].format(most=most))
    days = _away(facts)
    if days and suitability.day_of(facts.demand) is None:
        parts.append(TEXT["away"][language].format(days=_listed(days, language)))
    if profile.price == 0:
        parts.append(TEXT["free"][language])
    elif weighed.fee and not any(ask.about == "fee" for ask in weighed.asks):
        parts.append(TEXT["fee"][language].format(fee=_sum(weighed.fee, language)))
    return ("；" if language == "zh" else "; ").join(parts)


def _away(facts: OfferFacts) -> list[str]:
    """When this person is not free, as far as they think of saying it."""
    profile, language = facts.profile, facts.setting.language
    days = [weekday_name(weekday, language) for weekday in sorted(profile.busy_weekdays)]
    if profile.free_dates or chance(facts.demand_id, facts.agent_id, "forgets") < FORGETS:
        return days
    taken = suitability.engaged(profile, date.fromisoformat(facts.setting.today), facts.demand_id)
    return [*days, *(day.isoformat() for day in taken)]


def _reasoning(facts: OfferFacts, weighed: InvitationDecision) -> str:
    language = facts.setting.language
    kind = "keen" if not weighed.asks and not weighed.wishes else "talk"
    seed = (facts.demand_id, facts.agent_id)
    said = chosen(kind, language, *seed).format(skills=_listed(_say_skills(weighed.skills, language), language))
    tone: Tone = "accept" if kind == "keen" else "ask"
    return together(said[:1].upper() + said[1:], closing(tone, facts.profile.temperament, language, *seed), language)


def _confidence(facts: OfferFacts, weighed: InvitationDecision) -> int:
    open_points = len(weighed.asks) * 8 + len(weighed.wishes) * 4
    return max(40, min(95, 60 + facts.match_score // 3 - open_points))


def _point(ask: RequestedTerm, language: Language) -> NegotiationPoint:
    now = _now(ask, language)
    desired = _value(ask.about, ask.wanted, language)
    return NegotiationPoint(
        aspect=LABEL[ask.about][language],
        current_value=now,
        desired_value=desired,
        reason=ASKS["fee unsaid" if ask.about == "fee" and ask.now is None else ask.about][language].format(
            now=now, wanted=desired
        ),
    )


def _now(ask: RequestedTerm, language: Language) -> str:
    """How it is so far. What a budget leaves for one person is a share of it, nobody's fee."""
    if ask.now is None:
        return TEXT["unsaid"][language]
    if ask.about == "people":
        return TEXT["so many"][language].format(coming=ask.now)
    now = _value(ask.about, ask.now, language)
    return TEXT["share"][language].format(fee=now) if ask.about == "fee" else now


def _value(about: str, value: date | int, language: Language) -> str:
    if isinstance(value, date):
        return value.isoformat()
    return _sum(value, language) if about == "fee" else TEXT["people"][language].format(most=value)


def _wanted(want: RequestedPlanChange, language: Language) -> str:
    """A request as the plan's makers can read it: what it is about, a colon, and what is wanted."""
    return _labelled(want.label or LABEL[want.about][language], _wanted_text(want, language), language)


def _wanted_text(want: RequestedPlanChange, language: Language) -> str:
    if want.about == "date" and want.day:
        return want.day.isoformat()
    return _sum(want.sum, language) if want.about == "fee" and want.sum is not None else want.text


def _labelled(label: str, text: str, language: Language) -> str:
    return f"{label}：{text}" if language == "zh" else f"{label}: {text}"


def _concerns(stance: ReviewDecision, language: Language) -> tuple[str, ...]:
    if stance.stand in ("give_way", "refuse", "leave", "again", "hollow") and stance.want:
        return (_wanted(stance.want, language),)
    return tuple(_wanted(want, language) for want in stance.open[:2])


def _say_skills(skills: tuple[str, ...], language: Language) -> tuple[str, ...]:
    said = (skill if speaks(skill, language) else known("skills").say(skill, language) for skill in skills)
    return tuple(dict.fromkeys(said))


def _place(place: str, language: Language) -> str:
    return known("places").say(place, language)


def _sum(amount: int, language: Language) -> str:
    return f"{amount}元" if language == "zh" else f"{amount} yuan"


def _listed(parts: Iterable[str], language: Language) -> str:
    return ("、" if language == "zh" else ", ").join(parts)
