"""A checker that never failed proves nothing: faults put into the host's own code are seen on the courses that meet them."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from deliberation.contracts.agent_output import DiscussantOutput, HostOutput
from deliberation.host.core import conclusion, publication, reviewed_output, round_evaluation, rounds
from deliberation.host.core.plan_versions import PlanVersion
from deliberation.host.core.state import PendingReview
from deliberation.host.core.transition import SessionTransition
from tests.simulation.deliberation.fault_free_run import play_course


def hold_nothing(transition: SessionTransition, review: PendingReview, output: DiscussantOutput) -> None:
    """Publish the critic's output as soon as it is reviewed."""
    publication.publish_turn(transition, review, output)
    rounds.settle(transition, output.agent_id)


def choose_last(plans: Sequence[PlanVersion]) -> PlanVersion | None:
    """Take the last plan for the best one."""
    return plans[-1] if plans else None


def do_nothing(*_: Any) -> None:
    """Nothing."""


def find_nothing(*_: Any) -> tuple[()]:
    """Nothing."""
    return ()


def first(value: Any, *_: Any) -> Any:
    """What it is given, unchanged."""
    return value


def say_it(_: SessionTransition, output: HostOutput) -> HostOutput:
    """Say what was blocked."""
    return output


FAULTS: dict[str, tuple[str, object, str, Callable[..., Any], str]] = {
    "the critic is not held": ("critic first", rounds, "release_output", hold_nothing, "the planner has not spoken"),
    "the last plan wins": ("stubborn planner", conclusion, "choose_best", choose_last, "the report's plan_round is"),
    "nothing is vetoed": ("unanswered", round_evaluation, "_find_veto", do_nothing, "it converges in spite of"),
    "nobody is stubborn": ("stubborn planner", round_evaluation, "list_stubborn", find_nothing, "count as stubborn"),
    "fatal skips are overlooked": ("planner gone", round_evaluation, "_fatal_reason", do_nothing, "not terminate"),
    "a host that is blocked speaks": (
        "host blocked",
        reviewed_output,
        "_without_words",
        say_it,
        "the host's words of round 2 were blocked",
    ),
    "nothing is taken out": ("redacted", reviewed_output, "redact_output", first, "which the reviewer would not have"),
    "tools are not changed": ("redacted", reviewed_output, "redact_exchanges", first, "tool_result"),
    "the history is not kept": ("agreed", publication, "append_history", do_nothing, "the record's outputs is"),
    "to-dos are not made": ("agreed", conclusion, "build_todos", find_nothing, "to-dos are not those of the plan"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_the_host_is_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    course, module, function, fault, expected = FAULTS[name]
    assert play_course(course).violations == []
    monkeypatch.setattr(module, function, fault)
    found = [each.reason for each in play_course.__wrapped__(course).violations]
    assert any(expected in reason for reason in found), found
