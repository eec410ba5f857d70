"""Lines of a plan: assignments, dates, risks, gaps and changes (TW-605…609, TW-506)."""

from collections.abc import Iterator

from rich.text import Text

from negotiation.contracts.proposal import Assignment, Change, Gap, Proposal
from towow.narration.context import NarrationContext
from towow.narration.rendered_event import assemble_text


def unchanged_assignments(plan: Proposal, previous: Proposal | None) -> tuple[Assignment, ...]:
    """Return the assignments of a plan that `previous` also has, equal in every field; none if `previous` is None."""
    return tuple(a for a in plan.assignments if previous is not None and a in previous.assignments)


def plan_lines(plan: Proposal, context: NarrationContext, *, hidden: tuple[Assignment, ...] = ()) -> Iterator[Text]:
    """Yield the lines of a plan: one per assignment, then one with the dates and one with the risks, if it has any.

    Args:
        plan: The whole plan.
        context: Names and language.
        hidden: Assignments of `plan` that get no line of their own; one line says how many they are. The function
            leaves them out: do not remove them from `plan`.
    """
    for assignment in plan.assignments:
        if assignment not in hidden:
            yield _assignment_line(assignment, context)
    if hidden:
        yield assemble_text((f"  {_unchanged_text(len(hidden), len(plan.assignments), context)}", "dim"))
    times = [
        *([context.localize(f"{day} 开始", f"starts {day}")] if (day := plan.timeline.start_date) else []),
        *(f"{m.date or m.label} {m.name}".strip() for m in plan.timeline.milestones),
    ]
    if times:
        yield assemble_text((context.localize("时间  ", "when  "), "dim"), context.localize("；", "; ").join(times))
    if plan.risks:
        yield assemble_text(
            (context.localize("风险  ", "risks  "), "dim"), context.localize("；", "; ").join(plan.risks)
        )


def change_lines(plan: Proposal, context: NarrationContext) -> Iterator[Text]:
    """Yield a line per change that a plan's adjustment summary lists, then one per request that was declined.

    A first line says so if the adjustment failed. A plan without an adjustment summary, such as the first version, has
    no such lines.
    """
    if plan.adjustment_failed:
        yield assemble_text(
            (context.localize("未能调整，方案不变", "could not be adjusted, the plan is as before"), "yellow")
        )
    summary = plan.adjustment_summary
    if summary is None:
        return
    for change in summary.changes_made:
        yield _change_line(change, context)
    for declined in summary.requests_declined:
        reason = context.localize(f"（{declined.reason}）", f" ({declined.reason})") if declined.reason else ""
        yield assemble_text((context.localize("未采纳  ", "not met  "), "red"), declined.request, (reason, "dim"))


def gap_lines(gaps: tuple[Gap, ...], context: NarrationContext) -> Iterator[Text]:
    """Yield a line per gap, with its importance and, if it has one, its reason."""
    for gap in gaps:
        reason = f"  {gap.reason}" if gap.reason else ""
        yield assemble_text(
            (context.localize("缺口  ", "gap  "), "magenta"),
            f"{gap.gap_type}",
            (context.localize(f"（重要度 {gap.importance}）", f" (importance {gap.importance})"), "dim"),
            (reason, "dim"),
        )


def _unchanged_text(count: int, total: int, context: NarrationContext) -> str:
    if count == total:
        return context.localize("分工不变", "who does what is as before")
    english = f"{count} other {'assignment is' if count == 1 else 'assignments are'} as before"
    return context.localize(f"其余 {count} 项分工不变", english)


def _assignment_line(assignment: Assignment, context: NarrationContext) -> Text:
    name = assignment.display_name or context.display_name(assignment.agent_id)
    return assemble_text(
        ("✔ " if assignment.is_confirmed else "○ ", "green" if assignment.is_confirmed else "dim"),
        (name, "bold"),
        f"  {assignment.role}",
        (context.localize("（必需）", " (required)"), "magenta") if assignment.required else None,
        context.localize(f"：{assignment.responsibility}", f": {assignment.responsibility}")
        if assignment.responsibility
        else None,
        (context.localize(f"（{assignment.notes}）", f" ({assignment.notes})"), "dim") if assignment.notes else None,
    )


def _change_line(change: Change, context: NarrationContext) -> Text:
    values = " → ".join(filter(None, (change.before, change.after)))
    requesters = context.display_names(change.requested_by)
    return assemble_text(
        (context.localize("改动  ", "changed  "), "green"),
        (change.aspect, "bold"),
        context.localize(f"：{values}", f": {values}") if values else None,
        (context.localize(f"，应 {requesters} 的要求", f", as {requesters} asked"), "cyan")
        if change.requested_by
        else None,
        (context.localize(f"（{change.reason}）", f" ({change.reason})"), "dim") if change.reason else None,
    )
