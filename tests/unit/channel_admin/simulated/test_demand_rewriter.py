"""Does a relaxed demand say one thing only: what it said of a budget, a day or a number of people is replaced?"""

import pytest

from channel_admin.simulated.demand_reader import read_demand
from channel_admin.simulated.demand_rewriter import RelaxedDemand, replace_no_budget, rewrite_demand
from channel_admin.simulated.relaxation_candidates import relax_limit
from negotiation.contracts.demand import PeopleRange
from negotiation.contracts.money import Money
from shared.core.language import Language
from tests.support.case_tables import load_cases
from tests.unit.channel_admin.simulated.compromise_facts import setting_in

FOUR_THOUSAND = Money(amount=440_000, currency="CNY")


@pytest.mark.parametrize(("raw", "new", "to", "language"), load_cases(__file__, "a_budget_of_nothing_is_replaced"))
def test_a_budget_of_nothing_is_replaced(raw: str, new: str | None, to: str, language: Language) -> None:
    demand = read_demand(raw, setting_in(language))
    limits = demand.limits.model_copy(update={"budget": FOUR_THOUSAND})
    relaxed = RelaxedDemand("budget", relax_limit(demand, "budget", limits), to)
    assert rewrite_demand(raw, demand, relaxed, setting_in(language)) == new


@pytest.mark.parametrize(
    ("raw", "new"),
    [
        ("A choir concert. No budget.", "A choir concert. A budget of £90."),
        ("A choir concert for free in Bonn", "A choir concert with a budget of £90 in Bonn"),
        ("A choir concert with a zero budget", "A choir concert with a budget of £90"),
        ("A choir concert", "A choir concert"),
    ],
)
def test_words_for_no_money_give_way_to_a_budget(raw: str, new: str) -> None:
    assert replace_no_budget(raw, "£90") == new


@pytest.mark.parametrize(
    ("raw", "new", "language"), load_cases(__file__, "a_budget_is_replaced_where_it_stands_and_nothing_else")
)
def test_a_budget_is_replaced_where_it_stands_and_nothing_else(raw: str, new: str, language: Language) -> None:
    demand = read_demand(raw, setting_in(language))
    currency = "CNY" if language == "zh" else "GBP"
    limits = demand.limits.model_copy(update={"budget": Money(amount=300_000, currency=currency)})
    to = {"zh": "3000元", "en": "£3,000"}[language]
    relaxed = RelaxedDemand("budget", relax_limit(demand, "budget", limits), to)
    assert rewrite_demand(raw, demand, relaxed, setting_in(language)) == new


@pytest.mark.parametrize(("raw", "new", "language"), load_cases(__file__, "a_day_is_replaced_with_all_its_words"))
def test_a_day_is_replaced_with_all_its_words(raw: str, new: str, language: Language) -> None:
    demand = read_demand(raw, setting_in(language))
    limits = demand.limits.model_copy(update={"dates": ("2026-12-18",)})
    relaxed = RelaxedDemand("date", relax_limit(demand, "date", limits), "2026-12-18")
    assert rewrite_demand(raw, demand, relaxed, setting_in(language)) == new


@pytest.mark.parametrize(("raw", "new", "language"), load_cases(__file__, "a_number_of_people_is_replaced_and_no_sum"))
def test_a_number_of_people_is_replaced_and_no_sum(raw: str, new: str, language: Language) -> None:
    demand = read_demand(raw, setting_in(language))
    limits = demand.limits.model_copy(update={"people": PeopleRange(min=35, max=35)})
    relaxed = RelaxedDemand("people", relax_limit(demand, "people", limits), "35")
    assert rewrite_demand(raw, demand, relaxed, setting_in(language)) == new
