"""Does a gateway get to hear what it is told of, and is what it would not heed refused before it is asked?"""

import asyncio

import pytest

from tests.support.raw_http_server import RawHttpServer, answer, raw_http_server
from towow.cli.exit import USAGE_ERROR, CommandError
from towow.client.gateway_client import GatewayClient
from towow.client.http import GatewayHttp


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
