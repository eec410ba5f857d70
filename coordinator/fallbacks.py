"""What the coordinator answers when no model does (TW-520, TWC-11, TWC-23)."""

from coordinator.core.selection import FilterReply
from shared.contracts.demand import DemandUnderstanding, Language

LONGEST_SURFACE = 500
_BUSY: dict[Language, str] = {"zh": "系统繁忙，采用默认筛选", "en": "system busy, default filter"}


def understanding_fallback(raw_input: str) -> DemandUnderstanding:
    """Prompt 1 without a model: the demand's own words, confidence low."""
    words = " ".join(raw_input.split())
    short = words if len(words) <= LONGEST_SURFACE else words[: LONGEST_SURFACE - 1] + "…"
    return DemandUnderstanding(surface_demand=short, confidence="low")


def filter_fallback(language: Language) -> FilterReply:
    """Prompt 2 without a model: nobody; `fallback_choice` then takes the search's best."""
    return FilterReply(analysis=_BUSY[language])
