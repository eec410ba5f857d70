"""Choice among several places, budgets and days that a demand states (TW-501, simulated)."""

import re
from collections.abc import Sequence
from datetime import date

from negotiation.contracts.demand import DemandLimits
from negotiation.contracts.money import Money
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.allowed_days import is_day_allowed
from negotiation.understanding.mention import Mention

_BUDGET_CUE = re.compile(r"预算|经费|\bbudget\b", re.IGNORECASE)


MIN_STRETCH = 8
"""Number of days from which on dates are a stretch of which the named days of the week are meant."""


def settle_limits(text: str, limits: DemandLimits, mentions: Sequence[Mention]) -> DemandLimits:
    """Return the limits with the place that is known, the amount that is called a budget, and the days that are meant.

    A place that the thesaurus does not know gives way to the first one that it knows, such as a district to its city. Of
    several amounts the first that stands with the word "budget" counts. Of a stretch of days beside days of the week ("a
    Saturday in January") those days are meant. Otherwise the limits stay as they are.

    Args:
        text: Text of the demand.
        limits: Limits as its parser read them.
        mentions: Limits that the text states.
    """
    stated = [each for each in mentions if not each.excluded and not each.soft]
    changes = {**_known_place(limits, stated), **_named_budget(text, limits, stated), **_days_in_common(limits)}
    return limits.model_copy(update=changes)


def _days_in_common(limits: DemandLimits) -> dict[str, tuple[str, ...] | tuple[int, ...]]:
    """Return the days of a stretch that its days of the week and the excluded days leave, if there are any."""
    if len(limits.dates) < MIN_STRETCH:
        return {}
    days = tuple(day for day in limits.dates if is_day_allowed(date.fromisoformat(day), limits))
    return {"dates": days, "weekdays": ()} if days else {}


def _known_place(limits: DemandLimits, stated: Sequence[Mention]) -> dict[str, str]:
    places = load_thesaurus("places")
    if limits.place is None or places.find(limits.place):
        return {}
    known = (each.value for each in stated if each.kind == "place" and isinstance(each.value, str))
    found = next((value for value in known if places.find(value)), None)
    return {} if found is None else {"place": found}


def _named_budget(text: str, limits: DemandLimits, stated: Sequence[Mention]) -> dict[str, Money]:
    amounts = [each for each in stated if each.kind == "budget" and isinstance(each.value, Money)]
    if limits.budget is None or len(amounts) < 2:
        return {}
    named = (each.value for each in amounts if _BUDGET_CUE.search(text[max(0, each.span[0] - 8) : each.span[1]]))
    found = next((value for value in named if isinstance(value, Money)), None)
    return {} if found is None else {"budget": found}
