"""Renderers of the answers to an invitation: offers, declines, negotiation points (TW-205, TW-213)."""

from rich.text import Text

from negotiation.contracts.events import NegotiationPointRaised, OfferSubmitted
from towow.narration.context import NarrationContext
from towow.narration.invitation import answered_by_mark, fallback_mark
from towow.narration.rendered_event import RenderedEvent, assemble_text, build_paragraph
from towow.narration.term_text import format_terms

OFFER_SIGNS = {"participate": ("✔", "green"), "conditional": ("◐", "yellow"), "decline": ("✘", "red")}


def render_offer(event: OfferSubmitted, context: NarrationContext) -> RenderedEvent:
    """Render an agent's offer: decision and contribution, or reason to decline, in the headline.

    Below: a line per condition, one with the terms that neither headline nor conditions have, and the reasoning unless
    the headline has the same text.
    """
    sign, style = OFFER_SIGNS[event.decision]
    statement = event.contribution if event.decision != "decline" else event.decline_reason or event.reasoning
    head = [
        (context.display_name(event.agent_id), "bold"),
        " ",
        (context.text(f"offer.{event.decision}"), style),
        context.text("late") if event.late else None,
        context.after_colon(statement),
        answered_by_mark(context, event.answered_by),
        fallback_mark(context, fallback=event.fallback),
    ]
    return build_paragraph(sign, style, head, _reason_lines(event, context))


def render_negotiation_point(event: NegotiationPointRaised, context: NarrationContext) -> RenderedEvent:
    """Render one negotiation point as one headline: agent, aspect and request.

    Old and new value are added if there is a new one that the request's text does not contain, then the terms that are
    in none of these.
    """
    about = context.text("the_plan") if event.bargain_type == "proposal" else event.bargain_type
    head = [
        (context.display_name(event.agent_id), "bold"),
        (context.text("bargains", aspect=about), "yellow"),
        event.content,
        _value_change(event, context),
        context.in_brackets(format_terms(event.terms, context, (event.content, event.desired_value))),
    ]
    return build_paragraph("  ⇄", "yellow", head)


def _reason_lines(event: OfferSubmitted, context: NarrationContext) -> list[Text | None]:
    declines = event.decision == "decline"
    said = (event.contribution, *event.conditions)
    terms = "" if declines else format_terms(event.terms, context, said)
    reasoning = event.reasoning if not (declines and event.decline_reason in (None, event.reasoning)) else ""
    return [
        *(context.labelled_line("line.condition", "yellow", condition) for condition in event.conditions),
        context.labelled_line("line.terms", "dim", terms) if terms else None,
        assemble_text((reasoning, "dim")) if reasoning and reasoning != event.contribution else None,
    ]


def _value_change(event: NegotiationPointRaised, context: NarrationContext) -> str | None:
    """Return old and new value, unless the point's text contains the new one."""
    if not event.desired_value or event.desired_value in event.content:
        return None
    current = f"{event.current_value} → " if event.current_value else ""
    return context.in_brackets(f"{current}{event.desired_value}")
