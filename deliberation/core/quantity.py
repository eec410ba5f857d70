"""Quantities in statements: a number with its unit, so that two weeks and 14 days, 两周 and 十四天 are one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from deliberation.core.numeral import CHINESE_PATTERN, ENGLISH_PATTERN, parse_chinese, parse_english
from deliberation.core.statement_words import content_words, is_chinese, load_table, normalize, stem

TOLERANCE = 0.1
"""Relative difference up to which values of different units are one: four weeks are a month."""

ROUNDING = 1e-6
"""Relative difference that arithmetic makes."""

_HALF_AFTER = re.compile(r"\s?(?:and a half|半)")
_FRACTION = re.compile(r"([一二三四五六七八九十百\d]+)分之([零一二两三四五六七八九十\d]+)")
_RATIO = re.compile(r"(?<![\d:])(\d+)\s?(?:比|:(?!\d\d)|/|in|out of)\s?(\d+)(?![\d:])")
_NO_QUANTITY_BEFORE = re.compile("(?:[第头期]|(?<!每)周)$")
"""What makes the number after it an ordinal or a weekday."""

_UNKNOWN_UNIT = re.compile("(?![点号月日年比])[\u3400-\u9fff]{2}")
_UNIT_BEFORE = re.compile(r"([$€£¥])\s?$")


@dataclass(frozen=True, slots=True)
class Quantity:
    """Number with its unit in a statement.

    Attributes:
        dimension: What the unit measures; for a count, what is counted.
        value: In the common unit of the dimension: hours, metres, kilograms.
        unit: As it stands in the statement, in lower case and singular; "" without one.
        text: Number and unit as they stand in the statement, in lower case.
    """

    dimension: str
    value: float
    unit: str
    text: str

    def equals(self, other: "Quantity") -> bool:
        """Return whether two quantities of one dimension are the same: up to TOLERANCE if their units differ."""
        tolerance = ROUNDING if self.unit == other.unit else TOLERANCE
        return abs(self.value - other.value) <= tolerance * max(abs(self.value), abs(other.value))


@lru_cache(maxsize=1024)
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of a statement in order. Ordinals, and numbers without a unit in Chinese, are left out."""
    plain = normalize(text)
    found = _find_chinese(plain) if is_chinese(plain) else _find_english(plain)
    return tuple(dict.fromkeys(found))


def find_unequal(first: str, second: str) -> Iterator[tuple[Quantity, Quantity]]:
    """Yield a quantity of each statement for each dimension in which both have some, and none in common."""
    quantities = find_quantities(first), find_quantities(second)
    for dimension in dict.fromkeys(quantity.dimension for quantity in quantities[0]):
        own, other = ([one for one in side if one.dimension == dimension] for side in quantities)
        if own and other and not any(one.equals(two) for one in own for two in other):
            yield own[0], other[0]


@cache
def _units(language: str) -> tuple[tuple[str, str, float], ...]:
    """Return unit, dimension and factor of each unit of a language, the longest unit first."""
    rows = [
        (unit, dimension, factor)
        for dimension, units in load_table("units").items()
        for unit, factor in units[language].items()
    ]
    return tuple(sorted(rows, key=lambda row: -len(row[0])))


def _find_chinese(text: str) -> Iterator[Quantity]:
    rest = text
    for match in _FRACTION.finditer(text):
        whole, part = parse_chinese(match[1]), parse_chinese(match[2])
        if whole and part is not None:
            yield Quantity("share", part / whole, "", match[0])
        rest = rest.replace(match[0], "\n" * len(match[0]), 1)
    yield from _find_ratios(rest)
    for match in re.finditer(CHINESE_PATTERN, rest):
        value = parse_chinese(match[0])
        if value is None or _NO_QUANTITY_BEFORE.search(rest, 0, match.start()):
            continue
        for unit, dimension, factor in _units("zh"):
            if rest.startswith(unit, match.end()):
                end = match.end() + len(unit)
                half = _HALF_AFTER.match(rest, end)
                counted = f"count:{unit}" if dimension == "count" else dimension
                if counted != "count:个" or value != 1:  # 一个 is an article
                    yield Quantity(counted, (value + (0.5 if half else 0)) * factor, unit, rest[match.start() : end])
                break
        else:
            named = _UNKNOWN_UNIT.match(rest, match.end())
            if named and match[0][0].isdigit():
                yield Quantity(f"count:{named[0]}", value, named[0], match[0] + named[0])


def _find_english(text: str) -> Iterator[Quantity]:
    yield from _find_ratios(text)
    rest = _RATIO.sub(lambda match: "\n" * len(match[0]), text)
    for match in re.finditer(ENGLISH_PATTERN, rest):
        value = parse_english(match[0].strip())
        if value is None or _is_part(rest, match):
            continue
        after = _HALF_AFTER.match(rest, match.end())
        end = after.end() if after else match.end()
        value += 0.5 if after else 0
        yield from _with_unit(rest, match.start(), end, value)
    for word, times in (("once", 1.0), ("twice", 2.0)):
        if re.search(rf"\b{word}\b (?:a|an|per|every|each)\b", text):
            yield Quantity("repetition", times, "time", word)


def _with_unit(text: str, start: int, end: int, value: float) -> Iterator[Quantity]:
    before = _UNIT_BEFORE.search(text, 0, start)
    if before:
        yield Quantity("money", value, before[1], text[before.start() : end])
        return
    rest = text[end:].lstrip(" -")
    for unit, dimension, factor in _units("en"):
        if re.match(rf"{re.escape(unit)}(?:e?s)?(?![a-z])", rest):
            yield Quantity(dimension, value * factor, unit, f"{text[start:end]} {unit}")
            return
    counted = re.match(r"[a-z]+", rest)
    if counted and content_words(counted[0]) and not counted[0].endswith("th"):
        yield Quantity(f"count:{stem(counted[0])}", value, stem(counted[0]), f"{text[start:end]} {counted[0]}")
    elif value not in (0.5, 1):
        yield Quantity("number", value, "", text[start:end])


def _find_ratios(text: str) -> Iterator[Quantity]:
    for match in _RATIO.finditer(text):
        if float(match[2]):
            yield Quantity("ratio", float(match[1]) / float(match[2]), "", match[0])


def _is_part(text: str, match: "re.Match[str]") -> bool:
    """Return whether a number is part of an ordinal, a ratio, a time or a name such as 3D."""
    after, before = text[match.end() : match.end() + 2], text[max(0, match.start() - 1) : match.start()]
    is_joined = re.match(r"(?:st|nd|rd|th)\b|:\d|[a-z]\b", after) is not None and match[0][-1].isdigit()
    return (is_joined and after[:1] not in ("m", "g")) or before in (":", "#")
