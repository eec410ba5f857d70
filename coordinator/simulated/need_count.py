"""Count of a need: the number before or behind its words."""

import re

from negotiation.contracts.demand import Span
from negotiation.understanding.chinese_numbers import parse_number
from negotiation.understanding.english_numbers import NUMBER, parse_english_number
from shared.core.language import Language

MAX_COUNT = 99
"""Maximum number of people or things of one need."""

_NUMERAL = r"\d{1,4}|[一二两三四五六七八九十百千]{1,5}"
_MEASURE = r"[个位名只条张台辆件套间场份桌瓶箱把支副双组队顶块片本部架棵束盒袋批对家]"
_ENGLISH_START = re.compile(rf"({NUMBER})\s+(?=[a-z-]*\s*[a-z-]+s\b|(?:[a-z-]+\s+)?people\b)", re.IGNORECASE)
_ENGLISH_BEFORE = re.compile(rf"(?<![\w£$€.,-])({NUMBER})\s+(?:[a-z-]+\s+)?$", re.IGNORECASE)
_CHINESE_START = re.compile(rf"({_NUMERAL})(?:多|来)?{_MEASURE}(?=..)")
_CHINESE_BEFORE = re.compile(rf"(?<!第)({_NUMERAL})(?:多|来)?{_MEASURE}的?$")
_CHINESE_BEHIND = re.compile(rf"各?({_NUMERAL}){_MEASURE}(?![\u3400-\u9fff])")


def find_count(text: str, span: Span, language: Language) -> tuple[int, Span, Span | None]:
    """Return how many a need asks for, from 1 to MAX_COUNT, its span without the number, and where the number stands.

    The last is None if no number is stated.

    Args:
        text: Text of the demand.
        span: Where the need's words stand, perhaps with the number as their first.
        language: Language of the demand.
    """
    start, end = span
    starts, before = (_CHINESE_START, _CHINESE_BEFORE) if language == "zh" else (_ENGLISH_START, _ENGLISH_BEFORE)
    if match := starts.match(text, start, end):
        return _value(match[1], language), (match.end(), end), match.span(1)
    reach = max(0, start - 24)
    if match := before.search(text[reach:start]):
        return _value(match[1], language), span, (reach + match.start(1), reach + match.end(1))
    if language == "zh" and (match := _CHINESE_BEHIND.match(text, end)):
        return _value(match[1], language), span, match.span(1)
    return 1, span, None


def _value(number: str, language: Language) -> int:
    value = parse_number(number) if language == "zh" else parse_english_number(number)
    return max(1, min(int(value or 1), MAX_COUNT))
