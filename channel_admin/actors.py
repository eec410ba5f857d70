"""The two actors of this service: the channel entity and its skills (DESIGN § 2).

The channel (address kind `channel`) has the state of one negotiation and decides every message with the pure function
`channel_admin.core.channel.decide`. The skills (address kind `skills`) are stateless tasks: the model calls that a
channel requests and waits for.
"""

from collections.abc import Callable
from functools import partial
from typing import TypedDict, TypeVar, get_args

from pydantic import BaseModel

from channel_admin import prompts
from channel_admin.core import fallback_content
from channel_admin.core.channel import ChannelMessage, decide
from channel_admin.core.model_answer_validation import (
    drop_unknown_agents,
    drop_unknown_participants,
    filter_sub_demands,
)
from channel_admin.core.state import ChannelState
from channel_admin.gap_fallbacks import gaps_fallback, recursion_fallback
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
from shared.core.message_base import Message, ReceivedMessage
from shared.core.usage import Usage
from shared.llm.fallback import answer_or_fallback
from shared.llm.port import Answer, Prompt
from shared.runtime.actor import Entity, TaskContext


def channel_entity(rules: NegotiationRules) -> Entity[ChannelState]:
    """Build the runtime's entity for addresses of kind `channel`; one instance negotiates one demand.

    Args:
        rules: Parameters stored in each new channel; existing channels keep those they were created with.
    """
    return Entity(
        role="channel_admin",
        kind="channel",
        state=ChannelState,
        decide=partial(decide, rules),
        messages=get_args(ChannelMessage),
    )


T = TypeVar("T", bound=BaseModel)
SkillRequest = AggregateOffers | AdjustProposal | IdentifyGaps | DecideRecursion | WriteCompromise

MESSAGES: tuple[type[Message], ...] = (AggregateOffers, AdjustProposal, IdentifyGaps, DecideRecursion, WriteCompromise)
"""The task requests that the skills accept."""


class SkillsActor:
    """Executor of the model tasks of a channel, one for each of its prompts (4 and 6 to 9, channel_admin/prompts.py).

    A model that fails or answers too late is replaced by a fallback answer, marked `fallback`.
    """

    async def perform(self, task: ReceivedMessage[SkillRequest], tools: TaskContext) -> list[Send]:
        """Execute one task and return one message: the task's answer, addressed to its sender.

        The answer to `AggregateOffers` is `ProposalAggregated`, to `AdjustProposal` `ProposalAdjusted`, to
        `IdentifyGaps` `GapsIdentified`, to `DecideRecursion` `RecursionDecided`, to `WriteCompromise`
        `CompromiseWritten`. It is a fallback, marked `fallback`, if the model does not answer or its answer is
        unusable.

        Raises:
            RetryAt: Perform the task again at `instant`: the model does not answer now, but may then, before the answer
                is due; or another caller is asking it the same question.
            BudgetExceeded: The demand's budget does not allow the model call.
            CorrelationClosed: The demand ended meanwhile.
            StoreUnavailable: The store, which the model needs for budget and memo, does not answer.
        """
        match task.body:
            case AggregateOffers():
                answer = await _aggregate_offers(task.body, tools)
            case AdjustProposal():
                answer = await _adjust_proposal(task.body, tools)
            case IdentifyGaps():
                answer = await _identify_gaps(task.body, tools)
            case DecideRecursion():
                answer = await _decide_recursion(task.body, tools)
            case WriteCompromise():
                answer = await _write_compromise(task.body, tools)
        return [Send(to=task.sender, body=answer)]


async def _answer_or_fallback(
    body: TaskRequest, tools: TaskContext, prompt: Prompt[T], fallback: Callable[[], T]
) -> Answer[T]:
    return await answer_or_fallback(tools.model, prompt, fallback, clock=tools.clock, answer_by=body.answer_by)


class PromptContext(TypedDict):
    """Fields that the facts of every prompt share."""

    demand_id: str
    channel_id: str
    setting: SubmissionContext
    demand: DemandUnderstanding
    raw_input: str


class AnswerFields(TypedDict):
    """Fields that every answer of a skill shares."""

    demand_id: str
    channel_id: str
    fallback: bool
    usage: Usage


