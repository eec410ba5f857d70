"""Request for a prompt: one tool with the answer's schema, or the prompt's own tools and conversation.

The stable part is marked for caching (INTERFACES § 8).
"""

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
from shared.llm.anthropic.tool_messages import build_messages, count_text, sanitize_name
from shared.llm.port import Prompt
from shared.llm.tool_conversation import AUTOMATIC, NONE, ToolDefinition

T = TypeVar("T", bound=BaseModel)

OVERHEAD_TOKENS = 800
"""Upper bound of the tokens that the endpoint adds to a request with a tool."""

ANSWER_TOOL_TEXT = "Give your answer with this tool, and only with it."

FORCED_TOOL_TEXT = "Call the tool {name} now, and nothing else."
"""Instruction to a model that does not accept a forced tool."""

_CACHED = CacheControlEphemeralParam(type="ephemeral")


@dataclass(frozen=True, slots=True)
class Request:
    """Body of a request, without the model."""

    max_tokens: int
    system: Sequence[TextBlockParam]
    tools: Sequence[ToolParam]
    tool_choice: ToolChoiceParam
    messages: tuple[MessageParam, ...]
    thinking: ThinkingConfigParam | None
    extra: dict[str, object]


def build_request(prompt: Prompt[T], capabilities: ModelCapabilities, turns: Sequence[tuple[str, str]] = ()) -> Request:
    """Return the request for a prompt: its text, and one tool whose input schema is that of the answer.

    A prompt with `build_output` gets its own tools, its choice of them and its conversation instead.

    `turns` are earlier invalid answers of the model, each as (answer, correction): what it answered and the request to
    repair it.
    """
    messages = _messages(prompt, capabilities)
    for answer, correction in turns:
        messages.append({"role": "assistant", "content": answer})
        messages.append({"role": "user", "content": correction})
    return Request(
        max_tokens=prompt.max_tokens + capabilities.thinking_tokens,
        system=[TextBlockParam(type="text", text=prompt.system, cache_control=_CACHED)],
        tools=_tools(prompt),
        tool_choice=_tool_choice(prompt, capabilities),
        messages=tuple(messages),
        thinking=_thinking(capabilities),
        # The SDK has no parameter for it any more, since the newest models do not accept it.
        extra={"temperature": prompt.temperature} if capabilities.temperature else {},
    )


def estimate_max_tokens(prompt: Prompt[T], capabilities: ModelCapabilities) -> int:
    """Return an upper bound of the input and output tokens of one request for the prompt; a repair turn costs extra."""
    if prompt.build_output is None:
        texts = [json.dumps(_schema(prompt.output))]
    else:
        texts = [json.dumps(_tools(prompt), ensure_ascii=False), count_text(prompt.conversation)]
    return (
        OVERHEAD_TOKENS
        + sum(map(_max_tokens, (prompt.system, prompt.user, *texts)))
        + prompt.max_tokens
        + capabilities.thinking_tokens
    )


def _messages(prompt: Prompt[T], capabilities: ModelCapabilities) -> list[MessageParam]:
    if prompt.build_output is None:
        return [{"role": "user", "content": prompt.user}]
    user = prompt.user
    if not capabilities.forced_tool and prompt.tool_choice not in (AUTOMATIC, NONE):
        user = f"{user}\n\n{FORCED_TOOL_TEXT.format(name=prompt.tool_choice)}"
    return build_messages(prompt.conversation, user)


def _tools(prompt: Prompt[T]) -> list[ToolParam]:
    """Return the tools; the last one is marked for caching, and so are all before it."""
    if prompt.build_output is None:
        definition = ToolDefinition(prompt.key, ANSWER_TOOL_TEXT, _schema(prompt.output))
        return [_tool(definition, is_last=True)]
    return [_tool(each, is_last=each is prompt.tools[-1]) for each in prompt.tools]


def _tool(definition: ToolDefinition, *, is_last: bool) -> ToolParam:
    tool = ToolParam(
        name=sanitize_name(definition.name),
        description=definition.description,
        input_schema=dict(definition.arguments),
        # Otherwise the endpoint buffers each field until it is complete, and a long one exceeds the timeout.
        eager_input_streaming=True,
    )
    if is_last:
        tool["cache_control"] = _CACHED
    return tool


def _tool_choice(prompt: Prompt[T], capabilities: ModelCapabilities) -> ToolChoiceParam:
    name = prompt.key if prompt.build_output is None else prompt.tool_choice
    if name == NONE:
        return {"type": "none"}
    if name == AUTOMATIC or not capabilities.forced_tool:
        return {"type": "auto"}
    return {"type": "tool", "name": sanitize_name(name)}


def _thinking(capabilities: ModelCapabilities) -> ThinkingConfigParam | None:
    match capabilities.thinking:
        case None:
            return None
        case "disabled":
            return {"type": "disabled"}
        case "between_tools":
            return {"type": "between_tools"}


def _schema(output: type[BaseModel]) -> dict[str, object]:
    return cast("dict[str, object]", _strip_titles(output.model_json_schema()))


def _strip_titles(schema: Any) -> Any:
    """Remove titles, which only repeat the names; a property called `title` is not a string and stays."""
    if isinstance(schema, list):
        return [_strip_titles(part) for part in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    parts = cast("dict[str, Any]", schema)
    return {name: _strip_titles(part) for name, part in parts.items() if name != "title" or not isinstance(part, str)}


def _max_tokens(text: str) -> int:
    """Return an upper bound: at least two ASCII characters a token, at most 2 tokens per other character, 4 if rare."""
    ascii_count = sum(character < "\x80" for character in text)
    rare_count = sum(character > "\uffff" for character in text)
    return ascii_count // 2 + 2 * (len(text) - ascii_count - rare_count) + 4 * rare_count + 1
