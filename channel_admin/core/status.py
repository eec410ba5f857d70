"""Which status a channel can have, and which can follow which: all transitions, as data (TW-301…326)."""

from enum import StrEnum


class Status(StrEnum):
    """TW-301…309 and CANCELLED (TWQ-07)."""

    CREATED = "created"
    BROADCASTING = "broadcasting"
    COLLECTING = "collecting"
    AGGREGATING = "aggregating"
    PROPOSAL_SENT = "proposal_sent"
    NEGOTIATING = "negotiating"
    FINALIZED = "finalized"
    FORCE_FINALIZED = "force_finalized"
    FAILED = "failed"
    CANCELLED = "cancelled"


TRANSITIONS: dict[Status, frozenset[Status]] = {
    Status.CREATED: frozenset({Status.BROADCASTING, Status.FAILED, Status.CANCELLED}),
    Status.BROADCASTING: frozenset({Status.COLLECTING, Status.FAILED, Status.CANCELLED}),
    Status.COLLECTING: frozenset({Status.AGGREGATING, Status.FAILED, Status.CANCELLED}),
    Status.AGGREGATING: frozenset({Status.PROPOSAL_SENT, Status.FAILED, Status.CANCELLED}),
    Status.PROPOSAL_SENT: frozenset({Status.NEGOTIATING, Status.FAILED, Status.CANCELLED}),
    Status.NEGOTIATING: frozenset(
        {Status.PROPOSAL_SENT, Status.FINALIZED, Status.FORCE_FINALIZED, Status.FAILED, Status.CANCELLED}
    ),
    Status.FINALIZED: frozenset(),
    Status.FORCE_FINALIZED: frozenset(),
    Status.FAILED: frozenset(),
    Status.CANCELLED: frozenset(),
}
"""TWC-06: a new round goes back to PROPOSAL_SENT, not to COLLECTING."""

FINAL = frozenset(status for status, following in TRANSITIONS.items() if not following)


class IllegalTransition(Exception):
    """E010: this status cannot follow that one. Nothing changes."""

    def __init__(self, before: Status, after: Status) -> None:
        super().__init__(f"E010: a channel that is {before} cannot become {after}")


def check_transition(before: Status, after: Status) -> Status:
    """`after`, if it may follow `before`. Raises IllegalTransition."""
    if after not in TRANSITIONS[before]:
        raise IllegalTransition(before, after)
    return after
