"""For how many people a demand is: 60人, 二十个同事, fifteen people, 25 engineers (TW-501, simulated understanding)."""

import re

from negotiation.simulated.quantities import people_in

_ONE_WHO_WORKS = re.compile(
    r"(?:\d+|[一二两三四五六七八九十几]+)\s*[位名](?!人|客|宾|来宾|观众|听众|参[加与]|同事|朋友|孩子|小朋友|员工|成员|学员|学生|"
    r"老人|亲友|家长|读者|选手|用户|[，,。；;])(?=[\u3400-\u9fff])|各[一二两三四\d]+[位名]|(?<![\d十百千])一个人"
)
_COUNTED = re.compile(
    r"个(?=孩子|小孩|学[生员]|同[事学]|客人|员工|[观听]众|老人|家长|成员|读者|邻居|街坊|[\u3400-\u9fff]{0,2}(?:朋友|陌生人|的人))"
)
_FAMILY = re.compile(r"一家([二两三四五六七八九十\d]+)口")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b,?")
_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100}
_NUMBERS = {**{word: place for place, word in enumerate(_WORDS)}, **_TENS}
_NUMBER_WORD = re.compile(rf"\b(?:a )?({'|'.join(sorted(_NUMBERS, key=len, reverse=True))})\b", re.IGNORECASE)
_FOR_SO_MANY = re.compile(
    r"\bfor (?:about |around |some |up to |roughly )?(\d{1,5})"
    r"(?: (?!days?\b|hours?|weeks?|months?|minutes?|years?|yuan|euros?|dollars?|pounds?|o'clock|am\b|pm\b)"
    r"(?:[a-z]+ )?[a-z]+s\b|(?=\s*(?:[,.;!]|$)))",
    re.IGNORECASE,
)


def heads_in(text: str) -> int | None:
    """For how many people; a professional who is sought (一位摄影师) is none of them."""
    family = _FAMILY.search(text)
    plain = _COUNTED.sub("人", _ONE_WHO_WORKS.sub(" ", _FAMILY.sub(r"\1人", text) if family else text))
    plain = _NUMBER_WORD.sub(lambda match: str(_NUMBERS[match[1].lower()]), _YEAR.sub(" ", plain))
    found = people_in(plain)
    for_some = _FOR_SO_MANY.search(plain)
    return found if found is not None else int(for_some[1]) if for_some else None
