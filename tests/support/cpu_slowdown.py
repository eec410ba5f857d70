"""How much slower than usual this machine computes at the moment: for tests that bound a computation's CPU time."""

import argparse
import inspect
import statistics
import time

USUAL = 0.05
"""CPU seconds that the reference computation takes on a machine with nothing else to do."""


def measure_slowdown() -> float:
    """Return how many times as long as usual a fixed computation takes now, at least 1.

    Neighbours on the same core and a lower clock lengthen CPU times, too; whoever bounds one multiplies the bound.
    """
    source = inspect.getsource(argparse)
    return max(1.0, statistics.median(_compile(source) for _ in range(5)) / USUAL)


def _compile(source: str) -> float:
    before = time.process_time()
    for _ in range(4):
        compile(source, "argparse", "exec")
    return time.process_time() - before
