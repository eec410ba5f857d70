"""Fallback content of plans and compromises when no model answers (TW-522, TW-348, TW-349, TWC-23, TW-370…374)."""

from collections.abc import Sequence

from negotiation.contracts.compromise_suggestion import Compromise, CompromiseProposal, Contribution, Relaxation
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment, Proposal, ProposalDraft
from shared.core.language import Language

MAX_DEMAND_CHARS = 8000
"""Maximum length of a demand text to submit again: that of any submission (TWQ-06)."""

_TEXTS: dict[str, dict[Language, str]] = {
    "summary": {
        "zh": "系统繁忙，先把{count}份提议直接合并成方案，细节待确认",
        "en": "The system is busy: {count} offer(s) merged as they came in, details to be confirmed",
    },
    "objective": {"zh": "待确认", "en": "to be confirmed"},
    "rationale": {
        "zh": "没有得到模型的整合结果，每个人的分工就是本人的提议。",
        "en": "No model put this plan together; everyone does what they offered themselves.",
    },
    "helper": {"zh": "参与者", "en": "contributor"},
    "condition": {"zh": "条件：{text}", "en": "on condition: {text}"},
    "with": {
        "zh": "现在就可以先与{names}一起做能做的部分。",
        "en": "A part of it can start now, with {names}.",
    },
    "without": {
        "zh": "目前还没有人确认参与，但需求本身可以调整后再次发起。",
        "en": "Nobody is confirmed so far, but the demand can be changed and submitted again.",
    },
    "missing": {"zh": "还缺：{what}。", "en": "Still missing: {what}."},
    "next": {
        "zh": "放宽时间、预算或范围之一，再发起一次，机会更大。",
        "en": "Relax the date, the budget or the scope and submit it again: the odds are better.",
    },
    "join": {"zh": "、", "en": ", "},
    "takes part": {"zh": "愿意参与", "en": "is willing to take part"},
    "smaller": {
        "zh": "先办一次小规模的，只用已经确认的人",
        "en": "hold a small first edition with those who are on board",
    },
    "wait": {
        "zh": "过几天再发起，等更多人有空",
        "en": "submit it again in a few days, when more people have time",
    },
}

_RELAXED_DEMANDS: dict[str, dict[Language, str]] = {
    "date": {"zh": "{raw}（日期可以另行商量）", "en": "{raw} (the date is open to discussion)"},
    "budget": {"zh": "{raw}（预算可以适当增加）", "en": "{raw} (the budget can be raised)"},
    "scope": {"zh": "{raw}（{what}可以以后再补）", "en": "{raw} ({what} can follow later)"},
}
_ASPECT_NAMES: dict[str, dict[Language, str]] = {
    "date": {"zh": "日期", "en": "date"},
    "budget": {"zh": "预算", "en": "budget"},
    "scope": {"zh": "范围", "en": "scope"},
}
_OPEN_VALUE: dict[Language, str] = {"zh": "可商量", "en": "open"}


def merge_offers(demand: DemandUnderstanding, offers: Sequence[Offer], language: Language) -> ProposalDraft:
    """Build the fallback of the aggregation prompt (4): one assignment for each offer that does not decline (TW-522).

    The draft has low confidence, and its texts are in `language`. Without such an offer it has no assignments.
    """
    willing = [offer for offer in offers if offer.decision != "decline"]
    return ProposalDraft(
        summary=_render_text("summary", language, count=len(willing)),
        objective=demand.surface_demand or _render_text("objective", language),
        assignments=tuple(_assignment(demand, offer, language) for offer in willing),
        rationale=_render_text("rationale", language),
        confidence="low",
    )


def unchanged_draft(proposal: Proposal) -> ProposalDraft:
    """Build the fallback of the adjustment prompt (6): the plan's content without its adjustment summary (TW-349).

    The draft has no field for `adjustment_failed`: the caller sets it on the new version.
    """
    fields = ProposalDraft.model_fields.keys() - {"adjustment_summary"}
    return ProposalDraft(**{name: getattr(proposal, name) for name in fields})


def template_compromise(
    demand: DemandUnderstanding,
    raw_input: str,
    proposal: Proposal | None,
    offers: Sequence[Offer],
    feedback: Sequence[Feedback],
    left: Sequence[str],
    language: Language,
) -> Compromise:
    """Build the fallback of prompt 9 without contributors in `left` (agent ids); `proposal` is None without a plan."""
    contributions = _available_contributions(proposal, offers, feedback, left, language)
    alternatives = ("smaller", "wait") if contributions else ("wait",)
    missing = _missing_skills(demand, contributions, proposal)
    return Compromise(
        suggestion=_suggestion(contributions, _display_names(proposal, offers), missing, language),
        proposal=CompromiseProposal(
            feasible=bool(contributions),
            participants=contributions,
            missing=missing,
            relax=_relaxations(demand, raw_input, missing, language),
            alternatives=tuple(_render_text(key, language) for key in alternatives),
        ),
    )


