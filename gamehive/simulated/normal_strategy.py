"""A model that plays reversed games by the strategy of the normal ones, to test the guard (GH-112, part 23)."""

from gamehive.contracts.turns import GameTurnFacts, TurnReply
from gamehive.core.analysis.line_shapes import find_shapes, longest_line
from gamehive.core.games.board import EMPTY, Board, Player, Point, neighbours, other_player
from gamehive.core.games.position import GamePosition
from gamehive.simulated.facts_view import FactsView
from gamehive.simulated.replies import answer_forced_call, propose_move


def play_normal_strategy(facts: GameTurnFacts) -> TurnReply:
    """Return the move of the normal game at once, without asking anybody.

    In misère it completes, blocks and extends lines as in tic-tac-toe; in NoGo it takes liberties as in Go. After a
    rejection it proposes the next best by the same strategy.
    """
    view = FactsView(facts)
    if facts.forced_tool is not None:
        return answer_forced_call(view)
    position = view.position
    empty = [point for point in position.board.empty_points() if point not in view.forbidden]
    moves = empty or position.board.empty_points()
    value = _liberty_value if position.game.goal == "liberties" else _line_value
    point = max(moves, key=lambda move: value(position, move))
    return propose_move(point, _REASONS[facts.context.language], "")


def _line_value(position: GamePosition, point: Point) -> tuple[bool, bool, int, bool]:
    """Return how a move rates in the normal game: completes, blocks, extends, and is in a corner."""
    board, mine = position.board, position.to_move
    own = find_shapes(board, mine, position.game.line)
    other = find_shapes(board, other_player(mine), position.game.line)
    is_corner = point.x in (0, board.rows - 1) and point.y in (0, board.columns - 1)
    return point in own.completions, point in other.completions, longest_line(board, point, mine), is_corner


def _liberty_value(position: GamePosition, point: Point) -> tuple[int, int]:
    """Return how a move rates in Go: how few liberties it leaves the groups beside it, and how many stones they have."""
    board, mine = position.board, position.to_move
    after = board.with_stone(point, mine)
    groups = _groups_beside(after, point, other_player(mine))
    fewest = min((liberties for _, liberties in groups), default=9)
    return -fewest, sum(stones for stones, _ in groups)


def _groups_beside(board: Board, point: Point, player: Player) -> list[tuple[int, int]]:
    """Return stones and liberties of each group of a player beside a point."""
    beside = neighbours(board.rows, board.columns)
    found: list[tuple[int, int]] = []
    seen: set[int] = set()
    for start in beside[point.x * board.columns + point.y]:
        if board.cells[start] != player or start in seen:
            continue
        group, liberties, waiting = {start}, set[int](), [start]
        while waiting:
            for each in beside[waiting.pop()]:
                if board.cells[each] == EMPTY:
                    liberties.add(each)
                elif board.cells[each] == player and each not in group:
                    group.add(each)
                    waiting.append(each)
        seen |= group
        found.append((len(group), len(liberties)))
    return found


_REASONS = {"zh": "照普通规则，这一手最有利。", "en": "By the normal rules this move is best."}
