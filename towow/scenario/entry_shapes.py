"""Shapes of a scenario file's entries: a mapping, a list, or a word."""

from collections.abc import Callable
from typing import cast

from pydantic import AfterValidator, BaseModel, Discriminator

from shared.core.api_error import ApiError


def entry_shape(value: object) -> str:
    """Return an entry's shape, so that validation errors are about the shape that was meant."""
    if isinstance(value, dict | BaseModel):
        return "fields"
    return "list" if isinstance(value, list | tuple) else "word"


def call_shape(value: object) -> str:
    """Return the shape of a `filter` entry, which may also be a list per call."""
    entries = cast("list[object]", value) if isinstance(value, list | tuple) else []
    return "calls" if any(entry_shape(entry) == "list" for entry in entries) else entry_shape(cast("object", value))


def as_field_validator(check: Callable[[str], str]) -> AfterValidator:
    """Return a validator that raises the ValueError which pydantic expects for the ApiError that `check` raises."""

    def validate(value: str) -> str:
        try:
            return check(value)
        except ApiError as error:
            raise ValueError(error.details) from error

    return AfterValidator(validate)


ShapeDiscriminator = Discriminator(entry_shape)
"""Discriminator of a union whose members are tagged `fields`, `list` or `word`."""
