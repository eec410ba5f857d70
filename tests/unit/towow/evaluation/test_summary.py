"""Is everything counted that should be, and is a missed bound seen?"""

from typing import Any

import pytest

from tests.support.case_tables import load_cases
from towow.evaluation.result import DemandResult, RelaxationResult, ResultStatus
from towow.evaluation.summary import EvaluationSummary, summarize
from towow.evaluation.targets import TARGETS, evaluate_targets


def course(
    status: ResultStatus = "finalized", *chosen: str, better: tuple[bool, ...] = (), **given: object
) -> DemandResult:
    relax = tuple(
        RelaxationResult(
            aspect="budget", raw_input="a hall", demand_id="d-b", status="finalized" if good else "failed", better=good
        )
        for good in better
    )
    facts = {"number": 1, "demand_id": "d-a", "raw_input": "a hall", "user_id": "user_amy", "candidates": chosen}
    return DemandResult.model_validate({**facts, "status": status, "chosen": chosen, "relax": relax, **given})


def test_outcomes_and_rounds_are_counted() -> None:
    ends: list[ResultStatus] = [
        "finalized",
        "finalized",
        "force_finalized",
        "failed",
        "cancelled",
        "unclosed",
        "failed",
        "failed",
    ]
    found = summarize([course(end, rounds=rounds) for rounds, end in enumerate(ends)])
    assert (found.demands, found.finalized, found.force_finalized, found.failed) == (8, 2, 1, 3)
    assert (found.cancelled, found.unclosed) == (1, 1)
    assert (found.finalized_share, found.force_finalized_share, found.failed_share) == (0.25, 0.125, 0.375)
    assert found.rounds == dict.fromkeys(range(8), 1)
    assert (found.more_than_one_round, found.more_than_one_round_share) == (6, 0.75)


def test_distinct_candidate_sets_are_counted_without_fallbacks() -> None:
    fallback = course("failed", candidates=("agent_c",), chosen=())
    found = summarize([course("failed", "a", "b"), course("failed", "b", "a"), course("failed", "a"), fallback])
    assert found.candidate_sets == 2


def test_coverage_is_averaged_over_demands_with_a_proposal() -> None:
    found = summarize(
        [
            course(skills=("venue", "speaker"), covered=("venue",)),
            course("force_finalized", skills=("cake", "music"), covered=("cake", "music")),
            course("failed", skills=("venue", "cake", "music")),
        ]
    )
    assert (found.skills_demanded, found.skills_covered, found.coverage) == (4, 3, 0.75)


def test_subnets_and_assignments_outside_a_profile_are_counted() -> None:
    found = summarize(
        [course(subnets=("finalized", "failed"), outside=("agent_a: venue",)), course(subnets=("failed",)), course()]
    )
    assert (found.with_subnet, found.subnets, found.outside_profile) == (2, 3, 1)


def test_costs_of_all_demands_are_summed() -> None:
    spent: dict[str, Any] = {
        "model_calls": 10,
        "fallback_calls": 1,
        "input_tokens": 100,
        "output_tokens": 20,
        "cost_usd": 0.1,
    }
    found = summarize([course(**spent), course("failed", **spent)])
    assert (found.model_calls, found.fallback_calls, found.fallback_share) == (20, 2, 0.1)
    assert (found.input_tokens, found.output_tokens, found.cost_usd) == (200, 40, 0.2)


def test_the_relaxation_rate_counts_the_relaxations_of_failed_demands() -> None:
    found = summarize(
        [
            course("failed", better=(True, False, False)),
            course("failed", better=(False,)),
            course("failed"),
            course("cancelled", better=(True,)),
        ]
    )
    assert (found.relax_submitted, found.relax_better, found.relax_share) == (4, 1, 0.25)
    assert (found.failures_helped, found.failures_without_relax) == (1, 1)


def test_the_rates_of_no_demands_are_none() -> None:
    found = summarize([])
    assert (found.finalized_share, found.coverage, found.fallback_share, found.relax_share) == (0, 0, 0, 0)


GOOD = summarize([course()]).model_copy(
    update={
        "finalized_share": 0.5,
        "force_finalized_share": 0.15,
        "failed_share": 0.35,
        "more_than_one_round_share": 0.3,
        "with_subnet": 5,
        "candidate_sets": 40,
        "relax_share": 0.6,
        "outside_profile": 0,
    }
)


def missed(found: EvaluationSummary) -> list[str]:
    return [bound.figure for bound in evaluate_targets(found) if not bound.is_met]


def test_good_figures_meet_all_targets() -> None:
    assert missed(GOOD) == []
    assert [bound.figure for bound in evaluate_targets(GOOD)] == [figure for figure, *_ in TARGETS]


@pytest.mark.parametrize(("figure", "value", "kept"), load_cases(__file__, "the_bounds_of_a_target_are_inclusive"))
def test_the_bounds_of_a_target_are_inclusive(figure: str, value: float, kept: bool) -> None:
    assert missed(GOOD.model_copy(update={figure: value})) == ([] if kept else [figure])
