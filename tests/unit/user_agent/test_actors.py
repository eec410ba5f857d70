import asyncio
from typing import Any

import pytest

from negotiation.attendance.memory import MemoryAttendanceStore
from negotiation.contracts.messages import DemandOffer, HumanAnswerReceived, ProposalReview
from negotiation.contracts.money import money_of_units
from negotiation.contracts.offer import NegotiationPoint
from negotiation.contracts.person_answer import InvitationAnswer, RequestedChange, ReviewAnswer
from negotiation.contracts.proposal import Proposal
from negotiation.contracts.terms import Condition, Terms
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.profile import Profile
from shared.core.address import Address
from shared.core.message_base import ReceivedMessage, TaskFailed
from shared.llm.port import BudgetExceeded, RetryAt
from tests.support.task_fixtures import (
    LATER,
    NOW,
    FixedClock,
    ask,
    by,
    demand,
    person,
    submission_context,
    without_model,
    without_money,
)
from user_agent.actors import UserAgent
from user_agent.core.answer_normalization import FeedbackReply, OfferReply
from user_agent.prompts import FeedbackFacts, OfferFacts
from user_agent.settings import UserAgentSettings

INVITATION = DemandOffer(
    demand_id="d-a",
    channel_id="collab-a",
    setting=submission_context(),
    answer_by=LATER,
    demand=demand("场地"),
    raw_input="我想办读书会",
    round=1,
    filter_reason="有场地",
    match_score=80,
)
PLAN = Proposal(proposal_id="prop_1", demand_id="d-a", version=3, summary="读书会", created_at=NOW)
REVIEW = ProposalReview(
    demand_id="d-a",
    channel_id="collab-a",
    setting=submission_context(),
    answer_by=LATER,
    demand=demand("场地"),
    proposal=PLAN,
    round=2,
    max_rounds=5,
)
BOB = person("agent_bob", display_name="Bob", capabilities=["场地"])
AMY = person("agent_amy", display_name="Amy", summary="canary-of-amy")


def agent(*people: Profile, **settings: str) -> UserAgent:
    chosen = UserAgentSettings.model_validate(settings)
    return UserAgent(MemoryProfileRegistry(people or (BOB, AMY)), chosen, MemoryAttendanceStore(FixedClock()))


def test_an_invitation_is_answered_with_the_addressed_profile() -> None:
    def rule(facts: OfferFacts) -> OfferReply:
        return OfferReply(decision="participate", contribution=f"{facts.profile.agent_id} {facts.match_score}")

    answer = ask(agent(), INVITATION, by(response_generation=rule))
    assert (answer.type, answer.agent_id, answer.display_name) == ("offer_response", "agent_bob", "Bob")
    assert answer.contribution == "agent_bob 80"
    assert answer.usage.calls == 1


def test_a_plan_is_answered_with_its_version_and_round() -> None:
    tools = by(proposal_feedback=lambda _: FeedbackReply(feedback_type="accept", reasoning="好"))
    answer = ask(agent(), REVIEW, tools)
    assert (answer.type, answer.agent_id, answer.feedback_type) == ("proposal_feedback", "agent_bob", "accept")
    assert (answer.proposal_version, answer.round) == (3, 2)


@pytest.mark.parametrize("people", [(AMY,), (AMY, BOB.model_copy(update={"active": False}))])
def test_an_inactive_agent_declines_and_withdraws_without_a_model_call(people: tuple[Profile, ...]) -> None:
    offer = ask(agent(*people), INVITATION, without_money())
    assert (offer.decision, offer.decline_reason) == ("decline", "agent_unavailable")
    said = ask(agent(*people), REVIEW, without_money())
    assert (said.feedback_type, said.reasoning) == ("withdraw", "agent_unavailable")
    assert not offer.fallback


def test_fallback_answers_take_part_and_accept_and_are_marked() -> None:
    offer = ask(agent(), INVITATION, without_model())
    assert (offer.decision, offer.response_type, offer.confidence, offer.fallback) == (
        "participate",
        "offer",
        50,
        True,
    )
    said = ask(agent(), REVIEW, without_model())
    assert (said.feedback_type, said.fallback) == ("accept", True)


def test_an_agent_set_to_abstain_sends_no_fallback_feedback() -> None:
    said = ask(agent(fallback_feedback="abstain"), REVIEW, without_model())
    assert said == TaskFailed(task="proposal_review", reason="model_unavailable", of=REVIEW.request_key())
    accepted = ask(
        agent(fallback_feedback="abstain"),
        REVIEW,
        by(proposal_feedback=lambda _: FeedbackReply(feedback_type="accept")),
    )
    assert accepted.feedback_type == "accept"


