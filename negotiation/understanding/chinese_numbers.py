"""Numbers in Chinese text: numerals, mixed forms (1万2, 3.5k), and ranges (三五千, 40到50)."""

import re

_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_SCALES = {"万": 10_000, "w": 10_000, "千": 1000, "k": 1000, "百": 100, "亿": 100_000_000}
_HAN = "零〇一二两三四五六七八九十百千万亿"

NUMBER_PATTERN = (
    rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,9}}(?:\.\d{{1,2}})?)\s?(?:[万千百kKwW](?![a-zA-Z])\d?)?|[{_HAN}]{{1,12}}"
)
"""Pattern of one number, without groups; put it into `(?:…)`."""

_NEIGHBOURS = re.compile(
    r"^([一二两三四五六七八九])([一二三四五六七八九])([十百千万]+)$"
    r"|^([一两二三四五六七八])([一二两三四五六七八九])$"
)
_ENDING = re.compile(r"^([一二三四五六七八九]?十)([一二三四五六七八])([二三四五六七八九])$")
_MIXED = re.compile(r"^([\d.]+)([万千百kw])(\d?)$")


def parse_number(text: str) -> float | None:
    """Return the number that a whole text is, None if it is none: 1.5万, 1万2 (12,000), 三千五 (3,500), 二十八."""
    plain = text.replace(",", "").replace(" ", "").lower()
    if re.fullmatch(r"\d+(\.\d+)?", plain):
        return float(plain)
    mixed = _MIXED.match(plain)
    if mixed:
        scale = _SCALES[mixed[2]]
        return float(mixed[1]) * scale + (int(mixed[3]) * scale / 10 if mixed[3] else 0)
    return _parse_numeral(plain) if plain and all(character in _HAN for character in plain) else None


def parse_range(text: str) -> tuple[float, float] | None:
    """Return the lowest and highest number of a text such as 三五千, 两三百 or a single number; None for others."""
    neighbours = _NEIGHBOURS.match(text)
    if neighbours:
        unit = neighbours[3] or ""
        low, high = neighbours[1] or neighbours[4], neighbours[2] or neighbours[5]
        ends = parse_number(low + unit), parse_number(high + unit)
        if ends[0] is not None and ends[1] is not None and ends[0] < ends[1]:
            return ends[0], ends[1]
    ending = _ENDING.match(text)
    if ending and int(_DIGITS[ending[2]]) + 1 == _DIGITS[ending[3]]:
        tens = parse_number(ending[1])
        return None if tens is None else (tens + _DIGITS[ending[2]], tens + _DIGITS[ending[3]])
    value = parse_number(text)
    return None if value is None else (value, value)


def join_range(low: str, high: str) -> tuple[float, float] | None:
    """Return both ends of a range from its two texts; a scale that only the second has counts for both (3到5千)."""
    first, last = parse_number(low), parse_number(high)
    if first is None or last is None:
        return None
    scale = _SCALES.get(high[-1].lower(), 1)
    if first < last / 10 and first * scale <= last and low[-1].lower() not in _SCALES:
        first *= scale
    return (first, last) if first <= last else None


def _parse_numeral(text: str) -> float | None:
    if all(character in _DIGITS for character in text):
        return float("".join(str(_DIGITS[character]) for character in text)) if len(text) <= 9 else None
    for scale in ("亿", "万"):
        if scale in text:
            return _parse_scaled(text, scale)
    return _parse_section(text)


def _parse_scaled(text: str, scale: str) -> float | None:
    high, _, low = text.partition(scale)
    factor = _SCALES[scale]
    upper, lower = _parse_section(high) if high else 1.0, _parse_numeral(low) if low else 0.0
    if upper is None or lower is None:
        return None
    if len(low) == 1 and low in _DIGITS:
        lower *= factor / 10
    return upper * factor + lower


def _parse_section(text: str) -> float | None:
    """Return the value of a numeral below 10,000; a last digit without unit counts a tenth of the unit before it."""
    total, digit, unit, gap = 0, None, 10_000, False
    for character in text:
        if character in _UNITS:
            if _UNITS[character] >= unit:
                return None
            unit = _UNITS[character]
            total += (1 if digit is None else digit) * unit
            digit, gap = None, False
        elif character in _DIGITS and (digit is None or digit == 0):
            digit = _DIGITS[character]
            gap = gap or digit == 0
        else:
            return None
    if digit is None:
        return float(total)
    return float(total + digit * (1 if unit == 10 or gap or unit == 10_000 else unit // 10))
