"""Position of gomoku with the arrays that its searches work on, and the calls of their kernels."""

import numpy as np

from gamehive.core.games.board import Board, Player
from gamehive.engines.gomoku.defence import list_defences
from gamehive.engines.gomoku.evaluation import list_candidates
from gamehive.engines.gomoku.four_search import find_four_win
from gamehive.engines.gomoku.layout import (
    CELLS,
    FOUR_CUT,
    FOUR_LIMIT,
    FOUR_NARROW,
    FOUR_NODES,
    GENERATION,
    HALTED,
    HISTORY,
    LARGEST_WIDTH,
    LEAF_FOUR_DEPTH,
    LEAF_FOUR_LIMIT,
    LINE,
    MOVES,
    NODE_LIMIT,
    NODES,
    RANK_COUNTS,
    RANKS,
    ROOT_BEST,
    ROOT_COUNT,
    ROOT_DONE,
    ROOT_MOVES,
    ROOT_SCORE,
    ROOT_SCORES,
    THREAT_FOUR_DEPTH,
    VARIATION,
    VARIATION_LENGTHS,
    WIN,
    WORK_LENGTH,
)
from gamehive.engines.gomoku.pattern_board import (
    first_of_rank,
    new_hashes,
    new_state,
    put_stone,
    remove_stone,
    write_board,
)
from gamehive.engines.gomoku.root import search_root
from gamehive.engines.gomoku.shape import shape_table
from gamehive.engines.gomoku.threat_search import find_threat_win
from gamehive.engines.gomoku.transposition import new_table
from gamehive.engines.search import SearchStop

_THREAT_FOUR_DEPTH = 12


class PositionSearch:
    """Arrays of one engine: the position, the tables, and what the searches leave behind.

    Attributes:
        nodes: Positions visited since `load`.
    """

    def __init__(self) -> None:
        self.nodes = 0
        self._state = new_state()
        self._shapes = shape_table()
        self._hashes = new_hashes()
        self._work = np.zeros(WORK_LENGTH, dtype=np.int32)
        self._table = new_table()

    def load(self, board: Board) -> None:
        """Begin a new search at a position."""
        write_board(self._state, self._hashes, board)
        self._work[HISTORY:MOVES] = 0
        self._work[GENERATION] = self._work[GENERATION] % 0xFFFF + 1
        self.nodes = 0

    def count(self, player: Player, rank: int) -> int:
        """Return the number of empty points where a player's stone has a rank."""
        return int(self._state[RANK_COUNTS + 8 * player + rank])

    def rank(self, player: Player, point: int) -> int:
        """Return the rank of a player's stone at an empty point."""
        return int(self._state[RANKS + 2 * point + player - 1])

    def first(self, player: Player, rank: int) -> int:
        """Return the first empty point of a rank; -1 if there is none."""
        return int(first_of_rank(self._state, player, rank))

    def is_empty(self, point: int) -> bool:
        """Return whether a point has no stone."""
        return bool(self._state[CELLS + point] == 0)

    def put(self, point: int, player: Player) -> None:
        """Put a stone."""
        put_stone(self._state, self._shapes, self._hashes, point, player)

    def remove(self, point: int, player: Player) -> None:
        """Take back the stone that was put last."""
        remove_stone(self._state, self._hashes, point, player)

    def defences(self, player: Player) -> list[int]:
        """Return the moves that may answer a threat of two fours."""
        end = int(list_defences(self._state, player, self._work, MOVES))
        return [int(each) for each in self._work[MOVES:end]]

    def candidates(self, player: Player) -> list[tuple[int, int]]:
        """Return the empty points near stones, each with the value by which it is ordered."""
        end = int(list_candidates(self._state, self._work, player, MOVES, 0, 0))
        moves = self._work[MOVES:end]
        values = self._work[MOVES + LARGEST_WIDTH : end + LARGEST_WIDTH]
        return [(int(move), int(value)) for move, value in zip(moves, values, strict=True)]

    def four_win(self, player: Player, depth: int, limit: int, stop: SearchStop) -> list[int]:
        """Return the line of a win by fours in at most so many own moves; empty if none is found in `limit` nodes."""
        work = self._work
        work[HALTED], work[FOUR_CUT], work[FOUR_NODES], work[FOUR_LIMIT] = 0, 0, 0, limit
        work[FOUR_NARROW] = 0
        plies = find_four_win(
            self._state, self._shapes, self._hashes, work, self._table, stop, player, max(1, depth), 0
        )
        self.nodes += int(work[FOUR_NODES])
        return self._line(int(plies), player)

    def threat_win(self, player: Player, depth: int, limit: int, stop: SearchStop) -> list[int]:
        """Return a line of a win by threats, searched with growing depth; empty if none is found in `limit` nodes."""
        work, plies = self._work, 0
        work[HALTED], work[NODES], work[NODE_LIMIT] = 0, 0, limit
        work[THREAT_FOUR_DEPTH] = _THREAT_FOUR_DEPTH
        for each in range(2, depth + 1):
            plies = find_threat_win(self._state, self._shapes, self._hashes, work, self._table, stop, player, each, 0)
            if plies or work[HALTED]:
                break
        self.nodes += int(work[NODES])
        return self._line(int(plies), player)

    def set_root(self, moves: list[int], four_depth: int, four_limit: int) -> None:
        """Set the moves between which the alpha-beta search decides, and the limits of the proofs at its leaves."""
        work = self._work
        work[ROOT_COUNT] = len(moves)
        work[ROOT_MOVES : ROOT_MOVES + len(moves)] = moves
        work[ROOT_SCORES : ROOT_SCORES + len(moves)] = 0
        work[LEAF_FOUR_DEPTH], work[LEAF_FOUR_LIMIT] = max(1, four_depth), four_limit

    def iterate(self, player: Player, depth: int, limit: int, stop: SearchStop) -> bool:
        """Search the root moves to a depth; return False if the stop or the limit of nodes cut it."""
        work = self._work
        work[HALTED], work[NODES], work[NODE_LIMIT] = 0, 0, limit
        search_root(self._state, self._shapes, self._hashes, work, self._table, stop, player, depth, -WIN, WIN, 1)
        self.nodes += int(work[NODES])
        return not work[HALTED]

    def best(self) -> tuple[int, int] | None:
        """Return the best root move searched in the last iteration and its score; None if none was searched."""
        work = self._work
        return (int(work[ROOT_BEST]), int(work[ROOT_SCORE])) if work[ROOT_DONE] else None

    def root_scores(self) -> list[tuple[int, int]]:
        """Return the root moves in their present order, each with the score or bound found last."""
        count = int(self._work[ROOT_COUNT])
        moves, scores = self._work[ROOT_MOVES : ROOT_MOVES + count], self._work[ROOT_SCORES : ROOT_SCORES + count]
        return [(int(move), int(score)) for move, score in zip(moves, scores, strict=True)]

    def variation(self) -> list[int]:
        """Return the expected line of the last iteration."""
        length = int(self._work[VARIATION_LENGTHS])
        return [int(each) for each in self._work[VARIATION : VARIATION + length]]

    def _line(self, plies: int, player: Player) -> list[int]:
        """Return the moves of a proved win, as far as the search wrote them down."""
        line: list[int] = []
        for move in self._work[LINE : LINE + plies]:
            if move == 0 or not self.is_empty(int(move)) or int(move) in line:
                break
            line.append(int(move))
        return line
