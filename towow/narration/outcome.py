"""Renderers of the outcome: plan, participants, compromise, gaps, subnets, cancellation, totals (TW-210…216)."""

from collections.abc import Iterator

from rich.text import Text

from negotiation.contracts.compromise_suggestion import CompromiseProposal
from negotiation.contracts.events import (
    DemandCancelled,
    DemandClosed,
    ForceFinalized,
    GapIdentified,
    NegotiationFailed,
    ProposalFinalized,
    SubnetCompleted,
    SubnetTriggered,
)
from towow.narration.context import NO_AGENTS, NarrationContext, format_percent
from towow.narration.invitation import fallback_mark
from towow.narration.proposal import gap_lines, plan_lines
from towow.narration.rendered_event import RenderedEvent, assemble_text, build_paragraph

STATUS_STYLE = {"finalized": "green", "force_finalized": "yellow", "failed": "red", "cancelled": "magenta"}


def render_finalized(event: ProposalFinalized, context: NarrationContext) -> RenderedEvent:
    """Render an agreement: rounds and summary in the headline, participants and plan below.

    The context must include the earlier events: participants of theirs who are not in the plan are shown as gone.
    """
    rounds_taken = _rounds_taken(event.rounds_taken, context)
    head = [(context.text("agreed"), "bold green"), rounds_taken, f"  {event.summary}"]
    return build_paragraph(
        "★", "bold green", head, [*_participant_lines(event, context), *plan_lines(event.final_proposal, context)]
    )


def render_force_finalized(event: ForceFinalized, context: NarrationContext) -> RenderedEvent:
    """Render a forced plan: rounds and summary in the headline; participants, plan and suggested compromise below.

    Participants who accepted are confirmed, the others optional. The context must include the earlier events:
    participants of theirs who are in neither group are shown as gone.
    """
    head = [
        (context.text("forced"), "bold yellow"),
        _rounds_taken(event.rounds_taken, context),
        f"  {event.final_proposal.summary}",
        fallback_mark(context, fallback=event.fallback),
    ]
    suggestion = _compromise_lines(event.compromise_suggestion, context)
    below = [*_participant_lines(event, context), *plan_lines(event.final_proposal, context), *suggestion]
    return build_paragraph("☆", "bold yellow", head, below)


def render_failure(event: NegotiationFailed, context: NarrationContext) -> RenderedEvent:
    """Render a failure: reason, acceptance rate and error code in the headline, the proposed compromise below."""
    detail = f" — {context.label(f'detail.{event.detail}')}" if event.detail else ""
    rate = "" if event.accept_rate is None else f" · {format_percent(event.accept_rate)}"
    head = [
        (context.text("no_agreement"), "bold red"),
        _rounds_taken(event.rounds_taken, context),
        f"  {context.label(f'reason.{event.reason}')}{detail}{rate}",
        (f" [{event.error_code}]", "dim") if event.error_code else None,
        fallback_mark(context, fallback=event.fallback),
    ]
    below = [
        *_compromise_lines(event.compromise_suggestion, context),
        *_compromise_proposal_lines(event.compromise_proposal, context),
    ]
    return build_paragraph("✖", "bold red", head, below)


def render_gaps(event: GapIdentified, context: NarrationContext) -> RenderedEvent:
    """Render the gaps of the agreed plan: their number in the headline, a line for each below."""
    count = len(event.gaps)
    title = (context.text("gaps", count=count), "bold") if count else context.text("no_gaps")
    head = [title, fallback_mark(context, fallback=event.fallback)]
    return build_paragraph("◌", "magenta", head, gap_lines(event.gaps, context))


def render_subnet_start(event: SubnetTriggered, context: NarrationContext) -> RenderedEvent:
    """Render the start of a subnet, a negotiation for one gap: the gap and the sub-demand in the headline."""
    title = context.text("subnet_start", gap=event.gap_type)
    return build_paragraph("↳", "magenta", [(title, "bold magenta"), f"  {event.sub_demand}"])


def render_subnet_result(event: SubnetCompleted, context: NarrationContext) -> RenderedEvent:
    """Render the end of a subnet: gap and status in the headline.

    If agents joined, their names and the plan's new version are below.
    """
    head = [
        (context.text("subnet", gap=event.gap_type), "bold magenta"),
        (f"  {context.label(f'status.{event.status}')}", STATUS_STYLE[event.status]),
    ]
    names = context.display_names(event.participants)
    joined = assemble_text(context.text("joined", names=names, version=event.proposal.version))
    return build_paragraph("↲", "magenta", head, [joined if event.participants else None])


def render_cancellation(event: DemandCancelled, context: NarrationContext) -> RenderedEvent:
    """Render the cancellation of the demand as one headline: who cancelled it, and the reason if one was given."""
    head = context.text("cancelled", user=event.cancelled_by, reason=context.after_colon(event.reason))
    return build_paragraph("■", "magenta", [(head, "magenta")])


def render_closure(event: DemandClosed, context: NarrationContext) -> RenderedEvent:
    """Render the end of the demand as one headline: status, rounds, model calls, tokens, cost (USD), duration (s)."""
    totals, text = event.totals, context.text
    facts = (
        text("rounds", count=event.rounds),
        text("model_calls", count=totals.model_calls, stand_ins=text("stand_ins", count=totals.fallback_calls)),
        text("tokens", count=totals.input_tokens + totals.output_tokens),
        f"${totals.cost_usd:.4f}" if totals.cost_usd else "$0",
        text("seconds", seconds=f"{totals.duration_ms / 1000:.1f}"),
    )
    status = (context.label(f"status.{event.status}"), f"bold {STATUS_STYLE[event.status]}")
    head = [(text("closed"), "bold"), "  ", status, f"  {' · '.join(facts)}"]
    return build_paragraph("■", STATUS_STYLE[event.status], head)


def _rounds_taken(rounds: int, context: NarrationContext) -> str:
    if rounds == 0:
        return context.text("before_plan")
    return context.text("after_rounds", rounds=context.text("rounds", count=rounds))


def _participant_lines(event: ProposalFinalized | ForceFinalized, context: NarrationContext) -> Iterator[Text]:
    """Yield the confirmed, optional and departed participants."""
    confirmed, optional = event.confirmed_participants, event.optional_participants
    departed = context.participants.get(event.channel_id, NO_AGENTS) - {*confirmed, *optional}
    yield context.labelled_line("line.confirmed", "green", context.display_names(confirmed))
    if optional:
        yield context.labelled_line("line.optional", "yellow", context.display_names(optional))
    if departed:
        yield context.labelled_line("line.gone", "red", context.display_names(departed))


def _compromise_lines(suggestion: str, context: NarrationContext) -> Iterator[Text]:
    if suggestion:
        yield context.labelled_line("line.compromise", "bold", suggestion)


def _compromise_proposal_lines(proposal: CompromiseProposal, context: NarrationContext) -> Iterator[Text]:
    for participant in proposal.participants:
        yield context.labelled_line(
            "line.still_possible", "green", f"{context.display_name(participant.agent_id)}  {participant.can}"
        )
    if proposal.missing:
        yield context.labelled_line("line.missing", "magenta", context.join_texts(proposal.missing))
    for relaxation in proposal.relax:
        values = " → ".join(filter(None, (relaxation.from_, relaxation.to)))
        change = f"{relaxation.aspect}  {values}" if values else relaxation.aspect
        yield context.labelled_line("line.relax", "cyan", change)
    for alternative in proposal.alternatives:
        yield context.labelled_line("line.alternative", "cyan", alternative)
