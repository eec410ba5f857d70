"""Undo: legal transitions, rollback and return; every path ends on the referee's board (GH-123…145, part 23)."""

from itertools import product
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamehive.contracts.workspace import (
    MAX_UNDO_DEPTH,
    StrategicPlan,
    UndoPhase,
    UndoState,
    Workspace,
    WorkspaceChange,
)
from gamehive.core.games.game import games
from gamehive.core.games.position import playable_moves
from gamehive.core.hooks.chain import run_hooks
from gamehive.core.hooks.registry import HOOKS
from gamehive.core.workspace.board_state import current_position, last_own_move
from gamehive.core.workspace.change import commit_change
from gamehive.core.workspace.reconcile import reconcile
from gamehive.core.workspace.undo import (
    MAX_BLACKLIST,
    TRANSITIONS,
    IllegalUndoTransition,
    fast_forward,
    may_undo,
    next_undo_state,
    request_undo,
    roll_back,
    taken_back_points,
)
from tests.support.game_workspace import build_loop, build_request, build_workspace, candidate, commit, play, threat

POINTS = [(7, 7), (7, 8), (8, 8), (6, 6), (5, 5), (9, 9), (4, 4), (3, 3)]
CHECKING = UndoState(phase="undo_check", requested=True)


def apply(workspace: Workspace, change: WorkspaceChange) -> Workspace:
    return commit_change(workspace, change, epoch=0, now=5)


def move_on(workspace: Workspace, phase: UndoPhase) -> Workspace:
    return commit(workspace, {"undo_state": next_undo_state(workspace.undo_state, phase)})


@pytest.mark.parametrize(("phase", "target"), list(product(get_args(UndoPhase), repeat=2)))
def test_only_the_transitions_of_the_table_are_legal(phase: UndoPhase, target: UndoPhase) -> None:
    state = UndoState(phase=phase)
    if target in TRANSITIONS[phase]:
        assert next_undo_state(state, target, lesson="l") == UndoState(phase=target, lesson="l")
    else:
        with pytest.raises(IllegalUndoTransition, match=f"{phase} to {target}"):
            next_undo_state(state, target)


def test_a_request_raises_the_flag_and_changes_no_move() -> None:
    workspace = build_workspace("gomoku", POINTS[:2])
    after = apply(workspace, request_undo(workspace, "self_reflection", "a blunder", "strategist"))
    state = after.undo_state
    assert (state.requested, state.trigger, state.reason, state.phase) == (
        True,
        "self_reflection",
        "a blunder",
        "playing",
    )
    assert after.move_history == workspace.move_history


@pytest.mark.parametrize(
    ("fields", "is_allowed"),
    [
        ({}, True),
        ({"feature_flags": frozenset[str]()}, False),
        ({"snapshots": ()}, False),
        ({"undo_state": UndoState(phase="undo_check")}, False),
        ({"undo_state": UndoState(attempts_this_request=1)}, False),
        ({"undo_state": UndoState(attempts_in_game=2)}, True),
        ({"undo_state": UndoState(attempts_in_game=3)}, False),
    ],
)
def test_an_undo_is_allowed_once_a_decision_and_three_times_a_game(fields: dict[str, Any], is_allowed: bool) -> None:
    known = {"feature_flags": frozenset(("undo_enabled",))}
    assert may_undo(build_workspace("gomoku", POINTS[:2], **known | fields)) == is_allowed


@pytest.mark.parametrize("plies", [2, 4, 6, 8])
def test_a_what_if_goes_back_to_before_the_last_own_move_and_returns(plies: int) -> None:
    workspace = build_workspace("gomoku", POINTS[:plies], my_side=1, undo_state=CHECKING)
    workspace = workspace.model_copy(update={"threat_analysis": threat(0.9, plies)})
    back = apply(workspace, roll_back(workspace, tentative=False, actor="test"))
    assert back.plies == plies - 2
    assert [each.ply for each in back.snapshots] == [each.ply for each in workspace.snapshots][:-2]
    assert (back.undo_state.phase, back.undo_state.requested) == ("undo_rollback", False)
    assert taken_back_points(back) == {POINTS[plies - 2]}
    again = apply(back, fast_forward(move_on(back, "undo_reeval"), "test"))
    assert (again.move_history, again.board_state) == (workspace.move_history, workspace.board_state)
    assert (again.snapshots, again.threat_analysis) == (workspace.snapshots, workspace.threat_analysis)
    assert (again.undo_state.phase, again.undo_state.branch) == ("undo_decide", None)


def test_a_tentative_move_is_removed_and_the_analyses_before_it_return() -> None:
    plan, best = StrategicPlan(goal="g", updated_at_ply=2), (candidate(1, 1, 0.5, "engine", 2),)
    before = build_workspace("gomoku", POINTS[:2], my_side=1)
    before = before.model_copy(
        update={"threat_analysis": threat(0.4, 2), "strategic_plan": plan, "candidate_moves": best}
    )
    placed = play(before, *POINTS[2]).model_copy(update={"undo_state": CHECKING})
    back = apply(placed, roll_back(placed, tentative=True, actor="test"))
    assert (back.move_history, back.snapshots) == (before.move_history, before.snapshots)
    assert (back.threat_analysis, back.strategic_plan, back.candidate_moves) == (threat(0.4, 2), plan, best)
    decided = apply(back, fast_forward(move_on(back, "undo_reeval"), "test"))
    assert (decided.board_state, decided.candidate_moves) == (before.board_state, best)


