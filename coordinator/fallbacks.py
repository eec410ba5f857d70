"""Fallback of prompt 2 (TW-520, TWC-23). That of prompt 1 is in negotiation/contracts/demand.py."""

from coordinator.core.candidate_selection import FilterReply
from shared.core.language import Language

_ANALYSIS_TEXT: dict[Language, str] = {"zh": "系统繁忙，采用默认筛选", "en": "system busy, default filter"}


def filter_fallback(language: Language) -> FilterReply:
    """Build the fallback answer of the filter prompt (2): no agents, so that the caller invites fallback candidates.

    Only its `analysis`, a sentence that the system is busy, is in `language`.
    """
    return FilterReply(analysis=_ANALYSIS_TEXT[language])
