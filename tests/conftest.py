"""What every test run has in common: no spending, what this machine must offer, where the time goes.

`@pytest.mark.requires("services")` (or "browser", "node") skips a test where that is missing, and fails it where
TOWOW_REQUIRE says that it must be there (INTERFACES § 9). The time of each suite goes to build/test-times.json.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections import Counter, defaultdict
from functools import cache
from pathlib import PurePosixPath
from urllib.parse import urlsplit

import pytest

LOOPBACK = {"localhost", "127.0.0.1", "::1"}

# At import, so that the workers of xdist and every process a test starts are without it too.
os.environ.pop("ANTHROPIC_API_KEY", None)
# What the tests ask over HTTP is on this machine, whatever proxy the machine needs for the rest.
for _name in ("NO_PROXY", "no_proxy"):
    os.environ[_name] = ",".join(filter(None, (os.environ.get(_name), *sorted(LOOPBACK))))


def _ask_no_real_model(event: str, arguments: tuple[object, ...]) -> None:
    """However a test came by a key: no process of these tests finds the way to where it would be paid for."""
    if event == "socket.getaddrinfo" and str(arguments[0]).rstrip(".").endswith("anthropic.com"):
        raise RuntimeError("a test must not ask a real model")


sys.addaudithook(_ask_no_real_model)


def _can_be_had(variable: str, port: int, binary: str) -> bool:
    """Whether a service is named, answers on its standard port, or can be started: a private one, or a container."""
    return bool(os.environ.get(variable)) or _answers(port) or bool(shutil.which(binary)) or _docker_answers()


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("localhost", port), timeout=2):
            return True
    except OSError:
        return False


@cache
def _docker_answers() -> bool:
    docker = shutil.which("docker")
    return bool(docker) and subprocess.run([docker, "info"], capture_output=True, check=False).returncode == 0


@cache
def _missing(need: str) -> str | None:
    """Why `need` cannot be had on this machine; None when it can."""
    match need:
        case "services":
            broker = _can_be_had("TOWOW_TEST_BROKER_URL", 5672, "rabbitmq-server")
            store = _can_be_had("TOWOW_TEST_STORE_URL", 6379, "redis-server")
            silent = [name for name, here in (("broker", broker), ("store", store)) if not here]
            return f"no {' and no '.join(silent)} answers or can be started" if silent else None
        case "browser":
            return None if shutil.which("chromium") else "chromium is not installed"
        case "node":
            return None if shutil.which("node") else "node is not installed"
        case _:
            raise pytest.UsageError(f"requires({need!r}): say services, browser or node")


class SuiteTimes:
    """Adds up what the tests of each folder below tests/ took; with xdist, in the process that hears from all."""

    def __init__(self, config: pytest.Config) -> None:
        self._file = config.rootpath / "build" / "test-times.json"
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._tests: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        folders = PurePosixPath(report.nodeid.partition("::")[0]).parts[1:-1]
        suite = folders[0] if folders else "."
        self._seconds[suite] += report.duration
        self._tests[suite] += report.when == "setup"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        total = sum(self._seconds.values())
        if not total:
            return
        shares = {
            suite: {
                "seconds": round(seconds, 2),
                "share": round(seconds / total, 3),
                "tests": self._tests[suite],
            }
            for suite, seconds in sorted(self._seconds.items(), key=lambda item: -item[1])
        }
        self._file.parent.mkdir(exist_ok=True)
        self._file.write_text(json.dumps(shares, indent=2) + "\n", encoding="utf-8")
        terminalreporter.write_sep("-", f"time per suite, {total:.1f} s of work")
        for suite, row in shares.items():
            figures = f"{row['share']:4.0%} {row['seconds']:7.1f} s {row['tests']:5} tests"
            terminalreporter.write_line(f"{suite:<14} {figures}")


class Figures:
    """Prints what tests measured, by `record_property("measured", …)`; with xdist, in the process that hears from all."""

    def __init__(self) -> None:
        self._told: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            self._told += [str(value) for name, value in report.user_properties if name == "measured"]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._told:
            terminalreporter.write_sep("-", "measured")
        for figure in self._told:
            terminalreporter.write_line(figure)


def pytest_configure(config: pytest.Config) -> None:
    host = urlsplit(os.environ.get("ANTHROPIC_BASE_URL") or "http://localhost").hostname
    if host not in LOOPBACK:
        raise pytest.UsageError(f"ANTHROPIC_BASE_URL names {host}; tests only talk to this machine")
    if not hasattr(config, "workerinput"):  # an xdist worker hears of its own tests only
        config.pluginmanager.register(SuiteTimes(config))
        config.pluginmanager.register(Figures())


def pytest_runtest_setup(item: pytest.Item) -> None:
    demanded = os.environ.get("TOWOW_REQUIRE", "").split(",")
    for need in (str(need) for mark in item.iter_markers("requires") for need in mark.args):
        if reason := _missing(need):
            if need in demanded:
                pytest.fail(f"TOWOW_REQUIRE={need}, but {reason}", pytrace=False)
            pytest.skip(f"needs {need}: {reason}")
