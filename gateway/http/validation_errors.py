"""What is wrong with a request, field by field, in the reader's language; nothing of what was sent is repeated."""

from collections.abc import Mapping, Sequence
from typing import Any

from negotiation.contracts.error_codes import ApiError, ErrorCode, FieldError
from shared.core.language import Language
from shared.core.validation_messages import in_words

MOST = 20
"""Problems that are told of one request."""

LONGEST_NAME = 64
"""Characters of a field's name: a stranger may have made it."""


def validation_error(errors: Sequence[Mapping[str, Any]], language: Language, whole: str = "body") -> ApiError:
    """E001 with what pydantic found wrong. `whole`: what the request itself is called, for want of a field."""
    problems = [FieldError(field=_name(error, whole), problem=in_words(error, language)) for error in errors[:MOST]]
    return ApiError(ErrorCode.E001, problems, language)


def _name(error: Mapping[str, Any], whole: str) -> str:
    place = ".".join(str(part) for part in error["loc"] if part not in ("query", "path", "header", "body")) or whole
    shown = "".join(character if character.isprintable() else "?" for character in place)
    return shown if len(shown) <= LONGEST_NAME else shown[: LONGEST_NAME - 1] + "…"
