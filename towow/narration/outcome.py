"""How the end is told: the outcome and who is in, the compromise, gaps and subnets, cancel, totals (TW-210…216)."""

from collections.abc import Iterator

from rich.text import Text

from negotiation.contracts.compromise import CompromiseProposal
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
from towow.narration.context import NOBODY, NarrationContext, percent
from towow.narration.invitation import stand_in
from towow.narration.labels import DETAIL, REASON, STATUS, label
from towow.narration.paragraph import RenderedEvent, paragraph, text
from towow.narration.proposal import described, gaps

STATUS_STYLE = {"finalized": "green", "force_finalized": "yellow", "failed": "red", "cancelled": "magenta"}


def finalized(event: ProposalFinalized, scene: NarrationContext) -> RenderedEvent:
    """Agreed: with whom, on what."""
    taken = _taken(event.rounds_taken, scene)
    head = [(scene.localized("达成一致", "Agreed"), "bold green"), taken, f"  {event.summary}"]
    return paragraph("★", "bold green", head, [*_people(event, scene), *described(event.final_proposal, scene)])


def forced(event: ForceFinalized, scene: NarrationContext) -> RenderedEvent:
    """Forced through with those who accept; the rest is optional."""
    head = [
        (scene.localized("勉强成案", "Forced through"), "bold yellow"),
        _taken(event.rounds_taken, scene),
        f"  {event.final_proposal.summary}",
        stand_in(scene, fallback=event.fallback),
    ]
    suggestion = _compromise(event.compromise_suggestion, scene)
    below = [*_people(event, scene), *described(event.final_proposal, scene), *suggestion]
    return paragraph("☆", "bold yellow", head, below)


def failed(event: NegotiationFailed, scene: NarrationContext) -> RenderedEvent:
    """Not agreed: why, and what can be done all the same."""
    chinese = scene.language == "zh"
    reason = label(REASON, event.reason, chinese=chinese)
    detail = f" — {label(DETAIL, event.detail, chinese=chinese)}" if event.detail else ""
    rate = "" if event.accept_rate is None else f" · {percent(event.accept_rate)}"
    head = [
        (scene.localized("未能达成", "No agreement"), "bold red"),
        _taken(event.rounds_taken, scene),
        f"  {reason}{detail}{rate}",
        (f" [{event.error_code}]", "dim") if event.error_code else None,
        stand_in(scene, fallback=event.fallback),
    ]
    below = [*_compromise(event.compromise_suggestion, scene), *_possible(event.compromise_proposal, scene)]
    return paragraph("✖", "bold red", head, below)


def identified(event: GapIdentified, scene: NarrationContext) -> RenderedEvent:
    """What the agreed plan still lacks."""
    count = len(event.gaps)
    none = scene.localized("没有缺口，方案完整", "Nothing is missing")
    some = scene.localized(f"还缺 {count} 项", f"{count} {'gap' if count == 1 else 'gaps'} left")
    head = [(some if count else none, "bold" if count else ""), stand_in(scene, fallback=event.fallback)]
    return paragraph("◌", "magenta", head, gaps(event.gaps, scene))


def triggered(event: SubnetTriggered, scene: NarrationContext) -> RenderedEvent:
    """A negotiation of its own for one gap."""
    opens = scene.localized(f"为「{event.gap_type}」开一个子协商", f"A subnet for “{event.gap_type}”")
    return paragraph("↳", "magenta", [(opens, "bold magenta"), f"  {event.sub_demand}"])


def completed(event: SubnetCompleted, scene: NarrationContext) -> RenderedEvent:
    """What a subnet brought."""
    status = label(STATUS, event.status, chinese=scene.language == "zh")
    head = [
        (scene.localized(f"子协商「{event.gap_type}」", f"Subnet “{event.gap_type}”"), "bold magenta"),
        (f"  {status}", STATUS_STYLE[event.status]),
    ]
    who = scene.people(event.participants)
    joins = scene.localized(
        f"{who} 加入，方案成为 v{event.proposal.version}", f"{who} joined; the plan is now v{event.proposal.version}"
    )
    return paragraph("↲", "magenta", head, [text(joins) if event.participants else None])


