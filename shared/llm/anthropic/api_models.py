"""What do we read of what the Messages API says? Only this, and leniently: other makes of endpoint leave things out."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict

MAX_TOKEN_COUNT = 10**9
"""No request has so many tokens."""


def _or_nothing(value: object) -> int:
    return int(value) if isinstance(value, int | float) and 0 <= value < MAX_TOKEN_COUNT else 0


TokenCount = Annotated[int, BeforeValidator(_or_nothing)]


class _Read(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class TokenCounts(_Read):
    """Tokens of one request: `input_tokens` are those read afresh, beside those put into the cache or read from it."""

    input_tokens: TokenCount = 0
    output_tokens: TokenCount = 0
    cache_creation_input_tokens: TokenCount = 0
    cache_read_input_tokens: TokenCount = 0

    def merge(self, news: "TokenCounts") -> "TokenCounts":
        """With what was said later: counts are cumulative, and what is left out there stays."""
        before, now = self.model_dump(), news.model_dump()
        return TokenCounts(**{name: max(before[name], now[name]) for name in before})


class ContentBlock(_Read):
    """A piece of an answer: text, or the use of a tool with its input."""

    type: str = ""
    name: str = ""
    text: str = ""
    input: Any = None


class MessageBody(_Read):
    """A whole answer, or in a stream its beginning."""

    content: tuple[ContentBlock, ...] = ()
    stop_reason: str | None = None
    usage: TokenCounts | None = None


class StreamDelta(_Read):
    """What is new: a bit of text, a bit of a tool's input as JSON, or why it stopped."""

    type: str = ""
    text: str = ""
    partial_json: str = ""
    stop_reason: str | None = None


class StreamEvent(_Read):
    """A message of a stream."""

    type: str = ""
    index: int = 0
    message: MessageBody | None = None
    content_block: ContentBlock | None = None
    delta: StreamDelta | None = None
    usage: TokenCounts | None = None
