"""Board of a game as text, with coordinates, and sentences about a move."""

from gamehive.core.games.board import EMPTY, FIRST, SECOND, Board, Player, Point
from gamehive.core.games.position import EndReason, GameResult
from gamehive.engines.search import MoveCandidate, SearchAnswer

STONES = {EMPTY: "·", FIRST: "X", SECOND: "O"}
"""Sign of an empty point and of each player's stones."""

SIDES: dict[Player, str] = {FIRST: "first", SECOND: "second"}
"""Word for each player in JSON and in options."""

_REASONS: dict[EndReason, str] = {
    "line": "a line",
    "last_liberty": "the last liberty was taken",
    "no_safe_move": "no move is left that does not lose",
    "full_board": "the board is full",
}


def board_lines(board: Board, last: Point | None = None) -> list[str]:
    """Return the lines of a board: column numbers, then a row each; the last stone stands in brackets."""
    header = "    " + "".join(f"{column:>2} " for column in range(board.columns))
    return [header.rstrip(), *(_row_text(board, row, last) for row in range(board.rows))]


def _row_text(board: Board, row: int, last: Point | None) -> str:
    def cell(column: int) -> str:
        sign = STONES[board.stone_at(Point(row, column))]
        return f"[{sign}]" if last == (row, column) else f" {sign} "

    return (f"{row:>3} " + "".join(cell(column) for column in range(board.columns))).rstrip()


def point_text(point: Point) -> str:
    """Return a point as a person types it: row and column."""
    return f"{point.x} {point.y}"


def answer_text(answer: SearchAnswer, player: Player) -> str:
    """Return a line about an engine's move: the move, how it stands, how far it looked, and what it expects."""
    sign = STONES[player]
    if answer.nodes == 0 and answer.proof is None:
        return f"{sign} {point_text(answer.point)} · a usual first move, not searched"
    parts = [
        f"{sign} {point_text(answer.point)}",
        _standing_text(answer.candidates[0], sign),
        f"{answer.elapsed_s:.1f} s",
    ]
    if answer.playouts is not None:
        parts.append(f"{answer.playouts:,} playouts")
    elif answer.depth is not None:
        parts.append(f"depth {answer.depth}")
    if len(answer.line) > 1:
        parts.append("expects " + ", ".join(map(point_text, answer.line[1:4])))
    return " · ".join(parts)


def _standing_text(move: MoveCandidate, sign: str) -> str:
    """Return how the game stands after a move, which may be a mistake of the level."""
    match move.proof:
        case "won":
            return f"{sign} wins against any reply"
        case "lost":
            return f"{sign} is lost against best play"
        case "drawn":
            return "drawn with best play"
        case None:
            return f"chances of {sign}: {min(max(move.score, 0.01), 0.99):.0%}"


def result_text(result: GameResult) -> str:
    """Return a sentence about the end of a game."""
    reason = _REASONS[result.reason]
    return f"Draw: {reason}." if result.winner is None else f"{STONES[result.winner]} wins: {reason}."
