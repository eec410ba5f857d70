"""What did the model say? A stream of bits, or a whole answer, becomes one Reply."""

import json
from dataclasses import dataclass

from shared.llm.anthropic.api_models import ContentBlock, MessageBody, StreamEvent, TokenCounts

MAX_REPLY_CHARS = 200_000
"""Characters of an answer that are read; no prompt of ours asks for a tenth of that."""


@dataclass(frozen=True, slots=True)
class ModelReply:
    """An answer as it came. `tool`: the tool used and its input as JSON; `stop_reason` is None when it did not say.

    `request_id` is the endpoint's name for it.
    """

    text: str
    tool: tuple[str, str] | None
    stop_reason: str | None
    counts: TokenCounts
    request_id: str | None = None

    @property
    def raw_answer(self) -> str:
        """What the model can be shown of its own answer."""
        return self.tool[1] if self.tool else self.text


def build_reply(answer: MessageBody, request_id: str | None) -> ModelReply:
    """The reply of an endpoint that does not stream."""
    text = _writable("".join(block.text for block in answer.content if block.type == "text"))
    tools = [(block.name, json.dumps(block.input)) for block in answer.content if block.type == "tool_use"]
    tool = tools[0] if tools else None
    too_long = len(text) + sum(len(given) for _, given in tools) > MAX_REPLY_CHARS
    stop_reason = "max_tokens" if too_long else answer.stop_reason
    return ModelReply(text, tool, stop_reason, answer.usage or TokenCounts(), request_id)


def _writable(text: str) -> str:
    """JSON can say half of a sign: two halves become one, and what stays half is replaced, for no UTF-8 can say it."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class StreamAccumulator:
    """Gathers the events of a stream."""

    def __init__(self) -> None:
        self.counts = TokenCounts()
        self.stop_reason: str | None = None
        self._texts: list[str] = []
        self._tools: dict[int, tuple[str, list[str]]] = {}
        self._size = 0

    @property
    def is_complete(self) -> bool:
        """Whether the model came to an end; a stream that just ends was cut."""
        return self.stop_reason is not None

    def add(self, event: StreamEvent) -> None:
        """One more event. What exceeds LONGEST ends it as the endpoint's own limit would."""
        if event.message and event.message.usage:
            self.counts = self.counts.merge(event.message.usage)
        if event.usage:
            self.counts = self.counts.merge(event.usage)
        if event.content_block:
            self._begin(event.index, event.content_block)
        if event.delta:
            self._texts.append(event.delta.text)
            self._go_on(event.index, event.delta.partial_json)
            self._size += len(event.delta.text) + len(event.delta.partial_json)
            self.stop_reason = event.delta.stop_reason or self.stop_reason
        if self._size > MAX_REPLY_CHARS:
            self.stop_reason = "max_tokens"

    def reply(self, request_id: str | None) -> ModelReply:
        """What came so far."""
        tool = next(((name, _writable("".join(bits)) or "{}") for name, bits in self._tools.values()), None)
        return ModelReply(_writable("".join(self._texts)), tool, self.stop_reason, self.counts, request_id)

    def _begin(self, index: int, block: ContentBlock) -> None:
        if block.type == "tool_use":
            self._tools[index] = (block.name, [json.dumps(block.input)] if block.input else [])
        self._texts.append(block.text)

    def _go_on(self, index: int, bit: str) -> None:
        if bit and index in self._tools:
            self._tools[index][1].append(bit)
