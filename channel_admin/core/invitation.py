"""How a channel begins: the demand is understood, somebody is chosen, and invited (TW-501, 502, TW-310…312)."""

from channel_admin.core import outcome
from channel_admin.core.state import ChannelState, Failure, Parent
from channel_admin.core.status import Status
from channel_admin.core.transition import Transition
from channel_admin.settings import NegotiationRules, of_a_subnet
from negotiation.contracts.candidate import Candidate
from negotiation.contracts.demand import DemandUnderstanding, Limits
from negotiation.contracts.events import ChannelCreated, DemandBroadcast, DemandUnderstoodEvent, FilterCompleted
from negotiation.contracts.messages import (
    ChooseCandidates,
    CreateChannel,
    DemandOffer,
    DemandUnderstood,
    OpenSubnet,
    SubmitDemand,
    UnderstandDemand,
)
from shared.core.timestamps import seconds


def submitted(body: SubmitDemand, rules: NegotiationRules, now: int) -> Transition:
    """A demand was submitted: ask what it means. Its first event is the submission's own (INTERFACES § 6)."""
    state = ChannelState(
        channel_id=body.channel_id,
        demand_id=body.demand_id,
        raw_input=body.raw_input,
        setting=body.setting,
        model=body.model,
        limits=body.limits,
        rules=rules,
        deadline=body.submitted_at + seconds(rules.overall_timeout),
        created_at=body.submitted_at,
        last_updated_at=now,
    )
    step = Transition(state, now)
    ask_understanding(step)
    return step


def subnet_opened(body: OpenSubnet, rules: NegotiationRules, now: int) -> Transition:
    """A subnet begins: the same, with shorter times, its parent's log and budget, and people it must not invite."""
    own = of_a_subnet(rules)
    state = ChannelState(
        channel_id=body.channel_id,
        demand_id=body.demand_id,
        raw_input=body.raw_input,
        setting=body.setting,
        model=body.model,
        limits=Limits(max_rounds=body.max_rounds),
        rules=own,
        parent=Parent(channel_id=body.parent_channel_id, sub_demand_id=body.sub_demand_id, gap_type=body.gap_type),
        depth=body.depth,
        excluded=body.excluded,
        deadline=now + seconds(own.overall_timeout),
        created_at=now,
        last_updated_at=now,
    )
    step = Transition(state, now)
    ask_understanding(step)
    return step


def ask_understanding(step: Transition, *, again: bool = False) -> None:
    """Prompt 1."""
    answer_by = step.wait_for_task("understanding", again=again)
    state = step.state
    step.send(
        "coordinator",
        state.channel_id,
        UnderstandDemand(**step.ids, setting=state.setting, answer_by=answer_by, raw_input=state.raw_input),
    )


def understood(step: Transition, body: DemandUnderstood) -> None:
    """The demand is understood: tell, and ask whom to invite."""
    step.count_fallback(body)
    step.set(demand_data=body.understanding)
    said = body.understanding
    step.emit(
        DemandUnderstoodEvent(
            **step.ids,
            surface_demand=said.surface_demand,
            deep_understanding=said.deep_understanding,
            capability_tags=said.capability_tags,
            context=said.context,
            confidence=said.confidence,
            fallback=body.fallback,
            usage=body.usage,
        )
    )
    ask_candidates(step)


def understood_by_nobody(step: Transition) -> None:
    """No task answered: go on with the demand's own words (TWC-11, TWC-23)."""
    words = DemandUnderstanding(surface_demand=step.state.raw_input, confidence="low")
    understood(step, DemandUnderstood(**step.ids, understanding=words, fallback=True))


def ask_candidates(step: Transition, *, again: bool = False) -> None:
    """Prompt 2."""
    answer_by = step.wait_for_task("filtering", again=again)
    state = step.state
    step.send(
        "coordinator",
        state.channel_id,
        ChooseCandidates(
            **step.ids,
            setting=state.setting,
            answer_by=answer_by,
            raw_input=state.raw_input,
            demand=state.demand,
            excluded=state.excluded,
        ),
    )


def chosen(step: Transition, body: CreateChannel) -> None:
    """The candidates are known: open the channel, or fail when nobody is active (E005, TWC-18)."""
    step.count_fallback(body)
    candidates = _allowed(step, body.candidates)
    step.emit(
        FilterCompleted(
            **step.ids,
            candidates_count=len(candidates),
            candidates=candidates,
            calls=body.calls,
            fallback=body.fallback,
            usage=body.usage,
        )
    )
    if candidates:
        _invite_all(step, candidates)
    else:
        outcome.fail(step, Failure(reason="no_participants", detail="no_active_agents"))


def _allowed(step: Transition, candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    once = {c.agent_id: c for c in reversed(candidates) if c.agent_id not in step.state.excluded}
    return tuple(c for c in candidates if once.get(c.agent_id) is c)


def _invite_all(step: Transition, candidates: tuple[Candidate, ...]) -> None:
    step.transition_to(Status.BROADCASTING)
    deadline = min(step.now + seconds(step.state.rules.response_collection_timeout), step.state.deadline)
    step.set(candidates=candidates, phase_deadline=deadline)
    parent = step.state.parent
    step.emit(
        ChannelCreated(
            **step.ids,
            participants_count=len(candidates),
            invited_agents=step.state.invited,
            max_rounds=step.state.limits.max_rounds,
            depth=step.state.depth,
            parent_channel_id=parent.channel_id if parent else None,
        ),
        DemandBroadcast(**step.ids, invited_agents=step.state.invited, deadline=deadline),
    )
    invite(step, step.state.invited)
    step.transition_to(Status.COLLECTING)
    step.arm_timer("offers", (step.now + deadline) // 2)


def invite(step: Transition, agents: tuple[str, ...]) -> None:
    """Ask these agents for an offer (TW-121)."""
    for candidate in step.state.candidates:
        if candidate.agent_id in agents:
            step.send("user_agent", candidate.agent_id, _invitation(step, candidate))


def _invitation(step: Transition, candidate: Candidate) -> DemandOffer:
    state = step.state
    return DemandOffer(
        **step.ids,
        setting=state.setting,
        answer_by=state.phase_deadline,
        demand=state.demand,
        raw_input=state.raw_input,
        round=1,
        filter_reason=candidate.reason,
        match_score=candidate.relevance_score,
    )
