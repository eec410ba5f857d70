"""Transaction of a workspace: differences, epochs, snapshots, change list and invariants (GH-114…126)."""

from typing import Any

import pytest
from pydantic import ValidationError

from gamehive.contracts.workspace import MAX_RECENT_CHANGES, MAX_UNDO_DEPTH, GameOutcome, Snapshot, WorkspaceChange
from gamehive.core.workspace.board_state import fields_after_moves
from gamehive.core.workspace.change import WorkspaceConflict, commit_change
from gamehive.core.workspace.invariants import InvalidWorkspace
from tests.support.game_workspace import build_workspace, candidate, commit, play, record_moves, threat

POINTS = [(x, y) for x in range(0, 8, 2) for y in (0, 3)]


@pytest.mark.parametrize("fields", [{}, {"summary": ""}, {"game": "gomoku", "plies": None}])
def test_without_a_difference_nothing_is_recorded(fields: dict[str, Any]) -> None:
    workspace = build_workspace()
    fields.pop("plies", None)
    assert commit(workspace, fields) is workspace


def test_a_change_is_recorded_with_the_fields_that_differ() -> None:
    before = build_workspace(version=6)
    change = WorkspaceChange(
        type="HANDOFF",
        description="a → b",
        detail="why",
        actor="strategist",
        fields={"summary": "s", "current_agent_name": "tactician", "game": "gomoku"},
    )
    after = commit_change(before, change, epoch=3, now=8)
    (record,) = after.changes
    assert record.fields == ("current_agent_name", "summary")
    assert (record.seq, record.version, after.version, after.updated_at, record.at) == (7, 7, 7, 8, 8)
    assert (record.type, record.description, record.detail, record.actor) == ("HANDOFF", "a → b", "why", "strategist")
    assert (before.summary, before.version, before.changes) == ("", 6, ())


def test_only_the_last_changes_stay_in_the_workspace() -> None:
    workspace = build_workspace()
    for number in range(MAX_RECENT_CHANGES + 3):
        workspace = commit(workspace, {"summary": str(number)})
    assert [each.seq for each in workspace.changes] == list(range(4, MAX_RECENT_CHANGES + 4))


@pytest.mark.parametrize(("epoch", "is_accepted"), [(1, False), (2, True), (3, True)])
def test_a_change_under_an_older_epoch_is_refused(epoch: int, is_accepted: bool) -> None:
    workspace = build_workspace(epoch=2)
    change = WorkspaceChange(type="T", description="", actor="a", fields={"summary": "s"})
    if is_accepted:
        assert commit_change(workspace, change, epoch=epoch, now=1).summary == "s"
    else:
        with pytest.raises(WorkspaceConflict, match="epoch 1"):
            commit_change(workspace, change, epoch=epoch, now=1)


def test_a_move_pushes_the_state_before_it() -> None:
    before = build_workspace("gomoku", POINTS[:2], threat_analysis=threat(0.3, 2), version=9)
    before = before.model_copy(update={"candidate_moves": (candidate(1, 1, 0.5, "engine", 2),)})
    snapshot = play(before, *POINTS[2]).snapshots[-1]
    assert (snapshot.ply, snapshot.version) == (2, 9)
    assert (snapshot.threat_analysis, snapshot.candidate_moves) == (before.threat_analysis, before.candidate_moves)


def test_the_oldest_snapshot_is_dropped_first() -> None:
    workspace = build_workspace("gomoku", POINTS[:8])
    assert [each.ply for each in workspace.snapshots] == [3, 4, 5, 6, 7]


def test_only_moves_push_a_snapshot_and_an_undo_does_not() -> None:
    workspace = build_workspace("gomoku", POINTS[:3])
    assert commit(workspace, {"summary": "s"}).snapshots == workspace.snapshots
    shorter = fields_after_moves(workspace, workspace.move_history[:1])
    assert commit(workspace, shorter, is_undo=True).snapshots == workspace.snapshots


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"board_state": ("0" * 15,) * 15}, "stones"),
        ({"move_history": record_moves(POINTS[:1])}, "stones"),
        ({"move_history": record_moves([POINTS[0], POINTS[0]])}, "stones"),
        ({"current_phase": "endgame"}, "phase"),
        ({"snapshots": tuple(Snapshot(ply=0, version=0) for _ in range(MAX_UNDO_DEPTH + 1))}, "snapshots"),
    ],
)
def test_a_change_that_contradicts_itself_is_refused(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidWorkspace, match=problem):
        commit(build_workspace("gomoku", POINTS[:2]), fields)


@pytest.mark.parametrize("fields", [{"no_such_field": 1}, {"my_side": 3}, {"undo_state": "playing"}])
def test_an_unknown_field_or_a_wrong_type_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        commit(build_workspace(), fields)


def test_no_move_follows_the_end_of_a_game_but_its_history_may_be_replaced() -> None:
    ended = commit(build_workspace("tictactoe", [(0, 0)]), {"outcome": GameOutcome(winner=2, reason="resigned")})
    with pytest.raises(InvalidWorkspace, match="over"):
        play(ended, 1, 1)
    assert commit(ended, {"summary": "well played"}).summary == "well played"
    other = fields_after_moves(ended, record_moves([(1, 1), (0, 0)]))
    assert commit(ended, other, type="REBUILD").plies == 2
    assert commit(ended, fields_after_moves(ended, ()), is_undo=True).plies == 0
