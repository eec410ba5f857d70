"""Handling of tasks without an answer in time: repeated, skipped, or replaced by a fallback (DL-146…151)."""

from deliberation.contracts.messages import FailureReason
from deliberation.host.core import conclusion, reviewed_output, round_evaluation, rounds
from deliberation.host.core.transition import SessionTransition
from shared.core.message_base import TaskFailed


def handle_timer(transition: SessionTransition) -> None:
    """Handle everything that is due by now; at the session's deadline end it."""
    now = transition.now
    if now >= transition.state.deadline:
        conclusion.end_at_deadline(transition)
        return
    for turn in transition.state.turns:
        if turn.due <= now and turn in transition.state.turns:
            transition.update(turns=tuple(each for each in transition.state.turns if each != turn))
            rounds.fail_turn(transition, turn.agent, "agent_timeout")
    for review in transition.state.reviews:
        if review.due <= now and review in transition.state.reviews:
            reviewed_output.repeat_or_withhold(transition, review)
    comparison, report = transition.state.comparison, transition.state.report
    if comparison is not None and comparison.due <= now:
        round_evaluation.repeat_comparison(transition)
    if report is not None and report.due <= now:
        conclusion.repeat_report(transition)


def fail_requested_turn(transition: SessionTransition, failure: TaskFailed, agent: str) -> bool:
    """Skip, or repeat, the turn of `agent` whose task gave up; return False if it is not awaited."""
    reason: FailureReason = "budget" if failure.reason == "budget" else "model_unavailable"
    for turn in transition.state.turns:
        if turn.agent == agent and failure.of == f"{turn.kind}/{turn.round}/{turn.attempt}":
            transition.update(turns=tuple(each for each in transition.state.turns if each != turn))
            rounds.fail_turn(transition, turn.agent, reason, failure.detail)
            return True
    return False
