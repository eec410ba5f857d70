"""What a model's offer or feedback comes to, once put in order (TWC-32, TWC-05, TW-127, TW-1208)."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

from negotiation.contracts.feedback import FeedbackType
from negotiation.contracts.offer import NegotiationPoint, OfferDecision, ResponseType
from negotiation.contracts.person_answer import InvitationAnswer, ReviewAnswer
from negotiation.contracts.text_limits import SENTENCE
from shared.core.language import Language

UNAVAILABLE = "agent_unavailable"
"""Why somebody who was deleted or deactivated meanwhile declines or withdraws (DESIGN § 7)."""


def _percent(value: object) -> object:
    """Models say 0.8 as well as 80; both become 80, and nothing leaves 0…100."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return value
    scaled = value * 100 if isinstance(value, float) and value <= 1 else value
    return min(max(round(scaled), 0), 100)


def _lower(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


Percent = Annotated[int, BeforeValidator(_percent)]


class OfferReply(BaseModel):
    """The answer of prompt 3 (TW-503)."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    response_type: Annotated[ResponseType, BeforeValidator(_lower)] = "offer"
    decision: Annotated[OfferDecision, BeforeValidator(_lower)]
    contribution: str | None = None
    conditions: tuple[str, ...] = ()
    negotiation_points: tuple[NegotiationPoint, ...] = ()
    negotiation_summary: str | None = None
    reasoning: str = ""
    decline_reason: str | None = None
    confidence: Percent = 50


class FeedbackReply(BaseModel):
    """The answer of prompt 5 (TW-505). A word that is no feedback type counts as negotiate, never as accept."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    feedback_type: FeedbackType
    reasoning: str = ""
    adjustment_request: str | None = None
    concerns: tuple[str, ...] = ()
    confidence: Percent = 50


_TEXT: dict[str, dict[Language, str]] = {
    "willing": {"zh": "愿意参与，具体贡献待确认", "en": "willing to take part, details to be confirmed"},
    "unsaid": {"zh": "没有说明原因", "en": "gave no reason"},
    "unclear": {"zh": "希望再商量方案的细节", "en": "would like to talk the details of the plan over"},
    "gone": {"zh": "本人已不在册，无法参与", "en": "no longer registered and cannot take part"},
}


def settled_offer(reply: OfferReply, language: Language) -> OfferReply:
    """`reply` with every field that its decision needs and none that contradicts it (TWC-32)."""
    if reply.decision == "decline":
        return _declined(reply, language)
    points = tuple(point for point in reply.negotiation_points if point.aspect.strip())
    conditions = _said(reply.conditions)
    if reply.decision == "conditional" and not conditions:
        conditions = _said(point.desired_value.strip() or point.aspect for point in points)
    return reply.model_copy(
        update={
            "response_type": "negotiate" if reply.response_type == "negotiate" and points else "offer",
            "decision": "conditional" if reply.decision == "conditional" and conditions else "participate",
            "contribution": _text(reply.contribution) or _TEXT["willing"][language],
            "conditions": conditions,
            "negotiation_points": points,
            "negotiation_summary": _text(reply.negotiation_summary) if points else None,
            "decline_reason": None,
        }
    )


def settled_feedback(reply: FeedbackReply, language: Language) -> FeedbackReply:
    """`reply` with a request when it negotiates, and a reason when it says no."""
    concerns = _said(reply.concerns)
    reasoning = reply.reasoning.strip()
    request = None
    if reply.feedback_type == "negotiate":
        request = _text(reply.adjustment_request) or _together(concerns, language) or reasoning
        request = request or _TEXT["unclear"][language]
    if reply.feedback_type in ("reject", "withdraw"):
        reasoning = reasoning or "".join(concerns[:1]) or _TEXT["unsaid"][language]
    return reply.model_copy(update={"reasoning": reasoning, "adjustment_request": request, "concerns": concerns})


def offer_in_person(answer: InvitationAnswer, language: Language) -> OfferReply:
    """What a person said themselves, put in order as a model's answer is. They are sure of it."""
    kind: ResponseType = "negotiate" if answer.negotiation_points else "offer"
    return settled_offer(
        OfferReply.model_validate({**answer.model_dump(), "response_type": kind, "confidence": 100}), language
    )


def feedback_in_person(answer: ReviewAnswer, language: Language) -> FeedbackReply:
    """The same for what they said of a plan."""
    return settled_feedback(FeedbackReply.model_validate({**answer.model_dump(), "confidence": 100}), language)


def unavailable_offer(language: Language) -> OfferReply:
    """The offer of an agent that is no longer there."""
    gone = _TEXT["gone"][language]
    return OfferReply(decision="decline", decline_reason=UNAVAILABLE, reasoning=gone, confidence=100)


def unavailable_feedback() -> FeedbackReply:
    """The feedback of an agent that is no longer there."""
    kind: Literal["withdraw"] = "withdraw"
    return FeedbackReply(feedback_type=kind, reasoning=UNAVAILABLE, confidence=100)


def _declined(reply: OfferReply, language: Language) -> OfferReply:
    reason = _text(reply.decline_reason) or _text(reply.reasoning) or _TEXT["unsaid"][language]
    return reply.model_copy(
        update={
            "response_type": "offer",
            "contribution": None,
            "conditions": (),
            "negotiation_points": (),
            "negotiation_summary": None,
            "decline_reason": reason,
        }
    )


def _together(concerns: Sequence[str], language: Language) -> str:
    """As many of them as one request can hold whole; the first one in any case."""
    request, mark = "", "；" if language == "zh" else "; "
    for concern in concerns:
        longer = request + mark + concern if request else concern
        if len(longer.encode("utf-8", "replace")) <= SENTENCE:
            request = longer
    return request or "".join(concerns[:1])


def _said(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.strip() for text in texts if text.strip()))


def _text(value: str | None) -> str | None:
    return value.strip() or None if value else None
