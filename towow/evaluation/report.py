"""Terminal report of an evaluation: a row per demand, a summary and the targets."""

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from shared.core.frozen_model import FrozenModel
from towow.evaluation.result import DemandResult
from towow.evaluation.summary import EvaluationSummary
from towow.evaluation.targets import Target
from towow.narration.sanitize import sanitize_text

DEFAULT_WIDTH = 140
"""Width in columns if stdout is not a terminal, so that the output is reproducible."""

FIGURE_COLUMNS = 92
"""Width in columns of all figures."""

MIN_DEMAND_COLUMNS, MAX_DEMAND_COLUMNS = 16, 44
"""Minimum and maximum width in columns of the demand's text."""

STYLES = {
    "finalized": "green",
    "force_finalized": "yellow",
    "failed": "red",
    "cancelled": "dim",
    "unclosed": "bold red",
}

COLUMNS = ("rounds", "cand.", "accept", "subnets", "gaps", "skills", "calls", "tokens", "USD", "relax")


def demand_table(results: Sequence[DemandResult], width: int) -> Table:
    """Build a table with a row per demand, for a terminal of `width` columns.

    To fit, the demands' texts are cut, but not below MIN_DEMAND_COLUMNS: a small `width` is exceeded.
    """
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("#", justify="right", no_wrap=True)
    demand_width = min(max(width - FIGURE_COLUMNS, MIN_DEMAND_COLUMNS), MAX_DEMAND_COLUMNS)
    table.add_column("demand", no_wrap=True, overflow="ellipsis", max_width=demand_width)
    table.add_column("end", no_wrap=True)
    for name in COLUMNS:
        table.add_column(name, justify="right", no_wrap=True)
    for result in results:
        table.add_row(str(result.number), sanitize_text(result.raw_input), _status_text(result), *_figures(result))
    return table


def _status_text(result: DemandResult) -> Text:
    detail = result.detail or result.reason
    return Text.assemble((result.status, STYLES[result.status]), f" {detail}" if detail else "")


def _figures(result: DemandResult) -> Sequence[str]:
    better = sum(relaxation.better for relaxation in result.relax)
    return (
        str(result.rounds),
        str(len(result.candidates)) if result.chosen else f"({len(result.candidates)})",
        str(len(result.accepted)),
        str(len(result.subnets) or ""),
        str(len(result.gaps) or ""),
        f"{len(result.covered)}/{len(result.skills)}" if result.agreed else f"-/{len(result.skills)}",
        str(result.model_calls),
        str(result.tokens),
        f"{result.cost_usd:.4f}",
        f"{better}/{len(result.relax)}" if result.relax else "-" if result.status == "failed" else "",
    )


def summary_table(summary: EvaluationSummary) -> Table:
    """Build a table of the summary's figures."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name, value in _summary_rows(summary):
        table.add_row(name, value)
    return table


def _summary_rows(summary: EvaluationSummary) -> Iterator[tuple[str, str]]:
    yield from _status_rows(summary)
    yield "rounds", ", ".join(f"{rounds}: {count}" for rounds, count in summary.rounds.items())
    yield "more than one", _format_part(summary.more_than_one_round, summary.demands)
    yield "with a subnet", f"{summary.with_subnet} ({summary.subnets} subnets)"
    yield "candidate sets", f"{summary.candidate_sets} different ones"
    covered = _format_part(summary.skills_covered, summary.skills_demanded)
    yield "coverage", f"{covered} demanded skills, where there is a plan"
    yield "outside profile", str(summary.outside_profile)
    yield "model calls", f"{summary.model_calls}, fallbacks {_format_part(summary.fallback_calls, summary.model_calls)}"
    yield "tokens", f"{summary.input_tokens} in, {summary.output_tokens} out, {summary.cost_usd:.4f} USD"
    better = _format_part(summary.relax_better, summary.relax_submitted)
    yield (
        "relaxed",
        f"{better} ended better; they helped {summary.failures_helped} of {summary.failed} failures, "
        f"{summary.failures_without_relax} named nothing to relax",
    )


def _status_rows(summary: EvaluationSummary) -> Iterator[tuple[str, str]]:
    yield "finalized", _format_part(summary.finalized, summary.demands)
    yield "force_finalized", _format_part(summary.force_finalized, summary.demands)
    yield "failed", _format_part(summary.failed, summary.demands)
    yield "cancelled", _format_part(summary.cancelled, summary.demands)
    if summary.unclosed:
        yield "unclosed", _format_part(summary.unclosed, summary.demands)


def _format_part(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "0 of 0"


def target_table(targets: Sequence[Target]) -> Table:
    """Build a table with a row per target: its inclusive range, the actual value, and whether it was met."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("target", "min", "max", "actual", ""):
        table.add_column(name, no_wrap=True)
    for target in targets:
        low, high = (_format_number(target, limit) for limit in (target.low, target.high))
        verdict = Text("met", "green") if target.is_met else Text("MISSED", "bold red")
        table.add_row(target.figure, low, high, _format_number(target, target.actual), verdict)
    return table


def _format_number(target: Target, value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.1%}" if target.figure.endswith("_share") else f"{value:g}"


def result_details(result: DemandResult) -> Iterator[Text]:
    """Yield the details of one demand, a line each: understanding, candidates, declines, gaps, relaxations.

    A line without content is left out.
    """
    yield Text.assemble((f"{result.number} ", "bold"), sanitize_text(result.raw_input))
    yield from _detail_line("end", [f"{result.status} {result.detail or result.reason or ''}".strip()])
    yield from _detail_line("skills", [*result.skills])
    yield from _detail_line("context", [f"{name}: {value}" for name, value in _context_fields(result.context)])
    yield from _detail_line(
        "candidates", [*result.candidates] if result.chosen else [f"{each} (fallback)" for each in result.candidates]
    )
    for decline in result.declines:
        yield from _detail_line("declined", [decline])
    yield from _detail_line("accepted", [*result.accepted])
    yield from _detail_line("gaps", [*result.gaps])
    yield from _detail_line("subnets", [*result.subnets])
    yield from _detail_line("outside", [*result.outside])
    for relaxation in result.relax:
        yield from _detail_line("relaxed", [f"{relaxation.aspect} → {relaxation.status}: {relaxation.raw_input}"])


def _context_fields(context: FrozenModel) -> Iterator[tuple[str, object]]:
    return iter(context.model_dump().items())


def _detail_line(name: str, values: Sequence[str]) -> Iterator[Text]:
    if values:
        yield Text.assemble((f"  {name:<11}", "dim"), sanitize_text(", ".join(values)))
