"""How a gateway is asked over HTTP: what it refuses is raised, and while it does not answer it is asked again."""

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
"""Seconds that a gateway which is there gets to answer, however small `--wait` is."""

STREAM_TIMEOUT_S = 45.0
"""Seconds without a byte after which a stream is dead: three of its pings (INTERFACES § 7)."""

_RETRYABLE_STATUSES = (429, 502, 503, 504)
"""What may be answered better when one asks again: an overload, a store that is away, a proxy with nobody behind it."""

_CONNECT_ERRORS = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


class SystemUnreachable(CommandError):
    """No running system answers, or it went away in the middle (exit code 3)."""

    def __init__(self, message: str) -> None:
        super().__init__(message, SERVICE_UNAVAILABLE)


class TemporarilyUnavailable(Exception):
    """It cannot be answered at the moment. `after` (s): when it says that it is worth asking again."""

    def __init__(self, message: str, after: float = 0, *, sent: bool = True) -> None:
        super().__init__(message)
        self.retry_after_s = after
        self.was_sent = sent


class RetryBudget:
    """How long one goes on trying: `wait` seconds, from now on and again from whenever it stops answering."""

    def __init__(self, wait_s: float) -> None:
        self._wait_s = wait_s
        self._deadline: float | None = _now() + wait_s
        self._backoff_s = INITIAL_BACKOFF_S
        self._is_noted = False

    def reset(self) -> None:
        """It answers."""
        self._deadline, self._backoff_s, self._is_noted = None, INITIAL_BACKOFF_S, False

    async def wait_before_retry(self, error: TemporarilyUnavailable) -> None:
        """Wait a little. Raises NobodyAnswers when the time is up."""
        if self._deadline is None:
            self._deadline = _now() + self._wait_s
        delay_s = max(self._backoff_s * random.uniform(0.5, 1), error.retry_after_s)
        if _now() + delay_s > self._deadline:
            raise SystemUnreachable(f"no answer within {self._wait_s:g} s: {error}")
        if not self._is_noted and self._wait_s >= MIN_TIMEOUT_S:
            print_note(f"{error}; trying for {self._wait_s:g} s")
            self._is_noted = True
        self._backoff_s = min(2 * self._backoff_s, MAX_BACKOFF_S)
        await asyncio.sleep(delay_s)


def _now() -> float:
    return asyncio.get_running_loop().time()


class GatewayHttp:
    """A gateway at `url`, with a key if need be. Ends with `close`."""

    def __init__(self, url: str, wait: float, key: str | None = None) -> None:
        """`wait`: s for which it is asked again when it does not answer. Raises Refusal for what is no URL."""
        self.wait_s = wait
        self.base_url = _checked_url(url)
        self.signed_in = key is not None
        self._timeout_s = max(wait, MIN_TIMEOUT_S)
        self._client = httpx2.AsyncClient(
            base_url=self.base_url,
            headers={"Authorization": f"Bearer {_checked_key(key)}"} if key else None,
            trust_env=not _is_loopback(self.base_url),  # no proxy stands between us and ourselves
        )

    async def close(self) -> None:
        """Let go of the connections."""
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
        """The JSON it answers. `repeat`: asked twice, it has one effect. `also`: statuses that are no refusal.

        `takes`: s that it may take over the answer, besides. Raises ToWowError with what it refuses, NobodyAnswers.
        """
        budget = RetryBudget(self.wait_s)
        while True:
            try:
                async with self.stream_response(
                    method, path, self._timeout_s + extra_timeout_s, also=accepted_statuses, **request
                ) as response:
                    await response.aread()
                    return _parse_json(response, self.base_url)
            except TemporarilyUnavailable as failed:
                if failed.was_sent and not idempotent:
                    raise SystemUnreachable(str(failed)) from None
                await budget.wait_before_retry(failed)

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
        """A good answer, not read yet; after `silence` s without a byte it is given up.

        Raises ToWowError, NotNow; NotNow also when it breaks off while it is read.
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
            message = f"{self.base_url} is not reached: {error or type(error).__name__}"
            raise TemporarilyUnavailable(message, sent=not isinstance(error, _CONNECT_ERRORS)) from None


def _parse_json(response: httpx2.Response, base_url: str) -> Any:
    try:
        return response.json()
    except ValueError:
        raise CommandError(f"{base_url} answers, and not as a gateway of ToWow does", SERVICE_UNAVAILABLE) from None


async def _raise_error(response: httpx2.Response, base_url: str) -> None:
    """Raise what the gateway refused."""
    await response.aread()
    error = _parse_error(response)
    if response.status_code in _RETRYABLE_STATUSES:
        retry_after = response.headers.get("retry-after", "")
        retry_after_s = float(retry_after) if retry_after.isascii() and retry_after.isdecimal() else 0.0
        raise TemporarilyUnavailable(
            str(error) if error else f"{base_url} answers {response.status_code}", retry_after_s
        )
    if error is None:
        raise CommandError(
            f"{base_url} answers {response.status_code}, and not as a gateway of ToWow does", SERVICE_UNAVAILABLE
        )
    raise error


def _parse_error(response: httpx2.Response) -> ApiError | None:
    """The error in the body (INTERFACES § 4), None when it is not one of ours."""
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
        raise CommandError(f"--gateway {url!r}: http://HOST:PORT or https://HOST")
    return url.rstrip("/")


def _checked_key(key: str) -> str:
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise CommandError("--key holds signs that no key has: copy it again")
    return key


def _is_loopback(url: str) -> bool:
    return urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")
