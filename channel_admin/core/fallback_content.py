"""What stands in for a skill when no model answers (TW-522, TW-348, TW-349, TWC-23, TW-370…374)."""

from collections.abc import Sequence

from negotiation.contracts.compromise import Compromise, CompromiseProposal, Contribution, Relaxation
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment, Proposal, ProposalDraft
from shared.core.language import Language

MAX_DEMAND = 8000
"""A demand text to submit again is never longer than one that may be submitted (TWQ-06)."""

_TEXT: dict[str, dict[Language, str]] = {
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

_RELAX: dict[str, dict[Language, str]] = {
    "date": {"zh": "{raw}（日期可以另行商量）", "en": "{raw} (the date is open to discussion)"},
    "budget": {"zh": "{raw}（预算可以适当增加）", "en": "{raw} (the budget can be raised)"},
    "scope": {"zh": "{raw}（{what}可以以后再补）", "en": "{raw} ({what} can follow later)"},
}
_ASPECT: dict[str, dict[Language, str]] = {
    "date": {"zh": "日期", "en": "date"},
    "budget": {"zh": "预算", "en": "budget"},
    "scope": {"zh": "范围", "en": "scope"},
}
_OPEN: dict[Language, str] = {"zh": "可商量", "en": "open"}


def merge_offers(demand: DemandUnderstanding, offers: Sequence[Offer], language: Language) -> ProposalDraft:
    """Prompt 4 without a model: every offer that is no refusal becomes an assignment (TW-522)."""
    willing = [offer for offer in offers if offer.decision != "decline"]
    return ProposalDraft(
        summary=_say("summary", language, count=len(willing)),
        objective=demand.surface_demand or _say("objective", language),
        assignments=tuple(_assignment(demand, offer, language) for offer in willing),
        rationale=_say("rationale", language),
        confidence="low",
    )


def unchanged(proposal: Proposal) -> ProposalDraft:
    """Prompt 6 without a model: the plan as it was; the caller marks it `adjustment_failed` (TW-349)."""
    known = ProposalDraft.model_fields.keys() - {"adjustment_summary"}
    return ProposalDraft(**{name: getattr(proposal, name) for name in known})


def template_compromise(
    demand: DemandUnderstanding,
    raw_input: str,
    proposal: Proposal | None,
    offers: Sequence[Offer],
    feedback: Sequence[Feedback],
    left: Sequence[str],
    language: Language,
) -> Compromise:
    """Prompt 9 without a model: who can still do what, what lacks, what to relax (TW-373).

    `feedback` is what was last said of `proposal`; `left` are those who withdrew.
    """
    can = _on_board(proposal, offers, feedback, left, language)
    missing = _missing(demand, can, proposal)
    return Compromise(
        suggestion=_suggestion(can, _names(proposal, offers), missing, language),
        proposal=CompromiseProposal(
            feasible=bool(can),
            participants=can,
            missing=missing,
            relax=_relaxations(demand, raw_input, missing, language),
            alternatives=tuple(_say(key, language) for key in (("smaller", "wait") if can else ("wait",))),
        ),
    )


def _say(key: str, language: Language, **values: object) -> str:
    return _TEXT[key][language].format(**values)


def _assignment(demand: DemandUnderstanding, offer: Offer, language: Language) -> Assignment:
    said = offer.contribution or ""
    role = next((tag for tag in demand.capability_tags if tag.lower() in said.lower()), None)
    wishes = (*offer.conditions, *(point.desired_value or point.aspect for point in offer.negotiation_points))
    return Assignment(
        agent_id=offer.agent_id,
        display_name=offer.display_name,
        role=role or _say("helper", language),
        responsibility=said or _say("takes part", language),
        notes=_say("condition", language, text=_say("join", language).join(wishes)) if wishes else "",
    )


def _on_board(
    proposal: Proposal | None,
    offers: Sequence[Offer],
    feedback: Sequence[Feedback],
    left: Sequence[str],
    language: Language,
) -> tuple[Contribution, ...]:
    """Those who really accepted the plan; before there was any answer to one, those who offered."""
    gone = {*left, *(said.agent_id for said in feedback if said.feedback_type in ("withdraw", "reject"))}
    accepted = {said.agent_id for said in feedback if said.feedback_type == "accept" and not said.fallback}
    accepted -= gone
    if proposal and accepted:
        tasks: dict[str, list[str]] = {}
        for part in proposal.assignments:
            if part.agent_id in accepted:
                tasks.setdefault(part.agent_id, []).append(part.responsibility or part.role)
        return tuple(Contribution(agent_id=who, can=_say("join", language).join(what)) for who, what in tasks.items())
    return tuple(
        Contribution(agent_id=offer.agent_id, can=offer.contribution or _say("takes part", language))
        for offer in offers
        if offer.decision != "decline" and offer.agent_id not in gone and not feedback
    )


def _missing(demand: DemandUnderstanding, can: Sequence[Contribution], proposal: Proposal | None) -> tuple[str, ...]:
    on_board = {part.agent_id for part in can}
    roles = [part.role for part in proposal.assignments if part.agent_id in on_board] if proposal else []
    said = "\n".join((*roles, *(part.can for part in can))).lower()
    return tuple(tag for tag in demand.capability_tags if tag.lower() not in said)


def _names(proposal: Proposal | None, offers: Sequence[Offer]) -> dict[str, str]:
    known = {offer.agent_id: offer.display_name for offer in offers}
    planned = {part.agent_id: part.display_name for part in proposal.assignments} if proposal else {}
    return {**known, **{who: name for who, name in planned.items() if name}}


def _suggestion(can: Sequence[Contribution], names: dict[str, str], missing: Sequence[str], language: Language) -> str:
    between = _say("join", language)
    who = between.join(names.get(part.agent_id) or part.agent_id for part in can)
    parts = [_say("with", language, names=who) if can else _say("without", language)]
    if missing:
        parts.append(_say("missing", language, what=between.join(missing)))
    parts.append(_say("next", language))
    return ("" if language == "zh" else " ").join(parts)


def _relaxations(
    demand: DemandUnderstanding, raw_input: str, missing: Sequence[str], language: Language
) -> tuple[Relaxation, ...]:
    what = _say("join", language).join(missing)
    said = {"date": demand.context.date, "budget": demand.context.budget, "scope": what}
    return tuple(
        Relaxation.model_validate(
            {
                "aspect": _ASPECT[aspect][language],
                "from": value,
                "to": _OPEN[language],
                "raw_input": _again(_RELAX[aspect][language], raw_input, demand.surface_demand, value),
            }
        )
        for aspect, value in said.items()
        if value
    )


def _again(form: str, raw_input: str, surface: str, what: str) -> str:
    text = form.format(raw=raw_input, what=what)
    return text if len(text) <= MAX_DEMAND else form.format(raw=surface, what=what)[:MAX_DEMAND]
