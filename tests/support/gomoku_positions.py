"""Random positions of gomoku, and a slow referee and prover that share no code with the engine."""

import random

from gamehive.core.games.board import Board, Player
from gamehive.core.games.game import Game
from gamehive.core.games.position import GamePosition

Cells = list[list[int]]
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def gomoku(size: int) -> Game:
    return Game(f"gomoku{size}", (), size, size, "line", 5, 1)


def board_of(cells: Cells) -> Board:
    return Board(len(cells), len(cells), bytes(stone for row in cells for stone in row))


def position_of(cells: Cells, player: Player) -> GamePosition:
    return GamePosition(gomoku(len(cells)), board_of(cells), player)


def cells_of(stones: dict[tuple[int, int], int], size: int) -> Cells:
    return [[stones.get((x, y), 0) for y in range(size)] for x in range(size)]


def makes_five(cells: Cells, x: int, y: int, player: int) -> bool:
    """Return whether a stone of the player at a point is part of five or more in a row."""
    size = len(cells)
    for dx, dy in _DIRECTIONS:
        length = 1
        for sign in (1, -1):
            i, j = x + sign * dx, y + sign * dy
            while 0 <= i < size and 0 <= j < size and cells[i][j] == player:
                length, i, j = length + 1, i + sign * dx, j + sign * dy
        if length >= 5:
            return True
    return False


def winning_points(cells: Cells, player: int) -> list[tuple[int, int]]:
    return [
        (x, y)
        for x, row in enumerate(cells)
        for y, stone in enumerate(row)
        if stone == 0 and makes_five(cells, x, y, player)
    ]


def random_cells(rng: random.Random, size: int, stones: int) -> Cells:
    """Return a board on which the players put stones at random, near each other, and nobody has five."""
    while True:
        cells: Cells = [[0] * size for _ in range(size)]
        radius = rng.randint(2, size // 2)
        middle = rng.randint(radius, size - 1 - radius) if size > 2 * radius else size // 2
        placed, has_five = 0, False
        for _ in range(stones * 20):
            x = min(size - 1, max(0, middle + rng.randint(-radius, radius)))
            y = min(size - 1, max(0, middle + rng.randint(-radius, radius)))
            if cells[x][y] == 0 and placed < stones:
                player = 1 + placed % 2
                has_five = has_five or makes_five(cells, x, y, player)
                cells[x][y] = player
                placed += 1
        if not has_five and placed == stones:
            return cells


def wins_by_fours(cells: Cells, player: int, moves: int) -> bool:
    """Return whether a player to move wins by continuous fours in at most so many own moves, by trying all of them."""
    other = 3 - player
    if winning_points(cells, player):
        return True
    blocks = winning_points(cells, other)
    if moves <= 1 or len(blocks) > 1:
        return False
    size = len(cells)
    tries = blocks or [(x, y) for x in range(size) for y in range(size) if cells[x][y] == 0]
    for x, y in tries:
        cells[x][y] = player
        fives = winning_points(cells, player)
        won = False
        if fives and not winning_points(cells, other):
            if len(fives) > 1:
                won = True
            else:
                i, j = fives[0]
                cells[i][j] = other
                won = wins_by_fours(cells, player, moves - 1)
                cells[i][j] = 0
        cells[x][y] = 0
        if won:
            return True
    return False
