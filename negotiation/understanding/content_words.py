"""Content words of a text: those that carry meaning, without function words and phrases that only frame a request."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from negotiation.contracts.demand import Span
from negotiation.understanding.chinese_characters import simplify
from shared.core.language import Language

_WORD_PATTERN = re.compile(
    r"[a-z0-9£$€¥%][a-z0-9'’\-.,%£$€¥]*[a-z0-9%£$€¥]|[a-z0-9]|[\u3400-\u9fff]+|[^\W_]+", re.IGNORECASE
)


def find_content_words(text: str, language: Language) -> tuple[Span, ...]:
    """Return the spans of a text's content words, in text order.

    A word is a run of Latin letters and digits, of Chinese characters between function words, or of letters of another
    script. Function words are the lines of the files function_words.LANGUAGE.txt, in simplified characters, which count
    for traditional ones too; longer ones win, and Latin ones count only as whole words, in any case.
    """
    return tuple(_split(text, language))


def _split(text: str, language: Language) -> Iterator[Span]:
    masked = _function_words(language).sub(lambda match: " " * len(match[0]), simplify(text))
    for match in _WORD_PATTERN.finditer(masked):
        yield match.span()


@cache
def _function_words(language: Language) -> re.Pattern[str]:
    lines = files("negotiation.understanding").joinpath(f"function_words.{language}.txt").read_text("utf-8").split("\n")
    words = sorted({line.strip() for line in lines if line.strip() and not line.startswith("#")}, key=len, reverse=True)
    return re.compile("|".join(_pattern(word) for word in words), re.IGNORECASE)


def _pattern(word: str) -> str:
    escaped = re.escape(word)
    return rf"(?<![A-Za-z0-9])(?<![A-Za-z0-9]-){escaped}(?!-?[A-Za-z0-9])" if word.isascii() else escaped
