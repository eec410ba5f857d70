"""A gateway before a whole embedded system, asked over ASGI in virtual time or over sockets. Nothing in it is a mock."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
from pydantic import SecretStr

from gateway.app import create_app
from gateway.context import GatewayContext
from gateway.extension import ExtendGateway
from gateway.inspection.service_checks import ServiceInspection
from gateway.server import listener_url, open_listener, serve_app
from gateway.settings import GatewaySettings
from gateway.static_site.routes import STATIC_FOLDER
from negotiation.registry.port import ProfileRegistry
from negotiation.resources import NegotiationResources
from shared.core.clock import Clock
from shared.llm.port import Model
from shared.runtime.actor import Actor
from shared.runtime.application import Resources
from shared.runtime.dead_letters import DeadLetters
from shared.runtime.ingress import Ingress
from shared.store.port import Store
from shared.transport.memory.broker import MemoryTransport
from tests.support.embedded_system import FaultyEmbeddedSystem
from tests.support.faulty_broker import BrokerFaults
from tests.support.faulty_store import FaultyStore, StoreFaults
from towow.bootstrap.applications import APPLICATIONS, GATEWAY, QUEUES, ROUTES
from towow.bootstrap.embedded_probes import EmbeddedProbes
from towow.config.settings import Settings

KEYS = "alice-key-1:user_alice:user,bob-key-22:user_bob:user,root-key-3:root:admin"
ALICE, BOB, ROOT = ({"Authorization": f"Bearer {key.split(':')[0]}"} for key in KEYS.split(","))
NOBODY: dict[str, str] = {}
API = "/api/v1"


class GatewayHarness:
    """A gateway and what stands behind it. Asked by methods named as HTTP's; paths are below /api/v1 unless absolute."""

    def __init__(self, system: FaultyEmbeddedSystem, context: GatewayContext, http: httpx2.AsyncClient) -> None:
        self.system = system
        self.context = context
        self.http = http

    async def get(self, path: str, who: Mapping[str, str] = NOBODY, **query: Any) -> httpx2.Response:
        """GET."""
        return await self.ask("GET", path, who, params=query or None)

    async def post(self, path: str, body: Any = None, who: Mapping[str, str] = NOBODY, **query: Any) -> httpx2.Response:
        """POST of JSON, or of nothing."""
        return await self.ask("POST", path, who, params=query or None, **({} if body is None else {"json": body}))

    async def ask(self, method: str, path: str, who: Mapping[str, str] = NOBODY, **more: Any) -> httpx2.Response:
        """Any request. Its answer keeps the rules of every answer."""
        whole = path[1:] if path.startswith("//") else API + path
        headers = {**who, **more.pop("headers", {})}
        answer = await self.http.request(method, whole, headers=headers, **more)
        if not answer.is_success and method != "HEAD":
            assert_error(answer)
        return answer

    async def submit(self, user: str = "user_alice", who: Mapping[str, str] = NOBODY, **more: Any) -> dict[str, Any]:
        """A demand that is accepted."""
        body = {"raw_input": "I need a venue", "user_id": user, **more}
        answer = await self.post("/demand/submit", body, who)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def ended(self, demand_id: str, who: Mapping[str, str] = NOBODY) -> dict[str, Any]:
        """The demand's view once it is closed."""
        async with asyncio.timeout(3600):
            while True:
                view = (await self.get(f"/demands/{demand_id}", who)).json()
                if view["phase"] == "closed":
                    return view
                await asyncio.sleep(0.1)


def assert_error(answer: httpx2.Response) -> None:
    """Every refusal has the body of INTERFACES § 4 and says in which language it speaks."""
    body = answer.json()
    assert set(body) == {"error_code", "message", "details"}, answer.text
    assert answer.headers["content-language"] in ("en", "zh")
    if body["error_code"] == "E014":
        assert set(body["details"]) == {"id", "status"}
    elif not isinstance(body["details"], str):
        assert all(set(problem) == {"field", "problem"} for problem in body["details"])
    if answer.status_code in (429, 503):
        assert int(answer.headers["retry-after"]) >= 1


