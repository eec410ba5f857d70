"""Does a gateway get to hear what it is told of, and is what it would not heed refused before it is asked?"""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.raw_http_server import RawHttpServer, answer, raw_http_server
from towow.cli.exit import USAGE_ERROR, CommandError
from towow.client.gateway_client import GatewayClient
from towow.client.http import GatewayHttp
from towow.client.requester_token_file import RequesterTokenFile


async def cancelled(by: str | None) -> RawHttpServer:
    """A gateway that was asked to stop a demand, unless it was refused."""
    async with raw_http_server(answer(202, b'{"demand_id":"d-x","status":"cancelling"}')) as gateway:
        asking = GatewayHttp(gateway.url, 1)
        try:
            await GatewayClient(asking).cancel("d-x", by)
        except CommandError as refused:
            assert gateway.asked == []
            raise refused from None
        finally:
            await asking.close()
    return gateway


def test_the_signed_in_user_cancels() -> None:
    gateway = asyncio.run(cancelled(None))
    assert gateway.asked[0].startswith("POST /api/v1/demands/d-x/cancel ")
    assert gateway.bodies == [b""]


def test_cancelling_for_another_user_is_refused_without_a_request() -> None:
    with pytest.raises(CommandError, match="--user") as refused:
        asyncio.run(cancelled("user_bob"))
    assert refused.value.code == USAGE_ERROR


ACCEPTED: dict[str, Any] = {
    "demand_id": "d-x",
    "channel_id": "collab-x",
    "status": "processing",
    "understanding": None,
    "model": "simulated",
}


async def submitted_and_cancelled(accepted: dict[str, Any], key: str | None = None) -> RawHttpServer:
    """A gateway that accepted a demand and its cancellation, by two commands."""
    cancelling = answer(202, b'{"demand_id":"d-x","status":"cancelling"}')
    async with raw_http_server(answer(200, json.dumps(accepted).encode()), cancelling) as gateway:
        for command in ("submit", "cancel"):
            http = GatewayHttp(gateway.url, 1, key)
            client = GatewayClient(http, RequesterTokenFile())
            try:
                if command == "submit":
                    assert (await client.submit("a venue", "user_cli")).demand_id == "d-x"
                else:
                    await client.cancel("d-x", None)
            finally:
                await http.close()
    return gateway


@pytest.mark.parametrize(
    ("more", "key", "token"),
    [
        ({"requester_token": "a-secret"}, None, "a-secret"),
        ({"requester_token": "a-secret", "field_of_a_later_version": 1}, None, "a-secret"),
        ({}, None, None),  # an earlier version
        ({"requester_token": "a-secret"}, "key-of-alice", None),  # or Bob's key would cancel by Alice's token
    ],
)
def test_a_later_command_sends_the_token_of_the_submission(
    more: dict[str, Any], key: str | None, token: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    submission, cancellation = asyncio.run(submitted_and_cancelled({**ACCEPTED, **more}, key)).asked
    assert "x-requester-token" not in submission.lower()
    sent = [line for line in cancellation.splitlines() if line.lower().startswith("x-requester-token")]
    assert [line.partition(": ")[2] for line in sent] == ([] if token is None else [token])
    assert "a-secret" not in cancellation.splitlines()[0]
