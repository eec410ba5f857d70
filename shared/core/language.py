"""Languages in which the product writes its texts, and their enumerations."""

from collections.abc import Iterable
from typing import Literal

Language = Literal["zh", "en"]
"""ISO 639-1 code: Chinese or English."""


def join_items(items: Iterable[str], language: Language) -> str:
    """Return the items joined to an enumeration: by ", ", in Chinese by "、"."""
    return ("、" if language == "zh" else ", ").join(items)


def join_clauses(clauses: Iterable[str], language: Language) -> str:
    """Return the clauses joined by "; ", in Chinese by "；"."""
    return ("；" if language == "zh" else "; ").join(clauses)


def join_sentences(sentences: Iterable[str], language: Language) -> str:
    """Return the sentences that are not empty as one text, with spaces between them, except in Chinese."""
    return ("" if language == "zh" else " ").join(filter(None, sentences))
