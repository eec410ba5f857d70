"""What a channel does with each message: the match over (message, status), complete under strict type checking.

One function per message says for which state the message concerns the channel; the steps themselves stand in the
files named after their questions. `decide` is pure: the same state, message and instant give the same decision.
"""

from channel_admin.core import (
    feedback_evaluation,
    gap_resolution,
    invitation,
    offer_collection,
    outcome,
    proposal_distribution,
    timers,
)
from channel_admin.core.state import ChannelState, Waiting
from channel_admin.core.transition import Transition
from channel_admin.settings import NegotiationRules
from negotiation.contracts.messages import (
    AdjustProposal,
    AggregateOffers,
    CancelDemand,
    ChooseCandidates,
    CompromiseWritten,
    CreateChannel,
    DecideRecursion,
    DemandOffer,
    DemandUnderstood,
    GapsIdentified,
    IdentifyGaps,
    OfferResponse,
    OpenSubnet,
    ProposalAdjusted,
    ProposalAggregated,
    ProposalFeedback,
    ProposalReview,
    RecursionDecided,
    SubmitDemand,
    SubnetEnded,
    UnderstandDemand,
    WriteCompromise,
    review_request_key,
)
from shared.core.address import Address
from shared.core.decision import Decision
from shared.core.message import ReceivedMessage, TaskFailed, TimerFired

ChannelMessage = (
    SubmitDemand
    | OpenSubnet
    | DemandUnderstood
    | CreateChannel
    | OfferResponse
    | ProposalAggregated
    | ProposalFeedback
    | ProposalAdjusted
    | CompromiseWritten
    | GapsIdentified
    | RecursionDecided
    | SubnetEnded
    | CancelDemand
    | TaskFailed
    | TimerFired
)
"""Every message that may be sent to a channel."""


TASKS: dict[str, tuple[str, Waiting]] = {
    UnderstandDemand.type: ("coordinator", "understanding"),
    ChooseCandidates.type: ("coordinator", "filtering"),
    AggregateOffers.type: ("skills", "aggregation"),
    AdjustProposal.type: ("skills", "adjustment"),
    WriteCompromise.type: ("skills", "compromise"),
    IdentifyGaps.type: ("skills", "gaps"),
    DecideRecursion.type: ("skills", "recursion"),
}
"""Which task is done by whom, and what the channel waits for meanwhile."""


class ChannelNotFound(Exception):
    """The message is for a channel that does not exist (yet)."""


def decide(
    rules: NegotiationRules, state: ChannelState | None, message: ReceivedMessage[ChannelMessage], now: int
) -> Decision[ChannelState] | None:
    """One step of a negotiation. None: the message changes nothing (late, doubled, foreign, out of turn).

    Raises NoChannel for anything but a beginning when there is no state, IllegalTransition (E010) never in practice.
    """
    if state is None:
        return _begin(rules, message, now)
    step = Transition(state, now, message.spent)
    return step.decision() if _apply(step, message.body, message.sender) else None


def _begin(rules: NegotiationRules, message: ReceivedMessage[ChannelMessage], now: int) -> Decision[ChannelState]:
    match message.body:
        case SubmitDemand() as body:
            return invitation.submitted(body, rules, now).decision()
        case OpenSubnet() as body:
            return invitation.subnet_opened(body, rules, now).decision()
        case _ as body:
            raise ChannelNotFound(f"{body.type} for {message.recipient}, which does not exist")


def _apply(step: Transition, body: ChannelMessage, sender: Address) -> bool:
    """Do the step if the message concerns the channel as it stands; say whether it did."""
    match body:
        case SubmitDemand() | OpenSubnet():
            return False
        case OfferResponse():
            return _offer(step, body, sender)
        case ProposalFeedback():
            return _feedback(step, body, sender)
        case CancelDemand():
            return sender.kind in ("gateway", "channel") and _cancel(step, body)
        case TimerFired():
            return _timer(step, body)
        case TaskFailed():
            return _task_failed(step, body, sender)
        case SubnetEnded():
            return _subnet_ended(step, body, sender)
        case DemandUnderstood() | CreateChannel():
            return sender.kind == "coordinator" and _coordinator(step, body)
        case ProposalAggregated() | ProposalAdjusted() | CompromiseWritten() | GapsIdentified() | RecursionDecided():
            return sender.kind == "skills" and _skill(step, body)


