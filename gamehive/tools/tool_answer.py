"""Answer of a tool before it is addressed: text and data for the agent, and what goes into the workspace."""

from dataclasses import dataclass
from typing import Any

from gamehive.contracts.workspace import CandidateMove, ThreatAnalysis


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """Findings of a tool, or what was wrong with its call.

    Attributes:
        content: Text for the agent.
        is_error: Whether the call was wrong.
        data: The same as data.
        candidates: Moves for the workspace.
        threat_analysis: Danger for the workspace.
        knowledge: Text from the knowledge base for the workspace.
    """

    content: str
    is_error: bool = False
    data: dict[str, Any] | None = None
    candidates: tuple[CandidateMove, ...] = ()
    threat_analysis: ThreatAnalysis | None = None
    knowledge: str | None = None


def as_share(value: float) -> float:
    """Return an expected result within 0 and 1."""
    return min(1.0, max(0.0, value))
