"""Does `make chaos` hold, and report what it did (INTERFACES § 9)? A short campaign, half a minute."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2]


@pytest.mark.requires("services")
@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_short_chaos_campaign_breaks_nothing_and_is_reported(tmp_path: Path) -> None:
    size = ("--demands", "20", "--kills", "4", "--restarts", "1")
    ended = subprocess.run(
        [sys.executable, "-m", "tests.chaos", *size],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(HOME)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    report = json.loads(ended.stdout.splitlines()[-1])
    assert json.loads((tmp_path / "build" / "chaos.json").read_text(encoding="utf-8")) == report
    assert report["violations"] == []
