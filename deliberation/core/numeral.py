"""Numbers written in digits or in words, in Chinese and English."""

import re

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ENGLISH = {word: value for value, word in enumerate(_ONES)} | {word: 10 * value for value, word in enumerate(_TENS, 2)}
_ENGLISH_SCALES = {"hundred": 100.0, "thousand": 1000.0, "million": 1_000_000.0, "dozen": 12.0}
_HALF = 0.5

_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_SCALES = {"万": 10_000, "亿": 100_000_000}

_WORD = "|".join(sorted((*_ENGLISH, *_ENGLISH_SCALES), key=len, reverse=True))
DIGITS_PATTERN = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
ENGLISH_PATTERN = (
    rf"(?:{DIGITS_PATTERN})(?:\s(?:hundred|thousand|million|dozen)\b)?"
    rf"|\b(?:(?:{_WORD})(?:[\s-](?:and\s)?(?:{_WORD}))*|half)\b"
)
"""Pattern of one number in English text of lower case; put it into `(?:…)`."""

CHINESE_PATTERN = rf"(?:{DIGITS_PATTERN})[万亿千百]?|[零〇一二两三四五六七八九十百千万亿]+|半"
"""Pattern of one number in Chinese text; put it into `(?:…)`."""

_MIXED = re.compile(rf"({DIGITS_PATTERN})\s?(\D*)$")


def parse_english(text: str) -> float | None:
    """Return the number that a whole English text is: 2,000, twenty-five, a hundred and ten, half; None if none."""
    mixed = _MIXED.match(text)
    if mixed:
        return float(mixed[1].replace(",", "")) * _ENGLISH_SCALES.get(mixed[2].strip(), 1.0)
    if text == "half":
        return _HALF
    total, current, is_number = 0.0, 0.0, False
    for word in re.split(r"[\s-]+", text):
        if word in _ENGLISH_SCALES:
            current = (current or 1.0) * _ENGLISH_SCALES[word]
            if _ENGLISH_SCALES[word] >= 1000:
                total, current = total + current, 0.0
        elif word in _ENGLISH:
            current += _ENGLISH[word]
        elif word != "and":
            return None
        is_number = is_number or word != "and"
    return total + current if is_number else None


def parse_chinese(text: str) -> float | None:
    """Return the number that a whole Chinese text is: 1.5万, 两, 二十八, 三百五, 半; None if none."""
    mixed = _MIXED.match(text)
    if mixed:
        return float(mixed[1].replace(",", "")) * (_UNITS | _SCALES).get(mixed[2], 1)
    if text == "半":
        return _HALF
    if not text or any(character not in _DIGITS | _UNITS | _SCALES for character in text):
        return None
    if all(character in _DIGITS for character in text):
        return float("".join(str(_DIGITS[character]) for character in text))
    return _parse_characters(text)


def _parse_characters(text: str) -> float:
    total = section = digit = 0
    last_unit = 1
    for character in text:
        if character in _DIGITS:
            digit = _DIGITS[character]
            continue
        unit = (_UNITS | _SCALES)[character]
        if unit >= 10_000:
            total, section = total + (section + digit) * unit, 0
        else:
            section += (digit or 1) * unit
        digit, last_unit = 0, unit
    # 三百五 is 350, 三百零五 is 305
    scale = last_unit // 10 if last_unit >= 100 and len(text) > 1 and "零" not in text[-2:] else 1
    return float(total + section + digit * scale)
