"""State machine of a channel: `decide` maps a state and a message to the next state and its effects.

A message passes three levels:

1. `decide` creates the channel from its first message; every other message goes to `_apply`.
2. `_apply` matches on the message type, exhaustively under strict type checking. One function per type (`_apply_offer`,
   `_apply_feedback` …) checks the sender and the state, and drops a message that does not apply now.
3. An accepted message is handled by the module of its phase, which records the effects in a `Transition`:
   `clarification` → `invitation` → `offer_collection` → `proposal_lifecycle` → `feedback_evaluation`, whose verdict is
   computed by `acceptance.compute_verdict` → `outcome` → `gap_subnets` → `closure`. Deadlines and retries:
   `timeout_handlers`.

All of `core/` is pure: the same state, message and instant give the same decision.
"""

from channel_admin.core import (
    clarification,
    feedback_evaluation,
    gap_subnets,
    invitation,
    offer_collection,
    outcome,
    proposal_lifecycle,
    requester_questions,
    subnet_merges,
    timeout_handlers,
)
from channel_admin.core.state import AwaitedInput, ChannelState
from channel_admin.core.transition import Transition
from channel_admin.settings import NegotiationRules
from negotiation.contracts.messages import (
    AdjustProposal,
    AggregateOffers,
    AnswerQuestion,
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
    ReviseUnderstanding,
    SubmitDemand,
    SubnetEnded,
    SubnetMemberWithdrawn,
    UnderstandDemand,
    WriteCompromise,
    review_request_key,
)
from shared.core.address import Address
from shared.core.decision import Decision
from shared.core.message_base import ReceivedMessage, TaskFailed, TimerFired

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
    | SubnetMemberWithdrawn
    | AnswerQuestion
    | ReviseUnderstanding
    | CancelDemand
    | TaskFailed
    | TimerFired
)
"""Every message that a channel accepts."""

AWAITED_TASKS: dict[str, tuple[str, AwaitedInput]] = {
    UnderstandDemand.type: ("coordinator", "understanding"),
    ChooseCandidates.type: ("coordinator", "filtering"),
    AggregateOffers.type: ("skills", "aggregation"),
    AdjustProposal.type: ("skills", "adjustment"),
    WriteCompromise.type: ("skills", "compromise"),
    IdentifyGaps.type: ("skills", "gaps"),
    DecideRecursion.type: ("skills", "recursion"),
}
"""Address kind of the executor of each task, and the input that a channel awaits meanwhile."""


class ChannelNotFound(Exception):
    """The message is for a channel without a state, and is not one that creates it."""


def decide(
    rules: NegotiationRules, state: ChannelState | None, message: ReceivedMessage[ChannelMessage], now: int
) -> Decision[ChannelState] | None:
    """Decide the effects of one message on a channel.

    Args:
        rules: Parameters for a new channel; an existing one uses those in its state.
        state: The channel's state, or None before its first message.
        message: The message with its envelope.
        now: Current time, ms since the epoch.

    Returns:
        The new state with the messages, events and timer to commit, or None if the message does not apply: late,
        a duplicate, from an unexpected sender, or not awaited now.

    Raises:
        ChannelNotFound: There is no state and the message does not create a channel.
        IllegalTransition: E010; a defect of this package, since no message leads to it.
    """
    if state is None:
        return _create_channel(rules, message, now)
    transition = Transition(state, now, message.spent)
    return transition.decision() if _apply(transition, message.body, message.sender) else None


def _create_channel(
    rules: NegotiationRules, message: ReceivedMessage[ChannelMessage], now: int
) -> Decision[ChannelState]:
    match message.body:
        case SubmitDemand() as body:
            return invitation.open_channel(body, rules, now).decision()
        case OpenSubnet() as body:
            return invitation.open_subnet_channel(body, rules, now).decision()
        case _ as body:
            raise ChannelNotFound(
                f"{message.recipient} does not exist; expected submit_demand or open_subnet, got {body.type}"
            )


