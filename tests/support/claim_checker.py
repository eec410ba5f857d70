"""Check of what the knowledge base says of boards, by the rules, exhaustive search and the prover of gomoku wins."""

from collections.abc import Iterable
from functools import cache

from benchmarks.strength.threat_prover import (
    five_points,
    four_line,
    is_open_four,
    move_wins,
    open_three_directions,
)
from gamehive.core.games.board import EMPTY, Board, Player, Point, neighbours, other_player
from gamehive.core.games.game import Game, games, nogo
from gamehive.core.games.position import (
    GamePosition,
    GameResult,
    find_result,
    is_safe,
    play_move,
    playable_moves,
    safe_moves,
)
from gamehive.knowledge.knowledge_base import KnowledgeEntry, PositionClaim


def game_for_board(key: str, board: Board) -> Game:
    """Return the rules of an entry's game on the board of the entry."""
    game = games()[key]
    if game.goal == "liberties":
        return nogo(board.rows, board.columns)
    return next(
        each for each in games().values() if (each.goal, each.line, each.rows) == (game.goal, game.line, board.rows)
    )


def points_of(claim: PositionClaim, position: GamePosition) -> set[Point] | None:
    """Return the points that a claim should name; None if it is about something else."""
    match claim.kind:
        case "winning_moves":
            return {point for point in playable_moves(position) if _wins(position, point)}
        case "only_moves":
            return {point for point in playable_moves(position) if _does_not_lose(position, point)}
        case "unsafe_moves":
            return {point for point in playable_moves(position) if not is_safe(position, point)}
        case "safe_moves":
            return set(safe_moves(position))
        case _:
            return None


def is_true(key: str, entry: KnowledgeEntry) -> bool:
    """Return whether the claim of an entry holds."""
    board, claim = entry.parsed_board(), entry.claim
    assert board is not None
    assert claim is not None
    position = GamePosition(game_for_board(key, board), board, entry.to_move)
    expected = points_of(claim, position)
    if expected is not None:
        return set(claim.points) == expected
    player = entry.to_move
    match claim.kind:
        case "result":
            return {"won": 1, "drawn": 0, "lost": -1}[claim.value] == _value(position)
        case "move_result":
            result = find_result(play_move(position, claim.points[0]))
            return (
                result is not None
                and result == GameResult(claim.winner, result.reason)
                and result.reason == claim.value
            )
        case "wins_within":
            (point,) = claim.points
            return _plies_of_win(board, player, point) <= claim.number
        case "liberties":
            return _liberties(board, claim.points) == claim.number
        case "shape_at":
            (point,) = claim.points
            return claim.value in _shapes(board.with_stone(point, player), point, player)
        case _:
            raise AssertionError(claim.kind)


@cache
def _value(position: GamePosition) -> int:
    result = find_result(position)
    if result is not None:
        return 0 if result.winner is None else 1 if result.winner == position.to_move else -1
    assert len(position.board.cells) <= 16
    best = -1
    for point in playable_moves(position):
        after = play_move(position, point)
        # The same position by another order of moves is not searched again.
        ended = find_result(after) is not None
        best = max(best, -_value(after if ended else GamePosition(after.game, after.board, after.to_move)))
        if best == 1:
            break
    return best


def _wins(position: GamePosition, point: Point) -> bool:
    if position.game.line == 5:
        return move_wins(position.board, position.to_move, point)
    return _value(play_move(position, point)) == -1


def _does_not_lose(position: GamePosition, point: Point) -> bool:
    if position.game.line == 5:
        return not four_line(position.board.with_stone(point, position.to_move), other_player(position.to_move))
    return _value(play_move(position, point)) < 1


def _plies_of_win(board: Board, player: Player, point: Point) -> int:
    """Return the plies of a win by fours that begins with a move, the longest defence counted."""
    after = board.with_stone(point, player)
    fives = five_points(after, player)
    assert fives
    assert not five_points(after, other_player(player))
    if len(fives) > 1:
        return 3
    line = four_line(after.with_stone(min(fives), other_player(player)), player)
    assert line
    return 2 + len(line)


def _liberties(board: Board, points: Iterable[Point]) -> int:
    beside = neighbours(board.rows, board.columns)
    group, waiting = set[int](), [point.x * board.columns + point.y for point in points]
    while waiting:
        index = waiting.pop()
        if index not in group:
            group.add(index)
            waiting += [each for each in beside[index] if board.cells[each] == board.cells[index]]
    return len({each for index in group for each in beside[index] if board.cells[each] == EMPTY})


def _shapes(board: Board, point: Point, player: Player) -> set[str]:
    fives, threes = five_points(board, player), open_three_directions(board, point, player)
    named = {
        "open_four": is_open_four_there(board, point, player),
        "four": len(fives) == 1,
        "double_four": len(fives) > 1 and not is_open_four_there(board, point, player),
        "open_three": threes == 1,
        "double_three": threes > 1,
        "four_three": len(fives) == 1 and threes >= 1,
    }
    return {name for name, holds in named.items() if holds}


def is_open_four_there(board: Board, point: Point, player: Player) -> bool:
    """Return whether the stone at a point stands in an open four."""
    index = point.x * board.columns + point.y
    before = Board(board.rows, board.columns, board.cells[:index] + bytes((EMPTY,)) + board.cells[index + 1 :])
    return is_open_four(before, point, player)
