"""Versions of a plan: aggregation, adjustment, validation, distribution for review (TW-504, 506, 344…349)."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from channel_admin.core import fallback_content, outcome, plan_review, requester_questions
from channel_admin.core.proposal_versions import add_vacancy_gaps, proposal_id, remove_agents
from channel_admin.core.state import ChannelState, Failure
from channel_admin.core.status import Status
from channel_admin.core.transition import Transition
from negotiation.contracts.events import ProposalDistributed, RoundReason, RoundStarted
from negotiation.contracts.messages import (
    AdjustProposal,
    AggregateOffers,
    ProposalAdjusted,
    ProposalAggregated,
    ProposalReview,
)
from negotiation.contracts.proposal import AdjustmentSummary, Assignment, Proposal, ProposalDraft
from negotiation.contracts.text_limits import MAX_ASSIGNMENTS
from shared.core.timestamps import seconds_to_ms


def request_aggregation(transition: Transition, *, retry: bool = False) -> None:
    """Send `AggregateOffers` (prompt 4) with the participants' offers to the skills, and arm the timer for the answer.

    The answer, the plan, is a later message, `ProposalAggregated`; if the timer fires first, `handle_timer` repeats the
    task or applies its fallback. `retry` counts this request as a repetition; False restarts the count.
    """
    answer_by = transition.arm_task_timer("aggregation", retry=retry)
    state = transition.state
    transition.send(
        "skills",
        state.channel_id,
        AggregateOffers(
            **transition.ids,
            setting=state.setting,
            answer_by=answer_by,
            demand=state.demand,
            raw_input=state.raw_input,
            offers=tuple(state.responses[agent] for agent in state.participants),
        ),
    )


def request_adjustment(transition: Transition, *, retry: bool = False) -> None:
    """Send `AdjustProposal` (prompt 6) with plan and feedback to the skills, and arm the timer for the answer.

    Agents that left have no assignments in it. The answer is a later message, `ProposalAdjusted`; if the timer fires
    first, `handle_timer` repeats the task or applies its fallback. Status (not checked), round and version stay.
    `retry` counts this request as a repetition, whose limit the caller checks; False restarts the count.
    """
    answer_by = transition.arm_task_timer("adjustment", retry=retry)
    transition.send("skills", transition.state.channel_id, _build_adjustment_task(transition, answer_by))


def _build_adjustment_task(transition: Transition, answer_by: int) -> AdjustProposal:
    state = transition.state
    return AdjustProposal(
        **transition.ids,
        setting=state.setting,
        answer_by=answer_by,
        demand=state.demand,
        raw_input=state.raw_input,
        proposal=_proposal_without_departed(transition),
        round=state.current_round,
        feedback=tuple(state.feedback.values()),
        offers=tuple(state.responses[agent] for agent in state.participants),
        left=state.left,
        kept=requester_questions.kept_findings(state),
    )


def _proposal_without_departed(transition: Transition) -> Proposal:
    """Build the plan that prompt 6 adjusts: without agents that left."""
    state = transition.state
    return remove_agents(state.proposal, set(state.left), state.setting.language)


def distribute_initial_proposal(transition: Transition, body: ProposalAggregated) -> None:
    """Start round 1 with the aggregated plan: the status becomes PROPOSAL_SENT.

    Emit `towow.negotiation.round_started` and `towow.proposal.distributed`, and send `ProposalReview` to all
    participants. If all have left, set the status to FAILED and send `WriteCompromise` instead. A plan that gives no
    participant a part is replaced by one merged from the offers.
    """
    transition.count_fallback(body)
    if not transition.state.participants:
        outcome.fail(transition, Failure(reason="no_participants", detail="all_left"))
        return
    if not _complete_assignments(transition.state, body.draft):
        body = body.model_copy(update={"draft": _merged_draft(transition.state), "fallback": True})
    transition.update(current_round=1)
    emit_round_started(transition, "initial_proposal")
    distribute_version(transition, body.draft, body)


def apply_aggregation_fallback(transition: Transition) -> None:
    """Start round 1 with a plan merged from the offers, because `AggregateOffers` was not answered (TW-522).

    The status becomes PROPOSAL_SENT; `towow.negotiation.round_started` and `towow.proposal.distributed` are emitted and
    `ProposalReview` is sent to all participants. If all have left, the negotiation fails.
    """
    draft = _merged_draft(transition.state)
    distribute_initial_proposal(transition, ProposalAggregated(**transition.ids, draft=draft, fallback=True))


def _merged_draft(state: ChannelState) -> ProposalDraft:
    offers = [state.responses[agent] for agent in state.participants]
    return fallback_content.merge_offers(state.demand, offers, state.setting.language)


def distribute_adjusted_proposal(transition: Transition, body: ProposalAdjusted) -> None:
    """Store the adjusted plan as the next version, and send it as `ProposalReview` to all participants.

    Emit `towow.proposal.distributed`; the status stays PROPOSAL_SENT. If all participants have left, or the plan gives
    none of them a part because the requester keeps a limit, set the status to FAILED and send `WriteCompromise`.
    Without such a limit a plan that gives nobody a part is a failed adjustment.
    """
    transition.count_fallback(body)
    is_kept = bool(requester_questions.kept_findings(transition.state))
    if not (is_kept or body.fallback or _complete_assignments(transition.state, body.draft)):
        apply_adjustment_fallback(transition)
        return
    distribute_version(transition, body.draft, body, failed=body.adjustment_failed)


def is_unchanged(state: ChannelState, body: ProposalAdjusted) -> bool:
    """Return whether an adjusted plan is the last version again (DESIGN § 7, *Unchanged*).

    Its assignments, their terms and its timeline are equal, it names no changes, and everybody who would get it has it.
    A failed adjustment never is.
    """
    summary = body.draft.adjustment_summary
    if body.adjustment_failed or body.fallback or (summary and summary.changes_made):
        return False
    last = state.proposal
    assignments = _complete_assignments(state, body.draft)
    return (
        body.draft.timeline == last.timeline
        and assignments == last.assignments
        and {*state.participants} == {*state.reviewers}
    )


def apply_adjustment_fallback(transition: Transition) -> None:
    """Send the plan unchanged as the next version, because `AdjustProposal` was not answered (TW-349).

    Only the roles of agents that left become gaps. The version is marked `adjustment_failed`;
    `towow.proposal.distributed` is emitted and `ProposalReview` sent to all participants. If all have left, the
    negotiation fails.
    """
    draft = fallback_content.unchanged_draft(_proposal_without_departed(transition))
    answer = ProposalAdjusted(
        **transition.ids,
        base_version=transition.state.proposal_version,
        draft=draft,
        adjustment_failed=True,
        fallback=True,
    )
    distribute_adjusted_proposal(transition, answer)


def emit_round_started(transition: Transition, reason: RoundReason) -> None:
    """Emit `towow.negotiation.round_started` with `reason`, the current round and the maximum of rounds (AC-9, TWC-26).

    The caller has increased the round already.
    """
    transition.emit(
        RoundStarted(
            **transition.ids,
            round=transition.state.current_round,
            max_rounds=transition.state.limits.max_rounds,
            reason=reason,
        )
    )


def distribute_version(
    transition: Transition, draft: ProposalDraft, answer: ProposalAggregated | ProposalAdjusted, *, failed: bool = False
) -> None:
    """Store the draft as next version, send participants a `ProposalReview`, emit `towow.proposal.distributed`.

    The status AGGREGATING becomes PROPOSAL_SENT. If no participant is left, or the plan gives nobody a part, store
    nothing and fail (`outcome.fail`): nobody could agree to anything. A place in reserve is a part.
    Assignments of agents that left are removed from the draft and become gaps. `answer` only gives the event its usage
    and `fallback` mark; `failed` marks the version as `adjustment_failed`.
    """
    if not transition.state.participants:
        outcome.fail(transition, Failure(reason="no_participants", detail="all_left"))
        return
    proposal = _build_proposal(transition, draft, fallback=answer.fallback, failed=failed)
    if not proposal.assignments:
        outcome.fail(transition, Failure(reason="no_participants"))
        return
    _send_version(transition, proposal, answer)


def _send_version(transition: Transition, proposal: Proposal, answer: ProposalAggregated | ProposalAdjusted) -> None:
    """Check a plan, store it as the current version, and start its review."""
    if transition.state.status is Status.AGGREGATING:
        transition.transition_to(Status.PROPOSAL_SENT)
    proposal = plan_review.review_plan(transition.state, proposal, transition.state.current_proposal)
    transition.update(
        current_proposal=proposal,
        past_feedback=(*transition.state.past_feedback, *transition.state.feedback.values()),
        feedback={},
        person_revisions={},
        unanswered=(),
        sent_to=transition.state.participants,
        resends=0,
    )
    start_review(transition, transition.state.sent_to, answer=answer)


def start_review(
    transition: Transition, agents: tuple[str, ...], *, answer: ProposalAggregated | ProposalAdjusted | None = None
) -> None:
    """Send `agents` (ids) `ProposalReview`, emit `towow.proposal.distributed`, arm the timer; no `answer`: a resend."""
    state = transition.state
    deadline = min(transition.now + seconds_to_ms(state.rules.feedback_collection_timeout), state.deadline)
    transition.update(phase_deadline=deadline)
    event = ProposalDistributed(
        **transition.ids,
        proposal=state.proposal,
        participants=agents,
        round=state.current_round,
        version=state.proposal_version,
        resent=answer is None,
        deadline=deadline,
    )
    if answer is not None:
        event = event.model_copy(update={"fallback": answer.fallback, "usage": answer.usage})
    transition.emit(event)
    if answer is not None:
        requester_questions.ask(transition)
    send_review_requests(transition, agents)
    arm_feedback_timer(transition, (transition.now + deadline) // 2)


def arm_feedback_timer(transition: Transition, due_ms: int) -> None:
    """Arm the timer of the review: at `due_ms`, or earlier at the end of an open question to the requester."""
    ends = (question.until for question in requester_questions.open_questions(transition.state))
    transition.update(feedback_timer_due=due_ms)
    transition.arm_timer("feedback", min(due_ms, *ends, due_ms))


def send_review_requests(transition: Transition, agents: Sequence[str]) -> None:
    """Send a `ProposalReview` of the current version, due at the phase's deadline, to each of `agents` (ids) (TW-124).

    No event is emitted and no timer armed.
    """
    for agent in agents:
        transition.send("user_agent", agent, _build_review_request(transition, agent))


def _build_review_request(transition: Transition, agent: str) -> ProposalReview:
    state = transition.state
    own_assignments = (a for a in state.proposal.assignments if a.agent_id == agent)
    return ProposalReview(
        **transition.ids,
        setting=state.setting,
        answer_by=state.phase_deadline,
        demand=state.demand,
        proposal=state.proposal,
        round=state.current_round,
        max_rounds=state.limits.max_rounds,
        your_assignment=next(own_assignments, None),
        your_offer=state.responses.get(agent),
        your_feedback=tuple(f for f in state.past_feedback if f.agent_id == agent),
    )


def _build_proposal(transition: Transition, draft: ProposalDraft, *, fallback: bool, failed: bool) -> Proposal:
    state = transition.state
    version = state.proposal_version + 1
    held, vacated = _complete_assignments(state, draft), _vacated_roles(transition, draft)
    roles = {a.role for a in held if not a.reserve}
    filled = vacated.keys() & roles
    vacant = tuple(a for role, a in vacated.items() if role not in filled)
    open_gaps = [gap for gap in draft.gaps if gap.gap_type not in filled]
    transition.update(vacant=vacant)
    is_unsure = fallback or any(state.responses[agent].fallback for agent in state.participants)
    return Proposal(
        **_copied_fields(draft),
        adjustment_summary=_adjustment_summary(transition, draft),
        assignments=held,
        gaps=add_vacancy_gaps(open_gaps, vacant, roles),
        confidence="low" if is_unsure else draft.confidence,
        proposal_id=proposal_id(state.channel_id, version),
        demand_id=state.demand_id,
        version=version,
        round=state.current_round,
        adjusted=version > 1 and not failed,
        adjustment_failed=failed,
        created_at=transition.now,
    )


def _copied_fields(draft: ProposalDraft) -> dict[str, Any]:
    copied = set(ProposalDraft.model_fields) - {"assignments", "gaps", "confidence", "adjustment_summary"}
    return {name: getattr(draft, name) for name in copied}


def _adjustment_summary(transition: Transition, draft: ProposalDraft) -> AdjustmentSummary | None:
    """Build the summary of changes with the number of the current round."""
    summary = draft.adjustment_summary
    return summary.model_copy(update={"round": transition.state.current_round}) if summary else None


def _complete_assignments(state: ChannelState, draft: ProposalDraft) -> tuple[Assignment, ...]:
    """Assignments of participants, unconfirmed, at most `MAX_ASSIGNMENTS`, with their needs and offered fees."""
    assignments = (a for a in draft.assignments if a.agent_id in state.participants)
    active = (
        a.model_copy(update={"is_confirmed": False, "display_name": state.display_name(a.agent_id)})
        for a in islice(assignments, MAX_ASSIGNMENTS)
    )
    return plan_review.complete_assignments(state, active)


def _vacated_roles(transition: Transition, draft: ProposalDraft) -> dict[str, Assignment]:
    """Roles, by name, whose holder in this or an earlier version is no participant; a required role stays required."""
    before = transition.state.current_proposal.assignments if transition.state.current_proposal else ()
    participants = transition.state.participants
    vacated = [
        a
        for a in (*transition.state.vacant, *before, *draft.assignments)
        if a.agent_id not in participants and not a.reserve
    ]
    return {a.role: a for a in sorted(vacated, key=lambda a: a.required)}
