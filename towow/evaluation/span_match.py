"""Matching of labelled and understood needs by the words of the demand that they cover."""

from collections.abc import Mapping, Sequence

from negotiation.contracts.demand import Span


def overlaps(one: Span, other: Span) -> bool:
    """Return whether two spans share at least half of the shorter one; an empty span shares nothing."""
    shared = min(one[1], other[1]) - max(one[0], other[0])
    return shared > 0 and 2 * shared >= min(one[1] - one[0], other[1] - other[0])


def match_spans(labelled: Sequence[Span], found: Sequence[Span | None]) -> Mapping[int, int]:
    """Return a largest one-to-one matching of spans that overlap, as indices of `labelled` to indices of `found`."""
    owners: dict[int, int] = {}

    def assign(label: int, seen: set[int]) -> bool:
        for index, span in enumerate(found):
            if index not in seen and span is not None and overlaps(labelled[label], span):
                seen.add(index)
                if index not in owners or assign(owners[index], seen):
                    owners[index] = label
                    return True
        return False

    for label in range(len(labelled)):
        assign(label, set())
    return {label: index for index, label in owners.items()}


def find_span(text: str, raw_input: str) -> Span | None:
    """Return where a text stands in a demand, letter case ignored; None if it is empty or does not."""
    # casefold() would change offsets, for example those after ß.
    start = raw_input.lower().find(text.lower()) if text else -1
    return None if start < 0 else (start, start + len(text))
