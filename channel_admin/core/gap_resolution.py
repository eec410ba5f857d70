"""What the agreed plan still lacks, and who could bring it: gaps, recursion, subnets (TW-360…365, TWC-20)."""

from channel_admin.core.closure import close
from channel_admin.core.proposal_versions import next_version
from channel_admin.core.state import Subnet
from channel_admin.core.transition import Transition
from channel_admin.settings import GAP_WORTH_A_SUBNET, SUBNET_MAX_ROUNDS
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
from shared.core.timestamps import seconds
from shared.core.usage import NO_USAGE, Usage


def begin(step: Transition) -> None:
    """After the outcome: look for gaps. A subnet looks for none, it was one (TW-363)."""
    if step.state.parent:
        close(step)
    else:
        ask_gaps(step)


def ask_gaps(step: Transition, *, again: bool = False) -> None:
    """Prompt 7."""
    answer_by = step.wait_for_task("gaps", again=again)
    state = step.state
    step.send(
        "skills",
        state.channel_id,
        IdentifyGaps(
            **step.ids,
            setting=state.setting,
            answer_by=answer_by,
            demand=state.demand,
            raw_input=state.raw_input,
            proposal=state.proposal,
            feedback=tuple(state.feedback.values()),
        ),
    )


def identified(step: Transition, body: GapsIdentified) -> None:
    """The gaps are known: those of the plan itself and those prompt 7 saw."""
    step.count_fallback(body)
    gaps = _united(step.state.proposal.gaps, body.gaps)
    step.set(gaps=gaps)
    step.emit(GapIdentified(**step.ids, gaps=gaps, is_complete=not gaps, fallback=body.fallback, usage=body.usage))
    if _worth_it(step):
        ask_recursion(step)
    else:
        close(step)


def none_identified(step: Transition) -> None:
    """No task answered: nothing more than the plan's own gaps (TW-524)."""
    identified(step, GapsIdentified(**step.ids, fallback=True))


def _united(own: tuple[Gap, ...], found: tuple[Gap, ...]) -> tuple[Gap, ...]:
    named = {gap.gap_type for gap in own}
    gaps = (*own, *(gap for gap in found if gap.gap_type not in named))
    return tuple(sorted(gaps, key=lambda gap: -gap.importance))


def _worth_it(step: Transition) -> bool:
    rules = step.state.rules
    deeper = step.state.depth < rules.max_recursion_depth and rules.max_subnets_per_channel > 0
    return deeper and not step.state.out_of_budget and bool(_grave(step))


def _grave(step: Transition) -> tuple[Gap, ...]:
    return tuple(gap for gap in step.state.gaps if gap.importance >= GAP_WORTH_A_SUBNET)


def ask_recursion(step: Transition, *, again: bool = False) -> None:
    """Prompt 8, only for gaps of importance 60 and more."""
    answer_by = step.wait_for_task("recursion", again=again)
    state = step.state
    step.send(
        "skills",
        state.channel_id,
        DecideRecursion(
            **step.ids,
            setting=state.setting,
            answer_by=answer_by,
            demand=state.demand,
            raw_input=state.raw_input,
            gaps=_grave(step),
            max_subnets=state.rules.max_subnets_per_channel,
            proposal=state.proposal,
        ),
    )


def decided(step: Transition, body: RecursionDecided) -> None:
    """Open the subnets that are worth it, at most three, or end here."""
    step.count_fallback(body)
    wanted = body.sub_demands[: step.state.rules.max_subnets_per_channel] if body.should_recurse else ()
    if not wanted:
        close(step)
        return
    step.set(subnets=tuple(_subnet(step, number, sub) for number, sub in enumerate(wanted, start=1)))
    for place, subnet in enumerate(step.state.subnets):
        step.emit(_triggered(step, subnet, body, usage=body.usage if place == 0 else NO_USAGE))
        step.send("channel", subnet.channel_id, _opening(step, subnet))
    step.arm_timer("subnets", step.now + seconds(step.state.rules.subnet_timeout))


