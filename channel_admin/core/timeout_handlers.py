"""Timers: what a channel does when the input it awaits does not come (TW-401…416).

An offer or feedback phase reminds agents without an answer at half time and ends at its deadline. A task without an
answer is sent again after MAX_STUCK_TIME, at most MAX_RECOVERY_ATTEMPTS times, and then replaced by its fallback.
"""

from collections.abc import Callable

from channel_admin.core import (
    clarification,
    feedback_evaluation,
    gap_subnets,
    invitation,
    offer_collection,
    outcome,
    proposal_lifecycle,
    requester_questions,
)
from channel_admin.core.state import AwaitedInput, ChannelState, Failure
from channel_admin.core.transition import Transition
from shared.core.message_base import TimerFired


def is_due(state: ChannelState, body: TimerFired, now: int) -> bool:
    """Return whether the fired timer is the armed one (same generation) and due at `now` (ms since the epoch).

    False if no timer is armed.
    """
    armed = state.timer
    return armed is not None and armed.generation == body.generation and now >= armed.due


def handle_timer(transition: Transition) -> None:
    """Handle the fired timer by the input that the channel awaits; the caller has checked `is_due`.

    - Any input, if the overall deadline has passed without an outcome: evaluate the plan under review or adjustment
      without another round (`evaluate_feedback`); if there is none, set the status to FAILED (`outcome.fail`).
    - Offers or feedback: at the phase's deadline end the phase (`end_collection`, `evaluate_feedback`); earlier, send
      `DemandOffer` or `ProposalReview` again to agents without an answer, and arm the timer for the deadline.
    - Feedback, at the end of a question to the requester: keep the limit, and evaluate the version if it is complete.
    - Clarification: `take_default`. Review: `request_candidates`.
    - Compromise: `apply_compromise_fallback`. Subnets: `expire_subnets`.
    - Answer of another task: send the task again; after `max_recovery_attempts` repetitions `apply_fallback`.
    """
    state = transition.state
    if not state.is_final and transition.now >= state.deadline:
        _handle_overall_timeout(transition)
        return
    if state.waiting in TIMER_HANDLERS:
        TIMER_HANDLERS[state.waiting](transition)
    elif state.asked_again < state.rules.max_recovery_attempts:
        _count_recovery(transition)
        TASK_REQUESTS[state.waiting](transition, retry=True)
    else:
        apply_fallback(transition)


def apply_fallback(transition: Transition) -> None:
    """Replace the answer of the awaited task by its fallback (`FALLBACKS`); call it only while a task is awaited.

    The effects are those of the answer, with events marked `fallback`; a missing filter answer sets the status to
    FAILED. If the channel is `out_of_budget`, an awaited adjustment is replaced by evaluating the present plan without
    another round (`towow.feedback.evaluated`), and an awaited understanding, filter or aggregation sets the status to
    FAILED (DESIGN § 6).
    """
    awaited = transition.state.waiting
    if not transition.state.out_of_budget or awaited in ("gaps", "recursion", "compromise"):
        FALLBACKS[awaited](transition)
    elif awaited == "adjustment":
        feedback_evaluation.evaluate_feedback(transition, last_round=True)
    else:
        outcome.fail(transition, Failure(reason="timeout", detail="budget"))


def _handle_overall_timeout(transition: Transition) -> None:
    """End a negotiation whose overall deadline has passed: evaluate the present plan, or fail (TW-410)."""
    if transition.state.waiting in ("feedback", "adjustment"):
        feedback_evaluation.evaluate_feedback(transition, last_round=True)
    else:
        outcome.fail(transition, Failure(reason="timeout"))


def _handle_offer_timer(transition: Transition) -> None:
    if transition.now >= transition.state.phase_deadline:
        offer_collection.end_collection(transition)
    else:
        _count_recovery(transition)
        invitation.send_invitations(transition, transition.state.pending_agents)
        transition.arm_timer("offers", transition.state.phase_deadline)


def _handle_feedback_timer(transition: Transition) -> None:
    if transition.now >= transition.state.phase_deadline:
        feedback_evaluation.evaluate_feedback(transition)
        return
    if requester_questions.expire(transition):
        feedback_evaluation.evaluate_if_complete(transition)
        if transition.state.waiting != "feedback" or transition.closes:
            return
    if transition.now >= transition.state.feedback_timer_due:
        _count_recovery(transition)
        proposal_lifecycle.send_review_requests(transition, transition.state.silent_reviewers)
        transition.update(feedback_timer_due=transition.state.phase_deadline)
    proposal_lifecycle.arm_feedback_timer(transition, transition.state.feedback_timer_due)


def _fail_without_candidates(transition: Transition) -> None:
    """Fail the negotiation: without an answer of the coordinator there is no one to invite (TW-406)."""
    outcome.fail(transition, Failure(reason="timeout", detail="max_recovery_attempts"))


def _count_recovery(transition: Transition) -> None:
    transition.update(recovery_attempts=transition.state.recovery_attempts + 1)


TIMER_HANDLERS: dict[AwaitedInput, Callable[[Transition], None]] = {
    "clarification": clarification.take_default,
    "review": invitation.request_candidates,
    "offers": _handle_offer_timer,
    "feedback": _handle_feedback_timer,
    "compromise": outcome.apply_compromise_fallback,
    "subnets": gap_subnets.expire_subnets,
}
"""Handler of the due timer for each awaited input that is not sent again as a task."""

TASK_REQUESTS: dict[AwaitedInput, Callable[..., None]] = {
    "understanding": invitation.request_understanding,
    "filtering": invitation.request_candidates,
    "aggregation": proposal_lifecycle.request_aggregation,
    "adjustment": proposal_lifecycle.request_adjustment,
    "gaps": gap_subnets.request_gaps,
    "recursion": gap_subnets.request_recursion_decision,
}
"""Function that sends the task of each awaited answer; called with `retry=True` to send it again."""

FALLBACKS: dict[AwaitedInput, Callable[[Transition], None]] = {
    "understanding": clarification.apply_understanding_fallback,
    "filtering": _fail_without_candidates,
    "aggregation": proposal_lifecycle.apply_aggregation_fallback,
    "adjustment": proposal_lifecycle.apply_adjustment_fallback,
    "compromise": outcome.apply_compromise_fallback,
    "gaps": gap_subnets.apply_gaps_fallback,
    "recursion": gap_subnets.apply_recursion_fallback,
}
"""Fallback of each task that does not answer or failed (TW-520…525, TWC-23)."""
