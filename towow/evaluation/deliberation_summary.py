"""Summary of evaluated queries: endings, faults, and the single planner beside them; and the record of sealed runs."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from pydantic import ValidationError

from shared.core.frozen_model import FrozenModel
from towow.cli.exit import CommandError
from towow.evaluation.deliberation_result import QueryResult
from towow.evaluation.targets import Target

MAX_SEALED_RUNS = 10
"""Maximum number of recorded runs over the sealed queries."""


class DeliberationSummary(FrozenModel):
    """Counts over all queries.

    Attributes:
        endings: Number of sessions by `status/end_reason`.
        converged_in_3: Sessions that converged within three rounds.
        with_devils_advocate: Sessions with a devil's advocate.
        with_command: Sessions in which a stubborn agent was commanded.
        divided_at_5: Sessions that ended divided after the fifth round.
        impossible: Queries that cannot be done, by their labels.
        impossible_told: Those of them that were called infeasible, or ended without agreement.
        possible_agreed: Queries that can be done and ended in agreement.
        faulty_plans: Plans with a fault, by fault.
        agreed_faults: The same of plans that were agreed on.
        foreign: Queries in which a word of another domain was said.
        wrong_language: Queries with texts in another language.
        unclosed: Sessions that did not end.
        tokens: Estimated tokens of all deliberations.
        single_faulty_plans: Plans of the single planner with a fault, by fault.
        single_tokens: Estimated tokens of the single planner.
        better: Queries whose deliberation has fewer faults than the single planner.
        worse: Queries whose deliberation has more.
    """

    queries: int
    endings: dict[str, int]
    converged_in_3: int
    with_devils_advocate: int
    with_command: int
    divided_at_5: int
    impossible: int
    impossible_told: int
    possible: int
    possible_agreed: int
    faulty_plans: dict[str, int]
    agreed_faults: dict[str, int]
    foreign: int
    wrong_language: int
    unclosed: int
    skipped: int
    unargued_changes: int
    tokens: int
    single_faulty_plans: dict[str, int]
    single_tokens: int
    better: int
    worse: int


def summarize_queries(results: Sequence[QueryResult]) -> DeliberationSummary:
    """Return the summary of the results."""

    def count(holds: Callable[[QueryResult], bool]) -> int:
        return sum(map(holds, results))

    return DeliberationSummary(
        queries=len(results),
        endings=dict(Counter(f"{each.status}/{each.end_reason}" for each in results)),
        converged_in_3=count(lambda each: each.status == "converged" and each.rounds <= 3),
        with_devils_advocate=count(lambda each: each.devils_advocate),
        with_command=count(lambda each: bool(each.commanded)),
        divided_at_5=count(lambda each: each.end_reason == "max_rounds"),
        impossible=count(lambda each: each.possible is False),
        impossible_told=count(lambda each: each.possible is False and (each.infeasible or each.provisional)),
        possible=count(lambda each: each.possible is True),
        possible_agreed=count(lambda each: each.possible is True and each.status == "converged"),
        faulty_plans=dict(Counter(fault for each in results for fault in each.faults)),
        agreed_faults=dict(Counter(fault for each in results if not each.provisional for fault in each.faults)),
        foreign=count(lambda each: bool(each.foreign_words)),
        wrong_language=count(lambda each: not each.in_language),
        unclosed=count(lambda each: each.status == "unclosed"),
        skipped=sum(each.skipped for each in results),
        unargued_changes=sum(each.unargued_changes for each in results),
        tokens=sum(each.tokens for each in results),
        single_faulty_plans=dict(Counter(fault for each in results for fault in each.single.faults)),
        single_tokens=sum(each.single.tokens for each in results),
        better=count(lambda each: len(each.faults) < len(each.single.faults)),
        worse=count(lambda each: len(each.faults) > len(each.single.faults)),
    )


def compare_to_single_planner(summary: DeliberationSummary) -> str:
    """Return in a sentence whether the deliberations were better than a single planner at equal tokens."""
    told = f"{summary.better} better, {summary.worse} worse, {summary.queries - summary.better - summary.worse} equal"
    share = summary.single_tokens / summary.tokens if summary.tokens else 0.0
    told += f"; it stopped correcting itself after {share:.0%} of the tokens"
    if summary.better > summary.worse:
        return f"plans of the deliberation have fewer faults than a single planner's: {told}"
    return f"plans of the deliberation are NOT better than a single planner's: {told}"


TARGETS: tuple[tuple[str, Callable[[DeliberationSummary], float], float | None, float | None], ...] = (
    ("unclosed", lambda all_: all_.unclosed, None, 0),
    ("foreign", lambda all_: all_.foreign, None, 0),
    ("wrong_language", lambda all_: all_.wrong_language, None, 0),
    ("hours_that_do_not_add_up", lambda all_: all_.faulty_plans.get("total", 0), None, 0),
    ("past_dates", lambda all_: all_.faulty_plans.get("past", 0), None, 0),
    ("agreed_too_late", lambda all_: all_.agreed_faults.get("late", 0), None, 0),
    ("agreed_overload", lambda all_: all_.agreed_faults.get("overload", 0), None, 0),
    ("impossible_not_told", lambda all_: all_.impossible - all_.impossible_told, None, 0),
    ("converged_in_3", lambda all_: all_.converged_in_3, 1, None),
    ("with_devils_advocate", lambda all_: all_.with_devils_advocate, 1, None),
    ("with_command", lambda all_: all_.with_command, 1, None),
    ("divided_at_5", lambda all_: all_.divided_at_5, 1, None),
)
"""Name of the figure, its getter, minimum and maximum."""


def evaluate_query_targets(summary: DeliberationSummary) -> tuple[Target, ...]:
    """Return every target, met or not, with its actual value."""
    return tuple(Target(figure, low, high, read(summary)) for figure, read, low, high in TARGETS)


class SealedQueryRun(FrozenModel):
    """Totals of one run over the sealed queries, with its commit and date."""

    commit: str
    date: str
    summary: DeliberationSummary


def read_sealed_query_runs(file: Path) -> Sequence[SealedQueryRun]:
    """Return the recorded runs, oldest first; none if there is no file.

    Raises:
        CommandError: The file cannot be read, or a line is bad.
    """
    try:
        return [SealedQueryRun.model_validate_json(line) for line in file.read_bytes().splitlines()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    except ValidationError as error:
        raise CommandError(f"{file}: not a list of runs: {error.error_count()} errors") from error
