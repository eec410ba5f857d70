"""A seed is a test case: two plays of it are the same, in any process, and a broken one tells what was done."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulation.campaign import summarize_seed
from tests.simulation.negotiation.subject import NEGOTIATION
from tests.simulation.runner import fingerprint, run_seed
from tests.simulation.subject import NAMES, load_subject

ROOT = Path(__file__).parents[2]
SEEDS = (3, 4, 14, 77, 150)
"""In one of them people answer for their agents."""
PRINT = """
import sys
from tests.simulation.runner import fingerprint, run_seed
from tests.simulation.subject import load_subject
subject = load_subject(sys.argv[1])
print(*(fingerprint(run_seed(subject, int(seed)).history) for seed in sys.argv[2:]))
"""


def run(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A Python of its own."""
    everything = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=everything, capture_output=True, text=True, check=False, timeout=100
    )


@pytest.mark.parametrize("app", NAMES)
def test_a_seed_has_the_same_history_in_any_process(app: str, tmp_path: Path) -> None:
    subject = load_subject(app)
    here = [fingerprint(run_seed(subject, seed).history) for seed in SEEDS]
    assert [fingerprint(run_seed(subject, seed).history) for seed in SEEDS] == here
    backwards = [str(seed) for seed in reversed(SEEDS)]
    there = run("-c", PRINT, app, *backwards, cwd=tmp_path, PYTHONHASHSEED="7")
    assert there.stdout.split() == here[::-1], there.stderr


def test_a_seed_that_never_ends_is_a_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree in which messages breed messages would take all memory; a whole seed takes more than so few steps."""
    monkeypatch.setattr("tests.simulation.runner.MAX_STEPS", 200)
    (only,) = run_seed(NEGOTIATION, SEEDS[0]).violations
    assert only.invariant == "I1"
    assert only.reason.startswith("the system works without end: more than 200 steps of the event loop, at ")
    assert "queues (ready, in hand)" in only.reason


@pytest.mark.parametrize("app", NAMES)
def test_every_seed_has_a_history_of_its_own(app: str) -> None:
    assert len({fingerprint(run_seed(load_subject(app), seed).history) for seed in SEEDS}) == len(SEEDS)


def test_a_broken_seed_is_reported_with_a_shortened_story() -> None:
    (broken,) = summarize_seed(NEGOTIATION, 1, "seen").broken
    deeds, _, wrong = broken.story.partition("then:\n")
    assert 0 < len(deeds.splitlines()) <= 31
    assert all(re.match(r" +\d+\.\d{3} s  \S", line) for line in deeds.splitlines()[:30])
    assert wrong.startswith(f"{broken.invariant}: ")


@pytest.mark.parametrize(("arguments", "code"), [(["--seeds", "6"], 0), (["--seeds", "6", "--ablate", "seen"], 1)])
def test_the_command_prints_and_writes_what_it_found(arguments: list[str], code: int, tmp_path: Path) -> None:
    ended = run("-m", "tests.simulation", *arguments, cwd=tmp_path)
    assert ended.returncode == code, ended.stderr
    found = json.loads(ended.stdout.splitlines()[-1])
    assert found == json.loads((tmp_path / "build" / "simulate.json").read_text(encoding="utf-8"))
    assert found.keys() == {"seeds", "runs_per_second", "demands", "faults", "violations", "coverage"}
    assert (found["seeds"], bool(found["violations"])) == (6, code == 1)
    assert all(v.keys() == {"seed", "invariant", "story"} for v in found["violations"])


def test_the_command_replays_one_seed_with_its_story(tmp_path: Path) -> None:
    ended = run("-m", "tests.simulation", "--seed", "1", "--ablate", "seen", cwd=tmp_path)
    assert ended.returncode == 1
    assert "SEED=1 breaks I2" in ended.stdout
    assert json.loads(ended.stdout.splitlines()[-1])["seeds"] == 1
