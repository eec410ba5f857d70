"""What must hold of every history of the negotiation: I11 and, for waits for people, I7 of FAULTS § 2. Pure."""

from collections.abc import Callable, Iterator, Sequence

from shared.core.timestamps import seconds_to_ms
from tests.simulation.checker import Facts
from tests.simulation.negotiation.agreement_invariants import agreement_violations
from tests.simulation.negotiation.clarification_invariants import clarification_violations
from tests.simulation.negotiation.domain_invariants import domain_violations
from tests.simulation.negotiation.history import NegotiationHistory
from tests.simulation.negotiation.human_invariants import deadline_violations, human_answer_violations
from tests.simulation.negotiation.limit_question_invariants import limit_question_violations
from tests.simulation.negotiation.verdict_invariants import verdict_violations
from tests.simulation.violation import Violation


def history_of(facts: Facts) -> NegotiationHistory:
    """The history, as one of the negotiation."""
    assert isinstance(facts.history, NegotiationHistory)
    return facts.history


def negotiation_is_sound(facts: Facts) -> Iterator[Violation]:
    """I11: the rules of the negotiation, read from its events."""
    for demand, log in facts.remains.logs.items():
        yield from domain_violations(demand, log)
        yield from verdict_violations(log, history_of(facts).rules)
        yield from agreement_violations(log)


def requesters_are_heard(facts: Facts) -> Iterator[Violation]:
    """I11: question, answer and changes stand where they may, none is lost, and none counts too late."""
    overall_ms = seconds_to_ms(history_of(facts).rules.overall_timeout)
    for demand, log in facts.remains.logs.items():
        requests = [entry for entry in facts.commands if entry.correlation_id == demand]
        yield from clarification_violations(log, requests, overall_ms)
        yield from limit_question_violations(log)


def people_answer_for_their_agents(facts: Facts) -> Iterator[Violation]:
    """I11: one answer counts; it is the person's, in their words, when they were first; nobody's who is not there."""
    return human_answer_violations(history_of(facts))


def waits_end_in_time(facts: Facts) -> Iterator[Violation]:
    """I7: a wait for a person ends, and misses no deadline that the agent alone would have kept."""
    return deadline_violations(history_of(facts))


NEGOTIATION_CHECKS: Sequence[Callable[[Facts], Iterator[Violation]]] = (
    negotiation_is_sound,
    requesters_are_heard,
    waits_end_in_time,
    people_answer_for_their_agents,
)
