"""What an agent answers when no model does (TW-521, TW-523, TWC-27)."""

from shared.core.language import Language
from user_agent.core.answer_normalization import FeedbackReply, OfferReply

_WILLING: dict[Language, str] = {
    "zh": "愿意参与，具体贡献待确认",
    "en": "willing to take part, details to be confirmed",
}
_BUSY: dict[Language, str] = {"zh": "系统繁忙，默认接受", "en": "system busy, accepted by default"}


def offer_fallback(language: Language) -> OfferReply:
    """Prompt 3 without a model: willing, details later, confidence 50."""
    return OfferReply(decision="participate", contribution=_WILLING[language], confidence=50)


def feedback_fallback(language: Language) -> FeedbackReply:
    """Prompt 5 without a model: accepted by default. It never confirms anybody (DESIGN § 6)."""
    return FeedbackReply(feedback_type="accept", reasoning=_BUSY[language], confidence=50)