def cancelled(event: DemandCancelled, scene: NarrationContext) -> RenderedEvent:
    """Somebody stopped it."""
    why = scene.localized(f"：{event.reason}", f": {event.reason}") if event.reason else ""
    head = scene.localized(f"{event.cancelled_by} 取消了需求{why}", f"Cancelled by {event.cancelled_by}{why}")
    return paragraph("■", "magenta", [(head, "magenta")])


def closed(event: DemandClosed, scene: NarrationContext) -> RenderedEvent:
    """The end, and what it took."""
    status = label(STATUS, event.status, chinese=scene.language == "zh")
    totals = event.totals
    tokens = totals.input_tokens + totals.output_tokens
    took, cost = f"{totals.duration_ms / 1000:.1f}", f"${totals.cost_usd:.4f}" if totals.cost_usd else "$0"
    stand_ins = f"{totals.fallback_calls} stand-in{'' if totals.fallback_calls == 1 else 's'}"
    calls = f"{totals.model_calls} model call{'' if totals.model_calls == 1 else 's'} ({stand_ins})"
    facts = scene.localized(
        f"{event.rounds} 轮 · {totals.model_calls} 次模型调用（{totals.fallback_calls} 次备用答复）"
        f" · {tokens:,} 词元 · {cost} · {took} 秒",
        f"{_rounds(event.rounds)} · {calls} · {tokens:,} tokens · {cost} · {took} s",
    )
    head = [
        (scene.localized("结束", "Closed"), "bold"),
        "  ",
        (status, f"bold {STATUS_STYLE[event.status]}"),
        f"  {facts}",
    ]
    return paragraph("■", STATUS_STYLE[event.status], head)


def _taken(rounds: int, scene: NarrationContext) -> str:
    if rounds == 0:
        return scene.localized("（还没有方案）", " before there was a plan")
    return scene.localized(f"（用了 {rounds} 轮）", f" after {_rounds(rounds)}")


def _rounds(count: int) -> str:
    return f"{count} {'round' if count == 1 else 'rounds'}"


def _people(event: ProposalFinalized | ForceFinalized, scene: NarrationContext) -> Iterator[Text]:
    """Who is confirmed, who may join, who is gone."""
    sure, perhaps = event.confirmed_participants, event.optional_participants
    gone = scene.aboard.get(event.channel_id, NOBODY) - {*sure, *perhaps}
    yield text((scene.localized("确认  ", "confirmed  "), "green"), scene.people(sure))
    if perhaps:
        yield text((scene.localized("待定  ", "optional  "), "yellow"), scene.people(perhaps))
    if gone:
        yield text((scene.localized("离开  ", "gone  "), "red"), scene.people(gone))


def _compromise(suggestion: str, scene: NarrationContext) -> Iterator[Text]:
    if suggestion:
        yield text((scene.localized("折中建议  ", "compromise  "), "bold"), suggestion)


def _possible(proposal: CompromiseProposal, scene: NarrationContext) -> Iterator[Text]:
    for one in proposal.participants:
        yield text((scene.localized("仍可  ", "still possible  "), "green"), f"{scene.name(one.agent_id)}  {one.can}")
    if proposal.missing:
        yield text((scene.localized("还缺  ", "missing  "), "magenta"), scene.listed(proposal.missing))
    for easier in proposal.relax:
        values = " → ".join(filter(None, (easier.from_, easier.to)))
        shown = f"{easier.aspect}  {values}" if values else easier.aspect
        yield text((scene.localized("可放宽  ", "could be relaxed  "), "cyan"), shown)
    for other in proposal.alternatives:
        yield text((scene.localized("也可以  ", "or  "), "cyan"), other)
