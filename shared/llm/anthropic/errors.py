"""What went wrong with a request: may it be tried again, when, and what can somebody do about it?"""

import time
from email.utils import mktime_tz, parsedate_tz
from typing import Protocol

import anthropic
from pydantic import SecretStr

RETRYABLE_STATUSES = frozenset((408, 409, 429))
"""Statuses below 500 that may go away by themselves; those from 500 may all."""

PERMANENT_ERROR_TYPES = frozenset(
    (
        "authentication_error",
        "billing_error",
        "invalid_request_error",
        "not_found_error",
        "permission_error",
        "request_too_large",
    )
)
"""What an error in the middle of a stream is called when trying again is no use."""

HINTS = {
    400: "the model may not take a forced tool or a temperature (LLM_MODEL), or the endpoint speaks another version",
    401: "the key is not accepted: set ANTHROPIC_API_KEY to a key of this endpoint",
    402: "the account has no credit left",
    403: "the key may not do this: use another ANTHROPIC_API_KEY or another LLM_MODEL",
    404: "no such model or no such path: correct LLM_MODEL, or ANTHROPIC_BASE_URL (without /v1)",
    413: "the request is too large for the endpoint: lower TOWOW_SEARCH_LIMIT, or shorten the profiles",
}
"""What helps against a refusal, by status."""

REDIRECT_HINT = "the endpoint is somewhere else, and the key is not sent on: set ANTHROPIC_BASE_URL to where it is"
"""What helps against a redirection."""

MAX_DETAIL_CHARS = 200
"""Characters of what the endpoint said that are told on."""


class TransientError(Exception):
    """The endpoint gave no answer, and may give one later: after `wait` (s) where it says when."""

    def __init__(self, detail: str, *, wait: float | None = None, request_id: str | None = None) -> None:
        super().__init__(detail)
        self.retry_after_s = wait
        self.request_id = request_id


class PermanentError(Exception):
    """The endpoint will not answer this, however often it is asked. `hint`: what helps."""

    def __init__(self, detail: str, hint: str, request_id: str | None = None) -> None:
        super().__init__(detail)
        self.hint = hint
        self.request_id = request_id


class Headers(Protocol):
    """The headers of an answer."""

    def get(self, name: str, /) -> str | None:
        """One of them, whatever its case."""
        ...


def classify_error(error: anthropic.APIError, key: SecretStr) -> TransientError | PermanentError:
    """What an error of the SDK means. Never with the key in it, whatever the endpoint echoes."""
    if not isinstance(error, anthropic.APIStatusError):
        return TransientError(type(error).__name__)
    said = f" {error.type or ''}: {error.api_message or ''}".rstrip(": ")
    detail = f"{error.status_code}{redact_key(key, said)[:MAX_DETAIL_CHARS]}"
    if error.status_code < 300:  # in the middle of a stream
        lasting = error.type in PERMANENT_ERROR_TYPES
    else:
        lasting = error.status_code < 500 and error.status_code not in RETRYABLE_STATUSES
    if lasting:
        return PermanentError(detail, _hint(error.status_code), error.request_id)
    return TransientError(detail, wait=parse_retry_after(error.response.headers), request_id=error.request_id)


def _hint(status: int) -> str:
    return REDIRECT_HINT if 300 <= status < 400 else HINTS.get(status, "")


def redact_key(key: SecretStr, text: str) -> str:
    """`text` without the key."""
    secret = key.get_secret_value()
    return text.replace(secret, "[key]") if secret else text


def parse_retry_after(headers: Headers) -> float | None:
    """Seconds until the endpoint wants to be asked again (`retry-after-ms`, `retry-after`); None: it does not say."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    said = headers.get("retry-after")
    seconds = _number(said)
    return _until(said) if seconds is None else seconds


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if 0 <= number < float("inf") else None


def _until(date: str | None) -> float | None:
    try:
        read = parsedate_tz(date) if date else None
        return max(0.0, mktime_tz(read) - time.time()) if read else None
    except (ValueError, OverflowError):  # a date that no calendar has
        return None
