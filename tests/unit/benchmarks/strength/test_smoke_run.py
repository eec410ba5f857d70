"""A few quick games of each match through the command, in worker processes."""

import json
import math
from pathlib import Path

import pytest

from benchmarks.strength.__main__ import main
from benchmarks.strength.game_record import read_records
from benchmarks.strength.match_plan import match_plans
from benchmarks.strength.opponents.gomocup import RAPFI_VARIABLE

KEYS = {"games", "score", "low", "high", "bound", "ok"}


@pytest.mark.long
@pytest.mark.timeout(400)
def test_the_smoke_tier_plays_every_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(RAPFI_VARIABLE, raising=False)
    output, records = tmp_path / "strength.json", tmp_path / "games.jsonl"
    options = ["--tier", "smoke", "--workers", "2", "--output", str(output), "--records", str(records)]
    assert main(options) == 0
    results = json.loads(output.read_text())
    meta = results.pop("_meta")
    played = {plan.name: plan.games["smoke"] for plan in match_plans() if plan.games["smoke"]}
    assert {name for name, entry in results.items() if entry is None} == {"gomoku_vs_rapfi"} == set(meta["skipped"])
    assert {name for name in results if "_tactics_" not in name} == set(played)
    for name, entry in results.items():
        if entry is not None:
            assert entry.keys() >= KEYS
            assert 0 <= entry["low"] <= entry["score"] <= entry["high"] <= 1
            assert entry["games"] == played.get(name, entry["games"])
    assert all(math.isfinite(speed) and speed > 0 for speed in meta["speeds"].values())
    assert {"gomoku_nodes_per_second", "nogo_playouts_per_second"} == set(meta["speeds"])
    # A second run with the same records plays nothing anew.
    before = read_records(records)
    assert main([*options, "--resume", "--only", "gomoku_vs_alpha_beta"]) == 0
    assert read_records(records) == before
    resumed = json.loads(output.read_text())
    assert {name: entry for name, entry in resumed.items() if name != "_meta"} == results
