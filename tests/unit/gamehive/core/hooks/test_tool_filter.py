"""Tool filter: the control instruction becomes the result of the phase (GH-79, GH-198, GH-199)."""

from typing import Any

import pytest

from gamehive.core.hooks.tool_filter import TOOL_FILTER
from gamehive.core.loop.loop import ControlInstruction
from tests.support.game_workspace import build_loop, build_workspace, run_hook


@pytest.mark.parametrize("agent", ["tactician", "defense_analyst"])
@pytest.mark.parametrize(
    "fields",
    [
        {"force_call_tool": "evaluate_position", "force_call_args": {"x": 1, "y": 2}},
        {"force_call_tool": "analyze_board"},
        {"use_tools": ("analyze_board", "search_pattern")},
        {"use_tools": "never"},
        {},
    ],
)
def test_an_instruction_says_which_tools_may_be_called(fields: dict[str, Any], agent: str) -> None:
    loop = build_loop(agent=agent, control=ControlInstruction(hook_unique_key="test", **fields))
    result = run_hook(TOOL_FILTER, "LOOP_START", build_workspace(), loop).result
    applied = {"force_call_tool": result.force_call_tool, "force_call_args": result.force_call_args}
    assert (
        applied | {"use_tools": result.use_tools}
        == {
            "force_call_tool": None,
            "force_call_args": None,
            "use_tools": None,
        }
        | fields
    )


def test_without_an_instruction_nothing_is_filtered() -> None:
    assert run_hook(TOOL_FILTER, "LOOP_START", build_workspace(), build_loop()).executed == ()
