"""Clarification of a demand with its requester: one question about it, and time to change what was understood.

Only an interactive demand waits, in the status CREATED: first for the answer (awaited input `clarification`, at most
`clarify_timeout` s), then for changes (`review`, `review_timeout` s from the last one). Every other demand takes the
question's default at once. Then the candidates are requested (INTERFACES § 7, *Interactive*).
"""

from typing import Literal

from channel_admin.core import invitation
from channel_admin.core.state import OpenQuestion
from channel_admin.core.transition import Transition
from negotiation.contracts.clarification_events import DemandRevised, OptionText, QuestionAnswered, QuestionOpened
from negotiation.contracts.demand import (
    DemandUnderstanding,
    QuestionOption,
    Span,
    TextSpan,
    UnderstandingChanges,
    UnderstandingQuestion,
)
from negotiation.contracts.events import DemandUnderstoodEvent
from negotiation.contracts.messages import AnswerQuestion, DemandUnderstood, ReviseUnderstanding
from negotiation.understanding.revision import compare_understandings, revise_understanding
from negotiation.understanding.word_account import MAX_WORDS
from shared.core.ids import digest
from shared.core.timestamps import seconds_to_ms

ChangedBy = Literal["user", "answer"]


def record_understanding(transition: Transition, body: DemandUnderstood) -> None:
    """Store the understanding and emit `towow.demand.understood`; the status stays CREATED.

    Then ask its question (`towow.question.asked`), or wait for changes, or send `ChooseCandidates` to the coordinator.
    A second understanding, after an answer in own words, is `towow.demand.revised`; the requester's own changes are
    kept. If it is a fallback, the first one stays, and the words are listed as not understood.
    """
    transition.count_fallback(body)
    if transition.state.own_words is not None:
        _record_second_understanding(transition, body)
        return
    body = body.model_copy(update={"understanding": _on_plan_day(body.understanding, transition.state.plan_day)})
    transition.update(demand_data=body.understanding)
    question = _askable_question(transition)
    is_asking = question is not None and transition.state.rules.clarify_timeout > 0
    review_until = None if is_asking else _review_end(transition)
    fields = dict(body.understanding)
    transition.emit(
        DemandUnderstoodEvent(
            **transition.ids, **fields, fallback=body.fallback, usage=body.usage, review_until=review_until
        )
    )
    _ask_or_start_review(transition, question)


def _on_plan_day(understanding: DemandUnderstanding, plan_day: str | None) -> DemandUnderstanding:
    """Return the understanding of a subnet's demand, limited to the day of the root's plan."""
    if plan_day is None:
        return understanding
    limits = understanding.limits.model_copy(update={"dates": (plan_day,), "weekdays": (), "not_on": ()})
    context = understanding.context.model_copy(update={"date": plan_day})
    return understanding.model_copy(update={"limits": limits, "context": context})


def apply_understanding_fallback(transition: Transition) -> None:
    """Go on as with an understanding that holds only the raw text, because `UnderstandDemand` was not answered.

    See `record_understanding` (TWC-11, TWC-23); the status stays CREATED.
    """
    understanding = DemandUnderstanding(surface_demand=transition.state.raw_input, confidence="low")
    record_understanding(transition, DemandUnderstood(**transition.ids, understanding=understanding, fallback=True))


def record_answer(transition: Transition, body: AnswerQuestion) -> bool:
    """Record the requester's answer, if it is one to the open question, and return whether it is.

    An option emits `towow.question.answered` and, if it changes the understanding, `towow.demand.revised`; then the
    time for changes begins. Own words send `UnderstandDemand` once more, with them.
    """
    opened = transition.state.question
    if opened is None or body.question_id != opened.question_id:
        return False
    option = next((each for each in opened.question.options if each.id == body.option), None)
    if option is not None:
        _take_option(transition, opened, option, "person")
        _start_review(transition)
    elif body.option is None and body.text:
        transition.update(question=None, own_words=body.text)
        transition.emit(
            QuestionAnswered(**transition.ids, question_id=opened.question_id, text=body.text, answered_by="person")
        )
        invitation.request_understanding(transition)
    else:
        return False
    return True


