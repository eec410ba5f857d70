"""How good negotiations are, and how believable: many demands through the whole system, each followed to its end."""

import os
import sys
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from negotiation.contracts.demand import ModelName
from negotiation.registry import profile_file
from negotiation.registry.memory import MemoryProfileRegistry
from shared.core.clock import Clock
from shared.runtime.system_clock import SystemClock
from shared.telemetry.log import make_log
from towow.bootstrap.model_factory import build_dependencies
from towow.bootstrap.system import SystemDependencies
from towow.cli.exit import DONE, NO, CommandError
from towow.cli.output import event_printer, print_note, stdout_console
from towow.cli.signals import run
from towow.config.environment import MODELS, check_model
from towow.config.settings import Settings, read_environment
from towow.evaluation import demand_file
from towow.evaluation.demand_file import EvaluationDemand
from towow.evaluation.result import DemandResult
from towow.evaluation.runner import EvaluationSetup, in_real_time, in_virtual_time, negotiated, story
from towow.evaluation.summary import EvaluationSummary, totals
from towow.evaluation.targets import Target, bounds


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for on the command line. Without `files` or `agents` those that are shipped."""

    files: Sequence[Path]
    agents: Sequence[Path]
    model: str | None
    limit: int | None
    story: int | None
    check: bool
    verbose: bool
    as_json: bool


def evaluate(options: Options) -> int:
    """Evaluate; 1 when a demand never closed, or when a bound is missed that was to be checked. Raises Refusal."""
    settings = _settings(options.model)
    asked = demand_file.read(options.files or [demand_file.shipped()])[: options.limit]
    bench = _bench(settings, options.agents)
    if options.story is not None:
        return _tell(bench, asked, options.story, as_json=options.as_json)
    courses = _courses(bench, asked, as_json=options.as_json)
    found = totals(courses)
    checked = bounds(found) if options.check else ()
    _show(courses, found, checked, options)
    missed = [bound.figure for bound in checked if not bound.kept]
    if missed:
        print_note(f"out of bounds: {', '.join(missed)}")
    return NO if missed or found.unclosed else DONE


def _settings(model: str | None) -> Settings:
    """Those of the environment, with the model that was asked for. Raises BadSettings, Refusal."""
    settings = read_environment(os.environ)
    llm = model if model is not None else settings.model.llm
    if model is not None and model not in ("simulated", "anthropic") and not model.startswith("scenario:"):
        raise CommandError(f"--model {model!r}: {MODELS}")
    chosen = settings.model.model_copy(update={"llm": llm})
    check_model(chosen)
    return settings.model_copy(update={"model": chosen})


def _bench(settings: Settings, agents: Sequence[Path]) -> EvaluationSetup:
    """Raises Refusal when a file of agents is wrong."""
    log, model = make_log("error"), _called(settings.model.llm)
    if agents and model == "scenario":
        raise CommandError("--agents: a scenario brings its own")
    profiles = _profiles(agents or [profile_file.shipped()])

    def place(clock: Clock) -> SystemDependencies:
        return build_dependencies(settings, clock, log, profiles)[0]

    return EvaluationSetup(place, model)


def _called(llm: str) -> ModelName:
    if llm.startswith("scenario:"):
        return "scenario"
    return "anthropic" if llm == "anthropic" else "simulated"


def _profiles(paths: Sequence[Path]) -> MemoryProfileRegistry:
    try:
        read = profile_file.read(paths)
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}") from error
    if read.errors:
        raise CommandError("\n".join(f"{error.file}:{error.line}: {error.error}" for error in read.errors))
    if not read.profiles:
        raise CommandError(f"{', '.join(map(str, paths))}: holds no agent")
    return MemoryProfileRegistry(read.profiles)


def _tell(bench: EvaluationSetup, asked: Sequence[EvaluationDemand], number: int, *, as_json: bool) -> int:
    if not 1 <= number <= len(asked):
        raise CommandError(f"--story {number}: there are {len(asked)} demands")
    show = event_printer(as_json=as_json)
    if bench.model != "anthropic":
        for event in story(bench, asked[number - 1]):
            show(event)
        return DONE

    async def main() -> int:
        _, events = await negotiated(bench, SystemClock(), asked[number - 1])
        for event in events:
            show(event)
        return DONE

    return run(main)


def _courses(bench: EvaluationSetup, asked: Sequence[EvaluationDemand], *, as_json: bool) -> Sequence[DemandResult]:
    """All of them; as JSON each is printed as soon as it is there."""
    courses: list[DemandResult] = []

    def take(course: DemandResult) -> None:
        courses.append(course)
        if as_json:
            print(course.model_dump_json(), flush=True)

    if bench.model != "anthropic":
        for course in in_virtual_time(bench, asked):
            take(course)
        return courses

    async def main() -> int:
        async with aclosing(in_real_time(bench, asked)) as coming:
            async for course in coming:
                take(course)
                print_note(f"{course.number} of {len(asked)}: {course.status}, {course.cost_usd:.4f} USD")
        return DONE

    code = run(main)
    if code != DONE:
        raise CommandError(f"interrupted after {len(courses)} of {len(asked)} demands", code)
    return courses


def _show(
    courses: Sequence[DemandResult], found: EvaluationSummary, checked: Sequence[Target], options: Options
) -> None:
    if options.as_json:
        print(found.model_dump_json())
        return
    from towow.evaluation import report

    console = stdout_console()
    if not console.is_terminal:
        console.width = report.WIDTH
    console.print(report.rows(courses, console.width))
    for course in courses if options.verbose else ():
        console.print()
        for line in report.details(course):
            console.print(line, soft_wrap=True)
    console.print()
    console.print(report.summed(found))
    if checked:
        console.print()
        console.print(report.kept(checked))
    sys.stdout.flush()
