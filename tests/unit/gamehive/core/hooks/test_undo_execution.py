"""Undo execution: rollback of the last own move, the forced re-evaluation, and no snapshot (GH-70, GH-138…141)."""

import pytest

from gamehive.contracts.workspace import UndoState
from gamehive.core.hooks.chain import run_hooks
from gamehive.core.hooks.registry import HOOKS
from gamehive.core.hooks.undo_execution import UNDO_EXECUTION
from tests.support.game_workspace import build_loop, build_workspace, run_hook, threat

CHECKING = UndoState(phase="undo_check", requested=True, trigger="threat", reason="threat 0.93")
UNDOING = build_loop(is_undoing=True)


@pytest.mark.parametrize(("plies", "kept", "is_tentative"), [(4, 2, False), (3, 2, True), (2, 0, False), (1, 0, True)])
def test_the_last_own_move_is_taken_back_and_evaluated_again(plies: int, kept: int, is_tentative: bool) -> None:
    points = [(7, 7), (7, 8), (8, 8), (6, 6)][:plies]
    workspace = build_workspace("gomoku", points, my_side=1, undo_state=CHECKING, threat_analysis=threat(0.93, plies))
    outcome = run_hook(UNDO_EXECUTION, "LOOP_START", workspace, UNDOING)
    after, (x, y) = outcome.workspace, points[kept]
    assert (after.plies, after.undo_state.phase, after.undo_state.requested) == (kept, "undo_reeval", False)
    assert (after.undo_state.branch is None) == is_tentative
    assert [(each.x, each.y) for each in after.undo_state.blacklist] == [(x, y)]
    assert (after.undo_state.attempts_this_request, after.undo_state.attempts_in_game) == (1, 1)
    assert outcome.result.force_call_tool == "call_task_agent"
    arguments = outcome.result.force_call_args or {}
    assert arguments["agentName"] == "undo_reevaluator"
    assert f"({x},{y})" in arguments["prompt"]
    assert "0.93" in arguments["prompt"]
    assert not outcome.result.continue_to_next_hook


def test_the_prompt_is_in_the_language_of_the_game() -> None:
    workspace = build_workspace("gomoku", [(7, 7), (7, 8)], my_side=1, undo_state=CHECKING, language="zh")
    outcome = run_hook(UNDO_EXECUTION, "LOOP_START", workspace, UNDOING)
    assert "我们的着手 (7,7) 被收回" in (outcome.result.force_call_args or {})["prompt"]


def test_without_a_snapshot_the_undo_is_skipped_and_play_goes_on() -> None:
    workspace = build_workspace("gomoku", [(7, 7), (7, 8)], my_side=1, undo_state=CHECKING, snapshots=())
    outcome = run_hook(UNDO_EXECUTION, "LOOP_START", workspace, UNDOING)
    assert (outcome.workspace.undo_state.phase, outcome.workspace.undo_state.requested) == ("playing", False)
    assert [(alert.level, alert.code) for alert in outcome.result.alerts] == [("info", "undo_without_snapshot")]
    assert not outcome.loop.is_undoing
    assert outcome.result.continue_to_next_hook
    assert outcome.workspace.board_state == workspace.board_state


def test_no_other_hook_runs_in_the_step_that_rolls_back() -> None:
    workspace = build_workspace("gomoku", [(7, 7), (7, 8)], my_side=1, undo_state=CHECKING, rule_interpretation=None)
    outcome = run_hooks(HOOKS, "LOOP_START", workspace, UNDOING, epoch=0, now=3)
    assert outcome.executed == ("UndoExecutionHook",)


@pytest.mark.parametrize("phase", ["playing", "undo_reeval", "undo_decide"])
def test_nothing_is_rolled_back_in_another_phase(phase: str) -> None:
    workspace = build_workspace("gomoku", [(7, 7), (7, 8)], my_side=1, undo_state=UndoState(phase=phase))  # pyright: ignore[reportArgumentType]
    assert run_hook(UNDO_EXECUTION, "LOOP_START", workspace, UNDOING).executed == ()


def test_nothing_is_rolled_back_outside_of_the_undo_workflow() -> None:
    workspace = build_workspace("gomoku", [(7, 7), (7, 8)], my_side=1, undo_state=CHECKING)
    assert run_hook(UNDO_EXECUTION, "LOOP_START", workspace, build_loop()).executed == ()
