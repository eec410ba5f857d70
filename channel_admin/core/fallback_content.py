"""Fallback content of plans and compromises when no model answers (TW-522, TW-348, TW-349, TWC-23, TW-370…374)."""

from collections.abc import Sequence

from negotiation.contracts.compromise_suggestion import Compromise, CompromiseProposal, Contribution, Relaxation
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment, Proposal, ProposalDraft
from negotiation.understanding.derived_fields import format_money
from shared.core.language import Language, join_items, join_sentences
from shared.core.text_catalog import TextCatalog

MAX_DEMAND_CHARS = 8000
"""Maximum length of a demand text to submit again: that of any submission (TWQ-06)."""

render_text = TextCatalog.load("channel_admin.core").render


def merge_offers(demand: DemandUnderstanding, offers: Sequence[Offer], language: Language) -> ProposalDraft:
    """Build the fallback of the aggregation prompt (4): one assignment for each offer that does not decline (TW-522).

    The draft has low confidence, and its texts are in `language`. Without such an offer it has no assignments.
    """
    willing = [offer for offer in offers if offer.decision != "decline"]
    return ProposalDraft(
        summary=render_text("summary", language, count=len(willing)),
        objective=demand.surface_demand or render_text("objective", language),
        assignments=tuple(_assignment(demand, offer, language) for offer in willing),
        rationale=render_text("rationale", language),
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
            relax=_relaxations(demand, raw_input, missing if contributions else (), language),
            alternatives=tuple(render_text(key, language) for key in alternatives),
        ),
    )


def _assignment(demand: DemandUnderstanding, offer: Offer, language: Language) -> Assignment:
    contribution = offer.contribution or ""
    role = next((tag for tag in demand.capability_tags if tag.lower() in contribution.lower()), None)
    requests = (*offer.conditions, *(point.desired_value or point.aspect for point in offer.negotiation_points))
    return Assignment(
        agent_id=offer.agent_id,
        display_name=offer.display_name,
        role=role or render_text("helper", language),
        responsibility=contribution or render_text("takes_part", language),
        notes=render_text("condition", language, text=join_items(requests, language)) if requests else "",
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
            Contribution(agent_id=agent_id, can=join_items(duties, language)) for agent_id, duties in tasks.items()
        )
    return tuple(
        Contribution(agent_id=offer.agent_id, can=offer.contribution or render_text("takes_part", language))
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
    contributors = join_items((names.get(part.agent_id) or part.agent_id for part in contributions), language)
    parts = [render_text("with", language, names=contributors) if contributions else render_text("without", language)]
    if missing:
        parts.append(render_text("missing", language, what=join_items(missing, language)))
    parts.append(render_text("next", language))
    return join_sentences(parts, language)


def _relaxations(
    demand: DemandUnderstanding, raw_input: str, missing: Sequence[str], language: Language
) -> tuple[Relaxation, ...]:
    """Return what may be left open: the stated date and budget, and what is missing (empty: all or nothing is)."""
    scope = join_items(missing, language)
    budget = demand.limits.budget
    values = {
        "date": demand.context.date or join_items(demand.limits.dates[:1], language),
        "budget": demand.context.budget or (format_money(budget, language) if budget else None),
        "scope": scope,
    }
    return tuple(
        Relaxation.model_validate(
            {
                "aspect": render_text(f"aspect.{aspect}", language),
                "from": value,
                "to": render_text("open_value", language),
                "raw_input": _resubmission_text(aspect, raw_input, demand.surface_demand, value, language),
                "expected": render_text(f"expected.{aspect}", language),
            }
        )
        for aspect, value in values.items()
        if value
    )


def _resubmission_text(aspect: str, raw_input: str, surface: str, value: str, language: Language) -> str:
    text = render_text(f"relaxed.{aspect}", language, raw=raw_input, what=value)
    if len(text) <= MAX_DEMAND_CHARS:
        return text
    return render_text(f"relaxed.{aspect}", language, raw=surface, what=value)[:MAX_DEMAND_CHARS]
