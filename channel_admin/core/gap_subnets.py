"""Resolution of an agreed plan's gaps: identification, recursion decision, subnets (TW-360…365, TWC-20)."""

from channel_admin.core.closure import close
from channel_admin.core.proposal_versions import next_version
from channel_admin.core.state import Subnet
from channel_admin.core.transition import Transition
from channel_admin.settings import SUBNET_CANCEL_TIMEOUT_S, SUBNET_MAX_ROUNDS, SUBNET_MIN_IMPORTANCE
from negotiation.contracts.events import GapIdentified, SubnetCompleted, SubnetTriggered
from negotiation.contracts.messages import (
    CancelDemand,
    DecideRecursion,
    GapsIdentified,
    IdentifyGaps,
    OpenSubnet,
    RecursionDecided,
    SubDemand,
    SubnetEnded,
)
from negotiation.contracts.proposal import Gap, Proposal
from shared.core.timestamps import seconds_to_ms
from shared.core.usage import NO_USAGE, Usage


def start(transition: Transition) -> None:
    """Send `IdentifyGaps` for the agreed plan (see `request_gaps`), or close the channel of a subnet (TW-363).

    A subnet sends `SubnetEnded` to its parent.
    """
    if transition.state.parent:
        close(transition)
    else:
        request_gaps(transition)


def request_gaps(transition: Transition, *, retry: bool = False) -> None:
    """Send `IdentifyGaps` (prompt 7) with the agreed plan to the skills, and arm the timer for the answer.

    The answer is a later message, `GapsIdentified`; if the timer fires first, `handle_timer` repeats the task or
    applies its fallback. `retry` counts this request as a repetition; False restarts the count.
    """
    answer_by = transition.arm_task_timer("gaps", retry=retry)
    state = transition.state
    transition.send(
        "skills",
        state.channel_id,
        IdentifyGaps(
            **transition.ids,
            setting=state.setting,
            answer_by=answer_by,
            demand=state.demand,
            raw_input=state.raw_input,
            proposal=state.proposal,
            feedback=tuple(state.feedback.values()),
        ),
    )


def record_gaps(transition: Transition, body: GapsIdentified) -> None:
    """Store the gaps of the plan and of the answer, most important first, and emit `towow.gap.identified`.

    Of two gaps of one type the plan's is stored. Then send `DecideRecursion` to the skills if the rules allow a subnet
    at this depth, the budget is not exhausted and a gap has an importance of 60 or more; else emit
    `towow.demand.closed` and close the channel.
    """
    transition.count_fallback(body)
    gaps = _merge_gaps(transition.state.proposal.gaps, body.gaps)
    transition.update(gaps=gaps)
    transition.emit(
        GapIdentified(**transition.ids, gaps=gaps, is_complete=not gaps, fallback=body.fallback, usage=body.usage)
    )
    if _may_open_subnets(transition):
        request_recursion_decision(transition)
    else:
        close(transition)


def apply_gaps_fallback(transition: Transition) -> None:
    """Emit `towow.gap.identified` with the gaps of the plan only, because `IdentifyGaps` was not answered (TW-524).

    Then send `DecideRecursion` to the skills if the rules allow a subnet at this depth, the budget is not exhausted and
    a gap has an importance of 60 or more; else emit `towow.demand.closed` and close the channel.
    """
    record_gaps(transition, GapsIdentified(**transition.ids, fallback=True))


def _merge_gaps(own: tuple[Gap, ...], identified: tuple[Gap, ...]) -> tuple[Gap, ...]:
    known = {gap.gap_type for gap in own}
    gaps = (*own, *(gap for gap in identified if gap.gap_type not in known))
    return tuple(sorted(gaps, key=lambda gap: -gap.importance))


def _may_open_subnets(transition: Transition) -> bool:
    rules = transition.state.rules
    is_enabled = transition.state.depth < rules.max_recursion_depth and rules.max_subnets_per_channel > 0
    return is_enabled and not transition.state.out_of_budget and bool(_important_gaps(transition))


