"""Texts of the host for agents, viewers and game servers, in both languages; causes go only to the log."""

from typing import Literal

from shared.core.text_catalog import TextCatalog

DecisionProblem = Literal[
    "too_short",
    "no_time_left",
    "out_of_retries",
    "deadline",
    "out_of_turns",
    "empty_answers",
    "no_answer",
    "late_answer",
    "late_result",
    "budget_spent",
    "check_failed",
]
"""Why a decision is made without the team, or a task agent has no finding."""

TIMED_OUT = "timed out"
"""Failure of a turn or a call that had no answer within its time (GH-197)."""

_PROBLEMS: dict[str, DecisionProblem] = {
    TIMED_OUT: "late_answer",
    "timeout": "late_answer",
    "budget": "budget_spent",
}

render_host_text = TextCatalog.load("gamehive.host.core").render


def problem_of_failure(failure: str) -> DecisionProblem:
    """Return what a turn's failure means for the decision; its cause is in the log."""
    return _PROBLEMS.get(failure, "no_answer")
