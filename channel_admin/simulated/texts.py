"""Texts of the simulated skills in Chinese and English: plans, changes, gaps."""

import re

from shared.core.language import Language
from shared.core.text_catalog import TextCatalog

MAX_HEADLINE_CHARS: dict[Language, int] = {"zh": 24, "en": 60}
_CLAUSE = re.compile(r"[，,。；;！!？?\n]|\. ")

render_text = TextCatalog.load("channel_admin.simulated").render


def headline(text: str, language: Language) -> str:
    """Return the first clause of a demand; one over 24 (Chinese) or 60 (English) characters is cut and ends in "…".

    The limit follows `language` and includes the "…".
    """
    clause = _CLAUSE.split(text.strip("。.!！ "), maxsplit=1)[0].strip()
    limit = MAX_HEADLINE_CHARS[language]
    return clause if len(clause) <= limit else clause[: limit - 1].rstrip() + "…"
