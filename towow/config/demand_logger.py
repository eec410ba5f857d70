"""The product's logger: its lines name the correlation they are about as a demand."""

from functools import partial

from shared.telemetry.log import build_logger as build_platform_logger

build_logger = partial(build_platform_logger, correlation_field="demand")
"""Build a logger, as `shared.telemetry.log.build_logger` does, whose lines have the field `demand`."""
