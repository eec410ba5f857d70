"""What becomes of a gateway's answers and silences: refusals, overload, lost answers, strangers?"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from negotiation.contracts.error_codes import NegotiationErrorCode
from shared.core.api_error import ApiError, ConflictDetails
from tests.support.raw_http_server import RawHttpServer, answer, error, raw_http_server
from towow.cli.exit import CommandError
from towow.client.http import GatewayHttp, SystemUnreachable

GOOD = answer(200, b'{"ok":true}')


def asked(
    ask: Callable[[GatewayHttp], Awaitable[Any]], *answers: bytes, wait: float = 5, key: str | None = None
) -> tuple[Any, RawHttpServer]:
    """What comes of a question to a peer that answers so."""

    async def main() -> tuple[Any, RawHttpServer]:
        async with raw_http_server(*answers) as there:
            asking = GatewayHttp(there.url, wait, key)
            try:
                return await ask(asking), there
            finally:
                await asking.close()

    return asyncio.run(main())


def get(asking: GatewayHttp) -> Awaitable[Any]:
    return asking.request_json("GET", "/x")


def post_once(asking: GatewayHttp) -> Awaitable[Any]:
    return asking.request_json("POST", "/x", json={}, idempotent=False)


def test_error_responses_raise_errors_with_their_message() -> None:
    with pytest.raises(ApiError) as refused:
        asked(get, answer(404, error("E002")))
    assert (refused.value.code, refused.value.details) == (NegotiationErrorCode.E002, "why")
    with pytest.raises(ApiError, match="raw_input: too long"):
        asked(get, answer(400, error("E001", '[{"field":"raw_input","problem":"too long"}]')))
    with pytest.raises(ApiError, match="d-x is finalized") as conflict:
        asked(get, answer(409, error("E014", '{"id":"d-x","status":"finalized"}')))
    assert conflict.value.conflict == ConflictDetails(id="d-x", status="finalized")


@pytest.mark.parametrize(
    "said", [answer(404, b"<html>"), answer(500, b"[]"), answer(404, error("E777")), answer(200, b"<html>")]
)
def test_a_server_that_is_no_gateway_is_recognised(said: bytes) -> None:
    with pytest.raises(CommandError, match="it is not a ToWow gateway") as refused:
        asked(get, said)
    assert refused.value.code == 3


def test_an_overloaded_gateway_is_retried_after_retry_after() -> None:
    begun = time.monotonic()
    said, there = asked(get, answer(503, error("E018"), retry_after="1"), answer(502, b"proxy"), GOOD)
    assert said == {"ok": True}
    assert len(there.asked) == 3
    assert time.monotonic() - begun >= 1


def test_a_lost_or_truncated_response_is_requested_again() -> None:
    said, there = asked(get, b"", GOOD[:-3], GOOD)
    assert said == {"ok": True}
    assert len(there.asked) == 3


def test_a_non_idempotent_request_is_not_retried_once_it_was_sent() -> None:
    with pytest.raises(SystemUnreachable):
        asked(post_once, b"", GOOD)
    # Refused for now is not lost: nothing has happened.
    assert asked(post_once, answer(200, b"{}"))[0] == {}


@pytest.mark.parametrize("wait", [0.0, 0.5])
def test_a_gateway_that_never_answers_is_unreachable_after_the_wait(wait: float) -> None:
    begun = time.monotonic()
    with pytest.raises(SystemUnreachable, match=f"no answer within {wait:g} s"):
        asked(get, answer(503, error("E018"), retry_after="60"), wait=wait)
    assert time.monotonic() - begun < 1


def test_the_api_key_is_sent_and_no_proxy_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    _, there = asked(get, GOOD, key="key-of-alice")
    assert "Authorization: Bearer key-of-alice" in there.asked[0]


@pytest.mark.parametrize("key", ["a b", "a\nb", "ü"])
def test_a_malformed_api_key_is_refused_without_being_shown(key: str) -> None:
    with pytest.raises(CommandError) as refused:
        asked(get, GOOD, key=key)
    assert key not in str(refused.value)
