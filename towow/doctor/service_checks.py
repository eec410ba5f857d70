"""Checks of `towow doctor` for RabbitMQ, Redis and the workers: those of the gateway's operations page."""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial

from gateway.inspection.service_checks import ServiceCheck, ServiceInspection
from towow.bootstrap.applications import QUEUES
from towow.bootstrap.server_probes import ServerProbes
from towow.config.environment import ServiceUrls
from towow.doctor.check import DoctorCheck


def service_checks(services: ServiceUrls, model: Callable[[], str], *, restored: bool) -> Iterator[DoctorCheck]:
    """Yield the checks of broker, store, registry, workers and circuit breaker.

    Run each check before taking the next one, which may depend on it, and outside an event loop.

    Args:
        services: URLs of RabbitMQ and Redis.
        model: Returns the name of the model whose circuit breaker is checked; called when that check runs.
        restored: The store was restored from a backup; see `ServiceInspection.checks`.
    """
    inspection = ServiceInspection(ServerProbes(services, tuple(QUEUES)), tuple(QUEUES), model)
    for check in inspection.checks(restored=restored):
        yield DoctorCheck(check.name, partial(_run_probe, check), check.hint)


def _run_probe(check: ServiceCheck) -> str:
    async def probe() -> str:
        return await check.probe()

    return asyncio.run(probe())
