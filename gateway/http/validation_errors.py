"""What is wrong with a request, field by field, in the reader's language; nothing of what was sent is repeated."""

from collections.abc import Mapping, Sequence
from typing import Any

from shared.core.api_error import ApiError, FieldError, PlatformErrorCode
from shared.core.language import Language
from shared.core.validation_messages import NO_PATTERNS, FieldPatterns, in_words

MAX_ERRORS = 20
"""Problems that are told of one request."""

MAX_FIELD_NAME = 64
"""Characters of a field's name: a stranger may have made it."""


def validation_error(
    errors: Sequence[Mapping[str, Any]],
    language: Language,
    request_part: str = "body",
    patterns: FieldPatterns = NO_PATTERNS,
) -> ApiError:
    """E001 with what pydantic found wrong. `whole`: what the request itself is called, for want of a field."""
    problems = [
        FieldError(field=_field_name(error, request_part), problem=in_words(error, language, patterns))
        for error in errors[:MAX_ERRORS]
    ]
    return ApiError(PlatformErrorCode.E001, problems, language)


def _field_name(error: Mapping[str, Any], request_part: str) -> str:
    path = (
        ".".join(str(part) for part in error["loc"] if part not in ("query", "path", "header", "body")) or request_part
    )
    shown = "".join(character if character.isprintable() else "?" for character in path)
    return shown if len(shown) <= MAX_FIELD_NAME else shown[: MAX_FIELD_NAME - 1] + "…"
