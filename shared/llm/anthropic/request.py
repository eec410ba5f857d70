"""What is sent for a prompt? A tool with the answer's schema; the stable part marked for the cache (INTERFACES § 8)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from anthropic.types import (
    CacheControlEphemeralParam,
    MessageParam,
    TextBlockParam,
    ThinkingConfigParam,
    ToolChoiceParam,
    ToolParam,
)
from pydantic import BaseModel

from shared.llm.anthropic.capabilities import ModelCapabilities
from shared.llm.port import Prompt

T = TypeVar("T", bound=BaseModel)

OVERHEAD_TOKENS = 800
"""Tokens that the endpoint itself adds to a request with a tool, generously."""

_CACHED = CacheControlEphemeralParam(type="ephemeral")


@dataclass(frozen=True, slots=True)
class Request:
    """One request: everything but which model it is."""

    max_tokens: int
    system: Sequence[TextBlockParam]
    tools: Sequence[ToolParam]
    tool_choice: ToolChoiceParam
    messages: tuple[MessageParam, ...]
    thinking: ThinkingConfigParam | None
    extra: dict[str, object]


def build_request(prompt: Prompt[T], manner: ModelCapabilities, turns: Sequence[tuple[str, str]] = ()) -> Request:
    """The prompt; `turns` are what the model answered and what it is told about that."""
    messages: list[MessageParam] = [{"role": "user", "content": prompt.user}]
    for answer, told in turns:
        messages.append({"role": "assistant", "content": answer})
        messages.append({"role": "user", "content": told})
    return Request(
        max_tokens=prompt.max_tokens + manner.thinking_tokens,
        system=[TextBlockParam(type="text", text=prompt.system, cache_control=_CACHED)],
        tools=[_tool(prompt)],
        tool_choice={"type": "tool", "name": prompt.key} if manner.forced_tool else {"type": "auto"},
        messages=tuple(messages),
        thinking=_thinking(manner),
        # The SDK has no parameter for it any more, because the newest models have none.
        extra={"temperature": prompt.temperature} if manner.temperature else {},
    )


def estimate_max_tokens(prompt: Prompt[T], manner: ModelCapabilities) -> int:
    """At most how many tokens a question and its answer cost; a repair turn costs as much again."""
    schema = json.dumps(_schema(prompt.output))
    return (
        OVERHEAD_TOKENS
        + sum(map(_tokens, (prompt.system, prompt.user, schema)))
        + prompt.max_tokens
        + manner.thinking_tokens
    )


def _tool(prompt: Prompt[T]) -> ToolParam:
    return ToolParam(
        name=prompt.key,
        description="Give your answer with this tool, and only with it.",
        input_schema=_schema(prompt.output),
        # Else the endpoint keeps a field back until it is complete, and a long one looks like silence.
        eager_input_streaming=True,
        cache_control=_CACHED,
    )


def _thinking(manner: ModelCapabilities) -> ThinkingConfigParam | None:
    match manner.thinking:
        case None:
            return None
        case "disabled":
            return {"type": "disabled"}
        case "between_tools":
            return {"type": "between_tools"}


def _schema(output: type[BaseModel]) -> dict[str, object]:
    return cast("dict[str, object]", _untitled(output.model_json_schema()))


def _untitled(schema: Any) -> Any:
    """Without titles, which only repeat the names; a property that is called so is no text and stays."""
    if isinstance(schema, list):
        return [_untitled(part) for part in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    parts = cast("dict[str, Any]", schema)
    return {name: _untitled(part) for name, part in parts.items() if name != "title" or not isinstance(part, str)}


def _tokens(text: str) -> int:
    """More than real text comes to: a token is at least 2 signs of ASCII, any other sign at most 2 tokens, or 4."""
    plain = sum(sign < "\x80" for sign in text)
    rare = sum(sign > "\uffff" for sign in text)
    return plain // 2 + 2 * (len(text) - plain - rare) + 4 * rare + 1
