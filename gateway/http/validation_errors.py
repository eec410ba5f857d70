"""Conversion of pydantic's errors to E001, field by field, in the client's language, without repeating its input."""

from collections.abc import Mapping, Sequence
from typing import Any

from shared.core.api_error import ApiError, FieldError, PlatformErrorCode
from shared.core.language import Language
from shared.core.validation_messages import NO_PATTERNS, FieldPatterns, describe_validation_error

MAX_ERRORS = 20
"""Errors that are reported for one request."""

MAX_FIELD_NAME = 64
"""Characters of a field name that are shown, since names of unknown fields come from the client."""


def validation_error(
    errors: Sequence[Mapping[str, Any]],
    language: Language,
    request_part: str = "body",
    patterns: FieldPatterns = NO_PATTERNS,
) -> ApiError:
    """Build the ApiError (E001) for errors that pydantic found: one problem for each of the first MAX_ERRORS.

    It is returned, not raised. It contains no values of the input.

    Args:
        errors: Entries of pydantic's `ValidationError.errors()`; their `type`, `loc`, `msg` and `ctx` are read.
        language: Language of the problems.
        request_part: Field name to report for an error that concerns no single field.
        patterns: Field name → description of its pattern, by language.
    """
    problems = [
        FieldError(field=_field_name(error, request_part), problem=describe_validation_error(error, language, patterns))
        for error in errors[:MAX_ERRORS]
    ]
    return ApiError(PlatformErrorCode.E001, problems, language)


def _field_name(error: Mapping[str, Any], request_part: str) -> str:
    path = (
        ".".join(str(part) for part in error["loc"] if part not in ("query", "path", "header", "body")) or request_part
    )
    shown = "".join(character if character.isprintable() else "?" for character in path)
    return shown if len(shown) <= MAX_FIELD_NAME else shown[: MAX_FIELD_NAME - 1] + "…"
