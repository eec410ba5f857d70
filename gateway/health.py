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

CHECK_TIMEOUT_S = 1.0
"""Seconds for each thing that is looked at. All are looked at together."""

CheckName = Literal["store", "functions", "broker", "breaker", "registry"]


class ProbeRoutes:
    """The routes."""

    def __init__(self, context: GatewayContext) -> None:
        self._context = context
        self._admission = AdmissionControl(context)

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(tags=["probes"])
        routes.add_api_route(
            "/healthz", self.check_liveness, methods=["GET"], operation_id="healthz", summary="Does it live?",
            response_model=dict[str, bool], responses=error_responses(),
        )  # fmt: skip
        routes.add_api_route(
            "/readyz", self.check_readiness, methods=["GET"], operation_id="readyz", response_model=Readiness,
            summary="Can it do its work?",
            responses={**error_responses(), 503: {"model": Readiness, "description": "the store, or its functions, are away"}},
        )  # fmt: skip
        routes.add_api_route(
            "/metrics", self.get_metrics, methods=["GET"], operation_id="metrics", response_class=PlainTextResponse,
            summary="What it counts, for Prometheus", responses=error_responses(),
        )  # fmt: skip
        return routes

    async def check_liveness(self) -> Response:
        """It answers."""
        return json_response({"ok": True})

    async def check_readiness(self) -> Response:
        """Without the broker it is ready: what is accepted waits in the store."""
        (store, functions), breaker, registry = await asyncio.gather(
            self._check_store(), self._check_breaker(), self._check_registry()
        )
        up = self._context.is_broker_connected()
        broker = ReadinessCheck(name="broker", ok=up, detail="connected" if up else "no connection")
        readiness = Readiness(
            ready=store.ok and functions.ok,
            mode=self._context.mode,
            model=self._context.model,
            checks=(store, functions, broker, breaker, registry),
        )
        return json_response(readiness, 200 if readiness.ready else 503)

    async def get_metrics(self) -> Response:
        """The figures, with those that only the store knows as they are now, or as they were last seen."""
        await asyncio.gather(self._measure_load(), self._check_breaker())
        text = generate_latest(self._context.metrics.registry)
        return Response(text, 200, {"Cache-Control": "no-store"}, CONTENT_TYPE_LATEST)

    async def _measure_load(self) -> None:
        with suppress(StoreUnavailable, StoreMisconfigured, TimeoutError):
            async with asyncio.timeout(CHECK_TIMEOUT_S):
                self._context.metrics.set_load(*await self._admission.measure_load())

    async def _check_store(self) -> tuple[ReadinessCheck, ReadinessCheck]:
        """The store, and its functions: they answer the clock's question."""
        found = await _run_check("store", self._read_store_clock)
        missing = not found.ok and "functions" in found.detail
        store = ReadinessCheck(name="store", ok=True, detail="answers") if missing else found
        return store, ReadinessCheck(
            name="functions", ok=found.ok, detail=found.detail if missing or found.ok else "unknown"
        )

    async def _read_store_clock(self) -> str:
        await self._context.store.now()
        return "answers"

    async def _check_breaker(self) -> ReadinessCheck:
        return await _run_check("breaker", self._read_breaker_state)

    async def _read_breaker_state(self) -> str:
        name = self._context.breaker_name
        if name is None:
            return "none"
        record = await breaker_of(name, self._context.store)
        self._context.metrics.set_breaker_state(record.state)
        if record.state != "closed":
            raise _CheckFailed(record.state)
        return record.state

    async def _check_registry(self) -> ReadinessCheck:
        return await _run_check("registry", self._count_agents)

    async def _count_agents(self) -> str:
        count = await self._context.profiles.count()
        if not count:
            raise _CheckFailed("no agents")
        return f"{count} agents"


class _CheckFailed(Exception):
    """It answers, but not well."""


async def _run_check(name: CheckName, check: Callable[[], Awaitable[str]]) -> ReadinessCheck:
    try:
        async with asyncio.timeout(CHECK_TIMEOUT_S):
            return ReadinessCheck(name=name, ok=True, detail=await check())
    except TimeoutError:
        return ReadinessCheck(name=name, ok=False, detail=f"no answer within {CHECK_TIMEOUT_S:g} s")
    except (_CheckFailed, StoreUnavailable, StoreMisconfigured) as error:
        return ReadinessCheck(name=name, ok=False, detail=str(error))
