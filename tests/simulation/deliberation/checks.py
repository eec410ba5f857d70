"""What must hold of every history of the deliberation: I11 of FAULTS § 2, by the requirements of its ledger. Pure."""

from collections.abc import Callable, Iterator, Sequence

from pydantic import ValidationError

from deliberation.contracts.events import SessionEnded, SessionEvent, SessionStarted
from deliberation.host.core.state import SessionState
from deliberation.session_start import ENTITY_KIND
from deliberation.settings import DeliberationSettings
from shared.core.language import Language
from tests.simulation.checker import NEVER, Facts, allowed_delay
from tests.simulation.deliberation.course_invariants import course_problems
from tests.simulation.deliberation.decision_invariants import decision_problems
from tests.simulation.deliberation.history import DeliberationHistory
from tests.simulation.deliberation.record_invariants import record_problems
from tests.simulation.deliberation.report_invariants import report_problems
from tests.simulation.deliberation.review_invariants import (
    blocked_decision_problems,
    moderation_problems,
    review_problems,
)
from tests.simulation.deliberation.session_log import events_of, read_session, termination_cause
from tests.simulation.violation import Violation


def sessions_are_sound(facts: Facts) -> Iterator[Violation]:
    """I11: the rules of the deliberation, read from events and records."""
    for session_id in facts.history.accepted:
        if log := facts.remains.logs.get(session_id):
            try:
                events = read_session(log)
            except (KeyError, ValidationError) as error:
                yield Violation("I11", f"{session_id}: its log cannot be read: {error}")
                continue
            for problem in _problems(facts, session_id, events):
                yield Violation("I11", f"{session_id}: {problem}")


def users_end_sessions_in_time(facts: Facts) -> Iterator[Violation]:
    """I7: a session that its user ends is over soon (DL-164), unless a report is to be written first."""
    limits = facts.history.settings.section(DeliberationSettings)
    ends = {termination_cause(session_id): session_id for session_id in facts.history.accepted}
    for written in facts.standing:
        session_id = ends.get(written.commit.message_id)
        if session_id is None or limits.report_on_stop:
            continue
        (order,) = written.commit.outbox
        over = facts.remains.closed.get(session_id, NEVER)
        allowed = allowed_delay(facts, order.message.message_id, written.at, over, is_timer=False)
        if over - written.at > allowed:
            yield Violation(
                "I7", f"{session_id} was over {over - written.at} ms after its user ended it, {allowed} allowed"
            )


def _problems(facts: Facts, session_id: str, events: Sequence[SessionEvent]) -> Iterator[str]:
    history = facts.history
    assert isinstance(history, DeliberationHistory)
    yield from course_problems(events, history.limits)
    yield from decision_problems(events, history.limits)
    yield from review_problems(facts.remains.logs[session_id], history.banned[session_id])
    yield from blocked_decision_problems(events, history.blocked_rounds[session_id], _language(events))
    yield from moderation_problems(events)
    if len(events_of(events, SessionStarted)) == len(events_of(events, SessionEnded)) == 1:
        version, record = facts.remains.records.get(f"{ENTITY_KIND}/{session_id}", (0, b""))
        if not version:
            yield "it has ended without a record"
            return
        state = SessionState.model_validate_json(record)
        yield from report_problems(events, state.consensus_trend)
        yield from record_problems(events, state, version)


def _language(events: Sequence[SessionEvent]) -> Language:
    started = events_of(events, SessionStarted)
    return started[0].language if started else "en"


DELIBERATION_CHECKS: Sequence[Callable[[Facts], Iterator[Violation]]] = (sessions_are_sound, users_end_sessions_in_time)
