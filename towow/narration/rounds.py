"""How the argument is told: rounds, plans sent round, what each says of them, the count (TW-206…209, TW-214)."""

from negotiation.contracts.events import (
    AgentWithdrawn,
    FeedbackEvaluated,
    ProposalDistributed,
    ProposalFeedbackEvent,
    RoundStarted,
)
from towow.narration.context import NarrationContext, percent
from towow.narration.invitation import in_person, stand_in
from towow.narration.labels import DECISION, ROUND, label
from towow.narration.paragraph import RenderedEvent, paragraph, text
from towow.narration.proposal import changes, described, gaps, unchanged

BAR = 20
"""Columns of the bar that shows the share of accepts."""

MARKS = (10, 16)
"""Where 50 % and 80 % stand in it."""

VERDICT_STYLE = {"finalize": "green", "renegotiate": "yellow", "force_finalize": "yellow", "fail": "red"}


def started(event: RoundStarted, scene: NarrationContext) -> RenderedEvent:
    """Round n of how many, and why there is one."""
    why = label(ROUND, event.reason, chinese=scene.language == "zh")
    last = event.round == event.max_rounds
    chinese = f"第 {event.round}/{event.max_rounds} 轮{'（最后一轮）' if last else ''}"
    english = f"Round {event.round}/{event.max_rounds}{' (the last)' if last else ''}"
    return paragraph("━", "bold blue", [(scene.localized(chinese, english), "bold blue"), (f"  {why}", "dim")])


def distributed(event: ProposalDistributed, scene: NarrationContext) -> RenderedEvent:
    """The plan as it goes out, what changed in it, and to whom it goes."""
    plan, names = event.proposal, scene.people(event.participants)
    if event.resent:
        head = scene.localized(
            f"方案第 {event.version} 版再次发给 {names}", f"Plan version {event.version} sent again to {names}"
        )
        return paragraph("▤", "blue", [head])
    to = scene.localized(f"发给 {names} 征求意见", f"sent to {names}")
    head = [
        (scene.localized(f"方案第 {event.version} 版", f"Plan version {event.version}"), "bold"),
        f"  {plan.summary}",
        stand_in(scene, fallback=bool(event.fallback)),
    ]
    same = unchanged(plan, scene.plan_before(event.channel_id))
    below = [*changes(plan, scene), *described(plan, scene, hidden=same), *gaps(plan.gaps, scene), text((to, "dim"))]
    return paragraph("▤", "blue", head, below)


def answered(event: ProposalFeedbackEvent, scene: NarrationContext) -> RenderedEvent:
    """What one agent says of the plan."""
    sign, style, chinese, english = {
        "accept": ("✔", "green", "接受", "accepts"),
        "negotiate": ("◐", "yellow", "还想改", "wants changes to"),
        "reject": ("✘", "red", "反对", "rejects"),
        "withdraw": ("⇠", "red", "要退出", "wants to leave"),
    }[event.feedback_type]
    # What exactly is wished is told by the bargain that follows directly (INTERFACES § 6).
    head = [
        (scene.name(event.agent_id), "bold"),
        " ",
        (
            scene.localized(
                f"{chinese}方案第 {event.proposal_version} 版", f"{english} plan version {event.proposal_version}"
            ),
            style,
        ),
        scene.localized(f"：{event.reasoning}", f": {event.reasoning}") if event.reasoning else None,
        in_person(scene, event.answered_by),
        stand_in(scene, fallback=event.fallback),
    ]
    wish = event.adjustment_request
    concerns = [concern for concern in event.concerns if concern != wish]
    label = scene.localized("顾虑  ", "concern  ")
    return paragraph(sign, style, head, (text((label, "yellow"), concern) for concern in concerns))


def withdrew(event: AgentWithdrawn, scene: NarrationContext) -> RenderedEvent:
    """Somebody is gone; what an agreed plan lacks then."""
    head = [
        (scene.name(event.agent_id), "bold"),
        " ",
        (scene.localized("退出了协商", "left the negotiation"), "red"),
        scene.localized(f"：{event.reason}", f": {event.reason}") if event.reason else None,
    ]
    return paragraph("⇠", "red", head, gaps(event.proposal.gaps, scene) if event.proposal else ())


def evaluated(event: FeedbackEvaluated, scene: NarrationContext) -> RenderedEvent:
    """The count: the share of accepts between the marks of 50 % and 80 %, and the verdict."""
    verdict = label(DECISION, event.decision, chinese=scene.language == "zh")
    style = VERDICT_STYLE[event.decision]
    number = scene.round(event.channel_id, event.round)
    staying = event.answered - event.withdraws  # what the rate is counted of
    head = [
        (scene.localized(f"{number}结果", f"Result of {number}"), "bold"),
        "  ",
        (scene.localized("接受率 ", "acceptance rate "), "dim"),
        *_bar(event.accept_rate, style),
        "  → ",
        (verdict, f"bold {style}"),
    ]
    counts = scene.localized(
        f"{staying} 份答复中接受 {event.accepts} · 商量 {event.negotiates} · 反对 {event.rejects}"
        f"；退出 {event.withdraws}（不计入） · 未答 {event.silent}（共 {event.sent} 人，50% 以下失败，80% 通过）",
        f"of {staying} answers {event.accepts} accept · {event.negotiates} want changes · {event.rejects} reject;"
        f" {event.withdraws} left (not counted) · {event.silent} silent"
        f" (of {event.sent}; below 50% it fails, from 80% it stands)",
    )
    return paragraph("▣", style, head, [text((counts, "dim"))])


def _bar(rate: float | None, style: str) -> list[tuple[str, str]]:
    if rate is None:
        return [("—", "dim")]
    filled = int(rate * BAR + 1e-9)
    cells = [("┊", "bold") if at in MARKS else ("█" if at < filled else "░", style) for at in range(BAR)]
    return [*cells, (f" {percent(rate)}", f"bold {style}")]
