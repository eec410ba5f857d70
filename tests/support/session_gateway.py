"""A gateway with the deliberation's routes only, before a store and a broker in memory, and without any worker.

What a host would write, a test writes itself (`SessionLogWriter`), so that it decides what happens when.
"""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from io import StringIO
from typing import Any

import httpx2
from fastapi import FastAPI
from pydantic import SecretStr

from deliberation.contracts.session import SessionSnapshot
from deliberation.settings import DeliberationSettings
from gateway.app import create_app
from gateway.context import GatewayContext
from gateway.deliberation.extension import extend_gateway
from gateway.inspection.service_checks import ServiceInspection
from gateway.settings import GatewaySettings
from shared.core.clock import Clock
from shared.runtime.dead_letters import DeadLetters
from shared.runtime.ingress import Ingress
from shared.store.memory.store import MemoryStore
from shared.store.port import Store
from shared.telemetry.metrics import Metrics
from shared.transport.memory.broker import MemoryBroker, MemoryTransport
from tests.support.asgi_stream import AsgiStream
from tests.support.gateway_harness import assert_error
from tests.support.session_events import SessionLogWriter
from towow.bootstrap.embedded_probes import EmbeddedProbes
from towow.config.demand_logger import build_logger

API = "/api/v1/deliberations"
ROUTES = {"deliberation": "deliberation_host"}


def start_body(message: str = "plan my IELTS", user: str = "user_alice", conversation: str = "c1") -> dict[str, Any]:
    """Return the body of a start."""
    return {"message": message, "mode": "multi_agent", "userId": user, "conversationId": conversation}


def _no_snapshot(record: bytes, version: int) -> SessionSnapshot:
    raise AssertionError("no host has stored a record here")


class SessionGateway:
    """One gateway; several may share a store and a broker."""

    def __init__(self, app: FastAPI, context: GatewayContext, http: httpx2.AsyncClient) -> None:
        self.app = app
        self.context = context
        self.http = http

    async def get(self, path: str = "", who: Mapping[str, str] | None = None, **query: Any) -> httpx2.Response:
        """GET below `/api/v1/deliberations`; not for open streams."""
        return await self.ask("GET", path, headers=who, params=query or None)

    async def post(
        self, path: str = "", body: Any = None, who: Mapping[str, str] | None = None, **headers: str
    ) -> httpx2.Response:
        """POST below `/api/v1/deliberations`, for answers that end."""
        sent = {} if body is None else {"json": body}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.ask("POST", path, headers={**(who or {}), **named}, **sent)

    async def ask(self, method: str, path: str, **more: Any) -> httpx2.Response:
        """Send any request; its answer keeps the rules of every answer."""
        answer = await self.http.request(method, API + path, **more)
        if not answer.is_success and method != "HEAD":
            assert_error(answer)
        return answer

    def start(self, body: Any = None, who: Mapping[str, str] | None = None, **headers: str) -> AsgiStream:
        """Start a session, for use with `async with`."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = start_body() if body is None else body
        return AsgiStream(self.app, API, method="POST", body=sent, headers={**(who or {}), **named})

    def stream(
        self, session_id: str, who: Mapping[str, str] | None = None, query: str = "", **headers: str
    ) -> AsgiStream:
        """Resume a stream, for use with `async with`."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return AsgiStream(self.app, f"{API}/{session_id}/stream", headers={**(who or {}), **named}, query=query)

    def log(self, session_id: str) -> SessionLogWriter:
        """Return the log of a session, to be written as its host."""
        return SessionLogWriter(self.context.store, self.context.transport, session_id)


async def _no_agents() -> int:
    return 0


@asynccontextmanager
async def session_gateway(
    clock: Clock,
    *,
    beside: SessionGateway | None = None,
    store: Callable[[Store], Store] = lambda store: store,
    keys: str = "",
    sessions: DeliberationSettings | None = None,
    **settings: Any,
) -> AsyncGenerator[SessionGateway]:
    """Run a gateway; `beside` another one it shares its store. `settings`: gateway settings."""
    memory = MemoryStore(clock)
    shared = memory if beside is None else beside.context.store
    broker = MemoryBroker(clock, ["deliberation_host"])
    transport = MemoryTransport(broker) if beside is None else beside.context.transport
    log, metrics, own = build_logger("error", "json", StringIO()), Metrics(), store(shared)
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
        roles=("deliberation_host", "gateway"),
        breaker_name=None,
        is_broker_connected=lambda: True,
        new_inspection=lambda: ServiceInspection(
            EmbeddedProbes(broker, memory, _no_agents), ("deliberation_host",), lambda: "simulated"
        ),
        breaker_open_s=30,
        allow_anonymous_admin=True,
    )
    app = create_app(context, [extend_gateway(sessions or DeliberationSettings(), _no_snapshot)])
    http = httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://gateway")
    try:
        yield SessionGateway(app, context, http)
    finally:
        await http.aclose()
        context.shutdown.set()
        await ingress.stop()
