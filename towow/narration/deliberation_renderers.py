"""Renderers of a session's events: who says what, the host's numbers, skips, the report and its plan (DL-134…141)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from rich.text import Text

from deliberation.contracts.agent_output import CriticMetadata, PlannerMetadata, PositionMetadata
from deliberation.contracts.critique import Critique, FindingAnswer, ValidityCheck
from deliberation.contracts.events import (
    AgentSkipped,
    AgentSpoke,
    ErrorReported,
    HostDecided,
    ReportPublished,
    SessionEnded,
    SessionEvent,
    SessionStarted,
    ToolCalled,
)
from deliberation.contracts.plan import Plan
from deliberation.contracts.position import Position
from deliberation.contracts.tools import ToolCall
from deliberation.core.markdown import escape_inline
from towow.narration.deliberation_context import (
    SessionNarrationContext,
    sanitized_event,
    sanitized_line,
    sanitized_lines,
)
from towow.narration.deliberation_plan import plan_lines, todo_lines
from towow.narration.rendered_event import RenderedEvent, StyledText

AGENT_STYLES = {"planner": "blue", "critic": "magenta", "host": "cyan", "reporter": "green"}
SEVERITY_STYLES = {"high": "red", "medium": "yellow", "low": "dim"}
ACTION_STYLES = {"continue": "yellow", "converge": "green", "force_opposition": "magenta", "terminate": "red"}
STATUS_STYLES = {"converged": "green", "terminated": "yellow", "in_progress": "dim"}


def render_start(event: SessionStarted, context: SessionNarrationContext) -> RenderedEvent:
    """Render the start: the query; below model, rounds and day."""
    settings = context.text(
        "settings",
        model=context.label("model", event.model),
        rounds=event.max_rounds,
        today=event.today,
        timezone=event.timezone,
    )
    return sanitized_event(
        "◆",
        "bold cyan",
        [(context.text("started"), "bold"), f"  {event.user_query}"],
        [sanitized_line((settings, "dim")), sanitized_line((event.session_id, "dim"))],
    )


def render_tool(event: ToolCalled, context: SessionNarrationContext) -> RenderedEvent:
    """Render the call of a tool: who called it, with what, and the result or the error."""
    result = event.result
    said = " ".join(map(str, (result.data or {}).values())) if result.success else result.error or result.message or ""
    style = "dim" if result.success else "red"
    arguments = _arguments(event.call)
    head = [_agent(event.agent, context), (f"  {event.tool}({arguments}) → {said}", style)]
    return sanitized_event("⚙", "dim", head)


def render_output(event: AgentSpoke, context: SessionNarrationContext) -> RenderedEvent:
    """Render what a discussant says: content, position, and its plan, critique or last statement below."""
    head: list[StyledText | None] = [
        _agent(event.agent, context),
        (f"  {context.text('round', round=event.round)}", "dim"),
        (f"  {context.text('devils_advocate')}", "bold magenta") if event.stance == "opposition" else None,
        (f"  {context.text('stand_in')}", "yellow") if event.fallback else None,
    ]
    below = [
        *sanitized_lines(event.content),
        *_position_lines(event.position, context),
        *_metadata_lines(event, context),
    ]
    sign = {"planner": "▤", "critic": "◐"}[event.agent]
    return sanitized_event(sign, AGENT_STYLES[event.agent], head, below)


def render_skip(event: AgentSkipped, context: SessionNarrationContext) -> RenderedEvent:
    """Render a skipped turn: who, in which round, why, and what stands in for it."""
    head = [
        _agent(event.agent, context),
        (f"  {context.text('skipped', round=event.round)}", "red"),
        f"  {context.label('skip_reason', event.reason)}",
    ]
    details = (event.detail, event.fallback)
    return sanitized_event("⇠", "red", head, [sanitized_line((text, "dim")) for text in details if text])


def render_error(event: ErrorReported, context: SessionNarrationContext) -> RenderedEvent:
    """Render a failure: its code and message; below what is used instead."""
    head = [(context.text("error"), "bold red"), f"  {event.error}: {event.message}"]
    return sanitized_event("✘", "red", head, [sanitized_line((event.fallback, "dim"))] if event.fallback else [])


def render_decision(event: HostDecided, context: SessionNarrationContext) -> RenderedEvent:
    """Render a decision: consensus, thresholds and action in the headline; reason, commands and findings below."""
    level = context.text("no_consensus") if event.consensus is None else f"{event.consensus:.3f}"
    bounds = context.text("thresholds", high=f"{event.thresholds.high:g}", low=f"{event.thresholds.low:g}")
    style = ACTION_STYLES[event.action]
    head = [
        _agent("host", context),
        (f"  {context.text('round', round=event.round)}", "dim"),
        f"  {context.text('consensus')} ",
        (level, f"bold {style}"),
        (f" {bounds}", "dim"),
        "  → ",
        (context.label("action", event.action), f"bold {style}"),
    ]
    return sanitized_event("▣", style, head, _decision_lines(event, context))


def render_report(event: ReportPublished, context: SessionNarrationContext) -> RenderedEvent:
    """Render the report: its Markdown as it is, then plan and to-dos unless it lists all tasks."""
    final = event.final_plan
    head = [
        _agent("reporter", context),
        f"  {context.text('consensus')} ",
        (context.label("consensus_level", final.consensus_level), "bold"),
        (f"  {context.text('provisional')}", "yellow") if final.provisional else None,
        (f"  {context.text('stand_in')}", "yellow") if event.fallback else None,
    ]
    below = list(sanitized_lines(event.content))
    if event.plan is not None and not _lists_tasks(event.content, event.plan):
        below += [*plan_lines(event.plan, context), *todo_lines(event.todos, context)]
    return sanitized_event("✎", "bold green", head, below)


def render_end(event: SessionEnded, context: SessionNarrationContext) -> RenderedEvent:
    """Render the end: status and reason in the headline; rounds and cost below."""
    totals = event.totals
    head = [
        (context.text("ended"), "bold"),
        "  ",
        (context.label("status", event.status), f"bold {STATUS_STYLES[event.status]}"),
        f"  {context.label('end_reason', event.end_reason)}",
    ]
    costs = context.text(
        "totals",
        rounds=event.rounds,
        calls=totals.model_calls,
        tokens=totals.input_tokens + totals.output_tokens,
        seconds=f"{totals.duration_ms / 1000:.1f}",
    )
    return sanitized_event("■", STATUS_STYLES[event.status], head, [sanitized_line((costs, "dim"))])


RENDERERS: Mapping[type[SessionEvent], Callable[[Any, SessionNarrationContext], RenderedEvent]] = {
    SessionStarted: render_start,
    ToolCalled: render_tool,
    AgentSpoke: render_output,
    AgentSkipped: render_skip,
    ErrorReported: render_error,
    HostDecided: render_decision,
    ReportPublished: render_report,
    SessionEnded: render_end,
}
"""Renderer of each event class."""


def _lists_tasks(content: str, plan: Plan) -> bool:
    """Return whether a report has the title and the day of every task of a plan."""
    tasks = [task for phase in plan.phases for task in phase.tasks]
    return all(escape_inline(task.title) in content and task.deadline in content for task in tasks)


def _agent(role: str, context: SessionNarrationContext) -> StyledText:
    return context.label("role", role), f"bold {AGENT_STYLES[role]}"


def _arguments(call: ToolCall) -> str:
    given = call.model_dump(mode="json", exclude={"tool"})
    return ", ".join(f"{name}={value}" for name, value in given.items())


def _position_lines(position: Position, context: SessionNarrationContext) -> Iterator[Text]:
    changes = position.changes_from_last_round
    moved = context.text("moved") if changes is not None and changes.conclusion_changed else None
    yield sanitized_line(
        (f"{context.text('position')}  ", "bold"),
        position.conclusion,
        (f"  {position.confidence:.0%}", "dim"),
        (f"  {moved}", "yellow") if moved else None,
    )
    yield from (sanitized_line(("  · ", "dim"), reason) for reason in position.key_reasons)


def _metadata_lines(event: AgentSpoke, context: SessionNarrationContext) -> Iterator[Text]:
    """Yield what goes with the output; nothing of what this version cannot read."""
    given = {**event.metadata, "position": event.position}
    try:
        match event.output_type:
            case "plan":
                yield from _planner_lines(PlannerMetadata.model_validate(given, extra="ignore"), context)
            case "critique":
                yield from _critique_lines(CriticMetadata.model_validate(given, extra="ignore").critique, context)
            case _:
                yield from _statement_lines(PositionMetadata.model_validate(given, extra="ignore"), context)
    except ValidationError:
        return


def _planner_lines(metadata: PlannerMetadata, context: SessionNarrationContext) -> Iterator[Text]:
    yield from (_answer_line(answer, context) for answer in metadata.answers)
    yield from plan_lines(metadata.plan, context)
    yield from (sanitized_line((f"! {warning.text}", "yellow")) for warning in metadata.warnings)


def _answer_line(answer: FindingAnswer, context: SessionNarrationContext) -> Text:
    style = "green" if answer.decision == "accepted" else "yellow"
    return sanitized_line(f"↳ {answer.finding} ", (context.label("answer", answer.decision), style), f"  {answer.text}")


def _critique_lines(critique: Critique, context: SessionNarrationContext) -> Iterator[Text]:
    for risk in critique.risks:
        yield _finding_line(risk.id, risk.severity, risk.risk, risk.impact, context)
    for suggestion in critique.suggestions:
        yield _finding_line(suggestion.id, suggestion.priority, suggestion.issue, suggestion.solution, context)
    yield sanitized_line(*_validity(critique.validity_check, context))


def _finding_line(finding: str, severity: str, text: str, more: str, context: SessionNarrationContext) -> Text:
    return sanitized_line(
        f"{finding} ",
        (context.label("severity", severity), SEVERITY_STYLES[severity]),
        f"  {text}",
        (f" → {more}", "dim") if more else None,
    )


def _validity(check: ValidityCheck, context: SessionNarrationContext) -> Sequence[StyledText]:
    pieces: list[StyledText] = []
    for name, holds in check.model_dump().items():
        pieces.append((f"{'✔' if holds else '✘'} {context.text(f'validity.{name}')}  ", "green" if holds else "red"))
    return pieces


def _statement_lines(metadata: PositionMetadata, context: SessionNarrationContext) -> Iterator[Text]:
    for uncertainty in metadata.uncertainties:
        yield sanitized_line((f"{context.text('uncertain')}  ", "yellow"), uncertainty)
    if metadata.worst_case:
        yield sanitized_line((f"{context.text('worst_case')}  ", "red"), metadata.worst_case)


def _decision_lines(event: HostDecided, context: SessionNarrationContext) -> Iterator[Text]:
    analysis = event.analysis
    if not event.content.startswith(event.reason):
        yield sanitized_line(event.reason)
    yield from sanitized_lines(event.content)
    for key, values in (
        ("must_address", event.constraints.must_address),
        ("avoid", event.constraints.avoid),
        ("contradictions", analysis.contradictions),
        ("stubborn", _roles(analysis.stubborn_agents, context)),
        ("unargued", _roles(analysis.unargued_changes, context)),
        ("stale", _roles(analysis.stale_agents, context)),
    ):
        yield from (sanitized_line((f"{context.text(key)}  ", "dim"), value) for value in values)
    for directive in event.directives:
        target = f"{context.label('role', directive.target_agent)}: " if directive.target_agent else ""
        said = directive.requirement or directive.reason
        yield sanitized_line((f"» {target}", "bold"), said or directive.action)
    if analysis.veto is not None:
        yield sanitized_line((context.label("veto", analysis.veto), "yellow"))


def _roles(roles: Iterable[str], context: SessionNarrationContext) -> list[str]:
    return [context.label("role", role) for role in roles]
