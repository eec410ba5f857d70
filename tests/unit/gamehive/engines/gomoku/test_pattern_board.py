"""Board of patterns: kept up to date stone by stone, it equals one that is built from nothing, and undo restores it."""

import random

import pytest

from gamehive.core.games.board import Point
from gamehive.engines.gomoku.layout import (
    BALANCE,
    BALANCE_WEIGHTS,
    CELLS,
    COUNTER_WEIGHTS,
    FRAME_COUNT,
    RANK_COUNTS,
    RANK_FIVE,
    RANKS,
    SHAPES,
)
from gamehive.engines.gomoku.pattern_board import (
    HASH,
    find_rank,
    new_hashes,
    new_state,
    put_stone,
    remove_stone,
    to_index,
    to_point,
    write_board,
)
from gamehive.engines.gomoku.shape import shape_table
from tests.support.gomoku_positions import board_of, random_cells, winning_points


@pytest.mark.parametrize("size", [5, 8, 15, 19])
def test_taking_back_every_stone_restores_each_number_of_the_position(size: int) -> None:
    rng, state, hashes = random.Random(size), new_state(), new_hashes()
    write_board(state, hashes, board_of(random_cells(rng, size, size)))
    for _ in range(20):
        saved: list[tuple[list[int], int, int, int]] = []
        for ply in range(rng.randint(1, 12)):
            empty = [index for index in range(648) if state[CELLS + index] == 0]
            point, player = rng.choice(empty), 1 + ply % 2
            saved.append((state[:FRAME_COUNT].tolist(), int(hashes[HASH]), point, player))
            put_stone(state, shape_table(), hashes, point, player)
        for before, number, point, player in reversed(saved):
            remove_stone(state, hashes, point, player)
            assert state[:FRAME_COUNT].tolist() == before
            assert hashes[HASH] == number


@pytest.mark.parametrize("size", [5, 8, 15, 19])
def test_the_order_of_stones_and_those_taken_back_leave_no_trace(size: int) -> None:
    rng, state, fresh = random.Random(size), new_state(), new_state()
    hashes, fresh_hashes = new_hashes(), new_hashes()
    for _ in range(20):
        cells = random_cells(rng, size, rng.randint(1, size * 2))
        stones = [(x, y) for x in range(size) for y in range(size) if cells[x][y]]
        write_board(fresh, fresh_hashes, board_of(cells))
        rng.shuffle(stones)
        write_board(state, hashes, board_of([[0] * size for _ in range(size)]))
        for x, y in stones:
            if rng.random() < 0.3:
                put_stone(state, shape_table(), hashes, to_index(Point(x, y)), 3 - cells[x][y])
                remove_stone(state, hashes, to_index(Point(x, y)), 3 - cells[x][y])
            put_stone(state, shape_table(), hashes, to_index(Point(x, y)), cells[x][y])
        assert hashes[HASH] == fresh_hashes[HASH]
        assert state[BALANCE] == fresh[BALANCE]
        assert state[RANK_COUNTS : RANK_COUNTS + 24].tolist() == fresh[RANK_COUNTS : RANK_COUNTS + 24].tolist()
        for x, y in [(x, y) for x in range(size) for y in range(size) if cells[x][y] == 0]:
            point = to_index(Point(x, y))
            assert state[SHAPES + 4 * point : SHAPES + 4 * point + 4].tolist() == (
                fresh[SHAPES + 4 * point : SHAPES + 4 * point + 4].tolist()
            )


@pytest.mark.parametrize("size", [5, 8, 15])
def test_the_sums_are_those_of_the_empty_points_and_fives_are_where_a_stone_wins(size: int) -> None:
    rng, state, hashes = random.Random(size), new_state(), new_hashes()
    for _ in range(12):
        cells = random_cells(rng, size, rng.randint(size, size * size // 2))
        write_board(state, hashes, board_of(cells))
        balance, counts = 0, [0] * 24
        for x, y in [(x, y) for x in range(size) for y in range(size) if cells[x][y] == 0]:
            point = to_index(Point(x, y))
            shapes = [int(state[SHAPES + 4 * point + direction]) for direction in range(4)]
            balance += sum(int(state[BALANCE_WEIGHTS + shape]) for shape in shapes)
            counters = sum(int(state[COUNTER_WEIGHTS + shape]) for shape in shapes)
            for player in (1, 2):
                rank = find_rank((counters >> (15 * (player - 1))) & 32767)
                assert rank == state[RANKS + 2 * point + player - 1]
                assert (rank == RANK_FIVE) == ((x, y) in winning_points(cells, player))
                counts[8 * player + rank] += 1
        assert balance == state[BALANCE]
        assert counts == state[RANK_COUNTS : RANK_COUNTS + 24].tolist()


def test_points_and_indexes_are_one_to_one() -> None:
    points = [Point(x, y) for x in range(19) for y in range(19)]
    assert [to_point(to_index(point)) for point in points] == points
