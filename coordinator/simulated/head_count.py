"""Parser of the head count of a demand: 60人, 二十个同事, fifteen people, 25 engineers (TW-501, simulated)."""

import re

from negotiation.simulated.quantities import parse_people_count

_PROFESSIONAL_PATTERN = re.compile(
    r"(?:\d+|[一二两三四五六七八九十几]+)\s*[位名](?!人|客|宾|来宾|观众|听众|参[加与]|同事|朋友|孩子|小朋友|员工|成员|学员|学生|"
    r"老人|亲友|家长|读者|选手|用户|[，,。；;])(?=[\u3400-\u9fff])|各[一二两三四\d]+[位名]|(?<![\d十百千])一个人"
)
_MEASURE_WORD_PATTERN = re.compile(
    r"个(?=孩子|小孩|学[生员]|同[事学]|客人|员工|[观听]众|老人|家长|成员|读者|邻居|街坊|[\u3400-\u9fff]{0,2}(?:朋友|陌生人|的人))"
)
_FAMILY_PATTERN = re.compile(r"一家([二两三四五六七八九十\d]+)口")
_YEAR_PATTERN = re.compile(r"\b(?:19|20)\d\d\b,?")
_SMALL_NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100}
_NUMBERS = {**{word: place for place, word in enumerate(_SMALL_NUMBERS)}, **_TENS}
_NUMBER_WORD_PATTERN = re.compile(rf"\b(?:a )?({'|'.join(sorted(_NUMBERS, key=len, reverse=True))})\b", re.IGNORECASE)
_FOR_COUNT_PATTERN = re.compile(
    r"\bfor (?:about |around |some |up to |roughly )?(\d{1,5})"
    r"(?: (?!days?\b|hours?|weeks?|months?|minutes?|years?|yuan|euros?|dollars?|pounds?|o'clock|am\b|pm\b)"
    r"(?:[a-z]+ )?[a-z]+s\b|(?=\s*(?:[,.;!]|$)))",
    re.IGNORECASE,
)


def parse_head_count(text: str) -> int | None:
    """Return the number of people that a demand is for (60人, 一家四口, fifteen people, for 20); None without one.

    Of a range it is the upper end. Professionals that it looks for (一位摄影师) do not count.
    """
    family = _FAMILY_PATTERN.search(text)
    normalized = _MEASURE_WORD_PATTERN.sub(
        "人", _PROFESSIONAL_PATTERN.sub(" ", _FAMILY_PATTERN.sub(r"\1人", text) if family else text)
    )
    normalized = _NUMBER_WORD_PATTERN.sub(
        lambda match: str(_NUMBERS[match[1].lower()]), _YEAR_PATTERN.sub(" ", normalized)
    )
    count = parse_people_count(normalized)
    for_count = _FOR_COUNT_PATTERN.search(normalized)
    return count if count is not None else int(for_count[1]) if for_count else None
