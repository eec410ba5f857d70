"""Default model answers of a scenario: everyone takes part and accepts, and nothing is missing."""

from collections.abc import Mapping, Sequence
from typing import Any

from channel_admin.core import fallback_content
from channel_admin.prompts import AdjustmentFacts, AggregationFacts, CompromiseFacts
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import AdjustmentSummary, Assignment, Change, ProposalDraft
from negotiation.contracts.terms import Terms, merge_terms
from negotiation.registry.profile import Profile
from shared.core.language import Language, join_items
from shared.core.text_catalog import TextCatalog
from towow.scenario.schema import AssignmentFields, CandidateFields

Fields = dict[str, Any]
ProfilesById = Mapping[str, Profile]

MAX_CANDIDATES = 10

_text = TextCatalog.load("towow.scenario").render


def candidate_fields(entries: Sequence[CandidateFields | str]) -> Fields:
    """Return the fields of the answer to the candidate-selection prompt (2): `{"definitely_related": [candidate, …]}`.

    Args:
        entries: Candidates of the file, in order: agent_ids, or fields of a candidate. The n-th of all entries gets a
            `relevance_score` of 100 - 10 n, but at least 10 (90, 80, 70 …), unless it has a score of its own.
    """
    candidates: list[Fields] = []
    for index, entry in enumerate(entries):
        score = {"relevance_score": max(90 - 10 * index, 10)}
        candidates.append(
            score | ({"agent_id": entry} if isinstance(entry, str) else entry.model_dump(exclude_unset=True))
        )
    return {"definitely_related": candidates}


def offer_fields(profile: Profile, language: Language) -> Fields:
    """Return the fields of the default answer to the invitation prompt (3): `decision` is participate.

    `contribution` names the profile's capabilities in `language`; the key is missing if it has none.
    """
    if not profile.capabilities:
        return {"decision": "participate"}
    capabilities = join_items(profile.capabilities, language)
    return {"decision": "participate", "contribution": _text("can", language, what=capabilities)}


def build_plan(facts: AggregationFacts, registry: ProfilesById) -> ProposalDraft:
    """Return the default answer to the aggregation prompt (4): each participant does what it offered.

    Args:
        facts: Demand and offers; offers that decline are left out here.
        registry: Profiles by agent_id, for the roles (see `build_assignment`).
    """
    willing = [offer for offer in facts.offers if offer.decision != "decline"]
    summary = _text("plan", facts.setting.language, count=len(willing), demand=facts.demand.surface_demand)
    return ProposalDraft(
        summary=summary,
        objective=facts.demand.surface_demand,
        assignments=tuple(build_assignment(offer, registry, facts.setting.language) for offer in willing),
    )


def build_assignment(offer: Offer, registry: ProfilesById, language: Language) -> Assignment:
    """Build an offer's default assignment: the agent's first capability as role, its contribution as responsibility.

    It is held on the terms of the offer.
    Without a profile in `registry` or without capabilities, the contribution is the role; without that, too, the word
    "contributor" in `language`.
    """
    profile = registry.get(offer.agent_id)
    first = next(iter(profile.capabilities), None) if profile else None
    return Assignment(
        agent_id=offer.agent_id,
        display_name=offer.display_name,
        role=first or offer.contribution or _text("helper", language),
        responsibility=offer.contribution or "",
        terms=offer.terms,
    )


def complete_assignment(
    written: AssignmentFields, offers: Sequence[Offer], registry: ProfilesById, language: Language
) -> Fields:
    """Return the fields of an assignment in the file, with those that it does not set taken from its agent's offer.

    Without an offer of that agent, a missing role is the word "contributor" in `language`, and other fields have the
    defaults of Assignment. `written` is not changed.

    Args:
        written: Assignment in the file.
        offers: Offers in the channel.
        registry: Profiles by agent_id.
        language: Language of the demand.
    """
    offered = (build_assignment(offer, registry, language) for offer in offers if offer.agent_id == written.agent_id)
    default = next(offered, Assignment(agent_id=written.agent_id, role=_text("helper", language)))
    return default.model_dump() | written.model_dump(exclude_unset=True)


def adjust_plan(facts: AdjustmentFacts, registry: ProfilesById, *, grants: bool = True) -> ProposalDraft:
    """Return the default answer to the adjustment prompt (6): the same plan, with every request recorded as met.

    The adjustment summary lists the requests (see `requested_changes`), and their terms replace the assignment's; the
    texts of the plan do not change. Each late offer of an agent without an assignment adds one.

    Args:
        facts: Plan, feedback and offers.
        registry: Profiles by agent_id, for the roles of late offers.
        grants: Whether the terms of requests are granted; False if the file itself says what was changed.
    """
    unchanged = fallback_content.unchanged_draft(facts.proposal)
    assigned = {part.agent_id for part in unchanged.assignments}
    held = _grant_terms(unchanged.assignments, facts) if grants else unchanged.assignments
    late_offers = (offer for offer in facts.offers if offer.late and offer.agent_id not in assigned)
    additions = (build_assignment(offer, registry, facts.setting.language) for offer in late_offers)
    changes = requested_changes(facts)
    summary = AdjustmentSummary(
        round=facts.round, changes_made=changes, requests_addressed=tuple(change.after for change in changes)
    )
    return unchanged.model_copy(update={"assignments": (*held, *additions), "adjustment_summary": summary})


def _grant_terms(assignments: Sequence[Assignment], facts: AdjustmentFacts) -> Sequence[Assignment]:
    """Return the assignments, the first of each agent with the terms that its request asks for."""
    wanted = {each.agent_id: each.terms for each in facts.feedback if each.feedback_type == "negotiate"}
    granted: list[Assignment] = []
    for part in assignments:
        terms = wanted.pop(part.agent_id, None)
        granted.append(part.model_copy(update={"terms": merge_terms(part.terms, terms)}) if terms else part)
    return granted


def requested_changes(facts: AdjustmentFacts) -> tuple[Change, ...]:
    """Return one change per distinct adjustment request in `negotiate` feedback, with the agent_ids of all who made it.

    The changes are in the order of their first request, with the request's text as `after` and its terms; none without
    such feedback.
    """
    requesters: dict[str, list[str]] = {}
    terms: dict[str, Terms | None] = {}
    for feedback in facts.feedback:
        if feedback.feedback_type == "negotiate" and feedback.adjustment_request:
            requesters.setdefault(feedback.adjustment_request, []).append(feedback.agent_id)
            terms.setdefault(feedback.adjustment_request, feedback.terms)
    aspect = _text("wish", facts.setting.language)
    return tuple(
        Change(aspect=aspect, after=request, requested_by=tuple(agent_ids), terms=terms[request])
        for request, agent_ids in requesters.items()
    )


def compromise_fields(facts: CompromiseFacts) -> Fields:
    """Return the fields of the default answer to the compromise prompt (9), by their names in events.

    They are those of the template that is also the fallback when no model answers.
    """
    written = fallback_content.template_compromise(
        facts.demand, facts.raw_input, facts.proposal, facts.offers, facts.feedback, facts.left, facts.setting.language
    )
    return written.model_dump(by_alias=True)
