"""View of the facts of a simulated agent's turn: the position, analyses, findings, and moves it may play."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from gamehive.contracts.agents import find_task_agent
from gamehive.contracts.tools import GameToolResult
from gamehive.contracts.turns import GameTurnFacts, TaskFinding
from gamehive.contracts.workspace import CandidateMove, ThreatAnalysis
from gamehive.core.games.board import Point
from gamehive.core.games.game import find_game
from gamehive.core.games.position import GamePosition, is_safe, parse_position

_PROOF_RANK = {"won": 2, None: 1, "drawn": 1, "lost": 0}


@dataclass(frozen=True)
class FactsView:
    """View of the facts of one turn; everything follows from them alone."""

    facts: GameTurnFacts

    @cached_property
    def position(self) -> GamePosition:
        """The position, with the side that decides to move.

        Raises:
            LookupError: The game is unknown.
        """
        context = self.facts.context
        game = find_game(context.game)
        if game is None:
            raise LookupError(f"no game {context.game!r}")
        last = Point(context.history[-1].x, context.history[-1].y) if context.history else None
        return parse_position(game, context.board, context.to_move, last)

    @cached_property
    def results(self) -> tuple[tuple[str, Mapping[str, Any], GameToolResult], ...]:
        """Results of calls in this loop: tool, arguments, result, in their order."""
        calls = {call.call_id: call for note in self.facts.notes for call in note.calls}
        found = [note.result for note in self.facts.notes if note.result is not None]
        return tuple(
            (result.tool, calls[result.call_id].arguments if result.call_id in calls else {}, result)
            for result in found
        )

    def has_called(self, tool: str, **arguments: Any) -> bool:
        """Return whether a call of a tool, with these arguments among others, has a result in this loop."""
        return any(
            name == tool and all(given.get(key) == value for key, value in arguments.items())
            for name, given, _ in self.results
        )

    def can_call(self, tool: str) -> bool:
        """Return whether a tool may be called now, and a turn is left to use its result."""
        return tool in self.facts.tools and self.facts.turn < self.facts.max_turns

    @cached_property
    def consulted(self) -> frozenset[str]:
        """Ids of the task agents that were asked in this loop, whether they answered or not."""
        names = (str(given.get("agentName", "")) for tool, given, _ in self.results if tool == "call_task_agent")
        return frozenset(agent for agent in map(find_task_agent, names) if agent is not None)

    @cached_property
    def findings(self) -> Mapping[str, TaskFinding]:
        """Findings of task agents in this loop, by agent.

        What a re-evaluation recommends is for the board before the move: it counts only where that board is this one,
        so that the move is forbidden now. After a what-if about an earlier move its lesson remains.
        """
        found: dict[str, TaskFinding] = {}
        for tool, given, result in self.results:
            agent = find_task_agent(str(given.get("agentName", "")))
            if tool == "call_task_agent" and agent is not None and not result.is_error:
                finding = _read_finding(result)
                if finding is not None and agent == "undo_reevaluator" and not self.facts.context.blacklist:
                    finding = finding.model_copy(update={"moves": ()})
                if finding is not None:
                    found[agent] = finding
        return found

    def tool_data(self, tool: str) -> Iterator[Mapping[str, Any]]:
        """Yield the data of a tool's results without errors, the newest first."""
        for name, _, result in reversed(self.results):
            if name == tool and not result.is_error and result.data is not None:
                yield result.data

    @cached_property
    def threat_analysis(self) -> ThreatAnalysis | None:
        """The newest analysis of danger: of this loop, else of the workspace."""
        for data in self.tool_data("analyze_board"):
            if "threat_analysis" in data:
                return ThreatAnalysis.model_validate(data["threat_analysis"])
        return self.facts.context.threat_analysis

    @cached_property
    def forbidden(self) -> frozenset[Point]:
        """Moves that are not proposed: taken back here, or proposed in this loop before and so rejected."""
        taken_back = (Point(move.x, move.y) for move in self.facts.context.blacklist)
        return frozenset((*taken_back, *self._proposed()))

    def _proposed(self) -> Iterator[Point]:
        for note in self.facts.notes:
            if note.kind == "assistant" and not note.calls:
                point = read_point(note.text)
                if point is not None:
                    yield point

    @cached_property
    def candidates(self) -> tuple[CandidateMove, ...]:
        """Known candidates that may be proposed, the best first.

        An evaluation of one point replaces the engine's score for it only if it proves something or is much worse: of
        two equal searches neither is better, and the higher of two noisy scores is too high.
        """
        plies = self.position.plies
        known = {(each.x, each.y, each.source): each for each in self.facts.context.candidates if each.ply == plies}
        for data in reversed(tuple(self.tool_data("analyze_board"))):
            for each in map(CandidateMove.model_validate, data.get("candidates", ())):
                known[each.x, each.y, each.source] = each
        for data in reversed(tuple(self.tool_data("evaluate_position"))):
            each = _evaluated(data, plies)
            known[each.x, each.y, each.source] = each
        for each in [each for each in known.values() if each.source == "evaluation"]:
            _settle(known, each)
        allowed = [each for each in known.values() if self.may_propose(Point(each.x, each.y))]
        return _sort_candidates(allowed)

    @cached_property
    def searched(self) -> tuple[CandidateMove, ...]:
        """The engine's own candidates on this board with an exact score or a proof, the best first, forbidden or not."""
        own = (each for each in self.facts.context.candidates if each.source == "engine" and each.verified)
        return tuple(each for each in own if each.is_bound is not True and each.ply == self.position.plies)

    def may_propose(self, point: Point) -> bool:
        """Return whether a move is possible, does not lose at once, and is not forbidden."""
        board = self.position.board
        if point in self.forbidden or not board.has_point(point) or board.stone_at(point):
            return False
        return is_safe(self.position, point)

    @cached_property
    def allowed_moves(self) -> tuple[Point, ...]:
        """Moves that may be proposed, those nearest to the centre first; of none, any that is possible."""
        board = self.position.board
        empty = sorted(board.empty_points(), key=self._distance_to_centre)
        allowed = tuple(point for point in empty if self.may_propose(point))
        return allowed or tuple(point for point in empty if is_safe(self.position, point)) or tuple(empty)

    def _distance_to_centre(self, point: Point) -> int:
        board = self.position.board
        return abs(2 * point.x - board.rows + 1) + abs(2 * point.y - board.columns + 1)


