"""Evaluation of feedback on a plan: answers, withdrawals, the verdict (TW-125, 208, 330…349, TWC-05)."""

from channel_admin.core import outcome, proposal_lifecycle, requester_questions
from channel_admin.core.acceptance import RoundContext, Tally, Verdict, compute_verdict
from channel_admin.core.feedback_events import emit_feedback
from channel_admin.core.state import ChannelState, Failure
from channel_admin.core.status import Status
from channel_admin.core.transition import Transition
from negotiation.contracts.events import (
    EvaluationDecision,
    FeedbackEvaluated,
)
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.messages import ProposalFeedback
from negotiation.contracts.size_limit import MAX_FEEDBACK_BYTES, limit_size


def is_admissible(state: ChannelState, body: ProposalFeedback) -> bool:
    """Return whether feedback is awaited and `body` is its sender's first on the version under review, or a revision.

    False also if the sender did not receive the version or has withdrawn. A withdrawal is admitted without this check.
    """
    return (
        state.waiting == "feedback"
        and body.proposal_version == state.proposal_version
        and (body.agent_id in state.silent_reviewers or (body.agent_id in state.reviewers and state.is_revision(body)))
    )


def record_feedback(transition: Transition, body: ProposalFeedback) -> None:
    """Store feedback for which the caller has checked `is_admissible`, and emit `towow.proposal.feedback`.

    The first feedback on a version sets the status to NEGOTIATING. Feedback of type `negotiate` also emits
    `towow.negotiation.bargain`. If no other reviewer is pending now, the version is evaluated:
    `towow.feedback.evaluated` is emitted and the verdict applied (see `evaluate_feedback`).
    """
    if transition.state.status is Status.PROPOSAL_SENT:
        transition.transition_to(Status.NEGOTIATING)
    _store_feedback(transition, body)
    evaluate_if_complete(transition)


def record_withdrawal(transition: Transition, body: ProposalFeedback) -> None:
    """Emit feedback and `towow.agent.withdrawn`; `remove_participant` if agreed, `evaluate_if_complete` in a review."""
    reviewing = transition.state.waiting == "feedback"
    if reviewing and transition.state.status is Status.PROPOSAL_SENT:
        transition.transition_to(Status.NEGOTIATING)
    _store_feedback(transition, body)
    transition.update(left=transition.state.in_candidate_order((*transition.state.left, body.agent_id)))
    outcome.emit_withdrawal(transition, body.agent_id, body.reasoning, body.round)
    if reviewing:
        evaluate_if_complete(transition)


def mark_unavailable(transition: Transition, agent_id: str) -> None:
    """Record that an agent's review of the current version failed for good (DESIGN § 6): no longer pending.

    The caller has made sure that it is pending. If no other reviewer is pending, the version is evaluated:
    `towow.feedback.evaluated` is emitted and the verdict applied (see `evaluate_feedback`); else nothing is emitted.
    """
    transition.update(unanswered=transition.state.in_candidate_order((*transition.state.unanswered, agent_id)))
    evaluate_if_complete(transition)


def evaluate_if_complete(transition: Transition) -> None:
    """Evaluate the current version if no reviewer is pending and no question to the requester is open.

    It calls `evaluate_feedback`, which emits `towow.feedback.evaluated`; the verdict finalizes the plan, with or
    without full agreement, fails the negotiation or starts another round.
    """
    state = transition.state
    if not state.pending_reviewers and not requester_questions.open_questions(state):
        evaluate_feedback(transition)


def evaluate_feedback(transition: Transition, *, last_round: bool = False) -> None:
    """Compute the verdict on the current version, emit `towow.feedback.evaluated`, and apply the verdict.

    - finalize: set FINALIZED, emit `towow.proposal.finalized`, send `IdentifyGaps` (see `outcome.finalize`).
    - force_finalize, fail: set FORCE_FINALIZED or FAILED, send `WriteCompromise` (see `outcome.fail`).
    - resend: next round; set PROPOSAL_SENT, emit `towow.negotiation.round_started` and `towow.proposal.distributed`,
      send `ProposalReview` to reviewers without an answer.
    - adjust: next round; set PROPOSAL_SENT, emit `towow.negotiation.round_started`, send `AdjustProposal`.

    Questions about limits that are still open are answered by their default first: the limit is kept.

    With `last_round`, or out of budget, the round counts as the last: neither resend nor adjust. The status must be
    PROPOSAL_SENT or NEGOTIATING.
    """
    requester_questions.expire(transition, everything=True)
    tally = tally_feedback(transition.state)
    verdict = compute_verdict(
        tally, _round_context(transition, last_round=last_round or transition.state.out_of_budget)
    )
    if transition.state.status is Status.PROPOSAL_SENT:
        transition.transition_to(Status.NEGOTIATING)
    transition.update(accept_rate=float(tally.accept_rate) if tally.accept_rate is not None else None)
    transition.emit(_feedback_evaluated_event(transition, tally, verdict))
    _apply_verdict(transition, verdict)


