"""Position of a game: the board, whose turn it is, the moves that are possible, and how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gamehive.core.games.board import EMPTY, FIRST, Board, Player, Point, empty_board, other_player, parse_board
from gamehive.core.games.game import Game
from gamehive.core.games.liberty import takes_last_liberty
from gamehive.core.games.line import has_line_through

EndReason = Literal["line", "last_liberty", "no_safe_move", "full_board"]


@dataclass(frozen=True, slots=True)
class GameResult:
    """End of a game: the winner, or None for a draw, and the reason."""

    winner: Player | None
    reason: EndReason


@dataclass(frozen=True, slots=True)
class GamePosition:
    """State of a game after some plies.

    Attributes:
        game: The rules.
        board: The stones.
        to_move: The player whose turn it is.
        last: Point of the last stone; None before the first.
    """

    game: Game
    board: Board
    to_move: Player
    last: Point | None = None

    @property
    def plies(self) -> int:
        """Number of stones on the board (GH-175)."""
        return self.board.stone_count()


def start_position(game: Game, first: Player = FIRST) -> GamePosition:
    """Return the empty board with the player who begins."""
    return GamePosition(game, empty_board(game.rows, game.columns), first)


def parse_position(game: Game, rows: Sequence[str], to_move: Player, last: Point | None) -> GamePosition:
    """Return the position of a board in text, one string of 0, 1 and 2 a row.

    Raises:
        ValueError: The text is no board of the game's size.
    """
    board = parse_board(rows)
    if (board.rows, board.columns) != (game.rows, game.columns):
        raise ValueError(f"{game.key} is played on {game.rows}x{game.columns}, not on {board.rows}x{board.columns}")
    return GamePosition(game, board, to_move, last)


def is_playable(position: GamePosition, point: Point) -> bool:
    """Return whether a stone may be put at a point: it is on the board and empty (GH-211)."""
    return position.board.has_point(point) and position.board.stone_at(point) == EMPTY


def is_safe(position: GamePosition, point: Point) -> bool:
    """Return whether a playable move does not lose the game at once (GH-211)."""
    return not _loses(position, position.board.with_stone(point, position.to_move), point)


def playable_moves(position: GamePosition) -> list[Point]:
    """Return the empty points, row by row; none once the game is over."""
    return [] if find_result(position) is not None else position.board.empty_points()


def safe_moves(position: GamePosition) -> list[Point]:
    """Return the playable moves that do not lose at once."""
    return [point for point in playable_moves(position) if is_safe(position, point)]


def play_move(position: GamePosition, point: Point) -> GamePosition:
    """Return the position after a move of the player whose turn it is.

    Who has no safe move in NoGo may still play it out, as an outer referee demands (GH-212).

    Raises:
        ValueError: The point is off the board or not empty, or a move has ended the game.
    """
    if not is_playable(position, point):
        raise ValueError(f"{tuple(point)} is no empty point of the board")
    if is_ended_by_move(position):
        raise ValueError("the game is over")
    board = position.board.with_stone(point, position.to_move)
    return GamePosition(position.game, board, other_player(position.to_move), point)


def find_result(position: GamePosition) -> GameResult | None:
    """Return how a game ended by its last move; None while it goes on.

    In NoGo whoever has no safe move left has lost already, one ply before the losing move (GH-212).
    """
    game, board, last = position.game, position.board, position.last
    mover = other_player(position.to_move)
    if last is not None:
        if game.goal == "line" and has_line_through(board, last, game.line):
            return GameResult(mover, "line")
        if _loses(position, board, last):
            return GameResult(position.to_move, "line" if game.goal == "no_line" else "last_liberty")
    if game.goal == "liberties":
        has_safe = any(is_safe(position, point) for point in board.empty_points())
        return None if has_safe else GameResult(mover, "no_safe_move")
    return None if EMPTY in board.cells else GameResult(None, "full_board")


def is_ended_by_move(position: GamePosition) -> bool:
    """Return whether a game is over for every referee, and not only because no safe move is left (GH-212)."""
    result = find_result(position)
    return result is not None and result.reason != "no_safe_move"


def _loses(position: GamePosition, board: Board, point: Point) -> bool:
    """Return whether the stone just played at a point loses the game for its player."""
    match position.game.goal:
        case "line":
            return False
        case "no_line":
            return has_line_through(board, point, position.game.line)
        case "liberties":
            return takes_last_liberty(board, point)
