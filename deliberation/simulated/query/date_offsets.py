"""Dates at a distance from another date of the text: "three days before 5 May", "a week later", "婚礼一个星期之前"."""

import re
from collections.abc import Iterator
from datetime import date, timedelta

from deliberation.simulated.query.calendar_dates import PRECISE, DateMention, add_months
from deliberation.simulated.query.numerals import CHINESE_NUMBER, ENGLISH_NUMBER, parse_number

MAX_DISTANCE = 60
"""Most code points between a distance ("a week later") and the date from which it counts."""

_STEP_EN = rf"(?P<number>{ENGLISH_NUMBER}|an?|the|half a)\s+(?P<unit>days?|weeks?|fortnights?|months?)"
_STEP_ZH = rf"(?P<number>{CHINESE_NUMBER}|半)\s*(?P<unit>天|周|个?星期|个?礼拜|个月)"
_BEFORE_EN = re.compile(
    rf"\b{_STEP_EN} (?P<sign>before|prior to|ahead of|after|following)\s+(?:the |my |our )?(?P<rest>[^,.;!?\n]{{0,40}})",
    re.IGNORECASE,
)
_EVENT = re.compile(
    r"(?:it|that|this|then|(?:\w+ )?(?:exams?|tests?|wedding|race|trip|party|concert|show|start|event|flight|move))\b",
    re.IGNORECASE,
)
_LATER = re.compile(
    rf"\b{_STEP_EN} (?P<sign>later|earlier|beforehand|before that|before then|after that)\b", re.IGNORECASE
)
_ADVANCE_ZH = re.compile(rf"(?:提前|提早){_STEP_ZH}(?!起)")
_BEFORE_ZH = re.compile(
    rf"\s*(?:[^。！!？?；;\n]{{0,30}}?(?:婚礼|考试|比赛|出发|开学|演出|答辩|活动|面试))?的?{_STEP_ZH}(?:之前|以前|前)(?!还|我|就|才|已|刚)"
)
_AHEAD_ZH = re.compile(rf"\s*(?:之前|以前|前)(?:的)?{_STEP_ZH}(?![内里]|之内|以内|的?时间|左右)")
_EVENT_AHEAD_ZH = re.compile(rf"(?P<event>[\u4e00-\u9fff]{{2}})(?:之前|以前|前)的?{_STEP_ZH}(?![内里]|之内|以内|左右)")
_RANGE_START = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?\s*(?:to|and|-|–|until)\s*(?:the )?\d{1,2}")


def find_offsets(text: str, dates: list[DateMention]) -> list[DateMention]:
    """Return the dates at a distance from one of the given dates of a text."""
    return [each for each in (*_english(text, dates), *_chinese(text, dates)) if each.day]


def _english(text: str, dates: list[DateMention]) -> Iterator[DateMention]:
    for match in _BEFORE_EN.finditer(text):
        sign = 1 if match["sign"].lower() in ("after", "following") else -1
        rest = match.start("rest")
        named = next((each for each in dates if rest - 5 <= each.start < match.end()), None)
        anchor = named or (_anchor(text, match, dates) if _EVENT.match(match["rest"]) else None)
        if anchor and anchor.day:
            start = _first_day(text, anchor, anchor.day)
            yield _offset(match, named.end if named else rest, start, sign)
    for match in _LATER.finditer(text):
        anchor = _last_before(match.start(), dates)
        sign = 1 if match["sign"].lower() in ("later", "after that") else -1
        if anchor and anchor.day:
            yield _offset(match, match.end(), anchor.day, sign)


def _chinese(text: str, dates: list[DateMention]) -> Iterator[DateMention]:
    for each in dates:
        for match in (_BEFORE_ZH.match(text, each.end), _AHEAD_ZH.match(text, each.end)):
            if match and each.day:
                offset = _offset(match, match.end(), each.day, -1)
                yield DateMention(each.start, offset.end, offset.day, PRECISE, is_limit=True)
    for match in _EVENT_AHEAD_ZH.finditer(text):
        anchor = next((each for each in reversed(dates) if _is_beside(text, each, match)), None)
        if anchor and anchor.day:
            yield _offset(match, match.end(), anchor.day, -1)
    for match in _ADVANCE_ZH.finditer(text):
        anchor = _last_before(match.start(), dates)
        if anchor and anchor.day:
            yield _offset(match, match.end(), anchor.day, -1)


def _is_beside(text: str, mention: DateMention, match: re.Match[str]) -> bool:
    """Return whether the event from which a match counts is named beside a date before it."""
    return mention.end <= match.start() and match["event"] in text[max(0, mention.start - 8) : mention.end + 8]


def _last_before(position: int, dates: list[DateMention]) -> DateMention | None:
    near = [each for each in dates if 0 <= position - each.end <= MAX_DISTANCE]
    return near[-1] if near else None


def _anchor(text: str, match: re.Match[str], dates: list[DateMention]) -> DateMention | None:
    """Return the date that "before the exam" refers to: one beside the same word, else the closest before."""
    words = [
        word for word in re.findall(r"[a-z]{4,}", match["rest"].lower())[:3] if word not in ("that", "this", "then")
    ]
    before = [each for each in dates if each.end <= match.start() and each.day]
    for each in before:
        if any(word.rstrip("s") in text[max(0, each.start - 40) : each.end + 20].lower() for word in words):
            return each
    return before[-1] if before else None


def _first_day(text: str, mention: DateMention, day: date) -> date:
    """Return the first day of a range ("from the 9th to the 13th of March") or of a month, else the day."""
    words = text[max(0, mention.start - 14) : mention.end].lower()
    match = _RANGE_START.search(words)
    if match and 0 < int(match[1]) < day.day:
        return day.replace(day=int(match[1]))
    is_named = re.search(r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$|月$", words.strip()) is not None
    is_part = mention.precision != PRECISE or "half" in words
    return day.replace(day=1) if is_part and is_named else day


def _offset(match: re.Match[str], end: int, day: date, sign: int) -> DateMention:
    """Return the day at the distance that a match names before (-1) or after (1) a day."""
    return DateMention(
        match.start(), end, _shift(day, match["number"].lower(), match["unit"].lower(), sign), PRECISE, True
    )


def _shift(day: date, number: str, unit: str, sign: int) -> date | None:
    value = 0.5 if number in ("half a", "半") else 1.0 if number in ("a", "an", "the") else parse_number(number)
    if value is None or value > 400:
        return None
    if "月" in unit or unit.startswith("month"):
        return add_months(day, sign * int(value))
    weeks = {"f": 14, "w": 7, "周": 7, "星": 7, "礼": 7}.get(unit.removeprefix("个")[:1], 1)
    return day + timedelta(days=sign * round(value * weeks))
