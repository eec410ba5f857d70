"""Which messages an agent answers: an invitation (prompt 3), a plan (prompt 5) (TW-033, TW-121…126)."""

from shared.contracts.messages import DemandOffer, OfferResponse, ProposalFeedback, ProposalReview
from shared.core.decision import Send
from shared.core.message import Message, Received, TaskFailed
from shared.llm.degrade import answer_or_fallback
from shared.llm.port import Answer
from shared.registry.port import Profiles
from shared.registry.profile import Profile
from shared.runtime.actor import Tools
from user_agent.core.answers import (
    FeedbackReply,
    OfferReply,
    settled_feedback,
    settled_offer,
    unavailable_feedback,
    unavailable_offer,
)
from user_agent.fallbacks import feedback_fallback, offer_fallback
from user_agent.prompts import FeedbackFacts, OfferFacts, proposal_feedback, response_generation
from user_agent.settings import UserAgentSettings

MESSAGES: tuple[type[Message], ...] = (DemandOffer, ProposalReview)


class UserAgent:
    """Speaks for whichever represented person a message is addressed to.

    Raises what the model raises when it must wait or may not be paid.
    """

    def __init__(self, profiles: Profiles, settings: UserAgentSettings) -> None:
        self._profiles = profiles
        self._settings = settings

    async def perform(self, task: Received[DemandOffer | ProposalReview], tools: Tools) -> list[Send]:
        """Answer one request, to whoever asked."""
        agent_id = task.recipient.id
        profile = await self._profiles.get(agent_id)
        here = profile if profile and profile.active else None
        name = profile.display_name if profile else agent_id
        match task.body:
            case DemandOffer() as invitation:
                answer = _offer(invitation, agent_id, name, await self._respond(invitation, here, tools))
            case ProposalReview() as review:
                said = await self._judge(review, here, tools)
                answer = self._feedback(review, agent_id, name, said)
        return [Send(to=task.sender, body=answer)]

    async def _respond(self, body: DemandOffer, profile: Profile | None, tools: Tools) -> Answer[OfferReply]:
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

    async def _judge(self, body: ProposalReview, profile: Profile | None, tools: Tools) -> Answer[FeedbackReply]:
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

    def _feedback(
        self, body: ProposalReview, agent_id: str, name: str, answer: Answer[FeedbackReply]
    ) -> ProposalFeedback | TaskFailed:
        if answer.fallback and self._settings.fallback_feedback == "abstain":
            return TaskFailed(task=body.type, reason="model_unavailable", of=body.ticket())
        return ProposalFeedback(
            demand_id=body.demand_id,
            channel_id=body.channel_id,
            agent_id=agent_id,
            display_name=name,
            round=body.round,
            proposal_version=body.proposal.version,
            fallback=answer.fallback,
            usage=answer.usage,
            **answer.output.model_dump(),
        )


def _offer(body: DemandOffer, agent_id: str, name: str, answer: Answer[OfferReply]) -> OfferResponse:
    return OfferResponse(
        demand_id=body.demand_id,
        channel_id=body.channel_id,
        agent_id=agent_id,
        display_name=name,
        fallback=answer.fallback,
        usage=answer.usage,
        **answer.output.model_dump(),
    )
