"""A command line with a private runtime folder: for one test, or with a running system for all of a file."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.command_line import CommandLine


@pytest.fixture
def towow() -> Iterator[CommandLine]:
    # Not tmp_path: the path of a socket has at most some hundred characters.
    with tempfile.TemporaryDirectory(prefix="towow-") as folder:
        yield CommandLine(Path(folder))


@pytest.fixture(scope="module")
def system() -> Iterator[CommandLine]:
    """A running system, slow enough to be cancelled."""
    with tempfile.TemporaryDirectory(prefix="towow-") as folder:
        towow = CommandLine(Path(folder))
        with towow.serving(TOWOW_SIMULATED_LATENCY_MS="300"):
            yield towow
