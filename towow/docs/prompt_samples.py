"""Sample of each of the nine prompts in both languages, for golden files and docs/prompts.md."""

from collections.abc import Callable, Mapping
from typing import Any

from channel_admin import prompts as channel
from coordinator import prompts as coordinator
from negotiation.contracts.demand import DeepUnderstanding, DemandContext, DemandUnderstanding, SubmissionContext
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.offer import NegotiationPoint, Offer
from negotiation.contracts.proposal import Assignment, Gap, Milestone, Proposal, Timeline
from negotiation.registry.profile import Profile
from shared.core.language import Language
from shared.core.timestamps import parse_iso8601
from shared.llm.port import Prompt
from user_agent import prompts as agent

SUBMITTED_AT = parse_iso8601("2026-01-22T10:00:00Z")
IDS = {"demand_id": "d-sample", "channel_id": "collab-sample"}

_TEXTS: Mapping[str, Mapping[Language, str]] = {
    "demand": {
        "zh": "三月第一个周末想在院子里办一场修自行车的下午，大约二十人，预算六百元",
        "en": "On the first weekend of March I want an afternoon of mending bicycles in a yard: 20 people, 600 yuan",
    },
    "surface": {"zh": "办一场修自行车的下午", "en": "an afternoon of mending bicycles"},
    "why": {"zh": "想让邻居互相认识", "en": "wants the neighbours to meet"},
    "mending": {"zh": "自行车维修", "en": "bicycle repair"},
    "yard": {"zh": "院子", "en": "yard"},
    "tea": {"zh": "茶水", "en": "tea"},
    "place": {"zh": "绍兴", "en": "Galway"},
    "budget": {"zh": "600元", "en": "600 yuan"},
    "mender": {"zh": "老郑", "en": "Nuala"},
    "keeper": {"zh": "沈园", "en": "Owen"},
    "summary": {"zh": "修了三十年车，工具都是自己的。", "en": "Thirty years of mending; every tool her own."},
    "insists": {"zh": "下雨就改期", "en": "another day if it rains"},
    "offers": {"zh": "带工具来，修到天黑", "en": "brings the tools and mends until dark"},
    "lends": {"zh": "借出院子，二十人坐得下", "en": "lends the yard, room for twenty"},
    "fee": {"zh": "费用", "en": "fee"},
    "asked": {"zh": "费用：400元", "en": "fee: 400 yuan"},
    "plan": {"zh": "三月七日下午，院子里修车", "en": "mending in the yard on the afternoon of 7 March"},
    "filter": {"zh": "会修车，也住得近", "en": "mends bicycles and lives nearby"},
    "brewer": {"zh": "小满", "en": "Aoife"},
    "early": {"zh": "三月还太冷，没人坐得住", "en": "too cold to sit outside in March"},
    "driver": {"zh": "阿良", "en": "Ciaran"},
    "away": {"zh": "那个周末要出门", "en": "away that weekend"},
}


def samples(language: Language) -> tuple[Prompt[Any], ...]:
    """Return one sample of each of the nine prompts in a language, in the order of their numbers, always the same."""
    return tuple(build(facts.model_validate(fields)) for build, facts, fields in _sample_facts(language))


def render_prompt(prompt: Prompt[Any]) -> str:
    """Return the text of a prompt's golden file: its key, version and limits, then system and user text."""
    limits = f"{prompt.max_tokens} tokens, temperature {prompt.temperature}, {prompt.time_limit_s:g} s"
    head = f"{prompt.key}, version {prompt.version}: {limits}"
    return f"{head}\n\n===== system =====\n{prompt.system}\n\n===== user =====\n{prompt.user}\n"


def _sample_facts(language: Language) -> tuple[tuple[Callable[[Any], Prompt[Any]], type[Any], dict[str, Any]], ...]:
    base = {**IDS, "setting": _submission_context(language)}
    demand_facts = {**base, "raw_input": _text("demand", language), "demand": _demand(language)}
    agent_facts = {**demand_facts, "agent_id": "agent_mender", "profile": _mender(language)}
    review_facts = {name: value for name, value in agent_facts.items() if name != "raw_input"}
    feedback, offers, plan = _feedback(language), _offers(language), _plan(language)
    return (
        (
            coordinator.build_understanding_prompt,
            coordinator.UnderstandingFacts,
            {**base, **_understanding_facts(language)},
        ),
        (
            coordinator.build_filter_prompt,
            coordinator.FilterFacts,
            {**demand_facts, "call": 2, "profiles": (_agent_summary(language),)},
        ),
        (agent.build_offer_prompt, agent.OfferFacts, {**agent_facts, **_invitation(language)}),
        (channel.proposal_aggregation, channel.AggregationFacts, {**demand_facts, "offers": offers}),
        (agent.build_feedback_prompt, agent.FeedbackFacts, {**review_facts, **_review(language)}),
        (
            channel.proposal_adjustment,
            channel.AdjustmentFacts,
            {**demand_facts, "proposal": plan, "base_version": 1, "round": 1, "offers": offers}
            | {"feedback": (*feedback, *_refusals(language)), "left": ("agent_driver",)},
        ),
        (channel.gap_identification, channel.GapFacts, {**demand_facts, "proposal": plan, "feedback": feedback}),
        (
            channel.recursion_decision,
            channel.RecursionFacts,
            {**demand_facts, "gaps": plan.gaps, "max_subnets": 3, "proposal": plan},
        ),
        (
            channel.compromise,
            channel.CompromiseFacts,
            {**demand_facts, "outcome": "FAILED", "detail": "majority_left", "proposal": plan, "feedback": feedback}
            | {"offers": offers, "left": ("agent_keeper",)},
        ),
    )