def _apply_verdict(transition: Transition, verdict: Verdict) -> None:
    match verdict.kind:
        case "finalize":
            outcome.finalize(transition)
        case "force_finalize":
            outcome.force_finalize(transition)
        case "resend":
            _advance_round(transition)
            transition.update(resends=transition.state.resends + 1, unanswered=())
            proposal_lifecycle.emit_round_started(transition, "no_quorum")
            proposal_lifecycle.start_review(transition, transition.state.silent_reviewers)
        case "adjust":
            _advance_round(transition)
            proposal_lifecycle.emit_round_started(transition, "adjustment")
            proposal_lifecycle.request_adjustment(transition)
        case "fail":
            outcome.fail(transition, Failure(reason=verdict.reason or "low_acceptance", detail=verdict.detail))


def _advance_round(transition: Transition) -> None:
    transition.transition_to(Status.PROPOSAL_SENT)
    transition.update(current_round=transition.state.current_round + 1)


def tally_feedback(state: ChannelState) -> Tally:
    """Count the voters' feedback on the current version by type; an agent that left counts only as withdrawn.

    `sent` includes the voters that left; reserves count nowhere; `real_accepts` is set.
    """
    voters = state.voters
    answers = [f for agent in state.reviewers if agent in voters and (f := state.feedback.get(agent))]

    def count(kind: str) -> int:
        return sum(f.feedback_type == kind for f in answers)

    return Tally(
        sent=len(voters),
        accepts=count("accept"),
        negotiates=count("negotiate"),
        rejects=count("reject"),
        withdraws=sum(agent in state.left for agent in voters),
        real_accepts=sum(f.feedback_type == "accept" and not f.fallback for f in answers),
    )


def _round_context(transition: Transition, *, last_round: bool) -> RoundContext:
    state = transition.state
    holders = {a.agent_id for a in state.proposal.assignments if a.required and not a.reserve}
    return RoundContext(
        round=state.limits.max_rounds if last_round else state.current_round,
        max_rounds=state.limits.max_rounds,
        resends=state.resends,
        max_resends=state.rules.max_silent_resends,
        high_threshold=state.rules.high_threshold,
        low_threshold=state.rules.low_threshold,
        grace_rounds=state.rules.low_accept_grace_rounds,
        required_role_vacant=any(a.required for a in state.vacant) or bool(holders & outcome.departed_agents(state)),
        required_holder_unconfirmed=not holders <= {*outcome.confirmed_agents(state)},
        required_holder_silent=bool(holders & {*state.silent_reviewers}),
        limit_kept=bool(requester_questions.kept_findings(state)),
    )


def _feedback_evaluated_event(transition: Transition, tally: Tally, verdict: Verdict) -> FeedbackEvaluated:
    decisions: dict[str, EvaluationDecision] = {
        "finalize": "finalize",
        "force_finalize": "force_finalize",
        "resend": "renegotiate",
        "adjust": "renegotiate",
        "fail": "fail",
    }
    return FeedbackEvaluated(
        **transition.ids,
        round=transition.state.current_round,
        proposal_version=transition.state.proposal_version,
        sent=tally.sent,
        answered=tally.answers + tally.withdraws,
        silent=tally.silent,
        accepts=tally.accepts,
        rejects=tally.rejects,
        negotiates=tally.negotiates,
        withdraws=tally.withdraws,
        accept_rate=float(tally.accept_rate) if tally.accept_rate is not None else None,
        decision=decisions[verdict.kind],
        rule=verdict.rule,
    )


def _store_feedback(transition: Transition, body: ProposalFeedback) -> None:
    """Store feedback in the order of the candidates, and emit it with what it asks for."""
    transition.count_fallback(body)
    feedback = _build_feedback(transition, body)
    by_agent = {**transition.state.feedback, body.agent_id: feedback}
    transition.update(
        feedback={agent: by_agent[agent] for agent in transition.state.invited_agents if agent in by_agent},
        person_revisions=transition.state.with_author(body),
    )
    emit_feedback(transition, body)


def _build_feedback(transition: Transition, body: ProposalFeedback) -> Feedback:
    feedback = Feedback(
        agent_id=body.agent_id,
        display_name=body.display_name or transition.state.display_name(body.agent_id),
        feedback_type=body.feedback_type,
        reasoning=body.reasoning,
        adjustment_request=body.adjustment_request,
        terms=body.terms,
        concerns=body.concerns,
        confidence=body.confidence,
        round=body.round,
        proposal_version=body.proposal_version,
        fallback=body.fallback,
    )
    return limit_size(feedback, MAX_FEEDBACK_BYTES)
