"""Whether this gateway lives, whether it can do its work, and what it counts: healthz, readyz, metrics."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Literal

from fastapi import APIRouter
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import PlainTextResponse, Response

from gateway.context import GatewayContext
from gateway.http.openapi_responses import error_responses
from gateway.http.responses import json_response
from gateway.negotiation.admission import AdmissionControl
from gateway.negotiation.api_models import Readiness, ReadinessCheck
from shared.llm.circuit_breaker import breaker_of
from shared.store.port import StoreMisconfigured, StoreUnavailable

PATIENCE = 1.0
"""Seconds for each thing that is looked at. All are looked at together."""

Name = Literal["store", "functions", "broker", "breaker", "registry"]


class ProbeRoutes:
    """The routes."""

    def __init__(self, house: GatewayContext) -> None:
        self._house = house
        self._load = AdmissionControl(house)

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(tags=["probes"])
        routes.add_api_route(
            "/healthz", self.healthz, methods=["GET"], operation_id="healthz", summary="Does it live?",
            response_model=dict[str, bool], responses=error_responses(),
        )  # fmt: skip
        routes.add_api_route(
            "/readyz", self.readyz, methods=["GET"], operation_id="readyz", response_model=Readiness,
            summary="Can it do its work?",
            responses={**error_responses(), 503: {"model": Readiness, "description": "the store, or its functions, are away"}},
        )  # fmt: skip
        routes.add_api_route(
            "/metrics", self.metrics, methods=["GET"], operation_id="metrics", response_class=PlainTextResponse,
            summary="What it counts, for Prometheus", responses=error_responses(),
        )  # fmt: skip
        return routes

    async def healthz(self) -> Response:
        """It answers."""
        return json_response({"ok": True})

    async def readyz(self) -> Response:
        """Without the broker it is ready: what is accepted waits in the store."""
        (store, functions), breaker, registry = await asyncio.gather(self._store(), self._breaker(), self._registry())
        up = self._house.broker_up()
        broker = ReadinessCheck(name="broker", ok=up, detail="connected" if up else "no connection")
        readiness = Readiness(
            ready=store.ok and functions.ok,
            mode=self._house.mode,
            model=self._house.model,
            checks=(store, functions, broker, breaker, registry),
        )
        return json_response(readiness, 200 if readiness.ready else 503)

    async def metrics(self) -> Response:
        """The figures, with those that only the store knows as they are now, or as they were last seen."""
        await asyncio.gather(self._measure_load(), self._breaker())
        text = generate_latest(self._house.metrics.registry)
        return Response(text, 200, {"Cache-Control": "no-store"}, CONTENT_TYPE_LATEST)

    async def _measure_load(self) -> None:
        with suppress(StoreUnavailable, StoreMisconfigured, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                self._house.metrics.set_load(*await self._load.look())

    async def _store(self) -> tuple[ReadinessCheck, ReadinessCheck]:
        """The store, and its functions: they answer the clock's question."""
        found = await _looked("store", self._now)
        missing = not found.ok and "functions" in found.detail
        store = ReadinessCheck(name="store", ok=True, detail="answers") if missing else found
        return store, ReadinessCheck(
            name="functions", ok=found.ok, detail=found.detail if missing or found.ok else "unknown"
        )

    async def _now(self) -> str:
        await self._house.store.now()
        return "answers"

    async def _breaker(self) -> ReadinessCheck:
        return await _looked("breaker", self._breaker_state)

    async def _breaker_state(self) -> str:
        name = self._house.breaker
        if name is None:
            return "none"
        record = await breaker_of(name, self._house.store)
        self._house.metrics.set_breaker_state(record.state)
        if record.state != "closed":
            raise _NotOk(record.state)
        return record.state

    async def _registry(self) -> ReadinessCheck:
        return await _looked("registry", self._agents)

    async def _agents(self) -> str:
        count = await self._house.profiles.count()
        if not count:
            raise _NotOk("no agents")
        return f"{count} agents"


class _NotOk(Exception):
    """It answers, but not well."""


async def _looked(name: Name, look: Callable[[], Awaitable[str]]) -> ReadinessCheck:
    try:
        async with asyncio.timeout(PATIENCE):
            return ReadinessCheck(name=name, ok=True, detail=await look())
    except TimeoutError:
        return ReadinessCheck(name=name, ok=False, detail=f"no answer within {PATIENCE:g} s")
    except (_NotOk, StoreUnavailable, StoreMisconfigured) as error:
        return ReadinessCheck(name=name, ok=False, detail=str(error))
