"""Command `towow evaluate`: negotiates many demands with the whole system and reports their outcomes."""

import asyncio
import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from negotiation.registry import profile_import
from negotiation.registry.memory import MemoryProfileRegistry
from shared.core.clock import Clock
from shared.core.model_kind import ModelName
from shared.core.timestamps import to_iso8601
from shared.embedding.factory import build_embedder
from shared.runtime.system_clock import SystemClock
from shared.telemetry.log import Log
from towow.bootstrap.applications import memory_resources
from towow.bootstrap.memory_registry import build_searchable_registry
from towow.bootstrap.model_factory import build_dependencies
from towow.bootstrap.system import SystemDependencies
from towow.cli.exit import FAILURE, SUCCESS, CommandError
from towow.cli.output import event_printer, print_note, stdout_console
from towow.cli.signals import run_until_signal
from towow.config.demand_logger import build_logger
from towow.config.environment import MODEL_CHOICES, check_model
from towow.config.settings import Settings, read_environment
from towow.evaluation import agreement_runs, corpus, demand_file, repeated_runs, sealed_runs
from towow.evaluation.corpus_runner import evaluate_corpus
from towow.evaluation.corpus_totals import CorpusTotals
from towow.evaluation.demand_file import EvaluationDemand
from towow.evaluation.result import DemandResult
from towow.evaluation.runner import (
    EvaluationSetup,
    evaluate_in_real_time,
    evaluate_in_virtual_time,
    run_demand,
    run_in_virtual_time,
)
from towow.evaluation.summary import EvaluationSummary, summarize
from towow.evaluation.targets import (
    Target,
    evaluate_agreement_targets,
    evaluate_run_targets,
    evaluate_sealed_targets,
    evaluate_targets,
)

AGREEMENT_RUNS = "agreement_runs.jsonl"
"""Name of the file with the totals of the runs over the sealed demands of agreements."""

SEALED_RUNS = "sealed_runs.jsonl"
"""Name of the file with the totals of the runs over the sealed half, beside it."""


@dataclass(frozen=True, slots=True)
class Options:
    """Command-line options of `towow evaluate`; empty `files` or `agents` mean the shipped ones.

    `output`: file for the figures of the demands and of the corpus.
    """

    files: Sequence[Path]
    agents: Sequence[Path]
    model: str | None
    limit: int | None
    story: int | None
    check: bool
    verbose: bool
    as_json: bool
    corpus: bool = False
    sealed: bool = False
    agreements: bool = False
    runs: int | None = None
    output: Path | None = None


def evaluate(options: Options) -> int:
    """Evaluate the demands, print the report, and return the exit code.

    With `options.corpus` it also judges the open half of the corpus, with `options.sealed` the sealed half alone, and
    with `options.agreements` the sealed demands of agreements alone. With `options.runs` it negotiates the demands as
    often, each time with fresh ids, and prints the shares of every run instead.

    The code is 1 if a demand never closed, or if a target was missed and `options.check` is set; else 0. With
    `options.corpus` those of the last run over the sealed half are among the targets. With
    `options.story` it negotiates only the demand of that number, prints its events instead, and returns 0.

    Raises:
        CommandError: A bad file or option (exit code 2), or a signal interrupts it (130).
        InvalidSettings: A bad environment variable.
    """
    settings = _read_settings(options.model)
    if (options.corpus or options.sealed or options.agreements) and settings.model.llm != "simulated":
        raise CommandError("--corpus, --sealed and --agreements judge the simulated model only: --model simulated")
    if options.sealed:
        return _evaluate_sealed(settings, options)
    if options.agreements:
        return _evaluate_agreements(settings, options)
    demands = demand_file.read_demands(options.files or [demand_file.shipped_demands()])[: options.limit]
    setup = _build_setup(settings, options.agents)
    if options.story is not None:
        return _print_story(setup, demands, options.story, as_json=options.as_json)
    if options.runs is not None:
        return _repeat_runs(setup, demands, options)
    results = _evaluate_demands(setup, demands, as_json=options.as_json)
    summary = summarize(results)
    targets = evaluate_targets(summary) if options.check else ()
    _print_report(results, summary, targets, options)
    halves = _evaluate_corpus(setup, options)
    if options.output is not None:
        _write_figures(options.output, summary, halves)
    if options.check and options.corpus:
        targets = (*targets, *_check_last_sealed_run(options))
    missed = [target.figure for target in targets if not target.is_met]
    if missed:
        print_note(f"missed targets: {', '.join(missed)}")
    return FAILURE if missed or summary.unclosed else SUCCESS


