"""Which terms does a demand itself state: when it begins and ends, what it pays, how people may take part?"""

import pytest

from coordinator.prompts import UnderstandingFacts
from coordinator.simulated.rules import understand_demand
from negotiation.contracts.demand import SubmissionContext
from negotiation.contracts.money import Money
from negotiation.contracts.terms import Terms
from shared.core.language import Language


def terms_of(text: str, language: Language = "en", timezone: str = "Europe/London") -> Terms | None:
    setting = SubmissionContext(user_id="u", language=language, today="2026-11-22", timezone=timezone)
    return understand_demand(UnderstandingFacts(demand_id="d", channel_id="c", raw_input=text, setting=setting)).terms


@pytest.mark.parametrize(
    ("text", "language", "timezone", "start", "end"),
    [
        (
            "I need a ceilidh band in Leeds on 5 December from 7 to 11 pm",
            "en",
            "Europe/London",
            "2026-12-05T19:00:00+00:00",
            "2026-12-05T23:00:00+00:00",
        ),
        (
            "I need a babysitter in Berlin on 5 December from 7 pm to 1 am",
            "en",
            "Europe/Berlin",
            "2026-12-05T19:00:00+01:00",
            "2026-12-06T01:00:00+01:00",
        ),
        ("12月5日下午两点半在苏州，需要一位古琴老师", "zh", "Asia/Shanghai", "2026-12-05T14:30:00+08:00", None),
    ],
)
def test_a_single_day_with_hours_has_instants_in_its_time_zone(
    text: str, language: Language, timezone: str, start: str, end: str | None
) -> None:
    terms = terms_of(text, language, timezone)
    assert terms is not None
    assert (terms.start, terms.end) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "I need a ceilidh band in Leeds on 5 December",
        "I need a ceilidh band in Leeds on 5 December in the evening",
        "I need a ceilidh band in Leeds on 5 or 12 December from 7 to 11 pm",
        "I need a ceilidh band in Leeds on Saturdays from 7 to 11 pm",
    ],
)
def test_without_a_single_day_and_hours_on_the_clock_there_is_no_instant(text: str) -> None:
    assert terms_of(text) is None


@pytest.mark.parametrize(
    ("text", "language", "fee", "per"),
    [
        ("I need a piano teacher in Leeds, £25 an hour", "en", Money(amount=2500, currency="GBP"), "hour"),
        ("I need a gardener in Dublin, 120 euros a day", "en", Money(amount=12000, currency="EUR"), "day"),
        ("I need a caterer in Leeds for 30 people, £18 per head", "en", Money(amount=1800, currency="GBP"), "person"),
        ("找钢琴老师，在成都，每小时200元", "zh", Money(amount=20000, currency="CNY"), "hour"),
        ("找厨师做家宴，在成都，一人150元", "zh", Money(amount=15000, currency="CNY"), "person"),
    ],
)
def test_a_rate_of_pay_is_a_fee_with_its_basis(text: str, language: Language, fee: Money, per: str) -> None:
    terms = terms_of(text, language)
    assert terms is not None
    assert (terms.fee, terms.per) == (fee, per)


def test_a_budget_is_no_rate() -> None:
    assert terms_of("I need a caterer in Leeds for 30 people, budget £500") is None


@pytest.mark.parametrize(
    ("text", "language", "condition"),
    [
        ("I need an accountant in Leeds, online is fine", "en", "online is fine"),
        ("I need a fiddler in Leeds, we pay for travel.", "en", "we pay for travel"),
        ("在西安找一位司仪，外地来的报销路费", "zh", "外地来的报销路费"),
    ],
)
def test_clauses_on_travel_and_on_taking_part_from_afar_are_conditions(
    text: str, language: Language, condition: str
) -> None:
    terms = terms_of(text, language)
    assert terms is not None
    assert [(each.kind, each.text) for each in terms.conditions] == [("travel", condition)]
