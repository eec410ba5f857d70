import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.strength.game_record import GameRecord, append_record, read_records, write_records
from benchmarks.strength.match_plan import MatchPlan, Tier
from benchmarks.strength.match_run import discard_other_sources, discard_records, run_matches
from benchmarks.strength.match_worker import play_record
from benchmarks.strength.source_digest import source_digest
from gamehive.core.games.board import Point
from gamehive.core.games.position import GamePosition
from tests.support.process_state import ends_within
from tests.unit.benchmarks.strength.immediate_executor import ImmediateExecutor
from tests.unit.benchmarks.strength.scripted_player import ScriptedPlayer, sample_plan


class SlowPlayer(ScriptedPlayer):
    """Takes so many seconds for each move."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds

    def choose(self, position: GamePosition, moves: Sequence[Point], seed: int) -> Point:
        time.sleep(self.seconds)
        return super().choose(position, moves, seed)


class RecordedPlay:
    """Plays a plan's games with scripted players and notes which were asked for."""

    def __init__(self, plan: MatchPlan) -> None:
        self.plan = plan
        self.numbers: list[int] = []

    def __call__(self, name: str, tier: Tier, number: int) -> GameRecord:
        self.numbers.append(number)
        return play_record(self.plan, tier, number, ScriptedPlayer(), ScriptedPlayer((9, 9)))


def run(
    plan: MatchPlan, file: Path, unavailable: str | None = None
) -> tuple[dict[str, Any], dict[str, str], list[int]]:
    def prepare(name: str, tier: Tier) -> str | None:
        return unavailable

    play = RecordedPlay(plan)
    results, skipped = run_matches([plan], "quick", file, ImmediateExecutor(), prepare, play)
    return results, skipped, play.numbers


