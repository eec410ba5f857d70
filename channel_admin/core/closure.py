"""Closing of a channel: the last event of the demand's log, or a subnet's result to its parent (TW-364)."""

from channel_admin.core.state import Parent
from channel_admin.core.status import Status
from channel_admin.core.transition import Transition
from negotiation.contracts.events import ClosedStatus, DemandClosed, DemandTotals
from negotiation.contracts.messages import SubnetEnded

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
        fallback_calls=state.fallback_calls,
    )
    transition.send("channel", parent.channel_id, ended)


def _totals(transition: Transition) -> DemandTotals:
    return DemandTotals(
        model_calls=transition.total_usage.calls,
        fallback_calls=transition.state.fallback_calls,
        input_tokens=transition.total_usage.input_tokens,
        output_tokens=transition.total_usage.output_tokens,
        cost_usd=transition.total_usage.cost_usd,
        duration_ms=max(0, transition.now - transition.state.created_at),
    )
