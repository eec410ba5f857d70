"""Renderers of negotiation rounds: plans, feedback, withdrawals, evaluations (TW-206…209, TW-214)."""

from negotiation.contracts.events import (
    AgentWithdrawn,
    FeedbackEvaluated,
    ProposalDistributed,
    ProposalFeedbackEvent,
    RoundStarted,
)
from towow.narration.context import NarrationContext, format_percent
from towow.narration.invitation import answered_by_mark, fallback_mark
from towow.narration.labels import DECISION_LABELS, ROUND_LABELS, find_label
from towow.narration.proposal import change_lines, gap_lines, plan_lines, unchanged_assignments
from towow.narration.rendered_event import RenderedEvent, assemble_text, build_paragraph

BAR_COLUMNS = 20
"""Width of the acceptance bar in columns."""

THRESHOLD_COLUMNS = (10, 16)
"""Columns of the bar at 50 % and 80 %."""

DECISION_STYLES = {"finalize": "green", "renegotiate": "yellow", "force_finalize": "yellow", "fail": "red"}


def render_round_start(event: RoundStarted, context: NarrationContext) -> RenderedEvent:
    """Render the start of a round as one headline: round of the maximum, and its reason."""
    reason = find_label(ROUND_LABELS, event.reason, chinese=context.language == "zh")
    is_last = event.round == event.max_rounds
    chinese = f"第 {event.round}/{event.max_rounds} 轮{'（最后一轮）' if is_last else ''}"
    english = f"Round {event.round}/{event.max_rounds}{' (the last)' if is_last else ''}"
    return build_paragraph(
        "━", "bold blue", [(context.localize(chinese, english), "bold blue"), (f"  {reason}", "dim")]
    )


def render_distribution(event: ProposalDistributed, context: NarrationContext) -> RenderedEvent:
    """Render a distributed plan: version and summary in the headline; changes, plan, gaps and recipients below.

    Assignments that did not change are only counted. A plan sent again is one headline with the recipients. The context
    must already include the event: its plan before that is the one to compare with.
    """
    plan, names = event.proposal, context.display_names(event.participants)
    if event.resent:
        head = context.localize(
            f"方案第 {event.version} 版再次发给 {names}", f"Plan version {event.version} sent again to {names}"
        )
        return build_paragraph("▤", "blue", [head])
    recipients = context.localize(f"发给 {names} 征求意见", f"sent to {names}")
    head = [
        (context.localize(f"方案第 {event.version} 版", f"Plan version {event.version}"), "bold"),
        f"  {plan.summary}",
        fallback_mark(context, fallback=bool(event.fallback)),
    ]
    unchanged = unchanged_assignments(plan, context.previous_plan(event.channel_id))
    below = [
        *change_lines(plan, context),
        *plan_lines(plan, context, hidden=unchanged),
        *gap_lines(plan.gaps, context),
        assemble_text((recipients, "dim")),
    ]
    return build_paragraph("▤", "blue", head, below)


def render_feedback(event: ProposalFeedbackEvent, context: NarrationContext) -> RenderedEvent:
    """Render one agent's feedback on a plan version: type and reasoning in the headline, a line per concern below.

    A concern that is also the adjustment request is left out: a negotiation point follows with it.
    """
    sign, style, chinese, english = {
        "accept": ("✔", "green", "接受", "accepts"),
        "negotiate": ("◐", "yellow", "还想改", "wants changes to"),
        "reject": ("✘", "red", "反对", "rejects"),
        "withdraw": ("⇠", "red", "要退出", "wants to leave"),
    }[event.feedback_type]
    # The requested change is in the bargain event that follows directly (INTERFACES § 6).
    head = [
        (context.display_name(event.agent_id), "bold"),
        " ",
        (
            context.localize(
                f"{chinese}方案第 {event.proposal_version} 版", f"{english} plan version {event.proposal_version}"
            ),
            style,
        ),
        context.localize(f"：{event.reasoning}", f": {event.reasoning}") if event.reasoning else None,
        answered_by_mark(context, event.answered_by),
        fallback_mark(context, fallback=event.fallback),
    ]
    request = event.adjustment_request
    concerns = [concern for concern in event.concerns if concern != request]
    label = context.localize("顾虑  ", "concern  ")
    return build_paragraph(sign, style, head, (assemble_text((label, "yellow"), concern) for concern in concerns))


def render_withdrawal(event: AgentWithdrawn, context: NarrationContext) -> RenderedEvent:
    """Render a withdrawal: agent and reason in the headline; below, the gaps of the agreed plan if there is one."""
    head = [
        (context.display_name(event.agent_id), "bold"),
        " ",
        (context.localize("退出了协商", "left the negotiation"), "red"),
        context.localize(f"：{event.reason}", f": {event.reason}") if event.reason else None,
    ]
    return build_paragraph("⇠", "red", head, gap_lines(event.proposal.gaps, context) if event.proposal else ())


def render_evaluation(event: FeedbackEvaluated, context: NarrationContext) -> RenderedEvent:
    """Render the evaluation of a round: acceptance rate and decision in the headline, the counts of answers below."""
    decision = find_label(DECISION_LABELS, event.decision, chinese=context.language == "zh")
    style = DECISION_STYLES[event.decision]
    round_label = context.round_label(event.channel_id, event.round)
    staying = event.answered - event.withdraws  # denominator of the acceptance rate
    head = [
        (context.localize(f"{round_label}结果", f"Result of {round_label}"), "bold"),
        "  ",
        (context.localize("接受率 ", "acceptance rate "), "dim"),
        *_acceptance_bar(event.accept_rate, style),
        "  → ",
        (decision, f"bold {style}"),
    ]
    counts = context.localize(
        f"{staying} 份答复中接受 {event.accepts} · 商量 {event.negotiates} · 反对 {event.rejects}"
        f"；退出 {event.withdraws}（不计入） · 未答 {event.silent}（共 {event.sent} 人，50% 以下失败，80% 通过）",
        f"of {staying} answers {event.accepts} accept · {event.negotiates} want changes · {event.rejects} reject;"
        f" {event.withdraws} left (not counted) · {event.silent} silent"
        f" (of {event.sent}; below 50% it fails, from 80% it stands)",
    )
    return build_paragraph("▣", style, head, [assemble_text((counts, "dim"))])


def _acceptance_bar(rate: float | None, style: str) -> list[tuple[str, str]]:
    if rate is None:
        return [("—", "dim")]
    filled = int(rate * BAR_COLUMNS + 1e-9)
    cells = [
        ("┊", "bold") if at in THRESHOLD_COLUMNS else ("█" if at < filled else "░", style) for at in range(BAR_COLUMNS)
    ]
    return [*cells, (f" {format_percent(rate)}", f"bold {style}")]
