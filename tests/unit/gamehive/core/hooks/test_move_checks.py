"""Checks of a final message: repeated moves, validation, and retries (GH-74…76, GH-182, GH-211)."""

from typing import Any

import pytest

from gamehive.contracts.workspace import RejectedMove, UndoState, Workspace
from gamehive.core.games.game import games
from gamehive.core.games.position import play_move, safe_moves, start_position
from gamehive.core.hooks.chain import ChainOutcome, run_hooks
from gamehive.core.hooks.move_validation import MOVE_VALIDATION
from gamehive.core.hooks.registry import HOOKS
from gamehive.core.hooks.repeat_move_detection import REPEAT_MOVE_DETECTION
from gamehive.core.loop.loop import Loop, MoveError, MoveVerdict, ProposedMove
from tests.support.game_workspace import build_loop, build_workspace, calls, candidate, message, play, run_hook

REPLY, SAID = "LOOP_PROCESS_LLM_RESPONSE", "LOOP_END_WITH_MESSAGE"
MISERE = [(0, 0), (1, 0), (0, 1), (1, 2)]
"""Side 1 has (0,0) and (0,1), so that (0,2) completes a line and loses."""

NOGO = [(0, 1), (8, 8), (1, 0), (8, 7)]
"""Side 1 surrounds the corner (0,0): a stone of side 2 there has no liberty."""


def move(x: object, y: object) -> str:
    return f'{{"x": {x}, "y": {y}, "reason": "because"}}'


def say(workspace: Workspace, text: str, **fields: Any) -> ChainOutcome:
    """Return what all hooks leave after a final message."""
    loop = build_loop(reply=message(text), **fields)
    return run_hooks(HOOKS, SAID, workspace, loop, epoch=0, now=1)


def taken_back(workspace: Workspace, *points: tuple[int, int]) -> Workspace:
    blacklist = tuple(RejectedMove(board=workspace.board_state, x=x, y=y) for x, y in points)
    return workspace.model_copy(update={"undo_state": UndoState(blacklist=blacklist)})


def without_safe_move(key: str) -> Workspace:
    """Return a game in which each side takes its first safe move until the side to move has none."""
    position = start_position(games()[key])
    points: list[tuple[int, int]] = []
    while safe := safe_moves(position):
        points.append((safe[0].x, safe[0].y))
        position = play_move(position, safe[0])
    return build_workspace(key, points)


@pytest.mark.parametrize(
    ("game", "points", "text", "error"),
    [
        ("gomoku", [], move(7, 7), None),
        ("gomoku", [], move(14, 0), None),
        ("gomoku", [], "I would like the centre.", "INVALID_FORMAT"),
        ("gomoku", [], "", "INVALID_FORMAT"),
        ("gomoku", [], move("true", 7), "INVALID_FORMAT"),
        ("gomoku", [], move(7.5, 7), "INVALID_FORMAT"),
        ("gomoku", [], move(15, 0), "OUT_OF_BOUNDS"),
        ("gomoku", [], move(0, -1), "OUT_OF_BOUNDS"),
        ("gomoku", [], move(10**30, 0), "OUT_OF_BOUNDS"),
        ("gomoku", [(7, 7)], move(7, 7), "POSITION_OCCUPIED"),
        ("tictactoe", MISERE, move(0, 2), None),
        ("misere", MISERE, move(0, 2), "SELF_LOSING"),
        ("misere", MISERE, move(1, 1), None),
        ("nogo", NOGO, move(0, 0), None),
        ("nogo", NOGO[:3], move(0, 0), "SELF_LOSING"),
        ("nogo", [(0, 0), (0, 1), (8, 8)], move(1, 0), "SELF_LOSING"),
        ("nogo", NOGO[:3], move(0, 2), None),
        ("tictactoe", [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)], move(2, 2), "GAME_OVER"),
    ],
)
def test_a_final_message_is_a_move_or_has_one_error(game: str, points: Any, text: str, error: str | None) -> None:
    outcome = run_hook(MOVE_VALIDATION, SAID, build_workspace(game, points), build_loop(reply=message(text)))
    verdict = outcome.loop.verdict
    assert verdict is not None
    assert verdict.error == error
    assert (verdict.move is None) == (error is not None)
    assert outcome.result.final_decision == verdict.move
    if verdict.move is not None:
        assert verdict.move.reason == "because"


def test_a_losing_move_is_accepted_when_there_is_no_safe_one() -> None:
    workspace = without_safe_move("nogo7")
    empty = next((x, y) for x, row in enumerate(workspace.board_state) for y, sign in enumerate(row) if sign == "0")
    outcome = say(workspace, move(*empty))
    assert outcome.result.final_decision == ProposedMove(x=empty[0], y=empty[1], reason="because")
    placed = play(workspace, *empty)
    assert placed.outcome is not None
    assert (placed.outcome.reason, placed.outcome.winner) == ("last_liberty", 3 - workspace.my_side)


def test_a_move_that_was_taken_back_is_refused_while_another_safe_one_is_left() -> None:
    workspace = build_workspace("misere", MISERE)
    assert say(taken_back(workspace, (1, 1)), move(1, 1)).loop.verdict == _error("TAKEN_BACK")
    assert say(taken_back(workspace, (1, 1)), move(2, 2)).result.final_decision is not None
    all_safe = [(1, 1), (2, 0), (2, 1), (2, 2)]
    assert say(taken_back(workspace, *all_safe), move(1, 1)).result.final_decision is not None
    assert say(taken_back(workspace, *all_safe), move(0, 2)).loop.verdict == _error("SELF_LOSING", "(0,2)")


