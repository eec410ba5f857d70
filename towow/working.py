"""A worker process: the actors of some roles, at work over RabbitMQ and Redis until it is told to stop (DESIGN § 8)."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from shared.llm.breaker import Breaker
from shared.llm.places import placed
from shared.registry.port import Profiles
from shared.runtime.lifecycle import Lifecycle, patiently, unless
from shared.runtime.system_clock import SystemClock
from shared.runtime.worker import Worker
from shared.store.port import Store
from shared.telemetry.log import Log, make_log
from shared.telemetry.metrics import Metrics
from shared.transport.port import Transport
from towow import connecting
from towow.configuration import Configuration, Services
from towow.desk import Place
from towow.model import place_from
from towow.roles import ROUTES, actors


async def work(
    roles: Sequence[str], configuration: Configuration, *, stop: asyncio.Event, ready: Callable[[], None]
) -> None:
    """Work until `stop` is set; `ready` is called when the first messages may come. A missing service is waited for.

    Raises BrokerMisconfigured or StoreMisconfigured when waiting would not help, Refusal without services.
    """
    services, settings = configuration.needed(), configuration.settings
    log = make_log(settings.runtime.log_level, settings.runtime.log_format)
    async with _stored(services, configuration, stop, log) as stored:
        if stored is not None:
            store, profiles = stored
            place, _ = place_from(settings, SystemClock(), log, profiles)
            lifecycle = workers(roles, place, store, services, ready)
            try:
                await lifecycle.run(stop)
            finally:
                await place.close()


def workers(
    roles: Sequence[str], place: Place, store: Store, services: Services, ready: Callable[[], None]
) -> Lifecycle:
    """What keeps the actors of `roles` at work over a store and the services' broker."""
    chosen = [actor for actor in actors(place.profiles, place.settings) if actor.role in roles]
    metrics = Metrics()
    model = placed(Breaker(place.model, store, place.settings.model, metrics), place.settings.model)

    def build(transport: Transport) -> Worker:
        return Worker(
            chosen,
            routes=ROUTES,
            store=store,
            transport=transport,
            model=model,
            clock=place.clock,
            settings=place.settings.runtime,
            log=place.log,
            metrics=metrics,
        )

    name = f"towow {' '.join(roles)}"
    grace = place.settings.runtime.stop_timeout
    return Lifecycle(lambda: connecting.broker(services, place.log, name), build, place.log, ready, grace)


@asynccontextmanager
async def _stored(
    services: Services, configuration: Configuration, stop: asyncio.Event, log: Log
) -> AsyncGenerator[tuple[Store, Profiles] | None]:
    """Store and registry; None when it is time to stop before they answer."""
    stopping = asyncio.create_task(stop.wait())
    settings = configuration.settings.runtime
    async with AsyncExitStack() as held:
        held.callback(stopping.cancel)
        store = await unless(stopping, patiently("store", lambda: connecting.store(services, settings, log), log))
        if store is None:
            yield None
            return
        held.push_async_callback(store.close)
        profiles = await unless(stopping, patiently("store", lambda: connecting.registry(services, log), log))
        if profiles is None:
            yield None
            return
        held.push_async_callback(profiles.close)
        yield store, profiles
