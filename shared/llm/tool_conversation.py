"""Use of tools by a model: definitions, and a conversation of texts, calls and results (DESIGN § 6).

The adapter of an endpoint translates them into those of its API. Models that answer from facts ignore them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

AUTOMATIC, NONE = "auto", "none"
"""Choices of a tool: the model calls tools or answers by a text; it calls none. Any other choice is a tool's name."""


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """Tool that a model can call.

    Attributes:
        name: Name: letters, digits, `_` and `-`.
        description: What it does, and when to call it.
        arguments: JSON schema of its arguments, an object.
    """

    name: str
    description: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ModelToolCall:
    """Call of a tool by a model. `id` is unique in its conversation."""

    id: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class UserText:
    """Text that the model is told."""

    text: str


@dataclass(frozen=True, slots=True)
class AssistantTurn:
    """Earlier turn of the model: text, calls of tools, or both. Results of all its calls follow next."""

    text: str = ""
    calls: tuple[ModelToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelToolResult:
    """Result of the call `call_id` of the last assistant turn."""

    call_id: str
    text: str
    is_error: bool = False


ConversationTurn = UserText | AssistantTurn | ModelToolResult


@dataclass(frozen=True, slots=True)
class ToolReply:
    """Reply of a model that may call tools. `texts`: its blocks of text, in order, without empty ones."""

    texts: tuple[str, ...] = ()
    calls: tuple[ModelToolCall, ...] = ()

    @property
    def text(self) -> str:
        """All its text."""
        return "\n\n".join(self.texts)