@pytest.mark.parametrize("body", [INVITATION, REVIEW])
def test_an_agent_waits_for_a_breaker_probe_and_passes_on_budget_exceeded(body: DemandOffer | ProposalReview) -> None:
    with pytest.raises(RetryAt):
        ask(agent(), body, without_model(retry_at=NOW + 1))
    with pytest.raises(BudgetExceeded):
        ask(agent(), body, without_money())


def test_an_agent_prompt_has_only_its_own_profile() -> None:
    seen: list[OfferFacts | FeedbackFacts] = []

    def offer(facts: OfferFacts) -> OfferReply:
        seen.append(facts)
        return OfferReply(decision="participate")

    def feedback(facts: FeedbackFacts) -> FeedbackReply:
        seen.append(facts)
        return FeedbackReply(feedback_type="accept")

    ask(agent(), INVITATION, by(response_generation=offer))
    ask(agent(), REVIEW, by(proposal_feedback=feedback))
    assert len(seen) == 2
    assert all("canary-of-amy" not in facts.model_dump_json() for facts in seen)


def test_model_answers_are_normalized_before_sending() -> None:
    tools = by(response_generation=lambda _: OfferReply(decision="conditional", response_type="negotiate"))
    answer = ask(agent(), INVITATION, tools)
    assert (answer.decision, answer.response_type) == ("participate", "offer")


LONDONER = person("agent_bob", display_name="Bob", capabilities=["场地"], currency="GBP")
FEE = Terms(fee=money_of_units(350, "GBP"))


def test_terms_of_a_model_arrive_in_the_message() -> None:
    terms = Terms(people=40, not_on=("monday",), conditions=(Condition(kind="food", text="不带外食"),))
    point = NegotiationPoint(aspect="费用", desired_value="£350", terms=FEE)
    offer = ask(
        agent(LONDONER),
        INVITATION,
        by(
            response_generation=lambda _: OfferReply(
                decision="participate", response_type="negotiate", negotiation_points=(point,), terms=terms
            )
        ),
    )
    assert (offer.terms, offer.negotiation_points[0].terms) == (terms, FEE)
    asked = FeedbackReply(feedback_type="negotiate", adjustment_request="费用：£350", terms=FEE)
    assert ask(agent(LONDONER), REVIEW, by(proposal_feedback=lambda _: asked)).terms == FEE


def test_terms_that_a_model_leaves_out_come_from_its_texts_in_the_currency_of_the_profile() -> None:
    point = NegotiationPoint(aspect="费用", desired_value="350")
    bare = OfferReply(decision="participate", contribution="最多40人；费用350", negotiation_points=(point,))
    offer = ask(agent(LONDONER), INVITATION, by(response_generation=lambda _: bare))
    assert offer.terms == Terms(fee=FEE.fee, people=40)
    assert offer.negotiation_points[0].terms == FEE
    asked = FeedbackReply(feedback_type="negotiate", adjustment_request="费用：350")
    assert ask(agent(LONDONER), REVIEW, by(proposal_feedback=lambda _: asked)).terms == FEE


def test_terms_come_from_a_persons_words_in_the_currency_of_their_profile() -> None:
    common = {"demand_id": "d-a", "channel_id": "collab-a", "question_id": "q-1", "language": "en", "round": 1}
    change = RequestedChange(aspect="fee", desired_value="three hundred and fifty")
    own = InvitationAnswer(decision="conditional", negotiation_points=(change,), conditions=("no outside food",))
    offer = from_gateway(HumanAnswerReceived.model_validate({**common, "answer": own}))
    assert offer.negotiation_points[0].terms == FEE
    assert offer.terms == Terms(conditions=(Condition(kind="food", text="no outside food"),))
    review = ReviewAnswer(feedback_type="negotiate", adjustment_request="fee: 350")
    feedback = from_gateway(HumanAnswerReceived.model_validate({**common, "answer": review, "proposal_version": 3}))
    assert feedback.terms == FEE


def from_gateway(body: HumanAnswerReceived) -> Any:
    """The message that goes to the channel for a person's answer."""
    task = ReceivedMessage(body, Address("gateway", "g"), Address("user_agent", "agent_bob"), "m1", "d-a")
    (send,) = asyncio.run(agent(LONDONER).perform(task, without_money()))
    return send.body
