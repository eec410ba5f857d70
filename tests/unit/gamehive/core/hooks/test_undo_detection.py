"""Undo detection: when a move is thought over again, and when not (GH-69, GH-131…134, GH-140, GH-144)."""

from typing import Any

import pytest

from gamehive.contracts.workspace import UndoState, Workspace
from gamehive.core.hooks.undo_detection import UNDO_DETECTION
from tests.support.game_workspace import build_loop, build_workspace, play, run_hook, threat

ENABLED = frozenset(("undo_enabled",))


def after_two_plies(danger: float | None, expected: float | None = None, **fields: Any) -> Workspace:
    """Return a workspace in which the team, side 1, has moved with an expected score, and so has the opponent."""
    workspace = build_workspace("gomoku", my_side=1)
    workspace = play(play(workspace, 7, 7, score=expected), 7, 8)
    analysis = None if danger is None else threat(danger, 2)
    return workspace.model_copy(update={"feature_flags": ENABLED, "threat_analysis": analysis} | fields)


@pytest.mark.parametrize("analysis", [None, threat(0.9, 1)], ids=["none", "of an earlier ply"])
def test_the_danger_on_this_board_is_needed_first_but_asked_for_once(analysis: Any) -> None:
    workspace = after_two_plies(None, threat_analysis=analysis)
    outcome = run_hook(UNDO_DETECTION, "BEFORE_LOOP", workspace, build_loop())
    assert (outcome.result.need, outcome.result.continue_to_next_hook) == ("threat", False)
    assert outcome.workspace is workspace
    again = run_hook(UNDO_DETECTION, "BEFORE_LOOP", workspace, outcome.loop)
    assert (again.result.need, again.result.force_workflow) == (None, None)
    assert again.result.continue_to_next_hook


@pytest.mark.parametrize(
    ("danger", "expected", "trigger"),
    [
        (0.81, None, "threat"),
        (0.85, 0.6, "threat"),
        (0.9, 0.1, None),
        (1.0, 0.3, None),
        (0.9, 0.5, "low_score"),
        (0.95, 0.45, "low_score"),
        (0.8, 1.0, None),
        (0.5, 1.0, None),
    ],
)
def test_danger_or_a_score_that_fell_low_starts_the_undo(
    danger: float, expected: float | None, trigger: str | None
) -> None:
    workspace = after_two_plies(danger, expected)
    outcome = run_hook(UNDO_DETECTION, "BEFORE_LOOP", workspace, build_loop())
    state = outcome.workspace.undo_state
    assert (state.requested, state.trigger) == (trigger is not None, trigger)
    assert state.phase == ("playing" if trigger is None else "undo_check")
    assert outcome.result.force_workflow == (None if trigger is None else "UNDO_WORKFLOW")
    assert outcome.result.continue_to_next_hook == (trigger is None)
    assert outcome.loop.is_undoing == (trigger is not None)
    assert outcome.workspace.board_state == workspace.board_state


def test_a_flag_that_an_agent_raised_starts_the_undo_for_its_reason() -> None:
    state = UndoState(requested=True, trigger="defence_report", reason="open three")
    outcome = run_hook(UNDO_DETECTION, "BEFORE_LOOP", after_two_plies(0.2, undo_state=state), build_loop())
    after = outcome.workspace.undo_state
    assert (after.phase, after.trigger, after.reason) == ("undo_check", "defence_report", "open three")
    assert outcome.workspace.changes[-1].fields == ("undo_state",)


@pytest.mark.parametrize(
    "fields",
    [
        {"feature_flags": frozenset[str]()},
        {"snapshots": ()},
        {"my_side": 2, "snapshots": build_workspace("gomoku", [(0, 0)]).snapshots},
        {"undo_state": UndoState(attempts_this_request=1, requested=True)},
        {"undo_state": UndoState(attempts_in_game=3, requested=True)},
        {"undo_state": UndoState(phase="undo_decide")},
    ],
    ids=[
        "not enabled",
        "no snapshot",
        "no snapshot of an own move",
        "second in a decision",
        "fourth in a game",
        "undoing",
    ],
)
def test_no_undo_is_detected_where_none_is_possible_or_allowed(fields: dict[str, Any]) -> None:
    outcome = run_hook(UNDO_DETECTION, "BEFORE_LOOP", after_two_plies(1.0, **fields), build_loop())
    assert outcome.executed == ()


def test_no_undo_is_detected_before_the_first_own_move() -> None:
    workspace = build_workspace("gomoku", [(7, 7)], feature_flags=ENABLED, threat_analysis=threat(1.0, 1))
    assert run_hook(UNDO_DETECTION, "BEFORE_LOOP", workspace, build_loop()).executed == ()