def _apply(transition: Transition, body: ChannelMessage, sender: Address) -> bool:
    """Handle the message if the sender and the current state admit it, and return whether they did."""
    match body:
        case SubmitDemand() | OpenSubnet():
            return False
        case OfferResponse():
            return _apply_offer(transition, body, sender)
        case ProposalFeedback():
            return _apply_feedback(transition, body, sender)
        case AnswerQuestion() | ReviseUnderstanding():
            return sender.kind == "gateway" and _apply_clarification(transition, body)
        case CancelDemand():
            return _apply_cancellation(transition, body, sender)
        case TimerFired():
            return _apply_timer(transition, body)
        case TaskFailed():
            return _apply_task_failure(transition, body, sender)
        case SubnetEnded():
            return _apply_subnet_result(transition, body, sender)
        case SubnetMemberWithdrawn():
            return _apply_member_withdrawal(transition, body, sender)
        case DemandUnderstood() | CreateChannel():
            return sender.kind == "coordinator" and _apply_coordinator_answer(transition, body)
        case ProposalAggregated() | ProposalAdjusted() | CompromiseWritten() | GapsIdentified() | RecursionDecided():
            return sender.kind == "skills" and _apply_skill_answer(transition, body)


def _apply_coordinator_answer(transition: Transition, body: DemandUnderstood | CreateChannel) -> bool:
    state, waiting = transition.state, transition.state.waiting
    match body:
        case DemandUnderstood() if waiting == "understanding" and body.own_words == state.own_words:
            clarification.record_understanding(transition, body)
        case CreateChannel() if waiting == "filtering":
            invitation.record_candidates(transition, body)
        case DemandUnderstood() | CreateChannel():
            return False
    return True


def _apply_clarification(transition: Transition, body: AnswerQuestion | ReviseUnderstanding) -> bool:
    match body:
        case AnswerQuestion() if transition.state.waiting == "feedback":
            return _apply_limit_answer(transition, body)
        case AnswerQuestion():
            return transition.state.waiting == "clarification" and clarification.record_answer(transition, body)
        case ReviseUnderstanding():
            return clarification.record_revision(transition, body)


def _apply_limit_answer(transition: Transition, body: AnswerQuestion) -> bool:
    """Accept the requester's answer to an open question about a limit; the verdict may have waited for it."""
    if not requester_questions.record_answer(transition, body):
        return False
    feedback_evaluation.evaluate_if_complete(transition)
    return True


def _apply_skill_answer(
    transition: Transition,
    body: ProposalAggregated | ProposalAdjusted | CompromiseWritten | GapsIdentified | RecursionDecided,
) -> bool:
    waiting = transition.state.waiting
    match body:
        case ProposalAggregated() if waiting == "aggregation":
            proposal_lifecycle.distribute_initial_proposal(transition, body)
        case ProposalAdjusted() if waiting == "adjustment" and body.base_version == transition.state.proposal_version:
            _apply_adjustment(transition, body)
        case CompromiseWritten() if waiting == "compromise":
            outcome.publish_outcome(transition, body)
        case GapsIdentified() if waiting == "gaps":
            gap_subnets.record_gaps(transition, body)
        case RecursionDecided() if waiting == "recursion":
            gap_subnets.open_subnets(transition, body)
        case ProposalAggregated() | ProposalAdjusted() | CompromiseWritten() | GapsIdentified() | RecursionDecided():
            return False
    return True


def _apply_adjustment(transition: Transition, body: ProposalAdjusted) -> None:
    """Distribute the adjusted plan; of an unchanged one take the verdict at once, on the answers that stand."""
    if proposal_lifecycle.is_unchanged(transition.state, body):
        transition.count_fallback(body)
        feedback_evaluation.evaluate_feedback(transition, last_round=True)
    else:
        proposal_lifecycle.distribute_adjusted_proposal(transition, body)


def _is_agent(sender: Address, agent_id: str) -> bool:
    return sender == Address("user_agent", agent_id)


def _apply_offer(transition: Transition, body: OfferResponse, sender: Address) -> bool:
    """Accept the first offer of each invited agent from that agent, and revisions by its person."""
    if not (_is_agent(sender, body.agent_id) and offer_collection.is_admissible(transition.state, body)):
        return False
    offer_collection.record_offer(transition, body)
    return True


