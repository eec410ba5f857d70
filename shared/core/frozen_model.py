"""What every piece of data has in common: frozen, and nothing unknown in it."""

from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field

T = TypeVar("T")


def _is_none(value: object) -> bool:
    return value is None


Maybe = Annotated[T | None, Field(exclude_if=_is_none)]
"""An optional field: when it has no value its key is absent, never null (INTERFACES § 6)."""


class FrozenModel(BaseModel):
    """A frozen piece of data that refuses fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")
