"""How tests are run: order and locks of several workers, what is missing, the time of each suite, and what is long."""

import json
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.support.xdist_schedule import RunLock, order, units

HOME = Path(__file__).resolve().parents[2]
CONFIGURATION = """
[pytest]
addopts = -p tests.conftest -p no:cacheprovider
markers =
    requires(*needs)
    alone
"""


def run_pytest(folder: Path, files: dict[str, str], *options: str, **variables: str) -> str:
    """Run pytest with this repository's hooks on test files below tests/, and return its output."""
    (folder / "pytest.ini").write_text(CONFIGURATION, encoding="utf-8")
    for name, text in files.items():
        file = folder / "tests" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "TOWOW_"))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-rs", *options, "tests"],
        cwd=folder,
        env={**kept, "PYTHONPATH": str(HOME), **variables},
        capture_output=True,
        text=True,
        check=False,
    ).stdout


def test_a_test_file_is_one_scheduling_unit_and_its_exclusive_tests_another() -> None:
    tests = ["tests/e2e/test_a.py::one", "tests/e2e/test_a.py::two", "tests/unit/test_b.py::one"]
    alone = ["tests/e2e/test_a.py::alone", "tests/unit/test_c.py::alone"]
    assert sorted([*alone, *reversed(tests)], key=lambda test: order(test, alone=test in alone)) == [
        *reversed(tests[:2]),
        tests[2],
        *alone,
    ]
    assert list(units([*tests, *alone]).values()) == [
        *["tests/e2e/test_a.py"] * 2,
        "tests/unit/test_b.py",
        "tests/e2e/test_a.py (alone)",
        "tests/unit/test_c.py",
    ]


def test_the_run_lock_excludes_others_while_a_test_runs_alone(tmp_path: Path) -> None:
    seen: list[str] = []

    def run(name: str, *, alone: bool) -> None:
        with RunLock(tmp_path / "lock").hold(alone=alone):
            seen.append(f"{name} begins")
            time.sleep(0.3)
            seen.append(f"{name} ends")

    threads = [threading.Thread(target=run, args=(name,), kwargs={"alone": name == "alone"}) for name in ("first", "alone", "last")]  # fmt: skip
    for thread in threads:
        thread.start()
        time.sleep(0.1)
    for thread in threads:
        thread.join()
    assert seen == [f"{name} {what}" for name in ("first", "alone", "last") for what in ("begins", "ends")]


TIMED = """import pytest, time

def wait(name):
    with open("log", "a") as log:
        print(name, "begins", file=log, flush=True)
        time.sleep(0.3)
        print(name, "ends", file=log, flush=True)

"""


def test_several_workers_run_every_test_and_tell_the_time_of_each_suite(tmp_path: Path) -> None:
    alone = f"{TIMED}@pytest.mark.alone\ndef test_alone(): wait('alone')\n"
    files = {"unit/test_a.py": alone, "unit/deep/test_c.py": alone}
    files |= {f"e2e/test_{name}.py": f"{TIMED}def test_it(): wait('{name}')\n" for name in "bdef"}
    output = run_pytest(tmp_path, files, "-n", "3", "--dist", "loadfile")
    assert "6 passed" in output, output
    log = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert len(log) == 12
    begun = [number for number, line in enumerate(log) if line == "alone begins"]
    assert [log[number + 1] for number in begun] == ["alone ends"] * 2, log
    assert re.search(r"^e2e +\d+% +1\.\d s +4 tests$", output, re.MULTILINE), output
    times = json.loads((tmp_path / "build" / "test-times.json").read_text(encoding="utf-8"))
    assert {suite: row["tests"] for suite, row in times.items()} == {"e2e": 4, "unit": 2}
    assert times["e2e"]["share"] > times["unit"]["share"]


@pytest.mark.parametrize(("required", "outcome"), [("", "1 skipped"), ("services,docker", "1 error")])
def test_a_missing_docker_engine_is_a_counted_skip_or_a_failure(tmp_path: Path, required: str, outcome: str) -> None:
    files = {"e2e/test_a.py": "import pytest\n\n@pytest.mark.requires('docker')\ndef test_a(): pass\n"}
    output = run_pytest(tmp_path, files, TOWOW_REQUIRE=required, DOCKER_HOST="tcp://127.0.0.1:9", DOCKER_CONTEXT="")
    assert outcome in output, output
    assert "no Docker engine answers" in output


def test_continuous_integration_runs_the_checks_and_all_tests() -> None:
    assert re.findall(r"^make (\S+)$", (HOME / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE) == [
        "check",
        "test",
        "test-long",
    ]
    recipes = (HOME / "Makefile").read_text(encoding="utf-8")
    assert '-m "not long" $(ARGS)' in recipes
    assert "-m long $(ARGS)" in recipes
