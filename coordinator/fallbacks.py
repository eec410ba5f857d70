"""Whom the coordinator chooses when no model does (TW-520, TWC-23); prompt 1: negotiation/contracts/demand.py."""

from coordinator.core.candidate_selection import FilterReply
from shared.core.language import Language

_BUSY: dict[Language, str] = {"zh": "系统繁忙，采用默认筛选", "en": "system busy, default filter"}


def filter_fallback(language: Language) -> FilterReply:
    """Prompt 2 without a model: nobody; `fallback_choice` then takes the search's best."""
    return FilterReply(analysis=_BUSY[language])
