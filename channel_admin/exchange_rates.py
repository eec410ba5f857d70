"""Exchange rates from a setting: the only way in which sums of different currencies are compared (INTERFACES § 6)."""

import json
from decimal import Decimal
from typing import Annotated

from pydantic import BeforeValidator, Field

from negotiation.contracts.money import MAX_MINOR_UNITS, MINOR_UNITS, Money
from shared.core.frozen_model import FrozenModel

CurrencyCode = Annotated[str, Field(pattern="^[A-Z]{3}$")]


class ExchangeRates(FrozenModel):
    """Exchange rates of one day.

    Attributes:
        date: Day of the rates, YYYY-MM-DD.
        base: Currency in which the rates are given.
        rates: Whole units of `base` for one whole unit of each currency.
    """

    date: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")
    base: CurrencyCode
    rates: dict[CurrencyCode, Annotated[Decimal, Field(gt=0, allow_inf_nan=False)]]

    def convert(self, money: Money, currency: str) -> Money | None:
        """Return an amount in another currency, rounded to minor units; None if a rate for it is missing."""
        if money.currency == currency:
            return money
        rate, target = self._rate(money.currency), self._rate(currency)
        if rate is None or target is None:
            return None
        units = Decimal(money.amount) / MINOR_UNITS.get(money.currency, 100) * rate / target
        amount = round(units * MINOR_UNITS.get(currency, 100))
        return Money(amount=amount, currency=currency) if amount <= MAX_MINOR_UNITS else None

    def _rate(self, currency: str) -> Decimal | None:
        return Decimal(1) if currency == self.base else self.rates.get(currency)


def _parse_json(value: object) -> object:
    """Return the value of a JSON text, for settings from the environment; anything else as it is."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value) if value.strip() else None
    except ValueError:
        raise ValueError('expected JSON such as {"date": "2026-11-20", "base": "CNY", "rates": {"GBP": 9.1}}') from None


ExchangeRatesSetting = Annotated[ExchangeRates | None, BeforeValidator(_parse_json)]
