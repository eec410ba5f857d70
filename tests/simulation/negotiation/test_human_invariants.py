"""The judge of what agents make of their people: each of its rules, broken by hand in a history that was sound."""

import json
import random
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from negotiation.attendance.port import ANSWERED_BY_AGENT, LEASE_MS, PendingQuestion, SettledAnswer
from negotiation.contracts.events import AgentWithdrawn, FeedbackEvaluated, OfferSubmitted
from negotiation.contracts.messages import OfferResponse, ProposalFeedback
from negotiation.contracts.person_answer import InvitationAnswer
from shared.core.envelope import decode_envelope, encode_envelope
from shared.store.port import LoggedEvent
from tests.simulation.checker import violations
from tests.simulation.history import Write
from tests.simulation.negotiation.history import NegotiationHistory
from tests.simulation.negotiation.human_invariants import ENDS, HumanAnswers, Place
from tests.simulation.negotiation.plan import plan_of
from tests.simulation.negotiation.subject import NEGOTIATION
from tests.simulation.runner import run_seed

SEEDS = range(1, 200)


@cache
def sound(by: str) -> NegotiationHistory:
    """A run that broke nothing, in which an invitation was answered by a person, or by an agent after its wait."""
    for seed in SEEDS:
        if plan_of(seed, random.Random(seed)).people:
            played = run_seed(NEGOTIATION, seed)
            harmless = not played.violations and not any(written.lost for written in played.history.written)
            assert isinstance(played.history, NegotiationHistory)
            if harmless and any(fits(played.history, by)):
                return played.history
    raise LookupError("no seed fits")


def fits(history: NegotiationHistory, by: str) -> list[Place]:
    """Whose invitations were answered so, while their channel had all the time to hear it."""
    speech = HumanAnswers(history)
    return [
        where
        for where, question in speech.questions.items()
        for answer in speech.answers.get(where, ())
        if question.kind == "invitation" and answer.payload.get("answered_by") == by
    ]


@pytest.fixture
def history() -> NegotiationHistory:
    """A copy to break: a person's answer."""
    return deepcopy(sound("person"))


@pytest.fixture
def waited() -> NegotiationHistory:
    """A copy to break: an agent's, after its wait."""
    return deepcopy(sound("agent"))


def told(history: NegotiationHistory) -> list[str]:
    """What the checker says."""
    return [f"{violation.invariant}: {violation.reason}" for violation in violations(history, NEGOTIATION)]


def question(history: NegotiationHistory, by: str) -> PendingQuestion:
    """The first that was answered so."""
    return HumanAnswers(history).questions[fits(history, by)[0]]


def rewrite(history: NegotiationHistory, asked: PendingQuestion, **changes: Any) -> None:
    """Change the event that answers a question, and let nobody have seen it before."""
    log = [_changed(event, asked, changes) for event in history.remains.logs[asked.demand_id]]
    history.remains.logs = {**history.remains.logs, asked.demand_id: log}
    history.followed = []
    history.read.clear()


def answers(event: LoggedEvent, asked: PendingQuestion) -> bool:
    """Whether an event answers an invitation."""
    said = json.loads(event.data)["payload"]
    mine = (said.get("channel_id"), said.get("agent_id")) == (asked.channel_id, asked.agent_id)
    return event.type == OfferSubmitted.type and mine


def _changed(event: LoggedEvent, asked: PendingQuestion, changes: dict[str, Any]) -> LoggedEvent:
    if not answers(event, asked):
        return event
    data = json.loads(event.data)
    data["payload"] |= changes
    return replace(event, data=json.dumps(data).encode())


def unsay(history: NegotiationHistory, asked: PendingQuestion) -> None:
    """As if the channel had never heard the answer, and had listened to the end."""
    heard = (*ENDS, FeedbackEvaluated.type, AgentWithdrawn.type)
    log = [event for event in history.remains.logs[asked.demand_id] if event.type not in heard]
    log = [event for event in log if not answers(event, asked)]
    history.remains.logs = {**history.remains.logs, asked.demand_id: log}
    history.faults = []


def commit_of(history: NegotiationHistory, asked: PendingQuestion) -> tuple[int, Write]:
    """The commit that sent an agent's answer, and its place in the history."""
    for number, written in enumerate(history.written):
        for mail in written.commit.outbox:
            if mail.message.type in (OfferResponse.type, ProposalFeedback.type):
                said = decode_envelope(mail.message.data).body
                if said["agent_id"] == asked.agent_id and said["channel_id"] == asked.channel_id:
                    return number, written
    raise LookupError(asked.question_id)


@pytest.mark.parametrize("by", ["person", "agent"])
def test_a_valid_history_with_people_has_no_violations(by: str) -> None:
    assert told(sound(by)) == []


def test_i11_a_mark_where_nobody_attended(history: NegotiationHistory) -> None:
    asked = question(history, "person")
    history.leases = [lease for lease in history.leases if lease.agent_id != asked.agent_id]
    assert any(said.startswith("I11") and "nobody attended" in said for said in told(history))


def test_i11_a_mark_after_the_person_had_left(history: NegotiationHistory) -> None:
    asked = question(history, "person")
    history.faults = []
    for lease in history.leases:
        lease.until = min(lease.until, asked.asked_at - LEASE_MS)
    assert any("nobody attended" in said for said in told(history))


def test_i11_a_mark_without_a_question(history: NegotiationHistory) -> None:
    del history.asked[question(history, "person").question_id]
    assert any("nobody attended" in said for said in told(history))


