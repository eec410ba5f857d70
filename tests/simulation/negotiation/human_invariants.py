"""What no agent may make of its person: I11 for what they say, I7 for the time they are waited for (DESIGN § 7). Pure."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from negotiation.attendance.port import PendingQuestion, SettledAnswer
from negotiation.contracts.events import (
    AgentWithdrawn,
    DemandClosed,
    FeedbackEvaluated,
    ForceFinalized,
    NegotiationFailed,
    OfferSubmitted,
    ProposalFeedbackEvent,
    ProposalFinalized,
)
from negotiation.contracts.messages import OfferResponse, ProposalFeedback
from negotiation.contracts.person_answer import InvitationAnswer, PersonAnswer, ReviewAnswer
from shared.core.envelope import decode_envelope
from shared.core.timestamps import parse_iso8601
from tests.simulation.negotiation.history import NegotiationHistory
from tests.simulation.violation import Violation

WAY = 20_000
"""Milliseconds that an answer may take to its channel when nothing is wrong but that it has to be sent again.

Less than what a wait leaves of every deadline, so that a lost answer is never taken for a late one.
"""

SOON = 2_500
"""Milliseconds within which somebody notices that a wait is over, or asks whom they saw attending."""

ENDS = (DemandClosed.type, ProposalFinalized.type, ForceFinalized.type, NegotiationFailed.type)

Place = tuple[str, str, int]
"""Channel, agent, plan version; 0 for an invitation."""


@dataclass(frozen=True, slots=True)
class Question:
    """An event of a log, and when it was written (ms)."""

    at: int
    kind: str
    payload: Mapping[str, Any]


class HumanAnswers:
    """Who was asked, and who said what, in all logs of a history."""

    def __init__(self, history: NegotiationHistory) -> None:
        self.history = history

    @cached_property
    def questions(self) -> Mapping[Place, PendingQuestion]:
        """What people were asked."""
        return {place(shown[0]): shown[0] for shown in self.history.asked.values()}

    @cached_property
    def told(self) -> Mapping[str, Sequence[Question]]:
        """Demand → its log."""
        return {demand: [_told(e.data, e.type) for e in log] for demand, log in self.history.remains.logs.items()}

    @cached_property
    def answers(self) -> Mapping[Place, Sequence[Question]]:
        """What was said, in the order of the logs."""
        found: defaultdict[Place, list[Question]] = defaultdict(list)
        for log in self.told.values():
            for told in log:
                if told.kind in (OfferSubmitted.type, ProposalFeedbackEvent.type):
                    said = told.payload
                    found[said["channel_id"], said["agent_id"], said.get("proposal_version", 0)].append(told)
        return found

    @cached_property
    def sent(self) -> Mapping[tuple[Place, str | None], int]:
        """Whose answer, and how it is marked → when the first such one was committed (ms)."""
        found: dict[tuple[Place, str | None], int] = {}
        for written in self.history.written:
            for mail in written.commit.outbox:
                if not written.lost and mail.message.type in (OfferResponse.type, ProposalFeedback.type):
                    said = decode_envelope(mail.message.data).body
                    where = (said["channel_id"], said["agent_id"], said.get("proposal_version", 0))
                    found.setdefault((where, said.get("answered_by")), written.at)
        return found

    def deaf(self, question: PendingQuestion) -> int:
        """From when on (ms) a channel may no longer hear the answer to a question."""
        channel, agent, version = place(question)
        ends = [question.answer_by]
        for told in self.told.get(question.demand_id, ()):
            mine = told.payload["channel_id"] == channel
            judged = told.kind == FeedbackEvaluated.type and mine and told.payload["proposal_version"] == version
            left = told.kind == AgentWithdrawn.type and mine and told.payload["agent_id"] == agent
            if told.kind == DemandClosed.type or (mine and told.kind in ENDS) or judged or left:
                ends.append(told.at)
        return min(ends)


def place(question: PendingQuestion) -> Place:
    """Whose answer it asks for."""
    return question.channel_id, question.agent_id, question.proposal.version if question.proposal else 0


def human_answer_violations(history: NegotiationHistory) -> Iterator[Violation]:
    """Everything about who answers, and with which words, that may not be."""
    speech = HumanAnswers(history)
    problems = (*_changed(history), *_both(speech), *_marks(speech), *_unmarked(speech), *_unheard(speech))
    yield from (Violation("I11", problem) for problem in problems)


def deadline_violations(history: NegotiationHistory) -> Iterator[Violation]:
    """Every wait that did not end, or made an agent late."""
    speech = HumanAnswers(history)
    yield from (Violation("I7", problem) for problem in (*_endless(speech), *_late(speech)))


def _changed(history: NegotiationHistory) -> Iterator[str]:
    """A question, and who answers it, are the same for whoever looks."""
    for identifier, shown in history.asked.items():
        if len(shown) > 1:
            yield f"{shown[0].agent_id} was asked {identifier} until {[question.until for question in shown]}"
    for identifier, told in history.settled.items():
        numbers = [said.revision for _, said in told]
        if len(set(numbers)) < len(numbers) or (len(told) > 1 and any(said.answer is None for _, said in told)):
            yield f"{identifier} is answered by {[said.answered_by for _, said in told]}, revisions {numbers}"


def _both(speech: HumanAnswers) -> Iterator[str]:
    """Of an agent and its person one answers a plan version; only who leaves, or a person, is heard again."""
    for where, told in speech.answers.items():
        *before, _ = told
        if any(one.payload.get("feedback_type") == "withdraw" for one in before):
            yield f"{where} says something after it left"
        counted = [one for one in told if one.payload.get("feedback_type") != "withdraw"]
        marks = {one.payload["answered_by"] for one in told if "answered_by" in one.payload}
        if (len(counted) > 1 and not _are_revisions(speech, where, counted)) or len(marks) > 1:
            yield f"{where} has {len(told)} answers: {[one.payload.get('answered_by') for one in told]}"


def _are_revisions(speech: HumanAnswers, where: Place, told: Sequence[Question]) -> bool:
    """Whether a person said all of it, each time a later revision of their answer."""
    question = speech.questions.get(where)
    settled = speech.history.settled.get(question.question_id, ()) if question else ()
    later = iter(sorted((said for _, said in settled if said.answer), key=lambda said: said.revision))
    return all(
        one.payload.get("answered_by") == "person" and any(_same(one.payload, said.answer) for said in later)
        for one in told
    )


def _marks(speech: HumanAnswers) -> Iterator[str]:
    """An answer is marked when its person was asked because they attended, and as it was settled."""
    for where, told in speech.answers.items():
        question = speech.questions.get(where)
        for answer in told:
            mark = answer.payload.get("answered_by")
            if mark is None:
                continue
            if question is None or not _attended(speech.history, question):
                yield f"{where} is answered by {mark}, and nobody attended"
                continue
            settled = [said for _, said in speech.history.settled.get(question.question_id, ())]
            if not any(said.answered_by == mark and _same(answer.payload, said.answer) for said in settled):
                yield f"{where} is answered by {mark} with what was not settled: {answer.payload}"


def _unmarked(speech: HumanAnswers) -> Iterator[str]:
    """An agent whose person was asked says so, unless it had begun before: its answer is as good as committed then."""
    for where, question in speech.questions.items():
        at = speech.sent.get((where, None), question.asked_at)
        if at - question.asked_at - speech.history.disturbed(question.asked_at, at) > SOON:
            yield f"{where} answers as if nobody were asked, {at - question.asked_at} ms after somebody was"


def _unheard(speech: HumanAnswers) -> Iterator[str]:
    """What a person said last is in the log, unless the channel had no way to hear it any more."""
    for where, question in speech.questions.items():
        for at, said in speech.history.settled.get(question.question_id, ()):
            answers = speech.answers.get(where, ())
            # The others judge what is there, and when an invitation's answers are complete no log tells.
            is_heard = answers and (question.kind == "invitation" or _is_in(answers, said, speech, question))
            if said.answer is None or is_heard:
                continue
            deaf = speech.deaf(question)
            if deaf - at - speech.history.disturbed(at, deaf) > WAY:
                yield f"{where} said {said.answer} {deaf - at} ms before its channel stopped listening, unheard"


def _is_in(answers: Sequence[Question], said: SettledAnswer, speech: HumanAnswers, question: PendingQuestion) -> bool:
    """Whether an answer to a plan, or a later revision of it, is in the log; or something else than a revision is."""
    later = [each for _, each in speech.history.settled[question.question_id] if each.revision >= said.revision]
    return said.revision == 0 or any(_same(one.payload, each.answer) for one in answers for each in later)


def _endless(speech: HumanAnswers) -> Iterator[str]:
    """Somebody settles who answers when the time is over, or little later."""
    for where, question in speech.questions.items():
        if question.question_id in speech.history.settled:
            continue
        until, deaf = question.until, speech.deaf(question)
        if deaf - until - speech.history.disturbed(until, deaf) > WAY:
            yield f"the wait for {where} was over {deaf - until} ms before its channel stopped listening, unnoticed"


def _late(speech: HumanAnswers) -> Iterator[str]:
    """An agent that was late after a wait would have been late without it, or was kept from answering."""
    for where, question in speech.questions.items():
        by = question.answer_by
        at = speech.sent.get((where, "agent"), by)
        alone = at - (question.until - question.asked_at)
        if alone <= by < at - speech.history.disturbed(question.until, at):
            yield f"{where} answered {at - by} ms late; without the wait it would have been in time"


def _attended(history: NegotiationHistory, question: PendingQuestion) -> bool:
    """Whether its person was there when they were asked, as far as the asking took no longer than it may."""
    for lease in history.leases:
        if lease.agent_id == question.agent_id and lease.at <= question.asked_at:
            allowed = SOON + history.disturbed(lease.until, question.asked_at)
            if question.asked_at <= lease.until + allowed:
                return True
    return False


def _same(payload: Mapping[str, Any], answer: PersonAnswer | None) -> bool:
    """Whether an event says what a person said; whatever an agent says when there is no such thing."""
    match answer:
        case None:
            return True
        case InvitationAnswer():
            said = (answer.decision, answer.reasoning, answer.contribution or payload.get("contribution"))
            return said == (payload.get("decision"), payload.get("reasoning"), payload.get("contribution"))
        case ReviewAnswer():
            return (answer.feedback_type, answer.reasoning) == (payload.get("feedback_type"), payload.get("reasoning"))


def _told(data: bytes, kind: str) -> Question:
    event = json.loads(data)
    return Question(parse_iso8601(event["timestamp"]), kind, event["payload"])
