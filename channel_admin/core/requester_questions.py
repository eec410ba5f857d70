"""Questions to the requester about the limits that a plan leaves (DESIGN § 7, *The requester's limits*).

They stand in the commit that distributes the plan, one for each limit. *keep* (the default) is a request to the next
version, *allow* changes the limit. The verdict waits for the answers; without one until `until` the limit is kept. If
nobody is there to answer, it is kept at once; in a subnet nobody is asked.
"""

from datetime import date
from typing import Literal

from channel_admin.core import fallback_content, plan_review
from channel_admin.core.plan_checks import capacity_of
from channel_admin.core.state import ChannelState, LimitQuestion
from channel_admin.core.transition import Transition
from negotiation.contracts.clarification_events import DemandRevised, OptionText, QuestionAnswered, QuestionOpened
from negotiation.contracts.demand import DemandLimits, LimitName, PeopleRange, UnderstandingChanges
from negotiation.contracts.messages import AnswerQuestion
from negotiation.contracts.proposal import Finding
from negotiation.contracts.weekdays import WEEKDAYS
from negotiation.understanding.derived_fields import format_money
from negotiation.understanding.revision import revise_understanding
from shared.core.ids import digest
from shared.core.timestamps import seconds_to_ms

AnsweredBy = Literal["person", "timeout"]


def ask(transition: Transition) -> None:
    """Emit `towow.question.asked` for each limit that the current version leaves, unless that was answered before.

    The phase's deadline is set already. Without anybody to answer, `towow.question.answered` (keep) follows at once.
    """
    if transition.state.parent:
        return
    asked = {question.question_id for question in transition.state.limit_questions}
    for aspect, finding in _first_by_aspect(transition.state).items():
        question = _build_question(transition, aspect, finding)
        if question.question_id not in asked:
            transition.update(limit_questions=(*transition.state.limit_questions, question))
            transition.emit(_question_opened(transition, question))
            if not _is_answerable(transition.state):
                _record(transition, question, "keep", "timeout")


def record_answer(transition: Transition, body: AnswerQuestion) -> bool:
    """Record the requester's answer to an open question about a limit, and return whether it is one.

    *allow* emits `towow.demand.revised` with the changed limit. The caller evaluates the version.
    """
    opened = next((each for each in open_questions(transition.state) if each.question_id == body.question_id), None)
    if opened is None or body.option not in ("keep", "allow"):
        return False
    _record(transition, opened, "keep" if body.option == "keep" else "allow", "person")
    return True


def expire(transition: Transition, *, everything: bool = False) -> bool:
    """Keep the limits of questions whose time is over, or with `everything` of all open ones; return if any was."""
    expired = [each for each in open_questions(transition.state) if everything or each.until <= transition.now]
    for question in expired:
        _record(transition, question, "keep", "timeout")
    return bool(expired)


def open_questions(state: ChannelState) -> tuple[LimitQuestion, ...]:
    """Return the questions that are not answered yet."""
    return tuple(question for question in state.limit_questions if question.answer is None)


def kept_findings(state: ChannelState) -> tuple[Finding, ...]:
    """Return all findings of the current version on limits that the requester keeps; in a subnet none."""
    if state.current_proposal is None:
        return ()
    findings = state.current_proposal.findings
    kept = {(each.aspect, each.finding.text) for each in state.limit_questions if each.answer == "keep"}
    aspects = {each.aspect for each in findings if (each.aspect, each.text) in kept}
    return tuple(each for each in findings if each.aspect in aspects)


def _first_by_aspect(state: ChannelState) -> dict[LimitName, Finding]:
    findings: dict[LimitName, Finding] = {}
    for finding in state.proposal.findings:
        if finding.aspect is not None:
            findings.setdefault(finding.aspect, finding)
    return findings


def _is_answerable(state: ChannelState) -> bool:
    return state.interactive and state.rules.requester_timeout > 0


def _build_question(transition: Transition, aspect: LimitName, finding: Finding) -> LimitQuestion:
    state = transition.state
    wait_ms = seconds_to_ms(state.rules.requester_timeout) if _is_answerable(state) else 0
    return LimitQuestion(
        question_id="q-" + digest("question", state.channel_id, aspect, finding.text, length=13),
        aspect=aspect,
        finding=finding,
        proposal_version=state.proposal_version,
        until=min(transition.now + wait_ms, state.phase_deadline),
    )


