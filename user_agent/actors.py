"""User agent: the actor that answers invitations (prompt 3) and reviews plans (prompt 5) (TW-033, TW-121…126).

While its person attends the agent, they are asked first (human_in_the_loop.py); their answer is sent in its name.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from negotiation.attendance.port import AttendanceStore, SettledAnswer
from negotiation.contracts.messages import (
    DemandOffer,
    HumanAnswerReceived,
    OfferResponse,
    ProposalFeedback,
    ProposalReview,
)
from negotiation.contracts.person_answer import InvitationAnswer, ReviewAnswer
from negotiation.registry.port import ProfileRegistry
from negotiation.registry.profile import Profile
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.language import Language
from shared.core.message_base import Message, ReceivedMessage, TaskFailed
from shared.core.usage import NO_USAGE
from shared.llm.fallback import answer_or_fallback
from shared.llm.port import Answer
from shared.runtime.actor import TaskContext
from user_agent.core.answer_normalization import (
    USUAL_CURRENCY,
    FeedbackReply,
    OfferReply,
    feedback_from_person,
    normalize_feedback,
    normalize_offer,
    offer_from_person,
    unavailable_feedback,
    unavailable_offer,
)
from user_agent.fallbacks import feedback_fallback, offer_fallback
from user_agent.human_in_the_loop import HumanInTheLoop
from user_agent.prompts import FeedbackFacts, OfferFacts, build_feedback_prompt, build_offer_prompt
from user_agent.settings import UserAgentSettings

MESSAGES: tuple[type[Message], ...] = (DemandOffer, ProposalReview, HumanAnswerReceived)


H = TypeVar("H", InvitationAnswer, ReviewAnswer)
R = TypeVar("R", OfferReply, FeedbackReply)


@dataclass(frozen=True, slots=True)
class _Respondent:
    """Agent that answers; without a profile if it was deleted or deactivated."""

    agent_id: str
    name: str
    profile: Profile | None

    @property
    def currency(self) -> str:
        """Currency of its bare amounts."""
        return self.profile.currency if self.profile else USUAL_CURRENCY


class UserAgent:
    """Task actor for DemandOffer, ProposalReview and HumanAnswerReceived, addressed to an agent_id."""

    def __init__(self, profiles: ProfileRegistry, settings: UserAgentSettings, attendance: AttendanceStore) -> None:
        self._profiles = profiles
        self._settings = settings
        self._human = HumanInTheLoop(attendance, settings.human_timeout)

    async def perform(
        self, task: ReceivedMessage[DemandOffer | ProposalReview | HumanAnswerReceived], tools: TaskContext
    ) -> list[Send]:
        """Answer an invitation or a plan review to its sender, or forward a person's answer to the channel.

        If a person attends the agent, the call stores a question for them and raises RetryAt. It does not wait: the
        message is to be redelivered at the deadline, and then gets the person's answer or, without one, the model's. A
        deleted or deactivated agent declines or withdraws.

        Returns:
            One message: `OfferResponse`, `ProposalFeedback`, or `TaskFailed` if no model answers a review and the
                setting `fallback_feedback` is `abstain`. An empty list for a person's answer that is not from the
                gateway or whose agent is not active.

        Raises:
            RetryAt: The person can still answer until `instant`; or the model may be asked again at `instant`, before
                the answer is due, or another process is asking it the same question.
            BudgetExceeded: The demand's budget does not allow the model call.
            CorrelationClosed: The demand ended meanwhile.
            StoreUnavailable, StoreMisconfigured: The profile registry cannot be read and no earlier copy is loaded, or
                the attendance store does not answer or rejects a call.
        """
        profile = await self._profiles.get(task.recipient.id)
        name = profile.display_name if profile else task.recipient.id
        agent = _Respondent(task.recipient.id, name, profile if profile and profile.active else None)
        match task.body:
            case DemandOffer() as invitation:
                return [Send(task.sender, await self._respond_to_offer(invitation, agent, tools))]
            case ProposalReview() as review:
                return [Send(task.sender, await self._respond_to_review(review, agent, tools))]
            case HumanAnswerReceived() as human_answer:
                if task.sender.kind != "gateway" or agent.profile is None:  # inactive, it answers when it is asked
                    return []
                return [Send(Address("channel", human_answer.channel_id), _build_human_answer(human_answer, agent))]

    async def _respond_to_offer(self, body: DemandOffer, agent: _Respondent, context: TaskContext) -> OfferResponse:
        ask_model = partial(self._ask_model_for_offer, body, agent.profile, context)
        answer, settled = await self._get_answer(body, agent, InvitationAnswer, offer_from_person, ask_model)
        return _build_offer(body, agent, answer, settled)

    async def _respond_to_review(
        self, body: ProposalReview, agent: _Respondent, context: TaskContext
    ) -> ProposalFeedback | TaskFailed:
        ask_model = partial(self._ask_model_for_feedback, body, agent.profile, context)
        answer, settled = await self._get_answer(body, agent, ReviewAnswer, feedback_from_person, ask_model)
        if answer.fallback and self._settings.fallback_feedback == "abstain":
            return TaskFailed(task=body.type, reason="model_unavailable", of=body.request_key())
        return _build_feedback(body, body.proposal.version, agent, answer, settled)

    async def _get_answer(
        self,
        body: DemandOffer | ProposalReview,
        agent: _Respondent,
        kind: type[H],
        from_person: Callable[[H, Language, str], R],
        ask_model: Callable[[], Awaitable[Answer[R]]],
    ) -> tuple[Answer[R], SettledAnswer | None]:
        """Return the person's answer, else the model's; with how it was settled, None if no person was asked."""
        settled = await self._human.get_answer(body, agent.agent_id) if agent.profile else None
        usage = NO_USAGE
        if settled is None or not isinstance(settled.answer, kind):
            answer = await ask_model()
            settled = settled or (await self._human.claim_for_agent(body, agent.agent_id) if agent.profile else None)
            if settled is None or not isinstance(settled.answer, kind):
                return answer, settled
            usage = answer.usage  # the model was called, although its answer is not used
        return Answer(from_person(settled.answer, body.setting.language, agent.currency), usage), settled

    async def _ask_model_for_offer(
        self, body: DemandOffer, profile: Profile | None, context: TaskContext
    ) -> Answer[OfferReply]:
        language = body.setting.language
        if profile is None:
            return Answer(unavailable_offer(language))
        facts = OfferFacts(
            demand_id=body.demand_id,
            channel_id=body.channel_id,
            agent_id=profile.agent_id,
            setting=body.setting,
            profile=profile,
            demand=body.demand,
            raw_input=body.raw_input,
            round=body.round,
            filter_reason=body.filter_reason,
            match_score=body.match_score,
            fits=body.fits,
        )
        answer = await answer_or_fallback(
            context.model,
            build_offer_prompt(facts),
            lambda: offer_fallback(language),
            clock=context.clock,
            answer_by=body.answer_by,
        )
        return answer.map(lambda reply: normalize_offer(reply, language, profile.currency))

    async def _ask_model_for_feedback(
        self, body: ProposalReview, profile: Profile | None, context: TaskContext
    ) -> Answer[FeedbackReply]:
        language = body.setting.language
        if profile is None:
            return Answer(unavailable_feedback())
        facts = FeedbackFacts(
            demand_id=body.demand_id,
            channel_id=body.channel_id,
            agent_id=profile.agent_id,
            setting=body.setting,
            profile=profile,
            demand=body.demand,
            proposal=body.proposal,
            proposal_version=body.proposal.version,
            round=body.round,
            max_rounds=body.max_rounds,
            your_assignment=body.your_assignment,
            your_offer=body.your_offer,
            your_feedback=body.your_feedback,
        )
        answer = await answer_or_fallback(
            context.model,
            build_feedback_prompt(facts),
            lambda: feedback_fallback(language),
            clock=context.clock,
            answer_by=body.answer_by,
        )
        return answer.map(lambda reply: normalize_feedback(reply, language, profile.currency))


def _build_human_answer(body: HumanAnswerReceived, agent: _Respondent) -> OfferResponse | ProposalFeedback:
    """Return a person's answer as the message of their agent."""
    settled = SettledAnswer(answer=body.answer, revision=body.revision or 0)
    match body.answer:
        case InvitationAnswer() as human_answer:
            offer = offer_from_person(human_answer, body.language, agent.currency)
            return _build_offer(body, agent, Answer(offer), settled)
        case ReviewAnswer() as human_answer:
            feedback = feedback_from_person(human_answer, body.language, agent.currency)
            return _build_feedback(body, body.proposal_version or 0, agent, Answer(feedback), settled)


def _build_offer(
    body: DemandOffer | HumanAnswerReceived,
    agent: _Respondent,
    answer: Answer[OfferReply],
    settled: SettledAnswer | None,
) -> OfferResponse:
    return OfferResponse(
        demand_id=body.demand_id,
        channel_id=body.channel_id,
        agent_id=agent.agent_id,
        display_name=agent.name,
        fallback=answer.fallback,
        usage=answer.usage,
        answered_by=settled.answered_by if settled else None,
        revision=(settled.revision or None) if settled else None,
        **answer.output.model_dump(),
    )


def _build_feedback(
    body: ProposalReview | HumanAnswerReceived,
    version: int,
    agent: _Respondent,
    answer: Answer[FeedbackReply],
    settled: SettledAnswer | None,
) -> ProposalFeedback:
    return ProposalFeedback(
        demand_id=body.demand_id,
        channel_id=body.channel_id,
        agent_id=agent.agent_id,
        display_name=agent.name,
        round=body.round,
        proposal_version=version,
        fallback=answer.fallback,
        usage=answer.usage,
        answered_by=settled.answered_by if settled else None,
        revision=(settled.revision or None) if settled else None,
        **answer.output.model_dump(),
    )
