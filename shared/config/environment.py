"""Settings read from environment variables."""

import re
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

M = TypeVar("M", bound=BaseModel)


class InvalidSettings(ValueError):
    """Rejected setting; the message names the variable, its value and what is wrong."""


def variable_name(settings: type[BaseModel], field: str) -> str:
    """Return the name of the environment variable that sets a field of a settings class.

    Args:
        settings: Class of the settings.
        field: Name of one of its fields.

    Returns:
        The name that the field declares as `env` in its `json_schema_extra`, else `TOWOW_<FIELD>` in upper case.

    Raises:
        KeyError: The class has no such field.
    """
    extra = settings.model_fields[field].json_schema_extra
    pinned = cast("dict[str, object]", extra) if isinstance(extra, dict) else {}
    return str(pinned.get("env", f"TOWOW_{field.upper()}"))


def read_settings(settings: type[M], environment: Mapping[str, str]) -> M:
    """Return an instance of a settings class, read from environment variables.

    Args:
        settings: Class to build; `variable_name` gives the variable of each field.
        environment: Value by variable name, such as `os.environ`. A field whose variable is missing or empty gets its
            default; other variables are ignored.

    Raises:
        InvalidSettings: A value is not valid for its field; the message names every such variable, with its value.
    """
    given: dict[str, Any] = {}
    for field in settings.model_fields:
        value = environment.get(variable_name(settings, field), "")
        if value != "":
            given[field] = value
    try:
        return settings.model_validate(given)
    except ValidationError as error:
        raise InvalidSettings(_describe_errors(settings, error)) from error


def _describe_errors(settings: type[BaseModel], error: ValidationError) -> str:
    return "; ".join(_describe_error(settings, problem) for problem in error.errors(include_url=False))


def _describe_error(settings: type[BaseModel], problem: ErrorDetails) -> str:
    if not problem["loc"]:  # a check of several settings together; its message names them
        names = [field for field in settings.model_fields if re.search(rf"\b{field}\b", problem["msg"])]
        return f"{', '.join(variable_name(settings, field) for field in names)}: {problem['msg']}"
    return f"{variable_name(settings, str(problem['loc'][0]))}={problem['input']!r}: {problem['msg']}"
