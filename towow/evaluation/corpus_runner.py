"""Corpus runner: negotiates labelled demands in virtual time and adds up what came of them."""

import time
from collections.abc import Sequence

from shared.core.timestamps import parse_iso8601
from towow.evaluation.corpus import CORPUS_TODAY, LabelledDemand, corpus_demand
from towow.evaluation.corpus_counts import add_counts, judge_demand
from towow.evaluation.corpus_totals import CorpusTotals, corpus_totals
from towow.evaluation.runner import EvaluationSetup, run_in_virtual_time

CORPUS_START = parse_iso8601(f"{CORPUS_TODAY}T02:00:00Z")
"""Virtual time of every submission: 10 in the morning of CORPUS_TODAY in the demands' time zone."""


def evaluate_corpus(setup: EvaluationSetup, rows: Sequence[LabelledDemand]) -> CorpusTotals:
    """Negotiate the demands, each in its own system, and return their totals; must not run inside an event loop.

    Raises:
        ApiError: E001, the text of a demand is invalid.
    """
    begin = time.perf_counter()
    counts = [
        judge_demand(row, run_in_virtual_time(setup, corpus_demand(number, row), CORPUS_START))
        for number, row in enumerate(rows, start=1)
    ]
    return corpus_totals(add_counts(counts), time.perf_counter() - begin)
