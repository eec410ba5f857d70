"""How a plan is told: who does what by when, what is missing, and whose requests a change met (TW-605…609, TW-506)."""

from collections.abc import Iterator

from rich.text import Text

from negotiation.contracts.proposal import Assignment, Change, Gap, Proposal
from towow.narration.context import NarrationContext
from towow.narration.paragraph import text


def unchanged(plan: Proposal, before: Proposal | None) -> tuple[Assignment, ...]:
    """The assignments that are as they were in the plan before."""
    return tuple(a for a in plan.assignments if before is not None and a in before.assignments)


def described(plan: Proposal, scene: NarrationContext, *, hidden: tuple[Assignment, ...] = ()) -> Iterator[Text]:
    """The plan itself, a line each for roles, times and risks; of the `hidden` assignments only the number."""
    for assignment in plan.assignments:
        if assignment not in hidden:
            yield _assignment(assignment, scene)
    if hidden:
        yield text((f"  {_same(len(hidden), len(plan.assignments), scene)}", "dim"))
    moments = [
        *([scene.localized(f"{day} 开始", f"starts {day}")] if (day := plan.timeline.start_date) else []),
        *(f"{m.date or m.label} {m.name}".strip() for m in plan.timeline.milestones),
    ]
    if moments:
        yield text((scene.localized("时间  ", "when  "), "dim"), scene.localized("；", "; ").join(moments))
    if plan.risks:
        yield text((scene.localized("风险  ", "risks  "), "dim"), scene.localized("；", "; ").join(plan.risks))


def changes(plan: Proposal, scene: NarrationContext) -> Iterator[Text]:
    """What was changed against the version before, at whose request, and what was not."""
    if plan.adjustment_failed:
        yield text((scene.localized("未能调整，方案不变", "could not be adjusted, the plan is as before"), "yellow"))
    summary = plan.adjustment_summary
    if summary is None:
        return
    for change in summary.changes_made:
        yield _change(change, scene)
    for declined in summary.requests_declined:
        why = scene.localized(f"（{declined.reason}）", f" ({declined.reason})") if declined.reason else ""
        yield text((scene.localized("未采纳  ", "not met  "), "red"), declined.request, (why, "dim"))


def gaps(missing: tuple[Gap, ...], scene: NarrationContext) -> Iterator[Text]:
    """What is missing, and how much it matters."""
    for gap in missing:
        reason = f"  {gap.reason}" if gap.reason else ""
        yield text(
            (scene.localized("缺口  ", "gap  "), "magenta"),
            f"{gap.gap_type}",
            (scene.localized(f"（重要度 {gap.importance}）", f" (importance {gap.importance})"), "dim"),
            (reason, "dim"),
        )


def _same(count: int, of: int, scene: NarrationContext) -> str:
    if count == of:
        return scene.localized("分工不变", "who does what is as before")
    english = f"{count} other {'assignment is' if count == 1 else 'assignments are'} as before"
    return scene.localized(f"其余 {count} 项分工不变", english)


def _assignment(assignment: Assignment, scene: NarrationContext) -> Text:
    name = assignment.display_name or scene.name(assignment.agent_id)
    return text(
        ("✔ " if assignment.is_confirmed else "○ ", "green" if assignment.is_confirmed else "dim"),
        (name, "bold"),
        f"  {assignment.role}",
        (scene.localized("（必需）", " (required)"), "magenta") if assignment.required else None,
        scene.localized(f"：{assignment.responsibility}", f": {assignment.responsibility}")
        if assignment.responsibility
        else None,
        (scene.localized(f"（{assignment.notes}）", f" ({assignment.notes})"), "dim") if assignment.notes else None,
    )


def _change(change: Change, scene: NarrationContext) -> Text:
    values = " → ".join(filter(None, (change.before, change.after)))
    who = scene.people(change.requested_by)
    return text(
        (scene.localized("改动  ", "changed  "), "green"),
        (change.aspect, "bold"),
        scene.localized(f"：{values}", f": {values}") if values else None,
        (scene.localized(f"，应 {who} 的要求", f", as {who} asked"), "cyan") if change.requested_by else None,
        (scene.localized(f"（{change.reason}）", f" ({change.reason})"), "dim") if change.reason else None,
    )
