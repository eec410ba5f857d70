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
from towow.narration.agreement import (
    INCOMPLETE_STYLE,
    agreement_title,
    changed_worth_lines,
    finding_lines,
    missing_lines,
    status_text,
)
from towow.narration.context import NO_AGENTS, NarrationContext, format_percent
from towow.narration.cost_table import cost_lines
from towow.narration.invitation import fallback_mark
from towow.narration.proposal import gap_lines, plan_lines
from towow.narration.rendered_event import RenderedEvent, assemble_text, build_paragraph


def render_finalized(event: ProposalFinalized, context: NarrationContext) -> RenderedEvent:
    """Render an agreement: rounds and summary in the headline; below what is missing, participants, plan and costs.

    If it is not complete, the headline says how many needs are met. The context must include the earlier events:
    participants of theirs who are not in the plan are shown as gone.
    """
    style = f"bold {INCOMPLETE_STYLE if event.complete is False else 'green'}"
    title = agreement_title(event, "agreed", context)
    head = [(title, style), _rounds_taken(event.rounds_taken, context), f"  {event.summary}"]
    return build_paragraph("★", style, head, _agreement_lines(event, context))


def render_force_finalized(event: ForceFinalized, context: NarrationContext) -> RenderedEvent:
    """Render a forced plan: rounds and summary in the headline.

    Below what is missing, participants, plan, costs and suggested compromise. Participants who accepted are confirmed,
    the others optional. The context must include the earlier events: participants of theirs who are in neither group
    are shown as gone.
    """
    head = [
        (agreement_title(event, "forced", context), "bold yellow"),
        _rounds_taken(event.rounds_taken, context),
        f"  {event.final_proposal.summary}",
        fallback_mark(context, fallback=event.fallback),
    ]
    suggestion = _compromise_lines(event.compromise_suggestion, context)
    return build_paragraph("☆", "bold yellow", head, [*_agreement_lines(event, context), *suggestion])


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
    """Render the gaps of the agreed plan: their number in the headline, a line for each below.

    Without a gap the headline says so, or, if the plan is not complete, that nobody is looked for nevertheless.
    """
    count, outcome = len(event.gaps), context.outcomes.get(event.channel_id)
    is_incomplete = outcome is not None and outcome.complete is False
    none = context.text("not_sought" if is_incomplete else "no_gaps")
    title = (context.text("gaps", count=count), "bold") if count else none
    head = [title, fallback_mark(context, fallback=event.fallback)]
    return build_paragraph("◌", "magenta", head, gap_lines(event.gaps, context))


def render_subnet_start(event: SubnetTriggered, context: NarrationContext) -> RenderedEvent:
    """Render the start of a subnet, a negotiation for one gap: the gap and the sub-demand in the headline."""
    title = context.text("subnet_start", gap=event.gap_type)
    return build_paragraph("↳", "magenta", [(title, "bold magenta"), f"  {event.sub_demand}"])


def render_subnet_result(event: SubnetCompleted, context: NarrationContext) -> RenderedEvent:
    """Render the end of a subnet: gap and status in the headline.

    If agents joined, their names and the plan's new version are below, then what that plan is worth.
    """
    status, style = status_text(event.status, event.sub_channel_id, context)
    head = [(context.text("subnet", gap=event.gap_type), "bold magenta"), (f"  {status}", style)]
    names = context.display_names(event.participants)
    joined = assemble_text(context.text("joined", names=names, version=event.proposal.version))
    below = [joined if event.participants else None, *changed_worth_lines(event, context)]
    return build_paragraph("↲", "magenta", head, below)


def render_cancellation(event: DemandCancelled, context: NarrationContext) -> RenderedEvent:
    """Render the cancellation of the demand as one headline: who cancelled it, and the reason if one was given."""
    head = context.text("cancelled", user=event.cancelled_by, reason=context.after_colon(event.reason))
    return build_paragraph("■", "magenta", [(head, "magenta")])


def render_closure(event: DemandClosed, context: NarrationContext) -> RenderedEvent:
    """Render the end of the demand as one headline: status, rounds, model calls, tokens, duration (s).

    The cost is that of the model (USD): fees are in the plan.
    """
    totals, text = event.totals, context.text
    facts = (
        text("rounds", count=event.rounds),
        text("model_calls", count=totals.model_calls, stand_ins=text("stand_ins", count=totals.fallback_calls)),
        text("tokens", count=totals.input_tokens + totals.output_tokens),
        _model_cost(totals.cost_usd, context),
        text("seconds", seconds=f"{totals.duration_ms / 1000:.1f}"),
    )
    status, style = status_text(event.status, event.channel_id, context)
    head = [(text("closed"), "bold"), "  ", (status, f"bold {style}"), f"  {' · '.join(facts)}"]
    return build_paragraph("■", style, head)


def _model_cost(usd: float, context: NarrationContext) -> str:
    key = f"model_cost.{context.model}" if context.model in ("simulated", "scenario") else "model_cost"
    return context.text(key, cost=f"${usd:.4f}" if usd else "$0")


def _agreement_lines(event: ProposalFinalized | ForceFinalized, context: NarrationContext) -> Iterator[Text]:
    plan = event.final_proposal
    yield from missing_lines(event, context)
    yield from _participant_lines(event, context)
    yield from plan_lines(plan, context)
    yield from cost_lines(plan, event.channel_id, context)
    yield from finding_lines(plan, context, (event.missing or ()) if event.complete is False else ())


def _rounds_taken(rounds: int, context: NarrationContext) -> str:
    if rounds == 0:
        return context.text("before_plan")
    return context.text("after_rounds", rounds=context.text("rounds", count=rounds))


def _participant_lines(event: ProposalFinalized | ForceFinalized, context: NarrationContext) -> Iterator[Text]:
    """Yield the confirmed participants, those who agree without a part, the optional and the departed ones."""
    confirmed, optional = event.confirmed_participants, event.optional_participants
    reserves = {assignment.agent_id for assignment in event.final_proposal.assignments if assignment.reserve}
    departed = context.participants.get(event.channel_id, NO_AGENTS) - {*confirmed, *optional, *reserves}
    parts = {assignment.agent_id for assignment in event.final_proposal.assignments}
    holders = tuple(agent for agent in confirmed if agent in parts)
    others = tuple(agent for agent in confirmed if agent not in parts)
    if holders or not others:
        yield context.labelled_line("line.confirmed", "green", context.display_names(holders))
    if others:
        yield context.labelled_line("line.agreeing", "dim", context.display_names(others))
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
