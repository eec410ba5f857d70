"""Hooks of every test run: no calls of a paid model, skipping by requirement, the schedule, and times per suite.

`@pytest.mark.requires("services")` (or "browser", "node", "docker") skips a test if the requirement is missing, and
fails it if TOWOW_REQUIRE names the requirement (INTERFACES § 9). Tests marked `long` are run by `make test-long` only.
The time of each suite is written to build/test-times.json, or the file that TOWOW_TEST_TIMES names.
"""

import gc
import json
import os
import shutil
import socket
import sys
from collections import Counter, defaultdict
from contextlib import nullcontext
from functools import cache
from pathlib import PurePosixPath
from urllib.parse import urlsplit

import pytest

from tests.services.containers import docker_answers
from tests.services.requirements import skip_or_fail
from tests.support.async_tests import OpenedInTest, run_async_test
from tests.support.xdist_schedule import FileSchedule, WorkerOrder

TIME_LIMIT = 60
"""Time limit of an `async def` test (s)."""

LOOPBACK = {"localhost", "127.0.0.1", "::1"}

# At import, so that xdist workers and every process that a test starts do not have it either.
os.environ.pop("ANTHROPIC_API_KEY", None)
# Tests send HTTP requests to this machine only, so they bypass any proxy.
for _name in ("NO_PROXY", "no_proxy"):
    os.environ[_name] = ",".join(filter(None, (os.environ.get(_name), *sorted(LOOPBACK))))


def _block_real_model(event: str, arguments: tuple[object, ...]) -> None:
    """Reject DNS lookups of the paid endpoint, in case a test has an API key nevertheless."""
    if event == "socket.getaddrinfo" and str(arguments[0]).rstrip(".").endswith("anthropic.com"):
        raise RuntimeError("tests must not call a real model: use a simulated one or a local endpoint")


sys.addaudithook(_block_real_model)


def _is_available(variable: str, port: int, binary: str) -> bool:
    """Return whether a service is configured, listens on its standard port, or can be started by its binary or Docker."""
    return bool(os.environ.get(variable)) or _is_listening(port) or bool(shutil.which(binary)) or docker_answers()


def _is_listening(port: int) -> bool:
    try:
        with socket.create_connection(("localhost", port), timeout=2):
            return True
    except OSError:
        return False


@cache
def _missing_requirement(need: str) -> str | None:
    """Return the reason why this machine lacks `need`, or None if it does not."""
    match need:
        case "services":
            broker = _is_available("TOWOW_TEST_BROKER_URL", 5672, "rabbitmq-server")
            store = _is_available("TOWOW_TEST_STORE_URL", 6379, "redis-server")
            missing = [name for name, is_there in (("broker", broker), ("store", store)) if not is_there]
            return f"no running {' and no running '.join(missing)}, and none can be started" if missing else None
        case "browser":
            installed = shutil.which("chromium-headless-shell") or shutil.which("chromium")
            return None if installed else "chromium is not installed"
        case "node":
            return None if shutil.which("node") else "node is not installed"
        case "docker":
            return None if docker_answers() else "no Docker engine answers"
        case _:
            raise pytest.UsageError(f"requires({need!r}): expected services, browser, node or docker")


class SuiteTimes:
    """Sum of test durations by folder below tests/; with xdist, computed in the controller process."""

    def __init__(self, config: pytest.Config) -> None:
        self._file = config.rootpath / os.environ.get("TOWOW_TEST_TIMES", "build/test-times.json")
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
    """Report of the values that tests record as the property `measured`; with xdist, in the controller process."""

    def __init__(self) -> None:
        self._values: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            self._values += [str(value) for name, value in report.user_properties if name == "measured"]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._values:
            terminalreporter.write_sep("-", "measured")
        for figure in self._values:
            terminalreporter.write_line(figure)


def pytest_configure(config: pytest.Config) -> None:
    host = urlsplit(os.environ.get("ANTHROPIC_BASE_URL") or "http://localhost").hostname
    if host not in LOOPBACK:
        raise pytest.UsageError(f"ANTHROPIC_BASE_URL names {host}; tests only talk to this machine")
    if not hasattr(config, "workerinput"):  # an xdist worker receives the reports of its own tests only
        config.pluginmanager.register(SuiteTimes(config))
        config.pluginmanager.register(Figures())
    else:
        config.pluginmanager.register(WorkerOrder(os.environ["PYTEST_XDIST_TESTRUNUID"]))


def pytest_collection_finish() -> None:
    """Exempt the modules and thousands of tests from garbage collection, which would look through them all each time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> FileSchedule | None:
    """Distribute as tests.support.xdist_schedule says, unless another distribution than by file was asked for."""
    return FileSchedule(config, log) if config.option.dist == "loadfile" else None


def pytest_runtest_setup(item: pytest.Item) -> None:
    for need in (str(need) for mark in item.iter_markers("requires") for need in mark.args):
        if reason := _missing_requirement(need):
            skip_or_fail(need, reason)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run `async def` tests."""
    return run_async_test(pyfuncitem, TIME_LIMIT)


@pytest.fixture
def clock() -> OpenedInTest:
    """Run the test in virtual time, and give it its clock."""
    return OpenedInTest(nullcontext)
