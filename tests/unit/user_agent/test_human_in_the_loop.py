"""When is a person asked before their agent speaks, how long are they waited for, and what becomes of what they say?"""

import asyncio
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from negotiation.attendance.memory import MemoryAttendanceStore
from negotiation.attendance.port import ANSWERED_BY_AGENT, SettledAnswer
from negotiation.contracts.messages import DemandOffer, HumanAnswerReceived, ProposalReview
from negotiation.contracts.person_answer import InvitationAnswer, PersonAnswer, RequestedChange, ReviewAnswer
from negotiation.registry.memory import MemoryProfileRegistry
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.message_base import Message, ReceivedMessage, TaskFailed
from shared.core.timestamps import seconds_to_ms
from shared.llm.port import Answer, ModelUnavailable, Prompt, RetryAt
from shared.runtime.actor import TaskContext
from shared.runtime.settings import RuntimeSettings
from tests.support.manual_clock import ManualClock
from tests.support.task_fixtures import CHANNEL, by, without_model, without_money
from tests.unit.user_agent.test_actors import AMY, BOB, INVITATION, REVIEW
from user_agent.actors import UserAgent
from user_agent.core.answer_normalization import FeedbackReply, OfferReply
from user_agent.core.human_deadline import AGENT_ANSWER_MS, MIN_WAIT_MS, human_deadline
from user_agent.human_in_the_loop import HumanInTheLoop, question_id
from user_agent.prompts import FeedbackFacts, build_feedback_prompt
from user_agent.settings import UserAgentSettings

T = TypeVar("T", bound=BaseModel)

GATEWAY = Address("gateway", "d-a")
NOW = 1_000_000
FAR = NOW + 300_000
AGENT = by(
    response_generation=lambda _: OfferReply(decision="participate", contribution="the agent's"),
    proposal_feedback=lambda _: FeedbackReply(feedback_type="accept", reasoning="the agent's"),
)
ASKED: list[DemandOffer | ProposalReview] = [
    INVITATION.model_copy(update={"answer_by": FAR}),
    REVIEW.model_copy(update={"answer_by": FAR}),
]
DECLINE, REJECT = InvitationAnswer(decision="decline"), ReviewAnswer(feedback_type="reject", concerns=("too far",))


class HumanHarness:
    """Bob's agent, and who attends it."""

    def __init__(self, **settings: Any) -> None:
        self.clock = ManualClock(NOW)
        self.attending = MemoryAttendanceStore(self.clock)
        self.profiles = MemoryProfileRegistry((BOB, AMY))
        self._agent = UserAgent(self.profiles, UserAgentSettings.model_validate(settings), self.attending)

    def perform(self, body: Message, tools: TaskContext = AGENT, *, sender: Address = CHANNEL) -> list[Send]:
        task: ReceivedMessage[Any] = ReceivedMessage(body, sender, Address("user_agent", "agent_bob"), "m1", "d-a")
        return asyncio.run(self._agent.perform(task, tools))

    def answer(self, body: Message, tools: TaskContext = AGENT) -> Any:
        (send,) = self.perform(body, tools)
        assert send.to == CHANNEL
        return send.body

    def attend(self) -> None:
        asyncio.run(self.attending.renew_lease("agent_bob"))

    def say(self, body: DemandOffer | ProposalReview, answer: PersonAnswer) -> None:
        question = asyncio.run(self.attending.get_question("agent_bob", question_id(body, "agent_bob")))
        assert question is not None
        asyncio.run(self.attending.settle_answer(question, SettledAnswer(answer=answer)))


@pytest.mark.parametrize("body", ASKED, ids=lambda body: body.type)
def test_no_question_is_asked_if_no_person_attends(body: DemandOffer | ProposalReview) -> None:
    desk = HumanHarness()
    assert desk.answer(body).answered_by is None
    assert asyncio.run(desk.attending.list_open_questions("agent_bob")) == []
    assert "answered_by" not in desk.answer(body).model_dump()


@pytest.mark.parametrize("body", ASKED, ids=lambda body: body.type)
def test_an_attending_person_is_asked_and_the_agent_answers_after_the_wait(body: DemandOffer | ProposalReview) -> None:
    desk = HumanHarness()
    desk.attend()
    for moment in (0, 20_000, 59_999):
        desk.clock.at = NOW + moment
        with pytest.raises(RetryAt) as later:
            desk.perform(body, without_money())  # no model is asked meanwhile
        assert later.value.instant == NOW + 60_000
    desk.clock.at = NOW + 60_000
    answer = desk.answer(body)
    assert (answer.answered_by, answer.reasoning or answer.contribution) == ("agent", "the agent's")
    assert desk.answer(body) == answer  # a redelivery
    assert (
        asyncio.run(desk.attending.get_settled_answer("agent_bob", question_id(body, "agent_bob"))) == ANSWERED_BY_AGENT
    )


