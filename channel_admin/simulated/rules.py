"""Rules by which the simulated model answers the prompts of a channel (prompts 4, 6…9)."""

from datetime import date

from channel_admin.core.fallback_content import template_compromise
from channel_admin.core.plan_totals import expected_people
from channel_admin.prompts import (
    AggregationFacts,
    CompromiseFacts,
    GapFacts,
    GapsReply,
    RecursionFacts,
    RecursionReply,
)
from channel_admin.settings import SUBNET_MIN_IMPORTANCE
from channel_admin.simulated import plan_day, plan_draft, relaxations
from channel_admin.simulated.adjusted_plan import adjust_proposal
from channel_admin.simulated.assignment_terms import plan_hours
from channel_admin.simulated.offer_terms import is_unavailable
from channel_admin.simulated.participant_request import requests_in_offer
from channel_admin.simulated.plan_content import build_plan, departure_risks, open_risks
from channel_admin.simulated.plan_needs import (
    PlanNeed,
    core_needs,
    count_holders,
    find_plan_need,
    list_needs,
    need_gaps,
)
from channel_admin.simulated.role_assignment import RoleAssignment, assign_roles
from channel_admin.simulated.texts import render_text
from negotiation.contracts.compromise_suggestion import Compromise
from negotiation.contracts.messages import SubDemand
from negotiation.contracts.money import Money
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Gap, ProposalDraft
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.derived_fields import format_money
from shared.llm.rule_based_model import Rules


def aggregate_offers(facts: AggregationFacts) -> ProposalDraft:
    """Answer the aggregation prompt (4): assign offered roles, and grant requests as far as day and budget allow.

    Declined offers are ignored. Requests that are not granted are listed as risks.
    """
    language, today = facts.setting.language, date.fromisoformat(facts.setting.today)
    needs = list_needs(facts.demand, language)
    willing = [offer for offer in facts.offers if offer.decision != "decline"]
    wanted = plan_day.choose_demanded_day(facts.demand, willing, today)
    first = assign_roles(needs, willing, plan_draft.build_target(facts.demand, facts.demand_id, today, wanted))
    day = plan_day.choose_day(facts.demand, _holding(first), today)
    hours = plan_hours(day, facts.demand.terms, facts.setting.timezone)
    target = plan_draft.build_target(facts.demand, facts.demand_id, today, day, hours)
    parts = assign_roles(needs, willing, target)
    parts = [part for part in parts if not (part.reserve and is_unavailable(part.offer, day))]
    open_requests = plan_draft.ungranted_requests(parts, facts.demand, target)
    roles = [plan_draft.AgentRole(part.offer.agent_id, part.skill) for part in parts if not part.reserve]
    core = core_needs(needs)
    core_role = next((part.skill for part in parts if part.need in core and not part.reserve), None)
    assignments = plan_draft.state_terms_once(
        [
            plan_draft.build_assignment(
                part,
                core,
                core_role,
                open_requests,
                target,
                language,
                plan_draft.contradicted_requests(requests_in_offer(part.offer), roles),
            )
            for part in parts
        ]
    )
    return build_plan(facts, assignments, day, (*departure_risks(facts, day), *open_risks(facts, open_requests)))


def find_gaps(facts: GapFacts) -> GapsReply:
    """Answer the gap-identification prompt (7): a gap for each need with fewer holders than it asks for.

    A reserve holds no need. The gaps are in the order of the demand's needs.
    """
    language = facts.setting.language
    needs = list_needs(facts.demand, language)
    gaps = need_gaps(needs, facts.proposal.assignments, language, facts.raw_input)
    return GapsReply(gaps=gaps, is_complete=not gaps)


def decide_recursion(facts: RecursionFacts) -> RecursionReply:
    """Answer the recursion prompt (8): a sub-demand for gaps of importance ≥ 60 without holder or reserve in the plan.

    A gap counts only if its first suggested skill, or without one its type, is in the thesaurus. The most important
    gaps come first, at most `facts.max_subnets`.
    """
    important = [
        gap for gap in facts.gaps if gap.importance >= SUBNET_MIN_IMPORTANCE and not _is_provided_for(facts, gap)
    ]
    closable = [
        (gap.gap_type, tag)
        for gap in sorted(important, key=lambda gap: -gap.importance)
        for tag in (*gap.suggested_capability_tags, gap.gap_type)[:1]
        if load_thesaurus("skills").find(tag)
    ]
    sub_demands = tuple(SubDemand(gap_type=gap, raw_input=_sub_demand(facts, tag)) for gap, tag in closable)
    return RecursionReply(should_recurse=bool(sub_demands), sub_demands=sub_demands[: facts.max_subnets])


