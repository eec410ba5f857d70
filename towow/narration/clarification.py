"""Renderers of the requester's part: question, answer, revision."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError
from rich.text import Text

from negotiation.contracts.clarification_events import DemandRevised, OptionText, QuestionAnswered, QuestionOpened
from negotiation.contracts.demand import DemandLimits, FieldChange
from negotiation.understanding.day_ranges import shorten_days
from negotiation.understanding.derived_fields import format_money
from towow.narration.context import NarrationContext
from towow.narration.rendered_event import RenderedEvent, assemble_text, build_paragraph


def render_question(event: QuestionOpened, context: NarrationContext) -> RenderedEvent:
    """Render a question to the requester: its text in the headline, a line for each option and the deadline below.

    One about a limit has a line with the words of the demand that state it, if they are known. The deadline is left out
    if it is already there: then nobody is asked, and the default is taken at once.
    """
    is_awaited = context.instant_ms is None or event.until > context.instant_ms
    until = context.text("question.until", until=context.local_time(event.until)) if is_awaited else None
    words = context.words_of_limit(event.channel_id, event.aspect)
    below = [
        *([context.labelled_line("line.demand_words", "dim", words)] if words else ()),
        *(_option_line(option, context, is_default=option.id == event.default) for option in event.options),
        *([assemble_text((until, "dim"))] if until else ()),
    ]
    return build_paragraph("?", "bold cyan", [(context.text("question.asked"), "bold"), "  ", event.text], below)


def render_answer(event: QuestionAnswered, context: NarrationContext) -> RenderedEvent:
    """Render the answer to a question as one headline: who or what answered, and the option or the words.

    The answer about a limit names the limit first, since several questions can be open.

    The context must include the question, which has the text of the option.
    """
    given = event.text or context.option_text(event.question_id, event.option)
    if given is None:
        return build_paragraph("!", "cyan", [(context.text("answer.changed"), "bold")])
    key = "answer.person" if event.answered_by == "person" else "answer.timeout"
    aspect = context.aspects.get(event.question_id)
    answer = context.label(f"aspect.{aspect}") + context.after_colon(given) if aspect else given
    return build_paragraph("!", "cyan", [(context.text(key), "bold"), "  ", answer])


def render_revision(event: DemandRevised, context: NarrationContext) -> RenderedEvent:
    """Render a change of the understanding: who changed it in the headline; each field before and after below.

    Fields that are derived from others are left out. Without a change it says whether the requester goes on or invites.
    """
    head = context.text("revised.user" if event.changed_by == "user" else "revised.answer")
    lines = [_change_line(change, context) for change in event.changes if change.field in VALUE_TEXTS]
    unchanged = None if lines else context.text("revised.nothing")
    is_over = event.review_until is None and not context.open_questions
    if event.changed_by == "user" and not event.changes and is_over:
        head, unchanged = context.text("revised.go"), None
    return build_paragraph("✎", "cyan", [(head, "bold"), unchanged and f"  {unchanged}"], lines)


def _option_line(option: OptionText, context: NarrationContext, *, is_default: bool) -> Text:
    mark = context.in_brackets(context.text("question.default")) if is_default else None
    return assemble_text(f"{option.id}  ", option.text, mark and (mark, "dim"))


def _change_line(change: FieldChange, context: NarrationContext) -> Text:
    before, after = (_value_text(change.field, value, context) for value in (change.before, change.after))
    return context.labelled_line(f"field.{change.field}", "dim", f"{before} → ", (after, "cyan"))


def _value_text(field: str, value: Any, context: NarrationContext) -> str:
    try:
        text = VALUE_TEXTS[field](value, context)
    except (TypeError, KeyError, AttributeError, ValidationError):  # as a newer program may write it
        text = str(value)
    return text or context.text("nothing")


def _needs_text(needs: list[dict[str, Any]], context: NarrationContext) -> str:
    return context.join_texts(
        f"{need['need']} ×{need['count']}" if need.get("count", 1) > 1 else need["need"] for need in needs
    )


def _parts_text(parts: list[dict[str, Any]], context: NarrationContext) -> str:
    return context.join_texts(part["text"] for part in parts)


def _limits_text(value: dict[str, Any], context: NarrationContext) -> str:
    limits = DemandLimits.model_validate(value)
    people, days = limits.people, [context.label(f"day.{day}") for day in limits.not_on]
    count = "" if people is None else str(people.min) if people.min == people.max else f"{people.min}–{people.max}"
    texts = [
        limits.place,
        *shorten_days(limits.dates),
        *(context.text(f"weekday.{day}") for day in limits.weekdays),
        context.text("not_on", days=context.join_texts(days)) if days else None,
        limits.hours,
        context.text("people", people=count) if people else None,
        format_money(limits.budget, context.language) if limits.budget else None,
        limits.language,
    ]
    return context.join_texts(filter(None, texts))


def _register_text(value: str, context: NarrationContext) -> str:
    return context.label(f"register.{value}")


VALUE_TEXTS: Mapping[str, Callable[[Any, NarrationContext], str]] = {
    "needs": _needs_text,
    "limits": _limits_text,
    "preferences": lambda texts, context: context.join_texts(texts),
    "not_wanted": _parts_text,
    "not_understood": _parts_text,
    "register": _register_text,
    "title": lambda text, _: text,
}
"""Text of a field's value, for the fields that a person can change or sees; the others follow from them."""
