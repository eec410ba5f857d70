"""How a negotiation ends: agreed, forced, failed, cancelled; who is in and who may be (TW-320…343, TWC-16)."""

from typing import Literal

from channel_admin.core import fallback_content, gap_resolution
from channel_admin.core.closure import close
from channel_admin.core.proposal_versions import next_version, remove_agents
from channel_admin.core.state import ChannelState, Failure
from channel_admin.core.status import Status
from channel_admin.core.transition import Transition
from channel_admin.settings import COMPROMISE_TIMEOUT
from negotiation.contracts.compromise import CompromiseProposal
from negotiation.contracts.events import DemandCancelled, ForceFinalized, NegotiationFailed, ProposalFinalized
from negotiation.contracts.messages import CancelDemand, CompromiseWritten, WriteCompromise
from negotiation.contracts.proposal import Assignment
from shared.core.timestamps import seconds


def finalize(step: Transition) -> None:
    """At least 80 % accept (AC-2)."""
    step.transition_to(Status.FINALIZED)
    _settle(step, forced=False)
    plan = step.state.proposal
    step.emit(
        ProposalFinalized(
            **step.ids,
            final_proposal=plan,
            summary=plan.summary,
            confirmed_participants=plan.confirmed_participants,
            optional_participants=plan.optional_participants,
            rounds_taken=step.state.current_round,
        )
    )
    gap_resolution.begin(step)


def force_finalize(step: Transition) -> None:
    """The plan stands with those who accept; the event waits for the compromise (AC-5, AC-6)."""
    step.transition_to(Status.FORCE_FINALIZED)
    _settle(step, forced=True)
    ask_compromise(step)


def fail(step: Transition, failure: Failure) -> None:
    """It failed; the event waits for the compromise. The state is FAILED from now on."""
    step.transition_to(Status.FAILED)
    step.set(failure=failure)
    ask_compromise(step)