def _text(key: str, language: Language) -> str:
    return _TEXTS[key][language]


def _submission_context(language: Language) -> SubmissionContext:
    return SubmissionContext(user_id="user_asking", language=language, today="2026-01-22", timezone="Asia/Shanghai")


def _understanding_facts(language: Language) -> dict[str, Any]:
    return {"raw_input": _text("demand", language), "requester": _agent_summary(language)}


def _invitation(language: Language) -> dict[str, Any]:
    return {"round": 1, "filter_reason": _text("filter", language), "match_score": 90}


def _review(language: Language) -> dict[str, Any]:
    plan = _plan(language)
    return {
        "proposal": plan,
        "proposal_version": 2,
        "round": 2,
        "max_rounds": 5,
        "your_assignment": plan.assignments[0],
        "your_offer": _offers(language)[0],
        "your_feedback": _feedback(language)[:1],
    }


def _demand(language: Language) -> DemandUnderstanding:
    return DemandUnderstanding(
        surface_demand=_text("surface", language),
        deep_understanding=DeepUnderstanding(motivation=_text("why", language)),
        capability_tags=(_text("mending", language), _text("yard", language)),
        context=DemandContext(
            location=_text("place", language),
            expected_attendees=20,
            date="2026-03-07",
            budget=_text("budget", language),
        ),
        confidence="high",
    )


def _mender(language: Language) -> Profile:
    return Profile(
        agent_id="agent_mender",
        display_name=_text("mender", language),
        user_id="user_mender",
        summary=_text("summary", language),
        capabilities=(_text("mending", language),),
        location=_text("place", language),
        price=400,
        capacity=25,
        busy_weekdays=(0,),
        constraints=(_text("insists", language),),
        temperament="stubborn",
    )


def _agent_summary(language: Language) -> coordinator.AgentSummary:
    mender = _mender(language)
    shown = mender.model_dump(include=coordinator.AgentSummary.model_fields.keys() - {"matched"})
    return coordinator.AgentSummary(**shown, matched=(_text("mending", language),))


def _offers(language: Language) -> tuple[Offer, ...]:
    point = NegotiationPoint(
        aspect=_text("fee", language), current_value=_text("budget", language), desired_value=_text("asked", language)
    )
    common: dict[str, Any] = {"demand_id": IDS["demand_id"], "confidence": 70, "submitted_at": SUBMITTED_AT}
    return (
        Offer(
            offer_id="offer_1",
            agent_id="agent_mender",
            display_name=_text("mender", language),
            response_type="negotiate",
            decision="conditional",
            contribution=_text("offers", language),
            conditions=(_text("asked", language),),
            negotiation_points=(point,),
            **common,
        ),
        Offer(
            offer_id="offer_2",
            agent_id="agent_keeper",
            display_name=_text("keeper", language),
            decision="participate",
            contribution=_text("lends", language),
            **common,
        ),
    )


def _plan(language: Language) -> Proposal:
    return Proposal(
        proposal_id="prop_1",
        demand_id=IDS["demand_id"],
        version=1,
        summary=_text("plan", language),
        assignments=(
            Assignment(
                agent_id="agent_mender",
                display_name=_text("mender", language),
                role=_text("mending", language),
                responsibility=_text("offers", language),
            ),
            Assignment(
                agent_id="agent_keeper",
                display_name=_text("keeper", language),
                role=_text("yard", language),
                responsibility=_text("lends", language),
                required=True,
            ),
        ),
        timeline=Timeline(start_date="2026-03-07", milestones=(Milestone(name=_text("plan", language)),)),
        gaps=(Gap(gap_type=_text("tea", language), importance=65),),
        created_at=SUBMITTED_AT,
    )


def _feedback(language: Language) -> tuple[Feedback, ...]:
    return (
        Feedback(
            agent_id="agent_mender",
            display_name=_text("mender", language),
            feedback_type="negotiate",
            adjustment_request=_text("asked", language),
            round=1,
            proposal_version=1,
        ),
        Feedback(
            agent_id="agent_keeper",
            display_name=_text("keeper", language),
            feedback_type="accept",
            round=1,
            proposal_version=1,
        ),
    )


def _refusals(language: Language) -> tuple[Feedback, ...]:
    """Return a rejection and a withdrawal."""
    return (
        Feedback(
            agent_id="agent_brewer",
            display_name=_text("brewer", language),
            feedback_type="reject",
            reasoning=_text("early", language),
            concerns=(_text("early", language),),
            round=1,
            proposal_version=1,
        ),
        Feedback(
            agent_id="agent_driver",
            display_name=_text("driver", language),
            feedback_type="withdraw",
            reasoning=_text("away", language),
            round=1,
            proposal_version=1,
        ),
    )
