"""How scenario files are run: all checked first, one after another, each compared with what it says must come out."""

import sys
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from towow.cli.exit import DONE, NO, CommandError, silence_stdout
from towow.cli.output import event_printer, print_note
from towow.config.environment import ServiceUrls, services_at
from towow.scenario.loader import ScenarioError, load
from towow.scenario.runner import ScenarioResult, run, unknown_agents
from towow.scenario.schema import Scenario

Loaded = Sequence[tuple[Path, Scenario]]


@dataclass(frozen=True, slots=True)
class ServiceTarget:
    """On what: URLs of broker and store, or neither; `timeout` (s) for a file there, `wait` (s) for them to answer."""

    broker: str | None
    store: str | None
    timeout: float
    wait: float

    def services(self) -> ServiceUrls | None:
        """None when everything runs in memory. Raises Refusal."""
        if (self.broker is None) != (self.store is None):
            raise CommandError("--broker and --store go together: both or none")
        if self.broker is None or self.store is None:
            return None
        return services_at({"--broker": self.broker, "--store": self.store}, "scenarios")


def scenario(paths: Sequence[Path], over: ServiceTarget, *, as_json: bool) -> int:
    """Run them; 1 when one did not end as it should. Raises Refusal when a file is bad (then none was run)."""
    services = over.services()
    loaded = _loaded(paths)
    if services is not None:
        from towow.cli.signals import run as run_until_stopped

        return run_until_stopped(lambda: _over(services, over, loaded, as_json=as_json))
    failed: list[Path] = []
    for path, written in loaded:
        _announce(path, written)
        if not _holds(path, written, run(written), as_json=as_json):
            failed.append(path)
    return _verdict(failed, loaded)


async def _over(services: ServiceUrls, over: ServiceTarget, loaded: Loaded, *, as_json: bool) -> int:
    """Over real services, in real time."""
    from towow.scenario.distributed_runner import reach, run_all  # the libraries of both services take a while to load

    await reach(services, over.wait)
    failed: list[Path] = []
    runs = run_all([written for _, written in loaded], services, over.timeout)
    async with aclosing(runs):
        for path, written in loaded:
            _announce(path, written)
            if not _holds(path, written, await anext(runs), as_json=as_json):
                failed.append(path)
    return _verdict(failed, loaded)


def _verdict(failed: Sequence[Path], loaded: Loaded) -> int:
    if failed:
        print_note(f"{len(failed)} of {len(loaded)} did not end as expected: {', '.join(map(str, failed))}")
    return NO if failed else DONE


def _loaded(paths: Sequence[Path]) -> Loaded:
    loaded: list[tuple[Path, Scenario]] = []
    wrong: list[str] = []
    for path in paths:
        try:
            loaded.append((path, load(path)))
        except ScenarioError as error:
            wrong.append(str(error))
    if wrong:
        raise CommandError("\n".join(wrong))
    return loaded


def _announce(path: Path, written: Scenario) -> None:
    print_note(f"── {path}")
    for stranger in unknown_agents(written):
        print_note(f"{path}: no profile is about {stranger}")


def _holds(path: Path, written: Scenario, played: ScenarioResult, *, as_json: bool) -> bool:
    show = event_printer(as_json=as_json)
    try:
        for event in played.events:
            show(event)
        sys.stdout.flush()
    except BrokenPipeError:
        silence_stdout()  # nobody reads on; whether the expectations hold is still asked for
    for mismatch in played.mismatches:
        print_note(f"{path}: expect: {mismatch}")
    if not played.mismatches:
        print_note(f"{path}: {'ended as expected' if written.expect else 'ended (nothing was expected)'}")
    return not played.mismatches
