"""What a demand is and how it was understood (TW-103, TW-601)."""

from typing import Literal

from pydantic import Field

from negotiation.contracts.text_limits import Paragraph, Phrase, Sentence, UpToFour, UpToSeven
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.core.timestamps import Instant

Confidence = Literal["high", "medium", "low"]
Visibility = Literal["public", "private"]


class DeepUnderstanding(FrozenModel):
    """What lies behind the words: why somebody wants it, and how they would like it to be."""

    motivation: Sentence = ""
    likely_preferences: UpToFour[Phrase] = ()
    emotional_context: Maybe[Sentence] = None


class DemandContext(FrozenModel):
    """Where, how many people, when, and for how much; only what the demand says."""

    location: Maybe[Phrase] = None
    expected_attendees: Maybe[int] = Field(default=None, ge=0)
    date: Maybe[Phrase] = None
    budget: Maybe[Phrase] = None


class DemandUnderstanding(FrozenModel):
    """The answer of prompt 1 (TW-501)."""

    surface_demand: Paragraph
    deep_understanding: DeepUnderstanding = DeepUnderstanding()
    capability_tags: UpToSeven[Phrase] = ()
    context: DemandContext = DemandContext()
    confidence: Confidence = "medium"


MAX_SURFACE_CHARACTERS = 500


def understanding_fallback(raw_input: str) -> DemandUnderstanding:
    """Prompt 1 without a model: the demand's own words, confidence low."""
    words = " ".join(raw_input.split())
    short = words if len(words) <= MAX_SURFACE_CHARACTERS else words[: MAX_SURFACE_CHARACTERS - 1] + "…"
    return DemandUnderstanding(surface_demand=short, confidence="low")


class Limits(FrozenModel):
    """What one negotiation may use: rounds, and tokens (0 = no bound)."""

    max_rounds: int = Field(default=5, ge=1)
    budget_tokens: int = Field(default=300_000, ge=0)


class SubmissionContext(FrozenModel):
    """What was fixed when the demand was submitted and every prompt may rely on."""

    user_id: str
    language: Language
    today: str
    timezone: str


class Demand(FrozenModel):
    """A submitted demand with everything known about it (TW-601; `requester_id` is its `user_id`, TWC-33)."""

    demand_id: str
    requester_id: str
    raw_input: str
    surface_demand: str
    deep_understanding: DeepUnderstanding = DeepUnderstanding()
    capability_tags: tuple[str, ...] = ()
    context: DemandContext = DemandContext()
    status: str = "processing"
    created_at: Instant
