"""Fallback of prompt 2 (TW-520, TWC-23). That of prompt 1 is in negotiation/contracts/demand.py."""

from coordinator.core.candidate_selection import FilterReply
from shared.core.language import Language

_ANALYSIS_TEXT: dict[Language, str] = {"zh": "系统繁忙，采用默认筛选", "en": "system busy, default filter"}


def filter_fallback(language: Language) -> FilterReply:
    """Return the answer of prompt 2 without a model: no agents, so that `select_fallback_candidates` invites."""
    return FilterReply(analysis=_ANALYSIS_TEXT[language])
