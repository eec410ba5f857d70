"""Temperament of the simulated personas: now and then one prefers an active move of its own (GH-14…16)."""

from collections.abc import Mapping

from gamehive.contracts.agents import Persona
from gamehive.core.analysis.line_shapes import longest_line
from gamehive.core.games.board import EMPTY, Point, neighbours
from gamehive.core.games.position import GamePosition
from gamehive.simulated.facts_view import FactsView
from shared.llm.seeded_random import seeded_fraction

ACTIVE_SHARES: Mapping[Persona, float] = {"strategist": 0.2, "tactician": 0.15, "endgame_specialist": 0.06}
"""Share of the decisions in which a persona follows its own idea."""

CHECK_SHARE = 0.4
"""Share of the decisions in which the tactics coordinator has its favourite evaluated."""


def follows_own_idea(view: FactsView, persona: Persona) -> bool:
    """Return whether a persona prefers its own move in this position."""
    return _draw(view, persona, "idea") < ACTIVE_SHARES[persona]


def checks_favourite(view: FactsView, persona: Persona) -> bool:
    """Return whether a persona has its favourite evaluated before it decides."""
    return _draw(view, persona, "check") < CHECK_SHARE


def find_active_move(view: FactsView) -> Point:
    """Return the most active of the moves that may be proposed: on the longest own line, or beside own groups."""
    position = view.position
    return max(view.allowed_moves, key=lambda point: activity_of(position, point))


def activity_of(position: GamePosition, point: Point) -> int:
    """Return the stones of the longest own line through a point; in NoGo the own stones beside it."""
    if position.game.goal == "liberties":
        return stones_beside(position, point, position.to_move)
    return longest_line(position.board, point, position.to_move)


def stones_beside(position: GamePosition, point: Point, player: int) -> int:
    """Return the stones of a player beside a point."""
    board = position.board
    beside = neighbours(board.rows, board.columns)[point.x * board.columns + point.y]
    return sum(board.cells[index] == player != EMPTY for index in beside)


def _draw(view: FactsView, persona: Persona, topic: str) -> float:
    context = view.facts.context
    return seeded_fraction(context.game, *context.board, context.to_move, persona, topic)
