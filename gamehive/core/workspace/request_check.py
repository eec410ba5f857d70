"""Check of a decision request against the rules: its game, board, history and turn (GH-156…159, GH-166)."""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from gamehive.contracts.decision import DecisionRequest, PlyRecord
from gamehive.core.games.board import EMPTY, FIRST, SECOND, Board, Point, empty_board, other_player, parse_board
from gamehive.core.games.game import Game, find_game, find_sized_game
from gamehive.core.games.position import GamePosition, find_result, is_ended_by_move
from shared.core.frozen_model import FrozenModel

ProblemCode = Literal[
    "unknown_game",
    "malformed_board",
    "wrong_size",
    "off_balance",
    "off_board",
    "on_stone",
    "out_of_turn",
    "contradiction",
    "game_over",
    "not_its_turn",
]


class RequestProblem(FrozenModel):
    """Reason why a request cannot be decided.

    Attributes:
        code: Kind of the problem.
        part: Part of the request that is wrong.
        values: Facts about it, by name: numbers of stones, rows, columns or a move.
    """

    code: ProblemCode
    part: Literal["game", "board", "history"]
    values: dict[str, int] = Field(default_factory=dict[str, int])


def find_request_problem(request: DecisionRequest) -> RequestProblem | None:
    """Return the first reason why a request cannot be decided; None if it can.

    Its board must be of the game's size and must be what its history leaves. Either side may have begun. A game of NoGo
    in which the side to move has only losing moves left can be decided: another referee has it played out (GH-212).
    """
    game = find_game(request.game)
    if game is None:
        return RequestProblem(code="unknown_game", part="game")
    try:
        board = parse_board(request.board)
    except ValueError:
        return RequestProblem(code="malformed_board", part="board")
    sized = find_sized_game(request.game, board.rows, board.columns) or game
    return next(_problems(request, sized, board), None)


def _problems(request: DecisionRequest, game: Game, board: Board) -> Iterator[RequestProblem]:
    if (board.rows, board.columns) != (game.rows, game.columns):
        size = {"rows": game.rows, "columns": game.columns, "given_rows": board.rows, "given_columns": board.columns}
        yield RequestProblem(code="wrong_size", part="board", values=size)
    counts = {"first": board.cells.count(FIRST), "second": board.cells.count(SECOND)}
    if abs(counts["first"] - counts["second"]) > 1:
        yield RequestProblem(code="off_balance", part="board", values=counts)
    problem, position = _replay(game, request)
    if problem is not None:
        yield problem
    if position.board != board:
        yield _contradiction(board, position.board)
    if request.side != position.to_move:
        yield RequestProblem(code="not_its_turn", part="history", values={"side": request.side})
    result = find_result(position)
    if result is not None and is_ended_by_move(position):
        yield RequestProblem(code="game_over", part="board", values={"step": position.plies})


def _contradiction(board: Board, expected: Board) -> RequestProblem:
    point = next(each for each in board.points() if board.stone_at(each) != expected.stone_at(each))
    given, right = board.stone_at(point), expected.stone_at(point)
    values = {"x": point.x, "y": point.y, "given": given, "expected": right}
    return RequestProblem(code="contradiction", part="board", values=values)


def _replay(game: Game, request: DecisionRequest) -> tuple[RequestProblem | None, GamePosition]:
    """Return the first problem of a history, and the position after the moves before it."""
    first = request.history[0].side if request.history else request.side
    position = GamePosition(game, empty_board(game.rows, game.columns), first)
    for step, move in enumerate(request.history, 1):
        problem = _find_move_problem(position, step, move)
        if problem is not None:
            return problem, position
        point = Point(move.x, move.y)
        board = position.board.with_stone(point, move.side)
        position = GamePosition(game, board, other_player(move.side), point)
    return None, position


def _find_move_problem(position: GamePosition, step: int, move: PlyRecord) -> RequestProblem | None:
    point = Point(move.x, move.y)
    values = {"step": step, "x": move.x, "y": move.y}
    if is_ended_by_move(position):
        return RequestProblem(code="game_over", part="history", values={"step": step - 1})
    if not position.board.has_point(point):
        return RequestProblem(code="off_board", part="history", values=values)
    if position.board.stone_at(point) != EMPTY:
        return RequestProblem(code="on_stone", part="history", values=values)
    if move.side != position.to_move:
        return RequestProblem(code="out_of_turn", part="history", values=values)
    return None
