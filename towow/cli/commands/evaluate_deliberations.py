"""Command `towow evaluate --deliberations`: deliberates on many queries and reports what came of them."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from shared.core.timestamps import to_iso8601
from shared.runtime.system_clock import SystemClock
from shared.store.port import LoggedEvent
from towow.bootstrap.model_factory import build_simulated_model
from towow.cli.exit import FAILURE, SUCCESS, CommandError
from towow.cli.output import print_note
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings, read_environment
from towow.evaluation.deliberation_query import (
    DomainWords,
    EvaluationQuery,
    queries_folder,
    read_domain_words,
    read_queries,
)
from towow.evaluation.deliberation_result import QueryResult
from towow.evaluation.deliberation_runner import evaluate_queries
from towow.evaluation.deliberation_summary import (
    MAX_SEALED_RUNS,
    DeliberationSummary,
    SealedQueryRun,
    compare_to_single_planner,
    evaluate_query_targets,
    read_sealed_query_runs,
    summarize_queries,
)
from towow.evaluation.sealed_runs import read_commit

RUNS = "query_runs.jsonl"
"""Name of the file with the totals of the runs over the sealed queries."""


def evaluate_deliberations(
    files: Sequence[Path], *, limit: int | None, sealed: bool, check: bool, as_json: bool
) -> int:
    """Deliberate on queries with the simulated model, print the results, and return the exit code.

    Args:
        files: Files of queries; empty: the shipped open ones.
        limit: Maximum number of queries.
        sealed: Judge the sealed queries alone, print and record only the totals.
        check: Return 1 if a target is missed.
        as_json: Print JSON, a line for each query and one for the summary.

    Raises:
        CommandError: A file cannot be read or is no list of queries; or too many runs over the sealed queries.
    """
    settings = read_environment(os.environ)
    folder = queries_folder()
    if sealed:
        return _evaluate_sealed(settings, folder, check=check)
    try:
        queries = [query for file in files or [folder / "queries_open.jsonl"] for query in read_queries(file)][:limit]
    except (OSError, ValidationError) as error:
        raise CommandError(f"queries: {error}") from error
    words = read_domain_words(folder / "domain_words_open.json")
    results: list[QueryResult] = []
    for result, _ in _evaluate(settings, queries, words):
        results.append(result)
        print(result.model_dump_json() if as_json else _line(result), flush=True)
    return _report(summarize_queries(results), check=check, as_json=as_json)


def _evaluate(
    settings: Settings, queries: Sequence[EvaluationQuery], words: DomainWords
) -> "Sequence[tuple[QueryResult, Sequence[LoggedEvent]]]":
    return list(
        evaluate_queries(lambda: build_simulated_model(settings), settings, build_logger("error"), queries, words)
    )


def _evaluate_sealed(settings: Settings, folder: Path, *, check: bool) -> int:
    runs = folder / RUNS
    if len(read_sealed_query_runs(runs)) >= MAX_SEALED_RUNS:
        raise CommandError(f"{runs}: {MAX_SEALED_RUNS} runs are recorded, which is the maximum")
    queries = read_queries(folder / "queries_sealed.jsonl")
    words = read_domain_words(folder / "domain_words_sealed.json")
    try:
        results = [result for result, _ in _evaluate(settings, queries, words)]
    except Exception as error:  # noqa: BLE001 - whatever it is, its message could hold the words of a query
        raise CommandError(f"a sealed query could not be evaluated: {type(error).__name__}") from None
    summary = summarize_queries(results)
    today = to_iso8601(SystemClock().now())[:10]
    run = SealedQueryRun(commit=read_commit(folder), date=today, summary=summary)
    with runs.open("a", encoding="utf-8") as lines:
        lines.write(run.model_dump_json() + "\n")
    return _report(summary, check=check, as_json=True)


def _line(result: QueryResult) -> str:
    marks = [
        "devil's advocate" if result.devils_advocate else "",
        f"commanded {', '.join(result.commanded)}" if result.commanded else "",
        "called infeasible" if result.infeasible else "",
        f"faults: {', '.join(result.faults)}" if result.faults else "",
        f"foreign: {', '.join(result.foreign_words)}" if result.foreign_words else "",
        "" if result.in_language else "wrong language",
        f"single planner: {', '.join(result.single.faults) or 'no fault'}, {result.single.tokens} tokens",
    ]
    ending = f"{result.status}/{result.end_reason}, {result.rounds} rounds, {result.total_hours:g} h"
    return f"{result.id}  {ending}, {result.tokens} tokens  " + "; ".join(filter(None, marks))


def _report(summary: DeliberationSummary, *, check: bool, as_json: bool) -> int:
    targets = evaluate_query_targets(summary)
    missed = [target.figure for target in targets if not target.is_met]
    print(summary.model_dump_json() if as_json else summary.model_dump_json(indent=2))
    print_note(compare_to_single_planner(summary))
    sys.stdout.flush()
    if missed:
        print_note(f"missed targets: {', '.join(missed)}")
    return FAILURE if (missed and check) or summary.unclosed else SUCCESS
