"""Settings of the runtime: concurrency, timeouts, retention, metrics, logging."""

from typing import Literal

from pydantic import Field

from shared.core.frozen_model import FrozenModel

MAX_SWEEP_INTERVAL_S = 2
"""Longest pause between two looks into an outbox: what a killed process left is sent within 2 s (DESIGN § 3)."""


class RuntimeSettings(FrozenModel):
    """Settings of the runtime (INTERFACES § 1)."""

    concurrency: int = Field(
        default=512,
        ge=1,
        description="Maximum unacknowledged deliveries per queue and worker (prefetch); with "
        "`TOWOW_LLM=anthropic` at most 8 × `TOWOW_LLM_MAX_CONCURRENT_CALLS`",
    )
    stop_timeout: float = Field(
        default=10, ge=0, description="Maximum time that a stopping worker waits for messages in progress"
    )
    state_check_interval: float = Field(
        default=MAX_SWEEP_INTERVAL_S,
        gt=0,
        le=MAX_SWEEP_INTERVAL_S,
        description="Longest pause between two looks into an outbox: maximum delay of a due timer, retry or unsent "
        "message of another process (TW-713); at most 2 s, so that what a killed process left is sent within 2 s",
        json_schema_extra={"env": "STATE_CHECK_INTERVAL"},
    )
    retention_days: int = Field(default=30, ge=1, description="Days until the data of a closed correlation is deleted")
    journal: bool = Field(default=False, description="Record every entity's messages for replay")
    metrics_port: int = Field(
        default=0, ge=0, le=65535, description="Port of a worker's `/metrics` and `/healthz` (0: none)"
    )
    metrics_host: str = Field(default="127.0.0.1", description="Address to which the metrics port is bound")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Lowest level that is logged"
    )
    traces: Literal["off", "console", "otlp"] = Field(
        default="off",
        description="Where spans go: `off`, `console` (a line of JSON each, to standard error) or `otlp` (over HTTP to "
        "`OTEL_EXPORTER_OTLP_ENDPOINT`, http://localhost:4318 by default)",
    )
    log_format: Literal["json", "console"] = Field(
        default="console", description="Format of log lines: `console` or `json`"
    )