def _important_gaps(transition: Transition) -> tuple[Gap, ...]:
    return tuple(gap for gap in transition.state.gaps if gap.importance >= SUBNET_MIN_IMPORTANCE)


def request_recursion_decision(transition: Transition, *, retry: bool = False) -> None:
    """Send `DecideRecursion` (prompt 8) to the skills to choose gaps for subnets, and arm the timer for the answer.

    Only gaps of importance 60 or more are sent. The answer is a later message, `RecursionDecided`; if the timer fires
    first, `handle_timer` repeats the task or applies its fallback. `retry` counts this request as a repetition; False
    restarts the count.
    """
    answer_by = transition.arm_task_timer("recursion", retry=retry)
    state = transition.state
    transition.send(
        "skills",
        state.channel_id,
        DecideRecursion(
            **transition.ids,
            setting=state.setting,
            answer_by=answer_by,
            demand=state.demand,
            raw_input=state.raw_input,
            gaps=_important_gaps(transition),
            max_subnets=state.rules.max_subnets_per_channel,
            proposal=state.proposal,
        ),
    )


def open_subnets(transition: Transition, body: RecursionDecided) -> None:
    """Open a channel for each sub-demand of the decision, at most `max_subnets_per_channel`; the first ones count.

    For each, store a subnet, emit `towow.subnet.triggered` and send `OpenSubnet` to its new channel. Then arm the timer
    `subnets` for `subnet_timeout` (s): each result is a later message, `SubnetEnded`, and when the timer fires,
    `expire_subnets` ends the subnets that still run.

    If the decision has no sub-demand or `should_recurse` is False, emit `towow.demand.closed` now and close the
    channel.
    """
    transition.count_fallback(body)
    sub_demands = body.sub_demands[: transition.state.rules.max_subnets_per_channel] if body.should_recurse else ()
    if not sub_demands:
        close(transition)
        return
    transition.update(
        subnets=tuple(_subnet(transition, number, sub) for number, sub in enumerate(sub_demands, start=1))
    )
    for index, subnet in enumerate(transition.state.subnets):
        transition.emit(_subnet_triggered_event(transition, subnet, body, usage=body.usage if index == 0 else NO_USAGE))
        transition.send("channel", subnet.channel_id, _open_subnet_message(transition, subnet))
    transition.arm_timer("subnets", transition.now + seconds_to_ms(transition.state.rules.subnet_timeout))


def apply_recursion_fallback(transition: Transition) -> None:
    """Emit `towow.demand.closed` and close the channel without subnets: `DecideRecursion` was not answered (TWC-23)."""
    open_subnets(transition, RecursionDecided(**transition.ids, fallback=True))


def _subnet(transition: Transition, number: int, sub: SubDemand) -> Subnet:
    return Subnet(
        sub_demand_id=f"{transition.state.demand_id}-{number}",
        channel_id=f"{transition.state.channel_id}-{number}",
        gap_type=sub.gap_type,
        raw_input=sub.raw_input,
    )


def _subnet_triggered_event(
    transition: Transition, subnet: Subnet, body: RecursionDecided, *, usage: Usage
) -> SubnetTriggered:
    """Build the event of one subnet; `usage` of the one answer belongs to the first event only."""
    return SubnetTriggered(
        **transition.ids,
        parent_demand_id=transition.state.demand_id,
        sub_demand=subnet.raw_input,
        sub_demand_id=subnet.sub_demand_id,
        sub_channel_id=subnet.channel_id,
        gap_type=subnet.gap_type,
        depth=transition.state.depth + 1,
        fallback=body.fallback,
        usage=usage,
    )


def _open_subnet_message(transition: Transition, subnet: Subnet) -> OpenSubnet:
    state = transition.state
    return OpenSubnet(
        demand_id=state.demand_id,
        channel_id=subnet.channel_id,
        parent_channel_id=state.channel_id,
        sub_demand_id=subnet.sub_demand_id,
        raw_input=subnet.raw_input,
        gap_type=subnet.gap_type,
        setting=state.setting,
        depth=state.depth + 1,
        max_rounds=min(SUBNET_MAX_ROUNDS, state.limits.max_rounds),
        model=state.model,
        excluded=(*state.excluded, *state.invited_agents),
    )


