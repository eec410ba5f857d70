"""OpenAPI document of the gateway, as served at `/openapi.json`, without a running gateway."""

from typing import Any

from gateway.app import create_app
from shared.runtime.system_clock import SystemClock
from towow.bootstrap.embedded import EmbeddedSystem
from towow.bootstrap.gateway import embedded_gateway
from towow.bootstrap.model_factory import build_dependencies
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings


def build_openapi() -> dict[str, Any]:
    """Return the OpenAPI document of a gateway with default settings, as JSON data."""
    dependencies, model = build_dependencies(Settings(), SystemClock(), build_logger("error"))
    parts = embedded_gateway(EmbeddedSystem(dependencies), model)
    return create_app(parts.context, parts.extend).openapi()
