"""Reconciliation of a workspace with a request: nothing, moves appended, or rebuilt (GH-128, GH-166)."""

from typing import Any

import pytest

from gamehive.contracts.workspace import MAX_UNDO_DEPTH, RejectedMove, UndoBranch, UndoState, Workspace
from gamehive.core.workspace.change import commit_change
from gamehive.core.workspace.reconcile import reconcile
from tests.support.game_workspace import build_request, build_workspace, candidate, record_moves, threat

POINTS = [(7, 7), (7, 8), (8, 8), (6, 6), (5, 5), (9, 9), (4, 4), (3, 3)]


def follow(workspace: Workspace, points: list[tuple[int, int]], **fields: Any) -> tuple[Workspace, str | None]:
    """Return the reconciled workspace and the type of the change; a second time there must be none."""
    request = build_request("gomoku", points, **fields)
    change = reconcile(workspace, request, "test")
    after = workspace if change is None else commit_change(workspace, change, epoch=workspace.epoch, now=9)
    assert reconcile(after, request, "test") is None
    assert after.board_state == request.board
    assert after.my_side == request.side
    return after, change and change.type


@pytest.mark.parametrize("plies", [0, 2, 8])
def test_the_same_moves_change_nothing(plies: int) -> None:
    workspace = build_workspace("gomoku", POINTS[:plies])
    assert follow(workspace, POINTS[:plies]) == (workspace, None)


def test_a_missing_ply_is_appended_with_its_author_and_time() -> None:
    workspace = build_workspace("gomoku", POINTS[:3], my_side=1, threat_analysis=threat(0.4, 3))
    after, kind = follow(workspace, POINTS[:4])
    assert kind == "MOVE"
    assert after.move_history[:3] == workspace.move_history
    assert (after.move_history[3].by, after.move_history[3].at, after.move_history[3].side) == ("human", 9, 2)
    assert [each.ply for each in after.snapshots] == [0, 1, 2, 3]
    assert after.snapshots[-1].threat_analysis == threat(0.4, 3)
    assert (after.threat_analysis, after.candidate_moves) == (None, ())


@pytest.mark.parametrize("known", [0, 1, 2, 5])
def test_each_appended_ply_has_a_snapshot_and_at_most_five_are_kept(known: int) -> None:
    workspace = build_workspace("gomoku", POINTS[:known], my_side=2, threat_analysis=threat(0.4, known))
    after, kind = follow(workspace, POINTS)
    assert kind == "MOVE"
    assert [each.ply for each in after.snapshots] == [3, 4, 5, 6, 7]
    assert len(after.snapshots) == MAX_UNDO_DEPTH
    assert [each.ply for each in after.snapshots if each.threat_analysis] == [known] * (known >= 3)


@pytest.mark.parametrize(
    "points",
    [POINTS[:3], [*POINTS[:2], (0, 0), (6, 6)], [(1, 1)], []],
    ids=["shorter", "another third move", "another first move", "none"],
)
def test_any_other_difference_rebuilds_without_what_belonged_to_the_old_moves(points: list[tuple[int, int]]) -> None:
    state = UndoState(
        requested=True, trigger="threat", blacklist=(RejectedMove(board=(), x=1, y=1),), attempts_in_game=2
    )
    workspace = build_workspace(
        "gomoku", POINTS[:4], threat_analysis=threat(0.9, 4), summary="so far", undo_state=state
    )
    workspace = workspace.model_copy(update={"candidate_moves": (candidate(1, 1, 0.5, "engine", 4),)})
    after, kind = follow(workspace, points)
    assert kind == "REBUILD"
    assert (after.snapshots, after.candidate_moves, after.threat_analysis) == ((), (), None)
    assert (after.undo_state.requested, after.undo_state.phase, after.undo_state.branch) == (False, "playing", None)
    assert (after.undo_state.blacklist, after.undo_state.attempts_in_game) == (state.blacklist, 2)
    assert after.summary == "so far"
    same = [old == new for old, new in zip(workspace.move_history, after.move_history, strict=False)]
    assert same == [points[: index + 1] == POINTS[: index + 1] for index in range(len(points))]


def test_the_sides_are_those_of_the_request() -> None:
    after, kind = follow(build_workspace("gomoku", my_side=1), [(7, 7)], first_side=2)
    assert kind == "MOVE"
    assert (after.first_side, after.my_side, after.move_history[0].side) == (2, 1, 2)
    after, _ = follow(build_workspace("gomoku", my_side=1), [], first_side=2)
    assert (after.first_side, after.my_side) == (2, 2)


def test_analyses_for_the_other_side_are_dropped() -> None:
    workspace = build_workspace("gomoku", POINTS[:2], my_side=2, threat_analysis=threat(0.9, 2))
    after, _ = follow(workspace, POINTS[:2])
    assert after.threat_analysis is None


@pytest.mark.parametrize("phase", ["undo_check", "undo_reeval", "undo_decide"])
@pytest.mark.parametrize(("plies", "is_known"), [(4, True), (6, True), (2, False)])
def test_an_undo_that_an_earlier_request_left_is_ended(phase: Any, plies: int, is_known: bool) -> None:
    whole = build_workspace("gomoku", POINTS[:4], my_side=1)
    branch = UndoBranch(move_history=whole.move_history, snapshots=whole.snapshots)
    state = UndoState(phase=phase, branch=branch, attempts_in_game=1)
    rolled_back = build_workspace("gomoku", POINTS[:2], my_side=1, undo_state=state)
    after, kind = follow(rolled_back, POINTS[:plies])
    assert (after.undo_state.phase, after.undo_state.branch, after.undo_state.attempts_in_game) == ("playing", None, 1)
    assert kind == ("MOVE" if is_known else "REBUILD")
    assert [each.ply for each in after.snapshots] == (list(range(plies))[-MAX_UNDO_DEPTH:] if is_known else [])


def test_a_rebuild_from_the_records_of_other_moves_keeps_none_of_them() -> None:
    workspace = build_workspace("gomoku", [(0, 0), (1, 1)])
    after, _ = follow(workspace, [(7, 7), (1, 1)])
    assert [move.by for move in after.move_history] == ["human", "human"]
    assert after.move_history != record_moves([(7, 7), (1, 1)])
