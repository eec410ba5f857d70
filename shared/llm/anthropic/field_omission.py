"""Validation of an answer that leaves out invalid values in fields that may be missing."""

from collections.abc import Sequence, Set
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json, to_json

T = TypeVar("T", bound=BaseModel)


def validate_without(output: type[T], answer: str, droppable: Set[str]) -> T:
    """Return a JSON answer as an object of a type, without the droppable fields that make it invalid.

    Fields that are valid stay. Of nested droppable fields the innermost one is left out first.

    Args:
        output: Type of the answer.
        answer: JSON of the answer.
        droppable: Names of fields that may be left out wherever they occur; empty to leave out none.

    Raises:
        ValidationError: The answer is no JSON, or something else in it is wrong; its errors are those of the answer
            as it is.
    """
    try:
        return output.model_validate_json(answer)
    except ValidationError as error:
        valid = _drop_invalid(output, answer, droppable, error) if droppable else None
        if valid is None:
            raise
        return valid


def _drop_invalid(output: type[T], answer: str, droppable: Set[str], error: ValidationError) -> T | None:
    """Return the answer without its invalid droppable fields, None if something else is wrong with it."""
    try:
        values = from_json(answer)
    except ValueError:
        return None
    while True:
        fields = [_find_field(values, detail["loc"], droppable) for detail in error.errors()]
        for field in fields:
            if field is None:
                return None
            parent, name = field
            parent.pop(name, None)
        try:
            return output.model_validate_json(to_json(values))
        except ValidationError as remaining:
            error = remaining


def _find_field(values: Any, location: Sequence[str | int], droppable: Set[str]) -> tuple[dict[str, Any], str] | None:
    """Return the innermost droppable field on the way to an error, as the object that holds it and its name.

    Parts of a location that name no value, such as the member of a union, are passed over.
    """
    found: tuple[dict[str, Any], str] | None = None
    node = values
    for part in location:
        if isinstance(node, dict) and part in node:
            parent, name = cast("dict[str, Any]", node), str(part)
            found = (parent, name) if name in droppable else found
            node = parent[name]
        elif isinstance(node, list) and isinstance(part, int):
            node = cast("list[Any]", node)[part]
    return found
