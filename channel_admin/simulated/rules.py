"""What the simulated model answers for a channel: rules that read offers, plan and feedback (prompts 4, 6…9)."""

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
from channel_admin.simulated import plan_adjustment, plan_draft, relaxations, request_parser, role_sharing
from channel_admin.simulated.request_parser import ParticipantRequest
from channel_admin.simulated.texts import headline, join_clauses, join_items, render_text
from negotiation.contracts.compromise import Compromise
from negotiation.contracts.messages import SubDemand
from negotiation.contracts.proposal import AdjustmentSummary, Assignment, Gap, Milestone, ProposalDraft, Timeline
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import parse_money
from shared.core.language import Language
from shared.llm.rule_based_model import Rules

SUBNET_MIN_IMPORTANCE = 60


def aggregate_offers(facts: AggregationFacts) -> ProposalDraft:
    """Prompt 4: everybody does what they offered; wishes are granted as far as day and money allow."""
    today = date.fromisoformat(facts.setting.today)
    willing = [offer for offer in facts.offers if offer.decision != "decline"]
    parts = plan_draft.assign_roles(facts.demand, willing, facts.demand_id)
    working = [part.offer for part in parts if not part.backup]
    working = list({offer.agent_id: offer for offer in working}.values())
    wishes = [wish for offer in working for wish in request_parser.requests_in_offer(offer)]
    day = plan_draft.choose_day(facts.demand, working, today)
    parts = [part for part in parts if not (part.backup and plan_draft.is_unavailable(part.offer, day))]
    left = plan_draft.open_requests(parts, wishes, facts.demand, day, today)
    main = next((part.skill for part in parts if part.skill and not part.backup), None)
    assignments = tuple(_build_assignment(facts, part, main, wishes, left) for part in parts)
    return _build_draft(facts, assignments, day, _risks(facts, left))


def adjust_proposal(facts: AdjustmentFacts) -> ProposalDraft:
    """Prompt 6: the requests that can be met are, and it is said whose; the others are told why not."""
    old = facts.proposal
    before = plan_adjustment.latest_day([milestone.date or "" for milestone in old.timeline.milestones])
    result = plan_adjustment.decide_adjustment(facts, before)
    noted = [_add_granted_requests(facts, part, result.granted) for part in _current_assignments(facts)]
    refused = [request for request, _ in result.declined]
    settled_plan, swaps = role_sharing.replace_holders(
        facts, role_sharing.apply_shares(facts, noted, result.shares), refused
    )
    assignments, promotions = plan_adjustment.promote_backups(facts, settled_plan)
    day = result.day or before or plan_draft.choose_day(facts.demand, (), date.fromisoformat(facts.setting.today))
    settled = {request.agent_id for request in result.granted}
    risks = [*_open_risks(facts, settled), *_risks(facts, [request for request, _ in result.declined])]
    plan = _build_draft(facts, tuple(assignments), day, tuple(dict.fromkeys(risks)))
    made = (*plan_adjustment.build_changes(facts, result, before), *swaps, *promotions)
    if result.declined and not made:
        plan = plan.model_copy(update={"rationale": render_text("unchanged", facts.setting.language)})
    summary = AdjustmentSummary(
        round=facts.round,
        changes_made=made,
        requests_addressed=tuple(f"{request.name}: {request.full_text}" for request in result.granted),
        requests_declined=plan_adjustment.declined_requests(result),
    )
    return plan.model_copy(update={"adjustment_summary": summary, "success_criteria": old.success_criteria})


def find_gaps(facts: GapFacts) -> GapsReply:
    """Prompt 7: the demanded skills that nobody in the plan covers."""
    roles = [part.role for part in facts.proposal.assignments]
    gaps = plan_draft.skill_gaps(facts.demand, roles, facts.setting.language, facts.raw_input)
    return GapsReply(gaps=gaps, is_complete=not gaps)


def decide_recursion(facts: RecursionFacts) -> RecursionReply:
    """Prompt 8: a demand of its own for every grave gap that somebody could close and nobody else in it fills."""
    grave = [
        gap
        for gap in facts.gaps
        if gap.importance >= SUBNET_MIN_IMPORTANCE
        and not (_has_remaining_holder(facts, gap) or _has_backup(facts, gap))
    ]
    closable = [
        (gap.gap_type, tag)
        for gap in sorted(grave, key=lambda gap: -gap.importance)
        for tag in (*gap.suggested_capability_tags, gap.gap_type)[:1]
        if load_thesaurus("skills").find(tag)
    ]
    wanted = tuple(SubDemand(gap_type=gap, raw_input=_sub_demand(facts, tag)) for gap, tag in closable)
    return RecursionReply(should_recurse=bool(wanted), sub_demands=wanted[: facts.max_subnets])


