"""Faults of plans that code finds without a model."""

from datetime import date

import pytest

from deliberation.contracts.plan import Plan, PlanPhase, PlanTask
from deliberation.core.plan_quality import PlanLimits, available_hours, check_plan

TODAY = date(2026, 11, 26)  # a Thursday


def plan(*phases: tuple[tuple[float, str], ...], total: float | None = None) -> Plan:
    return Plan(
        title="t",
        goal="g",
        phases=tuple(
            PlanPhase(
                phase_name="p",
                duration="d",
                tasks=tuple(PlanTask(title=day, estimated_hours=hours, deadline=day) for hours, day in tasks),
            )
            for tasks in phases
        ),
        total_estimated_hours=total if total is not None else sum(hours for tasks in phases for hours, _ in tasks),
    )


def faults(checked: Plan, **limits: object) -> list[str]:
    return [finding.fault for finding in check_plan(checked, PlanLimits(TODAY, **limits))]  # pyright: ignore[reportArgumentType]


def test_a_sound_plan_has_no_fault() -> None:
    sound = plan(((2, "2026-11-28"), (2, "2026-11-27")), ((3, "2026-12-05"),))
    assert faults(sound, deadline=date(2026, 12, 5), hours_per_weekday=(1.5,) * 7) == []


@pytest.mark.parametrize(
    ("checked", "fault"),
    [
        (plan(((2, "2026-11-28"),), total=3), "total"),
        (plan(((2, "2026-02-30"),)), "invalid_date"),
        (plan(((0.5, "2026-11-25"),)), "past"),
        (plan(((2, "2026-12-02"),), ((2, "2026-12-01"),)), "order"),
        (plan(((2, "2026-12-11"),)), "late"),
        (plan(((20, "2026-12-01"),)), "overload"),
    ],
)
def test_each_fault_is_found(checked: Plan, fault: str) -> None:
    assert faults(checked, deadline=date(2026, 12, 10), hours_per_weekday=(1.0,) * 7) == [fault]


def test_without_limits_only_the_plan_itself_is_judged() -> None:
    assert faults(plan(((500, "2030-01-01"),))) == []


def test_hours_are_counted_by_weekday_from_today_to_the_day() -> None:
    limits = PlanLimits(TODAY, hours_per_weekday=(0, 0, 0, 1, 0, 5, 0))
    assert available_hours(limits, TODAY) == 1
    assert available_hours(limits, date(2026, 11, 28)) == 6
    assert available_hours(limits, date(2026, 12, 3)) == 7
    assert available_hours(limits, date(2026, 12, 10)) == 13
