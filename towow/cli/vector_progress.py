"""Progress and result of a computation of vectors, on standard error."""

import sys
import time
from collections.abc import Awaitable, Callable

from negotiation.registry.vector_backfill import BackfillResult, ReportProgress
from towow.cli.output import print_note

TERMINAL_INTERVAL_S = 0.2
NOTE_INTERVAL_S = 10.0
"""Seconds between two lines of progress where standard error is no terminal."""


async def print_vector_progress(
    compute: Callable[[ReportProgress], Awaitable[BackfillResult | None]], *, interval_s: float | None = None
) -> None:
    """Run a computation of vectors and print its progress and its result; nothing if there was nothing to compute.

    Args:
        compute: Computes the vectors, with a function to be called after each batch; returns None if it does nothing.
        interval_s: Seconds between two lines of progress; by default TERMINAL_INTERVAL_S (0.2) on a terminal, elsewhere
            NOTE_INTERVAL_S (10).
    """
    is_terminal = sys.stderr.isatty()
    if interval_s is None:
        interval_s = TERMINAL_INTERVAL_S if is_terminal else NOTE_INTERVAL_S
    next_at_s = time.monotonic() + (0 if is_terminal else interval_s)

    def report(computed: int, total: int) -> None:
        nonlocal next_at_s
        if time.monotonic() < next_at_s:
            return
        text = f"vectors: {computed} of {total} computed"
        if is_terminal:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
        else:
            print_note(text)
        next_at_s = time.monotonic() + interval_s

    result = await compute(report)
    if is_terminal:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    if result is not None and (result.computed or result.error):
        print_note(_describe(result))


def _describe(result: BackfillResult) -> str:
    if not result.error:
        return f"vectors: {result.computed} computed; all {result.texts} texts of agents have one"
    missing = "some" if result.missing is None else str(result.missing)
    return (
        f"vectors: {result.computed} computed, {missing} missing ({result.error}). Agents without them are found by "
        "their words; the next `towow agents import` computes what is missing"
    )
