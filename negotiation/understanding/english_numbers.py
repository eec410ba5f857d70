"""Numbers in English text, in digits and in words up to a thousand (TW-501)."""

import re

_UNITS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUES = {word: value for value, word in enumerate(_UNITS)} | {word: 10 * place for place, word in enumerate(_TENS, 2)}
_COLLECTIVES = {
    "half a dozen": 6,
    "a couple of": 2,
    "a couple": 2,
    "couple of": 2,
    "a pair of": 2,
    "two dozen": 24,
    "a dozen": 12,
    "dozen": 12,
}

_WORD = (
    rf"(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_UNITS[1:10])})|(?![- ](?:{'|'.join(_UNITS[1:10])})\b))"
    rf"|{'|'.join(reversed(_UNITS))})"
)
_HUNDREDS = (
    rf"(?:(?:an?|{_WORD}) (?:hundred|thousand)(?: (?:and )?(?:(?:an?|{_WORD}) hundred(?: and {_WORD})?|{_WORD}))?)"
)
_DIGITS = r"(?:\d{1,3}(?:,\d{3}){1,3}|\d{1,9})"
NUMBER = rf"(?:\b{_HUNDREDS}\b|{'|'.join(_COLLECTIVES)}|\b{_WORD}|{_DIGITS}(?![\d,]*\d))"
"""Pattern of a whole number without groups; match it without regard to case."""

_WHOLE_PATTERN = re.compile(rf"\s*({NUMBER})\s*", re.IGNORECASE)


def parse_english_number(text: str) -> int | None:
    """Return the whole number that a text is: `1,500`, `twenty-five`, `a dozen`, `couple of`; None for another text."""
    match = _WHOLE_PATTERN.fullmatch(text)
    if match is None:
        return None
    words = " ".join(match[1].lower().split())
    if words in _COLLECTIVES:
        return _COLLECTIVES[words]
    if words[0].isdigit():
        return int(words.replace(",", ""))
    total = part = 0
    for word in re.split(r"[- ]", words):
        match word:
            case "hundred":
                part = max(part, 1) * 100
            case "thousand":
                total, part = total + max(part, 1) * 1000, 0
            case "and":
                pass
            case _:
                part += 1 if word in ("a", "an") else _VALUES[word]
    return total + part
