"""Shapes of a line: the table against their definitions, tried out on boards."""

import random

import pytest

from gamehive.core.games.board import Point
from gamehive.engines.gomoku.layout import SHAPES
from gamehive.engines.gomoku.pattern_board import new_hashes, new_state, to_index, write_board
from gamehive.engines.gomoku.shape import (
    BLOCKED_THREE,
    FIVE,
    FOUR,
    NO_SHAPE,
    OPEN_FOUR,
    OPEN_THREE,
    OPEN_TWO,
    WIDE_THREE,
    WIDE_TWO,
)
from tests.support.gomoku_positions import board_of, random_cells

DIRECTIONS = ((0, 1), (1, -1), (1, 0), (1, 1))


def line_through(cells: list[list[int]], x: int, y: int, dx: int, dy: int) -> tuple[list[int], int]:
    """Return the stones of a line and the place of a point on it; beyond the walls there is nothing."""
    size = len(cells)
    while 0 <= x - dx < size and 0 <= y - dy < size:
        x, y = x - dx, y - dy
    start, line = (x, y), list[int]()
    while 0 <= x < size and 0 <= y < size:
        line.append(cells[x][y])
        x, y = x + dx, y + dy
    return line, start[0]


def has_five(line: list[int], place: int, player: int) -> bool:
    return any(
        all(line[start + step] == player for step in range(5))
        for start in range(max(0, place - 4), min(place, len(line) - 5) + 1)
    )


def kind(line: list[int], place: int, player: int, depth: int = 3) -> str:
    """Return what a stone already put at a place makes in its line, found by putting more stones."""
    if has_five(line, place, player):
        return "five"

    def after(other: int) -> list[int]:
        return [*line[:other], player, *line[other + 1 :]]

    near = [other for other in range(max(0, place - 4), min(len(line), place + 5)) if line[other] == 0]
    fives = sum(has_five(after(other), place, player) for other in near)
    if fives:
        return "open four" if fives > 1 else "four"
    if depth == 0:
        return "less"
    kinds = {kind(after(other), place, player, depth - 1) for other in near}
    if "open four" in kinds:
        return "three"
    if "four" in kinds:
        return "blocked three"
    return "two" if "three" in kinds and depth > 1 else "less"


@pytest.mark.parametrize("size", [5, 8, 15])
def test_a_shape_is_what_more_stones_in_the_line_can_make_of_it(size: int) -> None:
    rng = random.Random(size)
    names = {FIVE: "five", OPEN_FOUR: "open four", FOUR: "four", BLOCKED_THREE: "blocked three"}
    names |= dict.fromkeys((OPEN_THREE, WIDE_THREE), "three") | dict.fromkeys((OPEN_TWO, WIDE_TWO), "two")
    state, hashes, seen = new_state(), new_hashes(), set[str]()
    for _ in range(12):
        cells = random_cells(rng, size, rng.randint(size, size * size // 3))
        write_board(state, hashes, board_of(cells))
        for x, y in [(x, y) for x in range(size) for y in range(size) if cells[x][y] == 0 and rng.random() < 0.15]:
            for index, (dx, dy) in enumerate(DIRECTIONS):
                both = int(state[SHAPES + 4 * to_index(Point(x, y)) + index])
                for player, shape in ((1, both & 15), (2, both >> 4)):
                    cells[x][y] = player
                    line, _ = line_through(cells, x, y, dx, dy)
                    place = min(x, y) if (dx, dy) == (1, 1) else y if dx == 0 else x
                    place = min(x, size - 1 - y) if (dx, dy) == (1, -1) else place
                    expected = kind(line, place, player, 2)
                    cells[x][y] = 0
                    seen.add(expected)
                    assert names.get(shape, "less") == expected
    assert seen >= {"four", "three", "blocked three", "two", "less"} if size > 5 else "four" in seen


def test_a_line_without_room_for_five_makes_no_shape() -> None:
    state, hashes = new_state(), new_hashes()
    cells = [[0] * 8 for _ in range(8)]
    cells[0][0], cells[0][5] = 2, 2
    write_board(state, hashes, board_of(cells))
    assert int(state[SHAPES + 4 * to_index(Point(0, 2))]) & 15 == NO_SHAPE
