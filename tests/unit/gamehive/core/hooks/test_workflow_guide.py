"""Workflow guide: experts that policies force, the book's move, and pending instructions (GH-81…85, GH-C25)."""

from typing import Any

import pytest

from gamehive.contracts.workspace import CandidateMove, RejectedMove, UndoState, Workspace
from gamehive.core.hooks.workflow_guide import WORKFLOW_GUIDE
from gamehive.core.loop.loop import ControlInstruction, Loop
from tests.support.game_workspace import build_loop, build_workspace, candidate, run_hook, threat

TWO_PLIES = [(7, 7), (7, 8)]
ASKED = ("opening_expert",)


def forced_agents(workspace: Workspace, loop: Loop) -> list[str]:
    """Return the experts that are forced, one step after the other, until none is."""
    agents: list[str] = []
    for _ in range(9):
        outcome = run_hook(WORKFLOW_GUIDE, "LOOP_START", workspace, loop)
        if outcome.result.force_call_tool is None:
            return agents
        agents.append((outcome.result.force_call_args or {})["agentName"])
        loop = outcome.loop
    raise AssertionError(agents)


@pytest.mark.parametrize(
    ("game", "points", "fields", "agents"),
    [
        ("gomoku", [], {}, ["opening_expert"]),
        ("gomoku", [(7, 7)], {}, ["opening_expert"]),
        ("tictactoe", [], {}, ["opening_expert"]),
        ("tictactoe", [(0, 0)], {}, ["opening_expert"]),
        ("gomoku", TWO_PLIES, {}, []),
        ("tictactoe", [(0, 0), (1, 1)], {"current_agent_name": "strategist"}, []),
        ("gomoku", [], {"undo_state": UndoState(phase="undo_reeval")}, []),
    ],
)
def test_the_opening_expert_is_forced_once_before_the_first_own_move(
    game: str, points: Any, fields: dict[str, Any], agents: list[str]
) -> None:
    assert forced_agents(build_workspace(game, points, **fields), build_loop()) == agents


@pytest.mark.parametrize(("urgency", "ply", "agents"), [(0.71, 2, ["defense_analyst"]), (0.7, 2, []), (1.0, 1, [])])
def test_an_urgent_defence_is_analysed_first_once(urgency: float, ply: int, agents: list[str]) -> None:
    workspace = build_workspace("gomoku", TWO_PLIES, threat_analysis=threat(0.9, ply, urgency))
    assert forced_agents(workspace, build_loop()) == agents


@pytest.mark.parametrize(
    ("score", "danger", "extra", "agents"),
    [
        (0.6, 0.5, [], ["opening_expert", "defense_analyst"]),
        (0.45, 0.45, [], ["opening_expert", "defense_analyst"]),
        (0.6, 0.5, [candidate(2, 2, 0.5, "opening_expert", 2)], ["defense_analyst", "local_tactics_expert"]),
        (0.61, 0.5, [], []),
        (0.9, 0.8, [], []),
        (0.6, 0.5, [candidate(3, 3, 1.0, "engine", 2, verified=True, proof="won")], []),
        (
            0.6,
            0.5,
            [candidate(3, 3, 0.0, "engine", 2, verified=True, proof="lost")],
            ["opening_expert", "defense_analyst"],
        ),
    ],
)
def test_close_scores_are_checked_by_two_other_experts(
    score: float, danger: float, extra: list[CandidateMove], agents: list[str]
) -> None:
    candidates = (candidate(6, 6, 0.2, "attack_analyst", 2), candidate(8, 8, score, "attack_analyst", 2), *extra)
    workspace = build_workspace("gomoku", TWO_PLIES, candidate_moves=candidates, threat_analysis=threat(danger, 2))
    assert forced_agents(workspace, build_loop()) == agents


