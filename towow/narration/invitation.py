"""Renderers of the first events: demand, understanding, candidates, invitations (TW-201…204)."""

from rich.text import Text

from negotiation.contracts.candidate import Candidate, OmittedAgent
from negotiation.contracts.demand import DemandContext, DemandLimits
from negotiation.contracts.events import (
    ChannelCreated,
    DemandBroadcast,
    DemandSubmitted,
    DemandUnderstoodEvent,
    FilterCompleted,
)
from negotiation.contracts.person_answer import AnsweredBy
from negotiation.contracts.weekdays import WEEKDAYS
from towow.narration.context import NarrationContext
from towow.narration.rendered_event import RenderedEvent, assemble_text, build_paragraph


def render_submission(event: DemandSubmitted, context: NarrationContext) -> RenderedEvent:
    """Render the submitted demand: its text in the headline; requester, id, model and limits in a line below."""
    budget = event.limits.budget_tokens
    facts = [
        event.user_id,
        event.demand_id,
        context.label(f"model.{event.model}"),
        context.text("max_rounds", max_rounds=event.limits.max_rounds),
        context.text("budget", tokens=budget) if budget else None,
        context.text("private") if event.visibility == "private" else None,
    ]
    below = assemble_text((" · ".join(filter(None, facts)), "dim"))
    return build_paragraph("●", "bold cyan", [(context.text("demand"), "bold"), "  ", event.raw_input], [below])


def render_understanding(event: DemandUnderstoodEvent, context: NarrationContext) -> RenderedEvent:
    """Render the understanding: demand and confidence in the headline; skills, context, motive, preferences below."""
    confidence = context.text("confidence", confidence=context.label(f"confidence.{event.confidence}"))
    deep_understanding = event.deep_understanding
    wishes = deep_understanding.likely_preferences
    below = [
        _optional_line(context, "line.needs", context.join_texts(_needs(event))),
        _optional_line(context, "line.given", _context_text(event.context, context)),
        _optional_line(context, "line.days", context.join_texts(_days(event.limits, context))),
        _optional_line(context, "line.not_wanted", context.join_texts([each.text for each in event.not_wanted])),
        _optional_line(
            context, "line.not_understood", context.join_texts([each.text for each in event.not_understood])
        ),
        _optional_line(context, "line.motive", deep_understanding.motivation),
        _optional_line(context, "line.wishes", context.join_texts(wishes)),
    ]
    head = [
        (context.text("understood"), "bold"),
        "  ",
        event.surface_demand,
        (confidence, "dim"),
        fallback_mark(context, fallback=event.fallback),
    ]
    return build_paragraph("◇", "cyan", head, below)


def _needs(event: DemandUnderstoodEvent) -> list[str]:
    """Return the needs in the requester's words, with counts above 1; the tags in a log of the last release."""
    return [need.need if need.count == 1 else f"{need.need} × {need.count}" for need in event.needs] or list(
        event.capability_tags
    )


def _days(limits: DemandLimits, context: NarrationContext) -> list[str]:
    """Return the allowed days of the week, the time of day, and the days that are ruled out."""
    allowed = [context.label(f"weekday.{WEEKDAYS[day]}") for day in limits.weekdays]
    excluded = [context.label(f"weekday.{day}") if day in WEEKDAYS else day for day in limits.not_on]
    return [*allowed, *filter(None, (limits.hours,)), *(context.text("except_day", day=day) for day in excluded)]


def render_candidates(event: FilterCompleted, context: NarrationContext) -> RenderedEvent:
    """Render the candidates: their number in the headline; a line for each with name, score and reason below.

    The last line says who could meet what no candidate meets, and why nobody invited them.
    """
    head = [
        (context.text("candidates", count=event.candidates_count), "bold"),
        context.text("asked_twice") if event.calls > 1 else None,
        _filter_fallback_mark(event, context),
        (context.text("by_words_only"), "yellow") if event.by_words_only else None,
    ]
    omitted = context.join_texts(_omission_text(agent, context) for agent in event.omitted)
    below = [
        *(_candidate_line(candidate, context) for candidate in event.candidates),
        _optional_line(context, "line.omitted", omitted),
    ]
    return build_paragraph("◇", "cyan", head, below)


def render_channel(event: ChannelCreated, context: NarrationContext) -> RenderedEvent:
    """Render the creation of the channel as one headline: number of invited agents and maximum number of rounds."""
    head = context.text("channel_open", count=event.participants_count, max_rounds=event.max_rounds)
    return build_paragraph("·", "dim", [(head, "dim")])


def render_broadcast(event: DemandBroadcast, context: NarrationContext) -> RenderedEvent:
    """Render the invitations as one headline: names of the invited agents and the deadline as local time."""
    names = context.display_names(event.invited_agents)
    head = context.text("invitations_sent", names=names, until=context.local_time(event.deadline))
    return build_paragraph("·", "dim", [(head, "dim")])


def fallback_mark(context: NarrationContext, *, fallback: bool) -> tuple[str, str] | None:
    """Return the mark (text, style) of an answer by fixed rules, not by a model (TWC-27), if `fallback`; else None."""
    return (context.text("stand_in"), "yellow") if fallback else None


def answered_by_mark(context: NarrationContext, answered_by: AnsweredBy | None) -> tuple[str, str] | None:
    """Return the mark (text, style) of an answer that a person was asked for; None if nobody was asked.

    It says whether the person answered or, after the deadline, the agent.
    """
    match answered_by:
        case "person":
            return context.text("in_person"), "cyan"
        case "agent":
            return context.text("for_person"), "dim"
        case None:
            return None


def _filter_fallback_mark(event: FilterCompleted, context: NarrationContext) -> tuple[str, str] | None:
    """Return the mark of a fallback choice: the model named nobody twice, or did not answer."""
    if event.fallback and event.calls > 1:
        return context.text("named_nobody"), "yellow"
    return fallback_mark(context, fallback=event.fallback)


def _candidate_line(candidate: Candidate, context: NarrationContext) -> Text:
    random = context.text("stand_in_choice") if candidate.is_fallback else ""
    return assemble_text(
        (context.display_name(candidate.agent_id), "bold"),
        (f" {candidate.relevance_score}{random}", "cyan"),
        (f"  {candidate.reason}" if candidate.reason else "", "dim"),
    )


def _omission_text(agent: OmittedAgent, context: NarrationContext) -> str:
    return context.text(f"omitted.{agent.reason}", name=agent.display_name, km=agent.distance_km or 0)


def _optional_line(context: NarrationContext, key: str, content: str) -> Text | None:
    return context.labelled_line(key, "dim", content) if content else None


def _context_text(given: DemandContext, context: NarrationContext) -> str:
    attendees = given.expected_attendees
    people = None if attendees is None else context.text("people", people=attendees)
    return context.join_texts(filter(None, (given.location, people, given.date, given.budget)))
