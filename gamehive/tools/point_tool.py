"""Tool `evaluate_position`: what one point is worth for the side to move, and for its opponent (GH-50)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gamehive.contracts.turns import BoardContext
from gamehive.contracts.workspace import CandidateMove
from gamehive.core.games.board import Player, Point, other_player
from gamehive.core.games.position import GamePosition, find_result, is_playable, is_safe, play_move
from gamehive.engines.level import Level
from gamehive.engines.port import EngineService
from gamehive.engines.search import Proof, SearchRequest
from gamehive.tools.position_reader import read_context
from gamehive.tools.texts import describe_points, describe_score
from gamehive.tools.tool_answer import ToolAnswer, as_share
from shared.core.language import Language

_REVERSED: Mapping[Proof, Proof] = {"won": "lost", "drawn": "drawn", "lost": "won"}


@dataclass(frozen=True, slots=True)
class _Outlook:
    """Expected result of a move for whoever makes it, and the opponent's best reply."""

    score: float
    proof: Proof | None
    reply: Point | None = None


async def answer_point_call(
    context: BoardContext, point: Point, engines: EngineService, level: Level, time_s: float
) -> ToolAnswer:
    """Return the value of a point for the side to move and, as its value for a defence, for the opponent.

    Half of the time goes to each.

    Raises:
        ValueError: The board is none of its game, or the game is over.
        EngineUnavailable: No engine answers now.
    """
    position = read_context(context)
    problem = _find_problem(position, point)
    if problem is not None:
        return ToolAnswer(_PROBLEMS[context.language][problem].format(x=point.x, y=point.y), is_error=True)
    own = await _look_ahead(position, point, engines, level, time_s / 2)
    other = replace(position, to_move=other_player(position.to_move), last=None)
    defence = await _look_ahead(other, point, engines, level, time_s / 2)
    return _build_answer(context, position, point, own, defence)


def _find_problem(position: GamePosition, point: Point) -> str | None:
    if not position.board.has_point(point):
        return "off_board"
    if not is_playable(position, point):
        return "occupied"
    return None if is_safe(position, point) else "self_losing"


async def _look_ahead(
    position: GamePosition, point: Point, engines: EngineService, level: Level, time_s: float
) -> _Outlook:
    mover: Player = position.to_move
    if find_result(position) is not None:  # the opponent has no safe move at all
        return _Outlook(0.0, "lost")
    after = play_move(position, point)
    result = find_result(after)
    if result is not None:
        if result.winner is None:
            return _Outlook(0.5, "drawn")
        return _Outlook(1.0, "won") if result.winner == mover else _Outlook(0.0, "lost")
    answer = await engines.search(SearchRequest(after, level, time_s))
    proof = None if answer.proof is None else _REVERSED[answer.proof]
    return _Outlook(as_share(1.0 - answer.score), proof, answer.point)


def _build_answer(
    context: BoardContext, position: GamePosition, point: Point, own: _Outlook, defence: _Outlook
) -> ToolAnswer:
    language = context.language
    result = describe_score(own.score, own.proof, language)
    reply = "" if own.reply is None else _REPLY[language].format(point=describe_points([own.reply], language))
    candidate = CandidateMove(
        x=point.x,
        y=point.y,
        score=own.score,
        source="evaluation",
        reason=result + reply,
        verified=True,
        proof=own.proof,
        ply=position.plies,
    )
    return ToolAnswer(
        content=_TEXT[language].format(
            x=point.x,
            y=point.y,
            result=result,
            reply=reply,
            defence=describe_score(defence.score, defence.proof, language),
        ),
        data={
            "x": point.x,
            "y": point.y,
            "score": own.score,
            "proof": own.proof,
            "defence_value": defence.score,
            "defence_proof": defence.proof,
            "reply": None if own.reply is None else list(own.reply),
        },
        candidates=(candidate,) if context.to_move == context.my_side else (),
    )


_REPLY: Mapping[Language, str] = {"zh": "，对方最好的应手 {point}", "en": ", best reply {point}"}
_TEXT: Mapping[Language, str] = {
    "zh": "({x},{y})：我方走这里，期望 {result}{reply}；对方若走这里，对方期望 {defence}（防守价值）。",
    "en": (
        "({x},{y}): expected result if we play here: {result}{reply}; the opponent's if it played here: {defence} "
        "(value of a defence)."
    ),
}
_PROBLEMS: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "off_board": "({x},{y}) 不在棋盘上，请换一个空点。",
        "occupied": "({x},{y}) 已有棋子，请换一个空点。",
        "self_losing": "走 ({x},{y}) 立刻就输，请换一个安全的空点。",
    },
    "en": {
        "off_board": "({x},{y}) is off the board; choose an empty point on it.",
        "occupied": "There is a stone at ({x},{y}); choose an empty point.",
        "self_losing": "A move at ({x},{y}) loses at once; choose a safe empty point.",
    },
}
