"""Lines of a plan: assignments, dates, risks, gaps and changes (TW-605…609, TW-506)."""

from collections.abc import Iterator

from rich.text import Text

from negotiation.contracts.proposal import Assignment, Change, Gap, Proposal
from shared.core.language import join_clauses
from towow.narration.context import NarrationContext
from towow.narration.rendered_event import assemble_text
from towow.narration.term_text import format_terms


def unchanged_assignments(plan: Proposal, previous: Proposal | None) -> tuple[Assignment, ...]:
    """Return the assignments of a plan that `previous` also has, equal in every field; none if `previous` is None."""
    return tuple(a for a in plan.assignments if previous is not None and a in previous.assignments)


def plan_lines(plan: Proposal, context: NarrationContext, *, hidden: tuple[Assignment, ...] = ()) -> Iterator[Text]:
    """Yield the lines of a plan: one per assignment, one with those in reserve, the dates, and the risks.

    Lines without content are left out.

    Args:
        plan: The whole plan.
        context: Names and language.
        hidden: Assignments of `plan` that get no line of their own; one line says how many they are. The function
            leaves them out: do not remove them from `plan`.
    """
    active = [assignment for assignment in plan.assignments if not assignment.reserve]
    shown = [assignment for assignment in active if assignment not in hidden]
    for assignment in shown:
        yield _assignment_line(assignment, context)
    if len(shown) < len(active):
        yield assemble_text((f"  {_unchanged_text(len(active) - len(shown), len(active), context)}", "dim"))
    reserves = [_reserve_text(assignment, context) for assignment in plan.assignments if assignment.reserve]
    if reserves:
        yield context.labelled_line("line.reserve", "dim", context.join_texts(reserves))
    times = [
        *([context.text("starts", day=day)] if (day := plan.timeline.start_date) else []),
        *(f"{m.date or m.label} {m.name}".strip() for m in plan.timeline.milestones),
    ]
    if times:
        yield context.labelled_line("line.when", "dim", join_clauses(times, context.language))
    if plan.risks:
        yield context.labelled_line("line.risks", "dim", join_clauses(plan.risks, context.language))


def change_lines(plan: Proposal, context: NarrationContext) -> Iterator[Text]:
    """Yield a line per change that a plan's adjustment summary lists, then one per request that was declined.

    A first line says so if the adjustment failed. A plan without an adjustment summary, such as the first version, has
    no such lines.
    """
    if plan.adjustment_failed:
        yield assemble_text((context.text("not_adjusted"), "yellow"))
    summary = plan.adjustment_summary
    if summary is None:
        return
    for change in summary.changes_made:
        yield _change_line(change, context)
    for declined in summary.requests_declined:
        reason = context.in_brackets(declined.reason)
        yield context.labelled_line("line.not_met", "red", declined.request, (reason, "dim"))


def gap_lines(gaps: tuple[Gap, ...], context: NarrationContext) -> Iterator[Text]:
    """Yield a line per gap, with its importance and, if it has one, its reason."""
    for gap in gaps:
        reason = f"  {gap.reason}" if gap.reason else ""
        importance = context.text("importance", importance=gap.importance)
        yield context.labelled_line("line.gap", "magenta", gap.gap_type, (importance, "dim"), (reason, "dim"))


def _unchanged_text(count: int, total: int, context: NarrationContext) -> str:
    if count == total:
        return context.text("all_unchanged")
    return context.text("unchanged", count=count)


def _reserve_text(assignment: Assignment, context: NarrationContext) -> str:
    name = assignment.display_name or context.display_name(assignment.agent_id)
    return f"{name}{context.in_brackets(assignment.role)}"


def _assignment_line(assignment: Assignment, context: NarrationContext) -> Text:
    name = assignment.display_name or context.display_name(assignment.agent_id)
    terms = format_terms(assignment.terms, context, (assignment.responsibility, assignment.notes))
    return assemble_text(
        ("✔ " if assignment.is_confirmed else "○ ", "green" if assignment.is_confirmed else "dim"),
        (name, "bold"),
        f"  {assignment.role}",
        (context.text("required"), "magenta") if assignment.required else None,
        context.after_colon(assignment.responsibility),
        (context.in_brackets(assignment.notes), "dim"),
        (context.in_brackets(terms), "cyan"),
    )


def _change_line(change: Change, context: NarrationContext) -> Text:
    after = change.after or format_terms(change.terms, context)
    values = " → ".join(filter(None, (change.before, after)))
    requesters = context.text("requested_by", names=context.display_names(change.requested_by))
    return context.labelled_line(
        "line.changed",
        "green",
        (change.aspect, "bold"),
        context.after_colon(values),
        (requesters, "cyan") if change.requested_by else None,
        (context.in_brackets(change.reason), "dim"),
    )
