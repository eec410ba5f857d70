"""Balanced openings of three plies for gomoku: `python -m benchmarks.strength.opening_choice` writes openings.json.

The engine under test has no part in the choice. Every opening within the middle of the board is taken once up to
symmetry; the alpha-beta opponent searches each to four plies, and of those with the smallest values its two-ply form,
with random choices among moves that it holds for nearly equal, plays games against itself. The openings in which both
sides win about equally often are kept.
"""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.strength.opponents.alpha_beta import AlphaBetaPlayer
from gamehive.core.games.board import FIRST, Point
from gamehive.core.games.game import Game, games
from gamehive.core.games.position import GamePosition, find_result, play_move, start_position

OPENINGS_FILE = Path(__file__).with_name("openings.json")
OPENINGS_PER_BOARD = 100
CANDIDATES_PER_BOARD = 200
SELF_PLAY_GAMES = 24
NEARLY_EQUAL = 60
"""Largest difference of two moves' values, that of an open two, at which either may be chosen."""


def symmetric_openings(opening: tuple[Point, ...], size: int) -> set[tuple[Point, ...]]:
    """Return the openings that a rotation or reflection makes of one, the first and third stone exchanged too."""
    last = size - 1
    turned: set[tuple[Point, ...]] = set()
    image = opening
    for _ in range(4):
        image = tuple(Point(y, last - x) for x, y in image)
        turned |= {image, tuple(Point(y, x) for x, y in image)}
    return turned | {(third, second, first) for first, second, third in turned}


def list_openings(size: int) -> Iterator[tuple[Point, Point, Point]]:
    """Yield each opening of three stones in the middle, 5×5 points of 15×15 and 6×6 of 8×8, once up to symmetry."""
    reach = 3 if size == 8 else 2
    middle = range(size // 2 - reach, size // 2 + reach + size % 2)
    points = [Point(x, y) for x in middle for y in middle]
    seen: set[tuple[Point, ...]] = set()
    for first in points:
        for second in points:
            for third in points:
                opening = (first, second, third)
                if len(set(opening)) == 3 and opening not in seen:
                    seen |= symmetric_openings(opening, size)
                    yield opening


def opened_position(game: Game, opening: tuple[Point, ...]) -> GamePosition:
    """Return the position after an opening."""
    position = start_position(game)
    for point in opening:
        position = play_move(position, point)
    return position


def self_play_share(game: Game, opening: tuple[Point, ...], count: int) -> float:
    """Return the share of the first player in games of the two-ply opponent against itself; a draw is a half."""
    player = AlphaBetaPlayer(2)
    total = 0.0
    for number in range(count):
        chooser = random.Random(f"{game.key} {opening} {number}")
        position = opened_position(game, opening)
        while (result := find_result(position)) is None:
            position = play_move(position, chooser.choice(player.good_moves(position, NEARLY_EQUAL)))
        total += 0.5 if result.winner is None else float(result.winner == FIRST)
    return total / count


def choose_openings(game: Game, count: int, candidates: int, games_each: int) -> list[tuple[Point, ...]]:
    """Return the most balanced openings, the best first."""
    judge = AlphaBetaPlayer(4)
    values = {opening: judge.evaluate(opened_position(game, opening)) for opening in list_openings(game.rows)}
    closest = sorted(values, key=lambda opening: (abs(values[opening]), opening))[:candidates]
    shares = {opening: self_play_share(game, opening, games_each) for opening in closest}
    return sorted(closest, key=lambda opening: (abs(shares[opening] - 0.5), abs(values[opening]), opening))[:count]


def read_openings(game: Game) -> list[tuple[Point, ...]]:
    """Return the openings for gomoku on a board; those of 15×15 in the middle of a larger one."""
    openings = json.loads(OPENINGS_FILE.read_text())["gomoku8" if game.rows == 8 else "gomoku"]
    shift = max(0, game.rows - 15) // 2
    return [tuple(Point(x + shift, y + shift) for x, y in opening) for opening in openings]


def main() -> None:
    """Write the file."""
    chosen = {
        key: choose_openings(games()[key], OPENINGS_PER_BOARD, CANDIDATES_PER_BOARD, SELF_PLAY_GAMES)
        for key in ("gomoku", "gomoku8")
    }
    lines = ",\n".join(
        f'"{key}": [\n' + ",\n".join(json.dumps(opening) for opening in openings) + "\n]"
        for key, openings in chosen.items()
    )
    OPENINGS_FILE.write_text("{\n" + lines + "\n}\n")
    print({key: len(openings) for key, openings in chosen.items()}, file=sys.stderr)


if __name__ == "__main__":
    main()
