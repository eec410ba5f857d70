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
from towow.narration.labels import DETAIL_LABELS, REASON_LABELS, STATUS_LABELS, find_label
from towow.narration.proposal import gap_lines, plan_lines
from towow.narration.rendered_event import RenderedEvent, assemble_text, build_paragraph

STATUS_STYLE = {"finalized": "green", "force_finalized": "yellow", "failed": "red", "cancelled": "magenta"}


def render_finalized(event: ProposalFinalized, context: NarrationContext) -> RenderedEvent:
    """Render an agreement: rounds and summary in the headline, participants and plan below.

    The context must include the earlier events: participants of theirs who are not in the plan are shown as gone.
    """
    rounds_taken = _rounds_taken(event.rounds_taken, context)
    head = [(context.localize("达成一致", "Agreed"), "bold green"), rounds_taken, f"  {event.summary}"]
    return build_paragraph(
        "★", "bold green", head, [*_participant_lines(event, context), *plan_lines(event.final_proposal, context)]
    )


def render_force_finalized(event: ForceFinalized, context: NarrationContext) -> RenderedEvent:
    """Render a forced plan: rounds and summary in the headline; participants, plan and suggested compromise below.

    Participants who accepted are confirmed, the others optional. The context must include the earlier events:
    participants of theirs who are in neither group are shown as gone.
    """
    head = [
        (context.localize("勉强成案", "Forced through"), "bold yellow"),
        _rounds_taken(event.rounds_taken, context),
        f"  {event.final_proposal.summary}",
        fallback_mark(context, fallback=event.fallback),
    ]
    suggestion = _compromise_lines(event.compromise_suggestion, context)
    below = [*_participant_lines(event, context), *plan_lines(event.final_proposal, context), *suggestion]
    return build_paragraph("☆", "bold yellow", head, below)


