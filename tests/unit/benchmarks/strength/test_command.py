"""Command line: what makes it fail, what it keeps of a former run, and the environment of `make strength`."""

import json
import subprocess
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import pytest

from benchmarks.strength.__main__ import main, missed_bounds
from benchmarks.strength.game_record import read_records
from tests.unit.benchmarks.strength.immediate_executor import ImmediateExecutor

ROOT = Path(__file__).parents[4]
MATCH = "tictactoe_vs_random"


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the options of a run in this process."""

    def create(_: int) -> Executor:
        return ImmediateExecutor()

    monkeypatch.setattr("benchmarks.strength.__main__.new_executor", create)
    files = ["--output", str(tmp_path / "out.json"), "--records", str(tmp_path / "games.jsonl")]
    return ["--tier", "smoke", *files]


def read_results(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "out.json").read_text())


def test_resuming_after_a_change_of_sources_discards_games_and_results(
    options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*options, "--only", MATCH]) == 0
    assert main([*options, "--only", "misere_vs_random", "--resume"]) == 0
    assert "discarded" not in capsys.readouterr().err
    assert {MATCH, "misere_vs_random"} < read_results(tmp_path).keys()
    for module in ("__main__", "match_run", "match_worker"):
        monkeypatch.setattr(f"benchmarks.strength.{module}.source_digest", lambda: "another")
    assert main([*options, "--only", MATCH, "--resume"]) == 0
    assert "discarded 4 recorded games of other sources than another" in capsys.readouterr().err
    results = read_results(tmp_path)
    assert results.keys() == {MATCH, "_meta"}
    assert results["_meta"]["sources"] == "another"
    assert {record.sources for record in read_records(tmp_path / "games.jsonl")} == {"another"}


def test_the_result_says_how_its_numbers_are_meant(options: list[str], tmp_path: Path) -> None:
    assert main([*options, "--only", MATCH]) == 0
    meta = read_results(tmp_path)["_meta"]
    assert "Wilson" in meta["intervals"]
    assert "independent" in meta["intervals"]
    assert "without a random game" in meta["notes"]["nogo_playouts_per_second"]
    assert meta["bounds"]["seconds"] == 60
    assert 0 <= meta["seconds"] < 60


@pytest.mark.parametrize(("part", "code"), [([], 1), (["--resume"], 0), (["--games", "tictactoe"], 0)])
def test_a_whole_run_that_takes_too_long_fails(
    options: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    part: list[str],
    code: int,
) -> None:
    def play_nothing(*_: object) -> tuple[dict[str, Any], dict[str, str]]:
        return {}, {}

    def measure_nothing(*_: object) -> dict[str, Any]:
        return {}

    monkeypatch.setattr("benchmarks.strength.__main__.run_matches", play_nothing)
    monkeypatch.setattr("benchmarks.strength.__main__.judge_gomoku_tactics", measure_nothing)
    monkeypatch.setattr("benchmarks.strength.__main__.measure_speeds", measure_nothing)
    monkeypatch.setattr("benchmarks.strength.__main__.SECONDS_BOUNDS", {"quick": -1, "smoke": -1})
    assert main([*options, "--tier", "quick", *part]) == code
    assert ("missed: seconds" in capsys.readouterr().err) == bool(code)
    assert main([*options, *part]) == 0


def test_the_time_of_the_smoke_tier_is_only_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert missed_bounds({}, {}, "smoke", 61) == []
    assert "the run took 61 s, bound at most 60" in capsys.readouterr().err
    assert missed_bounds({}, {}, "quick", 600) == missed_bounds({}, {}, "full", 10_800) == []
    assert missed_bounds({}, {}, "quick", 601) == missed_bounds({}, {}, "full", 10_801) == ["seconds"]


def test_make_strength_has_no_key_of_a_model_and_passes_a_list_with_spaces() -> None:
    command = ["make", "--dry-run", "--always-make", "strength", "GAMES=nogo, gomoku", "TIER=full"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    (line,) = [line for line in printed.replace("\\\n", " ").splitlines() if "benchmarks.strength" in line]
    assert "env -u ANTHROPIC_API_KEY" in line
    assert '--games "nogo, gomoku"' in line
    assert "--tier full" in line