def ask_compromise(step: Transition) -> None:
    """Prompt 9, at most 30 s; a subnet takes the template at once (DESIGN § 7)."""
    if step.state.parent:
        publish_outcome(step, _template(step, fallback=False))
        return
    due = step.now + seconds(COMPROMISE_TIMEOUT)
    step.arm_timer("compromise", due)
    state = step.state
    step.send(
        "skills",
        state.channel_id,
        WriteCompromise(
            **step.ids,
            setting=state.setting,
            answer_by=due,
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


def template_compromise(step: Transition) -> None:
    """The compromise that needs no model (TWC-23)."""
    publish_outcome(step, _template(step))


def _template(step: Transition, *, fallback: bool = True) -> CompromiseWritten:
    state = step.state
    written = fallback_content.template_compromise(
        state.demand,
        state.raw_input,
        state.current_proposal,
        [offer for offer in state.responses.values() if offer.agent_id in state.on_board],
        list(state.feedback.values()),
        state.left,
        state.setting.language,
    )
    return CompromiseWritten(**step.ids, compromise=written, fallback=fallback)


def publish_outcome(step: Transition, body: CompromiseWritten) -> None:
    """The compromise is there: tell the outcome it belongs to."""
    _tell_outcome(step, body)
    if step.state.status is Status.FAILED:
        close(step)
    else:
        gap_resolution.begin(step)


def _tell_outcome(step: Transition, body: CompromiseWritten) -> None:
    step.count_fallback(body)
    step.emit(_failed(step, body) if step.state.status is Status.FAILED else _forced(step, body))


def _failed(step: Transition, body: CompromiseWritten) -> NegotiationFailed:
    state = step.state
    failure = state.failure or Failure(reason="timeout")
    return NegotiationFailed(
        **step.ids,
        reason=failure.reason,
        detail=failure.detail,
        error_code=_error_code(failure),
        accept_rate=state.accept_rate,
        rounds_taken=state.current_round,
        last_proposal=state.current_proposal,
        compromise_suggestion=body.compromise.suggestion,
        compromise_proposal=_of_those_here(state, body.compromise.proposal),
        fallback=body.fallback,
        usage=body.usage,
    )


def _of_those_here(state: ChannelState, written: CompromiseProposal) -> CompromiseProposal:
    """Nobody is counted on who left while it was written."""
    here = tuple(able for able in written.participants if able.agent_id not in state.left)
    return written.model_copy(update={"participants": here})


def _error_code(failure: Failure) -> Literal["E005", "E006"] | None:
    if failure.detail == "no_active_agents":
        return "E005"
    return "E006" if failure.reason == "timeout" else None


def _forced(step: Transition, body: CompromiseWritten) -> ForceFinalized:
    plan = step.state.proposal
    return ForceFinalized(
        **step.ids,
        final_proposal=plan,
        confirmed_participants=plan.confirmed_participants,
        optional_participants=plan.optional_participants,
        rounds_taken=step.state.current_round,
        compromise_suggestion=body.compromise.suggestion,
        fallback=body.fallback,
        usage=body.usage,
    )


def departed(state: ChannelState) -> frozenset[str]:
    """Who is out of the plan: rejected this version, or left."""
    rejecting = {agent for agent, f in state.feedback.items() if f.feedback_type == "reject"}
    return frozenset(rejecting | set(state.left))


def confirmed(state: ChannelState) -> tuple[str, ...]:
    """Who really accepted: a fallback accept is nobody's word (TWC-27)."""
    accepted = {a for a, f in state.feedback.items() if f.feedback_type == "accept" and not f.fallback}
    return tuple(agent for agent in state.staying if agent in accepted)


def _settle(step: Transition, *, forced: bool) -> None:
    """Write down who is confirmed, who is optional, and which roles are lost."""
    state = step.state
    sure, out = confirmed(state), departed(state)
    optional = tuple(a for a in state.staying if a not in sure and a not in out)
    plan = remove_agents(state.proposal, out)
    marked = tuple(_marked(state, a, sure) for a in plan.assignments)
    step.set(
        current_proposal=plan.model_copy(
            update={
                "assignments": marked,
                "is_forced": forced,
                "confirmed_participants": sure,
                "optional_participants": optional,
            }
        )
    )


def _marked(state: ChannelState, assignment: Assignment, sure: tuple[str, ...]) -> Assignment:
    """TWC-34: whoever has not said yes is unconfirmed, with the open wish in the notes."""
    if assignment.agent_id in sure:
        return assignment.model_copy(update={"is_confirmed": True})
    said = state.feedback.get(assignment.agent_id)
    chinese = state.setting.language == "zh"
    wish = ("未谈定：" if chinese else "open: ") + said.adjustment_request if said and said.adjustment_request else ""
    notes = ("；" if chinese else "; ").join(filter(None, (assignment.notes, wish)))
    return assignment.model_copy(update={"is_confirmed": False, "notes": notes})


def remove_participant(step: Transition, agent_id: str) -> None:
    """Somebody leaves an agreed plan: its next version, with the gap. The outcome stands."""
    plan = remove_agents(step.state.proposal, frozenset({agent_id}))
    step.set(current_proposal=next_version(plan, step.state.channel_id, step.now))


def cancel(step: Transition, body: CancelDemand) -> None:
    """The requester stops it: before the outcome all of it, afterwards only what is still being completed."""
    if step.state.parent:
        step.set(cancelled=True)
        if not step.state.final:
            step.transition_to(Status.CANCELLED)
        close(step)
        return
    if step.state.waiting == "compromise":
        _tell_outcome(step, _template(step))
    if not step.state.final:
        step.transition_to(Status.CANCELLED)
    step.set(cancelled=True)
    step.emit(DemandCancelled(**step.ids, cancelled_by=body.cancelled_by, reason=body.reason))
    gap_resolution.stop(step)
