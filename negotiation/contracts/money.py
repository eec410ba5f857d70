"""Amount of money in minor units with its currency, and sums of them (INTERFACES § 6, *Terms*)."""

from collections.abc import Iterable

from pydantic import Field

from shared.core.frozen_model import FrozenModel

MAX_MINOR_UNITS = 10**12
"""Largest amount that is accepted, in minor units."""

MINOR_UNITS = {"JPY": 1, "KRW": 1, "VND": 1, "UGX": 1}
"""Minor units in one unit of a currency, where it is not 100."""


class Money(FrozenModel):
    """Amount of money in minor units (cents, fen; yen has none), with its ISO 4217 currency."""

    amount: int = Field(ge=0, le=MAX_MINOR_UNITS)
    currency: str = Field(pattern="^[A-Z]{3}$")


def money_of_units(units: float, currency: str) -> Money:
    """Return the amount of so many whole units (pounds, yuan) of a currency, rounded to minor units."""
    return Money(amount=round(units * MINOR_UNITS.get(currency, 100)), currency=currency)


def units_of_money(money: Money) -> float:
    """Return an amount in whole units (pounds, yuan) of its currency."""
    return money.amount / MINOR_UNITS.get(money.currency, 100)


def add_money(amounts: Iterable[Money]) -> tuple[Money, ...]:
    """Return one sum for each currency, in order of the currencies' codes; empty for no amounts."""
    sums: dict[str, int] = {}
    for money in amounts:
        sums[money.currency] = sums.get(money.currency, 0) + money.amount
    return tuple(Money.model_construct(amount=amount, currency=currency) for currency, amount in sorted(sums.items()))
