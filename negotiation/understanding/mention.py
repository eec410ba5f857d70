"""Mention: one limit that a text states, with the words that state it."""

from dataclasses import dataclass
from typing import Literal

from negotiation.contracts.demand import PeopleRange, Span
from negotiation.contracts.money import Money

MentionKind = Literal["dates", "weekdays", "period", "hours", "people", "budget", "place", "language", "remote"]


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a text that state a limit.

    Attributes:
        kind: What they limit. `period`: a stretch of time without exact days ("next month"); `remote`: that it may be
            done from afar.
        span: Where they stand, with the words that belong to them ("in London", "not on a Sunday").
        value: The text's own words for `period`, `hours` and `place`; dates as YYYY-MM-DD; days of the week 0 (Monday)
            to 6; an ISO 639-1 code for `language`.
        excluded: Whether the text rules it out ("not on a Sunday", 除了周三).
        soft: Whether it is a wish rather than a limit ("ideally", 最好).
    """

    kind: MentionKind
    span: Span
    value: tuple[str, ...] | tuple[int, ...] | str | PeopleRange | Money | bool
    excluded: bool = False
    soft: bool = False
