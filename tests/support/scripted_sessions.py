"""A gateway before a whole embedded system of the deliberation, whose model and comparison follow a scenario.

Everything in it is real, in virtual time; only what a model would say is written beforehand.
"""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from io import StringIO
from typing import Any

import httpx2
from pydantic import SecretStr

from gateway.app import create_app
from gateway.settings import GatewaySettings
from shared.core.clock import Clock
from tests.support.session_gateway import SessionGateway
from towow.bootstrap.embedded import EmbeddedSystem
from towow.bootstrap.gateway import embedded_gateway
from towow.config.demand_logger import build_logger
from towow.scenario.deliberation_runner import build_session_system
from towow.scenario.deliberation_schema import DeliberationScenario


@asynccontextmanager
async def scripted_sessions(clock: Clock, *, keys: str = "", **scenario: Any) -> AsyncGenerator[SessionGateway]:
    """Run a system whose sessions all follow these fields of a scenario file; a similarity of 0.95 by default."""
    fields = {"query": "plan my IELTS", "similarity": [0.95], **scenario}
    script = DeliberationScenario.model_validate_json(json.dumps(fields, ensure_ascii=False))
    dependencies, _ = build_session_system(script, clock, build_logger("error", "json", StringIO()))
    gateway = GatewaySettings.model_validate({"rate_limit_per_minute": 0, "api_keys": SecretStr(keys)})
    system = EmbeddedSystem(replace(dependencies, settings=dependencies.settings.replace(gateway)))
    await system.start()
    parts = embedded_gateway(system, "scenario")
    app = create_app(parts.context, parts.extend)
    http = httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://gateway")
    try:
        yield SessionGateway(app, parts.context, http)
    finally:
        await http.aclose()
        parts.context.shutdown.set()
        await system.stop()
