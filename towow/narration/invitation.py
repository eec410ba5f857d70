"""How the beginning is told: the demand, what was understood of it, who is invited (TW-201…204)."""

from rich.text import Text

from negotiation.contracts.candidate import Candidate
from negotiation.contracts.demand import DemandContext
from negotiation.contracts.events import (
    ChannelCreated,
    DemandBroadcast,
    DemandSubmitted,
    DemandUnderstoodEvent,
    FilterCompleted,
)
from negotiation.contracts.person_answer import AnsweredBy
from towow.narration.context import NarrationContext
from towow.narration.labels import CONFIDENCE, MODEL, label
from towow.narration.paragraph import RenderedEvent, paragraph, text


def submitted(event: DemandSubmitted, scene: NarrationContext) -> RenderedEvent:
    """Who wants what."""
    chinese = scene.language == "zh"
    budget = event.limits.budget_tokens
    facts = [
        event.user_id,
        event.demand_id,
        label(MODEL, event.model, chinese=chinese),
        scene.localized(f"最多 {event.limits.max_rounds} 轮", f"at most {event.limits.max_rounds} rounds"),
        scene.localized(f"预算 {budget:,} 词元", f"budget {budget:,} tokens") if budget else None,
        scene.localized("不公开", "private") if event.visibility == "private" else None,
    ]
    below = text((" · ".join(filter(None, facts)), "dim"))
    return paragraph("●", "bold cyan", [(scene.localized("需求", "Demand"), "bold"), "  ", event.raw_input], [below])


def understood(event: DemandUnderstoodEvent, scene: NarrationContext) -> RenderedEvent:
    """What ToWow makes of it: wishes, place, numbers, motive."""
    sure = label(CONFIDENCE, event.confidence, chinese=scene.language == "zh")
    deep = event.deep_understanding
    wishes = deep.likely_preferences
    below = [
        _labelled(scene.localized("需要", "needs"), scene.listed(event.capability_tags)),
        _labelled(scene.localized("条件", "given"), _context(event.context, scene)),
        _labelled(scene.localized("动机", "motive"), deep.motivation),
        _labelled(scene.localized("偏好", "likely wishes"), scene.listed(wishes)),
    ]
    head = [
        (scene.localized("理解", "Understood"), "bold"),
        "  ",
        event.surface_demand,
        (scene.localized(f"（把握：{sure}）", f" (confidence: {sure})"), "dim"),
        stand_in(scene, fallback=event.fallback),
    ]
    return paragraph("◇", "cyan", head, below)


def chosen(event: FilterCompleted, scene: NarrationContext) -> RenderedEvent:
    """Who fits, how well, and why."""
    count = event.candidates_count
    head = [
        (
            scene.localized(f"找到 {count} 位候选人", f"{count} {'candidate' if count == 1 else 'candidates'} found"),
            "bold",
        ),
        scene.localized("（问了两次）", " (asked twice)") if event.calls > 1 else None,
        _stand_in_choice(event, scene),
    ]
    return paragraph("◇", "cyan", head, [_candidate(candidate, scene) for candidate in event.candidates])


def created(event: ChannelCreated, scene: NarrationContext) -> RenderedEvent:
    """The channel opens."""
    count, most = event.participants_count, event.max_rounds
    chinese = f"频道已建立：邀请 {count} 位，最多 {most} 轮"
    english = f"Channel open: {count} invited, at most {most} rounds"
    return paragraph("·", "dim", [(scene.localized(chinese, english), "dim")])


def broadcast(event: DemandBroadcast, scene: NarrationContext) -> RenderedEvent:
    """The invitations are out."""
    names = scene.people(event.invited_agents)
    until = scene.clock(event.deadline)
    chinese = f"邀请已发给 {names}，等待答复至 {until}"
    english = f"Invitations sent to {names}; answers are awaited until {until}"
    return paragraph("·", "dim", [(scene.localized(chinese, english), "dim")])


def stand_in(scene: NarrationContext, *, fallback: bool) -> tuple[str, str] | None:
    """The mark of an answer that no model gave (TWC-27)."""
    return (
        (scene.localized(" ［备用答复，未经模型］", " [stand-in: no model answered]"), "yellow") if fallback else None
    )


def in_person(scene: NarrationContext, by: AnsweredBy | None) -> tuple[str, str] | None:
    """The mark of an answer that a person was waited for: they gave it themselves, or their agent at last."""
    match by:
        case "person":
            return scene.localized(" ［本人］", " [in person]"), "cyan"
        case "agent":
            return scene.localized(
                " ［本人未答，智能体代答］", " [the person did not answer, so the agent does]"
            ), "dim"
        case None:
            return None


def _stand_in_choice(event: FilterCompleted, scene: NarrationContext) -> tuple[str, str] | None:
    """Why others chose: the model named nobody when asked twice, or it did not answer at all."""
    if event.fallback and event.calls > 1:
        return scene.localized(" ［模型没有选出人，改为备选］", " [stand-in: the model named nobody]"), "yellow"
    return stand_in(scene, fallback=event.fallback)


def _candidate(candidate: Candidate, scene: NarrationContext) -> Text:
    random = scene.localized("（备选）", " (stand-in choice)") if candidate.is_fallback else ""
    return text(
        (scene.name(candidate.agent_id), "bold"),
        (f" {candidate.relevance_score}{random}", "cyan"),
        (f"  {candidate.reason}" if candidate.reason else "", "dim"),
    )


def _labelled(label: str, content: str) -> Text | None:
    return text((f"{label}  ", "dim"), content) if content else None


def _context(context: DemandContext, scene: NarrationContext) -> str:
    people = context.expected_attendees
    return scene.listed(
        filter(
            None,
            [
                context.location,
                None if people is None else scene.localized(f"{people} 人", f"{people} people"),
                context.date,
                context.budget,
            ],
        )
    )
