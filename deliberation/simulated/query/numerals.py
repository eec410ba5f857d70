"""Numbers in Chinese and English text, as digits or words: patterns that find them, and their values."""

import re

_CHINESE_DIGITS = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_CHINESE_UNITS = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000}
_ENGLISH_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_ENGLISH_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ENGLISH_WORDS = {
    **{word: value for value, word in enumerate(_ENGLISH_ONES)},
    **{word: value * 10 for value, word in enumerate(_ENGLISH_TENS, 2)},
    "a": 1,
    "an": 1,
    "once": 1,
    "twice": 2,
    "thrice": 3,
    "couple": 2,
    "dozen": 12,
}
_ENGLISH_MULTIPLES = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "k": 1000}

_WORD = "|".join(sorted((word for word in _ENGLISH_WORDS if len(word) > 2), key=len, reverse=True))

_SIGNS = "零〇一二两俩三四五六七八九十百千万"
CHINESE_NUMBER = rf"(?:(?<!\d)\d{{1,9}}(?:[.,]\d{{1,4}}){{0,3}}(?:万\d(?!\d|[.,]\d|[年月日号天个人点周小分万千百])|[万千百亿])?|(?<![{_SIGNS}])[{_SIGNS}]{{1,8}})"
"""Pattern of a number in Chinese text. Its length is limited, so that a search takes time in proportion to the text."""

ENGLISH_NUMBER = (
    rf"(?:(?<!\d)\d{{1,9}}(?:[.,]\d{{1,4}}){{0,3}}k?|\b(?:a couple(?: of)?|(?:a |one )?(?:hundred|thousand)|"
    rf"(?<!-)(?:{_WORD})(?:[- ](?:{_WORD}|hundred|thousand)){{0,4}})\b)"
)
"""Pattern of a number in English text; the articles are no numbers."""

_ADJACENT_DIGITS = re.compile("[一二两三四五六七八九]{2}")


def parse_chinese_number(text: str) -> float | None:
    """Return the value of a Chinese number such as "2.5", "十二" or "三千五百"; of two or three ("两三") the mean.

    None if the text is no number.
    """
    text = text.replace(",", "").strip()
    if match := re.fullmatch(r"(\d+(?:\.\d+)?)([百千万亿]?)", text):
        return float(match[1]) * _CHINESE_UNITS.get(match[2], 1)
    if match := re.fullmatch(r"(\d+(?:\.\d+)?)万(\d)", text):
        return float(match[1]) * 10_000 + int(match[2]) * 1000
    if _ADJACENT_DIGITS.fullmatch(text):
        return (_CHINESE_DIGITS[text[0]] + _CHINESE_DIGITS[text[1]]) / 2
    if not text or any(sign not in _CHINESE_DIGITS and sign not in _CHINESE_UNITS for sign in text):
        return None
    return float(_sum_chinese(text))


def _sum_chinese(text: str) -> int:
    total = section = digit = 0
    for sign in text:
        unit = _CHINESE_UNITS.get(sign)
        if unit is None:
            digit = _CHINESE_DIGITS[sign]
        elif unit >= 10_000:
            total, section, digit = (total + section + digit) * unit, 0, 0
        else:
            section, digit = section + (digit or 1) * unit, 0
    last = _CHINESE_UNITS.get(text[-2:-1], 0)
    # The last digit of "一万二" counts the next smaller unit.
    return total + section + digit * (last // 10 if last >= 100 else 1)


def parse_english_number(text: str) -> float | None:
    """Return the value of an English number such as "1,500", "10k", "twenty-five" or "a couple of"; None if it is none."""
    text = text.lower().replace(",", "").replace(" of", "").strip()
    if match := re.fullmatch(r"(\d+(?:\.\d+)?)(k?)", text):
        return float(match[1]) * (1000 if match[2] else 1)
    words = [word for word in re.split(r"[-\s]+", text) if word]
    if len(words) > 1 and words[0] == "a":
        words = words[1:]
    if not words or any(word not in _ENGLISH_WORDS and word not in _ENGLISH_MULTIPLES for word in words):
        return None
    total = section = 0
    for word in words:
        if word in _ENGLISH_MULTIPLES:
            section = (section or 1) * _ENGLISH_MULTIPLES[word]
            total, section = (total + section, 0) if section >= 1000 else (total, section)
        else:
            section += _ENGLISH_WORDS[word]
    return float(total + section)


def parse_number(text: str) -> float | None:
    """Return the value of a number in either language; None if the text is none."""
    value = parse_chinese_number(text)
    return parse_english_number(text) if value is None else value


def format_number(value: float) -> str:
    """Return a number without needless decimals: "2", "2.5"."""
    return f"{round(value, 2):g}" if value < 100_000 else f"{value:.0f}"