def event_payloads(answer: httpx2.Response) -> tuple[int, str]:
    """Status and code of a refusal."""
    return answer.status_code, answer.json()["error_code"]


def system_extensions(system: FaultyEmbeddedSystem, profiles: ProfileRegistry | None = None) -> Sequence[ExtendGateway]:
    """Return the applications' parts of a gateway before this system, over another registry if one is given."""
    own = Resources(NegotiationResources(profiles or system.profiles, system.attending, system.invitation_links))
    resources = APPLICATIONS.build_in_memory_resources(system.clock, system.settings, own)
    return APPLICATIONS.gateway_parts(resources, system.settings)


@asynccontextmanager
async def gateway_harness(
    clock: Clock,
    *,
    keys: str = "",
    model: Model | None = None,
    faults: StoreFaults | None = None,
    publish: BrokerFaults | None = None,
    sockets: bool = False,
    change: Callable[[GatewayContext], GatewayContext] = lambda context: context,
    settings: Settings | None = None,
    static: Path = STATIC_FOLDER,
    profiles: ProfileRegistry | None = None,
    more: Callable[[Sequence[Actor]], Sequence[Actor]] = tuple,
    **own: Any,
) -> AsyncGenerator[GatewayHarness]:
    """A running system with a gateway. `faults` stand between the gateway and the store; `own`: gateway settings.

    `static`: where the built page lies.
    """
    base = settings or Settings()
    about = GatewaySettings.model_validate({"rate_limit_per_minute": 0, "api_keys": SecretStr(keys), **own})
    chosen = base.replace(about)
    async with AsyncExitStack() as held:
        system = await held.enter_async_context(
            FaultyEmbeddedSystem(clock, model=model, settings=chosen, publish=publish, more=more)
        )
        context = await _gateway_context(system, faults, held)
        held.callback(context.shutdown.set)
        app = create_app(change(context), system_extensions(system, profiles), static)
        if sockets:
            listener = open_listener("127.0.0.1", 0)
            url = listener_url(listener)
            await held.enter_async_context(serve_app(app, listener, context))
            http = httpx2.AsyncClient(base_url=url, timeout=30, trust_env=False)
        else:
            http = httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://gateway")
        yield GatewayHarness(system, context, await held.enter_async_context(http))


async def _gateway_context(
    system: FaultyEmbeddedSystem, faults: StoreFaults | None, held: AsyncExitStack
) -> GatewayContext:
    store: Store = FaultyStore(system.store, faults) if faults else system.store
    transport = MemoryTransport(system.broker)
    entrance = Ingress(GATEWAY, ROUTES, store, transport, system.log, system.metrics)
    await entrance.start()
    held.push_async_callback(entrance.stop)
    return GatewayContext(
        settings=system.settings.gateway,
        store=store,
        transport=transport,
        ingress=entrance,
        dead_letters=DeadLetters(store, ROUTES, system.log),
        clock=system.clock,
        log=system.log,
        metrics=system.metrics,
        model="simulated",
        mode="embedded",
        today=lambda: ("2026-01-22", "Asia/Shanghai"),
        roles=(*QUEUES, GATEWAY),
        breaker_name=system.breaker.name,
        is_broker_connected=lambda: transport.is_connected,
        new_inspection=lambda: ServiceInspection(
            EmbeddedProbes(system.broker, system.store, system.profiles.count), QUEUES, lambda: system.breaker.name
        ),
        breaker_open_s=system.settings.model.recovery_timeout,
        allow_anonymous_admin=True,
    )


def payloads(events: list[dict[str, Any]]) -> str:
    """All that events say, as one text."""
    return json.dumps([event["payload"] for event in events], ensure_ascii=False)
