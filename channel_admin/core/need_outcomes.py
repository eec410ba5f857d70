"""Worth of a plan: which needs are met by whom, and what is missing (DESIGN § 7)."""

from collections.abc import Callable, Collection, Iterator

from channel_admin.core import fallback_content
from channel_admin.core.plan_checks import part_day
from channel_admin.settings import SURE_FIT
from negotiation.contracts.demand import DemandUnderstanding, Need
from negotiation.contracts.plan_outcome import NeedOutcome, PlanOutcome
from negotiation.contracts.proposal import Assignment, Proposal
from negotiation.understanding.allowed_days import is_day_allowed
from shared.core.language import Language


def compute_outcome(
    plan: Proposal, demand: DemandUnderstanding, language: Language, fit_of: Callable[[str, str], float | None]
) -> PlanOutcome:
    """Return what an agreed plan is worth; its `is_confirmed`, `reserve` and `findings` are as they stand at the end.

    A plan for a demand without needs is never complete: nobody can say what would be.

    Args:
        plan: The plan.
        demand: The demand as it is understood now.
        language: Language of the texts.
        fit_of: Returns the probability that an agent's profile meets a need (ids), None if it is not known. Below
            SURE_FIT it is told that the holder should be asked.
    """
    needs = tuple(_need_outcome(need, plan, demand) for need in demand.needs)
    missing = (
        *_unmet_needs(plan, demand, needs, language),
        *_doubtful_holders(plan, demand, needs, language, fit_of),
        *(finding.text for finding in plan.findings),
    )
    return PlanOutcome(complete=bool(needs) and not missing, needs=needs, missing=missing)


def _need_outcome(need: Need, plan: Proposal, demand: DemandUnderstanding) -> NeedOutcome:
    held = [part for part in plan.assignments if part.need == need.id and not part.reserve]
    confirmed = {part.agent_id for part in held if _counts(part, plan, demand)}
    return NeedOutcome(
        id=need.id,
        need=need.need,
        met=len(confirmed) >= need.count,
        holders=tuple(dict.fromkeys(part.agent_id for part in held)),
    )


def _counts(part: Assignment, plan: Proposal, demand: DemandUnderstanding) -> bool:
    """Return whether a holder is confirmed, on an allowed day on which they are free."""
    day = part_day(part, plan)
    is_allowed = day is None or is_day_allowed(day, demand.limits)
    return part.is_confirmed and is_allowed and part.agent_id not in _not_free(plan)


def _not_free(plan: Proposal) -> Collection[str | None]:
    return {finding.agent_id for finding in plan.findings if finding.kind == "not_free"}


def _unmet_needs(
    plan: Proposal, demand: DemandUnderstanding, outcomes: tuple[NeedOutcome, ...], language: Language
) -> Iterator[str]:
    if not outcomes:
        yield fallback_content.render_text("missing.unknown", language)
    for need, outcome in zip(demand.needs, outcomes, strict=True):
        if not need.required or outcome.met:
            continue
        held = [part for part in plan.assignments if part.need == need.id and not part.reserve]
        confirmed = len({part.agent_id for part in held if _counts(part, plan, demand)})
        is_partial = need.count > 1 and confirmed > 0
        is_other_day = any(part.is_confirmed for part in held)
        of_holders = "missing.other_day" if is_other_day else "missing.unconfirmed"
        key = "missing.some" if is_partial else of_holders if held else "missing.nobody"
        names = ", ".join(dict.fromkeys(part.display_name or part.agent_id for part in held))
        yield fallback_content.render_text(
            key, language, need=need.need, names=names, confirmed=confirmed, wanted=need.count
        )


def _doubtful_holders(
    plan: Proposal,
    demand: DemandUnderstanding,
    outcomes: tuple[NeedOutcome, ...],
    language: Language,
    fit_of: Callable[[str, str], float | None],
) -> Iterator[str]:
    """Yield a text for each confirmed holder whose profile may not cover the need that they said yes to."""
    for need, outcome in zip(demand.needs, outcomes, strict=True):
        for part in plan.assignments:
            if part.need != need.id or part.reserve or not part.is_confirmed or not outcome.met:
                continue
            fit = fit_of(part.agent_id, need.id)
            if need.required and fit is not None and fit < SURE_FIT:
                name = part.display_name or part.agent_id
                yield fallback_content.render_text("missing.doubtful", language, need=need.need, name=name)
