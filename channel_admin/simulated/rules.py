"""Rules by which the simulated model answers the prompts of a channel (prompts 4, 6…9)."""

from collections.abc import Sequence
from datetime import date, timedelta

from channel_admin.core.fallback_content import template_compromise
from channel_admin.prompts import (
    AdjustmentFacts,
    AggregationFacts,
    ChannelFacts,
    CompromiseFacts,
    GapFacts,
    GapsReply,
    RecursionFacts,
    RecursionReply,
)
from channel_admin.settings import SUBNET_MIN_IMPORTANCE
from channel_admin.simulated import plan_adjustment, plan_day, plan_draft, relaxations, request_parser, role_replacement
from channel_admin.simulated.request_parser import ParticipantRequest
from channel_admin.simulated.texts import headline, render_text
from negotiation.contracts.compromise_suggestion import Compromise
from negotiation.contracts.messages import SubDemand
from negotiation.contracts.proposal import AdjustmentSummary, Assignment, Gap, Milestone, ProposalDraft, Timeline
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import parse_money
from shared.core.language import Language, join_clauses, join_items
from shared.llm.rule_based_model import Rules


def aggregate_offers(facts: AggregationFacts) -> ProposalDraft:
    """Answer the aggregation prompt (4): assign offered roles, and grant requests as far as day and budget allow.

    Declined offers are ignored. Requests that are not granted are listed as risks.
    """
    today = date.fromisoformat(facts.setting.today)
    willing = [offer for offer in facts.offers if offer.decision != "decline"]
    demanded_day = plan_day.choose_demanded_day(facts.demand, willing, today)
    parts = plan_draft.assign_roles(facts.demand, willing, facts.demand_id, demanded_day)
    active_offers = [part.offer for part in parts if not part.backup]
    active_offers = list({offer.agent_id: offer for offer in active_offers}.values())
    requests = [wish for offer in active_offers for wish in request_parser.requests_in_offer(offer)]
    day = plan_day.choose_day(facts.demand, active_offers, today)
    parts = [part for part in parts if not (part.backup and plan_day.is_unavailable(part.offer, day))]
    open_requests = plan_draft.ungranted_requests(parts, requests, facts.demand, day, today)
    core_role = next((part.skill for part in parts if part.skill and not part.backup), None)
    assignments = tuple(_build_assignment(facts, part, core_role, requests, open_requests) for part in parts)
    return _build_draft(facts, assignments, day, (*_departures(facts, day), *_risks(facts, open_requests)))


def adjust_proposal(facts: AdjustmentFacts) -> ProposalDraft:
    """Answer the adjustment prompt (6): grant the requests that can be met, decline the others with a reason.

    The result is the whole plan, with an adjustment summary; agents in `facts.left` have no assignments.
    """
    proposal = facts.proposal
    previous_day = plan_adjustment.latest_day([milestone.date or "" for milestone in proposal.timeline.milestones])
    decision = plan_adjustment.decide_adjustment(facts, previous_day)
    with_notes = [_add_granted_requests(facts, part, decision.granted) for part in _current_assignments(facts)]
    declined = [request for request, _ in decision.declined]
    replaced, swaps = role_replacement.replace_holders(
        facts, role_replacement.apply_shares(facts, with_notes, decision.shares), declined
    )
    assignments, promotions = plan_adjustment.promote_backups(facts, replaced)
    day = decision.day or previous_day or plan_day.choose_day(facts.demand, (), date.fromisoformat(facts.setting.today))
    satisfied = {request.agent_id for request in decision.granted}
    old_risks = [risk for risk in _open_risks(facts, satisfied) if risk not in _departures(facts, previous_day)]
    risks = [*_departures(facts, day), *old_risks, *_risks(facts, [request for request, _ in decision.declined])]
    plan = _build_draft(facts, tuple(assignments), day, tuple(dict.fromkeys(risks)))
    changes = (*plan_adjustment.build_changes(facts, decision, previous_day), *swaps, *promotions)
    if decision.declined and not changes:
        plan = plan.model_copy(update={"rationale": render_text("unchanged", facts.setting.language)})
    summary = AdjustmentSummary(
        round=facts.round,
        changes_made=changes,
        requests_addressed=tuple(f"{request.name}: {request.full_text}" for request in decision.granted),
        requests_declined=plan_adjustment.declined_requests(decision),
    )
    return plan.model_copy(update={"adjustment_summary": summary, "success_criteria": proposal.success_criteria})