def read_point(text: str) -> Point | None:
    """Return the point that a final message names; None if it names none."""
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        return None
    try:
        found = json.loads(text[start : end + 1])
        return Point(int(found["x"]), int(found["y"]))
    except (ValueError, KeyError, TypeError):
        return None


def _read_finding(result: GameToolResult) -> TaskFinding | None:
    data: Any = result.data
    if isinstance(data, dict) and "finding" in data:
        data = data["finding"]  # pyright: ignore[reportUnknownVariableType]
    try:
        if data:
            return TaskFinding.model_validate(data)
        return TaskFinding.model_validate_json(result.content)
    except ValidationError:
        return TaskFinding(text=result.content[:2000])


def _evaluated(data: Mapping[str, Any], plies: int) -> CandidateMove:
    return CandidateMove(
        x=data["x"],
        y=data["y"],
        score=data["score"],
        source="evaluation",
        verified=True,
        proof=data["proof"],
        ply=plies,
    )


MUCH_WORSE = 0.1
"""Loss of the expected result from which an evaluation counts against the engine's score of a move."""

CHALLENGE_MARGIN = 0.05
"""Gain that an evaluated move must show over the engine's first choice to be preferred to it."""


def _settle(known: dict[tuple[int, int, str], CandidateMove], evaluated: CandidateMove) -> None:
    """Keep one of an evaluation and the engine's own score of the same move."""
    own = known.get((evaluated.x, evaluated.y, "engine"))
    if own is None or own.is_bound:
        return
    if evaluated.proof is not None or evaluated.score < own.score - MUCH_WORSE:
        del known[own.x, own.y, "engine"]
    else:
        del known[evaluated.x, evaluated.y, "evaluation"]


def _sort_candidates(candidates: list[CandidateMove]) -> tuple[CandidateMove, ...]:
    """Return candidates with the best first, one a point; those of one search stay in its order.

    A search orders its moves by how sure it is of them, too: a higher score of a later one rests on less.
    """
    limit = 1.0
    ranks: list[tuple[tuple[int, bool, bool, float, float], CandidateMove]] = []
    for each in candidates:
        score = each.score
        if each.source == "engine" and not each.is_bound:
            limit = score = min(score, limit)
        ranks.append((_rank(each, score), each))
    best_of_point: dict[tuple[int, int], CandidateMove] = {}
    for _, each in sorted(ranks, key=lambda ranked: ranked[0], reverse=True):
        best_of_point.setdefault((each.x, each.y), each)
    return tuple(best_of_point.values())


def _rank(candidate: CandidateMove, score: float) -> tuple[int, bool, bool, float, float]:
    """Return how good a candidate is: proofs first, verified ones and book moves, bounds after scores."""
    exact = candidate.is_bound is not True
    return (
        _PROOF_RANK[candidate.proof],
        exact and (candidate.verified or candidate.source == "book"),
        exact,
        candidate.match or 0.0,
        score - (CHALLENGE_MARGIN if candidate.source == "evaluation" else 0),
    )