def write_compromise(facts: CompromiseFacts) -> Compromise:
    """Answer the compromise prompt (9): possible participants, missing skills, and relaxations of the demand.

    If the demand is unclear, the suggestion asks to clarify it and there are no relaxations.
    """
    language = facts.setting.language
    base = template_compromise(
        facts.demand, facts.raw_input, facts.proposal, facts.offers, facts.feedback, facts.left, language
    )
    unclear = relaxations.clarification_request(facts)
    options = () if unclear else relaxations.build_relaxations(facts)
    if unclear:
        unfeasible = base.proposal.model_copy(update={"relax": (), "alternatives": (unclear,)})
        return Compromise(suggestion=unclear, proposal=unfeasible)
    names = {offer.agent_id: offer.display_name for offer in facts.offers}
    names_of_participants = [names.get(part.agent_id) or part.agent_id for part in base.proposal.participants]
    if not options:
        return Compromise(
            suggestion=relaxations.build_hopeless_suggestion(names_of_participants, base.proposal.missing, facts),
            proposal=base.proposal.model_copy(update={"relax": ()}),
        )
    return Compromise(
        suggestion=relaxations.build_suggestion(names_of_participants, base.proposal.missing, options, language),
        proposal=base.proposal.model_copy(update={"relax": options}),
    )


RULES: Rules = {
    "proposal_aggregation": aggregate_offers,
    "proposal_adjustment": adjust_proposal,
    "gap_identification": find_gaps,
    "recursion_decision": decide_recursion,
    "compromise": write_compromise,
}


def _holding(parts: list[RoleAssignment]) -> list[Offer]:
    """Offers of the agents that hold a part, each once."""
    return list({part.offer.agent_id: part.offer for part in parts if not part.reserve}.values())


def _is_provided_for(facts: RecursionFacts, gap: Gap) -> bool:
    """Return whether the plan has enough holders for a gap's need, or somebody in reserve."""
    need, plan = _need_of_gap(facts, gap), facts.proposal
    if need is None or plan is None:
        return False
    needs = list_needs(facts.demand, facts.setting.language)
    reserves = (part for part in plan.assignments if part.reserve)
    is_held = count_holders(need, plan.assignments, needs) >= need.count
    return is_held or any(find_plan_need(part, needs) == need for part in reserves)


def _need_of_gap(facts: RecursionFacts, gap: Gap) -> PlanNeed | None:
    needs = list_needs(facts.demand, facts.setting.language)
    return next((need for need in needs if need.tag == gap.gap_type), None)


def _sub_demand(facts: RecursionFacts, tag: str) -> str:
    language, demand, plan = facts.setting.language, facts.demand, facts.proposal
    parts = [render_text("sub", language, tag=tag)]
    if people := expected_people(demand):
        parts.append(render_text("sub_people", language, people=people))
    if place := demand.limits.place or demand.context.location:
        parts.append(render_text("sub_place", language, place=place))
    if day := (plan.day if plan else None) or demand.context.date:
        parts.append(render_text("sub_day", language, day=day))
    if rest := _rest_of_budget(facts):
        parts.append(render_text("append.budget", language, to=format_money(rest, language)))
    return "".join((*parts, render_text("end", language)))


def _rest_of_budget(facts: RecursionFacts) -> Money | None:
    """Return what the plan leaves of the budget, at least nothing; fees in other currencies are not deducted."""
    budget, totals = facts.demand.limits.budget, facts.proposal.totals if facts.proposal else ()
    if budget is None:
        return None
    spent = sum(total.amount for total in totals if total.currency == budget.currency)
    return Money(amount=max(budget.amount - spent, 0), currency=budget.currency)
