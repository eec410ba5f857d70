"""Comparison of the limits that were understood with the labelled ones, value by value."""

from collections.abc import Iterator

from negotiation.contracts.demand import DemandLimits
from negotiation.search.synonyms import load_thesaurus
from towow.evaluation.corpus import LabelledLimits
from towow.evaluation.span_match import find_span, overlaps

LimitValue = tuple[str, object]
"""Name of a limit and one of its values; lists have one per item."""


def limit_values(limits: LabelledLimits | DemandLimits) -> tuple[LimitValue, ...]:
    """Return every stated value of some limits."""
    return tuple(_values(limits))


def _values(limits: LabelledLimits | DemandLimits) -> Iterator[LimitValue]:
    for name in ("dates", "weekdays", "not_on"):
        yield from ((name, each) for each in dict.fromkeys(getattr(limits, name)))
    if limits.people is not None:
        # Nobody and one person are no lower end: "up to 50" is read as either.
        low = limits.people.min or 0
        yield "people", (low if low > 1 else 0, limits.people.max)
    if limits.budget is not None:
        yield "budget", (limits.budget.amount, limits.budget.currency)
    for name in ("place", "language", "hours"):
        if getattr(limits, name):
            yield name, getattr(limits, name)


def count_reproduced(labelled: LabelledLimits, understood: DemandLimits, raw_input: str) -> int:
    """Return how many labelled values were understood; each understood value serves once."""
    left = list(limit_values(understood))
    count = 0
    for value in limit_values(labelled):
        equal = next((each for each in left if _is_same(value, each, raw_input)), None)
        if equal is not None:
            left.remove(equal)
            count += 1
    return count


def _is_same(labelled: LimitValue, understood: LimitValue, raw_input: str) -> bool:
    if labelled[0] != understood[0]:
        return False
    match labelled[0], labelled[1], understood[1]:
        case "place", str(one), str(other):
            near = one.lower() in other.lower() or other.lower() in one.lower()
            return near or load_thesaurus("places").are_synonyms(one, other)
        case "hours", str(one), str(other):
            spans = find_span(one, raw_input), find_span(other, raw_input)
            return spans[0] is not None and spans[1] is not None and overlaps(spans[0], spans[1])
        case "language", str(one), str(other):
            return one.lower()[:2] == other.lower()[:2]
        case _, one, other:
            return one == other
