"""Results of the tactical positions, one entry a kind, and of their replay."""

from collections.abc import Mapping
from typing import Any

from benchmarks.strength.interval import wilson_interval
from benchmarks.strength.tactics import TacticsCount
from benchmarks.strength.tactics_replay import ReplayCount

TACTICS_BOUNDS: Mapping[str, float] = {"win_in_1": 1.0, "block_in_1": 1.0, "open_four": 0.99, "double_threat": 0.99}
"""Least share of right moves by kind; of other kinds it is only reported."""


def build_tactics_results(counts: Mapping[str, TacticsCount], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entries of the kinds of positions.

    `score` counts moves in the label and those that the prover proves by themselves, `strict_score` only the former.
    Wins by fours are counted by the number of own fours, too: right answers and positions.
    """
    results: dict[str, Any] = {}
    for kind, count in counts.items():
        entry = _build_entry(count.correct, count.total, TACTICS_BOUNDS.get(kind), settings)
        entry["strict_score"] = count.strict / count.total if count.total else None
        if kind == "four_sequence":
            by_fours = {int(detail.split()[0]): list(numbers) for detail, numbers in count.by_detail.items()}
            entry["by_fours"] = {str(fours): by_fours[fours] for fours in sorted(by_fours)}
        results[f"gomoku_tactics_{kind}"] = entry
    return results


def build_replay_result(count: ReplayCount, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entry of the replay under OpenSpiel, which every position and label has to stand."""
    entry = _build_entry(count.correct, count.total, 1.0, settings) | {"replayed": count.replayed}
    return {"gomoku_tactics_replayed": entry | {"ok": entry["ok"] and count.replayed == count.total}}


def _build_entry(correct: int, total: int, bound: float | None, settings: Mapping[str, Any]) -> dict[str, Any]:
    interval = wilson_interval(correct, 0, total - correct) if total else None
    return {
        "games": total,
        "score": None if interval is None else interval.score,
        "low": None if interval is None else interval.low,
        "high": None if interval is None else interval.high,
        "bound": bound,
        "ok": None if bound is None else interval is not None and interval.score >= bound,
        "measure": "score",
        "wins": correct,
        "draws": 0,
        "losses": total - correct,
        "settings": dict(settings),
    }
