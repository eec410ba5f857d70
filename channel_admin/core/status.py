"""Status of a channel and the table of all legal transitions (TW-301…326)."""

from enum import StrEnum

from shared.core.api_error import InternalError, PlatformErrorCode


class Status(StrEnum):
    """Status of a channel: TW-301…309 and CANCELLED (TWQ-07)."""

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
"""Statuses that may follow each status; a new round returns to PROPOSAL_SENT, not to COLLECTING (TWC-06)."""

FINAL_STATUSES = frozenset(status for status, following in TRANSITIONS.items() if not following)
"""Statuses without a successor."""


class IllegalTransition(InternalError):
    """E010: the table does not allow this change of status; nothing was changed."""

    code = PlatformErrorCode.E010

    def __init__(self, before: Status, after: Status) -> None:
        super().__init__(
            f"E010: illegal transition from {before} to {after}; "
            f"allowed: {', '.join(sorted(TRANSITIONS[before])) or 'none'}"
        )


def check_transition(before: Status, after: Status) -> Status:
    """Return `after` if `TRANSITIONS` allows it to follow `before`.

    Raises:
        IllegalTransition: E010; it may not follow.
    """
    if after not in TRANSITIONS[before]:
        raise IllegalTransition(before, after)
    return after