def record_revision(transition: Transition, body: ReviseUnderstanding) -> bool:
    """Apply the requester's changes, or end the time for them if they say `go`; return whether it was still possible.

    Changes emit `towow.demand.revised`, even if nothing is different, and start the time for changes again. If they
    replace what the open question is about, it is closed first (`towow.question.answered` without an answer), as an
    option of it would undo them; else it stays open. `go` takes the default of an open question, else it emits
    `towow.demand.revised` without changes and without `review_until`: nothing is waited for any more.

    It is no longer possible once the candidates were requested. Changes that leave no need are not applied.
    """
    if transition.state.waiting not in ("clarification", "review") or body.changes.needs == ():
        return False
    if body.go:
        _end_review(transition)
    else:
        _apply_edit(transition, _without_invalid_spans(body.changes, len(transition.state.raw_input)))
    return True


def _end_review(transition: Transition) -> None:
    opened = transition.state.question
    if opened is not None:
        _take_option(transition, opened, _default_option(opened.question), "person", review=False)
    else:
        _revise(transition, UnderstandingChanges(), "user", None, always=True)
    invitation.request_candidates(transition)


def _apply_edit(transition: Transition, changes: UnderstandingChanges) -> None:
    opened = transition.state.question
    transition.update(edits=_merge(transition.state.edits, changes))
    if opened is not None and _concerns(opened.question, changes):
        transition.update(question=None)
        transition.emit(QuestionAnswered(**transition.ids, question_id=opened.question_id, answered_by="person"))
    is_asking = transition.state.question is not None
    _revise(transition, changes, "user", None if is_asking else _review_end(transition), always=True)
    if not is_asking:
        _start_review(transition)


def take_default(transition: Transition) -> None:
    """Answer the open question by its default, because nobody did in time; then the time for changes begins."""
    opened = transition.state.question
    if opened is not None:
        _take_option(transition, opened, _default_option(opened.question), "timeout")
    _start_review(transition)


def _ask_or_start_review(transition: Transition, question: UnderstandingQuestion | None) -> None:
    """Ask the question if there is one; if none is ever to be asked, apply its default."""
    if question is not None and transition.state.rules.clarify_timeout:
        _ask(transition, question)
        return
    if question is not None:
        changes = _without_invalid_spans(_default_option(question).changes, len(transition.state.raw_input))
        _revise(transition, changes, "answer", _review_end(transition))
    _start_review(transition)


def _ask(transition: Transition, question: UnderstandingQuestion) -> None:
    """Ask the question and await its answer; if nobody is there to answer, take the default at once."""
    state = transition.state
    wait_ms = seconds_to_ms(state.rules.clarify_timeout) if state.interactive else 0
    question_id = "q-" + digest("question", state.channel_id, question.aspect, length=13)
    opened = OpenQuestion(
        question_id=question_id, question=question, until=min(transition.now + wait_ms, state.deadline)
    )
    transition.update(question=opened)
    transition.emit(
        QuestionOpened(
            **transition.ids,
            question_id=question_id,
            about="understanding",
            text=question.text,
            options=tuple(OptionText(id=option.id, text=option.text) for option in question.options),
            default=question.default,
            until=opened.until,
        )
    )
    if wait_ms:
        transition.arm_timer("clarification", opened.until)
    else:
        take_default(transition)


def _askable_question(transition: Transition) -> UnderstandingQuestion | None:
    """Return the understanding's question; None if its options have no distinct ids or its default is none of them."""
    question = transition.state.demand.question
    if question is None:
        return None
    ids = [option.id for option in question.options]
    if question.default not in ids or len({*ids}) < len(ids):
        return None
    return question