@pytest.mark.parametrize(
    "changes", [{"answered_by": "agent"}, {"reasoning": "others"}, {"decision": "decline", "contribution": "none"}]
)
def test_i11_another_answer_than_the_persons(history: NegotiationHistory, changes: dict[str, Any]) -> None:
    asked = question(history, "person")
    (_, said), *_ = history.settled[asked.question_id]
    if isinstance(said.answer, InvitationAnswer) and said.answer.decision == changes.get("decision"):
        changes["decision"] = "participate"
    rewrite(history, asked, **changes)
    assert any("what was not settled" in said for said in told(history))


def test_i11_an_agent_that_answers_what_its_person_had(history: NegotiationHistory) -> None:
    asked = question(history, "person")
    history.settled[asked.question_id] = [(asked.asked_at, ANSWERED_BY_AGENT)]
    assert any("what was not settled" in said for said in told(history))


def test_i11_a_person_who_is_not_heard(history: NegotiationHistory) -> None:
    asked = question(history, "person")
    unsay(history, asked)
    assert any("unheard" in said for said in told(history))


def test_i11_an_answer_too_late_to_be_sent_is_no_violation(history: NegotiationHistory) -> None:
    asked = question(history, "person")
    unsay(history, asked)
    ((_, said),) = history.settled[asked.question_id]
    history.settled[asked.question_id] = [(asked.answer_by - 1, said)]
    assert not any("unheard" in said for said in told(history))


def test_i11_an_agent_that_hides_that_it_asked(waited: NegotiationHistory) -> None:
    asked = question(waited, "agent")
    waited.faults = []
    number, written = commit_of(waited, asked)
    mail = [
        replace(m, message=replace(m.message, data=_unmarked(m.message.data)))
        if m.message.type == OfferResponse.type
        else m
        for m in written.commit.outbox
    ]
    waited.written[number] = replace(written, commit=replace(written.commit, outbox=mail))
    assert any("as if nobody were asked" in said for said in told(waited))


def _unmarked(data: bytes) -> bytes:
    envelope = decode_envelope(data)
    body = {key: value for key, value in envelope.body.items() if key != "answered_by"}
    return encode_envelope(envelope.model_copy(update={"body": body}))


@pytest.mark.parametrize("mark", ["person", "agent"])
def test_i11_two_answers_to_one_question(history: NegotiationHistory, mark: str) -> None:
    asked = question(history, "person")
    log = list(history.remains.logs[asked.demand_id])
    number = next(number for number, event in enumerate(log) if answers(event, asked))
    log.insert(number, _changed(log[number], asked, {"answered_by": mark}))
    history.remains.logs = {**history.remains.logs, asked.demand_id: log}
    assert any("2 answers" in said for said in told(history))


def test_i11_a_question_that_changes(history: NegotiationHistory) -> None:
    asked = question(history, "person")
    history.asked[asked.question_id].append(asked.model_copy(update={"until": asked.until + 1}))
    assert any("until [" in said for said in told(history))


def test_i11_a_settlement_that_changes(history: NegotiationHistory) -> None:
    asked = question(history, "person")
    history.settled[asked.question_id].append((asked.until, ANSWERED_BY_AGENT))
    assert any("['person', 'agent']" in said for said in told(history))


def test_i11_a_person_may_answer_again_but_not_take_it_back_unasked(history: NegotiationHistory) -> None:
    asked = question(history, "person")
    (_, said), *_ = history.settled[asked.question_id]
    assert isinstance(said.answer, InvitationAnswer)
    other = said.answer.model_copy(update={"reasoning": "after all"})
    history.settled[asked.question_id] = [
        (asked.asked_at, said),
        (asked.asked_at, SettledAnswer(answer=other, revision=1)),
    ]
    log = list(history.remains.logs[asked.demand_id])
    number = next(number for number, event in enumerate(log) if answers(event, asked))
    later = _changed(log[number], asked, {"reasoning": "after all"})
    history.remains.logs = {**history.remains.logs, asked.demand_id: [*log[: number + 1], later, *log[number + 1 :]]}
    assert not any("2 answers" in each or "not settled" in each for each in told(history))
    history.remains.logs = {**history.remains.logs, asked.demand_id: [*log[:number], later, *log[number:]]}
    assert any("2 answers" in each for each in told(history))


def test_i7_a_wait_that_does_not_end(waited: NegotiationHistory) -> None:
    asked = question(waited, "agent")
    unsay(waited, asked)
    assert not any("unnoticed" in said for said in told(waited))
    del waited.settled[asked.question_id]
    assert any(said.startswith("I7") and "unnoticed" in said for said in told(waited))


def test_i7_an_agent_that_its_wait_made_late(waited: NegotiationHistory) -> None:
    asked = question(waited, "agent")
    waited.faults = []
    _, written = commit_of(waited, asked)
    written.at = asked.answer_by + 1
    assert any(said.startswith("I7") and "without the wait" in said for said in told(waited))
    written.at = asked.answer_by + asked.until - asked.asked_at + 1
    assert not any("without the wait" in said for said in told(waited))


def test_the_seeds_cover_every_kind_of_human_answer() -> None:
    said = Counter[str]()
    wanted = ("person", "agent", "invitation", "review", "a subnet's", "too late", "changed")
    for seed in SEEDS:
        if not plan_of(seed, random.Random(seed)).people:
            continue
        history = run_seed(NEGOTIATION, seed).history
        assert isinstance(history, NegotiationHistory)
        asked = HumanAnswers(history).questions.values()
        said.update(one.answered_by for told in history.settled.values() for _, one in told)
        said.update(one.kind for one in asked)
        said["changed"] += sum(len(told) > 1 for told in HumanAnswers(history).answers.values())
        said["a subnet's"] += sum(one.channel_id.count("-") > 1 for one in asked)
        said["too late"] += len(history.refused)
        if all(said[way] for way in wanted):
            return
    pytest.fail(f"within {len(SEEDS)} seeds only {dict(said)}")
