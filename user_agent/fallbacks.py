"""Fallback answers of a user agent without a model (TW-521, TW-523, TWC-27)."""

from shared.core.language import Language
from user_agent.core.answer_normalization import FeedbackReply, OfferReply, render_text


def offer_fallback(language: Language) -> OfferReply:
    """Build the fallback answer of the offer prompt (3): participates, details to be confirmed, confidence 50 (of 100).

    `language` is that of its texts.
    """
    return OfferReply(decision="participate", contribution=render_text("willing", language), confidence=50)


def feedback_fallback(language: Language) -> FeedbackReply:
    """Build the fallback answer of the feedback prompt (5): an accept with confidence 50 (of 100), text in `language`.

    The caller sends it marked `fallback`, so that the channel does not count it as the participant's own acceptance
    (DESIGN § 6).
    """
    return FeedbackReply(feedback_type="accept", reasoning=render_text("busy", language), confidence=50)
