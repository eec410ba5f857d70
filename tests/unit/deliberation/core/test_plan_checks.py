"""Dates and hours of a plan: what is wrong, and what code makes of it (DL-42, DL-43)."""

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deliberation.contracts.plan import Plan
from deliberation.core.plan_checks import correct_plan, find_deadline_problems, format_hours, sum_hours
from tests.support.turn_fixtures import TODAY, plan

DAYS = st.dates(date(2024, 1, 1), date(2027, 1, 1)).map(date.isoformat) | st.sampled_from(["2025-02-30", "2026-13-01"])
PHASES = st.lists(st.lists(DAYS, min_size=1, max_size=4).map(tuple), min_size=1, max_size=4)


def deadlines(corrected: Plan) -> list[list[str]]:
    return [[task.deadline for task in phase.tasks] for phase in corrected.phases]


def test_a_right_plan_stays_as_it_is() -> None:
    right = plan(("2025-12-04", "2025-12-20"), ("2025-12-20", "2026-01-31"), ("2026-02-01",))
    assert find_deadline_problems(right, TODAY, "zh") == ()
    assert correct_plan(right, TODAY, "zh") == (right, ())


def test_dates_in_the_past_become_today_with_a_warning_each() -> None:
    """The seed's own example: a deadline of January 2025 in a plan of December 2025 (DL-C11)."""
    late = plan(("2025-01-15", "2025-12-30"))
    corrected, warnings = correct_plan(late, TODAY, "zh")
    assert deadlines(corrected) == [["2025-12-04", "2025-12-30"]]
    (warning,) = warnings
    assert warning.code == "deadline_clamped"
    assert "2025-01-15" in warning.text
    assert "2025-12-04" in warning.text


def test_a_later_phase_is_not_due_before_an_earlier_one() -> None:
    swapped = plan(("2026-01-20", "2025-12-10"), ("2026-01-10", "2026-03-01"), ("2026-02-01",))
    problems = find_deadline_problems(swapped, TODAY, "en")
    assert [("2026-01-10" in text, "2026-02-01" in text) for text in problems] == [(True, False), (False, True)]
    corrected, warnings = correct_plan(swapped, TODAY, "en")
    assert deadlines(corrected) == [["2026-01-20", "2025-12-10"], ["2026-01-20", "2026-03-01"], ["2026-03-01"]]
    assert [warning.code for warning in warnings] == ["deadline_clamped", "deadline_clamped"]


def test_a_date_that_does_not_exist_becomes_the_last_day_of_its_phase() -> None:
    corrected, warnings = correct_plan(plan(("2026-02-30", "2026-01-10"), ("2025-99-99",)), TODAY, "zh")
    assert deadlines(corrected) == [["2026-01-10", "2026-01-10"], ["2026-01-10"]]
    assert [warning.code for warning in warnings] == ["deadline_unreadable", "deadline_unreadable"]


@pytest.mark.parametrize(("total", "warned"), [(30, False), (30.5, False), (29.5, False), (30.51, True), (0, True)])
def test_the_total_is_the_sum_of_the_tasks_and_a_difference_of_more_than_half_an_hour_is_a_warning(
    total: float, warned: bool
) -> None:
    corrected, warnings = correct_plan(plan(total=total), TODAY, "zh")
    assert corrected.total_estimated_hours == 30
    assert [warning.code for warning in warnings] == (["total_corrected"] if warned else [])


def test_a_model_is_told_of_six_wrong_deadlines_at_most() -> None:
    problems = find_deadline_problems(plan(*[("2020-01-01",) * 4] * 4), TODAY, "zh")
    assert len(problems) == 6
    assert all("任务1" in text or "任务2" in text for text in problems)


@given(PHASES, st.floats(0, 5000), st.floats(0.1, 99))
def test_a_corrected_plan_has_nothing_to_correct(phases: list[tuple[str, ...]], total: float, hours: float) -> None:
    corrected, _ = correct_plan(plan(*phases, hours=hours, total=total), TODAY, "en")
    assert find_deadline_problems(corrected, TODAY, "en") == ()
    assert correct_plan(corrected, TODAY, "en") == (corrected, ())
    assert corrected.total_estimated_hours == pytest.approx(hours * sum(map(len, phases)), abs=0.01)
    days = [[date.fromisoformat(day) for day in phase] for phase in deadlines(corrected)]
    assert all(max(before) <= min(after) for before, after in pairwise(days))
    assert min(map(min, days)) >= date.fromisoformat(TODAY)


@given(PHASES)
def test_only_wrong_deadlines_are_changed(phases: list[tuple[str, ...]]) -> None:
    given_plan = plan(*phases)
    corrected, warnings = correct_plan(given_plan, TODAY, "zh")
    changed = sum(
        one != other
        for before, after in zip(deadlines(given_plan), deadlines(corrected), strict=True)
        for one, other in zip(before, after, strict=True)
    )
    assert changed == len(warnings)
    assert bool(warnings) == bool(find_deadline_problems(given_plan, TODAY, "zh"))


@pytest.mark.parametrize(
    ("hours", "text"),
    [(12.0, "12"), (1.5, "1.5"), (0.25, "0.25"), (100.0, "100"), (12345.67, "12345.67"), (0.1, "0.1")],
)
def test_hours_have_no_superfluous_zeros(hours: float, text: str) -> None:
    assert format_hours(hours) == text


def test_a_sum_of_hours_shows_no_binary_rounding() -> None:
    assert sum_hours(plan(("2026-01-01",) * 3, hours=0.1)) == 0.3
