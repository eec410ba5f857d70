"""Reply of the model, from a complete answer or accumulated from a stream."""

import json
from dataclasses import dataclass

from shared.llm.anthropic.api_models import ContentBlock, MessageBody, StreamEvent, TokenCounts

MAX_REPLY_CHARS = 200_000
"""Maximum length of an answer; no prompt of this product asks for a tenth of it."""


@dataclass(frozen=True, slots=True)
class ModelReply:
    """Answer as received.

    Attributes:
        texts: Blocks of text, in order, without empty ones.
        tools: Name and JSON input of each tool call, in order.
        stop_reason: Why it ended; None if the endpoint does not say.
        counts: Tokens of the request.
        request_id: The endpoint's id of the request.
    """

    texts: tuple[str, ...]
    tools: tuple[tuple[str, str], ...]
    stop_reason: str | None
    counts: TokenCounts
    request_id: str | None = None

    @property
    def text(self) -> str:
        """All its text."""
        return "".join(self.texts)

    @property
    def tool(self) -> tuple[str, str] | None:
        """Name and JSON input of the first tool call."""
        return self.tools[0] if self.tools else None

    @property
    def raw_answer(self) -> str:
        """Answer as the model wrote it, to show it again in a repair turn: the tool's JSON input, else the text."""
        return self.tool[1] if self.tool else self.text


def build_reply(answer: MessageBody, request_id: str | None) -> ModelReply:
    """Return the reply that a complete answer holds: its texts, tool calls, stop reason and token counts.

    Nothing is cut. The stop reason is `max_tokens` if text and tool inputs have more than MAX_REPLY_CHARS (200,000
    characters) together.

    Args:
        answer: Body of a response that is not streamed.
        request_id: The endpoint's id of the request, None when the response has none.
    """
    texts = tuple(_repair_surrogates(block.text) for block in answer.content if block.type == "text" and block.text)
    tools = tuple((block.name, json.dumps(block.input)) for block in answer.content if block.type == "tool_use")
    too_long = sum(map(len, texts)) + sum(len(tool_input) for _, tool_input in tools) > MAX_REPLY_CHARS
    stop_reason = "max_tokens" if too_long else answer.stop_reason
    return ModelReply(texts, tools, stop_reason, answer.usage or TokenCounts(), request_id)


def _repair_surrogates(text: str) -> str:
    """Join surrogate pairs, which JSON can express, and replace lone surrogates, which UTF-8 cannot."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class StreamAccumulator:
    """Reply accumulated from the events of one stream; `counts` are the tokens received so far."""

    def __init__(self) -> None:
        self.counts = TokenCounts()
        self.stop_reason: str | None = None
        self._texts: dict[int, list[str]] = {}
        self._tools: dict[int, tuple[str, list[str]]] = {}
        self._size = 0

    @property
    def is_complete(self) -> bool:
        """Whether a stop reason was received or MAX_REPLY_CHARS exceeded.

        A stream that ends while it is False was aborted.
        """
        return self.stop_reason is not None

    def add(self, event: StreamEvent) -> None:
        """Add the next event of the stream: its text, tool input, token counts and stop reason.

        Beyond MAX_REPLY_CHARS (200,000 characters) the stop reason becomes `max_tokens` and `is_complete` True: the
        caller stops reading.
        """
        if event.message and event.message.usage:
            self.counts = self.counts.merge(event.message.usage)
        if event.usage:
            self.counts = self.counts.merge(event.usage)
        if event.content_block:
            self._add_block(event.index, event.content_block)
        if event.delta:
            self._add_text(event.index, event.delta.text)
            self._add_tool_input(event.index, event.delta.partial_json)
            self._size += len(event.delta.text) + len(event.delta.partial_json)
            self.stop_reason = event.delta.stop_reason or self.stop_reason
        if self._size > MAX_REPLY_CHARS:
            self.stop_reason = "max_tokens"

    def reply(self, request_id: str | None) -> ModelReply:
        """Return the reply as received so far; it is the model's whole answer only if `is_complete`.

        Nothing is consumed: a later call returns what has been added since, too.

        Args:
            request_id: The endpoint's id of the request, None when the response has none.
        """
        texts = tuple(_repair_surrogates("".join(parts)) for parts in self._texts.values())
        tools = tuple((name, _repair_surrogates("".join(parts)) or "{}") for name, parts in self._tools.values())
        return ModelReply(texts, tools, self.stop_reason, self.counts, request_id)

    def _add_block(self, index: int, block: ContentBlock) -> None:
        if block.type == "tool_use":
            self._tools[index] = (block.name, [json.dumps(block.input)] if block.input else [])
        self._add_text(index, block.text)

    def _add_text(self, index: int, text: str) -> None:
        if text:
            self._texts.setdefault(index, []).append(text)

    def _add_tool_input(self, index: int, part: str) -> None:
        if part and index in self._tools:
            self._tools[index][1].append(part)
