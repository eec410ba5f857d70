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
from channel_admin.simulated.texts import core, joined, listed, say
from negotiation.contracts.compromise import Compromise
from negotiation.contracts.messages import SubDemand
from negotiation.contracts.proposal import AdjustmentSummary, Assignment, Gap, Milestone, ProposalDraft, Timeline
from negotiation.search.synonyms import known
from negotiation.simulated.quantities import money_in
from shared.core.language import Language
from shared.llm.rule_based_model import Rules

WORTH_A_SUBNET = 60


def aggregate(facts: AggregationFacts) -> ProposalDraft:
    """Prompt 4: everybody does what they offered; wishes are granted as far as day and money allow."""
    today = date.fromisoformat(facts.setting.today)
    willing = [offer for offer in facts.offers if offer.decision != "decline"]
    parts = plan_draft.parts_of(facts.demand, willing, facts.demand_id)
    working = [part.offer for part in parts if not part.backup]
    working = list({offer.agent_id: offer for offer in working}.values())
    wishes = [wish for offer in working for wish in request_parser.of_offer(offer)]
    day = plan_draft.day_for(facts.demand, working, today)
    parts = [part for part in parts if not (part.backup and plan_draft.away(part.offer, day))]
    left = plan_draft.still_open(parts, wishes, facts.demand, day, today)
    main = next((part.skill for part in parts if part.skill and not part.backup), None)
    assignments = tuple(_assigned(facts, part, main, wishes, left) for part in parts)
    return _plan(facts, assignments, day, _risks(facts, left))


def adjust(facts: AdjustmentFacts) -> ProposalDraft:
    """Prompt 6: the requests that can be met are, and it is said whose; the others are told why not."""
    old = facts.proposal
    before = plan_adjustment.day_of([milestone.date or "" for milestone in old.timeline.milestones])
    result = plan_adjustment.trade(facts, before)
    noted = [_with_grants(facts, part, result.met) for part in _everybody(facts)]
    refused = [request for request, _ in result.declined]
    settled_plan, swaps = role_sharing.replaced(facts, role_sharing.with_seconds(facts, noted, result.shares), refused)
    assignments, promotions = plan_adjustment.promoted(facts, settled_plan)
    day = result.day or before or plan_draft.day_for(facts.demand, (), date.fromisoformat(facts.setting.today))
    settled = {request.agent_id for request in result.met}
    risks = [*_unsettled(facts, settled), *_risks(facts, [request for request, _ in result.declined])]
    plan = _plan(facts, tuple(assignments), day, tuple(dict.fromkeys(risks)))
    made = (*plan_adjustment.changes(facts, result, before), *swaps, *promotions)
    if result.declined and not made:
        plan = plan.model_copy(update={"rationale": say("unchanged", facts.setting.language)})
    summary = AdjustmentSummary(
        round=facts.round,
        changes_made=made,
        requests_addressed=tuple(f"{request.name}: {request.said}" for request in result.met),
        requests_declined=plan_adjustment.declined(result),
    )
    return plan.model_copy(update={"adjustment_summary": summary, "success_criteria": old.success_criteria})


def find_gaps(facts: GapFacts) -> GapsReply:
    """Prompt 7: the demanded skills that nobody in the plan covers."""
    roles = [part.role for part in facts.proposal.assignments]
    gaps = plan_draft.gaps_of(facts.demand, roles, facts.setting.language, facts.raw_input)
    return GapsReply(gaps=gaps, is_complete=not gaps)


def decide_recursion(facts: RecursionFacts) -> RecursionReply:
    """Prompt 8: a demand of its own for every grave gap that somebody could close and nobody else in it fills."""
    grave = [
        gap
        for gap in facts.gaps
        if gap.importance >= WORTH_A_SUBNET and not (_held_by_another(facts, gap) or _in_reserve(facts, gap))
    ]
    closable = [
        (gap.gap_type, tag)
        for gap in sorted(grave, key=lambda gap: -gap.importance)
        for tag in (*gap.suggested_capability_tags, gap.gap_type)[:1]
        if known("skills").of(tag)
    ]
    wanted = tuple(SubDemand(gap_type=gap, raw_input=_sub_demand(facts, tag)) for gap, tag in closable)
    return RecursionReply(should_recurse=bool(wanted), sub_demands=wanted[: facts.max_subnets])


