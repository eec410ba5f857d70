"""Tools of the agents: names, rights, calls and results (GH-47…60)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from gamehive.contracts.agents import PERSONAS, AgentName
from shared.core.frozen_model import FrozenModel, Maybe

ToolName = Literal[
    "call_task_agent",
    "handoff_to_agent",
    "analyze_rule",
    "evaluate_position",
    "search_pattern",
    "analyze_board",
    "undo_evaluate",
    "get_workflow_guide",
]
TOOLS: tuple[ToolName, ...] = get_args(ToolName)

GUIDE_TOOL: ToolName = "get_workflow_guide"
"""Injected by a hook as a call and its result, never offered to a model (GH-54)."""

PERSONA_TOOLS: tuple[ToolName, ...] = TOOLS[:-1]
TASK_TOOLS: tuple[ToolName, ...] = ("evaluate_position", "search_pattern", "analyze_board")

ENGINE_TOOLS: frozenset[str] = frozenset(("evaluate_position", "search_pattern", "analyze_board"))
"""Tools that a task executes; the others are the host's own."""


_TOOLS_BY_NAME: Mapping[str, ToolName] = {tool: tool for tool in TOOLS}


def find_tool(name: str) -> ToolName | None:
    """Return the tool of a name; None if there is none."""
    return _TOOLS_BY_NAME.get(name)


def allowed_tools(agent: AgentName) -> tuple[ToolName, ...]:
    """Return the tools that an agent may call; a task agent has none to call or to become another agent (GH-29)."""
    if agent in PERSONAS:
        return PERSONA_TOOLS
    return (*TASK_TOOLS, "undo_evaluate") if agent == "undo_reevaluator" else TASK_TOOLS


ARGUMENTS: Mapping[str, Mapping[str, type]] = {
    "call_task_agent": {"agentName": str, "prompt": str},
    "handoff_to_agent": {"agentName": str, "currentAgentOutputSummary": str},
    "analyze_rule": {},
    "evaluate_position": {"x": int, "y": int},
    "search_pattern": {"query": str},
    "analyze_board": {},
    "undo_evaluate": {"reason": str},
    "get_workflow_guide": {},
}
"""Arguments that a call must have, with their types."""

OPTIONAL_ARGUMENTS: Mapping[str, Mapping[str, type]] = {
    "analyze_rule": {"force_refresh": bool},
    "search_pattern": {"topK": int},
}


class GameToolCall(FrozenModel):
    """Call of a tool by an agent, or by a hook in its place.

    Attributes:
        call_id: Id of the call, unique in its game.
        tool: Name of the tool as the model wrote it; it may be unknown.
        arguments: Arguments as the model wrote them.
        forced_by: Hook that made the call without asking the model.
    """

    call_id: str
    tool: Annotated[str, Field(max_length=100)]
    arguments: dict[str, Any] = Field(default_factory=dict[str, Any])
    forced_by: Maybe[str] = None


class GameToolResult(FrozenModel):
    """Result of a tool call (GH-58).

    Attributes:
        call_id: Id of the call.
        tool: Name of the tool.
        is_error: Whether the call failed; `content` then says why and what can be done.
        content: Text that the model reads.
        data: The same as data, where a program reads it.
        duration_ms: Time from the call to the result.
    """

    call_id: str
    tool: str
    is_error: bool = False
    content: str
    data: Maybe[dict[str, Any]] = None
    duration_ms: int = 0
