"""How a gateway is asked over HTTP: what it refuses is raised, and while it does not answer it is asked again."""

import asyncio
import random
from collections.abc import AsyncGenerator, Collection
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx2

from negotiation.contracts.error_codes import ApiError, ConflictDetails, ErrorCode, FieldError
from shared.runtime.reconnect_loop import FIRST_PAUSE, LONGEST_PAUSE
from towow.cli.exit import NO_ANSWER, CommandError
from towow.cli.output import print_note

LEAST = 1.0
"""Seconds that a gateway which is there gets to answer, however small `--wait` is."""

SILENCE = 45.0
"""Seconds without a byte after which a stream is dead: three of its pings (INTERFACES § 7)."""

_LATER = (429, 502, 503, 504)
"""What may be answered better when one asks again: an overload, a store that is away, a proxy with nobody behind it."""

_NOT_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


class SystemUnreachable(CommandError):
    """No running system answers, or it went away in the middle (exit code 3)."""

    def __init__(self, said: str) -> None:
        super().__init__(said, NO_ANSWER)


class TemporarilyUnavailable(Exception):
    """It cannot be answered at the moment. `after` (s): when it says that it is worth asking again."""

    def __init__(self, said: str, after: float = 0, *, sent: bool = True) -> None:
        super().__init__(said)
        self.after = after
        self.sent = sent


class RetryBudget:
    """How long one goes on trying: `wait` seconds, from now on and again from whenever it stops answering."""

    def __init__(self, wait: float) -> None:
        self._wait = wait
        self._end: float | None = _now() + wait
        self._pause = FIRST_PAUSE
        self._said = False

    def reset(self) -> None:
        """It answers."""
        self._end, self._pause, self._said = None, FIRST_PAUSE, False

    async def wait_before_retry(self, failed: TemporarilyUnavailable) -> None:
        """Wait a little. Raises NobodyAnswers when the time is up."""
        if self._end is None:
            self._end = _now() + self._wait
        pause = max(self._pause * random.uniform(0.5, 1), failed.after)
        if _now() + pause > self._end:
            raise SystemUnreachable(f"no answer within {self._wait:g} s: {failed}")
        if not self._said and self._wait >= LEAST:
            print_note(f"{failed}; trying for {self._wait:g} s")
            self._said = True
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        await asyncio.sleep(pause)


def _now() -> float:
    return asyncio.get_running_loop().time()


class GatewayHttp:
    """A gateway at `url`, with a key if need be. Ends with `close`."""

    def __init__(self, url: str, wait: float, key: str | None = None) -> None:
        """`wait`: s for which it is asked again when it does not answer. Raises Refusal for what is no URL."""
        self.wait = wait
        self.where = _checked(url)
        self.signed_in = key is not None
        self._read = max(wait, LEAST)
        self._client = httpx2.AsyncClient(
            base_url=self.where,
            headers={"Authorization": f"Bearer {_checked_key(key)}"} if key else None,
            trust_env=not _is_here(self.where),  # no proxy stands between us and ourselves
        )

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()

    async def answer(
        self,
        method: str,
        path: str,
        *,
        repeat: bool = True,
        also: Collection[int] = (),
        takes: float = 0,
        **given: Any,
    ) -> Any:
        """The JSON it answers. `repeat`: asked twice, it has one effect. `also`: statuses that are no refusal.

        `takes`: s that it may take over the answer, besides. Raises ToWowError with what it refuses, NobodyAnswers.
        """
        patience = RetryBudget(self.wait)
        while True:
            try:
                async with self.stream_response(method, path, self._read + takes, also=also, **given) as response:
                    await response.aread()
                    return _json(response, self.where)
            except TemporarilyUnavailable as failed:
                if failed.sent and not repeat:
                    raise SystemUnreachable(str(failed)) from None
                await patience.wait_before_retry(failed)

    @asynccontextmanager
    async def stream_response(
        self, method: str, path: str, silence: float = SILENCE, *, also: Collection[int] = (), **given: Any
    ) -> AsyncGenerator[httpx2.Response]:
        """A good answer, not read yet; after `silence` s without a byte it is given up.

        Raises ToWowError, NotNow; NotNow also when it breaks off while it is read.
        """
        timeout = httpx2.Timeout(self._read, read=silence)
        try:
            async with self._client.stream(method, path, timeout=timeout, **given) as response:
                if not (response.is_success or response.status_code in also):
                    await _refuse(response, self.where)
                yield response
        except httpx2.TimeoutException as error:
            raise TemporarilyUnavailable(
                f"{self.where} does not answer", sent=not isinstance(error, _NOT_SENT)
            ) from None
        except (httpx2.HTTPError, httpx2.StreamError) as error:
            said = f"{self.where} is not reached: {error or type(error).__name__}"
            raise TemporarilyUnavailable(said, sent=not isinstance(error, _NOT_SENT)) from None


def _json(response: httpx2.Response, where: str) -> Any:
    try:
        return response.json()
    except ValueError:
        raise CommandError(f"{where} answers, and not as a gateway of ToWow does", NO_ANSWER) from None


async def _refuse(response: httpx2.Response, where: str) -> None:
    """Raise what the gateway refused."""
    await response.aread()
    error = _error(response)
    if response.status_code in _LATER:
        wish = response.headers.get("retry-after", "")
        after = float(wish) if wish.isascii() and wish.isdecimal() else 0.0
        raise TemporarilyUnavailable(str(error) if error else f"{where} answers {response.status_code}", after)
    if error is None:
        raise CommandError(f"{where} answers {response.status_code}, and not as a gateway of ToWow does", NO_ANSWER)
    raise error


def _error(response: httpx2.Response) -> ApiError | None:
    """The error in the body (INTERFACES § 4), None when it is not one of ours."""
    try:
        body = response.json()
        return ApiError(ErrorCode[body["error_code"]], _details(body["details"]))
    except (ValueError, KeyError, TypeError):
        return None


def _details(said: Any) -> str | list[FieldError] | ConflictDetails:
    match said:
        case str():
            return said
        case dict():
            return ConflictDetails.model_validate(said)
        case _:
            return [FieldError.model_validate(row) for row in said]


def _checked(url: str) -> str:
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and parts.username is None
    except ValueError:  # a port that is no number, or a bracket too few
        good = False
    if not good or not (url.isascii() and url.isprintable()) or " " in url:
        raise CommandError(f"--gateway {url!r}: http://HOST:PORT or https://HOST")
    return url.rstrip("/")


def _checked_key(key: str) -> str:
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise CommandError("--key holds signs that no key has: copy it again")
    return key


def _is_here(url: str) -> bool:
    return urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")
