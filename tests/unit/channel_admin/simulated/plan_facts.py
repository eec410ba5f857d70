"""Offers, feedback and plans for tests of the simulated planner."""

from collections.abc import Sequence

from channel_admin.prompts import AdjustmentFacts, AggregationFacts
from channel_admin.simulated.adjusted_plan import adjust_proposal
from channel_admin.simulated.rules import aggregate_offers
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.money import Money
from negotiation.contracts.offer import NegotiationPoint, Offer
from negotiation.contracts.proposal import Assignment, Change, Finding, Proposal, ProposalDraft
from negotiation.contracts.terms import Condition, Terms
from tests.support.task_fixtures import NOW, demand, submission_context

WANTED = demand("场地提供", "演讲嘉宾", "餐饮", location="上海")


def yuan(units: float) -> Money:
    return Money(amount=round(units * 100), currency="CNY")


def offer(
    who: str,
    skill: str,
    *,
    fee: int = 0,
    wanted_fee: int = 0,
    conditions: Sequence[str | Condition] = (),
    day: str = "",
    not_on: Sequence[str] = (),
    people: int | None = None,
) -> Offer:
    """An offer for a fee; `wanted_fee` and `day` are asked for, a condition without a kind is of the kind `other`."""
    points = [
        NegotiationPoint(aspect="费用", desired_value=f"{wanted_fee}元", terms=Terms(fee=yuan(wanted_fee)))
    ] * bool(wanted_fee)
    points += [NegotiationPoint(aspect="日期", desired_value=day, terms=Terms(dates=(day,)))] if day else []
    typed = [Condition(text=each) if isinstance(each, str) else each for each in conditions]
    texts = [each.text for each in typed] + ([f"不超过{people}人"] if people else [])
    return Offer(
        offer_id=f"offer_{who}",
        agent_id=who,
        display_name=who.upper(),
        demand_id="d-a",
        decision="conditional" if points or texts else "participate",
        contribution=f"可以承担{skill}",
        negotiation_points=tuple(points),
        conditions=tuple(texts),
        terms=Terms(fee=yuan(fee) if fee else None, people=people, not_on=tuple(not_on), conditions=tuple(typed)),
        confidence=70,
        submitted_at=NOW,
    )


def budgeted(units: float, wanted: DemandUnderstanding) -> DemandUnderstanding:
    """The same demand with a budget in yuan."""
    limits = wanted.limits.model_copy(update={"budget": yuan(units)})
    return wanted.model_copy(update={"limits": limits})


def base(wanted: DemandUnderstanding = WANTED) -> dict[str, object]:
    return {
        "demand_id": "d-a",
        "channel_id": "collab-a",
        "setting": submission_context(),
        "demand": wanted,
        "raw_input": "在上海办一场沙龙，预算2000元，40人",
    }


def drafted(*offers: Offer, wanted: DemandUnderstanding = WANTED) -> ProposalDraft:
    return aggregate_offers(AggregationFacts.model_validate({**base(wanted), "offers": offers}))


def numbered(draft: ProposalDraft) -> Proposal:
    fields = {name: getattr(draft, name) for name in ProposalDraft.model_fields}
    return Proposal(**fields, proposal_id="prop_1", demand_id="d-a", version=1, created_at=NOW)


def asking(who: str, request: str, **terms: object) -> Feedback:
    return Feedback(
        agent_id=who,
        display_name=who.upper(),
        feedback_type="negotiate",
        adjustment_request=request,
        terms=Terms.model_validate(terms) if terms else None,
        round=1,
        proposal_version=1,
    )


def adjusted(
    plan: ProposalDraft,
    offers: Sequence[Offer],
    *said: Feedback,
    wanted: DemandUnderstanding = WANTED,
    left: Sequence[str] = (),
    findings: Sequence[Finding] = (),
    kept: Sequence[Finding] = (),
) -> ProposalDraft:
    facts = {
        **base(wanted),
        "proposal": numbered(plan).model_copy(update={"findings": (*findings, *kept)}),
        "kept": kept,
        "base_version": 1,
        "round": 2,
        "feedback": said,
        "offers": offers,
        "left": left,
    }
    return adjust_proposal(AdjustmentFacts.model_validate(facts))


def for_fee(who: str, units: int) -> Feedback:
    return asking(who, f"费用：{units}元", fee=yuan(units))


def for_day(who: str, day: str) -> Feedback:
    return asking(who, f"日期：{day}", dates=(day,))


def holder(plan: ProposalDraft, role: str) -> str:
    """The only one who holds a role."""
    (agent_id,) = (part.agent_id for part in plan.assignments if part.role == role and not part.reserve)
    return agent_id


def the_day(plan: ProposalDraft) -> str | None:
    return plan.timeline.milestones[-1].date


def changes(plan: ProposalDraft) -> tuple[Change, ...]:
    """What an adjusted plan says that it changed."""
    assert plan.adjustment_summary
    return plan.adjustment_summary.changes_made


def part_of(plan: ProposalDraft, who: str) -> Assignment:
    """The only part of somebody."""
    (part,) = (part for part in plan.assignments if part.agent_id == who)
    return part
