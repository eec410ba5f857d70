"""What may a person say in place of their own agent: to an invitation, and of a plan?

Unlike what models write, these texts are never cut: one that is too long is refused, so that its writer can shorten it.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from negotiation.contracts.offer import OfferDecision
from negotiation.contracts.text_limits import PARAGRAPH, PHRASE, SENTENCE, SOME
from shared.core.frozen_model import FrozenModel, Maybe

AnsweredBy = Literal["person", "agent"]
"""`agent`: its person was waited for and said nothing in time. Absent where nobody was waited for."""


def _at_most(limit: int) -> AfterValidator:
    def check(text: str) -> str:
        if len(text.encode("utf-8", "replace")) > limit:
            said = f"String should have at most {limit} bytes, {limit // 3} Chinese characters"
            raise PydanticCustomError("string_too_long", said)  # pyright: ignore[reportArgumentType]
        return text

    return AfterValidator(check)


def _not_blank(text: str) -> str:
    if not text.strip():
        raise PydanticCustomError("string_too_short", "String should have at least 1 character that is not blank")
    return text


FewWords = Annotated[str, Field(max_length=PHRASE), _at_most(PHRASE)]
OneSentence = Annotated[str, Field(max_length=SENTENCE), _at_most(SENTENCE)]
OneParagraph = Annotated[str, Field(max_length=PARAGRAPH), _at_most(PARAGRAPH)]


class RequestedChange(FrozenModel):
    """One thing that the person wants changed before they join."""

    aspect: Annotated[FewWords, Field(min_length=1), AfterValidator(_not_blank)]
    current_value: FewWords = ""
    desired_value: FewWords = ""
    reason: OneSentence = ""


class InvitationAnswer(FrozenModel):
    """A person's answer to an invitation. A `conditional` one names a condition, or a point to negotiate."""

    decision: OfferDecision
    contribution: Maybe[OneParagraph] = None
    negotiation_points: tuple[RequestedChange, ...] = Field(default=(), max_length=SOME)
    conditions: tuple[FewWords, ...] = Field(default=(), max_length=SOME, validate_default=True)
    decline_reason: Maybe[OneSentence] = None
    reasoning: OneSentence = ""

    @field_validator("conditions")
    @classmethod
    def _some(cls, conditions: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        named = any(map(str.strip, conditions)) or info.data.get("negotiation_points")
        if info.data.get("decision") == "conditional" and not named:
            raise PydanticCustomError("missing", "Field required: a conditional answer names a condition")
        return conditions


class ReviewAnswer(FrozenModel):
    """A person's answer to a plan. Unlike a model's, a word that is no feedback type is refused."""

    feedback_type: Literal["accept", "negotiate", "reject", "withdraw"]
    adjustment_request: Maybe[OneSentence] = None
    concerns: tuple[FewWords, ...] = Field(default=(), max_length=SOME)
    reasoning: OneSentence = ""


PersonAnswer = InvitationAnswer | ReviewAnswer
