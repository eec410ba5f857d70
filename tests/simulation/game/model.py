"""What the model of a simulated game replies: by the simulated team's rules, or with the trouble that its course has."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from gamehive.contracts.turns import GameTurnFacts, ReplyCall, SummaryFacts, TurnReply
from gamehive.core.games.board import Point, other_player
from gamehive.core.games.game import games
from gamehive.core.games.position import GamePosition, parse_position
from gamehive.engines.exact.solver import SmallSolver, preference
from gamehive.simulated.rules import RULES
from tests.simulation.game.courses import Topic, TroubleKind

SOLVERS = {"tictactoe": SmallSolver(line_wins=True), "misere": SmallSolver(line_wins=False)}


def topic_of(facts: Any) -> Topic:
    """Return who asks."""
    if isinstance(facts, SummaryFacts):
        return "summary"
    return "expert" if facts.task else "persona"


def answer(key: str, facts: Any, trouble: TroubleKind | None) -> BaseModel:
    """Return the reply to a prompt; a summary knows no trouble of this kind."""
    if trouble is not None and trouble in REPLIES and isinstance(facts, GameTurnFacts):
        return REPLIES[trouble](facts)
    return RULES[key](facts)


def solve_move(position: GamePosition, point: Point) -> int:
    """Return what a move comes to for who makes it on three by three points: 1 won, 0 drawn, -1 lost."""
    own, other = _stones(position, position.to_move), _stones(position, other_player(position.to_move))
    return SOLVERS[position.game.key].solve_move(own, other, point.x * 3 + point.y).value


def _stones(position: GamePosition, player: int) -> int:
    return sum(1 << index for index, cell in enumerate(position.board.cells) if cell == player)


def _position(facts: GameTurnFacts) -> GamePosition:
    context = facts.context
    last = Point(context.history[-1].x, context.history[-1].y) if context.history else None
    return parse_position(games()[context.game], context.board, context.to_move, last)


def _say_illegal(facts: GameTurnFacts) -> TurnReply:
    """A point with a stone, or one off the board."""
    position = _position(facts)
    taken = [point for point in position.board.points() if position.board.stone_at(point)]
    point = taken[facts.turn % len(taken)] if taken else Point(position.board.rows, 0)
    return _propose(point)


def _say_worst(facts: GameTurnFacts) -> TurnReply:
    """The worst move there is, as far as one can know."""
    position = _position(facts)
    points = position.board.empty_points()
    if position.game.key not in SOLVERS:
        return _propose(points[-1])
    solver = SOLVERS[position.game.key]
    own, other = _stones(position, position.to_move), _stones(position, other_player(position.to_move))
    return _propose(min(points, key=lambda each: preference(solver.solve_move(own, other, each.x * 3 + each.y))))


def _propose(point: Point) -> TurnReply:
    return TurnReply(message=json.dumps({"x": point.x, "y": point.y, "reason": "because"}))


def _call(tool: str, **arguments: object) -> TurnReply:
    return TurnReply(calls=(ReplyCall(tool=tool, arguments=arguments),))


def _hand_over(facts: GameTurnFacts) -> TurnReply:
    name = ("strategist", "tactician", "endgame_specialist")[facts.turn % 3]
    return _call("handoff_to_agent", agentName=name, currentAgentOutputSummary="take it")


def _call_wrongly(facts: GameTurnFacts) -> TurnReply:
    calls = (
        ("call_task_agent", {"agentName": "nobody", "prompt": "?"}),
        ("evaluate_position", {"x": "left"}),
        ("analyze_rule", {"force_refresh": 3}),
    )
    return TurnReply(calls=tuple(ReplyCall(tool=tool, arguments=given) for tool, given in calls))


REPLIES: Mapping[TroubleKind, Callable[[GameTurnFacts], TurnReply]] = {
    "empty": lambda _: TurnReply(),
    "malformed": lambda _: TurnReply(message="I should like to play in the middle."),
    "illegal": _say_illegal,
    "unknown_tool": lambda _: _call("teleport", where="home"),
    "bad_arguments": _call_wrongly,
    "hand_over": _hand_over,
    "repeat": lambda _: _call("analyze_board"),
    "worst": _say_worst,
    "undo": lambda _: _call("undo_evaluate", reason="it was too early"),
}