def compromise(facts: CompromiseFacts) -> Compromise:
    """Prompt 9: what can be done now and with whom, what lacks, and what to relax."""
    language = facts.setting.language
    base = template_compromise(
        facts.demand, facts.raw_input, facts.proposal, facts.offers, facts.feedback, facts.left, language
    )
    unclear = relaxations.unclear(facts)
    options = () if unclear else relaxations.relaxations(facts)
    if unclear:
        nothing = base.proposal.model_copy(update={"relax": (), "alternatives": (unclear,)})
        return Compromise(suggestion=unclear, proposal=nothing)
    if not options:
        return base.model_copy(update={"proposal": base.proposal.model_copy(update={"relax": ()})})
    names = {offer.agent_id: offer.display_name for offer in facts.offers}
    here = [names.get(part.agent_id) or part.agent_id for part in base.proposal.participants]
    return Compromise(
        suggestion=relaxations.advice(here, base.proposal.missing, options, language),
        proposal=base.proposal.model_copy(update={"relax": options}),
    )


RULES: Rules = {
    "proposal_aggregation": aggregate,
    "proposal_adjustment": adjust,
    "gap_identification": find_gaps,
    "recursion_decision": decide_recursion,
    "compromise": compromise,
}


def _plan(facts: ChannelFacts, assignments: tuple[Assignment, ...], day: date, risks: Sequence[str]) -> ProposalDraft:
    language, context = facts.setting.language, facts.demand.context
    reserve = {say("backup", language, role=tag) for tag in facts.demand.capability_tags}
    roles = list(dict.fromkeys(part.role for part in assignments if part.role not in reserve))
    gaps = plan_draft.gaps_of(facts.demand, roles, language, facts.raw_input)
    criteria = [say("covered", language, role=role) for role in facts.demand.capability_tags if role in roles]
    if context.expected_attendees:
        criteria.append(say("coming", language, people=context.expected_attendees))
    if context.budget:
        key = "within" if money_in(context.budget) else "no cost"
        criteria.append(say(key, language, budget=context.budget))
    return ProposalDraft(
        summary=_summary(facts, [part for part in assignments if part.role not in reserve], roles, day),
        objective=facts.demand.surface_demand,
        assignments=assignments,
        timeline=_timeline(facts, day),
        rationale=say("rationale", language),
        success_criteria=tuple(criteria),
        risks=tuple(risks),
        gaps=gaps,
        confidence="low" if any(gap.importance >= 80 for gap in gaps) else "medium" if gaps or risks else "high",
    )


def _summary(facts: ChannelFacts, working: Sequence[Assignment], roles: Sequence[str], day: date) -> str:
    language = facts.setting.language
    names = list(dict.fromkeys(part.display_name for part in working))
    key = "summary" if len(names) > 1 else "summary of one" if names else "summary of none"
    return say(
        key,
        language,
        what=core(facts.demand.surface_demand, language),
        people=len(names),
        name=listed(names, language),
        roles=listed(roles, language),
        day=day,
    )


def _held_by_another(facts: RecursionFacts, gap: Gap) -> bool:
    """A backup that is lost leaves the holder, and of two who share a role the first stays."""
    language, tags = facts.setting.language, facts.demand.capability_tags
    reserve = {say("backup", language, role=tag) for tag in tags}
    shared = say("shares", language, role=gap.gap_type, holder="\0").split("\0")
    return gap.gap_type in reserve or (gap.gap_type in tags and all(part in gap.reason for part in shared))


def _in_reserve(facts: RecursionFacts, gap: Gap) -> bool:
    """Whether somebody stands by for what is missing."""
    waiting = say("backup", facts.setting.language, role=gap.gap_type)
    return bool(facts.proposal) and any(part.role == waiting for part in facts.proposal.assignments)


