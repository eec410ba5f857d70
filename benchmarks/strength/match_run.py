"""Run of the matches in worker processes, game by game, each recorded as soon as it is over."""

import multiprocessing
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from benchmarks.strength.game_record import GameRecord, append_record, read_records, write_records
from benchmarks.strength.match_plan import MatchPlan, Tier
from benchmarks.strength.match_result import build_result, format_result
from benchmarks.strength.match_worker import exit_with_parent, play_number, prepare_match
from benchmarks.strength.source_digest import source_digest

Prepare = Callable[[str, Tier], str | None]
Play = Callable[[str, Tier, int], GameRecord]


def new_executor(workers: int) -> Executor:
    """Return worker processes that share nothing with this one and end with it."""
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"), initializer=exit_with_parent)


def discard_records(file: Path, plans: Sequence[MatchPlan]) -> None:
    """Remove the games of some matches from a file of records."""
    names = {plan.name for plan in plans}
    write_records(file, [record for record in read_records(file) if record.name not in names])


def discard_other_sources(file: Path) -> int:
    """Remove the games that other sources than the present ones played; return their number."""
    records = read_records(file)
    kept = [record for record in records if record.sources == source_digest()]
    if len(kept) < len(records):
        write_records(file, kept)
    return len(records) - len(kept)


def records_of(file: Path, plan: MatchPlan, tier: Tier) -> dict[int, GameRecord]:
    """Return the games of a match in a tier that count, by number; those of other settings or sources do not."""
    settings, games, sources = plan.settings(tier), plan.games[tier], source_digest()
    return {
        record.number: record
        for record in read_records(file)
        if (record.name, record.sources) == (plan.name, sources)
        and record.settings == settings
        and record.number < games
    }


def run_matches(
    plans: Sequence[MatchPlan],
    tier: Tier,
    file: Path,
    executor: Executor,
    prepare: Prepare = prepare_match,
    play: Play = play_number,
) -> tuple[dict[str, Any], dict[str, str]]:
    """Play what is missing in the file of records; return the entries by match, and why matches were skipped."""
    results: dict[str, Any] = {}
    skipped: dict[str, str] = {}
    # Removes a last line that was cut off, to which the next record would else be added.
    discard_records(file, ())
    for plan in plans:
        recorded = records_of(file, plan, tier)
        missing = [number for number in range(plan.games[tier]) if number not in recorded]
        # Compiled in one process first; the others find the machine code on the disk.
        reason = executor.submit(prepare, plan.name, tier).result() if missing else None
        if reason is not None:
            skipped[plan.name] = reason
            results[plan.name] = None
            print(f"{plan.name}: skipped, {reason}", file=sys.stderr)
            continue
        games: list[Future[GameRecord]] = [executor.submit(play, plan.name, tier, number) for number in missing]
        for done in as_completed(games):
            record = done.result()
            if record.sources == source_digest():
                recorded[record.number] = record
            append_record(file, record)
            print(f"  {plan.name} {record.number}: {record.result}, {record.reason}", file=sys.stderr)
        if others := plan.games[tier] - len(recorded):
            print(f"{plan.name}: {others} games do not count, the sources have changed", file=sys.stderr)
        if plan.games[tier]:
            results[plan.name] = build_result(plan, tier, [recorded[number] for number in sorted(recorded)])
            print(format_result(plan.name, results[plan.name]), flush=True)
    return results, skipped
