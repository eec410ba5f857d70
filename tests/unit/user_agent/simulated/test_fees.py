from itertools import pairwise

import pytest

from negotiation.contracts.demand import DemandLimits, DemandUnderstanding
from negotiation.contracts.money import Money, money_of_units
from tests.support.task_fixtures import demand, person
from user_agent.simulated.fees import budget_share, comparable_budget, lowest_fee, offered_fee, own_price
from user_agent.simulated.temperament import find_temperament


def with_budget(budget: Money | None) -> DemandUnderstanding:
    return demand("场地提供", "演讲嘉宾").model_copy(update={"limits": DemandLimits(budget=budget)})


def test_only_a_budget_in_the_own_currency_is_comparable() -> None:
    londoner = person(price=350, currency="GBP")
    pounds, yuan = money_of_units(400, "GBP"), money_of_units(400, "CNY")
    assert comparable_budget(londoner, with_budget(pounds)) == pounds
    assert comparable_budget(londoner, with_budget(yuan)) is None
    assert comparable_budget(londoner, with_budget(None)) is None
    assert comparable_budget(londoner, with_budget(money_of_units(0, "CNY"))) == money_of_units(0, "GBP")


def test_a_price_that_is_not_stated_is_unknown_and_zero_is_free() -> None:
    assert own_price(person()) is None
    assert own_price(person(price=0, currency="EUR")) == Money(amount=0, currency="EUR")


@pytest.mark.parametrize(
    ("price", "temperament", "lowest"),
    [(580, "even", 520), (45, "even", 40), (555, "proud", 555), (1000, "generous", 700), (0, "generous", 0)],
)
def test_the_lowest_fee_is_the_price_less_the_discount_and_never_above_the_price(
    price: int, temperament: str, lowest: int
) -> None:
    assert lowest_fee(money_of_units(price, "GBP"), find_temperament(temperament)) == money_of_units(lowest, "GBP")


@pytest.mark.parametrize("temperament", ["even", "generous", "proud", "stubborn"])
def test_a_larger_budget_never_lowers_the_fee_and_never_lifts_it_above_the_price(temperament: str) -> None:
    profile = person(price=730)
    budgets = [money_of_units(units, "CNY") for units in range(0, 3000, 37)]
    own = find_temperament(temperament)
    fees = [fee.amount for budget in budgets if (fee := offered_fee(profile, with_budget(budget), own))]
    assert len(fees) == len(budgets)
    assert all(less <= more for less, more in pairwise(fees))
    assert fees[-1] == 73000


def test_the_share_is_even_among_the_needed_skills_in_whole_units() -> None:
    assert budget_share(money_of_units(1001, "GBP"), with_budget(None)) == money_of_units(500, "GBP")
