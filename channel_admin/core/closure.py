"""Closing of a channel: the last event of the demand's log, or a subnet's result to its parent (TW-364)."""

from channel_admin.core.state import ChannelState, Parent
from channel_admin.core.status import Status
from channel_admin.core.transition import Transition
from negotiation.contracts.candidate import Candidate
from negotiation.contracts.events import ClosedStatus, DemandClosed, DemandTotals
from negotiation.contracts.messages import SubnetEnded
from negotiation.contracts.offer import Offer

CLOSED_STATUSES: dict[Status, ClosedStatus] = {
    Status.FINALIZED: "finalized",
    Status.FORCE_FINALIZED: "force_finalized",
    Status.FAILED: "failed",
    Status.CANCELLED: "cancelled",
}


def close(transition: Transition) -> None:
    """Cancel the timer and close the channel, whose status must be final.

    The channel of a demand emits `DemandClosed` (`towow.demand.closed`) and ends the demand; the channel of a subnet
    sends `SubnetEnded` to its parent instead.

    Raises:
        KeyError: The status is not final.
    """
    transition.stop_waiting()
    if transition.state.parent:
        _report_to_parent(transition, transition.state.parent)
    else:
        transition.closes = True
        transition.emit(
            DemandClosed(
                **transition.ids,
                status=CLOSED_STATUSES[transition.state.status],
                rounds=transition.state.current_round,
                totals=_totals(transition),
            )
        )


def _report_to_parent(transition: Transition, parent: Parent) -> None:
    state = transition.state
    ended = SubnetEnded(
        demand_id=state.demand_id,
        channel_id=parent.channel_id,
        sub_demand_id=parent.sub_demand_id,
        sub_channel_id=state.channel_id,
        gap_type=parent.gap_type,
        status=CLOSED_STATUSES[state.status],
        proposal=state.current_proposal,
        offers=_plan_offers(state),
        candidates=_plan_candidates(state),
        fallback_calls=state.fallback_calls,
    )
    transition.send("channel", parent.channel_id, ended)


def _plan_offers(state: ChannelState) -> tuple[Offer, ...]:
    """Offers of the agents in an agreed plan."""
    if state.status not in (Status.FINALIZED, Status.FORCE_FINALIZED):
        return ()
    holders = {part.agent_id for part in state.proposal.assignments}
    return tuple(offer for agent, offer in state.responses.items() if agent in holders)


def _plan_candidates(state: ChannelState) -> tuple[Candidate, ...]:
    """The agents in an agreed plan as candidates, with the needs that they were found to meet."""
    holders = {offer.agent_id for offer in _plan_offers(state)}
    return tuple(candidate for candidate in state.candidates if candidate.agent_id in holders)


def _totals(transition: Transition) -> DemandTotals:
    return DemandTotals(
        model_calls=transition.total_usage.calls,
        fallback_calls=transition.state.fallback_calls,
        input_tokens=transition.total_usage.input_tokens,
        output_tokens=transition.total_usage.output_tokens,
        cost_usd=transition.total_usage.cost_usd,
        duration_ms=max(0, transition.now - transition.state.created_at),
    )
