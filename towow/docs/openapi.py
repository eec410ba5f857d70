"""Which HTTP interface has a gateway, as one document? The one it serves as `/openapi.json`, without a running one."""

from typing import Any

from gateway.app import create_app
from shared.runtime.system_clock import SystemClock
from shared.telemetry.log import build_logger
from towow.bootstrap.embedded import EmbeddedSystem
from towow.bootstrap.gateway import embedded_gateway_context
from towow.bootstrap.model_factory import build_dependencies
from towow.config.settings import Settings


def build_openapi() -> dict[str, Any]:
    """The OpenAPI document of a gateway as it is set by default."""
    dependencies, model = build_dependencies(Settings(), SystemClock(), build_logger("error"))
    return create_app(embedded_gateway_context(EmbeddedSystem(dependencies), model)).openapi()
