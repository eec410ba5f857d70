"""Normalization of offers and feedback from models and people (TWC-32, TWC-05, TW-127, TW-1208)."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

from negotiation.contracts.feedback import FeedbackType
from negotiation.contracts.offer import NegotiationPoint, OfferDecision, ResponseType
from negotiation.contracts.person_answer import InvitationAnswer, ReviewAnswer
from negotiation.contracts.terms import NO_TERMS, Terms
from negotiation.contracts.text_limits import SENTENCE_BYTES
from negotiation.terms.term_parser import parse_offer_terms, parse_terms, split_label
from shared.core.frozen_model import Maybe
from shared.core.language import Language, join_clauses
from shared.core.text_catalog import TextCatalog

UNAVAILABLE_REASON = "agent_unavailable"
"""Reason of an agent that declines or withdraws because it was deleted or deactivated (DESIGN § 7)."""

USUAL_CURRENCY = "CNY"
"""Currency (ISO 4217) of a bare amount where no profile says another."""


def _to_percent(value: object) -> object:
    """Return a percentage of 0–100; models write 0.8 as well as 80."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return value
    scaled = value * 100 if isinstance(value, float) and value <= 1 else value
    return min(max(round(scaled), 0), 100)


def _to_lower_case(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


Percent = Annotated[int, BeforeValidator(_to_percent)]


class OfferReply(BaseModel):
    """The answer of prompt 3 (TW-503)."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    response_type: Annotated[ResponseType, BeforeValidator(_to_lower_case)] = "offer"
    decision: Annotated[OfferDecision, BeforeValidator(_to_lower_case)]
    contribution: str | None = None
    conditions: tuple[str, ...] = ()
    negotiation_points: tuple[NegotiationPoint, ...] = ()
    terms: Maybe[Terms] = None
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
    terms: Maybe[Terms] = None
    concerns: tuple[str, ...] = ()
    confidence: Percent = 50


render_text = TextCatalog.load("user_agent.core").render


def normalize_offer(reply: OfferReply, language: Language, currency: str = USUAL_CURRENCY) -> OfferReply:
    """Return a copy of the offer with all fields that its decision needs and none that contradict it (TWC-32).

    A decline keeps reasoning and confidence; its reason is `decline_reason`, else the reasoning. An offer has no
    `decline_reason`; a `conditional` one without a condition takes its conditions from the negotiation points, without
    those it becomes `participate`. Blank texts are removed; a missing contribution or reason is added in `language`.
    Terms that the offer or one of its points lacks are parsed from its texts; bare amounts are in `currency`.
    """
    if reply.decision == "decline":
        return _normalize_decline(reply, language)
    points = tuple(_with_terms(point, language, currency) for point in reply.negotiation_points if point.aspect.strip())
    conditions = _strip_texts(reply.conditions)
    terms = reply.terms or parse_offer_terms(reply.contribution or "", conditions, language, currency)
    if reply.decision == "conditional" and not conditions:
        conditions = _strip_texts(point.desired_value.strip() or point.aspect for point in points)
    return reply.model_copy(
        update={
            "response_type": "negotiate" if reply.response_type == "negotiate" and points else "offer",
            "decision": "conditional" if reply.decision == "conditional" and conditions else "participate",
            "contribution": _strip_text(reply.contribution) or render_text("willing", language),
            "conditions": conditions,
            "negotiation_points": points,
            "terms": None if terms == NO_TERMS else terms,
            "negotiation_summary": _strip_text(reply.negotiation_summary) if points else None,
            "decline_reason": None,
        }
    )


def normalize_feedback(reply: FeedbackReply, language: Language, currency: str = USUAL_CURRENCY) -> FeedbackReply:
    """Return a copy of the feedback with a change request if it negotiates, and a reason if it rejects or withdraws.

    A missing request is built from the concerns, else from the reasoning; a missing reason is the first concern.
    Without those, a fixed text in `language` is added. Other types than `negotiate` have no change request. Missing
    terms of a request, or of the first concern of a rejection, are parsed from it; bare amounts are in `currency`.
    """
    concerns = _strip_texts(reply.concerns)
    reasoning = reply.reasoning.strip()
    request = None
    if reply.feedback_type == "negotiate":
        request = _strip_text(reply.adjustment_request) or _join_concerns(concerns, language) or reasoning
        request = request or render_text("unclear", language)
    if reply.feedback_type in ("reject", "withdraw"):
        reasoning = reasoning or "".join(concerns[:1]) or render_text("unsaid", language)
    wanted = request or ("".join(concerns[:1]) if reply.feedback_type == "reject" else "")
    terms = _feedback_terms(reply, wanted, language, currency)
    return reply.model_copy(
        update={"reasoning": reasoning, "adjustment_request": request, "terms": terms, "concerns": concerns}
    )


def _feedback_terms(reply: FeedbackReply, wanted: str, language: Language, currency: str) -> Terms | None:
    if reply.feedback_type not in ("negotiate", "reject"):
        return None
    terms = reply.terms
    if terms is None and wanted:
        terms = parse_terms(*split_label(wanted), language, currency)
    return None if terms == NO_TERMS else terms


def _with_terms(point: NegotiationPoint, language: Language, currency: str) -> NegotiationPoint:
    if point.terms is not None:
        return point
    return point.model_copy(update={"terms": parse_terms(point.aspect, point.desired_value, language, currency)})


def offer_from_person(answer: InvitationAnswer, language: Language, currency: str = USUAL_CURRENCY) -> OfferReply:
    """Return a person's answer to an invitation as a normalized offer with confidence 100 (of 100).

    `currency`: that of their profile (ISO 4217).
    """
    response_type: ResponseType = "negotiate" if answer.negotiation_points else "offer"
    return normalize_offer(
        OfferReply.model_validate({**answer.model_dump(), "response_type": response_type, "confidence": 100}),
        language,
        currency,
    )


def feedback_from_person(answer: ReviewAnswer, language: Language, currency: str = USUAL_CURRENCY) -> FeedbackReply:
    """Return a person's review of a plan as normalized feedback with confidence 100 (of 100).

    `currency`: that of their profile (ISO 4217).
    """
    reply = FeedbackReply.model_validate({**answer.model_dump(), "confidence": 100})
    return normalize_feedback(reply, language, currency)


def unavailable_offer(language: Language) -> OfferReply:
    """Return the offer of a deleted or deactivated agent: a decline with UNAVAILABLE_REASON.

    Its `reasoning` is in `language`, its confidence 100 (of 100).
    """
    reasoning = render_text("gone", language)
    return OfferReply(decision="decline", decline_reason=UNAVAILABLE_REASON, reasoning=reasoning, confidence=100)


def unavailable_feedback() -> FeedbackReply:
    """Return the feedback of a deleted or deactivated agent: a withdrawal with UNAVAILABLE_REASON as its reasoning.

    Its confidence is 100 (of 100).
    """
    withdraw: Literal["withdraw"] = "withdraw"
    return FeedbackReply(feedback_type=withdraw, reasoning=UNAVAILABLE_REASON, confidence=100)


def _normalize_decline(reply: OfferReply, language: Language) -> OfferReply:
    reason = _strip_text(reply.decline_reason) or _strip_text(reply.reasoning) or render_text("unsaid", language)
    return reply.model_copy(
        update={
            "response_type": "offer",
            "contribution": None,
            "conditions": (),
            "negotiation_points": (),
            "terms": None,
            "negotiation_summary": None,
            "decline_reason": reason,
        }
    )


def _join_concerns(concerns: Sequence[str], language: Language) -> str:
    """Return the concerns joined up to the length of a sentence; the first one in any case."""
    joined = ""
    for concern in concerns:
        extended = join_clauses((joined, concern), language) if joined else concern
        if len(extended.encode("utf-8", "replace")) <= SENTENCE_BYTES:
            joined = extended
    return joined or "".join(concerns[:1])


def _strip_texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.strip() for text in texts if text.strip()))


def _strip_text(value: str | None) -> str | None:
    return value.strip() or None if value else None