def render_failure(event: NegotiationFailed, context: NarrationContext) -> RenderedEvent:
    """Render a failure: reason, acceptance rate and error code in the headline, the proposed compromise below."""
    chinese = context.language == "zh"
    reason = find_label(REASON_LABELS, event.reason, chinese=chinese)
    detail = f" — {find_label(DETAIL_LABELS, event.detail, chinese=chinese)}" if event.detail else ""
    rate = "" if event.accept_rate is None else f" · {format_percent(event.accept_rate)}"
    head = [
        (context.localize("未能达成", "No agreement"), "bold red"),
        _rounds_taken(event.rounds_taken, context),
        f"  {reason}{detail}{rate}",
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
    none = context.localize("没有缺口，方案完整", "Nothing is missing")
    some = context.localize(f"还缺 {count} 项", f"{count} {'gap' if count == 1 else 'gaps'} left")
    head = [(some if count else none, "bold" if count else ""), fallback_mark(context, fallback=event.fallback)]
    return build_paragraph("◌", "magenta", head, gap_lines(event.gaps, context))


def render_subnet_start(event: SubnetTriggered, context: NarrationContext) -> RenderedEvent:
    """Render the start of a subnet, a negotiation for one gap: the gap and the sub-demand in the headline."""
    title = context.localize(f"为「{event.gap_type}」开一个子协商", f"A subnet for “{event.gap_type}”")
    return build_paragraph("↳", "magenta", [(title, "bold magenta"), f"  {event.sub_demand}"])


def render_subnet_result(event: SubnetCompleted, context: NarrationContext) -> RenderedEvent:
    """Render the end of a subnet: gap and status in the headline.

    If agents joined, their names and the plan's new version are below.
    """
    status = find_label(STATUS_LABELS, event.status, chinese=context.language == "zh")
    head = [
        (context.localize(f"子协商「{event.gap_type}」", f"Subnet “{event.gap_type}”"), "bold magenta"),
        (f"  {status}", STATUS_STYLE[event.status]),
    ]
    names = context.display_names(event.participants)
    joins = context.localize(
        f"{names} 加入，方案成为 v{event.proposal.version}",
        f"{names} joined; the plan is now v{event.proposal.version}",
    )
    return build_paragraph("↲", "magenta", head, [assemble_text(joins) if event.participants else None])


def render_cancellation(event: DemandCancelled, context: NarrationContext) -> RenderedEvent:
    """Render the cancellation of the demand as one headline: who cancelled it, and the reason if one was given."""
    reason = context.localize(f"：{event.reason}", f": {event.reason}") if event.reason else ""
    head = context.localize(f"{event.cancelled_by} 取消了需求{reason}", f"Cancelled by {event.cancelled_by}{reason}")
    return build_paragraph("■", "magenta", [(head, "magenta")])


def render_closure(event: DemandClosed, context: NarrationContext) -> RenderedEvent:
    """Render the end of the demand as one headline: status, rounds, model calls, tokens, cost (USD), duration (s)."""
    status = find_label(STATUS_LABELS, event.status, chinese=context.language == "zh")
    totals = event.totals
    tokens = totals.input_tokens + totals.output_tokens
    duration_s, cost = f"{totals.duration_ms / 1000:.1f}", f"${totals.cost_usd:.4f}" if totals.cost_usd else "$0"
    fallbacks = f"{totals.fallback_calls} stand-in{'' if totals.fallback_calls == 1 else 's'}"
    calls = f"{totals.model_calls} model call{'' if totals.model_calls == 1 else 's'} ({fallbacks})"
    facts = context.localize(
        f"{event.rounds} 轮 · {totals.model_calls} 次模型调用（{totals.fallback_calls} 次备用答复）"
        f" · {tokens:,} 词元 · {cost} · {duration_s} 秒",
        f"{_count_rounds(event.rounds)} · {calls} · {tokens:,} tokens · {cost} · {duration_s} s",
    )
    head = [
        (context.localize("结束", "Closed"), "bold"),
        "  ",
        (status, f"bold {STATUS_STYLE[event.status]}"),
        f"  {facts}",
    ]
    return build_paragraph("■", STATUS_STYLE[event.status], head)


def _rounds_taken(rounds: int, context: NarrationContext) -> str:
    if rounds == 0:
        return context.localize("（还没有方案）", " before there was a plan")
    return context.localize(f"（用了 {rounds} 轮）", f" after {_count_rounds(rounds)}")


def _count_rounds(count: int) -> str:
    return f"{count} {'round' if count == 1 else 'rounds'}"


def _participant_lines(event: ProposalFinalized | ForceFinalized, context: NarrationContext) -> Iterator[Text]:
    """Yield the confirmed, optional and departed participants."""
    confirmed, optional = event.confirmed_participants, event.optional_participants
    departed = context.participants.get(event.channel_id, NO_AGENTS) - {*confirmed, *optional}
    yield assemble_text((context.localize("确认  ", "confirmed  "), "green"), context.display_names(confirmed))
    if optional:
        yield assemble_text((context.localize("待定  ", "optional  "), "yellow"), context.display_names(optional))
    if departed:
        yield assemble_text((context.localize("离开  ", "gone  "), "red"), context.display_names(departed))


def _compromise_lines(suggestion: str, context: NarrationContext) -> Iterator[Text]:
    if suggestion:
        yield assemble_text((context.localize("折中建议  ", "compromise  "), "bold"), suggestion)


def _compromise_proposal_lines(proposal: CompromiseProposal, context: NarrationContext) -> Iterator[Text]:
    for participant in proposal.participants:
        yield assemble_text(
            (context.localize("仍可  ", "still possible  "), "green"),
            f"{context.display_name(participant.agent_id)}  {participant.can}",
        )
    if proposal.missing:
        yield assemble_text((context.localize("还缺  ", "missing  "), "magenta"), context.join_texts(proposal.missing))
    for relaxation in proposal.relax:
        values = " → ".join(filter(None, (relaxation.from_, relaxation.to)))
        change = f"{relaxation.aspect}  {values}" if values else relaxation.aspect
        yield assemble_text((context.localize("可放宽  ", "could be relaxed  "), "cyan"), change)
    for alternative in proposal.alternatives:
        yield assemble_text((context.localize("也可以  ", "or  "), "cyan"), alternative)