def test_a_plan_made_in_the_what_if_survives_it() -> None:
    workspace = build_workspace("gomoku", POINTS[:2], my_side=1, undo_state=CHECKING)
    back = apply(workspace, roll_back(workspace, tentative=False, actor="test"))
    learnt = commit(move_on(back, "undo_reeval"), {"strategic_plan": StrategicPlan(goal="new", updated_at_ply=0)})
    after = apply(learnt, fast_forward(learnt, "test"))
    assert after.strategic_plan == StrategicPlan(goal="new", updated_at_ply=0)


def test_a_plan_made_in_the_decision_survives_a_what_if_that_makes_none() -> None:
    old, new = (StrategicPlan(goal=goal, updated_at_ply=0) for goal in ("old", "new"))
    workspace = build_workspace("gomoku", POINTS[:2], my_side=1, undo_state=CHECKING, strategic_plan=new)
    snapshots = tuple(each.model_copy(update={"strategic_plan": old}) for each in workspace.snapshots)
    workspace = workspace.model_copy(update={"snapshots": snapshots})
    back = apply(workspace, roll_back(workspace, tentative=False, actor="test"))
    assert back.strategic_plan == old
    after = apply(back, fast_forward(move_on(back, "undo_reeval"), "test"))
    assert after.strategic_plan == new


def test_the_phase_goes_back_with_the_board_and_forth_again() -> None:
    workspace = build_workspace("tictactoe", [(0, 0), (1, 1)], my_side=1, undo_state=CHECKING)
    back = apply(workspace, roll_back(workspace, tentative=False, actor="test"))
    assert (workspace.current_phase, back.current_phase) == ("midgame", "opening")
    assert apply(back, fast_forward(move_on(back, "undo_reeval"), "test")).current_phase == "midgame"


def test_without_a_snapshot_of_an_own_move_there_is_no_rollback() -> None:
    workspace = build_workspace("gomoku", POINTS[:1], my_side=2, undo_state=CHECKING)
    with pytest.raises(LookupError):
        roll_back(workspace, tentative=False, actor="test")


def test_a_rollback_needs_the_check_before_it() -> None:
    with pytest.raises(IllegalUndoTransition):
        roll_back(build_workspace("gomoku", POINTS[:2], my_side=1), tentative=False, actor="test")


def test_the_blacklist_is_bounded() -> None:
    workspace = build_workspace("gomoku", POINTS[:1], my_side=1)
    for _ in range(MAX_BLACKLIST + 2):
        state = workspace.undo_state.model_copy(update={"phase": "undo_check"})
        workspace = apply(
            workspace, roll_back(workspace.model_copy(update={"undo_state": state}), tentative=True, actor="t")
        )
        workspace = play(workspace, *POINTS[0])
    assert len(workspace.undo_state.blacklist) == MAX_BLACKLIST


ACTIONS = ("append", "what_if", "tentative", "left", "replaced")


@settings(max_examples=60, deadline=None)
@given(
    game=st.sampled_from(["tictactoe", "misere", "nogo7", "gomoku8"]),
    actions=st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(0, 999)), max_size=12),
)
def test_after_every_undo_the_board_is_the_referees_and_the_stack_is_bounded(
    game: str, actions: list[tuple[str, int]]
) -> None:
    """The referee's history grows, or is replaced; undos of either kind run to their end or are left in the middle."""
    referee: list[tuple[int, int]] = []
    workspace = build_workspace(game, my_side=1, feature_flags=frozenset(("undo_enabled",)))
    for action, choice in actions:
        moves = playable_moves(current_position(_follow(workspace, game, referee)))
        if not moves:
            break
        chosen = moves[choice % len(moves)]
        if action == "append":
            referee.append((chosen.x, chosen.y))
        if action == "replaced":
            referee = referee[: choice % (len(referee) + 1)]
        workspace = _follow(workspace, game, referee)
        if workspace.game_ended:
            break
        if action == "tentative":
            workspace = play(workspace, chosen.x, chosen.y)
        if action in ("what_if", "tentative", "left") and last_own_move(workspace) is not None and workspace.snapshots:
            workspace = _undo(workspace, is_left=action == "left")
        elif action == "tentative":
            continue
        assert len(workspace.snapshots) <= MAX_UNDO_DEPTH
        if action != "left":
            assert workspace.board_state == build_request(game, referee).board
            assert workspace.undo_state.phase == "playing"
    workspace = _follow(workspace, game, referee)
    assert workspace.board_state == build_request(game, referee).board
    assert games()[workspace.game].rows == len(workspace.board_state)


def _follow(workspace: Workspace, game: str, referee: list[tuple[int, int]]) -> Workspace:
    change = reconcile(workspace, build_request(game, referee), "test")
    return workspace if change is None else apply(workspace, change)


def _undo(workspace: Workspace, *, is_left: bool) -> Workspace:
    """Return the workspace after an undo by the hooks, which an earlier request may have left in the middle."""
    state = workspace.undo_state.model_copy(update={"phase": "undo_check", "requested": True})
    workspace = commit(workspace, {"undo_state": state})
    outcome = run_hooks(HOOKS, "LOOP_START", workspace, build_loop(is_undoing=True), epoch=0, now=1)
    workspace = outcome.workspace
    assert len(workspace.snapshots) <= MAX_UNDO_DEPTH
    if is_left or workspace.undo_state.phase == "playing":
        return workspace
    assert outcome.executed == ("UndoExecutionHook",)
    return move_on(apply(workspace, fast_forward(workspace, "test")), "playing")
