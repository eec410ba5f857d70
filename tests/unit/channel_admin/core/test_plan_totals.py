"""The totals of a plan are the sum of its holders' fees, by currency: nothing is lost, added or converted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from channel_admin.core.plan_totals import MAX_HEADS, expected_people, fee_amount, plan_totals, sum_fees
from negotiation.contracts.demand import DemandLimits, PeopleRange
from negotiation.contracts.money import MAX_MINOR_UNITS, Money
from negotiation.contracts.proposal import Assignment, Proposal
from negotiation.contracts.terms import Terms
from tests.unit.channel_admin.core.plan_fixtures import demand, part, plan, pounds

HOURS = st.integers(-3, 12)
EVENING = "2026-02-07T18:00:00+00:00"


def terms_of(fee: Money | None, per: str | None, hours: int | None) -> Terms:
    fields: dict[str, object] = {"fee": fee, "per": per}
    if hours is not None:
        fields |= {
            "start": EVENING,
            "end": f"2026-02-{8 + (18 + hours) // 24 - 1:02}T{(18 + hours) % 24:02}:00:00+00:00",
        }
    return Terms.model_validate(fields)


FEES = st.builds(Money, amount=st.integers(0, 10**7), currency=st.sampled_from(("GBP", "CNY", "JPY")))
TERMS = st.builds(
    terms_of, st.none() | FEES, st.none() | st.sampled_from(("event", "hour", "day", "person")), st.none() | HOURS
)
PARTS = st.lists(
    st.builds(part, st.sampled_from(("amy", "bob", "cai")), st.just("venue"), st.none() | TERMS, reserve=st.booleans()),
    max_size=10,
)


def expected_fee(terms: Terms, people: int | None) -> int:
    """INTERFACES § 6: the fee for the event or day as it is, that for each hour or person times their number."""
    assert terms.fee is not None
    if terms.per == "person":
        return terms.fee.amount * (people or 0)
    if terms.per == "hour":
        hours = 0
        if terms.start and terms.end:
            hours = (
                24 * (int(terms.end[8:10]) - int(terms.start[8:10])) + int(terms.end[11:13]) - int(terms.start[11:13])
            )
        return terms.fee.amount * max(hours, 0)
    return terms.fee.amount


@given(PARTS, st.none() | st.integers(0, 500))
def test_totals_are_the_sums_of_the_fees_by_currency_without_reserves(
    parts: list[Assignment], people: int | None
) -> None:
    sums: dict[str, int] = {}
    for each in parts:
        if each.terms and each.terms.fee and not each.reserve:
            known = fee_amount(each.terms, people) is not None
            assert known or expected_fee(each.terms, people) == 0
            if known:
                currency = each.terms.fee.currency
                sums[currency] = sums.get(currency, 0) + expected_fee(each.terms, people)
    totals = plan_totals(parts, people)
    assert {total.currency: total.amount for total in totals} == sums
    assert [total.currency for total in totals] == sorted(sums)


def test_an_absurd_sum_can_still_be_sent_and_read() -> None:
    """A fee for each of many people may be more than an amount of money can hold; it must not make plans unreadable."""
    huge = Money(amount=MAX_MINOR_UNITS, currency="GBP")
    parts = (part("amy", terms=Terms(fee=huge, per="person")), part("bob", terms=Terms(fee=huge)))
    assert sum_fees(parts, 50)[0].amount == 51 * MAX_MINOR_UNITS
    written = plan(*parts).model_copy(update={"totals": plan_totals(parts, 50)})
    assert Proposal.model_validate_json(written.model_dump_json()).totals == (huge,)


@pytest.mark.parametrize(
    ("limits", "attendees", "people"),
    [
        (DemandLimits(people=PeopleRange(min=20, max=30)), 99, 30),
        (DemandLimits(people=PeopleRange(min=50, max=MAX_HEADS)), None, 50),  # at least 50
        (DemandLimits(people=PeopleRange(min=0, max=0)), None, None),
        (DemandLimits(), 12, 12),
        (DemandLimits(), None, None),
    ],
)
def test_the_number_of_people_is_the_upper_end_of_a_range_unless_it_is_open(
    limits: DemandLimits, attendees: int | None, people: int | None
) -> None:
    assert expected_people(demand(limits=limits, attendees=attendees)) == people


def test_fees_in_words_are_no_fees() -> None:
    assert fee_amount(Terms(), 10) is None
    assert plan_totals((part("amy"), part("bob", terms=Terms(notice_days=3))), 10) == ()
    assert plan_totals((part("amy", terms=Terms(fee=pounds(5), per="day")),), None) == (pounds(5),)
