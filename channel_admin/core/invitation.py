"""Opening of a channel: requests for understanding and candidates, invitations (TW-501, 502, TW-310…312)."""

from channel_admin.core import outcome
from channel_admin.core.state import ChannelState, Failure, Parent
from channel_admin.core.status import Status
from channel_admin.core.transition import Transition
from channel_admin.settings import NegotiationRules, subnet_rules
from negotiation.contracts.candidate import Candidate
from negotiation.contracts.demand import Limits
from negotiation.contracts.events import ChannelCreated, DemandBroadcast, FilterCompleted
from negotiation.contracts.messages import (
    ChooseCandidates,
    CreateChannel,
    DemandOffer,
    OpenSubnet,
    SubmitDemand,
    UnderstandDemand,
)
from shared.core.timestamps import seconds_to_ms


def open_channel(body: SubmitDemand, rules: NegotiationRules, now: int) -> Transition:
    """Create the channel of a submitted demand at `now` (ms since the epoch) and send `UnderstandDemand`.

    The status is CREATED, and `rules` are stored in the channel. The demand's first event, `towow.demand.submitted`, is
    not emitted here but by the submission (INTERFACES § 6).

    Returns:
        A transition with the new state, the message and its timer; the caller commits its `decision()`.
    """
    state = ChannelState(
        channel_id=body.channel_id,
        demand_id=body.demand_id,
        raw_input=body.raw_input,
        setting=body.setting,
        model=body.model,
        limits=body.limits,
        rules=rules,
        interactive=body.interactive,
        deadline=body.submitted_at + seconds_to_ms(rules.overall_timeout),
        created_at=body.submitted_at,
        last_updated_at=now,
    )
    transition = Transition(state, now)
    request_understanding(transition)
    return transition


def open_subnet_channel(body: OpenSubnet, rules: NegotiationRules, now: int) -> Transition:
    """Create the channel of a subnet at `now` (ms since the epoch) and send `UnderstandDemand` for its sub-demand.

    It is CREATED, has the rules `subnet_rules(rules)` and its parent's event log and budget, and invites no agent in
    `body.excluded`. Returns the transition; the caller commits its `decision()`.
    """
    transition = Transition(_subnet_state(body, subnet_rules(rules), now), now)
    request_understanding(transition)
    return transition


def _subnet_state(body: OpenSubnet, rules: NegotiationRules, now: int) -> ChannelState:
    return ChannelState(
        channel_id=body.channel_id,
        demand_id=body.demand_id,
        raw_input=body.raw_input,
        setting=body.setting,
        model=body.model,
        limits=Limits(max_rounds=body.max_rounds),
        rules=rules,
        parent=Parent(channel_id=body.parent_channel_id, sub_demand_id=body.sub_demand_id, gap_type=body.gap_type),
        depth=body.depth,
        excluded=body.excluded,
        plan_day=body.plan_day,
        deadline=now + seconds_to_ms(rules.overall_timeout),
        created_at=now,
        last_updated_at=now,
    )


def request_understanding(transition: Transition, *, retry: bool = False) -> None:
    """Send `UnderstandDemand` (prompt 1) to the coordinator, and arm the timer for the answer.

    The answer is a later message, `DemandUnderstood`; if the timer fires first, `handle_timer` repeats the task or
    applies its fallback. The requester's answer in own words, if there is one, is sent along. `retry` counts this
    request as a repetition; False restarts the count.
    """
    answer_by = transition.arm_task_timer("understanding", retry=retry)
    state = transition.state
    transition.send(
        "coordinator",
        state.channel_id,
        UnderstandDemand(
            **transition.ids,
            setting=state.setting,
            answer_by=answer_by,
            raw_input=state.raw_input,
            own_words=state.own_words,
        ),
    )


