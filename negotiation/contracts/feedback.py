"""What an agent says of a plan (TW-125, TW-126, TWC-05)."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from negotiation.contracts.text_limits import Phrase, Sentence, Some
from shared.core.frozen_model import FrozenModel, Maybe

FEEDBACK_TYPES = ("accept", "negotiate", "reject", "withdraw")


def _known(value: object) -> object:
    """An unknown word is never taken for a yes (TW-1208)."""
    word = value.strip().lower() if isinstance(value, str) else value
    return word if word in FEEDBACK_TYPES else "negotiate"


FeedbackType = Annotated[Literal["accept", "negotiate", "reject", "withdraw"], BeforeValidator(_known)]


class Feedback(FrozenModel):
    """One agent's answer to one plan version. `confidence` is 0–100."""

    agent_id: str
    display_name: str = ""
    feedback_type: FeedbackType
    reasoning: Sentence = ""
    adjustment_request: Maybe[Sentence] = None
    concerns: Some[Phrase] = ()
    confidence: int = Field(default=50, ge=0, le=100)
    round: int
    proposal_version: int
    fallback: bool = False
