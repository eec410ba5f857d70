"""Engine of free-style gomoku: tactics in strict order, proofs by threats, then alpha-beta in the time that is left."""

import random
import time

from gamehive.core.games.board import Board, Point, empty_board
from gamehive.core.games.position import GamePosition, find_result
from gamehive.engines.deadline import new_stop
from gamehive.engines.gomoku.findings import Findings, build_answer
from gamehive.engines.gomoku.layout import LARGEST_SIZE, SMALLEST_SIZE
from gamehive.engines.gomoku.move_choice import MoveChoice
from gamehive.engines.gomoku.pattern_board import to_index
from gamehive.engines.gomoku.position_search import PositionSearch
from gamehive.engines.level import LEVEL_LIMITS
from gamehive.engines.search import SearchAnswer, SearchRequest, SearchStop


class GomokuEngine:
    """Player of gomoku on square boards of 5 to 19 points a side (GH-205, GH-270).

    An engine keeps 16 MB of tables and is used by one thread at a time.
    """

    def __init__(self) -> None:
        self._search = PositionSearch()

    def compile(self) -> None:
        """Compile the kernels, or load them from the cache."""
        search, never = self._search, new_stop()
        search.load(_small_board())
        search.four_win(1, 4, 10, never)
        search.threat_win(1, 4, 10, never)
        search.defences(1)
        search.set_root([move for move, _ in search.candidates(1)], 4, 10)
        search.iterate(1, 1, 10, never)

    def search(self, request: SearchRequest, stop: SearchStop) -> SearchAnswer:
        """Return the best move that is found until the limits of the level are reached or `stop` is set.

        Raises:
            ValueError: The game is over, or it is not gomoku on a square board of 5 to 19 points a side.
        """
        started = time.perf_counter()
        position = request.position
        _check_position(position)
        self._search.load(position.board)
        if position.plies < 2:
            point = to_index(_opening_move(position.board, random.Random(request.seed)))
            found = Findings(line=[point], scores=[(point, 0)])
        else:
            limits = LEVEL_LIMITS[request.level]
            seconds = limits.time_s if request.time_s is None else request.time_s
            choice = MoveChoice(self._search, position, limits, seconds, stop)
            found = choice.find_move(random.Random(request.seed))
        return build_answer(found, self._search.nodes, stop, started)


def _small_board() -> Board:
    board = empty_board(8, 8)
    for column in (2, 3, 4):  # an open three of the second player, which the first has to defend
        board = board.with_stone(Point(3, column), 2)
    return board.with_stone(Point(5, 5), 1)


def _opening_move(board: Board, choice: random.Random) -> Point:
    """Return the centre, or a point diagonally beside the only stone on the side of the centre.

    So early the search cannot tell moves apart, and prefers some that give the opponent a free move.
    """
    centre = Point(board.rows // 2, board.columns // 2)
    stones = [point for point in board.points() if board.stone_at(point)]
    if not stones:
        return centre
    x, y = stones[0]
    beside = [Point(x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1)]
    distances = {point: abs(point.x - centre.x) + abs(point.y - centre.y) for point in beside}
    nearest = min(distances.values())
    return choice.choice([point for point, distance in distances.items() if distance == nearest])


def _check_position(position: GamePosition) -> None:
    game, board = position.game, position.board
    if game.goal != "line" or game.line != 5 or board.rows != board.columns:
        raise ValueError("this engine plays for five in a row on square boards")
    if not SMALLEST_SIZE <= board.rows <= LARGEST_SIZE:
        raise ValueError(f"this engine plays on boards of {SMALLEST_SIZE} to {LARGEST_SIZE} points a side")
    if find_result(position) is not None:
        raise ValueError("the game is over")
