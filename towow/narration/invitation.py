"""Renderers of the first events: demand, understanding, candidates, invitations (TW-201…204)."""

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
from towow.narration.labels import CONFIDENCE_LABELS, MODEL_LABELS, find_label
from towow.narration.rendered_event import RenderedEvent, assemble_text, build_paragraph


def render_submission(event: DemandSubmitted, context: NarrationContext) -> RenderedEvent:
    """Render the submitted demand: its text in the headline; requester, id, model and limits in a line below."""
    chinese = context.language == "zh"
    budget = event.limits.budget_tokens
    facts = [
        event.user_id,
        event.demand_id,
        find_label(MODEL_LABELS, event.model, chinese=chinese),
        context.localize(f"最多 {event.limits.max_rounds} 轮", f"at most {event.limits.max_rounds} rounds"),
        context.localize(f"预算 {budget:,} 词元", f"budget {budget:,} tokens") if budget else None,
        context.localize("不公开", "private") if event.visibility == "private" else None,
    ]
    below = assemble_text((" · ".join(filter(None, facts)), "dim"))
    return build_paragraph(
        "●", "bold cyan", [(context.localize("需求", "Demand"), "bold"), "  ", event.raw_input], [below]
    )


def render_understanding(event: DemandUnderstoodEvent, context: NarrationContext) -> RenderedEvent:
    """Render the understanding: demand and confidence in the headline; skills, context, motive, preferences below."""
    confidence = find_label(CONFIDENCE_LABELS, event.confidence, chinese=context.language == "zh")
    deep_understanding = event.deep_understanding
    wishes = deep_understanding.likely_preferences
    below = [
        _labelled_line(context.localize("需要", "needs"), context.join_texts(event.capability_tags)),
        _labelled_line(context.localize("条件", "given"), _context_text(event.context, context)),
        _labelled_line(context.localize("动机", "motive"), deep_understanding.motivation),
        _labelled_line(context.localize("偏好", "likely wishes"), context.join_texts(wishes)),
    ]
    head = [
        (context.localize("理解", "Understood"), "bold"),
        "  ",
        event.surface_demand,
        (context.localize(f"（把握：{confidence}）", f" (confidence: {confidence})"), "dim"),
        fallback_mark(context, fallback=event.fallback),
    ]
    return build_paragraph("◇", "cyan", head, below)


def render_candidates(event: FilterCompleted, context: NarrationContext) -> RenderedEvent:
    """Render the candidates: their number in the headline; a line for each with name, score and reason below."""
    count = event.candidates_count
    head = [
        (
            context.localize(f"找到 {count} 位候选人", f"{count} {'candidate' if count == 1 else 'candidates'} found"),
            "bold",
        ),
        context.localize("（问了两次）", " (asked twice)") if event.calls > 1 else None,
        _filter_fallback_mark(event, context),
    ]
    return build_paragraph("◇", "cyan", head, [_candidate_line(candidate, context) for candidate in event.candidates])


def render_channel(event: ChannelCreated, context: NarrationContext) -> RenderedEvent:
    """Render the creation of the channel as one headline: number of invited agents and maximum number of rounds."""
    count, max_rounds = event.participants_count, event.max_rounds
    chinese = f"频道已建立：邀请 {count} 位，最多 {max_rounds} 轮"
    english = f"Channel open: {count} invited, at most {max_rounds} rounds"
    return build_paragraph("·", "dim", [(context.localize(chinese, english), "dim")])


def render_broadcast(event: DemandBroadcast, context: NarrationContext) -> RenderedEvent:
    """Render the invitations as one headline: names of the invited agents and the deadline as local time."""
    names = context.display_names(event.invited_agents)
    until = context.local_time(event.deadline)
    chinese = f"邀请已发给 {names}，等待答复至 {until}"
    english = f"Invitations sent to {names}; answers are awaited until {until}"
    return build_paragraph("·", "dim", [(context.localize(chinese, english), "dim")])


def fallback_mark(context: NarrationContext, *, fallback: bool) -> tuple[str, str] | None:
    """Return the mark (text, style) of an answer by fixed rules, not by a model (TWC-27), if `fallback`; else None."""
    return (
        (context.localize(" ［备用答复，未经模型］", " [stand-in: no model answered]"), "yellow") if fallback else None
    )


def answered_by_mark(context: NarrationContext, answered_by: AnsweredBy | None) -> tuple[str, str] | None:
    """Return the mark (text, style) of an answer that a person was asked for; None if nobody was asked.

    It says whether the person answered or, after the deadline, the agent.
    """
    match answered_by:
        case "person":
            return context.localize(" ［本人］", " [in person]"), "cyan"
        case "agent":
            return context.localize(
                " ［本人未答，智能体代答］", " [the person did not answer, so the agent does]"
            ), "dim"
        case None:
            return None


def _filter_fallback_mark(event: FilterCompleted, context: NarrationContext) -> tuple[str, str] | None:
    """Return the mark of a fallback choice: the model named nobody twice, or did not answer."""
    if event.fallback and event.calls > 1:
        return context.localize(" ［模型没有选出人，改为备选］", " [stand-in: the model named nobody]"), "yellow"
    return fallback_mark(context, fallback=event.fallback)


def _candidate_line(candidate: Candidate, context: NarrationContext) -> Text:
    random = context.localize("（备选）", " (stand-in choice)") if candidate.is_fallback else ""
    return assemble_text(
        (context.display_name(candidate.agent_id), "bold"),
        (f" {candidate.relevance_score}{random}", "cyan"),
        (f"  {candidate.reason}" if candidate.reason else "", "dim"),
    )


def _labelled_line(label: str, content: str) -> Text | None:
    return assemble_text((f"{label}  ", "dim"), content) if content else None


def _context_text(given: DemandContext, context: NarrationContext) -> str:
    people = given.expected_attendees
    return context.join_texts(
        filter(
            None,
            [
                given.location,
                None if people is None else context.localize(f"{people} 人", f"{people} people"),
                given.date,
                given.budget,
            ],
        )
    )
