"""Exchange of numbers: two statements that name the same quantities, but of one another's things."""

from itertools import combinations

from deliberation.core.quantity import Quantity, find_quantities
from deliberation.core.statement_words import is_chinese, normalize

WINDOW = 12
"""Characters on either side of a quantity that say what it is of; in alphabetic scripts three times as many."""

MIN_MARGIN = 0.25
"""By how much the exchanged reading must fit the words around the quantities better than the plain one."""


def find_number_exchange(first: str, second: str) -> tuple[str, str] | None:
    """Return two quantities that two statements exchange, such as 60 minutes of one thing and 20 of another.

    None if the statements do not name the same two quantities of a dimension, or name them of the same things in
    whatever order.
    """
    plain = normalize(first), normalize(second)
    own, other = find_quantities(first), find_quantities(second)
    for one, two in combinations(own, 2):
        if one.dimension != two.dimension or one.equals(two):
            continue
        matches = [next((each for each in other if each.equals(wanted)), None) for wanted in (one, two)]
        if matches[0] is None or matches[1] is None:
            continue
        contexts = [_context(plain[0], one, own), _context(plain[0], two, own)]
        opposite = [_context(plain[1], match, other) for match in matches if match is not None]
        straight = _shared(contexts[0], opposite[0]) + _shared(contexts[1], opposite[1])
        crossed = _shared(contexts[0], opposite[1]) + _shared(contexts[1], opposite[0])
        if crossed >= straight + MIN_MARGIN:
            return one.text, two.text
    return None


def _context(text: str, quantity: Quantity, others: tuple[Quantity, ...]) -> frozenset[str]:
    """Return the tokens around a quantity, up to the next one on either side."""
    window = WINDOW if is_chinese(text) else 3 * WINDOW
    start = text.find(quantity.text)
    if start < 0:
        return frozenset()
    end = start + len(quantity.text)
    before, after = text[max(0, start - window) : start], text[end : end + window]
    for other in others:
        if other is not quantity:
            before = before.rpartition(other.text)[2]
            after = after.partition(other.text)[0]
    return _tokens(before, after, chinese=is_chinese(text))


def _tokens(before: str, after: str, *, chinese: bool) -> frozenset[str]:
    if not chinese:
        return frozenset(word for part in (before, after) for word in part.split() if len(word) > 2)
    # In Chinese what is counted stands before the number, unless nothing does.
    part = before.strip("，、,;；。 ") or after
    return frozenset(part[i : i + 2] for i in range(len(part) - 1))


def _shared(first: frozenset[str], second: frozenset[str]) -> float:
    union = first | second
    return len(first & second) / len(union) if union else 0.0
