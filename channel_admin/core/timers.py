"""What happens when nothing happens: the one timer of each status, and how a stuck channel recovers (TW-401…416).

A phase (offers, feedback) asks the silent once more at half time and ends at its deadline; a task is sent again,
at most MAX_RECOVERY_ATTEMPTS times, and then replaced by its fallback.
"""

from collections.abc import Callable

from channel_admin.core import (
    feedback_evaluation,
    gap_resolution,
    invitation,
    offer_collection,
    outcome,
    proposal_distribution,
)
from channel_admin.core.state import ChannelState, Failure, Waiting
from channel_admin.core.transition import Transition
from shared.core.message import TimerFired


def is_due(state: ChannelState, body: TimerFired, now: int) -> bool:
    """Is it the timer that is armed now, and is it really due?"""
    armed = state.timer
    return armed is not None and armed.generation == body.generation and now >= armed.due


def fired(step: Transition) -> None:
    """The armed timer is due."""
    state = step.state
    if not state.final and step.now >= state.deadline:
        _out_of_time(step)
        return
    if state.waiting in PHASES:
        PHASES[state.waiting](step)
    elif state.asked_again < state.rules.max_recovery_attempts:
        _recovering(step)
        ASK[state.waiting](step, again=True)
    else:
        without_task(step)


def without_task(step: Transition) -> None:
    """The task the channel waits for will not answer: its fallback, or, without budget, what there is (DESIGN § 6)."""
    waiting = step.state.waiting
    if not step.state.out_of_budget or waiting in ("gaps", "recursion", "compromise"):
        FALL_BACK[waiting](step)
    elif waiting == "adjustment":
        feedback_evaluation.take_verdict(step, last=True)
    else:
        outcome.fail(step, Failure(reason="timeout", detail="budget"))


def _out_of_time(step: Transition) -> None:
    """The whole negotiation took too long: judge the plan there is, or fail (TW-410)."""
    if step.state.waiting in ("feedback", "adjustment"):
        feedback_evaluation.take_verdict(step, last=True)
    else:
        outcome.fail(step, Failure(reason="timeout"))


def _offers_due(step: Transition) -> None:
    if step.now >= step.state.phase_deadline:
        offer_collection.close(step)
    else:
        _recovering(step)
        invitation.invite(step, step.state.unheard)
        step.arm_timer("offers", step.state.phase_deadline)


def _feedback_due(step: Transition) -> None:
    if step.now >= step.state.phase_deadline:
        feedback_evaluation.take_verdict(step)
    else:
        _recovering(step)
        proposal_distribution.ask_feedback(step, step.state.silent)
        step.arm_timer("feedback", step.state.phase_deadline)


def _nobody_chose(step: Transition) -> None:
    """Without a coordinator nobody can be invited (TW-406)."""
    outcome.fail(step, Failure(reason="timeout", detail="max_recovery_attempts"))


def _recovering(step: Transition) -> None:
    step.set(recovery_attempts=step.state.recovery_attempts + 1)


PHASES: dict[Waiting, Callable[[Transition], None]] = {
    "offers": _offers_due,
    "feedback": _feedback_due,
    "compromise": outcome.template_compromise,
    "subnets": gap_resolution.overdue,
}
"""What waits for people or for a fixed time."""

ASK: dict[Waiting, Callable[..., None]] = {
    "understanding": invitation.ask_understanding,
    "filtering": invitation.ask_candidates,
    "aggregation": proposal_distribution.ask_plan,
    "adjustment": proposal_distribution.ask_adjustment,
    "gaps": gap_resolution.ask_gaps,
    "recursion": gap_resolution.ask_recursion,
}
"""What waits for a task, and how it is sent again."""

FALL_BACK: dict[Waiting, Callable[[Transition], None]] = {
    "understanding": invitation.understood_by_nobody,
    "filtering": _nobody_chose,
    "aggregation": proposal_distribution.merged_without_model,
    "adjustment": proposal_distribution.unchanged,
    "compromise": outcome.template_compromise,
    "gaps": gap_resolution.none_identified,
    "recursion": gap_resolution.not_decided,
}
"""What stands in for a task that never answers (TW-520…525, TWC-23)."""