def _evaluate_sealed(settings: Settings, options: Options) -> int:
    if options.files or options.agents or options.limit or options.story or options.corpus or options.output:
        raise CommandError("--sealed stands alone: it judges the sealed half, all of it, with the shipped agents")
    folder = corpus.corpus_folder()
    today = to_iso8601(SystemClock().now())[:10]
    setup = _build_setup(settings, ())
    run = sealed_runs.evaluate_sealed(setup, folder / "sealed.jsonl", folder / SEALED_RUNS, today)
    _print_totals("corpus, sealed half", run.totals, as_json=options.as_json)
    return SUCCESS


def _evaluate_agreements(settings: Settings, options: Options) -> int:
    if options.files or options.agents or options.limit or options.story or options.corpus or options.output:
        raise CommandError(
            "--agreements stands alone: it judges all sealed demands of agreements, with the shipped agents"
        )
    folder = corpus.corpus_folder()
    profiles = {
        profile.agent_id: profile
        for profile in profile_import.read_profiles([profile_import.shipped_profiles_folder()]).profiles
    }
    run = agreement_runs.evaluate_sealed_agreements(
        _build_setup(settings, ()),
        profiles,
        folder / "agreements_sealed.jsonl",
        folder / AGREEMENT_RUNS,
        to_iso8601(SystemClock().now())[:10],
    )
    print(run.model_dump_json(), flush=True)
    return SUCCESS


def _repeat_runs(setup: EvaluationSetup, demands: Sequence[EvaluationDemand], options: Options) -> int:
    """Print the figures of each run, a JSON object per line, and return 1 if one misses a target."""
    is_missed = False
    for figures in repeated_runs.repeat_runs(setup, demands, options.runs or 0):
        print(json.dumps({**figures.model_dump(), "agreed_share": round(figures.agreed_share, 3)}), flush=True)
        is_missed = is_missed or not all(target.is_met for target in evaluate_run_targets(figures))
    return FAILURE if options.check and is_missed else SUCCESS


def _evaluate_corpus(setup: EvaluationSetup, options: Options) -> Mapping[str, object]:
    """Judge and print the open half, if asked to; return its figures and those of the last run over the sealed half."""
    if not options.corpus:
        return {}
    folder = corpus.corpus_folder()
    runs = sealed_runs.read_sealed_runs(folder / SEALED_RUNS)
    totals = evaluate_corpus(setup, corpus.read_corpus(folder / "open.jsonl"))
    _print_totals("corpus, open half", totals, as_json=options.as_json)
    last = runs[-1] if runs else None
    if last is not None:
        _print_totals(f"corpus, sealed half ({last.date})", last.totals, as_json=options.as_json)
    return {"open": totals.model_dump(), "sealed": last.model_dump() if last is not None else None}


def _check_last_sealed_run(options: Options) -> Sequence[Target]:
    """Print the targets of the last runs over sealed demands, and return them; none if there was no run."""
    runs = sealed_runs.read_sealed_runs(corpus.corpus_folder() / SEALED_RUNS)
    agreed = agreement_runs.read_agreement_runs(corpus.corpus_folder() / AGREEMENT_RUNS)
    targets = (
        *(evaluate_sealed_targets(runs[-1].totals) if runs else ()),
        *(evaluate_agreement_targets(agreed[-1]) if agreed else ()),
    )
    if targets and not options.as_json:
        _print_targets(targets)
    return targets


def _print_totals(title: str, totals: CorpusTotals, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"half": title, **totals.model_dump()}, ensure_ascii=False), flush=True)
        return
    from towow.evaluation import corpus_report

    console = stdout_console()
    if not console.is_terminal:
        console.width = corpus_report.DEFAULT_WIDTH
    console.print()
    console.print(corpus_report.corpus_table(title, totals))
    sys.stdout.flush()


