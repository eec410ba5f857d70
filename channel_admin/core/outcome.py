"""Outcome of a negotiation: finalized, force-finalized, failed or cancelled (TW-320…343, TWC-16)."""

from collections.abc import Collection
from typing import Literal

from channel_admin.core import fallback_content, gap_subnets, outcome_texts, plan_review
from channel_admin.core.closure import close
from channel_admin.core.proposal_versions import next_version, remove_agents
from channel_admin.core.state import ChannelState, Failure
from channel_admin.core.status import Status
from channel_admin.core.transition import Transition
from channel_admin.settings import COMPROMISE_TIMEOUT_S
from negotiation.contracts.compromise_suggestion import CompromiseProposal
from negotiation.contracts.events import (
    AgentWithdrawn,
    DemandCancelled,
    ForceFinalized,
    NegotiationFailed,
    ProposalFinalized,
)
from negotiation.contracts.messages import CancelDemand, CompromiseWritten, WriteCompromise
from negotiation.contracts.proposal import Assignment
from shared.core.language import join_clauses
from shared.core.timestamps import seconds_to_ms


def finalize(transition: Transition) -> None:
    """Set the status to FINALIZED, emit `towow.proposal.finalized`, and send `IdentifyGaps` to the skills (AC-2).

    The plan's confirmed participants are `confirmed_agents`, its optional ones the other reviewers that did not reject
    it; the roles of `departed_agents` become gaps. A subnet sends `SubnetEnded` to its parent instead of
    `IdentifyGaps`.

    Raises:
        IllegalTransition: E010; the status is not NEGOTIATING.
    """
    transition.transition_to(Status.FINALIZED)
    _finalize_proposal(transition, forced=False)
    plan = transition.state.proposal
    transition.emit(
        ProposalFinalized(
            **transition.ids,
            final_proposal=plan,
            summary=plan.summary,
            confirmed_participants=plan.confirmed_participants,
            optional_participants=plan.optional_participants,
            rounds_taken=transition.state.current_round,
            **plan_review.outcome_fields(transition.state),
        )
    )
    gap_subnets.start(transition)


def force_finalize(transition: Transition) -> None:
    """Set the status to FORCE_FINALIZED and send `WriteCompromise` to the skills (AC-5, AC-6).

    Participants and gaps are set as by `finalize`. `towow.negotiation.force_finalized` is emitted by a later decision,
    with the compromise, or with the template if it takes over 30 s. In a subnet it is emitted now, with the template,
    and `WriteCompromise` is not sent.

    Raises:
        IllegalTransition: E010; the status is not NEGOTIATING.
    """
    transition.transition_to(Status.FORCE_FINALIZED)
    _finalize_proposal(transition, forced=True)
    request_compromise(transition)


def fail(transition: Transition, failure: Failure) -> None:
    """Set the status to FAILED, store the failure, and send `WriteCompromise` to the skills.

    `towow.negotiation.failed` is emitted by a later decision, with the compromise, or with the template if it takes
    over 30 s. In a subnet it is emitted now, with the template, and `WriteCompromise` is not sent.

    Raises:
        IllegalTransition: E010; the channel has its outcome already.
    """
    transition.transition_to(Status.FAILED)
    transition.update(failure=failure)
    request_compromise(transition)


def request_compromise(transition: Transition) -> None:
    """Send `WriteCompromise` and arm a 30 s timer for its fallback; in a subnet instead publish the template now."""
    if transition.state.parent:
        publish_outcome(transition, _template_answer(transition, fallback=False))
        return
    due_ms = transition.now + seconds_to_ms(COMPROMISE_TIMEOUT_S)
    transition.arm_timer("compromise", due_ms)
    state = transition.state
    transition.send(
        "skills",
        state.channel_id,
        WriteCompromise(
            **transition.ids,
            setting=state.setting,
            answer_by=due_ms,
            demand=state.demand,
            raw_input=state.raw_input,
            outcome=str(state.status),
            detail=state.failure.detail if state.failure else None,
            proposal=state.current_proposal,
            offers=tuple(o for o in state.responses.values() if o.agent_id not in state.left),
            feedback=tuple(state.feedback.values()),
            left=state.left,
        ),
    )


