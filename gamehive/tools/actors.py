"""Game tools: the actor that searches moves and executes the tools that an engine or the knowledge base backs."""

from collections.abc import Mapping

from gamehive.contracts.messages import ExecuteTool, MoveSearched, SearchedCandidate, SearchMove, ToolExecuted
from gamehive.contracts.tools import ENGINE_TOOLS, GameToolCall, GameToolResult
from gamehive.core.games.board import Point
from gamehive.core.loop.call_arguments import find_argument_problem
from gamehive.engines.port import EngineService
from gamehive.engines.search import SearchAnswer, SearchRequest
from gamehive.engines.search_cache import SearchCache
from gamehive.tools.board_tool import answer_board_call
from gamehive.tools.pattern_tool import DEFAULT_ENTRIES, answer_pattern_call
from gamehive.tools.point_tool import answer_point_call
from gamehive.tools.position_reader import read_position
from gamehive.tools.tool_answer import ToolAnswer, as_share
from shared.core.decision import Send
from shared.core.language import Language
from shared.core.message_base import Message, ReceivedMessage
from shared.runtime.actor import TaskContext
from shared.telemetry.log import Log

MESSAGES: tuple[type[Message], ...] = (SearchMove, ExecuteTool)

LATE = "no time is left for a search"


class GameTools:
    """Task actor for SearchMove and ExecuteTool."""

    def __init__(self, engines: EngineService) -> None:
        self._engines = SearchCache(engines)

    async def perform(self, task: ReceivedMessage[SearchMove | ExecuteTool], tools: TaskContext) -> list[Send]:
        """Search or execute, and return one message to the sender: `MoveSearched` or `ToolExecuted`.

        Bad input never raises: a search then has a `failure`, a tool a result that says what is wrong.

        Raises:
            EngineUnavailable: No engine answers now; the runtime repeats the message.
        """
        started = tools.clock.now()
        left_s = max(0.0, (task.body.answer_by - started) / 1000)
        match task.body:
            case SearchMove() as request:
                reply = await self._search(request, min(request.time_s, left_s))
            case ExecuteTool() as request:
                answer = await self._execute(request, min(request.time_s, left_s), tools.log)
                reply = _build_reply(request, answer, tools.clock.now() - started)
        return [Send(to=task.sender, body=reply)]

    async def _search(self, request: SearchMove, time_s: float) -> MoveSearched:
        try:
            position = read_position(request.game, request.board, request.to_move, request.last)
            if time_s <= 0:
                return _failed_search(request, LATE)
            answer = await self._engines.search(SearchRequest(position, request.level, time_s, request.seed))
        except ValueError as error:
            return _failed_search(request, str(error))
        return _searched(request, answer)

    async def _execute(self, request: ExecuteTool, time_s: float, log: Log) -> ToolAnswer:
        context, call = request.context, request.call
        language = context.language
        if call.tool not in ENGINE_TOOLS:
            return ToolAnswer(_UNKNOWN[language].format(tool=call.tool), is_error=True)
        try:
            return await self._answer_call(request, call, time_s)
        except ValueError as error:
            log.warning("tool_failed", game_id=request.game_id, tool=call.tool, error=str(error))
            return ToolAnswer(_FAILED[language].format(tool=call.tool), is_error=True)

    async def _answer_call(self, request: ExecuteTool, call: GameToolCall, time_s: float) -> ToolAnswer:
        context, arguments = request.context, call.arguments
        match call.tool:
            case "search_pattern":
                problem = find_argument_problem("search_pattern", arguments, context.language)
                if problem is None:
                    return answer_pattern_call(context, arguments["query"], arguments.get("topK", DEFAULT_ENTRIES))
            case "evaluate_position":
                problem = find_argument_problem("evaluate_position", arguments, context.language)
                if problem is None and time_s > 0:
                    point = Point(arguments["x"], arguments["y"])
                    return await answer_point_call(context, point, self._engines, request.level, time_s)
            case _:
                problem = None
                if time_s > 0:
                    return await answer_board_call(context, self._engines, request.level, time_s)
        return ToolAnswer(problem or _TOO_LATE[context.language].format(tool=call.tool), is_error=True)


def _searched(request: SearchMove, answer: SearchAnswer) -> MoveSearched:
    return MoveSearched(
        game_id=request.game_id,
        epoch=request.epoch,
        call_id=request.call_id,
        purpose=request.purpose,
        candidates=tuple(
            SearchedCandidate(
                x=each.point.x,
                y=each.point.y,
                score=as_share(each.score),
                proof=each.proof,
                is_bound=each.is_bound or None,
            )
            for each in answer.candidates
        ),
        score=as_share(answer.score),
        proof=answer.proof,
        threat=as_share(answer.threat),
        line=tuple((point.x, point.y) for point in answer.line),
        elapsed_s=answer.elapsed_s,
    )


def _failed_search(request: SearchMove, failure: str) -> MoveSearched:
    return MoveSearched(
        game_id=request.game_id,
        epoch=request.epoch,
        call_id=request.call_id,
        purpose=request.purpose,
        failure=failure,
    )


def _build_reply(request: ExecuteTool, answer: ToolAnswer, duration_ms: int) -> ToolExecuted:
    return ToolExecuted(
        game_id=request.game_id,
        epoch=request.epoch,
        call_id=request.call_id,
        result=GameToolResult(
            call_id=request.call.call_id,
            tool=request.call.tool,
            is_error=answer.is_error,
            content=answer.content,
            data=answer.data,
            duration_ms=max(0, duration_ms),
        ),
        candidates=answer.candidates,
        threat_analysis=answer.threat_analysis,
        knowledge=answer.knowledge,
    )


_UNKNOWN: Mapping[Language, str] = {
    "zh": "{tool} 不是由引擎或知识库执行的工具；可用 analyze_board、evaluate_position、search_pattern。",
    "en": "{tool} is no tool of an engine or the knowledge base; use analyze_board, evaluate_position, search_pattern.",
}
_FAILED: Mapping[Language, str] = {
    "zh": "{tool} 看不了这个局面。请根据已知情况判断。",
    "en": "{tool} cannot look at this position. Decide by what is known.",
}
_TOO_LATE: Mapping[Language, str] = {
    "zh": "没有时间执行 {tool}。请根据已知情况判断。",
    "en": "There is no time left for {tool}. Decide by what is known.",
}