def _render_text(key: str, language: Language, **values: object) -> str:
    return _TEXTS[key][language].format(**values)


def _assignment(demand: DemandUnderstanding, offer: Offer, language: Language) -> Assignment:
    contribution = offer.contribution or ""
    role = next((tag for tag in demand.capability_tags if tag.lower() in contribution.lower()), None)
    requests = (*offer.conditions, *(point.desired_value or point.aspect for point in offer.negotiation_points))
    return Assignment(
        agent_id=offer.agent_id,
        display_name=offer.display_name,
        role=role or _render_text("helper", language),
        responsibility=contribution or _render_text("takes part", language),
        notes=_render_text("condition", language, text=_render_text("join", language).join(requests))
        if requests
        else "",
    )


def _available_contributions(
    proposal: Proposal | None,
    offers: Sequence[Offer],
    feedback: Sequence[Feedback],
    left: Sequence[str],
    language: Language,
) -> tuple[Contribution, ...]:
    """Contributions of agents that accepted the plan; without any feedback, of those that made an offer."""
    departed = {*left, *(f.agent_id for f in feedback if f.feedback_type in ("withdraw", "reject"))}
    accepted = {f.agent_id for f in feedback if f.feedback_type == "accept" and not f.fallback}
    accepted -= departed
    if proposal and accepted:
        tasks: dict[str, list[str]] = {}
        for part in proposal.assignments:
            if part.agent_id in accepted:
                tasks.setdefault(part.agent_id, []).append(part.responsibility or part.role)
        return tuple(
            Contribution(agent_id=agent_id, can=_render_text("join", language).join(duties))
            for agent_id, duties in tasks.items()
        )
    return tuple(
        Contribution(agent_id=offer.agent_id, can=offer.contribution or _render_text("takes part", language))
        for offer in offers
        if offer.decision != "decline" and offer.agent_id not in departed and not feedback
    )


def _missing_skills(
    demand: DemandUnderstanding, contributions: Sequence[Contribution], proposal: Proposal | None
) -> tuple[str, ...]:
    contributors = {part.agent_id for part in contributions}
    roles = [part.role for part in proposal.assignments if part.agent_id in contributors] if proposal else []
    covered = "\n".join((*roles, *(part.can for part in contributions))).lower()
    return tuple(tag for tag in demand.capability_tags if tag.lower() not in covered)


def _display_names(proposal: Proposal | None, offers: Sequence[Offer]) -> dict[str, str]:
    known = {offer.agent_id: offer.display_name for offer in offers}
    planned = {part.agent_id: part.display_name for part in proposal.assignments} if proposal else {}
    return {**known, **{agent_id: name for agent_id, name in planned.items() if name}}


def _suggestion(
    contributions: Sequence[Contribution], names: dict[str, str], missing: Sequence[str], language: Language
) -> str:
    separator = _render_text("join", language)
    contributors = separator.join(names.get(part.agent_id) or part.agent_id for part in contributions)
    parts = [_render_text("with", language, names=contributors) if contributions else _render_text("without", language)]
    if missing:
        parts.append(_render_text("missing", language, what=separator.join(missing)))
    parts.append(_render_text("next", language))
    return ("" if language == "zh" else " ").join(parts)


def _relaxations(
    demand: DemandUnderstanding, raw_input: str, missing: Sequence[str], language: Language
) -> tuple[Relaxation, ...]:
    scope = _render_text("join", language).join(missing)
    values = {"date": demand.context.date, "budget": demand.context.budget, "scope": scope}
    return tuple(
        Relaxation.model_validate(
            {
                "aspect": _ASPECT_NAMES[aspect][language],
                "from": value,
                "to": _OPEN_VALUE[language],
                "raw_input": _resubmission_text(
                    _RELAXED_DEMANDS[aspect][language], raw_input, demand.surface_demand, value
                ),
            }
        )
        for aspect, value in values.items()
        if value
    )


def _resubmission_text(template: str, raw_input: str, surface: str, value: str) -> str:
    text = template.format(raw=raw_input, what=value)
    return text if len(text) <= MAX_DEMAND_CHARS else template.format(raw=surface, what=value)[:MAX_DEMAND_CHARS]