def _write_figures(file: Path, summary: EvaluationSummary, halves: Mapping[str, object]) -> None:
    figures = {"demands": summary.model_dump(mode="json"), "corpus": halves}
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(figures, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error


def _read_settings(model: str | None) -> Settings:
    """Read the environment's settings, with the model of the command line if there is one."""
    settings = read_environment(os.environ)
    llm = model if model is not None else settings.model.llm
    if model is not None and model not in ("simulated", "anthropic") and not model.startswith("scenario:"):
        raise CommandError(f"--model {model!r}: expected {MODEL_CHOICES}")
    chosen = settings.model.model_copy(update={"llm": llm})
    check_model(chosen)
    return settings.replace(chosen)


def _build_setup(settings: Settings, agents: Sequence[Path]) -> EvaluationSetup:
    log, model = build_logger("error"), _model_name(settings.model.llm)
    if agents and model == "scenario":
        raise CommandError("--agents cannot be combined with a scenario model: a scenario has its own agents")
    profiles = _read_profiles(agents or [profile_import.shipped_profiles_folder()], settings, log)

    def build(clock: Clock) -> SystemDependencies:
        return build_dependencies(settings, clock, log, memory_resources(profiles, clock))[0]

    return EvaluationSetup(build, model)


def _model_name(llm: str) -> ModelName:
    if llm.startswith("scenario:"):
        return "scenario"
    return "anthropic" if llm == "anthropic" else "simulated"


def _read_profiles(paths: Sequence[Path], settings: Settings, log: Log) -> MemoryProfileRegistry:
    try:
        parsed = profile_import.read_profiles(paths)
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}") from error
    if parsed.errors:
        raise CommandError("\n".join(f"{error.file}:{error.line}: {error.error}" for error in parsed.errors))
    if not parsed.profiles:
        raise CommandError(
            f"{', '.join(map(str, paths))}: no agents found; expected JSON lines, or a folder of *.jsonl"
        )
    return asyncio.run(build_searchable_registry(parsed.profiles, build_embedder(settings.embedder), log))


def _print_story(setup: EvaluationSetup, demands: Sequence[EvaluationDemand], number: int, *, as_json: bool) -> int:
    if not 1 <= number <= len(demands):
        raise CommandError(f"--story {number}: expected a number from 1 to {len(demands)}")
    print_event = event_printer(as_json=as_json)
    if setup.model != "anthropic":
        for event in run_in_virtual_time(setup, demands[number - 1]):
            print_event(event)
        return SUCCESS

    async def main() -> int:
        _, events = await run_demand(setup, SystemClock(), demands[number - 1])
        for event in events:
            print_event(event)
        return SUCCESS

    return run_until_signal(main)


def _evaluate_demands(
    setup: EvaluationSetup, demands: Sequence[EvaluationDemand], *, as_json: bool
) -> Sequence[DemandResult]:
    """Evaluate the demands; with `as_json` print each result as soon as it is known."""
    results: list[DemandResult] = []

    def add_result(result: DemandResult) -> None:
        results.append(result)
        if as_json:
            print(result.model_dump_json(), flush=True)

    if setup.model != "anthropic":
        for result in evaluate_in_virtual_time(setup, demands):
            add_result(result)
        return results

    async def main() -> int:
        async with aclosing(evaluate_in_real_time(setup, demands)) as stream:
            async for result in stream:
                add_result(result)
                print_note(f"{result.number} of {len(demands)}: {result.status}, {result.cost_usd:.4f} USD")
        return SUCCESS

    code = run_until_signal(main)
    if code != SUCCESS:
        raise CommandError(f"interrupted after {len(results)} of {len(demands)} demands", code)
    return results


def _print_report(
    results: Sequence[DemandResult], summary: EvaluationSummary, targets: Sequence[Target], options: Options
) -> None:
    if options.as_json:
        print(summary.model_dump_json())
        return
    from towow.evaluation import report

    console = stdout_console()
    if not console.is_terminal:
        console.width = report.DEFAULT_WIDTH
    console.print(report.demand_table(results, console.width))
    for result in results if options.verbose else ():
        console.print()
        for line in report.result_details(result):
            console.print(line, soft_wrap=True)
    console.print()
    console.print(report.summary_table(summary))
    sys.stdout.flush()
    if targets:
        _print_targets(targets)


def _print_targets(targets: Sequence[Target]) -> None:
    from towow.evaluation import report

    console = stdout_console()
    if not console.is_terminal:
        console.width = report.DEFAULT_WIDTH
    console.print()
    console.print(report.target_table(targets))
    sys.stdout.flush()
