"""Resolution of an agreed plan's gaps: identification, recursion decision, subnets (TW-360…365, TWC-20)."""

from channel_admin.core import subnet_merges
from channel_admin.core.closure import close
from channel_admin.core.state import Subnet
from channel_admin.core.status import Status
from channel_admin.core.transition import Transition
from channel_admin.settings import SUBNET_CANCEL_TIMEOUT_S, SUBNET_MAX_ROUNDS, SUBNET_MIN_IMPORTANCE
from negotiation.contracts.events import GapIdentified, SubnetTriggered
from negotiation.contracts.messages import (
    CancelDemand,
    DecideRecursion,
    GapsIdentified,
    IdentifyGaps,
    OpenSubnet,
    ProposalFeedback,
    RecursionDecided,
    SubDemand,
    SubnetEnded,
    SubnetMemberWithdrawn,
)
from negotiation.contracts.proposal import Gap
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
    deadline = transition.now + seconds_to_ms(transition.state.rules.subnet_timeout)
    transition.update(subnets_deadline=deadline)
    transition.arm_timer("subnets", deadline)


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
        plan_day=state.proposal.day.isoformat() if state.proposal.day else None,
    )


def record_subnet_result(transition: Transition, body: SubnetEnded) -> None:
    """Store a subnet's result and, if it is agreed, send the merged plan to those whom it touches (`subnet_merges`).

    `towow.subnet.completed` is emitted when they have answered, now without an agreement; after the last one `close`.
    """
    transition.update(fallback_calls=transition.state.fallback_calls + body.fallback_calls)
    subnets = tuple(
        s.model_copy(update={"status": body.status}) if s.channel_id == body.sub_channel_id else s
        for s in transition.state.subnets
    )
    # States of earlier releases have the end of all subnets in their timer only.
    transition.update(subnets=subnets, subnets_deadline=_subnets_end(transition))
    subnet_merges.start(transition, body)
    finish_if_complete(transition)


def finish_if_complete(transition: Transition) -> None:
    """Close the channel if every subnet has ended and its result was reviewed; else await what is left."""
    state = transition.state
    if all(s.status for s in state.subnets) and not state.merge_reviews:
        close(transition)
    else:
        ends = (review.deadline for review in state.merge_reviews)
        transition.arm_timer("subnets", min((_subnets_end(transition), *ends)))


def _subnets_end(transition: Transition) -> int:
    state = transition.state
    return state.subnets_deadline or (state.timer.due if state.timer else transition.now)


def expire_subnets(transition: Transition) -> None:
    """End reviews of merged plans whose time is over and, at the deadline of the subnets, all subnets that still run.

    A running one counts as failed, or as cancelled if the demand was. Each emits `towow.subnet.completed`; after the
    last, `towow.demand.closed` is emitted and the channel closes.
    """
    subnet_merges.expire(transition)
    if transition.now >= transition.state.subnets_deadline:
        for subnet in transition.state.subnets:
            if subnet.status is None:
                record_subnet_result(transition, _expired_subnet_result(transition, subnet))
    if not transition.closes:
        finish_if_complete(transition)


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
    `expire_subnets` ends the subnets that still run. Reviews of merged plans end now: whoever has not answered is not
    confirmed. Closing emits `towow.demand.closed`.
    """
    subnet_merges.expire(transition, everything=True)
    running = [s for s in transition.state.subnets if s.status is None]
    if not running:
        close(transition)
        return
    for subnet in running:
        message = CancelDemand(
            demand_id=transition.state.demand_id, channel_id=subnet.channel_id, cancelled_by=transition.state.channel_id
        )
        transition.send("channel", subnet.channel_id, message)
    deadline = transition.now + seconds_to_ms(SUBNET_CANCEL_TIMEOUT_S)
    transition.update(subnets_deadline=deadline)
    transition.arm_timer("subnets", deadline)


def report_member_withdrawal(transition: Transition, body: ProposalFeedback) -> bool:
    """Tell the parent that a member of this subnet's agreed plan withdraws after its end; return whether it is one."""
    state = transition.state
    is_agreed = state.status in (Status.FINALIZED, Status.FORCE_FINALIZED)
    if state.parent is None or not is_agreed or body.feedback_type != "withdraw" or body.agent_id in state.left:
        return False
    if body.agent_id not in {part.agent_id for part in state.proposal.assignments}:
        return False
    transition.update(left=state.in_candidate_order((*state.left, body.agent_id)))
    message = SubnetMemberWithdrawn(
        demand_id=state.demand_id,
        channel_id=state.parent.channel_id,
        sub_channel_id=state.channel_id,
        agent_id=body.agent_id,
        reasoning=body.reasoning,
    )
    transition.send("channel", state.parent.channel_id, message)
    return True
