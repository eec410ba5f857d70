"""Which messages a channel and its skills take, and which step answers each (DESIGN § 2)."""

from collections.abc import Callable
from functools import partial
from typing import TypedDict, TypeVar, get_args

from pydantic import BaseModel

from channel_admin import prompts
from channel_admin.core import answer_validation, fallback_content
from channel_admin.core.channel import ChannelMessage, decide
from channel_admin.core.state import ChannelState
from channel_admin.fallbacks import gaps_fallback, recursion_fallback
from channel_admin.settings import NegotiationRules
from negotiation.contracts.demand import DemandUnderstanding, SubmissionContext
from negotiation.contracts.messages import (
    AdjustProposal,
    AggregateOffers,
    CompromiseWritten,
    DecideRecursion,
    GapsIdentified,
    IdentifyGaps,
    ProposalAdjusted,
    ProposalAggregated,
    RecursionDecided,
    TaskRequest,
    WriteCompromise,
)
from shared.core.decision import Send
from shared.core.message import Message, ReceivedMessage
from shared.core.usage import Usage
from shared.llm.fallback import answer_or_fallback
from shared.llm.port import Answer, Prompt
from shared.runtime.actor import Entity, TaskContext


def channel(rules: NegotiationRules) -> Entity[ChannelState]:
    """The entity of one demand, run by `rules`."""
    return Entity(
        role="channel_admin",
        kind="channel",
        state=ChannelState,
        decide=partial(decide, rules),
        messages=get_args(ChannelMessage),
    )


T = TypeVar("T", bound=BaseModel)
SkillRequest = AggregateOffers | AdjustProposal | IdentifyGaps | DecideRecursion | WriteCompromise

MESSAGES: tuple[type[Message], ...] = (
    AggregateOffers,
    AdjustProposal,
    IdentifyGaps,
    DecideRecursion,
    WriteCompromise,
)


class Skills:
    """The channel's skills. Raises what the model raises when it must wait or may not be paid."""

    async def perform(self, task: ReceivedMessage[SkillRequest], tools: TaskContext) -> list[Send]:
        """Answer one request, to whoever asked."""
        match task.body:
            case AggregateOffers():
                answer = await _aggregate(task.body, tools)
            case AdjustProposal():
                answer = await _adjust(task.body, tools)
            case IdentifyGaps():
                answer = await _gaps(task.body, tools)
            case DecideRecursion():
                answer = await _recursion(task.body, tools)
            case WriteCompromise():
                answer = await _compromise(task.body, tools)
        return [Send(to=task.sender, body=answer)]


async def _ask(body: TaskRequest, tools: TaskContext, prompt: Prompt[T], fallback: Callable[[], T]) -> Answer[T]:
    return await answer_or_fallback(tools.model, prompt, fallback, clock=tools.clock, answer_by=body.answer_by)


class PromptContext(TypedDict):
    """What every prompt of a skill is about."""

    demand_id: str
    channel_id: str
    setting: SubmissionContext
    demand: DemandUnderstanding
    raw_input: str


class AnswerFields(TypedDict):
    """What every answer of a skill carries."""

    demand_id: str
    channel_id: str
    fallback: bool
    usage: Usage


def _asked(body: SkillRequest) -> PromptContext:
    return PromptContext(
        demand_id=body.demand_id,
        channel_id=body.channel_id,
        setting=body.setting,
        demand=body.demand,
        raw_input=body.raw_input,
    )


def _said(body: TaskRequest, answer: Answer[T]) -> AnswerFields:
    return AnswerFields(
        demand_id=body.demand_id, channel_id=body.channel_id, fallback=answer.fallback, usage=answer.usage
    )


async def _aggregate(body: AggregateOffers, tools: TaskContext) -> ProposalAggregated:
    facts = prompts.AggregationFacts(
        **_asked(body),
        offers=body.offers,
    )
    answer = await _ask(
        body,
        tools,
        prompts.proposal_aggregation(facts),
        lambda: fallback_content.merge_offers(body.demand, body.offers, body.setting.language),
    )
    willing = {offer.agent_id for offer in body.offers if offer.decision != "decline"}
    return ProposalAggregated(
        **_said(body, answer),
        draft=answer_validation.with_real_people(answer.output, willing, ()),
    )


async def _adjust(body: AdjustProposal, tools: TaskContext) -> ProposalAdjusted:
    facts = prompts.AdjustmentFacts(
        **_asked(body),
        proposal=body.proposal,
        base_version=body.proposal.version,
        round=body.round,
        feedback=body.feedback,
        offers=body.offers,
        left=body.left,
    )
    answer = await _ask(
        body, tools, prompts.proposal_adjustment(facts), lambda: fallback_content.unchanged(body.proposal)
    )
    offered = {offer.agent_id for offer in body.offers if offer.decision != "decline"}
    held = {part.agent_id for part in body.proposal.assignments}
    spoke = {said.agent_id for said in body.feedback}
    return ProposalAdjusted(
        **_said(body, answer),
        base_version=body.proposal.version,
        draft=answer_validation.with_real_people(answer.output, (offered | held) - {*body.left}, spoke),
        adjustment_failed=answer.fallback,
    )


async def _gaps(body: IdentifyGaps, tools: TaskContext) -> GapsIdentified:
    facts = prompts.GapFacts(
        **_asked(body),
        proposal=body.proposal,
        feedback=body.feedback,
    )
    answer = await _ask(body, tools, prompts.gap_identification(facts), gaps_fallback)
    return GapsIdentified(
        **_said(body, answer),
        gaps=answer.output.gaps,
        is_complete=not answer.output.gaps,
    )


async def _recursion(body: DecideRecursion, tools: TaskContext) -> RecursionDecided:
    facts = prompts.RecursionFacts(
        **_asked(body),
        gaps=body.gaps,
        max_subnets=body.max_subnets,
        proposal=body.proposal,
    )
    answer = await _ask(body, tools, prompts.recursion_decision(facts), recursion_fallback)
    wanted = answer.output.sub_demands if answer.output.should_recurse else ()
    real = answer_validation.for_real_gaps(wanted, body.gaps, body.max_subnets)
    return RecursionDecided(
        **_said(body, answer),
        should_recurse=bool(real),
        sub_demands=real,
    )


async def _compromise(body: WriteCompromise, tools: TaskContext) -> CompromiseWritten:
    facts = prompts.CompromiseFacts(
        **_asked(body),
        outcome=body.outcome,
        detail=body.detail,
        proposal=body.proposal,
        offers=body.offers,
        feedback=body.feedback,
        left=body.left,
    )
    answer = await _ask(
        body,
        tools,
        prompts.compromise(facts),
        lambda: fallback_content.template_compromise(
            body.demand,
            body.raw_input,
            body.proposal,
            body.offers,
            body.feedback,
            body.left,
            body.setting.language,
        ),
    )
    held = {part.agent_id for part in body.proposal.assignments} if body.proposal else set[str]()
    offered = {offer.agent_id for offer in body.offers if offer.decision != "decline"}
    return CompromiseWritten(
        **_said(body, answer),
        compromise=answer_validation.with_real_participants(answer.output, (held | offered) - {*body.left}),
    )
