"""Reports on the whole system: the checks of `towow doctor`, and the figures behind them."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from gateway.admin.api_models import BreakerState, MemoryUsage, RoleLoad, SystemReport
from gateway.admin.open_correlations import OpenCorrelationCounter
from gateway.context import GatewayContext
from gateway.http.store_timeout import call_store
from gateway.inspection.service_checks import ServiceInspection
from shared.core.timestamps import seconds_to_ms
from shared.llm.circuit_breaker import read_breaker_state
from shared.llm.circuit_breaker_state import CircuitBreakerState
from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.transport.broker_status import QueueStatus

T = TypeVar("T")

MAX_AGE_S = 2.0
"""Time for which a report is used, so that many viewers cost no more than one."""


class SystemReports:
    """Reports on the system behind a gateway; viewers share them."""

    def __init__(self, context: GatewayContext, open_correlations: OpenCorrelationCounter) -> None:
        self._context = context
        self._open_correlations = open_correlations
        self._lock = asyncio.Lock()
        self._report: SystemReport | None = None

    async def get(self) -> SystemReport:
        """Return a report that is at most MAX_AGE_S (2 s) old, also while services do not answer. Raises nothing."""
        async with self._lock:
            now = self._context.clock.now()
            if self._report is None or now - self._report.at > seconds_to_ms(MAX_AGE_S):
                self._report = await self._build()
            return self._report

    def expire(self) -> None:
        """Let the next report be a new one: something of it was changed."""
        self._report = None

    async def _build(self) -> SystemReport:
        context = self._context
        inspection = context.new_inspection()
        checks = tuple(await inspection.run())
        memory = inspection.store.memory if inspection.store else None
        return SystemReport(
            at=context.clock.now(),
            mode=context.mode,
            checks=checks,
            roles=await self._loads(inspection),
            open=await _known(self._open_correlations.count),
            max_open=context.settings.max_open_channels,
            blocked=inspection.broker.blocked if inspection.broker else None,
            memory=None if memory is None else MemoryUsage(used_bytes=memory.used, limit_bytes=memory.limit or None),
            dead_letters=await _known(context.store.count_dead_letters),
            breaker=await self._breaker(),
        )

    async def _loads(self, inspection: ServiceInspection) -> tuple[RoleLoad, ...]:
        store, roles = self._context.store, self._context.roles
        now = await _known(store.now)

        async def read_due(role: str) -> int:
            """Return the earliest due instant of the role's outbox; now when it is empty."""
            due = await store.get_oldest_due((role,))
            return await store.now() if due is None else due

        async def overdue_s(role: str) -> float | None:
            due = await _known(partial(read_due, role))
            return None if now is None or due is None else max(0, now - due) / seconds_to_ms(1)

        queues = inspection.broker.queues if inspection.broker else dict[str, QueueStatus]()
        loads: list[RoleLoad] = []
        for role, overdue in zip(roles, await asyncio.gather(*map(overdue_s, roles)), strict=True):
            queue = queues.get(role)
            loads.append(
                RoleLoad(
                    role=role,
                    waiting=queue.ready if queue else None,
                    workers=queue.consumers if queue else None,
                    to_send=None if inspection.to_send is None else inspection.to_send.get(role, 0),
                    overdue_s=overdue,
                )
            )
        return tuple(loads)

    async def _breaker(self) -> BreakerState | None:
        name = self._context.breaker_name
        if name is None:
            return BreakerState(model=self._context.model)
        record = await _known(lambda: read_breaker_state(name, self._context.store))
        return None if record is None else describe_breaker(self._context, record)


def describe_breaker(context: GatewayContext, record: CircuitBreakerState | None) -> BreakerState:
    """Return the state of the model's circuit breaker as the API describes it; `record` is None without a breaker."""
    if record is None:
        return BreakerState(model=context.model)
    is_waiting = record.state == "open" and record.until > context.clock.now()
    return BreakerState(
        model=context.model,
        state=record.state,
        failures=record.failures,
        # A probe that ended without a result leaves it open until that moment, which says nothing about its begin.
        since=record.until - seconds_to_ms(context.breaker_open_s) if is_waiting else None,
        until=record.until if record.state == "open" else None,
    )


async def _known(call: Callable[[], Awaitable[T]]) -> T | None:
    """Return what the store says; None if it does not answer or rejects the call, which its check reports."""
    try:
        return await call_store(call)
    except (StoreUnavailable, StoreMisconfigured):
        return None
