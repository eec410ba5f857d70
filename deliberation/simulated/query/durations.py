"""Stretches of working time in a text: "一个半小时", "45 minutes", "晚上9点到10点半"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from deliberation.simulated.query.numerals import (
    CHINESE_NUMBER,
    ENGLISH_NUMBER,
    parse_chinese_number,
    parse_english_number,
)


@dataclass(frozen=True)
class WorkingTime:
    """Stretch of time that a text names, in hours, with its span in code points."""

    start: int
    end: int
    hours: float


_RANGE_ZH = r"(?:\s*(?:到|至|-|–|~|～)\s*(?P<upper>" + CHINESE_NUMBER + "))?"
_HOURS_ZH = re.compile(
    rf"(?P<number>{CHINESE_NUMBER}){_RANGE_ZH}\s*个?(?P<half>半)?\s*(?:小时|钟头|h(?![a-z])|hours?)(?P<tail>半)?"
    rf"(?:零?\s*(?P<minutes>{CHINESE_NUMBER})\s*分钟?)?",
    re.IGNORECASE,
)
_HALF_HOUR_ZH = re.compile(r"半个?多?(?:小时|钟头)")
_ABOUT_AN_HOUR_ZH = re.compile(r"个把(?:小时|钟头)")
_MINUTES_ZH = re.compile(rf"(?P<number>{CHINESE_NUMBER}){_RANGE_ZH}\s*(?:来|多)?\s*(?:分钟|min(?:ute)?s?(?![a-z]))")
_WHOLE_DAY = re.compile(r"全天(?!候)|一?整天|\ball day\b|\bwhole days?\b|\bfull days?\b", re.IGNORECASE)
WHOLE_DAY_HOURS = 8.0
_HALF_DAY = re.compile(r"(?<![了想看等说找])(?:大?半天|半日)|\bhalf (?:a |the )?days?\b", re.IGNORECASE)
HALF_DAY_HOURS = 4.0
_QUARTERS_ZH = re.compile(r"(?P<number>[一两三])刻钟")

_PERIOD_ZH = "(?:早上|早晨|清晨|上午|中午|下午|傍晚|晚上|夜里|晚|早)?"
_CLOCK_ZH = (
    rf"{_PERIOD_ZH}\s*(?P<hour#>{CHINESE_NUMBER})\s*(?:点钟?|时|[:：])\s*(?P<minute#>半|一刻|三刻|\d{{1,2}})?分?"
)
_CLOCK_RANGE_ZH = re.compile(_CLOCK_ZH.replace("#", "1") + r"\s*(?:到|至|-|–|~|～|—)\s*" + _CLOCK_ZH.replace("#", "2"))

_RANGE_EN = rf"(?:\s*(?:to|or|-|–|~)\s*(?P<upper>{ENGLISH_NUMBER}))?"
_HOURS_EN = re.compile(
    rf"(?:(?P<number>{ENGLISH_NUMBER}){_RANGE_EN}|\b(?P<article>an?|one|whole|full|single))(?P<half> and a half)?[\s-]*"
    rf"(?:hours?|hrs?|h(?![a-z]))\b(?:(?P<tail> and a half)|(?P<quarter> and a quarter))?"
    rf"(?:\s*(?:and )?(?P<minutes>\d+)\s*(?:minutes?|mins?|m\b))?",
    re.IGNORECASE,
)
_COMPACT_EN = re.compile(r"\b(?P<hours>\d+)\s?h\s?(?P<minutes>\d{2})\b", re.IGNORECASE)
_HALF_HOUR_EN = re.compile(r"\bhalf (?:an |a )?hour\b|\bhalf-hour\b", re.IGNORECASE)
_QUARTER_EN = re.compile(r"\b(?P<three>three[- ])?quarters? of an hour\b", re.IGNORECASE)
_MINUTES_EN = re.compile(rf"(?P<number>{ENGLISH_NUMBER}){_RANGE_EN}[\s-]*(?:minutes?|mins?)\b", re.IGNORECASE)
_CLOCK_EN = r"(?P<hour{0}>\d{{1,2}})(?:[:.](?P<minute{0}>\d{{2}}))?\s*(?P<half{0}>am|pm|a\.m\.|p\.m\.)?"
_CLOCK_RANGE_EN = re.compile(
    rf"\b(?:from |between )?{_CLOCK_EN.format(1)}\s*(?:to|till|until|and|-|–)\s*{_CLOCK_EN.format(2)}(?![\d%]|\s*(?:km|k|times|days|weeks|months)\b)",
    re.IGNORECASE,
)


_PERIOD_BEFORE = re.compile(r"\b(?:mornings?|afternoons?|evenings?|nights?),? (?:from )?$", re.IGNORECASE)


def find_working_times(text: str) -> list[WorkingTime]:
    """Return the stretches of time of a text in their order; of overlapping ones the longest."""
    found = sorted(_candidates(text), key=lambda each: (-(each.end - each.start), each.start))
    chosen: list[WorkingTime] = []
    for each in found:
        if each.hours > 0 and all(each.end <= other.start or other.end <= each.start for other in chosen):
            chosen.append(each)
    return sorted(chosen, key=lambda each: each.start)


def _candidates(text: str) -> Iterator[WorkingTime]:
    for match in _HOURS_ZH.finditer(text):
        value = _mean(parse_chinese_number(match["number"]), match["upper"] and parse_chinese_number(match["upper"]))
        extra = 0.5 if match["half"] or match["tail"] else (parse_chinese_number(match["minutes"] or "") or 0) / 60
        yield WorkingTime(*match.span(), value + extra)
    for match in _MINUTES_ZH.finditer(text):
        value = _mean(parse_chinese_number(match["number"]), match["upper"] and parse_chinese_number(match["upper"]))
        yield WorkingTime(*match.span(), value / 60)
    for match in _HOURS_EN.finditer(text):
        yield WorkingTime(*match.span(), _english_hours(match))
    for match in _MINUTES_EN.finditer(text):
        value = _mean(parse_english_number(match["number"]), match["upper"] and parse_english_number(match["upper"]))
        yield WorkingTime(*match.span(), value / 60)
    for match in _COMPACT_EN.finditer(text):
        yield WorkingTime(*match.span(), int(match["hours"]) + int(match["minutes"]) / 60)
    for pattern, hours in ((_HALF_HOUR_ZH, 0.5), (_HALF_HOUR_EN, 0.5), (_ABOUT_AN_HOUR_ZH, 1.0)):
        yield from (WorkingTime(*match.span(), hours) for match in pattern.finditer(text))
    yield from (WorkingTime(*match.span(), WHOLE_DAY_HOURS) for match in _WHOLE_DAY.finditer(text))
    yield from (WorkingTime(*match.span(), HALF_DAY_HOURS) for match in _HALF_DAY.finditer(text))
    for match in _QUARTERS_ZH.finditer(text):
        yield WorkingTime(*match.span(), (parse_chinese_number(match["number"]) or 1) / 4)
    for match in _QUARTER_EN.finditer(text):
        yield WorkingTime(*match.span(), 0.75 if match["three"] else 0.25)
    yield from _clock_ranges(text)


def _english_hours(match: re.Match[str]) -> float:
    number = parse_english_number(match["number"]) if match["number"] else 1.0
    value = _mean(number, match["upper"] and parse_english_number(match["upper"]))
    value += 0.25 if match["quarter"] else 0
    return value + (0.5 if match["half"] or match["tail"] else int(match["minutes"] or 0) / 60)


def _mean(lower: float | None, upper: float | str | None) -> float:
    if lower is None:
        return 0.0
    return (lower + upper) / 2 if isinstance(upper, float) and upper > lower else lower


def _clock_ranges(text: str) -> Iterator[WorkingTime]:
    for match in _CLOCK_RANGE_ZH.finditer(text):
        first = _clock(match["hour1"], match["minute1"])
        last = _clock(match["hour2"], match["minute2"])
        if first is not None and last is not None:
            yield WorkingTime(*match.span(), (last - first) % 12)
    for match in _CLOCK_RANGE_EN.finditer(text):
        is_clock = match["half1"] or match["half2"] or match["minute1"] or match["minute2"] or match[0][:1] in "fbFB"
        is_clock = is_clock or _PERIOD_BEFORE.search(text[: match.start()]) is not None
        first = _clock(match["hour1"], match["minute1"])
        last = _clock(match["hour2"], match["minute2"])
        if is_clock and first is not None and last is not None:
            yield WorkingTime(*match.span(), (last - first) % 12)


def _clock(hour: str, minute: str | None) -> float | None:
    value = parse_chinese_number(hour)
    if value is None or value > 24:
        return None
    named = {"半": 0.5, "一刻": 0.25, "三刻": 0.75}
    return value + (named[minute] if minute in named else int(minute or 0) / 60)
