"""What comes of many demands together: ends, rounds, coverage, cost, and what relaxing helped."""

from collections import Counter
from collections.abc import Sequence

from shared.core.frozen_model import FrozenModel
from towow.evaluation.result import RANK, DemandResult, End

SHARED: Sequence[End] = ("finalized", "force_finalized", "failed")
"""The ends whose shares have bounds."""


class EvaluationSummary(FrozenModel):
    """Of all demands; a share is 0–1.

    `rounds`: how many demands took how many. `candidate_sets`: different sets of candidates that the model chose
    (fallbacks do not count). `coverage`: the share of the demanded skills that somebody holds, in those that ended with
    a plan. `relax_share`: the share of all relaxed demands that ended better than the failure that named them;
    `failures_helped`: failures with at least one of them; `failures_without_relax`: failures that name none.
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


def totals(courses: Sequence[DemandResult]) -> EvaluationSummary:
    """All of it; of no demands every share is 0."""
    return EvaluationSummary.model_validate(
        {
            **_ends(courses),
            **_rounds(courses),
            "with_subnet": sum(bool(course.subnets) for course in courses),
            "subnets": sum(len(course.subnets) for course in courses),
            "candidate_sets": len({frozenset(course.chosen) for course in courses if course.chosen}),
            "outside_profile": sum(len(course.outside) for course in courses),
            **_covered(courses),
            **_spent(courses),
            **_relaxed(courses),
        }
    )


def _ends(courses: Sequence[DemandResult]) -> dict[str, float]:
    ends, count = Counter(course.status for course in courses), len(courses)
    shares = {f"{end}_share": _share(ends[end], count) for end in SHARED}
    return {"demands": count, **{end: ends[end] for end in RANK}, **shares}


def _rounds(courses: Sequence[DemandResult]) -> dict[str, object]:
    longer = sum(course.rounds > 1 for course in courses)
    return {
        "rounds": dict(sorted(Counter(course.rounds for course in courses).items())),
        "more_than_one_round": longer,
        "more_than_one_round_share": _share(longer, len(courses)),
    }


def _covered(courses: Sequence[DemandResult]) -> dict[str, float]:
    planned = [course for course in courses if course.agreed]
    demanded = sum(len(course.skills) for course in planned)
    covered = sum(len(course.covered) for course in planned)
    return {"skills_demanded": demanded, "skills_covered": covered, "coverage": _share(covered, demanded)}


def _spent(courses: Sequence[DemandResult]) -> dict[str, float]:
    calls = sum(course.model_calls for course in courses)
    fallbacks = sum(course.fallback_calls for course in courses)
    return {
        "model_calls": calls,
        "fallback_calls": fallbacks,
        "fallback_share": _share(fallbacks, calls),
        "input_tokens": sum(course.input_tokens for course in courses),
        "output_tokens": sum(course.output_tokens for course in courses),
        "cost_usd": round(sum(course.cost_usd for course in courses), 6),
    }


def _relaxed(courses: Sequence[DemandResult]) -> dict[str, float]:
    failures = [course for course in courses if course.status == "failed"]
    tried = [relaxed for course in failures for relaxed in course.relax]
    better = sum(relaxed.better for relaxed in tried)
    return {
        "relax_submitted": len(tried),
        "relax_better": better,
        "relax_share": _share(better, len(tried)),
        "failures_helped": sum(any(relaxed.better for relaxed in course.relax) for course in failures),
        "failures_without_relax": sum(not course.relax for course in failures),
    }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
