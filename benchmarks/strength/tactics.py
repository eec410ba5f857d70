"""Gomoku positions with moves that are proved to be right, and how many of them an engine finds (GH-205, GH-206).

    python -m benchmarks.strength.tactics

prints how many positions of each kind the default seed gives. They come from games of two careless players, so that
each is reached by legal moves; reflections and rotations by chance take away what these players have of a direction.
"""

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.strength.atomic_file import replace_file
from benchmarks.strength.four_kernels import score_points
from benchmarks.strength.source_digest import tactics_digest
from benchmarks.strength.tactics_labels import TACTICS_KINDS, TacticsKind, find_label
from benchmarks.strength.threat_prover import five_points, padded_cells, wins_by_threats
from gamehive.core.games.board import Point, other_player
from gamehive.core.games.game import games
from gamehive.core.games.position import GamePosition, find_result, play_move, start_position
from gamehive.engines.deadline import search_in_time
from gamehive.engines.search import Engine, SearchRequest

SEED = 18
"""Seed of the positions whose results are quoted."""
QUOTAS: Mapping[str, Mapping[TacticsKind, int]] = {
    "gomoku": {"win_in_1": 100, "block_in_1": 100, "open_four": 100, "double_threat": 120, "four_sequence": 100},
    "gomoku8": {"win_in_1": 20, "block_in_1": 20, "open_four": 20, "double_threat": 20, "four_sequence": 20},
}
"""Positions of each kind by game."""
_BUILD = Path(__file__).resolve().parents[2] / "build"
_MOST_PER_GAME = 2
_CARELESSNESS = 0.15
_JUDGE_THREES = 2
_JUDGE_BUDGET = 100_000


@dataclass(frozen=True, slots=True)
class TacticsPosition:
    """Position with its label.

    Attributes:
        kind: What there is to find.
        detail: Which of the kinds of double threat, or the number of own fours; empty if there is no more to say.
        key: Key of the game.
        moves: Moves from the empty board to the position.
        correct: All moves that the prover found to be right.
    """

    kind: TacticsKind
    detail: str
    key: str
    moves: tuple[Point, ...]
    correct: frozenset[Point]

    def to_position(self) -> GamePosition:
        """Return the position, reached by its moves."""
        position = start_position(games()[self.key])
        for point in self.moves:
            position = play_move(position, point)
        return position


@dataclass(slots=True)
class TacticsCount:
    """Answers to the positions of one kind.

    Attributes:
        total: All answers.
        correct: Those that are right: in the label, or proved by themselves.
        strict: Those in the label.
        by_detail: Right answers and all answers by the detail of the label.
    """

    total: int = 0
    correct: int = 0
    strict: int = 0
    by_detail: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])

    def add(self, detail: str, correct: bool, strict: bool) -> None:
        """Count an answer to a position with this detail of its label."""
        self.total += 1
        self.correct += correct
        self.strict += strict
        right, total = self.by_detail.get(detail, (0, 0))
        self.by_detail[detail] = right + correct, total + 1


def generate_tactics(
    seed: int = SEED, quotas: Mapping[str, Mapping[TacticsKind, int]] = QUOTAS, most_games: int = 20_000
) -> list[TacticsPosition]:
    """Return positions until every quota is filled, or so many games a size were played.

    Half of the double threats have to be other than double threes, and no length fills more than a third of the fours.
    """
    return [
        position for key in quotas for position in _generate_for_game(key, f"{seed} {key}", quotas[key], most_games)
    ]


