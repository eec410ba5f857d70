"""Rights of the agents to tools in one game (GH-29, GH-103)."""

from gamehive.contracts.agents import AgentName
from gamehive.contracts.tools import ToolName, allowed_tools
from gamehive.contracts.workspace import Workspace


def usable_tools(workspace: Workspace, agent: AgentName) -> tuple[ToolName, ...]:
    """Return the tools that an agent may call in a game: its own, but the knowledge base only if it is switched on."""
    has_knowledge = "rag_enabled" in workspace.feature_flags
    return tuple(tool for tool in allowed_tools(agent) if has_knowledge or tool != "search_pattern")
