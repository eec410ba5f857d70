"""Candidate for an invitation (TW-619)."""

from pydantic import Field

from negotiation.contracts.text_limits import Sentence
from shared.core.frozen_model import FrozenModel


class Candidate(FrozenModel):
    """Agent chosen for a demand, with the reason and a relevance of 0–100.

    `is_fallback` is true if no model chose it: then the best search hits or random agents are invited (TWC-18).
    """

    agent_id: str
    display_name: str
    reason: Sentence
    relevance_score: int = Field(ge=0, le=100)
    is_fallback: bool = False
