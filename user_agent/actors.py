"""Which messages an agent answers: an invitation (prompt 3), a plan (prompt 5) (TW-033, TW-121…126).

While its person attends it, they are asked first (asking.py); what they said is sent on in the agent's name.
"""

from negotiation.attendance.port import AttendanceStore, SettledAnswer
from negotiation.contracts.messages import (
    DemandOffer,
    HumanAnswerReceived,
    OfferResponse,
    ProposalFeedback,
    ProposalReview,
)
from negotiation.contracts.person_answer import AnsweredBy, InvitationAnswer, ReviewAnswer
from negotiation.registry.port import ProfileRegistry
from negotiation.registry.profile import Profile
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.message import Message, ReceivedMessage, TaskFailed
from shared.core.usage import NO_USAGE
from shared.llm.fallback import answer_or_fallback
from shared.llm.port import Answer
from shared.runtime.actor import TaskContext
from user_agent.core.answer_normalization import (
    FeedbackReply,
    OfferReply,
    feedback_in_person,
    offer_in_person,
    settled_feedback,
    settled_offer,
    unavailable_feedback,
    unavailable_offer,
)
from user_agent.fallbacks import feedback_fallback, offer_fallback
from user_agent.human_in_the_loop import HumanInTheLoop
from user_agent.prompts import FeedbackFacts, OfferFacts, proposal_feedback, response_generation
from user_agent.settings import UserAgentSettings

MESSAGES: tuple[type[Message], ...] = (DemandOffer, ProposalReview, HumanAnswerReceived)


class UserAgent:
    """Speaks for whichever represented person a message is addressed to.

    Raises what the model raises when it must wait or may not be paid, and NotBefore while its person is waited for.
    """

    def __init__(self, profiles: ProfileRegistry, settings: UserAgentSettings, attending: AttendanceStore) -> None:
        self._profiles = profiles
        self._settings = settings
        self._asking = HumanInTheLoop(attending, settings.human_timeout)

    async def perform(
        self, task: ReceivedMessage[DemandOffer | ProposalReview | HumanAnswerReceived], tools: TaskContext
    ) -> list[Send]:
        """Answer one request, to whoever asked; what a person said, to the channel that they said it to."""
        agent_id = task.recipient.id
        profile = await self._profiles.get(agent_id)
        here = profile if profile and profile.active else None
        name = profile.display_name if profile else agent_id
        match task.body:
            case DemandOffer() as invitation:
                return [Send(to=task.sender, body=await self._offer(invitation, agent_id, name, here, tools))]
            case ProposalReview() as review:
                return [Send(to=task.sender, body=await self._feedback(review, agent_id, name, here, tools))]
            case HumanAnswerReceived() as answered:
                if task.sender.kind != "gateway" or here is None:  # who is gone declines or withdraws when asked
                    return []
                return [Send(to=Address("channel", answered.channel_id), body=_in_person(answered, here))]

    async def _offer(
        self, body: DemandOffer, agent_id: str, name: str, here: Profile | None, tools: TaskContext
    ) -> OfferResponse:
        said = await self._asking.answer(body, agent_id) if here else None
        usage = NO_USAGE
        if said is None or not isinstance(said.answer, InvitationAnswer):
            answer = await self._respond(body, here, tools)
            said = said or (await self._asking.claim_for_agent(body, agent_id) if here else None)
            if said is None or not isinstance(said.answer, InvitationAnswer):
                return _offer(body, agent_id, name, answer, _answered_by(said))
            usage = answer.usage  # it was asked, and paid for
        in_person = Answer(offer_in_person(said.answer, body.setting.language), usage)
        return _offer(body, agent_id, name, in_person, _answered_by(said))

    async def _feedback(
        self, body: ProposalReview, agent_id: str, name: str, here: Profile | None, tools: TaskContext
    ) -> ProposalFeedback | TaskFailed:
        said = await self._asking.answer(body, agent_id) if here else None
        usage = NO_USAGE
        if said is None or not isinstance(said.answer, ReviewAnswer):
            answer = await self._judge(body, here, tools)
            said = said or (await self._asking.claim_for_agent(body, agent_id) if here else None)
            if said is None or not isinstance(said.answer, ReviewAnswer):
                if answer.fallback and self._settings.fallback_feedback == "abstain":
                    return TaskFailed(task=body.type, reason="model_unavailable", of=body.request_key())
                return _feedback(body, body.proposal.version, agent_id, name, answer, _answered_by(said))
            usage = answer.usage
        in_person = Answer(feedback_in_person(said.answer, body.setting.language), usage)
        return _feedback(body, body.proposal.version, agent_id, name, in_person, _answered_by(said))

    async def _respond(self, body: DemandOffer, profile: Profile | None, tools: TaskContext) -> Answer[OfferReply]:
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
        )
        answer = await answer_or_fallback(
            tools.model,
            response_generation(facts),
            lambda: offer_fallback(language),
            clock=tools.clock,
            answer_by=body.answer_by,
        )
        return answer.map(lambda reply: settled_offer(reply, language))

    async def _judge(self, body: ProposalReview, profile: Profile | None, tools: TaskContext) -> Answer[FeedbackReply]:
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
            tools.model,
            proposal_feedback(facts),
            lambda: feedback_fallback(language),
            clock=tools.clock,
            answer_by=body.answer_by,
        )
        return answer.map(lambda reply: settled_feedback(reply, language))


def _in_person(body: HumanAnswerReceived, profile: Profile) -> OfferResponse | ProposalFeedback:
    """What a person said, as their agent says it."""
    agent_id, name = profile.agent_id, profile.display_name
    match body.answer:
        case InvitationAnswer() as said:
            return _offer(body, agent_id, name, Answer(offer_in_person(said, body.language)), "person")
        case ReviewAnswer() as said:
            answer = Answer(feedback_in_person(said, body.language))
            return _feedback(body, body.proposal_version or 0, agent_id, name, answer, "person")


def _answered_by(said: SettledAnswer | None) -> AnsweredBy | None:
    """Who answered, where a person was waited for."""
    return said.by if said else None


def _offer(
    body: DemandOffer | HumanAnswerReceived, agent_id: str, name: str, answer: Answer[OfferReply], by: AnsweredBy | None
) -> OfferResponse:
    return OfferResponse(
        demand_id=body.demand_id,
        channel_id=body.channel_id,
        agent_id=agent_id,
        display_name=name,
        fallback=answer.fallback,
        usage=answer.usage,
        answered_by=by,
        **answer.output.model_dump(),
    )


def _feedback(
    body: ProposalReview | HumanAnswerReceived,
    version: int,
    agent_id: str,
    name: str,
    answer: Answer[FeedbackReply],
    by: AnsweredBy | None,
) -> ProposalFeedback:
    return ProposalFeedback(
        demand_id=body.demand_id,
        channel_id=body.channel_id,
        agent_id=agent_id,
        display_name=name,
        round=body.round,
        proposal_version=version,
        fallback=answer.fallback,
        usage=answer.usage,
        answered_by=by,
        **answer.output.model_dump(),
    )