def not_decided(step: Transition) -> None:
    """No task answered: no subnet (TWC-23)."""
    decided(step, RecursionDecided(**step.ids, fallback=True))


def _subnet(step: Transition, number: int, sub: SubDemand) -> Subnet:
    return Subnet(
        sub_demand_id=f"{step.state.demand_id}-{number}",
        channel_id=f"{step.state.channel_id}-{number}",
        gap_type=sub.gap_type,
        raw_input=sub.raw_input,
    )


def _triggered(step: Transition, subnet: Subnet, body: RecursionDecided, *, usage: Usage) -> SubnetTriggered:
    """`usage` stands with the first one: one answer triggered them all."""
    return SubnetTriggered(
        **step.ids,
        parent_demand_id=step.state.demand_id,
        sub_demand=subnet.raw_input,
        sub_demand_id=subnet.sub_demand_id,
        sub_channel_id=subnet.channel_id,
        gap_type=subnet.gap_type,
        depth=step.state.depth + 1,
        fallback=body.fallback,
        usage=usage,
    )


def _opening(step: Transition, subnet: Subnet) -> OpenSubnet:
    state = step.state
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
        excluded=(*state.excluded, *state.invited),
    )


def ended(step: Transition, body: SubnetEnded) -> None:
    """A subnet ended: take over what it brought; close when it was the last."""
    step.set(fallback_calls=step.state.fallback_calls + body.fallback_calls)
    subnets = tuple(
        s.model_copy(update={"status": body.status}) if s.channel_id == body.sub_channel_id else s
        for s in step.state.subnets
    )
    step.set(subnets=subnets)
    brought = body.proposal if body.status in ("finalized", "force_finalized") else None
    if brought:
        step.set(current_proposal=_merged(step, brought, body.gap_type))
    participants = (*brought.confirmed_participants, *brought.optional_participants) if brought else ()
    step.emit(
        SubnetCompleted(
            **step.ids,
            sub_demand_id=body.sub_demand_id,
            sub_channel_id=body.sub_channel_id,
            gap_type=body.gap_type,
            status=body.status,
            participants=participants,
            proposal=step.state.proposal,
        )
    )
    if all(s.status for s in subnets):
        close(step)


def overdue(step: Transition) -> None:
    """The subnets had their time: those still running count as failed."""
    for subnet in step.state.subnets:
        if subnet.status is None:
            ended(step, _unended(step, subnet))


def _unended(step: Transition, subnet: Subnet) -> SubnetEnded:
    return SubnetEnded(
        **step.ids,
        sub_demand_id=subnet.sub_demand_id,
        sub_channel_id=subnet.channel_id,
        gap_type=subnet.gap_type,
        status="cancelled" if step.state.cancelled else "failed",
    )


def stop(step: Transition) -> None:
    """The requester stopped it: subnets that run are told and waited for shortly, then it closes."""
    running = [s for s in step.state.subnets if s.status is None]
    if not running:
        close(step)
        return
    for subnet in running:
        order = CancelDemand(
            demand_id=step.state.demand_id, channel_id=subnet.channel_id, cancelled_by=step.state.channel_id
        )
        step.send("channel", subnet.channel_id, order)
    step.arm_timer("subnets", step.now + seconds(10))


def _merged(step: Transition, brought: Proposal, gap_type: str) -> Proposal:
    """The parent's next version: what the subnet agreed is part of it, its gap is closed."""
    plan = next_version(step.state.proposal, step.state.channel_id, step.now)
    sure = _once(*plan.confirmed_participants, *brought.confirmed_participants)
    perhaps = _once(*plan.optional_participants, *brought.optional_participants)
    return plan.model_copy(
        update={
            "assignments": (*plan.assignments, *brought.assignments),
            "gaps": tuple(gap for gap in plan.gaps if gap.gap_type != gap_type),
            "confirmed_participants": sure,
            "optional_participants": tuple(agent for agent in perhaps if agent not in sure),
        }
    )


def _once(*agents: str) -> tuple[str, ...]:
    """Two subnets may have found the same person."""
    return tuple(dict.fromkeys(agents))
