"""Classification of the endpoint's errors: transient or permanent, when to retry, and what helps."""

import time
from collections.abc import Mapping
from email.utils import mktime_tz, parsedate_tz

import anthropic
from pydantic import SecretStr

RETRYABLE_STATUSES = frozenset((408, 409, 429))
"""Status codes below 500 that may be retried; all from 500 on may."""

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
"""Error types within a stream for which a retry is useless."""

HINTS = {
    400: "the request is rejected: set LLM_MODEL to a model that accepts a forced tool and a temperature, or "
    "ANTHROPIC_BASE_URL to an endpoint with a compatible Messages API",
    401: "the API key is rejected: set ANTHROPIC_API_KEY to a key of this endpoint",
    402: "the account has no credit left: add credit, or set ANTHROPIC_API_KEY to a key of another account",
    403: "the API key may not do this: set another ANTHROPIC_API_KEY or another LLM_MODEL",
    404: "model or path not found: correct LLM_MODEL, or ANTHROPIC_BASE_URL (without /v1)",
    413: "the request is too large for the endpoint: lower TOWOW_SEARCH_LIMIT, or shorten the data in the prompt",
}
"""Remedy by status code."""

REDIRECT_HINT = "the endpoint redirects, and the key is not sent elsewhere: set ANTHROPIC_BASE_URL to the final URL"
"""Remedy for a redirect."""

MAX_DETAIL_CHARS = 200
"""Maximum length of the endpoint's message in an error."""


class TransientError(Exception):
    """The endpoint did not answer, but a retry may help, after `retry_after_s` if the endpoint says so.

    `timed_out`: it was silent for longer than LLM_TIMEOUT.
    """

    def __init__(
        self, detail: str, *, retry_after_s: float | None = None, request_id: str | None = None, timed_out: bool = False
    ) -> None:
        super().__init__(detail)
        self.timed_out = timed_out
        self.retry_after_s = retry_after_s
        self.request_id = request_id


class PermanentError(Exception):
    """The endpoint rejects the request, also if it is repeated. `hint` is a remedy, or empty."""

    def __init__(self, detail: str, hint: str, request_id: str | None = None) -> None:
        super().__init__(detail)
        self.hint = hint
        self.request_id = request_id


def classify_error(error: anthropic.APIError, key: SecretStr) -> TransientError | PermanentError:
    """Return, not raise, the TransientError or PermanentError for an error of the SDK.

    Its message never contains `key`, the API key, even if the endpoint echoes it. `retry_after_s` is that of
    `parse_retry_after`.
    """
    if not isinstance(error, anthropic.APIStatusError):
        return TransientError(type(error).__name__, timed_out=isinstance(error, anthropic.APITimeoutError))
    text = f" {error.type or ''}: {error.api_message or ''}".rstrip(": ")
    detail = f"{error.status_code}{redact_key(key, text)[:MAX_DETAIL_CHARS]}"
    if error.status_code < 300:  # within a stream
        is_permanent = error.type in PERMANENT_ERROR_TYPES
    else:
        is_permanent = error.status_code < 500 and error.status_code not in RETRYABLE_STATUSES
    if is_permanent:
        return PermanentError(detail, _hint(error.status_code), error.request_id)
    return TransientError(detail, retry_after_s=parse_retry_after(error.response.headers), request_id=error.request_id)


def _hint(status: int) -> str:
    return REDIRECT_HINT if 300 <= status < 400 else HINTS.get(status, "")


def redact_key(key: SecretStr, text: str) -> str:
    """Return `text` with every exact occurrence of the API key `key` replaced by `[key]`; unchanged if `key` is ""."""
    secret = key.get_secret_value()
    return text.replace(secret, "[key]") if secret else text


def parse_retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds (0 or more) to wait before a retry, from the header `retry-after-ms` or else `retry-after`.

    `retry-after` holds seconds or an HTTP date; a date in the past gives 0. None when both headers are missing or
    invalid.
    """
    milliseconds = _parse_number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    seconds = _parse_number(value)
    return _seconds_until(value) if seconds is None else seconds


def _parse_number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if 0 <= number < float("inf") else None


def _seconds_until(date: str | None) -> float | None:
    try:
        read = parsedate_tz(date) if date else None
        return max(0.0, mktime_tz(read) - time.time()) if read else None
    except (ValueError, OverflowError):  # an impossible date
        return None