def _apply_feedback(transition: Transition, body: ProposalFeedback, sender: Address) -> bool:
    """Accept a withdrawal of a participant at any time, other feedback only on the version under review."""
    state = transition.state
    if not _is_agent(sender, body.agent_id):
        return False
    if state.waiting == "nothing":
        return gap_subnets.report_member_withdrawal(transition, body)
    if subnet_merges.record_feedback(transition, body):
        gap_subnets.finish_if_complete(transition)
        return True
    if body.feedback_type == "withdraw" and body.agent_id in state.members:
        outcome.emit_withdrawal(transition, body.agent_id, body.reasoning, body.round)
        return True
    if body.feedback_type == "withdraw" and body.agent_id in state.participants:
        feedback_evaluation.record_withdrawal(transition, body)
        if transition.state.waiting == "subnets":
            gap_subnets.finish_if_complete(transition)
        return True
    if feedback_evaluation.is_admissible(state, body):
        feedback_evaluation.record_feedback(transition, body)
        return True
    return False


def _apply_cancellation(transition: Transition, body: CancelDemand, sender: Address) -> bool:
    """Accept a cancellation from a gateway; a subnet accepts one from its parent channel, too."""
    state = transition.state
    is_parent = state.parent is not None and sender == Address("channel", state.parent.channel_id)
    if not (sender.kind == "gateway" or is_parent) or state.waiting == "nothing" or state.cancelled:
        return False
    outcome.cancel(transition, body)
    return True


def _apply_timer(transition: Transition, body: TimerFired) -> bool:
    if not timeout_handlers.is_due(transition.state, body, transition.now):
        return False
    timeout_handlers.handle_timer(transition)
    return True


def _apply_subnet_result(transition: Transition, body: SubnetEnded, sender: Address) -> bool:
    running = {s.channel_id for s in transition.state.subnets if s.status is None}
    if transition.state.waiting != "subnets" or sender.id != body.sub_channel_id or sender.id not in running:
        return False
    gap_subnets.record_subnet_result(transition, body)
    return True


def _apply_member_withdrawal(transition: Transition, body: SubnetMemberWithdrawn, sender: Address) -> bool:
    """Accept the withdrawal of a subnet's member from the subnet's channel, as long as this channel is open."""
    state = transition.state
    known = {s.channel_id for s in state.subnets}
    if state.waiting == "nothing" or sender.id != body.sub_channel_id or sender.id not in known:
        return False
    if subnet_merges.remove_member(transition, body.sub_channel_id, body.agent_id):
        gap_subnets.finish_if_complete(transition)
        return True
    if body.agent_id not in state.members:
        return False
    outcome.emit_withdrawal(transition, body.agent_id, body.reasoning, state.current_round)
    return True


def _apply_task_failure(transition: Transition, body: TaskFailed, sender: Address) -> bool:
    """Replace a failed task by its fallback; out of budget, end with the present results (DESIGN § 6)."""
    if not _is_awaited_task(transition.state, body, sender):
        return False
    if body.reason == "budget":
        transition.update(out_of_budget=True)
    if body.task == DemandOffer.type:
        offer_collection.mark_unavailable(transition, sender.id)
    elif body.task == ProposalReview.type and subnet_merges.awaits(transition.state, sender.id):
        subnet_merges.record_silence(transition, sender.id)
        gap_subnets.finish_if_complete(transition)
    elif body.task == ProposalReview.type:
        feedback_evaluation.mark_unavailable(transition, sender.id)
    else:
        timeout_handlers.apply_fallback(transition)
    return True


def _is_awaited_task(state: ChannelState, body: TaskFailed, sender: Address) -> bool:
    if body.task == DemandOffer.type:
        return sender.kind == "user_agent" and sender.id in state.pending_agents and state.waiting != "nothing"
    if body.task == ProposalReview.type and subnet_merges.awaits(state, sender.id):
        return sender.kind == "user_agent"
    if body.task == ProposalReview.type:
        is_current = body.of == review_request_key(state.proposal_version, state.current_round)
        return (
            state.waiting == "feedback"
            and is_current
            and sender.kind == "user_agent"
            and sender.id in state.pending_reviewers
        )
    if body.task == UnderstandDemand.type:
        is_outdated = body.of != (state.own_words or "")
    else:
        is_outdated = body.of not in ("", str(state.proposal_version))
    return AWAITED_TASKS.get(body.task) == (sender.kind, state.waiting) and not is_outdated
