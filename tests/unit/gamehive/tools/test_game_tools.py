"""Tools of the team with the real engines: searches, analyses, values of points, knowledge, and bad input (GH-47…60)."""

from collections.abc import Mapping
from typing import Any

import pytest

from gamehive.contracts.messages import ExecuteTool, MoveSearched, SearchMove, ToolExecuted
from gamehive.contracts.tools import GameToolCall
from gamehive.contracts.turns import BoardContext
from gamehive.contracts.workspace import MoveRecord
from gamehive.core.games.board import Player
from gamehive.engines.in_process import InProcessEngines
from gamehive.engines.pool import EngineUnavailable
from gamehive.engines.search import SearchAnswer, SearchRequest
from gamehive.tools.actors import GameTools
from shared.core.address import Address
from shared.core.language import Language
from shared.core.message_base import Message, ReceivedMessage
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.actor import TaskContext

HOST, TOOLS = Address("game", "g1"), Address("game_tools", "1")
ENGINES = InProcessEngines()
NOW = 1_000_000


class StoppedClock:
    def now(self) -> int:
        return NOW


CONTEXT = TaskContext(model=RuleBasedModel({}), clock=StoppedClock())


async def perform(body: Any, engines: Any = ENGINES) -> Message:
    task = ReceivedMessage(body, HOST, TOOLS, "m1", "g1")
    (send,) = await GameTools(engines).perform(task, CONTEXT)
    assert send.to == HOST
    return send.body


def search(game: str, board: tuple[str, ...], to_move: Player, **fields: Any) -> SearchMove:
    values: dict[str, Any] = {"level": 4, "time_s": 1.0, "purpose": "root", "answer_by": NOW + 10_000, **fields}
    return SearchMove(game_id="g1", epoch=3, call_id="c1", game=game, board=board, to_move=to_move, **values)


async def searched(request: SearchMove) -> MoveSearched:
    reply = await perform(request)
    assert isinstance(reply, MoveSearched)
    assert (reply.epoch, reply.call_id, reply.purpose) == (3, "c1", request.purpose)
    return reply


def board_context(game: str, board: tuple[str, ...], to_move: Player, language: Language = "en") -> BoardContext:
    return BoardContext(game=game, language=language, board=board, my_side=to_move, to_move=to_move, phase="midgame")


async def execute(
    context: BoardContext, tool: str, arguments: Mapping[str, Any] | None = None, **fields: Any
) -> ToolExecuted:
    call = GameToolCall(call_id="c1", tool=tool, arguments=dict(arguments or {}))
    values: dict[str, Any] = {"level": 4, "time_s": 1.0, "answer_by": NOW + 10_000, **fields}
    reply = await perform(ExecuteTool(game_id="g1", epoch=3, call_id="c1", call=call, context=context, **values))
    assert isinstance(reply, ToolExecuted)
    assert (reply.result.call_id, reply.result.tool) == ("c1", tool)
    return reply


async def test_a_search_tells_candidates_proof_threat_and_line() -> None:
    reply = await searched(search("tictactoe", ("110", "220", "000"), 1))
    assert (reply.candidates[0].x, reply.candidates[0].y, reply.candidates[0].proof) == (0, 2, "won")
    assert (reply.score, reply.proof, reply.threat, reply.line, reply.failure) == (1.0, "won", 0.0, ((0, 2),), None)


@pytest.mark.parametrize(
    ("request_", "failure"),
    [
        (search("tictactoe", ("111", "220", "000"), 2, last=(0, 2)), "over"),
        (search("chess", ("000",), 1), "no game"),
        (search("tictactoe", ("0000",), 1), "3x3"),
        (search("tictactoe", ("000", "0x0", "000"), 1), "0 for an empty"),
        (search("tictactoe", ("000", "000", "000"), 1, last=(1, 1)), "no stone"),
        (search("tictactoe", ("000", "000", "000"), 1, last=(9, 9)), "no stone"),
        (search("tictactoe", ("000", "000", "000"), 1, answer_by=NOW), "no time"),
    ],
    ids=["finished", "unknown game", "size", "sign", "last empty", "last off", "late"],
)
async def test_bad_input_of_a_search_is_a_failure(request_: SearchMove, failure: str) -> None:
    reply = await searched(request_)
    assert failure in (reply.failure or "")
    assert reply.candidates == ()


async def test_an_engine_that_is_away_makes_the_runtime_repeat() -> None:
    class AbsentEngines:
        async def search(self, request: SearchRequest) -> SearchAnswer:
            raise EngineUnavailable("gone")

    with pytest.raises(EngineUnavailable):
        await perform(search("tictactoe", ("000", "000", "000"), 1), AbsentEngines())


GOMOKU = ("00000000", "00000000", "00000000", "00111000", "00220000", "00000000", "00000000", "00000000")


async def test_the_same_search_in_process_has_the_same_answer() -> None:
    replies = [await searched(search("gomoku8", GOMOKU, 2, seed=5)) for _ in range(2)]
    assert replies[0] == replies[1]
    assert (replies[0].candidates[0].x, replies[0].candidates[0].y) in {(3, 1), (3, 5)}


@pytest.mark.parametrize(("language", "words"), [("en", "open three"), ("zh", "活三")])
async def test_analyze_board_tells_threats_mobility_and_candidates(language: Language, words: str) -> None:
    reply = await execute(board_context("gomoku8", GOMOKU, 2, language), "analyze_board")
    assert not reply.result.is_error
    assert words in reply.result.content
    assert reply.threat_analysis is not None
    assert reply.threat_analysis.urgency >= 0.8
    assert reply.threat_analysis.computed_at_ply == 5
    assert all(each.verified and each.source == "engine" and each.ply == 5 for each in reply.candidates)
    assert reply.result.data is not None
    assert reply.result.data["mobility"] == [59, 59]
    assert len(reply.result.data["candidates"]) == len(reply.candidates)


