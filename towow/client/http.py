"""HTTP client of a gateway, with retries; error responses become exceptions."""

import asyncio
import random
from collections.abc import AsyncGenerator, Collection
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx2

from negotiation.contracts.error_codes import ERROR_CODES
from shared.core.api_error import ApiError, ConflictDetails, FieldError
from shared.runtime.reconnect_loop import INITIAL_BACKOFF_S, MAX_BACKOFF_S
from towow.cli.exit import SERVICE_UNAVAILABLE, CommandError
from towow.cli.output import print_note

MIN_TIMEOUT_S = 1.0
"""Minimum timeout of a request, however small `--wait` is."""

STREAM_TIMEOUT_S = 45.0
"""Seconds without a byte after which a stream counts as broken: three pings (INTERFACES § 7)."""

_RETRYABLE_STATUSES = (429, 502, 503, 504)
"""Statuses worth a retry: overload, store unavailable, a proxy without a server."""

_CONNECT_ERRORS = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


class SystemUnreachable(CommandError):
    """No running system answers, or it stopped during a request (exit code 3)."""

    def __init__(self, message: str) -> None:
        super().__init__(message, SERVICE_UNAVAILABLE)


class TemporarilyUnavailable(Exception):
    """A request failed in a way that a retry may fix.

    `retry_after_s` is the gateway's Retry-After; `was_sent` is False if the request surely never arrived.
    """

    def __init__(self, message: str, after: float = 0, *, sent: bool = True) -> None:
        super().__init__(message)
        self.retry_after_s = after
        self.was_sent = sent


class RetryBudget:
    """Retries with exponential backoff for at most `wait_s` seconds; a success restarts the budget."""

    def __init__(self, wait_s: float) -> None:
        self._wait_s = wait_s
        self._deadline: float | None = _now() + wait_s
        self._backoff_s = INITIAL_BACKOFF_S
        self._is_noted = False

    def reset(self) -> None:
        """Restore the full budget and the first backoff after a success; the time runs from the next failure on."""
        self._deadline, self._backoff_s, self._is_noted = None, INITIAL_BACKOFF_S, False

    async def wait_before_retry(self, error: TemporarilyUnavailable) -> None:
        """Sleep before the next attempt: the backoff, or `error.retry_after_s` if it is longer.

        The backoff doubles with each call; the first call prints a note to standard error.

        Args:
            error: Failure of the last attempt.

        Raises:
            SystemUnreachable: The sleep would end after the time budget; raised at once.
        """
        if self._deadline is None:
            self._deadline = _now() + self._wait_s
        delay_s = max(self._backoff_s * random.uniform(0.5, 1), error.retry_after_s)
        if _now() + delay_s > self._deadline:
            raise SystemUnreachable(f"no answer within {self._wait_s:g} s: {error}")
        if not self._is_noted and self._wait_s >= MIN_TIMEOUT_S:
            print_note(f"{error}; retrying for {self._wait_s:g} s")
            self._is_noted = True
        self._backoff_s = min(2 * self._backoff_s, MAX_BACKOFF_S)
        await asyncio.sleep(delay_s)


def _now() -> float:
    return asyncio.get_running_loop().time()


