"""Terminal report of the corpus: a row per figure, with its 95 % interval."""

from rich.table import Table

from towow.evaluation.corpus_totals import ZERO_FIGURES, CorpusTotals, ShareEstimate

DEFAULT_WIDTH = 100
"""Width in columns if stdout is not a terminal, so that the output is reproducible."""

COUNTS = (*ZERO_FIGURES, "demands", "finalized", "force_finalized", "failed", "unclosed")


def corpus_table(title: str, totals: CorpusTotals) -> Table:
    """Build a table of the totals of one half, named by `title`."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in (title, "value", "95 % interval", "of"):
        table.add_column(name, no_wrap=True)
    for name, estimate in totals.shares.items():
        table.add_row(name, *_share_cells(estimate))
    for name in COUNTS:
        table.add_row(name, str(getattr(totals.counts, name)))
    table.add_row("wall_s", f"{totals.wall_s:g}")
    return table


def _share_cells(estimate: ShareEstimate) -> tuple[str, str, str]:
    if estimate.share is None or estimate.low is None or estimate.high is None:
        return "-", "", "0"
    interval = f"{estimate.low:.3f} to {estimate.high:.3f}"
    return f"{estimate.share:.3f}", interval, f"{estimate.part}/{estimate.whole}"
