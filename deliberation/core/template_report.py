"""Report from a template: what happened and what to do, without a model (DL-81, DL-154)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import zip_longest

from deliberation.contracts.plan import Plan, PlanPhase
from deliberation.contracts.position import Position
from deliberation.contracts.report import ReportReply
from deliberation.contracts.roles import DISCUSSANTS
from deliberation.contracts.text_limits import MAX_CONTENT_CHARACTERS, truncate_text
from deliberation.contracts.turns import ReporterFacts
from deliberation.core import report_summary
from deliberation.core.date_tools import parse_date
from deliberation.core.markdown import escape_inline, render_list, render_table
from deliberation.core.plan_checks import format_hours, sum_hours
from deliberation.core.report_summary import ARROW, CATALOG
from shared.core.language import Language, join_sentences

MAX_REMARKS = 12
"""Maximum number of remarks on the discussion, which are never shortened."""


@dataclass(frozen=True, slots=True)
class DetailLevel:
    """Amount of detail of a report: length of each text, number of items of each list, and whether tasks are listed."""

    max_characters: int
    max_items: int
    has_tasks: bool = True


DETAIL_LEVELS = (
    DetailLevel(300, 12),
    DetailLevel(160, 8),
    DetailLevel(90, 8),
    DetailLevel(50, 6),
    DetailLevel(50, 6, has_tasks=False),
    DetailLevel(30, 4, has_tasks=False),
)
"""From the greatest to the least; the report has the greatest one with which it is not too long."""


def build_template_report(facts: ReporterFacts, note: str = "") -> ReportReply:
    """Return the report and its summary as code writes them from the facts, in the language of the session.

    It says how the discussion ended, what to do first, the plan with hours and dates, what was agreed and resolved,
    what stayed open, the worst cases, and what to know of the discussion itself. Without an agreement it shows both
    positions side by side and calls the plan provisional. Texts of users and agents are escaped, and shortened if the
    report would become too long. `note` is a sentence on the plan as a whole, which stands first.
    """

    def render(shown: ReporterFacts, level: DetailLevel) -> str:
        return _render_report(shown, level, note)

    return ReportReply(content=_shorten(render, facts), summary=report_summary.build_summary(facts))


def render_positions_section(facts: ReporterFacts, max_characters: int) -> str:
    """Return both positions side by side with the note that the plan is provisional, in at most `max_characters`."""

    def render(shown: ReporterFacts, level: DetailLevel) -> str:
        note = CATALOG.render("provisional", shown.context.language) if shown.plan else ""
        return "\n\n".join(filter(None, (_positions(shown, level), note)))

    return _shorten(render, facts, max_characters)


def has_positions_section(content: str, language: Language) -> bool:
    """Return whether a report has the table of both positions."""
    return render_table(_positions_head(language), ()).split("\n")[0] in content


def render_remarks_section(remarks: Sequence[str], language: Language) -> str:
    """Return the section with what to know of the discussion itself; "" without remarks."""
    return _section("head.remarks", render_list(remarks[:MAX_REMARKS]), language)


def _shorten(
    render: Callable[[ReporterFacts, DetailLevel], str], facts: ReporterFacts, limit: int = MAX_CONTENT_CHARACTERS
) -> str:
    """Return a text in the greatest detail in which it has at most `limit` characters."""
    for level in DETAIL_LEVELS:
        text = render(facts, level)
        if len(text) <= limit:
            return text
    return truncate_text(render(facts, DETAIL_LEVELS[-1]), limit)


def _render_report(facts: ReporterFacts, level: DetailLevel, note: str) -> str:
    language = facts.context.language
    title = facts.plan.title if facts.plan else facts.context.query
    parts = (
        f"# {_inline(title, level)}",
        escape_inline(note),
        _opening(facts, level),
        _positions(facts, level) if facts.edition == "divergence" else "",
        _plan(facts, level),
        _list_section("head.agreements", report_summary.list_agreements(facts), level, language),
        _list_section("head.open", _open_points(facts), level, language),
        _list_section("head.worst_cases", report_summary.list_worst_cases(facts), level, language),
        _resolved_section(facts, level),
        render_remarks_section(report_summary.list_remarks(facts), language),
    )
    return "\n\n".join(filter(None, parts))


def _opening(facts: ReporterFacts, level: DetailLevel) -> str:
    """Return how the discussion ended, the goal, whether the plan is provisional, and the first task."""
    language = facts.context.language
    key = "no_progress" if (facts.edition, facts.end_reason) == ("divergence", "early_stop") else facts.end_reason
    verdict = CATALOG.render(f"verdict.{key}", language, count=facts.rounds, level=_consensus(facts))
    if facts.plan is None:
        return f"{verdict}\n\n{CATALOG.render('no_plan', language)}"
    goal = CATALOG.render("goal", language, text=_inline(facts.plan.goal, level)) if facts.plan.goal.strip() else ""
    provisional = CATALOG.render("provisional", language) if facts.edition == "divergence" else ""
    first = min((task for phase in facts.plan.phases for task in phase.tasks), key=lambda task: task.deadline)
    start = CATALOG.render(
        "start",
        language,
        task=_inline(first.title, level),
        day=first.deadline,
        hours=format_hours(first.estimated_hours),
    )
    return "\n\n".join(filter(None, (verdict, goal, provisional, start)))


def _consensus(facts: ReporterFacts) -> str:
    level = CATALOG.render(f"level.{facts.consensus_level}", facts.context.language)
    if facts.consensus is None:
        return level
    return CATALOG.render("level.number", facts.context.language, level=level, number=f"{facts.consensus:.2f}")


def _plan(facts: ReporterFacts, level: DetailLevel) -> str:
    plan, language = facts.plan, facts.context.language
    if plan is None:
        return ""
    days = sorted(task.deadline for phase in plan.phases for task in phase.tasks)
    first = min(days[0], _first_working_day(facts.context.today) or days[0])
    total = CATALOG.render("plan.total", language, hours=format_hours(sum_hours(plan)), first=first, last=days[-1])
    made = CATALOG.render("plan.round", language, round=facts.plan_round) if facts.plan_round else ""
    phases = _phase_tables(plan, level, language) if level.has_tasks else [_phase_lines(plan, level, language)]
    return _section("head.plan", "\n\n".join((join_sentences((total, made), language), *phases)), language)


def _first_working_day(today: str) -> str:
    """Return the day on which work on a plan begins: the one after the session's; "" if that is no date."""
    day = parse_date(today)
    return (day + timedelta(days=1)).isoformat() if day and day < date.max else ""


