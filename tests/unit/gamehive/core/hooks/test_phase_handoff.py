"""Change of the phase: detected once, and handed over to the phase's persona once (GH-72, GH-80, GH-151, GH-152)."""

from typing import Any

import pytest

from gamehive.contracts.workspace import StrategicPlan, UndoState
from gamehive.core.hooks.game_phase_detection import GAME_PHASE_DETECTION
from gamehive.core.hooks.workflow_phase_transition import WORKFLOW_PHASE_TRANSITION
from tests.support.game_workspace import build_loop, build_workspace, run_hook

TWO_PLIES = [(0, 0), (1, 1)]


@pytest.mark.parametrize(
    ("points", "handled", "is_changed"),
    [([], None, True), ([], "opening", False), (TWO_PLIES, "opening", True), (TWO_PLIES, "midgame", False)],
)
def test_a_phase_that_is_not_the_last_handled_one_is_a_change(points: Any, handled: Any, is_changed: bool) -> None:
    workspace = build_workspace("tictactoe", points, persona_phase=handled)
    outcome = run_hook(GAME_PHASE_DETECTION, "BEFORE_LOOP", workspace, build_loop())
    assert outcome.loop.phase_changed == is_changed
    assert outcome.workspace is workspace


@pytest.mark.parametrize(
    ("phase", "is_changed"), [("playing", True), ("undo_decide", True), ("undo_check", False), ("undo_reeval", False)]
)
def test_a_board_that_an_undo_has_left_for_a_while_is_no_new_phase(phase: Any, is_changed: bool) -> None:
    workspace = build_workspace("tictactoe", persona_phase="midgame", undo_state=UndoState(phase=phase))
    outcome = run_hook(GAME_PHASE_DETECTION, "LOOP_START", workspace, build_loop())
    assert outcome.loop.phase_changed == is_changed


@pytest.mark.parametrize(("language", "words"), [("en", ["midgame", "2 plies"]), ("zh", ["中盘", "2 手"])])
def test_the_persona_of_the_new_phase_takes_over_with_a_summary(language: str, words: list[str]) -> None:
    workspace = build_workspace(
        "tictactoe",
        TWO_PLIES,
        current_agent_name="strategist",
        persona_phase="opening",
        language=language,
        strategic_plan=StrategicPlan(goal="hold the centre", updated_at_ply=1),
    )
    outcome = run_hook(WORKFLOW_PHASE_TRANSITION, "LOOP_START", workspace, build_loop(phase_changed=True))
    assert outcome.result.force_call_tool == "handoff_to_agent"
    arguments = outcome.result.force_call_args or {}
    assert arguments["agentName"] == "tactician"
    assert all(each in arguments["currentAgentOutputSummary"] for each in [*words, "hold the centre"])
    assert not outcome.result.continue_to_next_hook
    assert (outcome.workspace.persona_phase, outcome.loop.phase_changed) == ("midgame", False)
    assert outcome.workspace.current_agent_name == "strategist"


@pytest.mark.parametrize(
    ("workspace_fields", "loop_fields"),
    [
        ({"current_agent_name": "tactician"}, {}),
        ({"handoff_exclude_agents": ("tactician",)}, {}),
        ({}, {"filtered_calls": ("handoff_to_agent",)}),
    ],
    ids=["fits already", "excluded", "handoffs stopped"],
)
def test_without_a_handoff_the_phase_is_only_noted(workspace_fields: Any, loop_fields: Any) -> None:
    workspace = build_workspace("tictactoe", TWO_PLIES, **{"current_agent_name": "strategist"} | workspace_fields)
    outcome = run_hook(
        WORKFLOW_PHASE_TRANSITION, "LOOP_START", workspace, build_loop(phase_changed=True, **loop_fields)
    )
    assert outcome.result.force_call_tool is None
    assert outcome.result.continue_to_next_hook
    assert (outcome.workspace.persona_phase, outcome.loop.phase_changed) == ("midgame", False)


def test_a_persona_that_the_model_chose_stays_until_the_phase_changes() -> None:
    workspace = build_workspace(
        "tictactoe", TWO_PLIES, current_agent_name="endgame_specialist", persona_phase="midgame"
    )
    loop = run_hook(GAME_PHASE_DETECTION, "BEFORE_LOOP", workspace, build_loop()).loop
    assert run_hook(WORKFLOW_PHASE_TRANSITION, "LOOP_START", workspace, loop).executed == ()