def _prompt_context(body: SkillRequest) -> PromptContext:
    return PromptContext(
        demand_id=body.demand_id,
        channel_id=body.channel_id,
        setting=body.setting,
        demand=body.demand,
        raw_input=body.raw_input,
    )


def _answer_fields(body: TaskRequest, answer: Answer[T]) -> AnswerFields:
    return AnswerFields(
        demand_id=body.demand_id, channel_id=body.channel_id, fallback=answer.fallback, usage=answer.usage
    )


async def _aggregate_offers(body: AggregateOffers, tools: TaskContext) -> ProposalAggregated:
    facts = prompts.AggregationFacts(**_prompt_context(body), offers=body.offers)
    answer = await _answer_or_fallback(
        body,
        tools,
        prompts.proposal_aggregation(facts),
        lambda: fallback_content.merge_offers(body.demand, body.offers, body.setting.language),
    )
    willing = {offer.agent_id for offer in body.offers if offer.decision != "decline"}
    return ProposalAggregated(**_answer_fields(body, answer), draft=drop_unknown_agents(answer.output, willing, ()))


async def _adjust_proposal(body: AdjustProposal, tools: TaskContext) -> ProposalAdjusted:
    facts = prompts.AdjustmentFacts(
        **_prompt_context(body),
        proposal=body.proposal,
        base_version=body.proposal.version,
        round=body.round,
        feedback=body.feedback,
        offers=body.offers,
        left=body.left,
        kept=body.kept,
    )
    answer = await _answer_or_fallback(
        body, tools, prompts.proposal_adjustment(facts), lambda: fallback_content.unchanged_draft(body.proposal)
    )
    offered = {offer.agent_id for offer in body.offers if offer.decision != "decline"}
    assigned = {part.agent_id for part in body.proposal.assignments}
    reviewers = {review.agent_id for review in body.feedback}
    return ProposalAdjusted(
        **_answer_fields(body, answer),
        base_version=body.proposal.version,
        draft=drop_unknown_agents(answer.output, (offered | assigned) - {*body.left}, reviewers),
        adjustment_failed=answer.fallback,
    )


async def _identify_gaps(body: IdentifyGaps, tools: TaskContext) -> GapsIdentified:
    facts = prompts.GapFacts(**_prompt_context(body), proposal=body.proposal, feedback=body.feedback)
    answer = await _answer_or_fallback(body, tools, prompts.gap_identification(facts), gaps_fallback)
    return GapsIdentified(**_answer_fields(body, answer), gaps=answer.output.gaps, is_complete=not answer.output.gaps)


async def _decide_recursion(body: DecideRecursion, tools: TaskContext) -> RecursionDecided:
    facts = prompts.RecursionFacts(
        **_prompt_context(body), gaps=body.gaps, max_subnets=body.max_subnets, proposal=body.proposal
    )
    answer = await _answer_or_fallback(body, tools, prompts.recursion_decision(facts), recursion_fallback)
    requested = answer.output.sub_demands if answer.output.should_recurse else ()
    sub_demands = filter_sub_demands(requested, body.gaps, body.max_subnets)
    return RecursionDecided(**_answer_fields(body, answer), should_recurse=bool(sub_demands), sub_demands=sub_demands)


async def _write_compromise(body: WriteCompromise, tools: TaskContext) -> CompromiseWritten:
    facts = prompts.CompromiseFacts(
        **_prompt_context(body),
        outcome=body.outcome,
        detail=body.detail,
        proposal=body.proposal,
        offers=body.offers,
        feedback=body.feedback,
        left=body.left,
    )
    answer = await _answer_or_fallback(
        body,
        tools,
        prompts.compromise(facts),
        lambda: fallback_content.template_compromise(
            body.demand, body.raw_input, body.proposal, body.offers, body.feedback, body.left, body.setting.language
        ),
    )
    assigned = {part.agent_id for part in body.proposal.assignments} if body.proposal else set[str]()
    offered = {offer.agent_id for offer in body.offers if offer.decision != "decline"}
    return CompromiseWritten(
        **_answer_fields(body, answer),
        compromise=drop_unknown_participants(answer.output, (assigned | offered) - {*body.left}),
    )
