"""Match of a board with the boards of the knowledge base, also turned, mirrored or with sides exchanged (GH-83)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gamehive.core.games.board import EMPTY, Board, Player, Point, other_player
from gamehive.core.games.game import Game
from gamehive.knowledge.knowledge_base import KnowledgeEntry, find_entries

BOOK_SCORES = {"winning_moves": 1.0, "only_moves": 0.5}
"""Expected result of a move by what its entry claims: it wins, or it is one of those that do not lose."""


@dataclass(frozen=True, slots=True)
class BoardMatch:
    """Entry about the very position, the moves that it recommends there, and their expected result."""

    entry: KnowledgeEntry
    points: tuple[Point, ...]
    score: float


def match_entries(game: Game, board: Board, to_move: Player) -> list[BoardMatch]:
    """Return the entries on openings whose board is this one, with their moves on it; those that win first."""
    found: list[BoardMatch] = []
    for entry in find_entries(game):
        claim, shown = entry.claim, entry.parsed_board()
        if (
            claim is None
            or claim.kind not in BOOK_SCORES
            or shown is None
            or entry.topic not in ("opening", "strategy")
        ):
            continue
        if entry.to_move != to_move:
            shown = _exchange_sides(shown)
        turn = next((turn for turn in _turns(shown) if _apply(turn, shown) == board), None)
        if turn is not None:
            points = tuple(sorted({turn(point) for point in claim.points}))
            found.append(BoardMatch(entry, points, BOOK_SCORES[claim.kind]))
    return sorted(found, key=lambda match: -match.score)


_Turn = Callable[[Point], Point]


def _turns(board: Board) -> Iterator[_Turn]:
    """Yield the symmetries of a board: eight of a square, four of another rectangle."""
    last_x, last_y = board.rows - 1, board.columns - 1
    yield lambda point: point
    yield lambda point: Point(last_x - point.x, point.y)
    yield lambda point: Point(point.x, last_y - point.y)
    yield lambda point: Point(last_x - point.x, last_y - point.y)
    if last_x == last_y:
        yield lambda point: Point(point.y, point.x)
        yield lambda point: Point(last_x - point.y, point.x)
        yield lambda point: Point(point.y, last_y - point.x)
        yield lambda point: Point(last_x - point.y, last_y - point.x)


def _apply(turn: _Turn, board: Board) -> Board:
    cells = bytearray(len(board.cells))
    for point in board.points():
        x, y = turn(point)
        cells[x * board.columns + y] = board.stone_at(point)
    return Board(board.rows, board.columns, bytes(cells))


def _exchange_sides(board: Board) -> Board:
    cells = bytes(cell if cell == EMPTY else other_player(1 if cell == 1 else 2) for cell in board.cells)
    return Board(board.rows, board.columns, cells)