def apply_compromise_fallback(transition: Transition) -> None:
    """Emit the outcome with a template compromise, because `WriteCompromise` was not answered (TWC-23).

    With the status FAILED, emit `towow.negotiation.failed` and `towow.demand.closed`, and close the channel. With
    FORCE_FINALIZED, emit `towow.negotiation.force_finalized` and send `IdentifyGaps` to the skills. The status stays.
    """
    publish_outcome(transition, _template_answer(transition))


def _template_answer(transition: Transition, *, fallback: bool = True) -> CompromiseWritten:
    state = transition.state
    compromise = fallback_content.template_compromise(
        state.demand,
        state.raw_input,
        state.current_proposal,
        [offer for offer in state.responses.values() if offer.agent_id in state.participants],
        list(state.feedback.values()),
        state.left,
        state.setting.language,
    )
    return CompromiseWritten(**transition.ids, compromise=compromise, fallback=fallback)


def publish_outcome(transition: Transition, body: CompromiseWritten) -> None:
    """Emit the outcome with the compromise of `body`; the status, FAILED or FORCE_FINALIZED, stays.

    With FAILED, emit `towow.negotiation.failed` and `towow.demand.closed`, and close the channel; contributors that
    have withdrawn are removed from the compromise. With FORCE_FINALIZED, emit `towow.negotiation.force_finalized` and
    send `IdentifyGaps` to the skills. A subnet sends `SubnetEnded` to its parent in place of `towow.demand.closed` or
    `IdentifyGaps`.
    """
    _emit_outcome(transition, body)
    if transition.state.status is Status.FAILED:
        close(transition)
    else:
        gap_subnets.start(transition)


def _emit_outcome(transition: Transition, body: CompromiseWritten) -> None:
    transition.count_fallback(body)
    transition.emit(
        _negotiation_failed_event(transition, body)
        if transition.state.status is Status.FAILED
        else _force_finalized_event(transition, body)
    )


def _negotiation_failed_event(transition: Transition, body: CompromiseWritten) -> NegotiationFailed:
    state = transition.state
    failure = state.failure or Failure(reason="timeout")
    return NegotiationFailed(
        **transition.ids,
        reason=failure.reason,
        detail=failure.detail,
        error_code=_error_code(failure),
        accept_rate=state.accept_rate,
        rounds_taken=state.current_round,
        last_proposal=state.current_proposal,
        compromise_suggestion=body.compromise.suggestion,
        compromise_proposal=_without_departed(state, body.compromise.proposal),
        fallback=body.fallback,
        usage=body.usage,
    )


def _without_departed(state: ChannelState, compromise: CompromiseProposal) -> CompromiseProposal:
    """Drop contributors who left while the compromise was written."""
    contributions = tuple(part for part in compromise.participants if part.agent_id not in state.left)
    return compromise.model_copy(update={"participants": contributions})


def _error_code(failure: Failure) -> Literal["E005", "E006"] | None:
    if failure.detail == "no_active_agents":
        return "E005"
    return "E006" if failure.reason == "timeout" else None


def _force_finalized_event(transition: Transition, body: CompromiseWritten) -> ForceFinalized:
    plan = transition.state.proposal
    return ForceFinalized(
        **transition.ids,
        final_proposal=plan,
        confirmed_participants=plan.confirmed_participants,
        optional_participants=plan.optional_participants,
        rounds_taken=transition.state.current_round,
        compromise_suggestion=body.compromise.suggestion,
        **plan_review.outcome_fields(transition.state),
        fallback=body.fallback,
        usage=body.usage,
    )


def departed_agents(state: ChannelState) -> frozenset[str]:
    """Return the ids of agents that rejected the current version or withdrew from the negotiation."""
    rejecting = {agent for agent, f in state.feedback.items() if f.feedback_type == "reject"}
    return frozenset(rejecting | set(state.left))


def confirmed_agents(state: ChannelState) -> tuple[str, ...]:
    """Return the ids of voters that accepted the current version, in the order of `reviewers`.

    Fallback answers do not count (TWC-27).
    """
    return tuple(agent for agent in _accepting_agents(state) if agent not in state.reserves)


def _accepting_agents(state: ChannelState) -> tuple[str, ...]:
    """Reviewers, reserves included, that really accepted the current version."""
    accepted = {a for a, f in state.feedback.items() if f.feedback_type == "accept" and not f.fallback}
    return tuple(agent for agent in state.reviewers if agent in accepted)