class GatewayHttp:
    """HTTP connection to the gateway at a URL; must be closed with `close`."""

    def __init__(self, url: str, wait_s: float, key: str | None = None) -> None:
        """Create the connection; connects with the first request.

        Args:
            url: Base URL of the gateway.
            wait_s: Seconds to retry while the gateway does not answer.
            key: API key to sign in with.

        Raises:
            CommandError: The URL or the key is invalid.
        """
        self.wait_s = wait_s
        self.base_url = _checked_url(url)
        self.signed_in = key is not None
        self._timeout_s = max(wait_s, MIN_TIMEOUT_S)
        self._client = httpx2.AsyncClient(
            base_url=self.base_url,
            headers={"Authorization": f"Bearer {_checked_key(key)}"} if key else None,
            trust_env=not _is_loopback(self.base_url),  # no proxy for this machine
        )

    async def close(self) -> None:
        """Close all connections to the gateway."""
        await self._client.aclose()

    async def request_json(
        self,
        method: str,
        path: str,
        *,
        idempotent: bool = True,
        accepted_statuses: Collection[int] = (),
        extra_timeout_s: float = 0,
        **request: Any,
    ) -> Any:
        """Send a request and return the parsed JSON of its response; repeat it for up to `wait_s` of the connection.

        None for a response without content (204).

        It is repeated if the gateway does not answer, or answers 429, 502, 503 or 504.

        Args:
            method: HTTP method.
            path: Path below the base URL, with its leading slash.
            idempotent: Whether the request may be sent again after it may have arrived.
            accepted_statuses: Error statuses whose body is returned as for a success.
            extra_timeout_s: Seconds added to the timeout of an attempt, which is `wait_s` or, if longer, MIN_TIMEOUT_S.
            **request: Arguments of httpx, such as `json` and `headers`.

        Raises:
            ApiError: The gateway rejects the request.
            SystemUnreachable: It does not answer in time, or not at all and the request is not idempotent.
            CommandError: The response is not one of a ToWow gateway (exit code 3).
        """
        budget = RetryBudget(self.wait_s)
        while True:
            try:
                async with self.stream_response(
                    method, path, self._timeout_s + extra_timeout_s, accepted_statuses=accepted_statuses, **request
                ) as response:
                    await response.aread()
                    return None if response.status_code == 204 else _parse_json(response, self.base_url)
            except TemporarilyUnavailable as error:
                if error.was_sent and not idempotent:
                    raise SystemUnreachable(str(error)) from None
                await budget.wait_before_retry(error)

    @asynccontextmanager
    async def stream_response(
        self,
        method: str,
        path: str,
        idle_timeout_s: float = STREAM_TIMEOUT_S,
        *,
        accepted_statuses: Collection[int] = (),
        **request: Any,
    ) -> AsyncGenerator[httpx2.Response]:
        """Context manager that sends a request once, yields its successful response, unread, and closes it on exit.

        Args:
            method: HTTP method.
            path: Path below the base URL, with its leading slash.
            idle_timeout_s: Maximum seconds without a byte.
            accepted_statuses: Error statuses to yield like a success.
            **request: Arguments of httpx, such as `json` and `headers`.

        Raises:
            ApiError: The gateway rejects the request.
            TemporarilyUnavailable: It does not answer, answers 429, 502, 503 or 504, or the connection breaks while the
                response is read.
            CommandError: The error response is not one of a ToWow gateway (exit code 3).
        """
        timeout = httpx2.Timeout(self._timeout_s, read=idle_timeout_s)
        try:
            async with self._client.stream(method, path, timeout=timeout, **request) as response:
                if not (response.is_success or response.status_code in accepted_statuses):
                    await _raise_error(response, self.base_url)
                yield response
        except httpx2.TimeoutException as error:
            raise TemporarilyUnavailable(
                f"{self.base_url} does not answer", sent=not isinstance(error, _CONNECT_ERRORS)
            ) from None
        except (httpx2.HTTPError, httpx2.StreamError) as error:
            message = f"{self.base_url} is unreachable: {error or type(error).__name__}"
            raise TemporarilyUnavailable(message, sent=not isinstance(error, _CONNECT_ERRORS)) from None


def _parse_json(response: httpx2.Response, base_url: str) -> Any:
    try:
        return response.json()
    except ValueError:
        raise CommandError(f"{base_url} responded, but it is not a ToWow gateway", SERVICE_UNAVAILABLE) from None


async def _raise_error(response: httpx2.Response, base_url: str) -> None:
    """Raise the error of an unsuccessful response."""
    await response.aread()
    error = _parse_error(response)
    if response.status_code in _RETRYABLE_STATUSES:
        retry_after = response.headers.get("retry-after", "")
        retry_after_s = float(retry_after) if retry_after.isascii() and retry_after.isdecimal() else 0.0
        raise TemporarilyUnavailable(
            str(error) if error else f"{base_url} responded with status {response.status_code}", retry_after_s
        )
    if error is None:
        raise CommandError(
            f"{base_url} responded with status {response.status_code}, but it is not a ToWow gateway",
            SERVICE_UNAVAILABLE,
        )
    raise error


def _parse_error(response: httpx2.Response) -> ApiError | None:
    """Return the error in the body (INTERFACES § 4); None if it is not ToWow's."""
    try:
        body = response.json()
        return ApiError(ERROR_CODES[body["error_code"]], _parse_details(body["details"]))
    except (ValueError, KeyError, TypeError):
        return None


def _parse_details(value: Any) -> str | list[FieldError] | ConflictDetails:
    match value:
        case str():
            return value
        case dict():
            return ConflictDetails.model_validate(value)
        case _:
            return [FieldError.model_validate(row) for row in value]


def _checked_url(url: str) -> str:
    try:
        parts = urlsplit(url)
        is_valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and parts.username is None
    except ValueError:  # a port that is no number, or a bracket too few
        is_valid = False
    if not is_valid or not (url.isascii() and url.isprintable()) or " " in url:
        raise CommandError(f"--gateway {url!r}: expected http://HOST:PORT or https://HOST")
    return url.rstrip("/")


def _checked_key(key: str) -> str:
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise CommandError("--key contains invalid characters (expected printable ASCII without spaces)")
    return key


def _is_loopback(url: str) -> bool:
    return urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")