def _error(error: MoveError, detail: str = "(1,1)") -> MoveVerdict:
    return MoveVerdict(error=error, detail=detail)


def test_a_move_that_was_taken_back_elsewhere_is_free() -> None:
    elsewhere = UndoState(blacklist=(RejectedMove(board=("000", "000", "000"), x=1, y=1),))
    workspace = build_workspace("misere", MISERE, undo_state=elsewhere)
    assert say(workspace, move(1, 1)).result.final_decision is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nothing", ["INVALID_FORMAT", '{"x": row, "y": column', "row 0 to 14"]),
        (move(7, 15), ["(7,15) is not on the board", "column 0 to 14"]),
        (move(7, 7), ["a stone at (7,7)", "for example, (6,7)"]),
    ],
)
def test_a_wrong_move_is_answered_with_the_error_and_what_is_right(text: str, words: list[str]) -> None:
    outcome = say(build_workspace("gomoku", [(7, 7)]), text)
    (correction,) = outcome.result.inject_messages
    assert all(word in correction for word in words), correction
    assert outcome.result.continue_loop
    assert outcome.result.final_decision is None
    assert [(alert.level, alert.code) for alert in outcome.result.alerts] == [("warning", "move_rejected")]


def test_the_correction_is_in_the_language_of_the_game() -> None:
    (correction,) = say(build_workspace("misere", MISERE, language="zh"), move(0, 2)).result.inject_messages
    assert "会立即输掉本局" in correction
    assert "行为 0 到 2" in correction


def test_the_correction_suggests_safe_points_the_verified_first_and_none_that_was_rejected() -> None:
    candidates = (
        candidate(0, 2, 0.9, "attack_analyst", 4),
        candidate(2, 2, 0.5, "engine", 4, verified=True, proof="drawn"),
        candidate(1, 1, 0.0, "engine", 4, verified=True, proof="lost"),
    )
    workspace = build_workspace("misere", MISERE, candidate_moves=candidates)
    (correction,) = say(workspace, move(0, 2), rejected_moves=((2, 1),)).result.inject_messages
    assert correction.endswith("Possible points are, for example, (2,2) (2,0).")


def test_retries_are_counted_to_three_and_then_the_decision_is_fixed() -> None:
    workspace, loop = build_workspace("gomoku", [(7, 7)]), build_loop()
    counts: list[int] = []
    for text in (move(7, 7), "?", move(15, 0)):
        outcome = run_hooks(HOOKS, SAID, workspace, _replying(loop, text), epoch=0, now=1)
        loop = outcome.loop
        assert loop.control is not None
        assert (outcome.result.continue_loop, outcome.result.is_out_of_retries) == (True, False)
        assert (loop.control.hook_unique_key, loop.control.max_retry_count) == ("MoveRetryHook", 3)
        counts.append(loop.control.current_retry_count)
    outcome = run_hooks(HOOKS, SAID, workspace, _replying(loop, move(7, 7)), epoch=0, now=1)
    assert counts == [1, 2, 3]
    assert (outcome.result.continue_loop, outcome.result.is_out_of_retries) == (False, True)
    assert outcome.result.inject_messages == ()
    assert outcome.loop.rejected_moves == ((7, 7), (15, 0))
    assert outcome.loop.retries == {"MoveRetryHook": 3}


def _replying(loop: Loop, text: str) -> Loop:
    return loop.model_copy(update={"reply": message(text)})


def test_after_the_end_of_the_game_no_retry_helps() -> None:
    workspace = build_workspace("tictactoe", [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)])
    outcome = say(workspace, move(2, 2))
    assert (outcome.result.continue_loop, outcome.result.is_out_of_retries) == (False, True)


def test_a_valid_move_ends_the_loop_without_a_retry() -> None:
    outcome = say(build_workspace(), move(7, 7), retries={"MoveRetryHook": 2})
    assert outcome.executed == ("MoveValidationHook",)
    assert (outcome.result.continue_loop, outcome.result.alerts) == (None, ())


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("text", [move(7, 7), move(3, 3)])
def test_a_move_proposed_again_is_reported_and_the_agent_told(language: str, text: str) -> None:
    workspace = taken_back(build_workspace(language=language), (3, 3))
    loop = build_loop(reply=message(text), rejected_moves=((7, 7),))
    outcome = run_hook(REPEAT_MOVE_DETECTION, REPLY, workspace, loop)
    assert [(alert.level, alert.code) for alert in outcome.result.alerts] == [("warning", "repeated_move")]
    (note,) = outcome.result.inject_messages
    assert ("again" if language == "en" else "再次") in note
    assert outcome.result.continue_to_next_hook


@pytest.mark.parametrize("reply", [message(move(8, 8)), message("?"), message(""), calls(("analyze_board", {})), None])
def test_nothing_else_is_a_repeated_move(reply: Any) -> None:
    loop = build_loop(reply=reply, rejected_moves=((7, 7),))
    outcome = run_hook(REPEAT_MOVE_DETECTION, REPLY, build_workspace(), loop)
    assert (outcome.result.alerts, outcome.result.inject_messages) == ((), ())