def _take_option(
    transition: Transition,
    opened: OpenQuestion,
    option: QuestionOption,
    answered_by: Literal["person", "timeout"],
    *,
    review: bool = True,
) -> None:
    review_until = _review_end(transition) if review else None
    transition.update(question=None)
    transition.emit(
        QuestionAnswered(
            **transition.ids,
            question_id=opened.question_id,
            option=option.id,
            answered_by=answered_by,
            review_until=review_until,
        )
    )
    changes = _without_invalid_spans(option.changes, len(transition.state.raw_input))
    _revise(transition, changes, "answer", review_until)


def _default_option(question: UnderstandingQuestion) -> QuestionOption:
    return next(option for option in question.options if option.id == question.default)


def _concerns(question: UnderstandingQuestion, changes: UnderstandingChanges) -> bool:
    """Return whether an option of the question would replace a field that the changes replace."""
    replaced = changes.model_dump(exclude_none=True).keys()
    return any(option.changes.model_dump(exclude_none=True).keys() & replaced for option in question.options)


def _revise(
    transition: Transition,
    changes: UnderstandingChanges,
    changed_by: ChangedBy,
    review_until: int | None,
    *,
    always: bool = False,
) -> None:
    state = transition.state
    has_own_title = state.edits.title is not None
    revised, listed = revise_understanding(state.demand, changes, state.setting.language, has_own_title=has_own_title)
    if not listed and not always:
        return
    transition.update(demand_data=revised)
    transition.emit(
        DemandRevised(
            **transition.ids,
            understanding=revised,
            changes=listed,
            changed_by=changed_by,
            review_until=review_until,
        )
    )


def _record_second_understanding(transition: Transition, body: DemandUnderstood) -> None:
    state = transition.state
    before, own_words = state.demand, state.own_words or ""
    if body.fallback:
        confidence = "medium" if before.confidence == "high" else before.confidence
        unread = (TextSpan(text=own_words), *before.not_understood)[:MAX_WORDS]
        revised = before.model_copy(update={"not_understood": unread, "confidence": confidence})
    else:
        revised, _ = revise_understanding(body.understanding, state.edits, state.setting.language)
    revised = revised.model_copy(update={"question": None})
    transition.update(demand_data=revised)
    transition.emit(
        DemandRevised(
            **transition.ids,
            understanding=revised,
            changes=compare_understandings(before, revised),
            changed_by="answer",
            review_until=_review_end(transition),
        )
    )
    _start_review(transition)


def _review_end(transition: Transition) -> int | None:
    """Return the end of a time for changes that begins now, ms since the epoch; None if there is none."""
    state = transition.state
    if not state.interactive or not state.rules.review_timeout:
        return None
    return min(transition.now + seconds_to_ms(state.rules.review_timeout), state.deadline)


def _start_review(transition: Transition) -> None:
    """Await changes; without a time for them, request the candidates."""
    end = _review_end(transition)
    if end is None:
        invitation.request_candidates(transition)
    else:
        transition.arm_timer("review", end)


def _merge(earlier: UnderstandingChanges, later: UnderstandingChanges) -> UnderstandingChanges:
    """Return both changes as one; a field that both replace is as in the later one."""
    replaced = later.model_dump(exclude_none=True).keys()
    return earlier.model_copy(update={name: getattr(later, name) for name in replaced})


def _without_invalid_spans(changes: UnderstandingChanges, length: int) -> UnderstandingChanges:
    """Drop spans that do not lie in the demand's text, which has `length` characters."""

    def is_valid(span: Span | None) -> bool:
        return span is None or span[0] < span[1] <= length

    needs = changes.needs and tuple(
        need if is_valid(need.span) else need.model_copy(update={"span": None}) for need in changes.needs
    )
    not_wanted = changes.not_wanted and tuple(
        part if is_valid(part.span) else part.model_copy(update={"span": None}) for part in changes.not_wanted
    )
    return changes.model_copy(update={"needs": needs, "not_wanted": not_wanted})
