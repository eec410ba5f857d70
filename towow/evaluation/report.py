"""How an evaluation reads on a terminal: a row for every demand, then what comes of all of them."""

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from shared.core.frozen_model import FrozenModel
from towow.evaluation.result import DemandResult
from towow.evaluation.summary import EvaluationSummary
from towow.evaluation.targets import Target
from towow.narration.sanitize import clean

WIDTH = 140
"""Columns when it is no terminal: the same bytes wherever it is printed to."""

FIGURES = 92
"""Columns that everything but the demand takes."""

SHORTEST_DEMAND, LONGEST_DEMAND = 16, 44
"""Columns of the demand, on a narrow terminal and a wide one."""

STYLES = {
    "finalized": "green",
    "force_finalized": "yellow",
    "failed": "red",
    "cancelled": "dim",
    "unclosed": "bold red",
}

COLUMNS = ("rounds", "cand.", "accept", "subnets", "gaps", "skills", "calls", "tokens", "USD", "relax")


def rows(courses: Sequence[DemandResult], width: int) -> Table:
    """A row for every demand, in `width` columns where that is possible."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("#", justify="right", no_wrap=True)
    room = min(max(width - FIGURES, SHORTEST_DEMAND), LONGEST_DEMAND)
    table.add_column("demand", no_wrap=True, overflow="ellipsis", max_width=room)
    table.add_column("end", no_wrap=True)
    for name in COLUMNS:
        table.add_column(name, justify="right", no_wrap=True)
    for course in courses:
        table.add_row(str(course.number), clean(course.raw_input), _end(course), *_figures(course))
    return table


def _end(course: DemandResult) -> Text:
    why = course.detail or course.reason
    return Text.assemble((course.status, STYLES[course.status]), f" {why}" if why else "")


def _figures(course: DemandResult) -> Sequence[str]:
    better = sum(relaxed.better for relaxed in course.relax)
    return (
        str(course.rounds),
        str(len(course.candidates)) if course.chosen else f"({len(course.candidates)})",
        str(len(course.accepted)),
        str(len(course.subnets) or ""),
        str(len(course.gaps) or ""),
        f"{len(course.covered)}/{len(course.skills)}" if course.agreed else f"-/{len(course.skills)}",
        str(course.model_calls),
        str(course.tokens),
        f"{course.cost_usd:.4f}",
        f"{better}/{len(course.relax)}" if course.relax else "-" if course.status == "failed" else "",
    )


def summed(found: EvaluationSummary) -> Table:
    """What comes of all of them."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name, said in _lines(found):
        table.add_row(name, said)
    return table


def _lines(found: EvaluationSummary) -> Iterator[tuple[str, str]]:
    yield from _ends(found)
    yield "rounds", ", ".join(f"{rounds}: {count}" for rounds, count in found.rounds.items())
    yield "more than one", _part(found.more_than_one_round, found.demands)
    yield "with a subnet", f"{found.with_subnet} ({found.subnets} subnets)"
    yield "candidate sets", f"{found.candidate_sets} different ones"
    covered = _part(found.skills_covered, found.skills_demanded)
    yield "coverage", f"{covered} demanded skills, where there is a plan"
    yield "outside profile", str(found.outside_profile)
    yield "model calls", f"{found.model_calls}, fallbacks {_part(found.fallback_calls, found.model_calls)}"
    yield "tokens", f"{found.input_tokens} in, {found.output_tokens} out, {found.cost_usd:.4f} USD"
    yield (
        "relaxed",
        f"{_part(found.relax_better, found.relax_submitted)} ended better; they helped {found.failures_helped} of "
        f"{found.failed} failures, {found.failures_without_relax} named nothing to relax",
    )


def _ends(found: EvaluationSummary) -> Iterator[tuple[str, str]]:
    yield "finalized", _part(found.finalized, found.demands)
    yield "force_finalized", _part(found.force_finalized, found.demands)
    yield "failed", _part(found.failed, found.demands)
    yield "cancelled", _part(found.cancelled, found.demands)
    if found.unclosed:
        yield "unclosed", _part(found.unclosed, found.demands)


def _part(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "0 of 0"


def kept(checked: Sequence[Target]) -> Table:
    """Every bound, what was seen, and whether it was kept."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("bound", "least", "most", "seen", ""):
        table.add_column(name, no_wrap=True)
    for bound in checked:
        least, most = (_number(bound, limit) for limit in (bound.low, bound.high))
        verdict = Text("kept", "green") if bound.kept else Text("MISSED", "bold red")
        table.add_row(bound.figure, least, most, _number(bound, bound.seen), verdict)
    return table


def _number(bound: Target, value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.1%}" if bound.figure.endswith("_share") else f"{value:g}"


def details(course: DemandResult) -> Iterator[Text]:
    """Why one demand went as it did: what was understood, who was asked, who declined why, what was relaxed."""
    yield Text.assemble((f"{course.number} ", "bold"), clean(course.raw_input))
    yield from _named("end", [f"{course.status} {course.detail or course.reason or ''}".strip()])
    yield from _named("skills", [*course.skills])
    yield from _named("context", [f"{name}: {value}" for name, value in _given(course.context)])
    yield from _named(
        "candidates", [*course.candidates] if course.chosen else [f"{each} (fallback)" for each in course.candidates]
    )
    for declined in course.declines:
        yield from _named("declined", [declined])
    yield from _named("accepted", [*course.accepted])
    yield from _named("gaps", [*course.gaps])
    yield from _named("subnets", [*course.subnets])
    yield from _named("outside", [*course.outside])
    for relaxed in course.relax:
        yield from _named("relaxed", [f"{relaxed.aspect} → {relaxed.status}: {relaxed.raw_input}"])


def _given(context: FrozenModel) -> Iterator[tuple[str, object]]:
    return iter(context.model_dump().items())


def _named(name: str, values: Sequence[str]) -> Iterator[Text]:
    if values:
        yield Text.assemble((f"  {name:<11}", "dim"), clean(", ".join(values)))
