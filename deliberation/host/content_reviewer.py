"""Content review of outputs before they are published: the port, and a reviewer by lists of words (DL-161)."""

import re
from typing import Protocol

from deliberation.contracts.messages import ContentReviewed, ReviewContent
from deliberation.settings import DeliberationSettings

SUBSTITUTE = "▇▇"
"""What stands for a redacted word."""


class ContentReviewer(Protocol):
    """Reviewer of outputs."""

    async def review(self, request: ReviewContent) -> ContentReviewed:
        """Return the verdict on a text: allow it, replace words in it, or block it.

        Raises:
            Exception: The reviewer does not answer; the review is repeated, and without a verdict nothing is published.
        """
        ...


class WordListReviewer:
    """Reviewer that blocks texts with certain words, and redacts others; without lists it allows everything."""

    def __init__(self, settings: DeliberationSettings) -> None:
        self._blocked = _parse_words(settings.blocked_words)
        self._redacted = _parse_words(settings.redacted_words)

    async def review(self, request: ReviewContent) -> ContentReviewed:
        """Return the verdict; words match whatever their case."""
        found = [word for word in self._blocked if _contains(request.text, word)]
        if found:
            return ContentReviewed(
                session_id=request.session_id, key=request.key, verdict="block", detail="a blocked word"
            )
        replacements = tuple(
            (match, SUBSTITUTE)
            for word in self._redacted
            for match in dict.fromkeys(re.findall(re.escape(word), request.text, re.IGNORECASE))
        )
        return ContentReviewed(
            session_id=request.session_id,
            key=request.key,
            verdict="redact" if replacements else "allow",
            replacements=replacements,
        )


def _parse_words(setting: str) -> list[str]:
    return [word.strip() for word in setting.replace("，", ",").split(",") if word.strip()]


def _contains(text: str, word: str) -> bool:
    return word.casefold() in text.casefold()