def _finalize_proposal(transition: Transition, *, forced: bool) -> None:
    """Mark confirmed and optional participants, and turn the roles of departed agents into gaps."""
    state = transition.state
    confirmed, departed = confirmed_agents(state), departed_agents(state)
    optional = tuple(a for a in state.reviewers if a not in confirmed and a not in departed and a not in state.reserves)
    plan = remove_agents(state.proposal, departed, state.setting.language)
    assignments = tuple(_with_confirmation(state, a, _accepting_agents(state)) for a in plan.assignments)
    transition.update(
        current_proposal=plan.model_copy(
            update={
                "assignments": assignments,
                "is_forced": forced,
                "confirmed_participants": confirmed,
                "optional_participants": optional,
            }
        )
    )
    _review_without(transition, departed)


def _review_without(transition: Transition, gone: Collection[str]) -> None:
    """Check the current version, from which the agents `gone` were removed, and drop their names from its summary."""
    plan_review.check_again(transition)
    state = transition.state
    plan = outcome_texts.refresh_summary(state, plan_review.outcome_fields(state), gone)
    transition.update(current_proposal=plan)


def _with_confirmation(state: ChannelState, assignment: Assignment, confirmed: tuple[str, ...]) -> Assignment:
    """Mark the assignment as confirmed or not; an open request goes into its notes (TWC-34)."""
    if assignment.agent_id in confirmed:
        return assignment.model_copy(update={"is_confirmed": True})
    feedback = state.feedback.get(assignment.agent_id)
    language, request = state.setting.language, feedback.adjustment_request if feedback else None
    open_request = fallback_content.render_text("open_request", language, request=request) if request else ""
    notes = join_clauses(filter(None, (assignment.notes, open_request)), language)
    return assignment.model_copy(update={"is_confirmed": False, "notes": notes})


def remove_participant(transition: Transition, agent_id: str) -> None:
    """Replace the current plan by its next version without the agent; the roles of the agent become gaps.

    For use after agreement: the status stays, nothing is emitted, and the agent is not marked as withdrawn.
    """
    state = transition.state
    plan = remove_agents(state.proposal, frozenset({agent_id}), state.setting.language)
    transition.update(current_proposal=next_version(plan, state.channel_id, transition.now))
    _review_without(transition, {agent_id})


def emit_withdrawal(transition: Transition, agent_id: str, reason: str, round_: int) -> None:
    """Emit `towow.agent.withdrawn`; after an agreement with the plan's next version, without the agent, and its worth.

    The state does not list the agent as `left` unless the caller has added it.
    """
    is_agreed = transition.state.status in (Status.FINALIZED, Status.FORCE_FINALIZED)
    if agent_id in transition.state.members:
        transition.update(departed_members=(*transition.state.departed_members, agent_id))
    if is_agreed:
        remove_participant(transition, agent_id)
    state = transition.state
    event = AgentWithdrawn(
        **transition.ids, agent_id=agent_id, display_name=state.display_name(agent_id), reason=reason, round=round_
    )
    if is_agreed:
        event = event.model_copy(update={"proposal": state.proposal, **plan_review.outcome_fields(state)})
    transition.emit(event)


def cancel(transition: Transition, body: CancelDemand) -> None:
    """Cancel the demand, which must be neither cancelled nor closed yet: emit `towow.demand.cancelled`.

    The status becomes CANCELLED unless it is final already. If a compromise is awaited, the outcome's event
    (`towow.negotiation.failed` or `towow.negotiation.force_finalized`) is emitted before, with the template. Running
    subnets get `CancelDemand`; the channel closes with `towow.demand.closed` when the last has ended, or after 10 s. If
    none runs, it closes now.

    In the channel of a subnet nothing is emitted: it closes now and sends `SubnetEnded` to its parent.
    """
    if transition.state.parent:
        transition.update(cancelled=True)
        if not transition.state.is_final:
            transition.transition_to(Status.CANCELLED)
        close(transition)
        return
    if transition.state.waiting == "compromise":
        _emit_outcome(transition, _template_answer(transition))
    if not transition.state.is_final:
        transition.transition_to(Status.CANCELLED)
    transition.update(cancelled=True)
    transition.emit(DemandCancelled(**transition.ids, cancelled_by=body.cancelled_by, reason=body.reason))
    gap_subnets.cancel_subnets(transition)
