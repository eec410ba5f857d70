"""A gateway with the games' routes only, before a store and a broker in memory, and without any worker.

What a host would write, a test writes itself (`GameLogWriter`), so that it decides what happens when. Whole games run
with the real host: `tests/e2e/test_games_over_http.py`.
"""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from io import StringIO
from itertools import count
from typing import Any

import httpx2
from fastapi import FastAPI
from pydantic import SecretStr

from gamehive.application import ROUTES
from gamehive.contracts.events import GameEnded, GameEvent, MovePlayed
from gamehive.settings import GameSettings
from gateway.app import create_app
from gateway.context import GatewayContext
from gateway.games.extension import extend_gateway
from gateway.inspection.service_checks import ServiceInspection
from gateway.settings import GatewaySettings
from shared.core.clock import Clock
from shared.core.envelope import Envelope, decode_envelope
from shared.runtime.commit_builder import build_event
from shared.runtime.dead_letters import DeadLetters
from shared.runtime.ingress import Ingress
from shared.store.memory.store import MemoryStore
from shared.store.port import Commit, LoggedEvent, Store
from shared.telemetry.metrics import Metrics
from shared.transport.memory.broker import MemoryBroker, MemoryTransport
from shared.transport.port import Delivery, PublishFailed
from tests.support.asgi_stream import AsgiStream
from tests.support.gateway_harness import assert_error
from towow.bootstrap.embedded_probes import EmbeddedProbes
from towow.config.demand_logger import build_logger

API = "/api/v1/games"
_STEPS = count()


class GameLogWriter:
    """The log of one game, written as its host writes it."""

    def __init__(self, context: GatewayContext, game_id: str) -> None:
        self._context = context
        self.game_id = game_id

    async def append(self, *events: GameEvent, close: bool = False) -> None:
        """Commit these events together, and announce them."""
        cause, store = f"{self.game_id}/{next(_STEPS)}", self._context.store
        now = await store.now()
        committed = await store.commit(
            Commit(
                role="game_host",
                correlation_id=self.game_id,
                message_id=cause,
                events=[build_event(cause, ordinal, event, now) for ordinal, event in enumerate(events)],
                close=close,
            )
        )
        assert committed.status == "ok"
        await store.mark_published("game_host", committed.due_entries)
        for entry in committed.due_entries:
            with suppress(PublishFailed):  # the log has it
                await self._context.transport.publish(entry.message)

    async def move(self, ply: int, x: int, y: int, board: Sequence[str], **fields: Any) -> None:
        """Commit a move; by the person unless `by` says otherwise."""
        given: dict[str, Any] = {"by": "human", "side": 2 - ply % 2, "board": tuple(board), **fields}
        await self.append(MovePlayed.model_validate({"game_id": self.game_id, "ply": ply, "x": x, "y": y, **given}))

    async def end(self, reason: Any = "resigned", winner: Any = 2, plies: int = 0) -> None:
        """Commit the last event."""
        await self.append(GameEnded(game_id=self.game_id, reason=reason, winner=winner, plies=plies), close=True)

    async def events(self) -> Sequence[LoggedEvent]:
        """Return the whole log."""
        return await self._context.store.read_log(self.game_id)


class GameGateway:
    """One gateway, and what its hosts would receive."""

    def __init__(self, app: FastAPI, context: GatewayContext, http: httpx2.AsyncClient) -> None:
        self.app = app
        self.context = context
        self.http = http
        self.received: list[Envelope] = []

    async def get(self, path: str = "", who: Mapping[str, str] | None = None, **query: Any) -> httpx2.Response:
        """GET below `/api/v1/games`; not for open streams."""
        return await self.ask("GET", API + path, headers=who, params=query or None)

    async def post(
        self, path: str = "", body: Any = None, who: Mapping[str, str] | None = None, **headers: str
    ) -> httpx2.Response:
        """POST below `/api/v1/games`."""
        sent = {} if body is None else {"json": body}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.ask("POST", API + path, headers={**(who or {}), **named}, **sent)

    async def request_decision(
        self, fields: Mapping[str, Any], who: Mapping[str, str] | None = None, *, json: bool = False, **headers: str
    ) -> httpx2.Response:
        """POST of a game server, as a form or as JSON."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent: dict[str, Any] = {"json": fields} if json else {"data": fields}
        return await self.ask("POST", "/LMMRunning/add/", headers={**(who or {}), **named}, **sent)

    async def ask(self, method: str, path: str, **more: Any) -> httpx2.Response:
        """Send any request; its answer keeps the rules of every answer."""
        answer = await self.http.request(method, path, **more)
        if not answer.is_success and method != "HEAD":
            assert_error(answer)
        return answer

    async def start(self, body: Any = None, who: Mapping[str, str] | None = None, **headers: str) -> GameLogWriter:
        """Start a game and return its log."""
        given: dict[str, Any] = {"game": "tictactoe", "human": "first", "user_id": "user_alice", **(body or {})}
        answer = await self.post("", given, who, **headers)
        assert answer.status_code == 201, answer.text
        return self.log(answer.json()["game_id"])

    def log(self, game_id: str) -> GameLogWriter:
        """Return the log of a game, to be written as its host."""
        return GameLogWriter(self.context, game_id)

    def stream(self, game_id: str, query: str = "", who: Mapping[str, str] | None = None) -> AsgiStream:
        """Open a stream, for use with `async with`."""
        return AsgiStream(self.app, f"{API}/{game_id}/stream", headers=who, query=query)

    async def record(self, delivery: Delivery) -> None:
        """Receive a message in the place of a host."""
        self.received.append(decode_envelope(delivery.message.data))
        await delivery.ack()

    def types(self) -> list[str]:
        """Return the types of the messages received so far."""
        return [envelope.type for envelope in self.received]


async def _no_agents() -> int:
    return 0


@asynccontextmanager
async def game_gateway(
    clock: Clock,
    *,
    keys: str = "",
    games: GameSettings | None = None,
    store: Callable[[Store], Store] = lambda store: store,
    **settings: Any,
) -> AsyncGenerator[GameGateway]:
    """Run a gateway, with a recorder at the hosts' queue. `settings`: gateway settings."""
    broker, memory = MemoryBroker(clock, sorted(set(ROUTES.values()))), MemoryStore(clock)
    transport = MemoryTransport(broker)
    log, metrics, own = build_logger("error", "json", StringIO()), Metrics(), store(memory)
    ingress = Ingress("gateway", ROUTES, own, transport, log, metrics)
    await ingress.start()
    chosen = {"rate_limit_per_minute": 0, "api_keys": SecretStr(keys), **settings}
    context = GatewayContext(
        settings=GatewaySettings.model_validate(chosen),
        store=own,
        transport=transport,
        ingress=ingress,
        dead_letters=DeadLetters(own, ROUTES, log),
        clock=clock,
        log=log,
        metrics=metrics,
        model="simulated",
        mode="embedded",
        today=lambda: ("2026-01-22", "Asia/Shanghai"),
        roles=("game_host", "gateway"),
        breaker_name=None,
        is_broker_connected=lambda: True,
        new_inspection=lambda: ServiceInspection(
            EmbeddedProbes(broker, memory, _no_agents), ("game_host",), lambda: "simulated"
        ),
        breaker_open_s=30,
        allow_anonymous_admin=True,
    )
    app = create_app(context, [extend_gateway(games or GameSettings())])
    http = httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://gateway")
    running = GameGateway(app, context, http)
    consumer = await transport.consume("game_host", running.record, prefetch=8)
    try:
        yield running
    finally:
        await http.aclose()
        context.shutdown.set()
        await consumer.stop()
        await ingress.stop()
