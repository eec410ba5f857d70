"""How much slower than usual this machine computes at the moment: for tests that bound a computation's CPU time."""

import argparse
import inspect
import statistics
import time

USUAL = 0.05
"""CPU seconds that the reference computation takes on a core of 2024 (Python 3.11) with nothing else to do."""

MAX_SLOWDOWN = 3.0
"""A machine that is slower still does not excuse a computation."""


def measure_slowdown() -> float:
    """Return how many times as long as usual a fixed computation takes now, from 1 to MAX_SLOWDOWN.

    Neighbours on the same core and a lower clock lengthen CPU times, too; a bounded time is divided by it.
    """
    source = inspect.getsource(argparse)
    return min(max(1.0, statistics.median(_compile(source) for _ in range(5)) / USUAL), MAX_SLOWDOWN)


def _compile(source: str) -> float:
    before = time.process_time()
    for _ in range(4):
        compile(source, "argparse", "exec")
    return time.process_time() - before
