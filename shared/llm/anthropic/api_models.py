"""Response models of the Messages API, restricted to what is used and lenient: compatible endpoints omit fields."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict

MAX_TOKEN_COUNT = 10**9
"""Bound above any real token count; larger counts are read as 0."""


def _parse_count(value: object) -> int:
    return int(value) if isinstance(value, int | float) and 0 <= value < MAX_TOKEN_COUNT else 0


TokenCount = Annotated[int, BeforeValidator(_parse_count)]


class _ResponseModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class TokenCounts(_ResponseModel):
    """Token counts of one request; `input_tokens` excludes tokens written to the cache or read from it."""

    input_tokens: TokenCount = 0
    output_tokens: TokenCount = 0
    cache_creation_input_tokens: TokenCount = 0
    cache_read_input_tokens: TokenCount = 0

    def merge(self, later: "TokenCounts") -> "TokenCounts":
        """Return new counts with the greater number of each field; `later` is cumulative and may lack fields."""
        before, after = self.model_dump(), later.model_dump()
        return TokenCounts(**{name: max(before[name], after[name]) for name in before})


class ContentBlock(_ResponseModel):
    """Content block of an answer: text, or a tool call with its input."""

    type: str = ""
    name: str = ""
    text: str = ""
    input: Any = None


class MessageBody(_ResponseModel):
    """Complete answer, or the start of a streamed one."""

    content: tuple[ContentBlock, ...] = ()
    stop_reason: str | None = None
    usage: TokenCounts | None = None


class StreamDelta(_ResponseModel):
    """Increment of a stream: text, tool input as partial JSON, or the stop reason."""

    type: str = ""
    text: str = ""
    partial_json: str = ""
    stop_reason: str | None = None


class StreamEvent(_ResponseModel):
    """Event of a stream."""

    type: str = ""
    index: int = 0
    message: MessageBody | None = None
    content_block: ContentBlock | None = None
    delta: StreamDelta | None = None
    usage: TokenCounts | None = None
