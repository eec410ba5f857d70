"""Renderers of negotiation rounds: plans, feedback, withdrawals, evaluations (TW-206…209, TW-214)."""

from negotiation.contracts.events import (
    AgentWithdrawn,
    FeedbackEvaluated,
    ProposalDistributed,
    ProposalFeedbackEvent,
    RoundStarted,
)
from towow.narration.agreement import changed_worth_lines, finding_lines
from towow.narration.context import NarrationContext, format_percent
from towow.narration.cost_table import total_lines
from towow.narration.invitation import answered_by_mark, fallback_mark
from towow.narration.proposal import change_lines, gap_lines, plan_lines, unchanged_assignments
from towow.narration.rendered_event import RenderedEvent, assemble_text, build_paragraph

BAR_COLUMNS = 20
"""Width of the acceptance bar in columns."""

THRESHOLD_COLUMNS = (10, 16)
"""Columns of the bar at 50 % and 80 %."""

FEEDBACK_SIGNS = {
    "accept": ("✔", "green"),
    "negotiate": ("◐", "yellow"),
    "reject": ("✘", "red"),
    "withdraw": ("⇠", "red"),
}
DECISION_STYLES = {"finalize": "green", "renegotiate": "yellow", "force_finalize": "yellow", "fail": "red"}


def render_round_start(event: RoundStarted, context: NarrationContext) -> RenderedEvent:
    """Render the start of a round as one headline: round of the maximum, and its reason."""
    title = context.text("round_start", counted=f"{event.round}/{event.max_rounds}")
    title += context.text("last_round") if event.round == event.max_rounds else ""
    reason = context.label(f"round_reason.{event.reason}")
    return build_paragraph("━", "bold blue", [(title, "bold blue"), (f"  {reason}", "dim")])


def render_distribution(event: ProposalDistributed, context: NarrationContext) -> RenderedEvent:
    """Render a distributed plan: version and summary in the headline; changes, plan, sums, findings, gaps, recipients.

    Assignments that did not change are only counted. A plan sent again is one headline with the recipients. The context
    must already include the event: its plan before that is the one to compare with.
    """
    plan, names = event.proposal, context.display_names(event.participants)
    if event.resent:
        return build_paragraph("▤", "blue", [context.text("sent_again", version=event.version, names=names)])
    head = [
        (context.text("plan_version", version=event.version), "bold"),
        f"  {plan.summary}",
        fallback_mark(context, fallback=bool(event.fallback)),
    ]
    unchanged = unchanged_assignments(plan, context.previous_plan(event.channel_id))
    below = [
        *change_lines(plan, context),
        *plan_lines(plan, context, hidden=unchanged),
        *total_lines(plan, event.channel_id, context),
        *finding_lines(plan, context),
        *gap_lines(plan.gaps, context),
        assemble_text((context.text("sent_to", names=names), "dim")),
    ]
    return build_paragraph("▤", "blue", head, below)


def render_feedback(event: ProposalFeedbackEvent, context: NarrationContext) -> RenderedEvent:
    """Render one agent's feedback on a plan version: type and reasoning in the headline, a line per concern below.

    A concern that is also the adjustment request is left out: a negotiation point follows with it.
    """
    sign, style = FEEDBACK_SIGNS[event.feedback_type]
    # The requested change is in the bargain event that follows directly (INTERFACES § 6).
    head = [
        (context.display_name(event.agent_id), "bold"),
        " ",
        (context.text(f"feedback.{event.feedback_type}", version=event.proposal_version), style),
        context.after_colon(event.reasoning),
        answered_by_mark(context, event.answered_by),
        fallback_mark(context, fallback=event.fallback),
    ]
    request = event.adjustment_request
    concerns = (concern for concern in event.concerns if concern != request)
    below = (context.labelled_line("line.concern", "yellow", concern) for concern in concerns)
    return build_paragraph(sign, style, head, below)


def render_withdrawal(event: AgentWithdrawn, context: NarrationContext) -> RenderedEvent:
    """Render a withdrawal: agent and reason in the headline.

    Below, if there is an agreed plan: what it is worth now, and its gaps.
    """
    head = [
        (context.display_name(event.agent_id), "bold"),
        " ",
        (context.text("left"), "red"),
        context.after_colon(event.reason),
    ]
    gaps = gap_lines(event.proposal.gaps, context) if event.proposal else ()
    return build_paragraph("⇠", "red", head, [*changed_worth_lines(event, context), *gaps])


def render_evaluation(event: FeedbackEvaluated, context: NarrationContext) -> RenderedEvent:
    """Render the evaluation of a round: acceptance rate and decision in the headline, the counts of answers below."""
    decision = context.label(f"decision.{event.decision}")
    style = DECISION_STYLES[event.decision]
    round_label = context.round_label(event.channel_id, event.round)
    staying = event.answered - event.withdraws  # denominator of the acceptance rate
    head = [
        (context.text("result", round=round_label), "bold"),
        "  ",
        (context.text("acceptance_rate"), "dim"),
        *_acceptance_bar(event.accept_rate, style),
        "  → ",
        (decision, f"bold {style}"),
    ]
    counts = context.text("counts", staying=staying, **event.model_dump())
    return build_paragraph("▣", style, head, [assemble_text((counts, "dim"))])


def _acceptance_bar(rate: float | None, style: str) -> list[tuple[str, str]]:
    if rate is None:
        return [("—", "dim")]
    filled = int(rate * BAR_COLUMNS + 1e-9)
    cells = [
        ("┊", "bold") if at in THRESHOLD_COLUMNS else ("█" if at < filled else "░", style) for at in range(BAR_COLUMNS)
    ]
    return [*cells, (f" {format_percent(rate)}", f"bold {style}")]
