"""Tactical positions decided by the team: what the engine alone finds, the team must not lose.

    python -m benchmarks.strength.team_tactics [--part 1] [--workers 2]

writes build/team-tactics.json: by kind the positions, those that the engine alone answers rightly in 0.2 s, those that
the team does, and those that it loses.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import as_completed
from pathlib import Path

from benchmarks.strength.atomic_file import replace_file
from benchmarks.strength.match_plan import ENGINE_TIME_S, TEAM_TIME_S
from benchmarks.strength.match_run import new_executor
from benchmarks.strength.source_digest import team_digest
from benchmarks.strength.tactics import SEED, TACTICS_KINDS, is_correct, load_tactics
from gamehive.core.games.board import Point
from gamehive.core.games.game import games
from gamehive.engines.deadline import search_in_time
from gamehive.engines.engine_factory import create_engine
from gamehive.engines.search import SearchRequest

RESULT_FILE = Path("build/team-tactics.json")


def judge_share(part: int, first: int, step: int) -> list[tuple[str, bool, bool, tuple[int, int]]]:
    """Return kind, whether the engine and the team are right, and the team's move, of every `step`-th position."""
    from benchmarks.strength.team_player import TeamPlayer  # the whole application

    engine = create_engine(games()["gomoku"])
    engine.compile()
    team = TeamPlayer(TEAM_TIME_S, ENGINE_TIME_S)
    rows: list[tuple[str, bool, bool, tuple[int, int]]] = []
    for each in load_tactics(SEED, part)[first::step]:
        position = each.to_position()
        alone = search_in_time(engine, SearchRequest(position, time_s=ENGINE_TIME_S)).point
        team.start_game()
        point: Point = team.choose(position, each.moves, 0)
        rows.append((each.kind, is_correct(each, alone), is_correct(each, point), (point.x, point.y)))
    team.close()
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge, print and write the file; 1 if a right move is lost."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength.team_tactics", description=__doc__)
    parser.add_argument("--part", type=int, default=1, help="how many times fewer positions are judged")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args(arguments)
    load_tactics(SEED, options.part)
    executor = new_executor(options.workers)
    shares = [
        executor.submit(judge_share, options.part, first, 8 * options.workers) for first in range(8 * options.workers)
    ]
    total, alone, team, lost = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for done in as_completed(shares):
        for kind, engine_right, team_right, _ in done.result():
            total[kind] += 1
            alone[kind] += engine_right
            team[kind] += team_right
            lost[kind] += engine_right and not team_right
    executor.shutdown()
    result = {
        kind: {"positions": total[kind], "engine": alone[kind], "team": team[kind], "lost": lost[kind]}
        for kind in TACTICS_KINDS
        if total[kind]
    }
    for kind, entry in result.items():
        print(kind, entry)
    replace_file(RESULT_FILE, json.dumps({**result, "_meta": {"team": team_digest()}}, indent=2) + "\n")
    return 1 if any(lost.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
