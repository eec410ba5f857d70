"""Who is invited and why (TW-619)."""

from pydantic import Field

from negotiation.contracts.text_limits import Sentence
from shared.core.frozen_model import FrozenModel


class Candidate(FrozenModel):
    """An agent chosen for a demand. `relevance_score` is 0–100; `is_fallback` when no model chose it (TWC-18)."""

    agent_id: str
    display_name: str
    reason: Sentence
    relevance_score: int = Field(ge=0, le=100)
    is_fallback: bool = False
