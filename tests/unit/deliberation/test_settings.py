"""Time limits and bounds of a session's settings (DL-106, DL-148, DL-163)."""

from typing import Any

import pytest
from pydantic import ValidationError

from deliberation.contracts.messages import ComparePositions, DraftPlan
from deliberation.settings import DeliberationSettings
from tests.support.session_harness import START, SessionHarness


def test_the_default_time_limits_are_60_20_and_10_seconds() -> None:
    """DL-148."""
    settings = DeliberationSettings()
    assert (settings.turn_timeout, settings.turn_call_timeout, settings.deliberation_tool_timeout) == (60, 20, 10)


def test_a_turn_and_a_comparison_are_due_by_the_settings() -> None:
    """DL-148: configurable."""
    for settings, turn_ms, tool_ms in (
        (DeliberationSettings(), 60_000, 10_000),
        (DeliberationSettings(turn_timeout=7, deliberation_tool_timeout=2), 7_000, 2_000),
    ):
        harness = SessionHarness(settings=settings).start()
        first = harness.sends[0].body
        assert isinstance(first, DraftPlan)
        assert first.answer_by == START + turn_ms
        harness.run(until=lambda each: isinstance(each.sends[-1].body, ComparePositions))
        comparison = harness.sends[-1].body
        assert isinstance(comparison, ComparePositions)
        assert comparison.answer_by == harness.now - 1 + tool_ms


def test_there_are_at_most_five_rounds() -> None:
    """DL-106, DL-163."""
    assert DeliberationSettings().max_deliberation_rounds == 5
    for rounds in (0, 6):
        with pytest.raises(ValidationError):
            DeliberationSettings(max_deliberation_rounds=rounds)


@pytest.mark.parametrize(
    "wrong",
    [
        {"turn_timeout": 0},
        {"turn_call_timeout": -1},
        {"stubborn_rounds": 0},
        {"round1_mode": "both"},
        {"devils_advocate": "host"},
        {"max_sessions_per_user": -1},
        {"session_budget_tokens": -1},
        {"rounds": 3},
    ],
    ids=str,
)
def test_a_setting_outside_its_bounds_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        DeliberationSettings.model_validate(wrong)
