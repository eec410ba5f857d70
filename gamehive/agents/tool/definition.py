"""Definitions of the tools as a model's endpoint wants them: description and JSON schema of the arguments."""

from collections.abc import Mapping
from typing import Any

from gamehive.agents.tool.prompts import describe_tool
from gamehive.contracts.agents import PERSONAS, TASK_AGENTS, AgentName
from gamehive.contracts.tools import ARGUMENTS, OPTIONAL_ARGUMENTS, ToolName
from shared.core.language import Language
from shared.llm.tool_conversation import ToolDefinition

_TYPES: Mapping[type, str] = {str: "string", int: "integer", bool: "boolean"}


def define_tool(tool: ToolName, agent: AgentName, language: Language) -> ToolDefinition:
    """Return the definition of a tool for an agent; names of agents are those that it can call or hand over to."""
    required, optional = ARGUMENTS[tool], OPTIONAL_ARGUMENTS.get(tool, {})
    properties = {name: _schema_of(tool, name, kind, agent) for name, kind in {**required, **optional}.items()}
    schema = {"type": "object", "properties": properties, "required": [*required], "additionalProperties": False}
    return ToolDefinition(tool, describe_tool(tool, agent, language), schema)


def _schema_of(tool: ToolName, name: str, kind: type, agent: AgentName) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": _TYPES[kind]}
    if name == "agentName":
        known = TASK_AGENTS if tool == "call_task_agent" else tuple(each for each in PERSONAS if each != agent)
        schema["enum"] = [*known]
    return schema
