"""Does `make simulate` say what it found, in its last line, its file and its exit code (INTERFACES § 9)?"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2]


@pytest.mark.long
@pytest.mark.parametrize(
    ("options", "code"),
    [
        ((), 0),
        (("--ablate", "seen"), 1),
        (("--app", "deliberation"), 0),
        (("--app", "deliberation", "--ablate", "seen"), 1),
        (("--app", "game"), 0),
        (("--app", "game", "--ablate", "seen"), 1),
    ],
)
def test_simulate_reports_its_violations(options: tuple[str, ...], code: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.simulation", "--seeds", "20", *options]
    ended = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(HOME)}, capture_output=True, text=True, check=False
    )
    assert ended.returncode == code, ended.stdout + ended.stderr
    line = ended.stdout.splitlines()[-1]
    assert (tmp_path / "build" / "simulate.json").read_text(encoding="utf-8") == line + "\n"
    result = json.loads(line)
    assert result["seeds"] == 20
    assert bool(result["violations"]) == bool(code)
    assert all(found.keys() == {"seed", "invariant", "story"} for found in result["violations"])
