"""Check of gomoku proofs by replay: the winner's moves come from the engine, those of the loser are all there are."""

from gamehive.core.games.board import Player, other_player
from gamehive.engines.deadline import search_in_time
from gamehive.engines.gomoku.engine import GomokuEngine
from gamehive.engines.search import SearchRequest
from tests.support.gomoku_positions import Cells, makes_five, position_of, winning_points


def winning_move(engine: GomokuEngine, cells: Cells, player: Player) -> tuple[int, int] | None:
    """Return the first move of a win that the engine claims; None if it claims none in half a second."""
    answer = search_in_time(engine, SearchRequest(position_of(cells, player), 3, 0.5))
    return (answer.point.x, answer.point.y) if answer.proof == "won" else None


def verify_win(engine: GomokuEngine, cells: Cells, player: Player, first: tuple[int, int] | None = None) -> bool:
    """Return whether the claimed win of the player to move is one, whatever the opponent replies."""
    fives = winning_points(cells, player)
    if fives:
        return True
    move = first or winning_move(engine, cells, player)
    if move is None:
        return False
    x, y = move
    cells[x][y] = player
    holds = verify_loss(engine, cells, other_player(player))
    cells[x][y] = 0
    return holds


def verify_loss(engine: GomokuEngine, cells: Cells, player: Player) -> bool:
    """Return whether the opponent's claimed win against the player to move is one, whatever that player does."""
    other = other_player(player)
    threats = set(winning_points(cells, other))
    for x, row in enumerate(cells):
        for y, stone in enumerate(row):
            if stone:
                continue
            if makes_five(cells, x, y, player):
                return False
            if threats - {(x, y)}:
                continue
            cells[x][y] = player
            holds = verify_win(engine, cells, other)
            cells[x][y] = 0
            if not holds:
                return False
    return True
