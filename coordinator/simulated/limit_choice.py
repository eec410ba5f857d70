"""Choice among several places and budgets that a demand states (TW-501, simulated)."""

import re
from collections.abc import Sequence

from negotiation.contracts.demand import DemandLimits, MoneyLimit
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.mention import Mention

_BUDGET_CUE = re.compile(r"预算|经费|\bbudget\b", re.IGNORECASE)


def settle_limits(text: str, limits: DemandLimits, mentions: Sequence[Mention]) -> DemandLimits:
    """Return the limits with the place that is known, and the amount that is called a budget.

    A place that the thesaurus does not know gives way to the first one that it knows, such as a district to its city. Of
    several amounts the first that stands with the word "budget" counts. Otherwise the limits stay as they are.

    Args:
        text: Text of the demand.
        limits: Limits as its parser read them.
        mentions: Limits that the text states.
    """
    stated = [each for each in mentions if not each.excluded and not each.soft]
    return limits.model_copy(update={**_known_place(limits, stated), **_named_budget(text, limits, stated)})


def _known_place(limits: DemandLimits, stated: Sequence[Mention]) -> dict[str, str]:
    places = load_thesaurus("places")
    if limits.place is None or places.find(limits.place):
        return {}
    known = (each.value for each in stated if each.kind == "place" and isinstance(each.value, str))
    found = next((value for value in known if places.find(value)), None)
    return {} if found is None else {"place": found}


def _named_budget(text: str, limits: DemandLimits, stated: Sequence[Mention]) -> dict[str, MoneyLimit]:
    amounts = [each for each in stated if each.kind == "budget" and isinstance(each.value, MoneyLimit)]
    if limits.budget is None or len(amounts) < 2:
        return {}
    named = (each.value for each in amounts if _BUDGET_CUE.search(text[max(0, each.span[0] - 8) : each.span[1]]))
    found = next((value for value in named if isinstance(value, MoneyLimit)), None)
    return {} if found is None else {"budget": found}
