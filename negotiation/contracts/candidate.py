"""Candidate for an invitation (TW-619), and who was not invited though able."""

from typing import Literal

from pydantic import Field

from negotiation.contracts.text_limits import Phrase, Sentence, UpToSeven
from shared.core.frozen_model import FrozenModel, Maybe


def is_empty(value: object) -> bool:
    """Return whether a field is left out where it is stored or sent: it is empty or false."""
    return not value


class NeedFit(FrozenModel):
    """Need of a demand that an agent's profile meets, probably.

    Attributes:
        need: Id of the need.
        matched: The capability of the profile that meets it.
        score: Probability that it does (0.5 to 1, 3 decimals); without vectors 1 for the same words or a synonym.
    """

    need: str
    matched: Phrase
    score: float = Field(ge=0, le=1)


class Candidate(FrozenModel):
    """Agent chosen for a demand, with the reason and a relevance of 0–100.

    `is_fallback` is true if no model chose it: then the best search hits or random agents are invited (TWC-18). `fits`:
    the needs that its profile meets; absent if the search compared none.
    """

    agent_id: str
    display_name: str
    reason: Sentence
    relevance_score: int = Field(ge=0, le=100)
    is_fallback: bool = False
    fits: UpToSeven[NeedFit] = Field(default=(), exclude_if=is_empty)


OmissionReason = Literal["not_wanted", "too_far", "language"]
"""Why an able agent is not invited: it offers only what is not wanted; it is too far away; it lists other languages
only. The first that applies."""


class OmittedAgent(FrozenModel):
    """Agent that is able to meet a need that no candidate meets, and why it is not invited.

    Attributes:
        agent_id: The agent.
        display_name: Its name.
        need: Id of the need that it would meet best.
        reason: Why it is not invited.
        distance_km: Its distance from the demand's location; absent without one, or if either place is unknown.
    """

    agent_id: str
    display_name: str
    need: str
    reason: OmissionReason
    distance_km: Maybe[int] = None
