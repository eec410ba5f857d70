"""Feedback of an agent on a plan version (TW-125, TW-126, TWC-05)."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from negotiation.contracts.terms import Terms
from negotiation.contracts.text_limits import Phrase, Sentence, UpToFour
from shared.core.frozen_model import FrozenModel, Maybe

FEEDBACK_TYPES = ("accept", "negotiate", "reject", "withdraw")


def _normalize_type(value: object) -> object:
    """Return a known feedback type in lower case; anything else counts as negotiate, never as accept (TW-1208)."""
    word = value.strip().lower() if isinstance(value, str) else value
    return word if word in FEEDBACK_TYPES else "negotiate"


FeedbackType = Annotated[Literal["accept", "negotiate", "reject", "withdraw"], BeforeValidator(_normalize_type)]


class Feedback(FrozenModel):
    """Feedback of one agent on one plan version.

    `confidence` is 0–100; `adjustment_request` is the requested change of a `negotiate`; `fallback` is true if no model
    answered. `terms`: the requested change as values.
    """

    agent_id: str
    display_name: str = ""
    feedback_type: FeedbackType
    reasoning: Sentence = ""
    adjustment_request: Maybe[Sentence] = None
    terms: Maybe[Terms] = None
    concerns: UpToFour[Phrase] = ()
    confidence: int = Field(default=50, ge=0, le=100)
    round: int
    proposal_version: int
    fallback: bool = False