def write_compromise(facts: CompromiseFacts) -> Compromise:
    """Prompt 9: what can be done now and with whom, what lacks, and what to relax."""
    language = facts.setting.language
    base = template_compromise(
        facts.demand, facts.raw_input, facts.proposal, facts.offers, facts.feedback, facts.left, language
    )
    unclear = relaxations.clarification_request(facts)
    options = () if unclear else relaxations.build_relaxations(facts)
    if unclear:
        nothing = base.proposal.model_copy(update={"relax": (), "alternatives": (unclear,)})
        return Compromise(suggestion=unclear, proposal=nothing)
    if not options:
        return base.model_copy(update={"proposal": base.proposal.model_copy(update={"relax": ()})})
    names = {offer.agent_id: offer.display_name for offer in facts.offers}
    here = [names.get(part.agent_id) or part.agent_id for part in base.proposal.participants]
    return Compromise(
        suggestion=relaxations.build_suggestion(here, base.proposal.missing, options, language),
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
    reserve = {render_text("backup", language, role=tag) for tag in facts.demand.capability_tags}
    roles = list(dict.fromkeys(part.role for part in assignments if part.role not in reserve))
    gaps = plan_draft.skill_gaps(facts.demand, roles, language, facts.raw_input)
    criteria = [render_text("covered", language, role=role) for role in facts.demand.capability_tags if role in roles]
    if context.expected_attendees:
        criteria.append(render_text("coming", language, people=context.expected_attendees))
    if context.budget:
        key = "within" if parse_money(context.budget) else "no cost"
        criteria.append(render_text(key, language, budget=context.budget))
    return ProposalDraft(
        summary=_summary(facts, [part for part in assignments if part.role not in reserve], roles, day),
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
    key = "summary" if len(names) > 1 else "summary of one" if names else "summary of none"
    return render_text(
        key,
        language,
        what=headline(facts.demand.surface_demand, language),
        people=len(names),
        name=join_items(names, language),
        roles=join_items(roles, language),
        day=day,
    )


def _has_remaining_holder(facts: RecursionFacts, gap: Gap) -> bool:
    """A backup that is lost leaves the holder, and of two who share a role the first stays."""
    language, tags = facts.setting.language, facts.demand.capability_tags
    reserve = {render_text("backup", language, role=tag) for tag in tags}
    shared = render_text("shares", language, role=gap.gap_type, holder="\0").split("\0")
    return gap.gap_type in reserve or (gap.gap_type in tags and all(part in gap.reason for part in shared))


def _has_backup(facts: RecursionFacts, gap: Gap) -> bool:
    """Whether somebody stands by for what is missing."""
    waiting = render_text("backup", facts.setting.language, role=gap.gap_type)
    return bool(facts.proposal) and any(part.role == waiting for part in facts.proposal.assignments)


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
    language, who = facts.setting.language, part.offer.agent_id
    wanted = request_parser.requests_in_offer(part.offer) if part.backup else requests
    granted = [wish.full_text for wish in wanted if wish.agent_id == who and wish not in open_requests and not wish.day]
    named = part if part.skill else plan_draft.RoleAssignment(render_text("support", language), part.offer)
    return plan_draft.build_assignment(named, core_role, granted, language)


def _risks(facts: ChannelFacts, open_requests: Sequence[ParticipantRequest]) -> tuple[str, ...]:
    language = facts.setting.language
    return tuple(render_text("open", language, name=wish.name, wish=wish.full_text) for wish in open_requests)


def _current_assignments(facts: AdjustmentFacts) -> list[Assignment]:
    """The old assignments of those still there, and one for whoever joined since."""
    kept = [part for part in facts.proposal.assignments if part.agent_id not in facts.left]
    here = {part.agent_id for part in facts.proposal.assignments}
    new = [
        offer
        for offer in facts.offers
        if offer.agent_id not in here and offer.agent_id not in facts.left and offer.decision != "decline"
    ]
    wishes = [wish for offer in new for wish in request_parser.requests_in_offer(offer)]
    held = {part.role: part.display_name for part in kept}
    parts = [
        plan_draft.as_additional_holder(part, held)
        for part in plan_draft.assign_roles(facts.demand, new, facts.demand_id)
    ]
    return [*kept, *(_build_assignment(facts, part, None, wishes, ()) for part in parts)]


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
    """The old risks that speak of nobody who is content now, or gone."""
    done = {*satisfied, *facts.left}
    names = [offer.display_name for offer in facts.offers if offer.agent_id in done]
    names += [said.display_name for said in facts.feedback if said.agent_id in facts.left]
    return [risk for risk in facts.proposal.risks if not any(name in risk for name in names if name)]


def _sub_demand(facts: RecursionFacts, tag: str) -> str:
    language, context = facts.setting.language, facts.demand.context
    parts = [render_text("sub", language, tag=tag)]
    if context.expected_attendees:
        parts.append(render_text("sub people", language, people=context.expected_attendees))
    if context.location:
        parts.append(render_text("sub place", language, place=context.location))
    planned = (
        plan_adjustment.latest_day([step.date or "" for step in facts.proposal.timeline.milestones])
        if facts.proposal
        else None
    )
    if day := planned or context.date:
        parts.append(render_text("sub day", language, day=day))
    return "".join((*parts, render_text("end", language)))
