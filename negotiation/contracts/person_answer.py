"""Answers of people in place of their own agents: to an invitation, and to a plan.

Unlike texts of models, these are never truncated: one that is too long is rejected, so that its writer can shorten it.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from negotiation.contracts.offer import OfferDecision
from negotiation.contracts.terms import Terms
from negotiation.contracts.text_limits import MAX_SOME_ITEMS, PARAGRAPH_BYTES, PHRASE_BYTES, SENTENCE_BYTES
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.timestamps import seconds_to_ms

AGENT_ANSWER_MS = seconds_to_ms(40)
"""Time reserved for the agent's own answer if its person gives none, in ms.

The time limit of prompts 3 and 5 (30 s), the detection of a killed worker (5 s), and delivery.
"""

AnsweredBy = Literal["person", "agent"]
"""Author of an answer: `person`, or `agent` if the person did not answer in time; absent if no person was asked."""


def _max_bytes(limit: int) -> AfterValidator:
    def check(text: str) -> str:
        if len(text.encode("utf-8", "replace")) > limit:
            message = f"String should have at most {limit} bytes, {limit // 3} Chinese characters"
            raise PydanticCustomError("string_too_long", message)  # pyright: ignore[reportArgumentType]
        return text

    return AfterValidator(check)


def require_text(text: str) -> str:
    """Return a text that is not blank; raises the error that pydantic reports for a blank one."""
    if not text.strip():
        raise PydanticCustomError("string_too_short", "String should have at least 1 character that is not blank")
    return text


StrictPhrase = Annotated[str, Field(max_length=PHRASE_BYTES), _max_bytes(PHRASE_BYTES)]
StrictSentence = Annotated[str, Field(max_length=SENTENCE_BYTES), _max_bytes(SENTENCE_BYTES)]
StrictParagraph = Annotated[str, Field(max_length=PARAGRAPH_BYTES), _max_bytes(PARAGRAPH_BYTES)]


class RequestedChange(FrozenModel):
    """Change that a person requests before they join."""

    aspect: Annotated[StrictPhrase, Field(min_length=1), AfterValidator(require_text)]
    current_value: StrictPhrase = ""
    desired_value: StrictPhrase = ""
    reason: StrictSentence = ""
    terms: Maybe[Terms] = None


class InvitationAnswer(FrozenModel):
    """Answer of a person to an invitation. A `conditional` one needs a condition or a negotiation point."""

    decision: OfferDecision
    contribution: Maybe[StrictParagraph] = None
    negotiation_points: tuple[RequestedChange, ...] = Field(default=(), max_length=MAX_SOME_ITEMS)
    conditions: tuple[StrictPhrase, ...] = Field(default=(), max_length=MAX_SOME_ITEMS, validate_default=True)
    terms: Maybe[Terms] = None
    decline_reason: Maybe[StrictSentence] = None
    reasoning: StrictSentence = ""

    @field_validator("conditions")
    @classmethod
    def _require_condition(cls, conditions: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        has_condition = any(map(str.strip, conditions)) or info.data.get("negotiation_points")
        if info.data.get("decision") == "conditional" and not has_condition:
            raise PydanticCustomError("missing", "Field required: a conditional answer names a condition")
        return conditions


class ReviewAnswer(FrozenModel):
    """Answer of a person to a plan. Unlike a model's, an unknown feedback type is rejected."""

    feedback_type: Literal["accept", "negotiate", "reject", "withdraw"]
    adjustment_request: Maybe[StrictSentence] = None
    terms: Maybe[Terms] = None
    concerns: tuple[StrictPhrase, ...] = Field(default=(), max_length=MAX_SOME_ITEMS)
    reasoning: StrictSentence = ""


PersonAnswer = InvitationAnswer | ReviewAnswer
