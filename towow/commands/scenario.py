"""How scenario files are run: all checked first, one after another, each compared with what it says must come out."""

import sys
from collections.abc import Sequence
from pathlib import Path

from towow.leaving import deafen
from towow.refusal import DONE, NO, Refusal
from towow.scenario_file import ScenarioError, load
from towow.scenario_format import Scenario
from towow.scenario_run import run, strangers
from towow.view import note, shower


def scenario(paths: Sequence[Path], *, as_json: bool, broker: str | None, store: str | None) -> int:
    """Run them; 1 when one did not end as it should. Raises Refusal when a file is bad (then none was run)."""
    if (broker is None) != (store is None):
        raise Refusal("--broker and --store go together: both or none")
    if broker is not None:
        raise Refusal("--broker and --store are not in this version: without them a scenario runs in this process")
    loaded = _loaded(paths)
    failed = [path for path, written in loaded if not _holds(path, written, as_json=as_json)]
    if failed:
        note(f"{len(failed)} of {len(loaded)} did not end as expected: {', '.join(map(str, failed))}")
    return NO if failed else DONE


def _loaded(paths: Sequence[Path]) -> list[tuple[Path, Scenario]]:
    loaded: list[tuple[Path, Scenario]] = []
    wrong: list[str] = []
    for path in paths:
        try:
            loaded.append((path, load(path)))
        except ScenarioError as error:
            wrong.append(str(error))
    if wrong:
        raise Refusal("\n".join(wrong))
    return loaded


def _holds(path: Path, written: Scenario, *, as_json: bool) -> bool:
    played = run(written)
    note(f"── {path}")
    for stranger in strangers(written):
        note(f"{path}: no profile is about {stranger}")
    show = shower(as_json=as_json)
    try:
        for event in played.events:
            show(event)
        sys.stdout.flush()
    except BrokenPipeError:
        deafen()  # nobody reads on; whether the expectations hold is still asked for
    for mismatch in played.mismatches:
        note(f"{path}: expect: {mismatch}")
    if not played.mismatches:
        note(f"{path}: {'ended as expected' if written.expect else 'ended (nothing was expected)'}")
    return not played.mismatches