def test_each_game_is_recorded_and_the_colours_are_swapped(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    results, _, numbers = run(sample_plan(), file)
    records = read_records(file)
    assert numbers == [0, 1, 2, 3]
    assert {record.number: record.ours for record in records} == {0: "first", 1: "second", 2: "first", 3: "second"}
    assert len({record.seed for record in records}) == 4
    entry = results["tictactoe_vs_script"]
    assert (entry["games"], entry["wins"], entry["score"], entry["ok"]) == (4, 4, 1.0, None)
    assert sum("illegal move" in reason for reason in entry["reasons"]) == 2


def test_a_run_that_was_interrupted_plays_only_what_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    first = run(sample_plan(), file)[0]
    lines = {record["number"]: line for line in file.read_text().splitlines() if (record := json.loads(line))}
    file.write_text(f"{lines[0]}\n{lines[2]}\n{lines[3][:40]}")
    results, _, numbers = run(sample_plan(), file)
    assert numbers == [1, 3]
    assert sorted(record.number for record in read_records(file)) == [0, 1, 2, 3]
    ours, theirs = results["tictactoe_vs_script"], first["tictactoe_vs_script"]
    assert {key: ours[key] for key in ("games", "wins", "low")} == {
        key: theirs[key] for key in ("games", "wins", "low")
    }


def test_games_with_other_settings_are_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run(sample_plan(), file)
    slower = replace(sample_plan(), time_s=2.0)
    assert run(slower, file)[2] == [0, 1, 2, 3]


def test_records_of_one_match_are_discarded_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run(sample_plan(), file)
    run(sample_plan("tictactoe_vs_other"), file)
    discard_records(file, [sample_plan()])
    assert {record.name for record in read_records(file)} == {"tictactoe_vs_other"}


def test_a_match_without_its_opponent_is_skipped_with_a_reason(tmp_path: Path) -> None:
    results, skipped, numbers = run(sample_plan(), tmp_path / "games.jsonl", "not installed")
    assert (results, skipped, numbers) == ({"tictactoe_vs_script": None}, {"tictactoe_vs_script": "not installed"}, [])


def change_sources(monkeypatch: pytest.MonkeyPatch, digest: str) -> None:
    """Let the sources appear as others, in the process that plays and in the one that counts."""
    for module in ("match_run", "match_worker"):
        monkeypatch.setattr(f"benchmarks.strength.{module}.source_digest", lambda: digest)


def test_games_of_other_sources_are_discarded_and_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    run(sample_plan(), file)
    assert {record.sources for record in read_records(file)} == {source_digest()}
    assert discard_other_sources(file) == 0
    assert run(sample_plan(), file)[2] == []
    change_sources(monkeypatch, "another")
    assert run(sample_plan(), file)[2] == [0, 1, 2, 3]
    assert len(read_records(file)) == 8
    assert discard_other_sources(file) == 4
    assert {record.sources for record in read_records(file)} == {"another"}
    assert run(sample_plan(), file)[2] == []


def test_games_that_a_process_plays_with_other_sources_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("benchmarks.strength.match_worker.source_digest", lambda: "another")
    results, _, numbers = run(sample_plan(bound=0), tmp_path / "games.jsonl")
    entry = results["tictactoe_vs_script"]
    assert (entry["games"], entry["ok"], numbers) == (0, False, [0, 1, 2, 3])
    assert "4 games do not count" in capsys.readouterr().err


def test_a_match_without_games_in_a_tier_has_no_result(tmp_path: Path) -> None:
    assert run(sample_plan(games_count=0, bound=0), tmp_path / "games.jsonl") == ({}, {}, [])


def test_a_record_from_before_there_was_a_digest_is_of_other_sources(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run(sample_plan(), file)
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    new = ("sources", "our_moves", "our_moves_over")
    old = [{name: value for name, value in row.items() if name not in new} for row in rows]
    file.write_text("".join(f"{json.dumps(row)}\n" for row in old))
    assert discard_other_sources(file) == 4
    assert file.read_text() == ""


def test_moves_that_take_much_longer_than_their_time_are_counted() -> None:
    slow = play_record(sample_plan(), "quick", 0, SlowPlayer(0.16), ScriptedPlayer())
    assert slow.our_moves == slow.our_moves_over == 4
    fast = play_record(sample_plan(), "quick", 0, ScriptedPlayer(), SlowPlayer(0.16))
    assert (fast.our_moves, fast.our_moves_over) == (4, 0)


def test_a_file_of_records_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    run(sample_plan(), file)
    before = file.read_text()

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("os.replace", fail)
        with pytest.raises(OSError, match="full"):
            write_records(file, [])
    assert (file.read_text(), [path.name for path in tmp_path.iterdir()]) == (before, [file.name])
    write_records(file, [])
    assert (file.read_text(), [path.name for path in tmp_path.iterdir()]) == ("", [file.name])


def test_records_are_read_as_they_were_written(tmp_path: Path) -> None:
    written = play_record(sample_plan(), "quick", 0, ScriptedPlayer(), ScriptedPlayer())
    append_record(tmp_path / "a", written)
    (read,) = read_records(tmp_path / "a")
    assert (read.name, read.moves) == (written.name, [list(move) for move in written.moves])
    assert read_records(tmp_path / "none") == []


_OWNER = """
import os, time
from benchmarks.strength.match_run import new_executor

if __name__ == "__main__":
    executor = new_executor(1)
    print(executor.submit(os.getpid).result(), flush=True)
    executor.submit(time.sleep, 60)
    time.sleep(60)
"""


def test_the_processes_of_a_run_that_was_killed_end_with_it(tmp_path: Path) -> None:
    (tmp_path / "owner.py").write_text(_OWNER)
    environment = os.environ | {"PYTHONPATH": str(Path.cwd())}
    command = [sys.executable, tmp_path / "owner.py"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as owner:
        assert owner.stdout is not None
        player = int(owner.stdout.readline())
        owner.kill()
        assert ends_within(player, 5)
