"""Schedule of a test run with several xdist workers, of which there may be more than cores, because many tests wait.

A file is a unit of work, so that a worker sets up its fixtures once. Suites whose tests wait or take long come first.
Tests marked `alone` measure clock time with a tight bound: they come last, and nothing else runs meanwhile.
"""

import fcntl
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any

import pytest
from xdist.scheduler.loadscope import LoadScopeScheduling  # pyright: ignore[reportMissingTypeStubs]

SLOW_SUITES = ("simulation", "chaos", "e2e", "fuzz", "contract", "scenario", "golden", "architecture")
"""Folders of tests/, the one to start first; the others follow."""

ALONE = " (alone)"


class RunLock:
    """Lock over processes: held by many tests at once, or by one alone, before which no further test begins."""

    def __init__(self, path: Path) -> None:
        self._entry, self._room = path.with_suffix(".entry"), path.with_suffix(".room")

    @contextmanager
    def hold(self, *, alone: bool) -> Generator[None]:
        """Wait until a test may run, and let others wait until it has run."""
        mode = fcntl.LOCK_EX if alone else fcntl.LOCK_SH
        with _locked(self._entry, mode) as entry, _locked(self._room, mode):
            if not alone:
                fcntl.flock(entry, fcntl.LOCK_UN)
            yield


@contextmanager
def _locked(path: Path, mode: int) -> Generator[IO[bytes]]:
    with path.open("ab") as file:  # closing it releases the lock
        fcntl.flock(file, mode)
        yield file


class FileSchedule(LoadScopeScheduling):
    """Distribution by file, in the order of the workers' collection. A file that occurs again is a unit of its own."""

    def __init__(self, config: pytest.Config, log: Any = None) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False  # else by the number of tests, however short they are
        self._units: dict[str, str] = {}

    def schedule(self) -> None:
        """Assign every test to a unit, then distribute the units."""
        if not self._units and self.registered_collections:
            self._units = units(next(iter(self.registered_collections.values())))
        super().schedule()

    def _split_scope(self, nodeid: str) -> str:
        return self._units[nodeid]


def units(tests: Sequence[str]) -> dict[str, str]:
    """Return the unit of each test: its file, or another one for those that come after other files' tests."""
    found: dict[str, str] = {}
    seen, current = set[str](), ""
    for test in tests:
        file = test.partition("::")[0]
        if file != current:
            seen.add(current)
            current = file
        found[test] = file + ALONE if file in seen else file
    return found


def order(test: str, *, alone: bool) -> tuple[bool, int]:
    """Return the key by which tests are sorted, given the node id of one."""
    suite = PurePosixPath(test.partition("::")[0]).parts[1]
    return alone, SLOW_SUITES.index(suite) if suite in SLOW_SUITES else len(SLOW_SUITES)


class WorkerOrder:
    """Plugin of an xdist worker: sorts its tests, and runs each with the lock of the whole run."""

    def __init__(self, run: str) -> None:
        self._lock = RunLock(Path(tempfile.gettempdir()) / f"towow-tests-{run}")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: order(item.nodeid, alone=_is_alone(item)))

    @pytest.hookimpl(wrapper=True, tryfirst=True)  # before pytest-timeout counts the seconds
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        with self._lock.hold(alone=_is_alone(item)):
            return (yield)


def _is_alone(item: pytest.Item) -> bool:
    return item.get_closest_marker("alone") is not None