@pytest.mark.parametrize(
    "fields",
    [
        {"threat_analysis": None},
        {"threat_analysis": threat(0.5, 1)},
        {"candidate_moves": (candidate(8, 8, 0.5, "attack_analyst", 1),)},
        {"candidate_moves": (candidate(8, 8, 0.5, "engine", 2),)},
    ],
    ids=["no danger", "danger of an earlier ply", "attack of an earlier ply", "no attack analyst"],
)
def test_without_both_scores_for_this_board_nothing_is_compared(fields: dict[str, Any]) -> None:
    known = {
        "threat_analysis": threat(0.5, 2),
        "candidate_moves": (candidate(8, 8, 0.5, "attack_analyst", 2),),
    }
    assert forced_agents(build_workspace("gomoku", TWO_PLIES, **known | fields), build_loop()) == []


def book(match: float | None = 1.0, **fields: Any) -> tuple[CandidateMove, ...]:
    engine = candidate(7, 7, 0.6, "engine", 0, **{"verified": True} | fields)
    return (candidate(7, 7, 0.5, "book", 0, match=match), engine)


@pytest.mark.parametrize(("language", "word"), [("en", "opening book"), ("zh", "开局库")])
@pytest.mark.parametrize("candidates", [book(), book(0.85), book(proof="drawn")])
def test_a_book_move_that_an_engine_found_safe_is_recommended_once(
    candidates: tuple[CandidateMove, ...], language: str, word: str
) -> None:
    workspace = build_workspace(candidate_moves=candidates, language=language)
    outcome = run_hook(WORKFLOW_GUIDE, "LOOP_START", workspace, build_loop(forced=ASKED))
    (advice,) = outcome.result.inject_messages
    assert word in advice
    assert "(7,7)" in advice
    assert outcome.result.guides
    assert run_hook(WORKFLOW_GUIDE, "LOOP_START", workspace, outcome.loop).result.inject_messages == ()


@pytest.mark.parametrize(
    "candidates",
    [
        book(0.84),
        book(None),
        book(proof="lost"),
        book(verified=False),
        book()[:1],
        tuple(each.model_copy(update={"ply": 1}) for each in book()),
    ],
    ids=["low match", "not the book", "proved lost", "not verified", "no engine", "another board"],
)
def test_any_other_move_is_not_recommended(candidates: tuple[CandidateMove, ...]) -> None:
    workspace = build_workspace(candidate_moves=candidates)
    outcome = run_hook(WORKFLOW_GUIDE, "LOOP_START", workspace, build_loop(forced=ASKED))
    assert (outcome.result.inject_messages, outcome.result.guides) == ((), False)


def test_a_pending_instruction_is_shown_before_an_expert_is_forced() -> None:
    loop = build_loop(control=ControlInstruction(hook_unique_key="test", text="Answer now."))
    outcome = run_hook(WORKFLOW_GUIDE, "LOOP_START", build_workspace(), loop)
    assert (outcome.result.inject_messages, outcome.result.guides) == (("Answer now.",), True)
    assert outcome.result.force_call_tool is None
    assert outcome.loop.forced == ()


@pytest.mark.parametrize(
    ("fields", "agents"),
    [
        ({"force_call_tool": "analyze_board"}, []),
        ({"use_tools": "never"}, []),
        ({"use_tools": ("analyze_board",)}, []),
        ({"use_tools": ("call_task_agent",)}, ["opening_expert"]),
        ({}, ["opening_expert"]),
    ],
)
def test_no_expert_is_forced_against_the_instruction(fields: dict[str, Any], agents: list[str]) -> None:
    loop = build_loop(control=ControlInstruction(hook_unique_key="test", **fields))
    assert forced_agents(build_workspace(), loop) == agents


def test_a_book_move_that_was_taken_back_in_this_position_is_not_recommended() -> None:
    workspace = build_workspace(candidate_moves=book())
    state = UndoState(blacklist=(RejectedMove(board=workspace.board_state, x=7, y=7),))
    outcome = run_hook(
        WORKFLOW_GUIDE,
        "LOOP_START",
        workspace.model_copy(update={"undo_state": state}),
        build_loop(forced=ASKED),
    )
    assert outcome.result.inject_messages == ()
