"""Summary of many demand results: statuses, rounds, coverage, cost and relaxations."""

from collections import Counter
from collections.abc import Sequence

from shared.core.frozen_model import FrozenModel
from towow.evaluation.result import STATUS_RANKS, DemandResult, ResultStatus

SHARE_STATUSES: Sequence[ResultStatus] = ("finalized", "force_finalized", "failed")
"""Statuses whose shares have targets."""


class EvaluationSummary(FrozenModel):
    """Figures of all demands; a share is between 0 and 1.

    `rounds`: number of demands by number of rounds. `candidate_sets`: different sets of candidates that a model chose,
    without fallbacks. `coverage`: share of the demanded skills that plans assign. `relax_share`: share of the
    relaxations that ended better than the failure that proposed them; `failures_helped`: failures with at least one
    such relaxation; `failures_without_relax`: failures that propose none.
    """

    demands: int
    finalized: int
    force_finalized: int
    failed: int
    cancelled: int
    unclosed: int
    finalized_share: float
    force_finalized_share: float
    failed_share: float
    rounds: dict[int, int]
    more_than_one_round: int
    more_than_one_round_share: float
    with_subnet: int
    subnets: int
    candidate_sets: int
    skills_demanded: int
    skills_covered: int
    coverage: float
    outside_profile: int
    model_calls: int
    fallback_calls: int
    fallback_share: float
    input_tokens: int
    output_tokens: int
    cost_usd: float
    relax_submitted: int
    relax_better: int
    relax_share: float
    failures_helped: int
    failures_without_relax: int


def summarize(results: Sequence[DemandResult]) -> EvaluationSummary:
    """Compute the figures of all demands, in counts and shares from 0 to 1; a share of nothing is 0."""
    return EvaluationSummary.model_validate(
        {
            **_status_figures(results),
            **_round_figures(results),
            "with_subnet": sum(bool(result.subnets) for result in results),
            "subnets": sum(len(result.subnets) for result in results),
            "candidate_sets": len({frozenset(result.chosen) for result in results if result.chosen}),
            "outside_profile": sum(len(result.outside) for result in results),
            **_coverage_figures(results),
            **_cost_figures(results),
            **_relaxation_figures(results),
        }
    )


def _status_figures(results: Sequence[DemandResult]) -> dict[str, float]:
    counts, count = Counter(result.status for result in results), len(results)
    shares = {f"{end}_share": _share(counts[end], count) for end in SHARE_STATUSES}
    return {"demands": count, **{end: counts[end] for end in STATUS_RANKS}, **shares}


def _round_figures(results: Sequence[DemandResult]) -> dict[str, object]:
    long_results = sum(result.rounds > 1 for result in results)
    return {
        "rounds": dict(sorted(Counter(result.rounds for result in results).items())),
        "more_than_one_round": long_results,
        "more_than_one_round_share": _share(long_results, len(results)),
    }


def _coverage_figures(results: Sequence[DemandResult]) -> dict[str, float]:
    planned = [result for result in results if result.agreed]
    demanded = sum(len(result.skills) for result in planned)
    covered = sum(len(result.covered) for result in planned)
    return {"skills_demanded": demanded, "skills_covered": covered, "coverage": _share(covered, demanded)}


def _cost_figures(results: Sequence[DemandResult]) -> dict[str, float]:
    calls = sum(result.model_calls for result in results)
    fallbacks = sum(result.fallback_calls for result in results)
    return {
        "model_calls": calls,
        "fallback_calls": fallbacks,
        "fallback_share": _share(fallbacks, calls),
        "input_tokens": sum(result.input_tokens for result in results),
        "output_tokens": sum(result.output_tokens for result in results),
        "cost_usd": round(sum(result.cost_usd for result in results), 6),
    }


def _relaxation_figures(results: Sequence[DemandResult]) -> dict[str, float]:
    failures = [result for result in results if result.status == "failed"]
    relaxations = [relaxation for result in failures for relaxation in result.relax]
    better = sum(relaxation.better for relaxation in relaxations)
    return {
        "relax_submitted": len(relaxations),
        "relax_better": better,
        "relax_share": _share(better, len(relaxations)),
        "failures_helped": sum(any(relaxation.better for relaxation in result.relax) for result in failures),
        "failures_without_relax": sum(not result.relax for result in failures),
    }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
