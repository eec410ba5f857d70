"""Command `towow scenario`: runs scenario files and checks their expectations."""

import sys
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from towow.cli.exit import FAILURE, SUCCESS, CommandError, silence_stdout
from towow.cli.output import event_printer, print_note
from towow.config.environment import ServiceUrls, parse_service_urls
from towow.scenario.deliberation_runner import run_deliberation
from towow.scenario.deliberation_schema import DeliberationScenario
from towow.scenario.game_schema import GameScenario
from towow.scenario.loader import AnyScenario, ScenarioError, load_any_scenario
from towow.scenario.runner import ScenarioResult, run_scenario, unknown_agents
from towow.scenario.schema import Scenario

LoadedScenarios = Sequence[tuple[Path, AnyScenario]]


@dataclass(frozen=True, slots=True)
class ServiceTarget:
    """Services to run on: both URLs, or neither for memory.

    `timeout_s` limits each file there, `wait_s` the time for the services to answer.
    """

    broker: str | None
    store: str | None
    timeout_s: float
    wait_s: float

    def services(self) -> ServiceUrls | None:
        """Parse the URLs; return None if the scenarios run in memory: no URL is given, or both are memory://.

        The namespace of the result is a placeholder: each scenario gets a temporary one.

        Raises:
            CommandError: Only one URL is given, or one has an unknown scheme (exit code 2).
        """
        if (self.broker is None) != (self.store is None):
            raise CommandError("expected both --broker and --store, or neither")
        if self.broker is None or self.store is None:
            return None
        return parse_service_urls({"--broker": self.broker, "--store": self.store}, "scenarios")


def scenario(paths: Sequence[Path], target: ServiceTarget, *, as_json: bool) -> int:
    """Run scenario files, print their results, and return the exit code: 1 if one did not end as expected, else 0.

    Args:
        paths: Scenario files.
        target: Services to run on, and the time limits.
        as_json: Print JSON, one object per line.

    Raises:
        CommandError: A file or a URL is bad, and then none is run (exit code 2), or a service does not answer (3).
        BrokerMisconfigured: RabbitMQ refuses the connection.
        StoreMisconfigured: Redis refuses the connection.
    """
    services = target.services()
    loaded = _load_all(paths)
    if services is not None:
        from towow.cli.signals import run_until_signal

        return run_until_signal(lambda: _run_on_services(services, target, loaded, as_json=as_json))
    failed: list[Path] = []
    for path, scenario in loaded:
        _print_header(path, scenario)
        if not _print_result(path, scenario, _run_in_memory(scenario), as_json=as_json):
            failed.append(path)
    return _exit_code(failed, loaded)


def _run_in_memory(scenario: AnyScenario) -> ScenarioResult:
    match scenario:
        case GameScenario():
            from towow.scenario.game_runner import run_game  # imported late: NumPy is slow to load

            return run_game(scenario)
        case DeliberationScenario():
            return run_deliberation(scenario)
        case Scenario():
            return run_scenario(scenario)


async def _run_on_services(
    services: ServiceUrls, target: ServiceTarget, loaded: LoadedScenarios, *, as_json: bool
) -> int:
    from towow.scenario.distributed_runner import check_services, run_all  # imported late: slow to load

    await check_services(services, target.wait_s)
    failed: list[Path] = []
    runs = run_all([scenario for _, scenario in loaded], services, target.timeout_s)
    async with aclosing(runs):
        for path, scenario in loaded:
            _print_header(path, scenario)
            if not _print_result(path, scenario, await anext(runs), as_json=as_json):
                failed.append(path)
    return _exit_code(failed, loaded)


def _exit_code(failed: Sequence[Path], loaded: LoadedScenarios) -> int:
    if failed:
        print_note(f"{len(failed)} of {len(loaded)} did not end as expected: {', '.join(map(str, failed))}")
    return FAILURE if failed else SUCCESS


def _load_all(paths: Sequence[Path]) -> LoadedScenarios:
    loaded: list[tuple[Path, AnyScenario]] = []
    errors: list[str] = []
    for path in paths:
        try:
            loaded.append((path, load_any_scenario(path)))
        except ScenarioError as error:
            errors.append(str(error))
    if errors:
        raise CommandError("\n".join(errors))
    return loaded


def _print_header(path: Path, scenario: AnyScenario) -> None:
    print_note(f"── {path}")
    for agent_id in unknown_agents(scenario) if isinstance(scenario, Scenario) else ():
        print_note(f"{path}: unknown agent {agent_id}: no profile has this id")


def _print_result(path: Path, scenario: AnyScenario, result: ScenarioResult, *, as_json: bool) -> bool:
    print_event = event_printer(as_json=as_json)
    try:
        for event in result.events:
            print_event(event)
        sys.stdout.flush()
    except BrokenPipeError:
        silence_stdout()  # the reader of the pipe has exited, but the exit code still counts
    for mismatch in result.mismatches:
        print_note(f"{path}: expect: {mismatch}")
    if not result.mismatches:
        print_note(f"{path}: {'ended as expected' if scenario.expect else 'ended (nothing was expected)'}")
    return not result.mismatches