def _phase_tables(plan: Plan, level: DetailLevel, language: Language) -> Sequence[str]:
    head = [CATALOG.render(f"table.{column}", language) for column in ("task", "hours", "due")]
    return [
        f"### {_phase_title(phase, number, level, language)}\n\n"
        + render_table(
            head,
            [(_inline(task.title, level), format_hours(task.estimated_hours), task.deadline) for task in phase.tasks],
        )
        for number, phase in enumerate(plan.phases, 1)
    ]


def _phase_lines(plan: Plan, level: DetailLevel, language: Language) -> str:
    return render_list(
        CATALOG.render(
            "phase.line",
            language,
            name=_inline(phase.phase_name, level),
            count=len(phase.tasks),
            hours=format_hours(sum(task.estimated_hours for task in phase.tasks)),
            day=max(task.deadline for task in phase.tasks),
        )
        for phase in plan.phases
    )


def _phase_title(phase: PlanPhase, number: int, level: DetailLevel, language: Language) -> str:
    key = "phase.duration" if phase.duration.strip() else "phase.head"
    return CATALOG.render(
        key, language, number=number, name=_inline(phase.phase_name, level), duration=_inline(phase.duration, level)
    )


def _positions(facts: ReporterFacts, level: DetailLevel) -> str:
    """Return the positions side by side; "" if there is none."""
    language = facts.context.language
    held = [facts.positions.get(agent) for agent in DISCUSSANTS]
    if not any(held):
        return ""
    table = render_table(_positions_head(language), _position_rows(held, level, language))
    return _section("head.positions", table, language)


def _positions_head(language: Language) -> Sequence[str]:
    return ["", *(CATALOG.render(f"table.{agent}", language) for agent in DISCUSSANTS)]


def _position_rows(held: Sequence[Position | None], level: DetailLevel, language: Language) -> Iterator[list[str]]:
    """Yield the rows of the table of positions; those of reasons and assumptions have a number."""
    yield _row("conclusion", [position.conclusion if position else "" for position in held], level, language)
    reasons = [position.key_reasons if position else () for position in held]
    assumptions = [position.assumptions if position else () for position in held]
    for name, texts in (("reason", reasons), ("assumption", assumptions)):
        for number, row in enumerate(zip_longest(*texts, fillvalue=""), 1):
            if number <= level.max_items:
                yield _row(name, row, level, language, number)
    yield _row("confidence", [f"{position.confidence:.0%}" if position else "" for position in held], level, language)


def _row(name: str, texts: Sequence[str], level: DetailLevel, language: Language, number: int = 0) -> list[str]:
    return [CATALOG.render(f"table.{name}", language, number=number), *(_inline(text, level) or "–" for text in texts)]


def _open_points(facts: ReporterFacts) -> Sequence[str]:
    return (*report_summary.list_open_findings(facts), *report_summary.list_uncertainties(facts))


def _resolved_section(facts: ReporterFacts, level: DetailLevel) -> str:
    """Return the concerns that were resolved; concern and answer are shortened apart, so that both are seen."""
    language = facts.context.language
    concerns = report_summary.list_resolved_concerns(facts)
    parted = (concern.partition(ARROW) for concern in concerns[: level.max_items])
    items = [f"{_inline(concern, level)} → {_inline(how, level)}" for concern, _, how in parted]
    left = len(concerns) - len(items)
    return _section(
        "head.resolved",
        render_list([*items, CATALOG.render("more", language, count=left)] if left else items),
        language,
    )


def _list_section(head: str, texts: Sequence[str], level: DetailLevel, language: Language) -> str:
    return _section(head, render_list(_items(texts, level, language)), language)


def _items(texts: Sequence[str], level: DetailLevel, language: Language) -> Sequence[str]:
    """Return the first texts for use within a line, and how many more there are."""
    shown = [_inline(text, level) for text in texts[: level.max_items]]
    left = len(texts) - len(shown)
    return [*shown, CATALOG.render("more", language, count=left)] if left > 0 else shown


def _section(head: str, body: str, language: Language) -> str:
    return f"## {CATALOG.render(head, language)}\n\n{body}" if body else ""


def _inline(text: str, level: DetailLevel) -> str:
    return escape_inline(truncate_text(" ".join(text.split()), level.max_characters))