def test_a_persons_answer_is_sent_in_the_agents_name_and_in_order() -> None:
    desk = HumanHarness()
    desk.attend()
    for body, answer in zip(ASKED, (DECLINE, REJECT), strict=True):
        with pytest.raises(RetryAt):
            desk.perform(body)
        desk.say(body, answer)
    offer, feedback = (desk.answer(body, without_money()) for body in ASKED)
    assert (offer.agent_id, offer.display_name, offer.decision) == ("agent_bob", "Bob", "decline")
    assert (offer.decline_reason, offer.confidence, offer.answered_by) == ("没有说明原因", 100, "person")
    assert (feedback.feedback_type, feedback.reasoning, feedback.answered_by) == ("reject", "too far", "person")
    assert (feedback.proposal_version, feedback.round, feedback.confidence) == (3, 2, 100)
    assert [(one.fallback, one.usage.calls) for one in (offer, feedback)] == [(False, 0)] * 2


def told(answer: PersonAnswer, version: int | None = None) -> HumanAnswerReceived:
    return HumanAnswerReceived(
        demand_id="d-a",
        channel_id="collab-a",
        question_id="ask_1",
        language="zh",
        answer=answer,
        round=2,
        proposal_version=version,
    )


def test_the_gateways_message_becomes_the_same_answer_to_the_channel() -> None:
    desk = HumanHarness()
    desk.attend()
    for body, answer, version in zip(ASKED, (DECLINE, REJECT), (None, 3), strict=True):
        with pytest.raises(RetryAt):
            desk.perform(body)
        desk.say(body, answer)
        (sent,) = desk.perform(told(answer, version), without_money(), sender=GATEWAY)
        assert sent == Send(CHANNEL, desk.answer(body))


@pytest.mark.parametrize("sender", [CHANNEL, Address("user_agent", "agent_bob"), Address("skills", "x")])
def test_a_human_answer_is_accepted_from_a_gateway_only(sender: Address) -> None:
    assert HumanHarness().perform(told(REJECT, 3), sender=sender) == []


def test_the_answer_for_an_inactive_agent_is_sent_once() -> None:
    desk = HumanHarness()
    asyncio.run(desk.profiles.upsert(BOB.model_copy(update={"active": False})))
    desk.attend()
    assert desk.perform(told(DECLINE), sender=GATEWAY) == []
    offer = desk.answer(ASKED[0], without_money())
    assert (offer.decline_reason, offer.answered_by) == ("agent_unavailable", None)


def test_a_human_answer_with_a_requested_change_is_a_negotiation() -> None:
    answer = InvitationAnswer(
        decision="conditional", negotiation_points=(RequestedChange(aspect="费用", desired_value="800元"),)
    )
    (sent,) = HumanHarness().perform(told(answer), sender=GATEWAY)
    body: Any = sent.body
    assert (body.response_type, body.decision, body.conditions) == ("negotiate", "conditional", ("800元",))


def test_the_fallback_of_an_agent_whose_person_was_silent_is_marked_as_both() -> None:
    desk = HumanHarness()
    desk.attend()
    with pytest.raises(RetryAt):
        desk.perform(ASKED[0])
    desk.clock.at += 60_000
    offer = desk.answer(ASKED[0], without_model())
    assert (offer.fallback, offer.answered_by) == (True, "agent")


def test_the_human_timeout_is_configurable_and_zero_disables_it() -> None:
    desk = HumanHarness(human_timeout=2.5)
    desk.attend()
    with pytest.raises(RetryAt) as later:
        desk.perform(ASKED[0])
    assert later.value.instant == NOW + 2500
    off = HumanHarness(human_timeout=0)
    off.attend()
    assert off.answer(ASKED[0]).answered_by is None


