"""Delivery of decisions to a game server on a real socket: every status, silence, retries and the deadline."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from itertools import count
from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from typing import Any
from urllib.parse import parse_qs

import httpx2
import pytest

from gamehive.callback import actors
from gamehive.callback.actors import DecisionCallback
from gamehive.callback.http_client import HttpCallbackClient
from gamehive.contracts.decision import MoveDecision
from gamehive.contracts.messages import DecisionDelivered, DeliverDecision
from gamehive.settings import GameSettings
from shared.core.address import Address
from shared.core.message_base import ReceivedMessage
from shared.runtime.actor import TaskContext
from shared.runtime.system_clock import SystemClock
from tests.support.raw_http_server import answer, raw_http_server
from tests.support.task_fixtures import UnavailableModel

TOOLS = TaskContext(UnavailableModel(), SystemClock())
HOST = Address("game", "g-1")


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actors, "RETRY_PAUSES_S", (0.01, 0.02))


def decision(**fields: Any) -> MoveDecision:
    given: dict[str, Any] = {
        "request_id": "r-1",
        "ply": 3,
        "x": 7,
        "y": 8,
        "reason": "占据中心 & win",
        "agent": "tactician",
        "phase": "midgame",
        "loops": 2,
        "elapsed_ms": 900,
        "source": "llm",
    }
    return MoveDecision.model_validate({**given, **fields})


async def delivered(url: str, seconds: float = 30, timeout: float = 10) -> DecisionDelivered:
    """Deliver a decision that is due in some seconds, and return the only reply."""
    deadline = SystemClock().now() + round(seconds * 1000)
    body = DeliverDecision(game_id="g-1", decision=decision(), user_id=42, deadline=deadline)
    task = ReceivedMessage(body, HOST, Address("game_callback", "g-1"), "m1", "g-1")
    callback = DecisionCallback(
        GameSettings(game_callback_url=url, game_callback_timeout=timeout), HttpCallbackClient()
    )
    (send,) = await callback.perform(task, TOOLS)
    assert send.to == HOST
    assert isinstance(send.body, DecisionDelivered)
    assert (send.body.game_id, send.body.request_id) == ("g-1", "r-1")
    return send.body


@asynccontextmanager
async def stubborn_server(response: bytes = b"") -> AsyncGenerator[str]:
    """A server that answers every connection the same, or never; it does not mind one that is closed early."""
    closed = asyncio.Event()

    async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if response:
            writer.write(response)
        else:
            await closed.wait()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        closed.set()
        server.close()


async def test_a_decision_is_delivered_as_the_form_of_the_game_server() -> None:
    async with raw_http_server(answer(200, b"ok")) as server:
        reply = await delivered(f"{server.url}/")
    assert (reply.outcome, reply.attempts, reply.detail) == ("delivered", 1, "HTTP 200")
    assert server.asked[0].startswith("POST /api/pk/receive/LMM/move/ HTTP/1.1")
    assert "application/x-www-form-urlencoded" in server.asked[0].lower()
    assert parse_qs(server.bodies[0].decode()) == {
        "user_id": ["42"],
        "x": ["7"],
        "y": ["8"],
        "model_name": ["towow"],
        "reason": ["占据中心 & win"],
    }


@pytest.mark.parametrize("status", [500, 503, 408, 429])
async def test_it_is_tried_again_after_a_status_that_may_pass(status: int) -> None:
    async with raw_http_server(answer(status, b""), answer(status, b""), answer(204, b"")) as server:
        reply = await delivered(server.url)
    assert (reply.outcome, reply.attempts) == ("delivered", 3)
    assert len({*server.bodies}) == 1


@pytest.mark.parametrize("status", [400, 401, 404, 302])
async def test_any_other_status_is_a_rejection(status: int) -> None:
    async with raw_http_server(answer(status, b"no", location="http://127.0.0.1:1/")) as server:
        reply = await delivered(server.url)
    assert (reply.outcome, reply.attempts, reply.detail) == ("rejected", 1, f"HTTP {status}")


async def test_a_server_that_always_fails_is_tried_until_the_deadline() -> None:
    begun = time.monotonic()
    async with stubborn_server(answer(500, b"")) as url:
        reply = await delivered(url, seconds=0.5, timeout=0.3)
    assert reply.outcome == "expired"
    assert reply.attempts > 2
    assert time.monotonic() - begun < 1.5


async def test_a_server_that_never_answers_holds_nobody_beyond_the_deadline() -> None:
    begun = time.monotonic()
    async with stubborn_server() as url:
        reply = await delivered(url, seconds=0.8, timeout=0.2)
    assert reply.outcome == "expired"
    assert reply.attempts >= 2
    assert time.monotonic() - begun < 1.5


async def test_a_slow_server_is_cut_at_the_time_limit_of_an_attempt() -> None:
    async with stubborn_server() as url:
        reply = await delivered(url, seconds=0.3, timeout=60)
    assert (reply.outcome, reply.attempts, reply.detail) == ("expired", 1, "TimeoutError")


async def test_no_server_is_tried_until_the_deadline() -> None:
    async with stubborn_server() as url:
        pass
    reply = await delivered(url, seconds=0.4, timeout=0.3)
    assert reply.outcome == "expired"
    assert reply.detail == "ConnectError"  # also if the deadline has cut the last attempt short
    assert reply.attempts > 1


async def test_a_late_decision_is_not_sent() -> None:
    async with raw_http_server(answer(200, b"")) as server:
        reply = await delivered(server.url, seconds=-1)
        assert (reply.outcome, reply.attempts) == ("expired", 0)
        assert server.asked == []


async def test_without_a_url_nothing_is_sent() -> None:
    reply = await delivered("")
    assert (reply.outcome, reply.attempts) == ("no_callback_url", 0)


@pytest.mark.parametrize("url", ["ftp://127.0.0.1", "no url"])
async def test_a_url_that_is_none_is_said_without_naming_it(url: str) -> None:
    reply = await delivered(url, seconds=2)
    assert reply.outcome == "rejected"
    assert url not in reply.detail


async def test_a_password_in_the_url_is_used_and_not_told() -> None:
    async with raw_http_server(answer(403, b"")) as server:
        reply = await delivered(server.url.replace("//", "//us:sesame@"))
    assert "authorization: basic" in server.asked[0].lower()
    assert "sesame" not in reply.model_dump_json()


def test_the_pauses_grow_to_four_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actors, "RETRY_PAUSES_S", (0.5, 1.0, 2.0, 4.0))
    pauses = actors._pauses()  # pyright: ignore[reportPrivateUsage]
    assert [next(pauses) for _ in range(7)] == [0, 0.5, 1, 2, 4, 4, 4]


async def test_a_move_is_not_repeated_once_the_game_has_a_newer_request() -> None:
    answers: list[list[bytes]] = [[], [], [b"{}"]]

    async def read_notes(address: Address, start: int, end: int) -> list[bytes]:
        assert (address, start, end) == (HOST, 4, 5)
        return answers.pop(0)

    deadline = SystemClock().now() + 5000
    body = DeliverDecision(game_id="g-1", decision=decision(), user_id=42, deadline=deadline, notes_end=4)
    task = ReceivedMessage(body, HOST, Address("game_callback", "g-1"), "m1", "g-1")
    async with raw_http_server(answer(500, b"")) as server:
        callback = DecisionCallback(GameSettings(game_callback_url=server.url), HttpCallbackClient())
        (send,) = await callback.perform(task, TaskContext(UnavailableModel(), SystemClock(), read_notes))
    assert isinstance(send.body, DecisionDelivered)
    assert (send.body.outcome, send.body.attempts, send.body.detail) == ("superseded", 2, "HTTP 500")
    assert len(server.asked) == 2


class StoppedClock(SystemClock):
    """Clock of a process that is stopped for an hour before the `number`-th look at it."""

    def __init__(self, number: int) -> None:
        self._looks = count(1)
        self._number = number

    def now(self) -> int:
        return super().now() + 3_600_000 * (next(self._looks) >= self._number)


async def test_a_process_that_was_stopped_sends_no_move_after_the_deadline() -> None:
    deadline = SystemClock().now() + 5000
    body = DeliverDecision(game_id="g-1", decision=decision(), user_id=42, deadline=deadline)
    task = ReceivedMessage(body, HOST, Address("game_callback", "g-1"), "m1", "g-1")
    async with raw_http_server(answer(500, b"")) as server:
        callback = DecisionCallback(GameSettings(game_callback_url=server.url), HttpCallbackClient())
        # Two looks for each attempt, before and after its pause: it is stopped in the pause before the second one.
        (send,) = await callback.perform(task, TaskContext(UnavailableModel(), StoppedClock(4)))
    assert isinstance(send.body, DecisionDelivered)
    assert (send.body.outcome, send.body.attempts) == ("expired", 1)
    assert len(server.asked) == 1


async def test_the_certificates_are_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    contexts: list[SSLContext] = []

    def create() -> SSLContext:
        contexts.append(SSLContext(PROTOCOL_TLS_CLIENT))
        return contexts[-1]

    monkeypatch.setattr(httpx2, "create_ssl_context", create)
    async with raw_http_server(answer(200, b"")) as server:
        client = HttpCallbackClient()
        assert [await client.post_form(server.url, {"x": "1"}, 5) for _ in range(2)] == [200, 200]
    assert len(contexts) == 1