async def test_the_analysis_of_nogo_counts_the_safe_moves() -> None:
    rows = ("0100000", "1000000", "0000000", "0000000", "0000000", "0000000", "0000022")
    reply = await execute(board_context("nogo7", rows, 1, "zh"), "analyze_board")
    assert "我方 45，对方 44" in reply.result.content


async def test_the_opponents_turn_gives_no_candidates_of_ours() -> None:
    context = board_context("gomoku8", GOMOKU, 2).model_copy(update={"my_side": 1})
    reply = await execute(context, "analyze_board")
    assert reply.candidates == ()
    assert reply.threat_analysis is None


async def test_evaluate_position_values_a_point_for_both_sides() -> None:
    context = board_context("tictactoe", ("110", "020", "000"), 2)
    block = await execute(context, "evaluate_position", {"x": 0, "y": 2})
    assert block.result.data is not None
    assert (block.result.data["proof"], block.result.data["defence_proof"]) == ("drawn", "won")
    (candidate,) = block.candidates
    assert (candidate.x, candidate.y, candidate.verified, candidate.proof) == (0, 2, True, "drawn")
    elsewhere = await execute(context, "evaluate_position", {"x": 2, "y": 2})
    assert elsewhere.candidates[0].proof == "lost"


@pytest.mark.parametrize(
    ("game", "rows", "arguments", "words"),
    [
        ("tictactoe", ("110", "020", "000"), {"x": 3, "y": 0}, "off the board"),
        ("tictactoe", ("110", "020", "000"), {"x": -1, "y": 0}, "off the board"),
        ("tictactoe", ("110", "020", "000"), {"x": 0, "y": 0}, "a stone"),
        ("misere", ("220", "011", "000"), {"x": 0, "y": 2}, "loses at once"),
        ("misere", ("220", "011", "000"), {"x": "0", "y": 2}, "Expected: {x: int, y: int}"),
        ("misere", ("220", "011", "000"), {"x": True, "y": 2}, "Wrong arguments"),
        ("misere", ("220", "011", "000"), {}, "x, y"),
    ],
)
async def test_a_wrong_point_is_an_error_that_says_what_is_wrong(
    game: str, rows: tuple[str, ...], arguments: dict[str, Any], words: str
) -> None:
    reply = await execute(board_context(game, rows, 2), "evaluate_position", arguments)
    assert reply.result.is_error
    assert words in reply.result.content
    assert reply.candidates == ()


@pytest.mark.parametrize("corner", [("100", "000", "000"), ("000", "000", "001")])
async def test_the_book_knows_a_position_however_it_is_turned(corner: tuple[str, ...]) -> None:
    reply = await execute(board_context("tictactoe", corner, 2), "search_pattern", {"query": "opening corner"})
    (book,) = reply.candidates
    assert (book.x, book.y, book.source, book.verified) == (1, 1, "book", False)
    assert (book.score, book.match) == (0.5, 1.0)  # every other reply loses; this one draws
    assert "only the centre" in (reply.knowledge or "")


async def test_the_book_knows_a_position_with_the_sides_exchanged() -> None:
    reply = await execute(
        board_context("misere", ("002", "000", "000"), 1, "zh"), "search_pattern", {"query": "先占角"}
    )
    assert {(each.x, each.y) for each in reply.candidates} == {(0, 1), (1, 0), (1, 2), (2, 1)}


async def test_a_question_is_answered_by_shared_words() -> None:
    reply = await execute(
        board_context("gomoku8", GOMOKU, 2, "zh"), "search_pattern", {"query": "活三怎么挡", "topK": 2}
    )
    assert reply.result.data is not None
    assert len(reply.result.data["entries"]) == 2
    assert "活三" in reply.result.content
    nothing = await execute(board_context("gomoku8", GOMOKU, 2), "search_pattern", {"query": "zzz"})
    assert not nothing.result.is_error
    assert nothing.knowledge is None


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("search_pattern", {"query": "x", "topK": "many"}, "topK"),
        ("search_pattern", {"query": "  "}, "query"),
        ("handoff_to_agent", {}, "no tool of an engine"),
        ("teleport", {}, "no tool of an engine"),
    ],
)
async def test_a_wrong_call_is_an_error_result(tool: str, arguments: dict[str, Any], words: str) -> None:
    reply = await execute(board_context("gomoku8", GOMOKU, 2), tool, arguments)
    assert reply.result.is_error
    assert words in reply.result.content


async def test_a_finished_game_and_a_late_call_are_error_results() -> None:
    last = MoveRecord(ply=5, x=0, y=2, side=1, by="opponent", at=NOW)
    over = board_context("tictactoe", ("111", "220", "000"), 2).model_copy(update={"history": (last,)})
    for tool, arguments in (
        ("analyze_board", {}),
        ("evaluate_position", {"x": 2, "y": 2}),
        ("search_pattern", {"query": "a"}),
    ):
        reply = await execute(over, tool, arguments)
        assert reply.result.is_error
        assert "cannot look at this position" in reply.result.content
    late = await execute(board_context("gomoku8", GOMOKU, 2), "analyze_board", answer_by=NOW - 1)
    assert late.result.is_error
