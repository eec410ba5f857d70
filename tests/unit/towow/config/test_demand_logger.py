"""The product's log lines."""

import json
from io import StringIO

from shared.telemetry.log import build_logger as build_platform_logger
from towow.config.demand_logger import build_logger


def test_a_log_line_has_the_correlation_as_demand_id() -> None:
    lines = StringIO()
    log = build_logger("info", "json", lines).bind(correlation="d-1", address="channel/x")
    log.info("happened", type="t")
    line = json.loads(lines.getvalue())
    assert list(line)[:3] == ["demand", "address", "type"]
    assert line["demand"] == "d-1"


def test_the_platform_logger_has_no_application_field() -> None:
    lines = StringIO()
    build_platform_logger("info", "json", lines).info("happened", correlation="x-1")
    assert json.loads(lines.getvalue())["correlation"] == "x-1"
