"""Demand, its understanding by the model, and the conditions of its submission (TW-103, TW-601)."""

from typing import Literal

from pydantic import ConfigDict, Field

from negotiation.contracts.text_limits import Paragraph, Phrase, Sentence, UpToFour, UpToSeven
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language

Confidence = Literal["high", "medium", "low"]
Visibility = Literal["public", "private"]


class DeepUnderstanding(FrozenModel):
    """Unspoken side of a demand: motivation, likely preferences and mood."""

    # Part of the schema that models are sent: it changes only with the prompt's VERSION.
    model_config = ConfigDict(
        json_schema_extra={
            "description": "What lies behind the words: why somebody wants it, and how they would like it to be."
        }
    )

    motivation: Sentence = ""
    likely_preferences: UpToFour[Phrase] = ()
    emotional_context: Maybe[Sentence] = None


class DemandContext(FrozenModel):
    """Circumstances that a demand states: place, number of people, date and budget; absent if it does not."""

    # Part of the schema that models are sent: it changes only with the prompt's VERSION.
    model_config = ConfigDict(
        json_schema_extra={"description": "Where, how many people, when, and for how much; only what the demand says."}
    )

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
"""Maximum length of `surface_demand` without a model."""


def understanding_fallback(raw_input: str) -> DemandUnderstanding:
    """Return the understanding to use if no model answers: the demand's own text as `surface_demand`, low confidence.

    The text has single spaces and is cut to MAX_SURFACE_CHARACTERS (500), an ellipsis included; there are no skills and
    no context.
    """
    text = " ".join(raw_input.split())
    short = text if len(text) <= MAX_SURFACE_CHARACTERS else text[: MAX_SURFACE_CHARACTERS - 1] + "…"
    return DemandUnderstanding(surface_demand=short, confidence="low")


class Limits(FrozenModel):
    """Limits of one negotiation: rounds, and model tokens of input and output together (0: unlimited)."""

    max_rounds: int = Field(default=5, ge=1)
    budget_tokens: int = Field(default=300_000, ge=0)


class SubmissionContext(FrozenModel):
    """Facts fixed at submission that every prompt uses: user, language, date (YYYY-MM-DD) and IANA time zone."""

    user_id: str
    language: Language
    today: str
    timezone: str
