"""Calls and results of the tools of a deliberation, in the seed's shapes (DL-82…101)."""

from typing import Annotated, Any, Literal

from pydantic import Field

from deliberation.contracts.plan import IsoDate
from deliberation.contracts.text_limits import Sentence, UpToEight
from shared.core.frozen_model import FrozenModel, Maybe

MAX_TOOL_CALLS = 6
"""Tool calls that an agent may make in one turn (DL-101)."""

ToolName = Literal["get_now", "calculate_date", "compare_positions"]


class DateOffset(FrozenModel):
    """Offset of a date; a missing key counts as 0."""

    weeks: Maybe[int] = None
    days: Maybe[int] = None


LenientOffset = Annotated[DateOffset | dict[str, Any], Field(union_mode="left_to_right")]
"""Offset as a model writes it: one that is none is kept, so that the tool can say what is wrong with it (DL-99)."""


class ToolCall(FrozenModel):
    """Call of a tool by a model. `get_now` has no arguments; the others have those of their input."""

    tool: ToolName
    base_date: Maybe[str] = None
    offset: Maybe[LenientOffset] = None
    texts: Maybe[UpToEight[Sentence]] = None


class CurrentTime(FrozenModel):
    """Local wall time without offset, its IANA zone, English weekday and date (DL-92…95)."""

    now: str
    timezone: str
    weekday: str
    date: IsoDate


class CalculatedDate(FrozenModel):
    """Date with its English weekday (DL-97)."""

    result_date: IsoDate
    weekday: str


class PositionComparison(FrozenModel):
    """Cosine similarities of texts and their mean; the pair is the least similar one (DL-82…88).

    Attributes:
        embeddings: One vector per text; never stored, sent or shown to a model (DL-91).
        similarity_matrix: Square and symmetric, with ones on the diagonal.
        mean_similarity: Mean over all pairs.
        most_different_pair: Indices i < j; of equal pairs the first.
        most_different_similarity: Similarity of that pair.
    """

    embeddings: tuple[tuple[float, ...], ...] = ()
    similarity_matrix: tuple[tuple[float, ...], ...]
    mean_similarity: float
    most_different_pair: tuple[int, int]
    most_different_similarity: float


class ToolResult(FrozenModel):
    """Result of a tool: `data` if it succeeded, else an error code and a message; it never raises (DL-100)."""

    success: bool
    data: Maybe[dict[str, Any]] = None
    error: Maybe[str] = None
    message: Maybe[str] = None


class ToolExchange(FrozenModel):
    """Call of a tool and its result, as the agent that made it sees both."""

    call: ToolCall
    result: ToolResult


class ToolError(FrozenModel):
    """Failure of a tool as it is recorded, in the seed's shape (DL-151)."""

    error: Literal["tool_execution_failed"] = "tool_execution_failed"
    tool: ToolName
    fallback: str
    detail: Annotated[str, Field(max_length=500)] = ""
