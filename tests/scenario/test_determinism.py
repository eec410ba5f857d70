"""Two runs of a scenario print the same bytes, in this process and in others, whatever Python's hashes are."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.event_log import NAMES, path_of, scenario_log
from towow.scenario.loader import load_scenario
from towow.scenario.runner import run_scenario

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", NAMES)
def test_a_second_run_gives_the_same_events(name: str) -> None:
    assert list(run_scenario(load_scenario(path_of(name))).events) == list(scenario_log(name).events)


def _printed(hash_seed: str, surroundings: dict[str, str]) -> bytes:
    files = [str(path_of(name)) for name in NAMES]
    command = [sys.executable, "-c", "from towow.cli.main import main; main()", "scenario", "--json", *files]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed, **surroundings}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_a_run_in_another_process_prints_the_same_events() -> None:
    """Neither the hashes nor the environment's settings play a part."""
    elsewhere = {
        "TOWOW_MAX_CANDIDATES": "1",
        "TOWOW_MAX_NEGOTIATION_ROUNDS": "1",
        "TOWOW_ACCEPT_THRESHOLD_HIGH": "1",
        "TZ": "America/Caracas",
    }
    here = b"".join(event.data + b"\n" for name in NAMES for event in scenario_log(name).events)
    assert _printed("1", {}) == _printed("4711", elsewhere) == here