def _question_opened(transition: Transition, question: LimitQuestion) -> QuestionOpened:
    language = transition.state.setting.language
    return QuestionOpened(
        **transition.ids,
        question_id=question.question_id,
        about="limit",
        aspect=question.aspect,
        text=fallback_content.render_text("question.limit", language, finding=question.finding.text),
        options=(
            OptionText(id="keep", text=fallback_content.render_text("question.keep", language)),
            OptionText(id="allow", text=_allow_text(transition, question)),
        ),
        default="keep",
        until=question.until,
        proposal_version=question.proposal_version,
    )


def _allow_text(transition: Transition, question: LimitQuestion) -> str:
    state, language = transition.state, transition.state.setting.language
    limits = _allowed_limits(state, question)
    if question.aspect == "budget" and limits.budget:
        return fallback_content.render_text(
            "question.allow.budget", language, budget=format_money(limits.budget, language)
        )
    if question.aspect == "people" and limits.people:
        return fallback_content.render_text("question.allow.people", language, people=limits.people.max)
    return fallback_content.render_text("question.allow.dates", language, day=state.proposal.day)


def _record(
    transition: Transition, question: LimitQuestion, answer: Literal["keep", "allow"], answered_by: AnsweredBy
) -> None:
    answered = question.model_copy(update={"answer": answer})
    questions = (
        answered if each.question_id == question.question_id else each for each in transition.state.limit_questions
    )
    transition.update(limit_questions=tuple(questions))
    transition.emit(
        QuestionAnswered(**transition.ids, question_id=question.question_id, option=answer, answered_by=answered_by)
    )
    if answer == "allow":
        _allow(transition, question)


def _allow(transition: Transition, question: LimitQuestion) -> None:
    """Change the limit to what the plan has, and check the plan against it."""
    state = transition.state
    changes = UnderstandingChanges(limits=_allowed_limits(state, question))
    revised, listed = revise_understanding(
        state.demand, changes, state.setting.language, has_own_title=state.edits.title is not None
    )
    transition.update(demand_data=revised)
    transition.emit(DemandRevised(**transition.ids, understanding=revised, changes=listed, changed_by="answer"))
    plan_review.check_again(transition)


def _allowed_limits(state: ChannelState, question: LimitQuestion) -> DemandLimits:
    limits = state.demand.limits
    match question.aspect:
        case "budget":
            return limits.model_copy(update={"budget": plan_review.total_in_budget_currency(state)})
        case "people":
            return limits.model_copy(update={"people": _allowed_people(state)})
        case _:
            return _limits_with_day(limits, state.proposal.day)


def _allowed_people(state: ChannelState) -> PeopleRange | None:
    """Return the range that ends with what the holders of the parts that are too small have room for."""
    people = state.demand.limits.people
    roles = {finding.assignment for finding in state.proposal.findings if finding.aspect == "people"}
    room = min((_room(state, role) for role in roles), default=0)
    return PeopleRange(min=min(people.min if people else room, room), max=room) if room else people


def _room(state: ChannelState, role: str | None) -> int:
    """Return the most people that the holders of a too small part, named by the first one's role, serve together."""
    held = [part for part in state.proposal.assignments if not part.reserve]
    first = next((part for part in held if part.role == role), None)
    need = (first.need or first.role) if first else None
    return sum(capacity_of(part, state.responses) or 0 for part in held if (part.need or part.role) == need)


def _limits_with_day(limits: DemandLimits, day: date | None) -> DemandLimits:
    """Return the limits with one more allowed day."""
    if day is None:
        return limits
    excluded = {day.isoformat(), WEEKDAYS[day.weekday()]}
    return limits.model_copy(
        update={
            "dates": tuple(sorted({*limits.dates, day.isoformat()})) if limits.dates else (),
            "weekdays": tuple(sorted({*limits.weekdays, day.weekday()})) if limits.weekdays else (),
            "not_on": tuple(each for each in limits.not_on if each not in excluded),
        }
    )
