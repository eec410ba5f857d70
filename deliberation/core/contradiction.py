"""Contradictions between two positions: numbers, dates, negations, opposites and orders that exclude each other."""

from collections.abc import Iterator

from deliberation.contracts.position import PositionDraft
from deliberation.core.number_exchange import find_number_exchange
from deliberation.core.opposite import opposites_between
from deliberation.core.order_relation import find_exchange
from deliberation.core.polarity import clause_polarities, find_polarity_conflict
from deliberation.core.quantity import find_unequal
from deliberation.core.statement_words import compare_words
from deliberation.core.time_mention import TimeMention, find_time_mentions

SAME_SUBJECT = 0.3
"""Share of words that two conclusions must have in common for their numbers, dates and opposites to be compared."""

HALF_DAY_MIN = 720


def find_contradictions(first: PositionDraft, second: PositionDraft) -> tuple[str, ...]:
    """Return why two positions exclude each other, as codes with the differing words; empty if nothing shows it.

    The codes are `number`, `date`, `polarity`, `opposite`, `order` and `choice`, such as `number: 3 month / 6 week`.
    Conclusions are compared; a reason counts only where it denies the other's conclusion.
    """
    found = dict.fromkeys(compare_statements(first.conclusion, second.conclusion))
    for conclusion, position in ((first.conclusion, second), (second.conclusion, first)):
        for reason in position.key_reasons:
            cue = find_polarity_conflict(conclusion, reason)
            if cue and not find_polarity_conflict(conclusion, position.conclusion):
                found.setdefault(f"polarity: {cue}")
    return tuple(found)


def compare_statements(first: str, second: str) -> Iterator[str]:
    """Yield why two statements exclude each other."""
    exchange = find_exchange(first, second)
    if exchange:
        yield f"{exchange[0]}: {exchange[1]} / {exchange[2]}"
    shared = compare_words(first, second).shared
    if shared >= SAME_SUBJECT:
        yield from _numbers(first, second)
        yield from _dates(first, second)
        if not exchange:
            yield from _opposites(first, second)
    cue = None if exchange else find_polarity_conflict(first, second)
    if cue:
        yield f"polarity: {cue}"


def _numbers(first: str, second: str) -> Iterator[str]:
    # Not two at once, one at most: a denied number is a limit, not a value.
    if not _is_denied(first, second):
        yield from (f"number: {own.text} / {other.text}" for own, other in find_unequal(first, second))
        exchange = find_number_exchange(first, second)
        if exchange:
            yield f"number: {exchange[0]} / {exchange[1]}"


def _dates(first: str, second: str) -> Iterator[str]:
    mentions = find_time_mentions(first), find_time_mentions(second)
    for kind in dict.fromkeys(mention.kind for mention in mentions[0]):
        own, other = ([one for one in side if one.kind == kind] for side in mentions)
        if own and other and not {_moment(one) for one in own} & {_moment(one) for one in other}:
            yield f"date: {own[0].text} / {other[0].text}"


def _moment(mention: TimeMention) -> tuple[int, ...]:
    """Return the value of a mention; of a clock time without its half of the day, which is often left out."""
    return (mention.value[0] % HALF_DAY_MIN,) if mention.kind == "clock" else mention.value


def _opposites(first: str, second: str) -> Iterator[str]:
    pairs = opposites_between(first, second)
    if pairs and not _is_denied(first, second):
        yield f"opposite: {pairs[0][0]} / {pairs[0][1]}"


def _is_denied(first: str, second: str) -> bool:
    """Return whether one statement denies something, so that its opposite word agrees with the other's."""
    signs = [sum(clause.is_negative for clause in clause_polarities(text)) % 2 for text in (first, second)]
    return signs[0] != signs[1]