def test_each_proposal_version_and_channel_has_its_own_question() -> None:
    review = ASKED[1]
    assert isinstance(review, ProposalReview)
    next_version = review.model_copy(update={"proposal": review.proposal.model_copy(update={"version": 4})})
    again = review.model_copy(update={"round": 3, "answer_by": FAR + 1})
    elsewhere = review.model_copy(update={"channel_id": "collab-a-1"})
    ids = [question_id(body, "agent_bob") for body in (review, next_version, elsewhere, ASKED[0])]
    assert len({*ids, question_id(review, "agent_amy")}) == 5
    assert question_id(again, "agent_bob") == ids[0]


@given(st.integers(0, 10**7), st.integers(1, 10**7), st.integers(-(10**6), 10**8))
def test_the_human_wait_is_limited_and_leaves_time_for_the_agent(now: int, timeout: int, room: int) -> None:
    until = human_deadline(now, timeout, now + room)
    if until is None:
        assert room - AGENT_ANSWER_MS < min(MIN_WAIT_MS, timeout)
    else:
        assert min(MIN_WAIT_MS, timeout) <= until - now <= timeout
        assert until <= now + room - AGENT_ANSWER_MS
        assert until - now == timeout or until == now + room - AGENT_ANSWER_MS


@dataclass(frozen=True)
class AnswerDuringCall:
    """A model that is down; while it is asked, the agent's person is asked too, and says this or nothing."""

    attending: MemoryAttendanceStore
    body: DemandOffer | ProposalReview
    says: PersonAnswer | None
    name: str = "meanwhile"

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        return 0

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        await self.attending.renew_lease("agent_bob")
        with pytest.raises(RetryAt):
            await HumanInTheLoop(self.attending, 60).get_answer(self.body, "agent_bob")
        if self.says:
            asked = await self.attending.get_question("agent_bob", question_id(self.body, "agent_bob"))
            assert asked is not None
            await self.attending.settle_answer(asked, SettledAnswer(answer=self.says))
        raise ModelUnavailable("down")


@pytest.mark.parametrize("fallback", ["accept", "abstain"])
@pytest.mark.parametrize("says", [True, False])
@pytest.mark.parametrize(("body", "answer"), [(ASKED[0], DECLINE), (ASKED[1], REJECT)], ids=["invitation", "review"])
def test_an_answer_for_a_person_asked_during_the_model_call_is_marked(
    body: DemandOffer | ProposalReview, answer: PersonAnswer, says: bool, fallback: str
) -> None:
    desk = HumanHarness(fallback_feedback=fallback)
    said = desk.answer(body, TaskContext(AnswerDuringCall(desk.attending, body, answer if says else None), desk.clock))
    settled = asyncio.run(desk.attending.get_settled_answer("agent_bob", question_id(body, "agent_bob")))
    assert settled == (SettledAnswer(answer=answer) if says else ANSWERED_BY_AGENT)
    if fallback == "abstain" and body is ASKED[1] and not says:
        assert isinstance(said, TaskFailed)
    else:
        assert (said.answered_by, said.fallback) == (("person", False) if says else ("agent", True))


def test_a_disabled_human_timeout_checks_no_attendance_afterwards() -> None:
    desk = HumanHarness(human_timeout=0)
    said = desk.answer(ASKED[0], TaskContext(AnswerDuringCall(desk.attending, ASKED[0], None), desk.clock))
    assert (said.answered_by, said.fallback) == (None, True)


def test_a_blank_requested_change_is_refused_or_replaced_by_its_aspect() -> None:
    for blank in ("", " ", "\t\n", "\u3000"):
        with pytest.raises(ValidationError, match=r"negotiation_points\.0\.aspect"):
            InvitationAnswer.model_validate({"decision": "conditional", "negotiation_points": [{"aspect": blank}]})
    wish = RequestedChange(aspect="费用", desired_value=" ")
    (sent,) = HumanHarness().perform(
        told(InvitationAnswer(decision="conditional", negotiation_points=(wish,))), sender=GATEWAY
    )
    body: Any = sent.body
    assert (body.decision, body.conditions) == ("conditional", ("费用",))


def test_the_time_reserved_for_the_agent_covers_model_call_and_worker_recovery() -> None:
    names = {"demand_id", "channel_id", "setting", "demand", "proposal", "round", "max_rounds"}
    about = {**REVIEW.model_dump(include=names), "agent_id": "agent_bob", "profile": BOB, "proposal_version": 3}
    facts = FeedbackFacts.model_validate(about)
    least = build_feedback_prompt(facts).time_limit_s + RuntimeSettings().state_check_interval
    assert seconds_to_ms(least) < AGENT_ANSWER_MS
