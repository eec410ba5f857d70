"""Routes for operations: liveness probe, readiness probe and Prometheus metrics."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

from fastapi import APIRouter
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from pydantic import Field, create_model
from starlette.responses import PlainTextResponse, Response

from gateway.context import GatewayContext
from gateway.extension import NotReady, ReadinessProbe
from gateway.http.openapi_responses import error_responses
from gateway.http.responses import json_response
from gateway.system_load import measure_load
from shared.core.frozen_model import FrozenModel
from shared.core.model_kind import ModelName
from shared.llm.circuit_breaker import read_breaker_state
from shared.store.port import StoreMisconfigured, StoreUnavailable

CHECK_TIMEOUT_S = 1.0
"""Timeout of each readiness check; the checks run concurrently."""

PLATFORM_CHECKS = ("store", "functions", "broker", "breaker")


class ReadinessCheck(FrozenModel):
    """State of one dependency of a gateway."""

    name: str
    ok: bool
    detail: str


class Readiness(FrozenModel):
    """Readiness of a gateway, with the state of its dependencies."""

    ready: bool
    mode: Literal["embedded", "distributed"]
    model: ModelName
    checks: tuple[ReadinessCheck, ...]


def readiness_model(names: Sequence[str]) -> type[Readiness]:
    """Return a subclass of `Readiness` for the OpenAPI document, whose checks have only the given names.

    Args:
        names: Allowed values of a check's `name`; in the schema only, they are not validated.
    """
    check = create_model(
        "ReadinessCheck",
        __base__=ReadinessCheck,
        __doc__=ReadinessCheck.__doc__,
        name=(str, Field(json_schema_extra={"enum": list(names)})),
    )
    checks: Any = tuple[check, ...]
    return create_model("Readiness", __base__=Readiness, __doc__=Readiness.__doc__, checks=(checks, ...))


class ProbeRoutes:
    """Routes `/healthz`, `/readyz` and `/metrics`."""

    def __init__(self, context: GatewayContext, probes: Mapping[str, ReadinessProbe]) -> None:
        """Create the routes; `probes` are the applications' readiness probes by the name of their check."""
        self._context = context
        self._probes = probes

    def router(self) -> APIRouter:
        """Return a router with `/healthz`, `/readyz` and `/metrics`, for inclusion without a prefix."""
        routes = APIRouter(tags=["probes"])
        readiness = readiness_model((*PLATFORM_CHECKS, *self._probes))
        routes.add_api_route(
            "/healthz", self.check_liveness, methods=["GET"], operation_id="healthz", summary="Check liveness",
            response_model=dict[str, bool], responses=error_responses(),
        )  # fmt: skip
        routes.add_api_route(
            "/readyz", self.check_readiness, methods=["GET"], operation_id="readyz", response_model=readiness,
            summary="Check readiness",
            responses={
                **error_responses(),
                503: {"model": readiness, "description": "the store or its functions are not available"},
            },
        )  # fmt: skip
        routes.add_api_route(
            "/metrics", self.get_metrics, methods=["GET"], operation_id="metrics", response_class=PlainTextResponse,
            summary="Get metrics for Prometheus", responses=error_responses(),
        )  # fmt: skip
        return routes

    async def check_liveness(self) -> Response:
        """Return status 200 and `{"ok": true}` while the process serves requests."""
        return json_response({"ok": True})

    async def check_readiness(self) -> Response:
        """Return the state of each dependency, with status 200 if the store and its functions are usable, else 503.

        `ready` says the same; `checks` has one entry per dependency, with `ok` false if it is unusable or does not
        answer within 1 s. Without the broker the gateway is ready, because accepted requests wait in the store.
        """
        (store, functions), breaker, others = await asyncio.gather(
            self._check_store(), self._check_breaker(), self._check_probes()
        )
        up = self._context.is_broker_connected()
        broker = ReadinessCheck(name="broker", ok=up, detail="connected" if up else "no connection")
        readiness = Readiness(
            ready=store.ok and functions.ok,
            mode=self._context.mode,
            model=self._context.model,
            checks=(store, functions, broker, breaker, *others),
        )
        return json_response(readiness, 200 if readiness.ready else 503)

    async def get_metrics(self) -> Response:
        """Return the metrics in the Prometheus text format, with status 200.

        Metrics read from the store keep their last value while it is unavailable.
        """
        await asyncio.gather(self._measure_load(), self._check_breaker())
        text = generate_latest(self._context.metrics.registry)
        return Response(text, 200, {"Cache-Control": "no-store"}, CONTENT_TYPE_LATEST)

    async def _measure_load(self) -> None:
        with suppress(StoreUnavailable, StoreMisconfigured, TimeoutError):
            async with asyncio.timeout(CHECK_TIMEOUT_S):
                self._context.metrics.set_load(*await measure_load(self._context))

    async def _check_probes(self) -> Sequence[ReadinessCheck]:
        return await asyncio.gather(*(_run_check(name, probe) for name, probe in self._probes.items()))

    async def _check_store(self) -> tuple[ReadinessCheck, ReadinessCheck]:
        """Check the store and its functions with one call that reads the store's clock."""
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
        record = await read_breaker_state(name, self._context.store)
        self._context.metrics.set_breaker_state(record.state)
        if record.state != "closed":
            raise NotReady(record.state)
        return record.state


async def _run_check(name: str, probe: ReadinessProbe) -> ReadinessCheck:
    try:
        async with asyncio.timeout(CHECK_TIMEOUT_S):
            return ReadinessCheck(name=name, ok=True, detail=await probe())
    except TimeoutError:
        return ReadinessCheck(name=name, ok=False, detail=f"no answer within {CHECK_TIMEOUT_S:g} s")
    except (NotReady, StoreUnavailable, StoreMisconfigured) as error:
        return ReadinessCheck(name=name, ok=False, detail=str(error))
