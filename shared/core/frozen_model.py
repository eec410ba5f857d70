"""Base class of immutable, strict data models."""

from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field

T = TypeVar("T")


def _is_none(value: object) -> bool:
    return value is None


Maybe = Annotated[T | None, Field(exclude_if=_is_none)]
"""Optional field: without a value its key is absent from JSON, never null (INTERFACES § 6)."""


class FrozenModel(BaseModel):
    """Immutable pydantic model that rejects unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")
