"""Amounts of money in minor units: what is accepted, and sums that never mix currencies."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from negotiation.contracts.money import MAX_MINOR_UNITS, Money, add_money, money_of_units, units_of_money

CURRENCIES = ("GBP", "CNY", "JPY", "UGX")
MONEY = st.builds(Money, amount=st.integers(0, MAX_MINOR_UNITS), currency=st.sampled_from(CURRENCIES))


@pytest.mark.parametrize(
    "fields",
    [
        {"amount": -1, "currency": "GBP"},
        {"amount": MAX_MINOR_UNITS + 1, "currency": "GBP"},
        {"amount": 1.5, "currency": "GBP"},
        {"amount": "a lot", "currency": "GBP"},
        {"amount": 100, "currency": "pounds"},
        {"amount": 100, "currency": "gbp"},
        {"amount": 100, "currency": ""},
        {"amount": 100},
    ],
)
def test_a_negative_absurd_or_unknown_amount_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Money.model_validate(fields)


@given(st.lists(MONEY, max_size=12))
def test_a_sum_is_one_for_each_currency(amounts: list[Money]) -> None:
    sums = add_money(amounts)
    assert [total.currency for total in sums] == sorted({each.currency for each in amounts})
    for total in sums:
        assert total.amount == sum(each.amount for each in amounts if each.currency == total.currency)
    assert add_money(reversed(amounts)) == sums


@pytest.mark.parametrize(
    ("units", "currency", "amount"), [(3.5, "GBP", 350), (1200, "CNY", 120_000), (1200, "JPY", 1200), (0.1, "EUR", 10)]
)
def test_whole_units_become_minor_units_where_there_are_any(units: float, currency: str, amount: int) -> None:
    money = money_of_units(units, currency)
    assert money == Money(amount=amount, currency=currency)
    assert units_of_money(money) == units
