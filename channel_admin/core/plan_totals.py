"""Totals of a plan: the fees of its holders, one sum for each currency (DESIGN § 7)."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.money import MAX_MINOR_UNITS, Money, add_money
from negotiation.contracts.proposal import Assignment
from negotiation.contracts.terms import Terms

MAX_HEADS = 100_000
"""Number of people from which on the upper end of a range is none ("at least 50")."""


def expected_people(demand: DemandUnderstanding) -> int | None:
    """Return the number of people that a demand is for: the upper end of a range, the lower one if that is open."""
    people = demand.limits.people
    if people is None:
        return demand.context.expected_attendees
    return (people.max if people.max < MAX_HEADS else people.min) or None


def fee_amount(terms: Terms, people: int | None) -> Money | None:
    """Return what a fee comes to: by the number of people or of hours if it is for each, else itself.

    None without a fee, or if the number is not known; `people` is that of the demand.
    """
    fee = terms.fee
    if fee is None:
        return None
    if terms.per == "person":
        return fee.model_copy(update={"amount": fee.amount * people}) if people else None
    if terms.per == "hour":
        hours = _duration(terms)
        return fee.model_copy(update={"amount": round(fee.amount * hours)}) if hours else None
    return fee


def plan_totals(assignments: Iterable[Assignment], people: int | None) -> tuple[Money, ...]:
    """Return `sum_fees` as amounts that a message can hold: an absurd sum is cut to `MAX_MINOR_UNITS`."""
    return tuple(limit_amount(total) for total in sum_fees(assignments, people))


def limit_amount(money: Money) -> Money:
    """Return an amount, cut to the largest that is accepted (`MAX_MINOR_UNITS`)."""
    return money if money.amount <= MAX_MINOR_UNITS else money.model_copy(update={"amount": MAX_MINOR_UNITS})


def sum_fees(assignments: Iterable[Assignment], people: int | None) -> tuple[Money, ...]:
    """Return the sums of the fees of all holders that are not in reserve, one for each currency.

    A fee for each hour or person whose number is not known counts nothing.
    """
    terms = (part.terms for part in assignments if part.terms and not part.reserve)
    return add_money(amount for each in terms if (amount := fee_amount(each, people)))


def _duration(terms: Terms) -> float | None:
    """Return the hours from `start` to `end`; None unless both are instants in this order."""
    if not (terms.start and terms.end and "T" in terms.start and "T" in terms.end):
        return None
    length = datetime.fromisoformat(terms.end) - datetime.fromisoformat(terms.start)
    return length / timedelta(hours=1) if length > timedelta() else None