def record_subnet_result(transition: Transition, body: SubnetEnded) -> None:
    """Store a subnet's result, merge its plan if agreed, emit `towow.subnet.completed`; after the last one `close`."""
    transition.update(fallback_calls=transition.state.fallback_calls + body.fallback_calls)
    subnets = tuple(
        s.model_copy(update={"status": body.status}) if s.channel_id == body.sub_channel_id else s
        for s in transition.state.subnets
    )
    transition.update(subnets=subnets)
    agreed = body.proposal if body.status in ("finalized", "force_finalized") else None
    if agreed:
        transition.update(current_proposal=_merge_subnet_proposal(transition, agreed, body.gap_type))
    participants = (*agreed.confirmed_participants, *agreed.optional_participants) if agreed else ()
    transition.emit(
        SubnetCompleted(
            **transition.ids,
            sub_demand_id=body.sub_demand_id,
            sub_channel_id=body.sub_channel_id,
            gap_type=body.gap_type,
            status=body.status,
            participants=participants,
            proposal=transition.state.proposal,
        )
    )
    if all(s.status for s in subnets):
        close(transition)


def expire_subnets(transition: Transition) -> None:
    """Record each running subnet as failed, or as cancelled if the demand was, because their time is over.

    Each emits `towow.subnet.completed`; after the last, `towow.demand.closed` is emitted and the channel closes. If no
    subnet is running, nothing happens.
    """
    for subnet in transition.state.subnets:
        if subnet.status is None:
            record_subnet_result(transition, _expired_subnet_result(transition, subnet))


def _expired_subnet_result(transition: Transition, subnet: Subnet) -> SubnetEnded:
    return SubnetEnded(
        **transition.ids,
        sub_demand_id=subnet.sub_demand_id,
        sub_channel_id=subnet.channel_id,
        gap_type=subnet.gap_type,
        status="cancelled" if transition.state.cancelled else "failed",
    )


def cancel_subnets(transition: Transition) -> None:
    """Send `CancelDemand` to each running subnet and arm the timer `subnets` for 10 s; if none runs, close now.

    Each result is a later message, `SubnetEnded`; after the last the channel closes. When the timer fires,
    `expire_subnets` ends the subnets that still run. Closing emits `towow.demand.closed`.
    """
    running = [s for s in transition.state.subnets if s.status is None]
    if not running:
        close(transition)
        return
    for subnet in running:
        message = CancelDemand(
            demand_id=transition.state.demand_id, channel_id=subnet.channel_id, cancelled_by=transition.state.channel_id
        )
        transition.send("channel", subnet.channel_id, message)
    transition.arm_timer("subnets", transition.now + seconds_to_ms(SUBNET_CANCEL_TIMEOUT_S))


def _merge_subnet_proposal(transition: Transition, agreed: Proposal, gap_type: str) -> Proposal:
    """Build the parent's next version: with the assignments of the subnet's plan, without its gap."""
    plan = next_version(transition.state.proposal, transition.state.channel_id, transition.now)
    confirmed = _distinct(*plan.confirmed_participants, *agreed.confirmed_participants)
    optional = _distinct(*plan.optional_participants, *agreed.optional_participants)
    return plan.model_copy(
        update={
            "assignments": (*plan.assignments, *agreed.assignments),
            "gaps": tuple(gap for gap in plan.gaps if gap.gap_type != gap_type),
            "confirmed_participants": confirmed,
            "optional_participants": tuple(agent for agent in optional if agent not in confirmed),
        }
    )


def _distinct(*agents: str) -> tuple[str, ...]:
    """Remove duplicates: two subnets may have found the same agent."""
    return tuple(dict.fromkeys(agents))
