"""Fee of a simulated person: price, lowest price, and what the demand's budget leaves for it."""

from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.money import Money, money_of_units, units_of_money
from negotiation.registry.profile import Profile
from user_agent.simulated.temperament import Temperament

LARGE_PRICE = 100
"""Price, in units of its currency, from which a lowered one is rounded to 10 units."""


def own_price(profile: Profile) -> Money | None:
    """Return the price of a person, 0 for free; None if the profile states none."""
    return None if profile.price is None else money_of_units(profile.price, profile.currency)


def comparable_budget(profile: Profile, demand: DemandUnderstanding) -> Money | None:
    """Return the demand's budget if it is in the currency of the person; None without one and for another currency.

    A budget of 0 is nothing in any currency.
    """
    budget = demand.limits.budget
    if budget is not None and budget.amount == 0:
        return Money(amount=0, currency=profile.currency)
    return budget if budget and budget.currency == profile.currency else None


def budget_share(budget: Money, demand: DemandUnderstanding) -> Money:
    """Return the part of a budget that one needed skill has if all have the same, in whole units of the currency."""
    return money_of_units(int(units_of_money(budget) / max(len(demand.capability_tags), 1)), budget.currency)


def lowest_fee(price: Money, temperament: Temperament) -> Money:
    """Return the lowest fee that a person takes: the price less their discount, rounded to 10 units from 100 on."""
    units = units_of_money(price)
    step = 10 if units >= LARGE_PRICE else 1
    lowered = round(units * (1 - temperament.max_discount) / step) * step
    return money_of_units(min(lowered, units), price.currency)


def offered_fee(profile: Profile, demand: DemandUnderstanding, temperament: Temperament) -> Money | None:
    """Return the fee that a person asks for; None if the profile states no price.

    A price above the even share of a budget in the same currency is reduced to the share, at most by the discount of
    `temperament`, the person's own.
    """
    price, budget = own_price(profile), comparable_budget(profile, demand)
    if price is None or budget is None:
        return price
    share = budget_share(budget, demand)
    if price.amount <= share.amount:
        return price
    lowest = lowest_fee(price, temperament)
    return lowest if lowest.amount > share.amount else share
