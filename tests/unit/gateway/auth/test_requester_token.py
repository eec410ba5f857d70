"""Requester tokens: which text is a correlation's token, and what a repeated request derives its secret from."""

from collections.abc import Callable

import pytest

from gateway.auth.requester_token import digest_token, is_token_of
from gateway.http.idempotency import claim_idempotency_key
from shared.runtime.virtual_clock import VirtualClock
from shared.store.memory.store import MemoryStore
from shared.store.port import CorrelationInfo

TOKEN = "5f" * 32
KNOWN = CorrelationInfo("d-x", 1, None, private=False, owner="guest", owner_token_digest=digest_token(TOKEN))
WITHOUT = CorrelationInfo("d-x", 1, None, private=False, owner="guest")


@pytest.mark.parametrize(
    "token", [None, "", TOKEN[:-1], TOKEN + "0", TOKEN.upper(), digest_token(TOKEN), "\udcff", "é"]
)
def test_nothing_but_the_token_is_the_token(token: str | None) -> None:
    assert not is_token_of(KNOWN, token)
    assert is_token_of(KNOWN, TOKEN)


@pytest.mark.parametrize("token", [None, "", TOKEN, digest_token(""), "None"])
def test_a_correlation_without_a_digest_has_no_token(token: str | None) -> None:
    assert not is_token_of(WITHOUT, token)


async def test_the_secret_of_a_request_depends_on_its_key_its_scope_and_the_stored_record(clock: VirtualClock) -> None:
    async def secret(key: str | None, scope: str = "said guest", store: MemoryStore | None = None) -> str:
        return (await claim_idempotency_key(store or first, key, scope, "body")).secret

    first, second = MemoryStore(clock), MemoryStore(clock)
    secrets = [await secret("k"), await secret("k 2"), await secret("k", "said guest 2")]
    secrets += [await secret("k", store=second), await secret(None), await secret(None)]
    assert len(set(secrets)) == len(secrets)
    assert {len(one) for one in secrets} == {64}
    assert await secret("k") == secrets[0]
    assert await secret("k", store=second) == secrets[3]


@pytest.mark.parametrize("show", [repr, str])
async def test_the_secret_of_a_request_is_not_shown(show: Callable[[object], str], clock: VirtualClock) -> None:
    request = await claim_idempotency_key(MemoryStore(clock), "k", "said guest", "body")
    assert request.unique_token in show(request)
    assert request.secret not in show(request)
