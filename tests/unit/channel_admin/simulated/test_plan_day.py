"""Day of a plan within the days that a demand allows: a stretch of them, days of the week, notice that is requested."""

from datetime import date, timedelta

import pytest

from channel_admin.simulated.plan_day import MAX_LEAD_DAYS, choose_day, demanded_days
from negotiation.contracts.demand import DemandLimits, DemandUnderstanding
from negotiation.contracts.offer import Offer
from negotiation.contracts.terms import Terms
from tests.support.task_fixtures import NOW

TODAY = date(2026, 11, 22)  # a Sunday


def december(first: int = 1, last: int = 31) -> tuple[str, ...]:
    return tuple(date(2026, 12, day).isoformat() for day in range(first, last + 1))


def until(last: date) -> tuple[str, ...]:
    return tuple((TODAY + timedelta(days=ahead)).isoformat() for ahead in range((last - TODAY).days + 1))


def demand(**limits: object) -> DemandUnderstanding:
    return DemandUnderstanding(surface_demand="x", limits=DemandLimits.model_validate(limits))


def offer(who: str, notice_days: int = 0) -> Offer:
    return Offer(
        offer_id=f"offer_{who}",
        agent_id=who,
        display_name=who,
        demand_id="d-a",
        decision="participate",
        contribution="cooking",
        terms=Terms(notice_days=notice_days or None),
        confidence=70,
        submitted_at=NOW,
    )


@pytest.mark.parametrize(
    ("limits", "notice_days", "day"),
    [
        ({"dates": december()}, 0, "2026-12-01"),
        ({"dates": december(), "weekdays": [5]}, 0, "2026-12-05"),
        ({"dates": december(), "not_on": ["tuesday", "2026-12-02"]}, 0, "2026-12-03"),
        ({"dates": until(date(2026, 12, 24))}, 0, (TODAY + timedelta(days=MAX_LEAD_DAYS)).isoformat()),
        ({"dates": until(date(2026, 11, 25))}, 0, "2026-11-23"),
        ({"dates": december()}, 21, "2026-12-13"),
        ({"dates": ["2026-12-24"]}, 21, "2026-12-24"),
        ({"weekdays": [2]}, 0, "2026-11-25"),
        ({"weekdays": [2]}, 14, "2026-12-09"),
    ],
)
def test_the_day_is_allowed_and_leaves_time_where_it_can(limits: dict[str, object], notice_days: int, day: str) -> None:
    assert choose_day(demand(**limits), [offer("a", notice_days)], TODAY).isoformat() == day


def test_dates_that_the_other_limits_rule_out_are_not_demanded_unless_all_are() -> None:
    assert {day.weekday() for day in demanded_days(demand(dates=december(), weekdays=[5]), TODAY)} == {5}
    assert demanded_days(demand(dates=["2026-12-24"], weekdays=[5]), TODAY) == (date(2026, 12, 24),)
