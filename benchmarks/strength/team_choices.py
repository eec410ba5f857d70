"""Decisions of the team against the engine's first choice, judged by a longer or an exact search.

    python -m benchmarks.strength.team_choices [--time 2]

reads what `make strength` recorded in build/strength-team-choices.jsonl and prints by game how often the team's move
was better, equal or worse than the engine's, with the reasons of the worst.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from benchmarks.strength.source_digest import team_digest
from benchmarks.strength.team_player import CHOICES_FILE
from gamehive.core.games.board import Point
from gamehive.core.games.game import games
from gamehive.core.games.position import GamePosition, find_result, play_move, start_position
from gamehive.engines.deadline import search_in_time
from gamehive.engines.engine_factory import create_engine, engine_kind
from gamehive.engines.search import Engine, SearchRequest

EQUAL_WITHIN = 0.02
"""Difference of the expected results within which two moves count as equal."""


def value_of(engine: Engine, position: GamePosition, point: Point, time_s: float) -> float:
    """Return the expected result of a move for whoever makes it: 0 lost, 0.5 balanced, 1 won."""
    after = play_move(position, point)
    result = find_result(after)
    if result is not None:
        return 0.5 if result.winner is None else float(result.winner == position.to_move)
    answer = search_in_time(engine, SearchRequest(after, time_s=time_s))
    if answer.proof is not None:
        return {"won": 0.0, "drawn": 0.5, "lost": 1.0}[answer.proof]
    return 1 - answer.score


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge all recorded choices of the present team."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength.team_choices", description=__doc__)
    parser.add_argument("--time", type=float, default=2.0, help="seconds for the search after each of the two moves")
    options = parser.parse_args(arguments)
    rows = [json.loads(line) for line in CHOICES_FILE.read_text(encoding="utf-8").splitlines()]
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    worst: list[tuple[float, dict[str, Any]]] = []
    engines: dict[str, Engine] = {}
    for row in rows:
        if row["team"] != team_digest():
            continue
        game = games()[row["game"]]
        position = start_position(game)
        for x, y in row["moves"]:
            position = play_move(position, Point(x, y))
        kind = engine_kind(game)
        if kind not in engines:
            engines[kind] = create_engine(game)
            engines[kind].compile()
        gain = value_of(engines[kind], position, Point(*row["choice"]), options.time) - value_of(
            engines[kind], position, Point(*row["engine"]), options.time
        )
        verdict = "equal" if abs(gain) <= EQUAL_WITHIN else "better" if gain > 0 else "worse"
        counts[game.key][verdict] += 1
        worst.append((gain, row))
    for key, count in counts.items():
        print(key, dict(count))
    for gain, row in sorted(worst, key=lambda each: each[0])[:5]:
        print(f"{gain:+.2f} {row['game']} ply {len(row['moves']) + 1}: {row['reason']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
