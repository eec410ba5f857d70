"""What the people and skills of a scenario say where its file is silent: willing, plain, nothing missing."""

from collections.abc import Mapping, Sequence
from typing import Any

from channel_admin.core import fallback_content
from channel_admin.prompts import AdjustmentFacts, AggregationFacts, CompromiseFacts
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import AdjustmentSummary, Assignment, Change, ProposalDraft
from negotiation.registry.profile import Profile
from shared.core.language import Language
from towow.scenario.schema import AssignmentFields, CandidateFields

Fields = dict[str, Any]
Registry = Mapping[str, Profile]

MAX_CANDIDATES = 10

_TEXT: dict[str, dict[Language, str]] = {
    "can": {"zh": "可以提供：{what}", "en": "can provide: {what}"},
    "join": {"zh": "、", "en": ", "},
    "plan": {"zh": "{count}人协作：{demand}", "en": "{count} people together: {demand}"},
    "helper": {"zh": "参与者", "en": "contributor"},
    "wish": {"zh": "参与者的要求", "en": "a participant's request"},
}


def _say(key: str, language: Language, **values: object) -> str:
    return _TEXT[key][language].format(**values)


def candidates(named: Sequence[CandidateFields | str]) -> Fields:
    """Prompt 2: these, the first with relevance 90, then 80, 70 … not below 10."""
    related: list[Fields] = []
    for place, entry in enumerate(named):
        score = {"relevance_score": max(90 - 10 * place, 10)}
        related.append(
            score | ({"agent_id": entry} if isinstance(entry, str) else entry.model_dump(exclude_unset=True))
        )
    return {"definitely_related": related}


def offer(profile: Profile, language: Language) -> Fields:
    """Prompt 3: takes part with what it can."""
    if not profile.capabilities:
        return {"decision": "participate"}
    what = _say("join", language).join(profile.capabilities)
    return {"decision": "participate", "contribution": _say("can", language, what=what)}


def plan(facts: AggregationFacts, registry: Registry) -> ProposalDraft:
    """Prompt 4: everybody does what they offered."""
    willing = [offer for offer in facts.offers if offer.decision != "decline"]
    summary = _say("plan", facts.setting.language, count=len(willing), demand=facts.demand.surface_demand)
    return ProposalDraft(
        summary=summary,
        objective=facts.demand.surface_demand,
        assignments=tuple(assignment(offer, registry, facts.setting.language) for offer in willing),
    )


def assignment(offer: Offer, registry: Registry, language: Language) -> Assignment:
    """What the maker of an offer does: its first capability, by what it contributes."""
    profile = registry.get(offer.agent_id)
    first = next(iter(profile.capabilities), None) if profile else None
    return Assignment(
        agent_id=offer.agent_id,
        display_name=offer.display_name,
        role=first or offer.contribution or _say("helper", language),
        responsibility=offer.contribution or "",
    )


def completed(written: AssignmentFields, offers: Sequence[Offer], registry: Registry, language: Language) -> Fields:
    """An assignment of the file; what it leaves out comes from its agent's offer."""
    of_agent = (assignment(offer, registry, language) for offer in offers if offer.agent_id == written.agent_id)
    usual = next(of_agent, Assignment(agent_id=written.agent_id, role=_say("helper", language)))
    return usual.model_dump() | written.model_dump(exclude_unset=True)


def adjustment(facts: AdjustmentFacts, registry: Registry) -> ProposalDraft:
    """Prompt 6: the same plan, every request met, and a part in it for whoever offered late."""
    same = fallback_content.unchanged(facts.proposal)
    busy = {part.agent_id for part in same.assignments}
    late = (offer for offer in facts.offers if offer.late and offer.agent_id not in busy)
    joining = (assignment(offer, registry, facts.setting.language) for offer in late)
    changes = requests(facts)
    met = AdjustmentSummary(
        round=facts.round, changes_made=changes, requests_addressed=tuple(change.after for change in changes)
    )
    return same.model_copy(update={"assignments": (*same.assignments, *joining), "adjustment_summary": met})


def requests(facts: AdjustmentFacts) -> tuple[Change, ...]:
    """One change for each thing that was asked for, in the name of all who asked."""
    askers: dict[str, list[str]] = {}
    for said in facts.feedback:
        if said.feedback_type == "negotiate" and said.adjustment_request:
            askers.setdefault(said.adjustment_request, []).append(said.agent_id)
    aspect = _say("wish", facts.setting.language)
    return tuple(Change(aspect=aspect, after=wish, requested_by=tuple(who)) for wish, who in askers.items())


def compromise(facts: CompromiseFacts) -> Fields:
    """Prompt 9: the plain words that stand in when no model writes them."""
    written = fallback_content.template_compromise(
        facts.demand,
        facts.raw_input,
        facts.proposal,
        facts.offers,
        facts.feedback,
        facts.left,
        facts.setting.language,
    )
    return written.model_dump(by_alias=True)
