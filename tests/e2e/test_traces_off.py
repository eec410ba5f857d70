"""Without traces neither the SDK of OpenTelemetry nor an exporter is imported to make spans."""

import importlib.util
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from shared.runtime.settings import RuntimeSettings
from towow.bootstrap.span_exporter_factory import build_span_exporter
from towow.cli.exit import CommandError
from towow.config import environment
from towow.config.environment import check_traces

SCRIPT = """
import os, sys
import towow.cli.main, towow.cli.commands.worker, towow.bootstrap.worker, towow.bootstrap.gateway
from shared.runtime.system_clock import SystemClock
from towow.bootstrap.model_factory import build_dependencies
from towow.config.demand_logger import build_logger
from towow.config.settings import read_environment
build_dependencies(read_environment(os.environ), SystemClock(), build_logger())
modules = {"shared.telemetry.opentelemetry", "opentelemetry.sdk.trace", "opentelemetry.exporter", "requests"}
print(*sorted(modules & sys.modules.keys()))
"""
HOME = Path(__file__).resolve().parents[2]


def loaded(**variables: str) -> list[str]:
    run = subprocess.run([sys.executable, "-c", SCRIPT], env=variables, cwd=HOME, capture_output=True, check=True)
    return run.stdout.decode().split()


def test_the_sdk_is_imported_only_where_traces_are_on() -> None:
    assert loaded() == loaded(TOWOW_TRACES="off") == []
    on = ["opentelemetry.sdk.trace", "shared.telemetry.opentelemetry"]
    assert loaded(TOWOW_TRACES="console") == on


def test_there_is_no_exporter_where_traces_are_off() -> None:
    assert build_span_exporter(RuntimeSettings(), "worker") is None


@pytest.mark.parametrize(("traces", "missing"), [("console", "opentelemetry.sdk"), ("otlp", "opentelemetry.exporter")])
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, traces: str, missing: str) -> None:
    def find_spec(name: str) -> ModuleSpec | None:
        return None if name == missing else importlib.util.find_spec(name)

    monkeypatch.setattr(environment, "find_spec", find_spec)
    check_traces(RuntimeSettings())
    with pytest.raises(CommandError, match=r"TOWOW_TRACES=.*pip install 'towow\[traces\]'"):
        check_traces(RuntimeSettings.model_validate({"traces": traces}))
