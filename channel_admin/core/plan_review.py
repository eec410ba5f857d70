"""Additions of code to every version of a plan: needs, offered fees, totals and findings (DESIGN § 7)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict

from channel_admin.core.need_outcomes import compute_outcome
from channel_admin.core.plan_checks import PlanContext, check_plan
from channel_admin.core.plan_checks import total_in_budget_currency as total_of_plan
from channel_admin.core.plan_totals import plan_totals
from channel_admin.core.state import ChannelState
from channel_admin.core.transition import Transition
from negotiation.contracts.money import Money
from negotiation.contracts.offer import Offer
from negotiation.contracts.plan_outcome import NeedOutcome
from negotiation.contracts.proposal import Assignment, Finding, Proposal
from negotiation.contracts.size_limit import MAX_PLAN_BYTES, limit_size
from negotiation.contracts.terms import Terms, merge_terms
from negotiation.understanding.role_skill import find_need

MAX_FINDINGS = 20
"""Maximum number of findings of a plan, apart from those on which a decision depends."""


def complete_assignments(state: ChannelState, assignments: Iterable[Assignment]) -> tuple[Assignment, ...]:
    """Return the assignments with the need that each meets, and with every fee that its holder offered.

    A need that the writer of the plan named is kept if the demand has it; else it is that which the role names, else
    the only one that the search found the holder able to meet.
    """
    parts = [part.model_copy(update={"need": _need_of(state, part)}) for part in assignments]
    with_fee = {part.agent_id for part in parts if part.terms and part.terms.fee and not part.reserve}
    for place, part in enumerate(parts):
        fee = _offered_fee(state.responses, part)
        if fee is not None and not part.reserve and part.agent_id not in with_fee:
            parts[place] = part.model_copy(update={"terms": merge_terms(part.terms, fee)})
            with_fee.add(part.agent_id)
    return tuple(parts)


def _need_of(state: ChannelState, part: Assignment) -> str | None:
    needs = state.demand.needs
    if any(need.id == part.need for need in needs):
        return part.need
    named = find_need(part.role, needs, state.setting.language)
    if named:
        return named
    candidate = next((each for each in state.candidates if each.agent_id == part.agent_id), None)
    fits = {fit.need for fit in candidate.fits} if candidate else set[str]()
    return next(iter(fits)) if len(fits) == 1 else None


def _offered_fee(offers: Mapping[str, Offer], part: Assignment) -> Terms | None:
    offer = offers.get(part.agent_id)
    terms = offer.terms if offer else None
    return Terms(fee=terms.fee, per=terms.per) if terms and terms.fee else None


def review_plan(state: ChannelState, plan: Proposal, previous: Proposal | None = None) -> Proposal:
    """Return the plan with its totals and findings, of which those on lost terms compare it with `previous`.

    If it is then larger than a plan may be, its texts are shortened (`limit_size`).
    """
    context = plan_context(state, previous)
    with_totals = plan.model_copy(update={"totals": plan_totals(plan.assignments, context.people)})
    checked = with_totals.model_copy(update={"findings": _first_findings(check_plan(with_totals, context))})
    return limit_size(checked, MAX_PLAN_BYTES)


def _first_findings(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return all findings on which a decision depends, and of the others so many that there are at most MAX_FINDINGS.

    Ten parts with seven conditions each can contradict one another hundreds of times: no message could hold that.
    """
    deciding = [each for each in findings if each.aspect or each.kind == "not_free"]
    others = [each for each in findings if each not in deciding][: max(0, MAX_FINDINGS - len(deciding))]
    return tuple(each for each in findings if each in deciding or each in others)


def plan_context(state: ChannelState, previous: Proposal | None = None) -> PlanContext:
    """Return what plans of a channel are checked against."""
    offers = {**{offer.agent_id: offer for offer in state.member_offers}, **state.responses}
    return PlanContext(state.demand, state.setting, state.rules, offers, previous)


def check_again(transition: Transition) -> None:
    """Check the current version anew, because a limit of the demand or a holder has changed (see `review_again`)."""
    transition.update(current_proposal=review_again(transition.state, transition.state.proposal))


def review_again(state: ChannelState, plan: Proposal) -> Proposal:
    """Return the plan with its totals and findings anew.

    Findings on terms that its holders have lost stay, since they compare it with the version before.
    """
    holders = {part.agent_id for part in plan.assignments}
    lost = tuple(each for each in plan.findings if each.kind == "term_lost" and each.agent_id in holders)
    checked = review_plan(state, plan)
    return checked.model_copy(update={"findings": (*checked.findings, *lost)})


def total_in_budget_currency(state: ChannelState) -> Money | None:
    """Return the sum of the current version's fees in the budget's currency; None without a budget."""
    return total_of_plan(state.proposal, plan_context(state))


class OutcomeFields(TypedDict):
    """Fields of events that tell what a plan is worth."""

    complete: bool
    needs: tuple[NeedOutcome, ...]
    missing: tuple[str, ...]


def outcome_fields(state: ChannelState) -> OutcomeFields:
    """Return what the current version is worth, as fields of an event; after the verdict its confirmations stand."""
    outcome = compute_outcome(state.proposal, state.demand, state.setting.language, state.fit_of)
    return OutcomeFields(complete=outcome.complete, needs=outcome.needs, missing=outcome.missing)
