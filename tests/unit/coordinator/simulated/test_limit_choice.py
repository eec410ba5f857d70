"""Which of several days, places and numbers of people a demand means."""

from datetime import date

import pytest

from coordinator.simulated.demand_parser import parse_demand
from coordinator.simulated.limit_choice import settle_limits
from negotiation.contracts.demand import DemandLimits
from negotiation.understanding.mentions import find_mentions
from shared.core.language import Language

TODAY = date(2026, 11, 22)


def read(text: str, language: Language = "en") -> DemandLimits:
    mentions = find_mentions(text, language, TODAY)
    return settle_limits(text, parse_demand(text, language, mentions).limits, mentions)


@pytest.mark.parametrize(
    ("text", "language", "dates"),
    [
        ("A plumber in Leeds, a Tuesday in January", "en", ("2027-01-05", "2027-01-12", "2027-01-19", "2027-01-26")),
        ("在杭州找水管工，12月份，周日才行", "zh", ("2026-12-06", "2026-12-13", "2026-12-20", "2026-12-27")),
    ],
)
def test_days_of_the_week_in_a_stretch_are_its_days(text: str, language: Language, dates: tuple[str, ...]) -> None:
    limits = read(text, language)
    assert (limits.dates, limits.weekdays) == (dates, ())


def test_days_that_are_ruled_out_are_no_days_of_the_stretch() -> None:
    limits = read("A plumber in Leeds, 7 to 18 December, but not on a Monday")
    assert limits.not_on == ("monday",)
    assert "2026-12-07" not in limits.dates
    assert "2026-12-08" in limits.dates


def test_a_few_dates_and_days_of_the_week_stand_as_they_are() -> None:
    limits = DemandLimits(dates=("2026-12-05", "2026-12-06"), weekdays=(5,))
    assert settle_limits("", limits, ()) == limits


def test_the_people_who_take_part_count_before_those_of_the_story() -> None:
    limits = read("She raised nine kids on her own. For her birthday in Leeds we need a cake, there will be 30 of us.")
    assert limits.people is not None
    assert limits.people.max == 30
