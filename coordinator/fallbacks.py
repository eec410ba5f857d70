"""Fallback of prompt 2 (TW-520, TWC-23). That of prompt 1 is in negotiation/contracts/demand.py."""

from coordinator.core.candidate_selection import FilterReply


def filter_fallback() -> FilterReply:
    """Build the fallback answer of the filter prompt (2): no agents.

    The caller then invites fallback candidates, whose reasons say that the system is busy.
    """
    return FilterReply()