def request_candidates(transition: Transition, *, retry: bool = False) -> None:
    """Send `ChooseCandidates` (prompt 2) to the coordinator, and arm the timer for the answer.

    The answer is a later message, `CreateChannel`, with the agents to invite; if the timer fires first, `handle_timer`
    repeats the task or, after the last repetition, fails the negotiation. `retry` counts this request as a repetition;
    False restarts the count.
    """
    answer_by = transition.arm_task_timer("filtering", retry=retry)
    state = transition.state
    transition.send(
        "coordinator",
        state.channel_id,
        ChooseCandidates(
            **transition.ids,
            setting=state.setting,
            answer_by=answer_by,
            raw_input=state.raw_input,
            demand=state.demand,
            excluded=state.excluded,
        ),
    )


def record_candidates(transition: Transition, body: CreateChannel) -> None:
    """Emit `towow.filter.completed` and invite the candidates; if there are none to invite, fail (TWC-18).

    Repeated and excluded agents are dropped first. To invite, emit `towow.channel.created` and
    `towow.demand.broadcast`, send each candidate a `DemandOffer`, set the status to COLLECTING and arm the timer
    `offers`. To fail, set the status to FAILED and send `WriteCompromise` (see `outcome.fail`): with E005 if there is
    no active agent, without a detail if none of them fits.
    """
    transition.count_fallback(body)
    candidates = _eligible_candidates(transition, body.candidates)
    transition.emit(_filter_completed(transition, body, candidates))
    if candidates:
        _invite_candidates(transition, candidates)
    else:
        detail = None if body.nobody_fits else "no_active_agents"
        outcome.fail(transition, Failure(reason="no_participants", detail=detail))


def _filter_completed(
    transition: Transition, body: CreateChannel, candidates: tuple[Candidate, ...]
) -> FilterCompleted:
    return FilterCompleted(
        **transition.ids,
        candidates_count=len(candidates),
        candidates=candidates,
        calls=body.calls,
        omitted=body.omitted,
        by_words_only=body.by_words_only,
        fallback=body.fallback,
        usage=body.usage,
    )


def _eligible_candidates(transition: Transition, candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    first_entries = {c.agent_id: c for c in reversed(candidates) if c.agent_id not in transition.state.excluded}
    return tuple(c for c in candidates if first_entries.get(c.agent_id) is c)


def _invite_candidates(transition: Transition, candidates: tuple[Candidate, ...]) -> None:
    transition.transition_to(Status.BROADCASTING)
    deadline = min(
        transition.now + seconds_to_ms(transition.state.rules.response_collection_timeout), transition.state.deadline
    )
    transition.update(candidates=candidates, phase_deadline=deadline)
    parent = transition.state.parent
    transition.emit(
        ChannelCreated(
            **transition.ids,
            participants_count=len(candidates),
            invited_agents=transition.state.invited_agents,
            max_rounds=transition.state.limits.max_rounds,
            depth=transition.state.depth,
            parent_channel_id=parent.channel_id if parent else None,
        ),
        DemandBroadcast(**transition.ids, invited_agents=transition.state.invited_agents, deadline=deadline),
    )
    send_invitations(transition, transition.state.invited_agents)
    transition.transition_to(Status.COLLECTING)
    transition.arm_timer("offers", (transition.now + deadline) // 2)


def send_invitations(transition: Transition, agents: tuple[str, ...]) -> None:
    """Send a `DemandOffer`, the request for an offer, to each stored candidate whose id is in `agents` (TW-121).

    Other ids are ignored. The offers are due at the phase's deadline; no timer is armed.
    """
    for candidate in transition.state.candidates:
        if candidate.agent_id in agents:
            transition.send("user_agent", candidate.agent_id, _build_invitation(transition, candidate))


def _build_invitation(transition: Transition, candidate: Candidate) -> DemandOffer:
    state = transition.state
    return DemandOffer(
        **transition.ids,
        setting=state.setting,
        answer_by=state.phase_deadline,
        demand=state.demand,
        raw_input=state.raw_input,
        round=1,
        filter_reason=candidate.reason,
        match_score=candidate.relevance_score,
        fits=candidate.fits,
    )
