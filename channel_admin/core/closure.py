"""How a channel is closed: the last event of a log, or a subnet's word to its parent (INTERFACES § 6, TW-364)."""

from channel_admin.core.state import Parent
from channel_admin.core.status import Status
from channel_admin.core.transition import Transition
from negotiation.contracts.events import ClosedStatus, DemandClosed, DemandTotals
from negotiation.contracts.messages import SubnetEnded

CLOSED: dict[Status, ClosedStatus] = {
    Status.FINALIZED: "finalized",
    Status.FORCE_FINALIZED: "force_finalized",
    Status.FAILED: "failed",
    Status.CANCELLED: "cancelled",
}


def close(step: Transition) -> None:
    """Nothing more will happen: the last event; a subnet tells its parent instead."""
    step.stop_waiting()
    if step.state.parent:
        _tell_parent(step, step.state.parent)
    else:
        step.closes = True
        step.emit(
            DemandClosed(
                **step.ids,
                status=CLOSED[step.state.status],
                rounds=step.state.current_round,
                totals=_totals(step),
            )
        )


def _tell_parent(step: Transition, parent: Parent) -> None:
    state = step.state
    ended = SubnetEnded(
        demand_id=state.demand_id,
        channel_id=parent.channel_id,
        sub_demand_id=parent.sub_demand_id,
        sub_channel_id=state.channel_id,
        gap_type=parent.gap_type,
        status=CLOSED[state.status],
        proposal=state.current_proposal,
        fallback_calls=state.fallback_calls,
    )
    step.send("channel", parent.channel_id, ended)


def _totals(step: Transition) -> DemandTotals:
    return DemandTotals(
        model_calls=step.spent.calls,
        fallback_calls=step.state.fallback_calls,
        input_tokens=step.spent.input_tokens,
        output_tokens=step.spent.output_tokens,
        cost_usd=step.spent.cost_usd,
        duration_ms=max(0, step.now - step.state.created_at),
    )