def find_gaps(facts: GapFacts) -> GapsReply:
    """Answer the gap-identification prompt (7): a gap for each demanded skill that no assignment covers.

    An assignment as backup covers its skill, too. The gaps are in the order of the demand's skills.
    """
    roles = [part.role for part in facts.proposal.assignments]
    gaps = plan_draft.skill_gaps(facts.demand, roles, facts.setting.language, facts.raw_input)
    return GapsReply(gaps=gaps, is_complete=not gaps)


def decide_recursion(facts: RecursionFacts) -> RecursionReply:
    """Answer the recursion prompt (8): a sub-demand for gaps of importance ≥ 60 without holder or backup in the plan.

    A gap counts only if its first suggested skill, or without one its type, is in the thesaurus. The most important
    gaps come first, at most `facts.max_subnets`.
    """
    important = [
        gap
        for gap in facts.gaps
        if gap.importance >= SUBNET_MIN_IMPORTANCE
        and not (_has_remaining_holder(facts, gap) or _has_backup(facts, gap))
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
    if not options:
        return base.model_copy(update={"proposal": base.proposal.model_copy(update={"relax": ()})})
    names = {offer.agent_id: offer.display_name for offer in facts.offers}
    names_of_participants = [names.get(part.agent_id) or part.agent_id for part in base.proposal.participants]
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


def _build_draft(
    facts: ChannelFacts, assignments: tuple[Assignment, ...], day: date, risks: Sequence[str]
) -> ProposalDraft:
    language, context = facts.setting.language, facts.demand.context
    backup_roles = {render_text("backup", language, role=tag) for tag in facts.demand.capability_tags}
    roles = list(dict.fromkeys(part.role for part in assignments if part.role not in backup_roles))
    gaps = plan_draft.skill_gaps(facts.demand, roles, language, facts.raw_input)
    criteria = [render_text("covered", language, role=role) for role in facts.demand.capability_tags if role in roles]
    if context.expected_attendees:
        criteria.append(render_text("coming", language, people=context.expected_attendees))
    if context.budget:
        key = "within" if parse_money(context.budget) else "no_cost"
        criteria.append(render_text(key, language, budget=context.budget))
    return ProposalDraft(
        summary=_summary(facts, [part for part in assignments if part.role not in backup_roles], roles, day),
        objective=facts.demand.surface_demand,
        assignments=assignments,
        timeline=_build_timeline(facts, day),
        rationale=render_text("rationale", language),
        success_criteria=tuple(criteria),
        risks=tuple(risks),
        gaps=gaps,
        confidence="low" if any(gap.importance >= 80 for gap in gaps) else "medium" if gaps or risks else "high",
    )


def _summary(facts: ChannelFacts, working: Sequence[Assignment], roles: Sequence[str], day: date) -> str:
    language = facts.setting.language
    names = list(dict.fromkeys(part.display_name for part in working))
    key = "summary" if len(names) > 1 else "summary_of_one" if names else "summary_of_none"
    return render_text(
        key,
        language,
        what=facts.demand.title or headline(facts.demand.surface_demand, language),
        people=len(names),
        name=join_items(names, language),
        roles=join_items(roles, language),
        day=day,
    )


def _has_remaining_holder(facts: RecursionFacts, gap: Gap) -> bool:
    """Return whether the gap's role has a holder left: it was a backup or a second holder that is missing."""
    language, tags = facts.setting.language, facts.demand.capability_tags
    backup_roles = {render_text("backup", language, role=tag) for tag in tags}
    shared = render_text("shares", language, role=gap.gap_type, holder="\0").split("\0")
    return gap.gap_type in backup_roles or (gap.gap_type in tags and all(part in gap.reason for part in shared))


def _has_backup(facts: RecursionFacts, gap: Gap) -> bool:
    """Return whether the plan has a backup for the gap."""
    backup_role = render_text("backup", facts.setting.language, role=gap.gap_type)
    return bool(facts.proposal) and any(part.role == backup_role for part in facts.proposal.assignments)


def _build_timeline(facts: ChannelFacts, day: date) -> Timeline:
    today, language = date.fromisoformat(facts.setting.today), facts.setting.language
    start = min(today + timedelta(days=1), day)
    steps = {"start": start, "check": start + (day - start) / 2, "day": day}
    return Timeline(
        start_date=start.isoformat(),
        milestones=tuple(
            Milestone(name=render_text(key, language), date=when.isoformat(), label=render_text(key, language))
            for key, when in steps.items()
        ),
    )


def _build_assignment(
    facts: ChannelFacts,
    part: plan_draft.RoleAssignment,
    core_role: str | None,
    requests: Sequence[ParticipantRequest],
    open_requests: Sequence[ParticipantRequest],
) -> Assignment:
    language, agent_id = facts.setting.language, part.offer.agent_id
    candidates = request_parser.requests_in_offer(part.offer) if part.backup else requests
    granted = [
        wish.full_text
        for wish in candidates
        if wish.agent_id == agent_id and wish not in open_requests and not wish.day
    ]
    with_role = part if part.skill else plan_draft.RoleAssignment(render_text("support", language), part.offer)
    return plan_draft.build_assignment(with_role, core_role, granted, language)


def _risks(facts: ChannelFacts, open_requests: Sequence[ParticipantRequest]) -> tuple[str, ...]:
    language = facts.setting.language
    return tuple(render_text("open", language, name=wish.name, wish=wish.full_text) for wish in open_requests)


def _departures(facts: ChannelFacts, day: date | None) -> tuple[str, ...]:
    """Return the note that a plan on `day` departs from the dates that the demand names; empty if it does not."""
    asked, language = (
        plan_day.demanded_days(facts.demand, date.fromisoformat(facts.setting.today)),
        facts.setting.language,
    )
    if day is None or not asked or day in asked:
        return ()
    days = join_items((each.isoformat() for each in asked), language)
    return (render_text("departs", language, asked=days, day=day),)


def _current_assignments(facts: AdjustmentFacts) -> list[Assignment]:
    """Assignments of remaining participants, and one for each participant who joined since."""
    remaining = [part for part in facts.proposal.assignments if part.agent_id not in facts.left]
    assigned_agents = {part.agent_id for part in facts.proposal.assignments}
    new = [
        offer
        for offer in facts.offers
        if offer.agent_id not in assigned_agents and offer.agent_id not in facts.left and offer.decision != "decline"
    ]
    requests = [wish for offer in new for wish in request_parser.requests_in_offer(offer)]
    holders = {part.role: part.display_name for part in remaining}
    parts = [
        plan_draft.as_additional_holder(part, holders)
        for part in plan_draft.assign_roles(facts.demand, new, facts.demand_id)
    ]
    return [*remaining, *(_build_assignment(facts, part, None, requests, ()) for part in parts)]


def _add_granted_requests(
    facts: AdjustmentFacts, part: Assignment, granted: Sequence[ParticipantRequest]
) -> Assignment:
    own = [request for request in granted if request.agent_id == part.agent_id and request.topic != "date"]
    new_terms = [request.full_text for request in own if request.text not in part.notes]
    if not new_terms:
        return part
    language = facts.setting.language
    between = join_clauses(("", ""), language)
    old = part.notes.removesuffix(_granted_note([""], language)).split(between)
    fee = next((request.label for request in own if request.topic == "fee" and request.label), None)
    before = join_clauses((term for term in old if not (fee and term.startswith(fee))), language)
    noted = _granted_note([before, *new_terms] if before else new_terms, language)
    return part.model_copy(update={"notes": noted})


def _granted_note(granted: Sequence[str], language: Language) -> str:
    return render_text("granted", language, wishes=join_clauses(granted, language))


def _open_risks(facts: AdjustmentFacts, satisfied: set[str]) -> list[str]:
    """Risks of the old plan that name no satisfied or departed participant."""
    resolved_agents = {*satisfied, *facts.left}
    names = [offer.display_name for offer in facts.offers if offer.agent_id in resolved_agents]
    names += [feedback.display_name for feedback in facts.feedback if feedback.agent_id in facts.left]
    return [risk for risk in facts.proposal.risks if not any(name in risk for name in names if name)]


def _sub_demand(facts: RecursionFacts, tag: str) -> str:
    language, context = facts.setting.language, facts.demand.context
    parts = [render_text("sub", language, tag=tag)]
    if context.expected_attendees:
        parts.append(render_text("sub_people", language, people=context.expected_attendees))
    if context.location:
        parts.append(render_text("sub_place", language, place=context.location))
    planned = (
        plan_adjustment.latest_day([step.date or "" for step in facts.proposal.timeline.milestones])
        if facts.proposal
        else None
    )
    if day := planned or context.date:
        parts.append(render_text("sub_day", language, day=day))
    return "".join((*parts, render_text("end", language)))