def load_tactics(seed: int = SEED, part: int = 1) -> list[TacticsPosition]:
    """Return the positions of a seed, from `build/` if they were generated before.

    Args:
        seed: Source of what is random.
        part: How many times fewer positions there are than `QUOTAS`; one of each kind at least.
    """
    file = _BUILD / f"tactics-{seed}-{part}-{tactics_digest()}.json"
    if file.exists():
        return [_parse_position(row) for row in json.loads(file.read_text(encoding="utf-8"))]
    quotas: dict[str, dict[TacticsKind, int]] = {
        key: {kind: max(1, number // part) for kind, number in quota.items()} for key, quota in QUOTAS.items()
    }
    positions = generate_tactics(seed, quotas)
    replace_file(file, json.dumps([_to_row(position) for position in positions]))
    return positions


def judge_tactics(
    engine: Engine, positions: Sequence[TacticsPosition], time_s: float
) -> dict[TacticsKind, TacticsCount]:
    """Return by kind how many positions an engine answers correctly in so many seconds each, and how many there are."""
    counts: dict[TacticsKind, TacticsCount] = {}
    for each in positions:
        answer = search_in_time(engine, SearchRequest(each.to_position(), time_s=time_s))
        counts.setdefault(each.kind, TacticsCount()).add(
            each.detail, is_correct(each, answer.point), answer.point in each.correct
        )
    return {kind: counts[kind] for kind in TACTICS_KINDS if kind in counts}


def is_correct(each: TacticsPosition, point: Point) -> bool:
    """Return whether a move is right: one of those found before, or proved to win or to defend as well."""
    if point in each.correct:
        return True
    position = each.to_position()
    if position.board.stone_at(point):
        return False
    if each.kind == "block_in_1":
        after = position.board.with_stone(point, position.to_move)
        return not five_points(after, other_player(position.to_move))
    return each.kind != "win_in_1" and wins_by_threats(
        position.board, position.to_move, point, _JUDGE_THREES, _JUDGE_BUDGET
    )


def _generate_for_game(
    key: str, seed: str, quota: Mapping[TacticsKind, int], most_games: int
) -> Iterator[TacticsPosition]:
    draw = Random(seed)
    kinds: Counter[TacticsKind] = Counter()
    details: Counter[tuple[str, str]] = Counter()
    seen: set[bytes] = set()
    for number in count():
        if number == most_games or all(kinds[kind] >= quota[kind] for kind in quota):
            return
        taken: set[TacticsKind] = set()
        for position, moves in _careless_game(key, draw):
            wanted: list[TacticsKind] = [
                kind for kind in TACTICS_KINDS if kind not in taken and kinds[kind] < quota.get(kind, 0)
            ]
            if len(taken) == _MOST_PER_GAME or not wanted or position.board.cells in seen:
                continue
            label = find_label(position.board, position.to_move, wanted)
            if label is None or details[label.kind, label.detail] >= _most_of_detail(label.kind, quota[label.kind]):
                continue
            seen.add(position.board.cells)
            taken.add(label.kind)
            kinds[label.kind] += 1
            details[label.kind, label.detail] += 1
            size, turn = position.board.rows, draw.randrange(8)
            correct = frozenset(_turn_points(label.correct, size, turn))
            yield TacticsPosition(label.kind, label.detail, key, _turn_points(moves, size, turn), correct)


def _most_of_detail(kind: TacticsKind, quota: int) -> int:
    return -(-quota // 2) if kind == "double_threat" else -(-quota // 3) if kind == "four_sequence" else quota


def _careless_game(key: str, draw: Random) -> Iterator[tuple[GamePosition, list[Point]]]:
    """Yield the positions of a game whose players take a good move by chance, and at times overlook the best."""
    position, moves = start_position(games()[key]), list[Point]()
    size = position.board.rows
    scores = np.zeros((size + 2) * (size + 2), dtype=np.int64)
    while find_result(position) is None:
        yield position, moves
        points = position.board.empty_points()
        if len(moves) < 2:
            point = draw.choice([point for point in points if max(_offset(point.x, size), _offset(point.y, size)) < 6])
        else:
            score_points(padded_cells(position.board), size + 2, position.to_move, scores)
            values = scores.reshape(size + 2, size + 2)[1:-1, 1:-1].ravel()
            most = 10_000 if draw.random() < _CARELESSNESS else 1_000_000
            empty = [x * size + y for x, y in points]
            weights: list[float] = (np.minimum(values[empty], most) ** 1.5 + 1.0).tolist()
            point = draw.choices(points, weights)[0]
        moves.append(point)
        position = play_move(position, point)


def _offset(row: int, size: int) -> int:
    """Return twice the distance from the middle."""
    return abs(2 * row + 1 - size)


def _turn_points(points: Iterable[Point], size: int, turn: int) -> tuple[Point, ...]:
    """Return points reflected or rotated in one of eight ways."""
    swapped = ((y, x) if turn & 1 else (x, y) for x, y in points)
    return tuple(Point(size - 1 - a if turn & 2 else a, size - 1 - b if turn & 4 else b) for a, b in swapped)


def _to_row(each: TacticsPosition) -> list[object]:
    return [each.kind, each.detail, each.key, each.moves, sorted(each.correct)]


def _parse_position(row: tuple[TacticsKind, str, str, list[list[int]], list[list[int]]]) -> TacticsPosition:
    kind, detail, key, moves, correct = row
    return TacticsPosition(kind, detail, key, _parse_points(moves), frozenset(_parse_points(correct)))


def _parse_points(rows: list[list[int]]) -> tuple[Point, ...]:
    return tuple(Point(x, y) for x, y in rows)


def _main() -> None:
    started = time.perf_counter()
    positions = load_tactics()
    seconds = time.perf_counter() - started
    for (key, kind, detail), number in sorted(
        Counter((each.key, each.kind, each.detail) for each in positions).items()
    ):
        print(f"{key:8} {kind:14} {detail:14} {number:4}")
    print(f"{len(positions)} positions in {seconds:.1f} s")


if __name__ == "__main__":
    _main()