def _coordinator(step: Transition, body: DemandUnderstood | CreateChannel) -> bool:
    waiting = step.state.waiting
    match body:
        case DemandUnderstood() if waiting == "understanding":
            invitation.understood(step, body)
        case CreateChannel() if waiting == "filtering":
            invitation.chosen(step, body)
        case DemandUnderstood() | CreateChannel():
            return False
    return True


def _skill(
    step: Transition,
    body: ProposalAggregated | ProposalAdjusted | CompromiseWritten | GapsIdentified | RecursionDecided,
) -> bool:
    waiting = step.state.waiting
    match body:
        case ProposalAggregated() if waiting == "aggregation":
            proposal_distribution.aggregated(step, body)
        case ProposalAdjusted() if waiting == "adjustment" and body.base_version == step.state.proposal_version:
            proposal_distribution.adjusted(step, body)
        case CompromiseWritten() if waiting == "compromise":
            outcome.publish_outcome(step, body)
        case GapsIdentified() if waiting == "gaps":
            gap_resolution.identified(step, body)
        case RecursionDecided() if waiting == "recursion":
            gap_resolution.decided(step, body)
        case ProposalAggregated() | ProposalAdjusted() | CompromiseWritten() | GapsIdentified() | RecursionDecided():
            return False
    return True


def _speaks_for(sender: Address, agent_id: str) -> bool:
    return sender == Address("user_agent", agent_id)


def _offer(step: Transition, body: OfferResponse, sender: Address) -> bool:
    """Only the invited, only in their own name, only once; late ones until the channel rests."""
    state = step.state
    open_to_offers = state.waiting not in ("understanding", "filtering", "nothing")
    first = body.agent_id in state.invited and body.agent_id not in state.responses
    if not (open_to_offers and first and _speaks_for(sender, body.agent_id)):
        return False
    offer_collection.answered(step, body)
    return True


def _feedback(step: Transition, body: ProposalFeedback, sender: Address) -> bool:
    """A withdraw counts whenever it comes from somebody on board; the rest only for the version under review."""
    state = step.state
    if state.waiting == "nothing" or not _speaks_for(sender, body.agent_id):
        return False
    if body.feedback_type == "withdraw" and body.agent_id in state.on_board:
        feedback_evaluation.withdrawn(step, body)
        return True
    if feedback_evaluation.counts(state, body):
        feedback_evaluation.record_feedback(step, body)
        return True
    return False


def _cancel(step: Transition, body: CancelDemand) -> bool:
    if step.state.waiting == "nothing" or step.state.cancelled:
        return False
    outcome.cancel(step, body)
    return True


def _timer(step: Transition, body: TimerFired) -> bool:
    if not timers.is_due(step.state, body, step.now):
        return False
    timers.fired(step)
    return True


def _subnet_ended(step: Transition, body: SubnetEnded, sender: Address) -> bool:
    running = {s.channel_id for s in step.state.subnets if s.status is None}
    if step.state.waiting != "subnets" or sender.id != body.sub_channel_id or sender.id not in running:
        return False
    gap_resolution.ended(step, body)
    return True


def _task_failed(step: Transition, body: TaskFailed, sender: Address) -> bool:
    """A task gave up. Without budget everything ends with what there is; else its fallback stands in (DESIGN § 6)."""
    if not _is_waited_for(step.state, body, sender):
        return False
    if body.reason == "budget":
        step.set(out_of_budget=True)
    if body.task == DemandOffer.type:
        offer_collection.unable(step, sender.id)
    elif body.task == ProposalReview.type:
        feedback_evaluation.mark_unavailable(step, sender.id)
    else:
        timers.without_task(step)
    return True


def _is_waited_for(state: ChannelState, body: TaskFailed, sender: Address) -> bool:
    if body.task == DemandOffer.type:
        return sender.kind == "user_agent" and sender.id in state.unheard and state.waiting != "nothing"
    if body.task == ProposalReview.type:
        current = body.of == review_request_key(state.proposal_version, state.current_round)
        return state.waiting == "feedback" and current and sender.kind == "user_agent" and sender.id in state.awaited
    outdated = body.of not in ("", str(state.proposal_version))
    return TASKS.get(body.task) == (sender.kind, state.waiting) and not outdated
