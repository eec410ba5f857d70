"""Demand, its understanding by the model, and the conditions of its submission (TW-103, TW-601)."""

from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema

from negotiation.contracts.money import Money
from negotiation.contracts.terms import Terms
from negotiation.contracts.text_limits import (
    Paragraph,
    Phrase,
    Sentence,
    UpToFour,
    UpToHundred,
    UpToSeven,
    UpToTwelve,
    UpToTwenty,
)
from negotiation.contracts.weekdays import Weekday
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language

Confidence = Literal["high", "medium", "low"]
Visibility = Literal["public", "private"]
Register = Literal["festive", "neutral", "grave"]
"""Tone in which a demand may be answered; grave: mourning, illness, law, children at risk."""

LimitName = Literal["place", "dates", "weekdays", "not_on", "people", "budget", "language", "hours"]

Offset = Annotated[int, Field(ge=0)]
Span = Annotated[
    tuple[Offset, Offset],
    WithJsonSchema({"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2}),
]
"""Part of a demand's text: offsets [from, to) in Unicode code points of `raw_input`."""


def _is_empty(value: object) -> bool:
    return not value


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


class Need(FrozenModel):
    """One thing that a demand asks of others, in the person's own words (INTERFACES § 6)."""

    # Part of the schema that models are sent: it changes only with the prompt's VERSION.
    model_config = ConfigDict(
        json_schema_extra={
            "description": "One ability, person or thing that others must bring, in the words of the demand."
        }
    )

    id: str = ""
    need: Phrase
    count: int = Field(default=1, ge=1, le=1000)
    required: bool = True
    span: Maybe[Span] = None


class PeopleRange(FrozenModel):
    """Number of people that a demand is for, both ends included."""

    min: int = Field(ge=0)
    max: int = Field(ge=0)


class DemandLimits(FrozenModel):
    """Limits that a plan must keep; one that the demand does not state is absent.

    Attributes:
        place: Where it is, in the demand's words.
        dates: Allowed dates, YYYY-MM-DD; every day of a stretch ("in December") or up to a deadline.
        weekdays: Allowed days of the week, 0 (Monday) to 6 (Sunday).
        not_on: Excluded days: dates (YYYY-MM-DD) or days of the week (`monday` to `sunday`).
        people: Number of people.
        budget: All the money there is.
        language: Language that people must speak, ISO 639-1.
        hours: Time of day, in the demand's words.
    """

    # Part of the schema that models are sent: it changes only with the prompt's VERSION.
    model_config = ConfigDict(
        json_schema_extra={"description": "Limits that the demand states and a plan must keep; leave out the others."}
    )

    place: Maybe[Phrase] = None
    dates: UpToHundred[str] = Field(default=(), exclude_if=_is_empty)
    weekdays: UpToSeven[Weekday] = Field(default=(), exclude_if=_is_empty)
    not_on: UpToHundred[str] = Field(default=(), exclude_if=_is_empty)
    people: Maybe[PeopleRange] = None
    budget: Maybe[Money] = None
    language: Maybe[str] = None
    hours: Maybe[Phrase] = None


class TextSpan(FrozenModel):
    """Words of a demand and where they stand; without a span if they do not stand there as they are."""

    text: Phrase
    span: Maybe[Span] = None


def _known_limit(name: object) -> object:
    """Return the name of a limit, None for any other: a model's slip in it must not cost the whole answer."""
    return name if name in get_args(LimitName) else None


class LimitWords(TextSpan):
    """Words of a demand that state a limit, and the name of the limit."""

    limit: Annotated[Maybe[LimitName], BeforeValidator(_known_limit)] = None


class UnderstandingChanges(FrozenModel):
    """Fields of an understanding to replace, each as a whole; absent ones stay (INTERFACES § 7)."""

    # Part of the schema that models are sent: it changes only with the prompt's VERSION.
    model_config = ConfigDict(
        json_schema_extra={"description": "Fields of the understanding that this option replaces, each as a whole."}
    )

    needs: Maybe[UpToTwelve[Need]] = None
    limits: Maybe[DemandLimits] = None
    preferences: Maybe[UpToSeven[Phrase]] = None
    not_wanted: Maybe[UpToSeven[TextSpan]] = None
    title: Maybe[Phrase] = None


class FieldChange(FrozenModel):
    """One replaced field of an understanding, with its value before and after as JSON values."""

    field: Phrase
    before: Any
    after: Any


class QuestionOption(FrozenModel):
    """One answer to a question, and what it changes in the understanding."""

    id: str
    text: Phrase
    changes: UnderstandingChanges = UnderstandingChanges()


class UnderstandingQuestion(FrozenModel):
    """Question to the requester whose answer changes who is invited, with two to four options."""

    # Part of the schema that models are sent: it changes only with the prompt's VERSION.
    model_config = ConfigDict(
        json_schema_extra={
            "description": "One question, only when its answer changes who is invited; two to four options."
        }
    )

    aspect: Phrase
    text: Sentence
    options: UpToFour[QuestionOption] = Field(min_length=2)
    default: str


class DemandUnderstanding(FrozenModel):
    """The answer of prompt 1 (TW-501, INTERFACES § 6). Every content word of the demand belongs to exactly one part.

    `limit_words` are the words that state `limits`; after a revision, only of those that stayed. `background` holds the
    words that only explain: the occasion, the reason, what the requester has already. `tone` is called `register` in
    JSON. `terms`: what the requester offers or requires beyond the limits, such as a rate of pay or when it ends.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True, serialize_by_alias=True)

    surface_demand: Paragraph
    deep_understanding: DeepUnderstanding = DeepUnderstanding()
    capability_tags: UpToSeven[Phrase] = ()
    context: DemandContext = DemandContext()
    confidence: Confidence = "medium"
    needs: UpToTwelve[Need] = ()
    limits: DemandLimits = DemandLimits()
    limit_words: UpToTwenty[LimitWords] = ()
    preferences: UpToSeven[Phrase] = ()
    not_wanted: UpToSeven[TextSpan] = ()
    background: UpToTwelve[TextSpan] = ()
    not_understood: UpToTwenty[TextSpan] = ()
    tone: Register = Field(default="neutral", alias="register")
    title: Phrase = ""
    terms: Maybe[Terms] = None
    question: Maybe[UnderstandingQuestion] = None


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
