"""Limits that a demand's text changes on a later line of its own, "Change: …" (TW-501, simulated).

Such a line is what a requester adds who asks for a change of an outcome (INTERFACES § 7, *decision*).
"""

import re
from collections.abc import Sequence

from coordinator.simulated.contradiction import is_same_ability
from coordinator.simulated.parsed_demand import ParsedDemand
from negotiation.contracts.demand import Span
from negotiation.understanding.mention import Mention, MentionKind

_LABEL = re.compile(r"^[ \t]*(?:changes?|更改)[ \t]*[:：]", re.IGNORECASE | re.MULTILINE)

_DAYS: frozenset[MentionKind] = frozenset({"dates", "weekdays", "period"})
"""Kinds that say when: one takes the place of all."""


def find_replaced(text: str, mentions: Sequence[Mention]) -> tuple[Span, ...]:
    """Return where the labels stand, and the values before the last one that what stands after it replaces.

    Empty without such a line. A value that is ruled out stays ruled out.

    Args:
        text: Text of the demand.
        mentions: Mentions in it, in text order.
    """
    labels = [match.span() for match in _LABEL.finditer(text) if text[: match.start()].strip()]
    if not labels:
        return ()
    _, end = labels[-1]
    changed = {each.kind for each in mentions if each.span[0] >= end and not each.excluded and not each.soft}
    if changed & _DAYS:
        changed |= _DAYS
    earlier = (each for each in mentions if each.span[0] < end and not each.excluded)
    return (*labels, *(each.span for each in earlier if each.kind in changed))


def find_dropped_needs(text: str, parsed: ParsedDemand) -> tuple[Span, ...]:
    """Return where the needs stand before the last label that what stands after it rules out ("Change: no catering").

    Args:
        text: Text of the demand, with a label.
        parsed: Its parts, from the text or from one in which some words are spaces.
    """
    end = [match.end() for match in _LABEL.finditer(text)][-1]
    refused = [each.text for each in parsed.not_wanted if each.span and each.span[0] >= end]
    return tuple(
        need.span
        for need in parsed.needs
        if need.span and need.span[0] < end and any(is_same_ability(words, need.need) for words in refused)
    )
