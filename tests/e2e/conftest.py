"""Fixtures of the command line: with a private runtime folder, a running system, or real services."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.distributed import Distributed, distributed
from tests.e2e.page_browser import chromium
from tests.support.cli_runner import CommandRunner
from towow.bootstrap.applications import QUEUES


@pytest.fixture
def towow() -> Iterator[CommandRunner]:
    """Return a command line with a private runtime folder."""
    # Not tmp_path: the path of a Unix socket may have only about 100 characters.
    with tempfile.TemporaryDirectory(prefix="towow-") as folder:
        yield CommandRunner(Path(folder))


@pytest.fixture(scope="module")
def system() -> Iterator[CommandRunner]:
    """Start a system, slow enough that demands can be cancelled."""
    with tempfile.TemporaryDirectory(prefix="towow-") as folder:
        towow = CommandRunner(Path(folder))
        with towow.serving(TOWOW_SIMULATED_LATENCY_MS="300"):
            yield towow


@pytest.fixture
def slow_system() -> Iterator[CommandRunner]:
    """Start a system whose demands take so long that they can be cancelled on a busy machine, too."""
    with tempfile.TemporaryDirectory(prefix="towow-") as folder:
        towow = CommandRunner(Path(folder))
        with towow.serving(TOWOW_SIMULATED_LATENCY_MS="3000"):
            yield towow


@pytest.fixture
def services() -> Iterator[Distributed]:
    """Return real services with a namespace of this test; not initialized, without workers."""
    with distributed() as towow:
        yield towow


@pytest.fixture(scope="module")
def uninitialized() -> Iterator[Distributed]:
    """Return real services with a namespace of this file; its tests must leave it uninitialized."""
    with distributed() as towow:
        yield towow


@pytest.fixture(scope="module")
def running_workers() -> Iterator[Distributed]:
    """Return real services with running worker processes, shared by the tests of a file."""
    with distributed() as towow:
        prepared = towow.inside("init")
        assert prepared.code == 0, prepared.err
        others = [role for role in QUEUES if role != "user_agent"]
        with towow.working(*others), towow.working("user_agent"):
            yield towow


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start a browser, shared by the tests of a file."""
    with chromium() as browser:
        yield browser
