"""Tool `analyze_board`: threats of both sides, phase, safe moves and the engine's candidates (GH-52)."""

from collections.abc import Mapping

from gamehive.contracts.turns import BoardContext
from gamehive.contracts.workspace import CandidateMove, ThreatAnalysis
from gamehive.core.analysis.board_analysis import BoardAnalysis, analyze_board
from gamehive.core.analysis.threat_score import defence_urgency
from gamehive.engines.level import Level
from gamehive.engines.port import EngineService
from gamehive.engines.search import MoveCandidate, SearchAnswer, SearchRequest
from gamehive.tools.position_reader import read_context
from gamehive.tools.texts import PHASE_NAMES, describe_points, describe_score, describe_threat
from gamehive.tools.tool_answer import ToolAnswer, as_share
from shared.core.language import Language, join_clauses

MAX_LINE_MOVES = 6
"""Moves of the expected line that are told."""


async def answer_board_call(context: BoardContext, engines: EngineService, level: Level, time_s: float) -> ToolAnswer:
    """Return the analysis of a game's board for the side to move.

    Raises:
        ValueError: The board is none of its game, or the game is over.
        EngineUnavailable: No engine answers now.
    """
    position = read_context(context)
    answer = await engines.search(SearchRequest(position, level, time_s))
    analysis = analyze_board(position)
    candidates = tuple(_candidate(each, answer, context, position.plies) for each in answer.candidates)
    threat = ThreatAnalysis(
        threat=as_share(answer.threat),
        urgency=defence_urgency(analysis.threats, as_share(answer.threat)),
        threats=analysis.threats,
        computed_at_ply=position.plies,
    )
    is_mine = context.to_move == context.my_side
    return ToolAnswer(
        content=_render(context, answer, analysis, threat),
        data={
            "phase": context.phase,
            "threat_analysis": threat.model_dump(mode="json"),
            "mobility": list(analysis.mobility),
            "candidates": [each.model_dump(mode="json") for each in candidates],
            "line": [list(point) for point in answer.line[:MAX_LINE_MOVES]],
        },
        candidates=candidates if is_mine else (),
        threat_analysis=threat if is_mine else None,
    )


def _candidate(found: MoveCandidate, answer: SearchAnswer, context: BoardContext, plies: int) -> CandidateMove:
    language = context.language
    result = describe_score(found.score, found.proof, language, is_bound=found.is_bound)
    line = answer.line[1:MAX_LINE_MOVES] if found.point == answer.point else ()
    expected = _LINE[language].format(points=describe_points(line, language)) if line else ""
    return CandidateMove(
        x=found.point.x,
        y=found.point.y,
        score=as_share(found.score),
        source="engine",
        reason=join_clauses(filter(None, (result, expected)), language),
        verified=True,
        proof=found.proof,
        is_bound=found.is_bound or None,
        ply=plies,
    )


def _render(context: BoardContext, answer: SearchAnswer, analysis: BoardAnalysis, threat: ThreatAnalysis) -> str:
    language = context.language
    threats = [describe_threat(each, context.to_move, language) for each in analysis.threats]
    moves = [
        f"({each.point.x},{each.point.y}) {describe_score(each.score, each.proof, language, is_bound=each.is_bound)}"
        for each in answer.candidates
    ]
    own, other = analysis.mobility
    return _TEXT[language].format(
        phase=PHASE_NAMES[language][context.phase],
        result=describe_score(answer.score, answer.proof, language),
        threat=threat.threat,
        urgency=threat.urgency,
        threats=join_clauses(threats, language) or _NONE[language],
        own=own,
        other=other,
        moves=join_clauses(moves, language),
        line=describe_points(answer.line[:MAX_LINE_MOVES], language),
    )


_NONE: Mapping[Language, str] = {"zh": "无", "en": "none"}
_LINE: Mapping[Language, str] = {"zh": "预期其后 {points}", "en": "expected to follow: {points}"}
_TEXT: Mapping[Language, str] = {
    "zh": (
        "{phase}，我方期望 {result}；危险 {threat:.2f}，防守紧急度 {urgency:.2f}。\n威胁：{threats}。\n"
        "安全着手：我方 {own}，对方 {other}。\n候选（从好到坏）：{moves}。\n预期：{line}。"
    ),
    "en": (
        "{phase}; our expected result {result}; danger {threat:.2f}, urgency of a defence {urgency:.2f}.\n"
        "Threats: {threats}.\nSafe moves: ours {own}, the opponent's {other}.\n"
        "Candidates, the best first: {moves}.\nExpected line: {line}."
    ),
}
