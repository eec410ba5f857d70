"""Replay of the tactics positions and their labels under OpenSpiel, against every defence of a five."""

from collections.abc import Iterable
from dataclasses import dataclass

from benchmarks.strength.openspiel_game import State, load_line_game, referee_winner
from benchmarks.strength.tactics import TacticsPosition
from benchmarks.strength.threat_prover import MOST_FOURS, five_points, four_line, move_wins, three_moves
from gamehive.core.games.board import Board, Player, Point, other_player
from gamehive.core.games.game import games


class ReplayError(ValueError):
    """The referee does not agree with a position or its label."""


@dataclass(frozen=True, slots=True)
class ReplayCount:
    """Numbers of positions.

    Attributes:
        total: Those that were given.
        replayed: Those that legal moves reach under the referee, none of which ends the game.
        correct: Those whose label holds under the referee, too.
    """

    total: int
    replayed: int
    correct: int


def count_replays(positions: Iterable[TacticsPosition]) -> ReplayCount:
    """Replay positions and play out their labels under the referee."""
    total = replayed = correct = 0
    for each in positions:
        total += 1
        try:
            replay(each)
            replayed += 1
            check_label(each)
            correct += 1
        except ReplayError:
            continue
    return ReplayCount(total, replayed, correct)


def replay(each: TacticsPosition) -> tuple[Board, Player, State]:
    """Return board, player to move and the referee's state after the moves of a position.

    Raises:
        ReplayError: A move is not legal, or ends the game.
    """
    game = games()[each.key]
    state = load_line_game(game).new_initial_state()
    for x, y in each.moves:
        _require(not state.is_terminal() and x * game.columns + y in state.legal_actions(), f"illegal move {x}, {y}")
        state.apply_action(x * game.columns + y)
    _require(not state.is_terminal(), "the moves end the game")
    position = each.to_position()
    return position.board, position.to_move, state


def check_label(each: TacticsPosition) -> None:
    """Play all moves that a label calls right under the referee.

    Raises:
        ReplayError: One of them is not, or a five or a block that is right is missing.
    """
    board, player, state = replay(each)
    fives = fives_by_referee(state, board)
    if each.kind == "win_in_1":
        _require(fives == set(each.correct), "other fives")
        return
    _require(not fives and bool(each.correct), "a five, or nothing to find")
    if each.kind == "block_in_1":
        for point in board.empty_points():
            after = state.child(point.x * board.columns + point.y)
            lost = bool(fives_by_referee(after, board.with_stone(point, player)))
            _require(lost == (point not in each.correct), f"{tuple(point)} is no block, or another one")
        return
    for point in sorted(each.correct):
        play_win(board, player, state, point)


def ends_at_once(state: State, board: Board, point: Point) -> int | None:
    """Return the winner under the referee if a move ends the game; None if it goes on."""
    after = state.child(point.x * board.columns + point.y)
    return referee_winner(after) if after.is_terminal() else None


def fives_by_referee(state: State, board: Board) -> set[Point]:
    """Return the moves with which the player to move wins at once under the referee."""
    return {point for point in board.empty_points() if ends_at_once(state, board, point) is not None}


def play_win(board: Board, player: Player, state: State, point: Point) -> int:
    """Play a proved win to its end under the referee; return the number of games, all of which were won.

    Args:
        board: Stones before a move of the player.
        player: The one who wins.
        state: The referee's state of the same position.
        point: The move. If it makes a four the opponent tries all that meets a five, else every empty point.

    Raises:
        ReplayError: A game was not won, or the move is not empty.
    """
    _require(not board.stone_at(point), f"a stone is on {tuple(point)}")
    after, board = state.child(point.x * board.columns + point.y), board.with_stone(point, player)
    if after.is_terminal():
        _require(referee_winner(after) == player, "the game ends without a win")
        return 1
    other = other_player(player)
    _require(not fives_by_referee(after, board), "the opponent wins first")
    count = 0
    for reply in five_points(board, player) or board.empty_points():
        replied = board.with_stone(reply, other)
        count += play_win(replied, player, after.child(reply.x * board.columns + reply.y), next_move(replied, player))
    return count


def next_move(board: Board, player: Player) -> Point:
    """Return a move that keeps a proved win: a five, a win by fours, the block of a four, or another threat.

    Raises:
        ReplayError: None is proved.
    """
    line = tuple(five_points(board, player)) or four_line(board, player, MOST_FOURS + 1)
    blocks = five_points(board, other_player(player))
    moves = (
        line[:1] or blocks or [point for point in sorted(three_moves(board, player)) if move_wins(board, player, point)]
    )
    _require(bool(moves), "the prover has lost its win")
    return next(iter(moves))


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise ReplayError(message)