def _timeline(facts: ChannelFacts, day: date) -> Timeline:
    today, language = date.fromisoformat(facts.setting.today), facts.setting.language
    start = min(today + timedelta(days=1), day)
    steps = {"start": start, "check": start + (day - start) / 2, "day": day}
    return Timeline(
        start_date=start.isoformat(),
        milestones=tuple(
            Milestone(name=say(key, language), date=when.isoformat(), label=say(key, language))
            for key, when in steps.items()
        ),
    )


def _assigned(
    facts: ChannelFacts,
    part: plan_draft.RoleAssignment,
    main: str | None,
    wishes: Sequence[ParticipantRequest],
    left: Sequence[ParticipantRequest],
) -> Assignment:
    language, who = facts.setting.language, part.offer.agent_id
    wanted = request_parser.of_offer(part.offer) if part.backup else wishes
    granted = [wish.said for wish in wanted if wish.agent_id == who and wish not in left and not wish.day]
    named = part if part.skill else plan_draft.RoleAssignment(say("support", language), part.offer)
    return plan_draft.assignment(named, main, granted, language)


def _risks(facts: ChannelFacts, left: Sequence[ParticipantRequest]) -> tuple[str, ...]:
    language = facts.setting.language
    return tuple(say("open", language, name=wish.name, wish=wish.said) for wish in left)


def _everybody(facts: AdjustmentFacts) -> list[Assignment]:
    """The old assignments of those still there, and one for whoever joined since."""
    kept = [part for part in facts.proposal.assignments if part.agent_id not in facts.left]
    here = {part.agent_id for part in facts.proposal.assignments}
    new = [
        offer
        for offer in facts.offers
        if offer.agent_id not in here and offer.agent_id not in facts.left and offer.decision != "decline"
    ]
    wishes = [wish for offer in new for wish in request_parser.of_offer(offer)]
    held = {part.role: part.display_name for part in kept}
    parts = [plan_draft.behind(part, held) for part in plan_draft.parts_of(facts.demand, new, facts.demand_id)]
    return [*kept, *(_assigned(facts, part, None, wishes, ()) for part in parts)]


def _with_grants(facts: AdjustmentFacts, part: Assignment, met: Sequence[ParticipantRequest]) -> Assignment:
    mine = [request for request in met if request.agent_id == part.agent_id and request.about != "date"]
    granted = [request.said for request in mine if request.text not in part.notes]
    if not granted:
        return part
    language = facts.setting.language
    between = joined(("", ""), language)
    old = part.notes.removesuffix(_granted([""], language)).split(between)
    fee = next((request.label for request in mine if request.about == "fee" and request.label), None)
    before = joined((term for term in old if not (fee and term.startswith(fee))), language)
    noted = _granted([before, *granted] if before else granted, language)
    return part.model_copy(update={"notes": noted})


def _granted(granted: Sequence[str], language: Language) -> str:
    return say("granted", language, wishes=joined(granted, language))


def _unsettled(facts: AdjustmentFacts, settled: set[str]) -> list[str]:
    """The old risks that speak of nobody who is content now, or gone."""
    done = {*settled, *facts.left}
    names = [offer.display_name for offer in facts.offers if offer.agent_id in done]
    names += [said.display_name for said in facts.feedback if said.agent_id in facts.left]
    return [risk for risk in facts.proposal.risks if not any(name in risk for name in names if name)]


def _sub_demand(facts: RecursionFacts, tag: str) -> str:
    language, context = facts.setting.language, facts.demand.context
    parts = [say("sub", language, tag=tag)]
    if context.expected_attendees:
        parts.append(say("sub people", language, people=context.expected_attendees))
    if context.location:
        parts.append(say("sub place", language, place=context.location))
    planned = (
        plan_adjustment.day_of([step.date or "" for step in facts.proposal.timeline.milestones])
        if facts.proposal
        else None
    )
    if day := planned or context.date:
        parts.append(say("sub day", language, day=day))
    return "".join((*parts, say("end", language)))
