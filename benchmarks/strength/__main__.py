"""Playing strength of the game engines: `make strength [TIER=quick|full] [GAMES=key,key]` → build/strength.json."""

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from benchmarks.strength.atomic_file import replace_file
from benchmarks.strength.engine_speed import measure_speed
from benchmarks.strength.game_record import GAMES_FILE
from benchmarks.strength.match_choice import SPEEDS, TACTICS, UnknownName, choose_plans, is_chosen, parse_games
from benchmarks.strength.match_plan import MatchPlan, Tier
from benchmarks.strength.match_result import format_result
from benchmarks.strength.match_run import discard_other_sources, discard_records, new_executor, run_matches
from benchmarks.strength.match_worker import judge_gomoku_tactics
from benchmarks.strength.source_digest import source_digest

RESULT_FILE = Path("build/strength.json")
PLAYOUTS_BOUND = 7_000
"""Least playouts a second of NoGo 9×9 on one core."""

SECONDS_BOUNDS: Mapping[Tier, int] = {"smoke": 60, "quick": 600, "full": 10_800}
"""Longest time of a whole run on two cores; in the smoke tier it is only printed if it is longer."""

SPEED_SECONDS = {"smoke": 0.1, "quick": 2.0, "full": 4.0}
INTERVALS = "95 %, Wilson's on the score with a draw as a half; the two games of an opening are treated as independent"
SPEED_NOTES = {
    "nogo_playouts_per_second": (
        "visits of the tree's root: a visit that ends at a node whose winner is proved counts without a random game"
    )
}


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("--tier", choices=("smoke", "quick", "full"), default="quick")
    parser.add_argument("--games", default="", help="keys of games, separated by commas, whose matches are played")
    parser.add_argument("--only", help="the one match to play, or `gomoku_tactics` or `speeds`")
    parser.add_argument("--workers", type=int, choices=(1, 2), default=2, help="processes that play at once")
    parser.add_argument("--resume", action="store_true", help="keep the recorded games, and what other matches gave")
    parser.add_argument("--output", type=Path, default=RESULT_FILE)
    parser.add_argument("--records", type=Path, default=GAMES_FILE)
    return parser.parse_args(arguments)


def measure_speeds(executor: Executor, tier: Tier, games: frozenset[str], only: str | None) -> dict[str, float]:
    """Return nodes and playouts a second of the chosen games and print them."""
    seconds = SPEED_SECONDS[tier]
    speeds: dict[str, float] = {}
    if is_chosen(SPEEDS, "gomoku", games, only):
        speeds["gomoku_nodes_per_second"] = executor.submit(measure_speed, "gomoku", seconds).result()["nodes"]
    if is_chosen(SPEEDS, "nogo", games, only):
        measured = executor.submit(measure_speed, "nogo", seconds).result()
        speeds["nogo_playouts_per_second"] = measured["playouts"]
    for name, value in speeds.items():
        bound = f", bound at least {PLAYOUTS_BOUND:,}" if name == "nogo_playouts_per_second" else ""
        print(f"{name}: {value:,.0f}{bound}", flush=True)
    return speeds


def read_former(file: Path, tier: Tier) -> dict[str, Any]:
    """Return what an earlier run of the same tier and sources wrote; nothing if there was none."""
    try:
        former = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    meta = former.get("_meta", {})
    return former if (meta.get("tier"), meta.get("sources")) == (tier, source_digest()) else {}


def build_meta(
    options: argparse.Namespace, former: Mapping[str, Any], skipped: Mapping[str, str], speeds: Mapping[str, float]
) -> dict[str, Any]:
    """Return what belongs to the whole run; `seconds`, `skipped` and `speeds` go on from the former run."""
    return {
        "tier": options.tier,
        "sources": source_digest(),
        "skipped": {**former.get("skipped", {}), **skipped},
        "speeds": {**former.get("speeds", {}), **speeds},
        "bounds": {"nogo_playouts_per_second": PLAYOUTS_BOUND, "seconds": SECONDS_BOUNDS[options.tier]},
        "intervals": INTERVALS,
        "notes": SPEED_NOTES,
        "workers": options.workers,
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print and write the file; 1 if a bound is missed, 2 if nothing is called so."""
    options = parse_arguments(arguments)
    tier = cast("Tier", options.tier)
    try:
        games = parse_games(options.games)
        plans = choose_plans(games, options.only)
    except UnknownName as error:
        print(error, file=sys.stderr)
        return 2
    start = time.monotonic()
    former = prepare_files(options, plans)
    executor = new_executor(options.workers)
    try:
        results, skipped = run_matches(plans, tier, options.records, executor)
        if is_chosen(TACTICS, "gomoku", games, options.only):
            entries = executor.submit(judge_gomoku_tactics, tier).result()
            results |= entries
            for name, entry in entries.items():
                print(format_result(name, entry), flush=True)
        speeds = measure_speeds(executor, tier, games, options.only)
    finally:
        executor.shutdown(cancel_futures=True)
    measured = {**former, **results}
    meta = build_meta(options, former.get("_meta", {}), skipped, speeds)
    meta["skipped"] = {name: reason for name, reason in meta["skipped"].items() if measured[name] is None}
    meta["seconds"] = round(former.get("_meta", {}).get("seconds", 0) + time.monotonic() - start, 1)
    measured["_meta"] = meta
    replace_file(options.output, json.dumps(measured, indent=2, ensure_ascii=False) + "\n")
    is_whole = not (options.resume or options.only or games)
    return 1 if missed_bounds(results, speeds, tier, meta["seconds"] if is_whole else None) else 0


def prepare_files(options: argparse.Namespace, plans: Sequence[MatchPlan]) -> dict[str, Any]:
    """Discard the records that do not count in this run; return the results of a former run that do."""
    if not options.resume:
        discard_records(options.records, plans)
        return {}
    if discarded := discard_other_sources(options.records):
        print(f"discarded {discarded} recorded games of other sources than {source_digest()}", file=sys.stderr)
    return read_former(options.output, options.tier)


def missed_bounds(
    results: Mapping[str, Any], speeds: Mapping[str, float], tier: Tier, seconds: float | None = None
) -> list[str]:
    """Return the names of what missed its bound in this run, and print them.

    Args:
        results: The entries by name.
        speeds: Nodes and playouts a second.
        tier: The tier; in the smoke tier speed and time miss nothing.
        seconds: Time of a whole run; None if it was only a part.
    """
    missed = [name for name, entry in results.items() if entry is not None and entry["ok"] is False]
    if tier != "smoke" and speeds.get("nogo_playouts_per_second", PLAYOUTS_BOUND) < PLAYOUTS_BOUND:
        missed.append("nogo_playouts_per_second")
    if seconds is not None and seconds > SECONDS_BOUNDS[tier]:
        print(f"the run took {seconds:,.0f} s, bound at most {SECONDS_BOUNDS[tier]:,}", file=sys.stderr)
        missed += [] if tier == "smoke" else ["seconds"]
    if missed:
        print(f"missed: {', '.join(missed)}", file=sys.stderr)
    return missed


if __name__ == "__main__":
    sys.exit(main())
