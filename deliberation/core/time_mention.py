"""Mentions of dates, weekdays, months and clock times in statements, as values that can be compared."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from deliberation.core.numeral import parse_chinese, parse_english
from deliberation.core.statement_words import is_chinese, normalize

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november"),
    "december",
)
_SHORT_MONTHS = "jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
_MONTH = rf"(?:{'|'.join(_MONTHS)}|(?:{_SHORT_MONTHS})\b\.?)"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?\b"
_MONTH_DAY = re.compile(rf"\b({_MONTH})\s(?:the\s)?{_DAY}(?!:)")
_DAY_MONTH = re.compile(rf"\b{_DAY}\s(?:of\s)?({_MONTH})")
_ISO_DATE = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
# May is also a verb: it is a month after these words only.
_SINGLE_MONTH = re.compile(rf"\b(?!may\b){_MONTH}|(?<=\bin )may\b|(?<=\bof )may\b|(?<=\bby )may\b|(?<=\buntil )may\b")
_CLOCK = re.compile(r"\b(\d{1,2}):(\d{2})\b\s?([ap]\.?m\.?)?|\b(\d{1,2})\s?([ap]\.?m)\b\.?")
_SPOKEN_CLOCK = re.compile(
    r"\b(?:at|by|until|till|before|after|from)\s(half past\s|quarter past\s|quarter to\s)?"
    r"(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?:\so'?clock)?"
    r"(?=\s*(?:o'?clock|in the (?:morning|afternoon|evening)|at night|sharp|[.,;!?]|$))"
)
_NAMED_CLOCK = {"noon": 720, "midday": 720, "midnight": 1440}

_ZH_NUMBER = "[零〇一二两三四五六七八九十\\d]+"
_ZH_DATE = re.compile(rf"({_ZH_NUMBER})月(?:份)?(?:({_ZH_NUMBER})[日号])?")
_ZH_WEEKDAY = re.compile(r"(?:周|星期|礼拜)([一二三四五六日天末1-6])")
_ZH_CLOCK = re.compile(
    rf"(凌晨|清晨|早上|早晨|早|上午|中午|下午|傍晚|晚上|晚|夜里|夜)?({_ZH_NUMBER})(?:点(?:钟)?(半|一刻|三刻|{_ZH_NUMBER}分?)?|:(\d\d))(?!儿)"
)
_ZH_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)年")
_ZH_MINUTES = {"半": 30, "一刻": 15, "三刻": 45}
_AFTERNOON = {"下午", "傍晚", "晚上", "晚", "夜里", "夜"}


@dataclass(frozen=True, slots=True)
class TimeMention:
    """Point in time in a statement.

    Attributes:
        kind: `date` (month and day), `month`, `weekday` (0 = Monday), `clock` (minutes after midnight) or `year`.
        value: Numbers that tell two mentions of one kind apart.
        text: As it stands in the statement, in lower case.
    """

    kind: str
    value: tuple[int, ...]
    text: str


@lru_cache(maxsize=1024)
def find_time_mentions(text: str) -> tuple[TimeMention, ...]:
    """Return the points in time that a statement names."""
    plain = normalize(text)
    found = _find_chinese(plain) if is_chinese(plain) else _find_english(plain)
    iso = (TimeMention("date", (int(match[2]), int(match[3])), match[0]) for match in _ISO_DATE.finditer(plain))
    return tuple(dict.fromkeys((*iso, *found)))


def _find_english(text: str) -> Iterator[TimeMention]:
    for number, name in enumerate(_WEEKDAYS):
        if re.search(rf"\b{name}s?\b", text):
            yield TimeMention("weekday", (number,), name)
    rest = text
    for pattern, month, day in ((_MONTH_DAY, 1, 2), (_DAY_MONTH, 2, 1)):
        for match in pattern.finditer(rest):
            yield TimeMention("date", (_month_number(match[month]), int(match[day])), match[0])
        rest = pattern.sub(" ", rest)
    for match in _SINGLE_MONTH.finditer(rest):
        yield TimeMention("month", (_month_number(match[0]),), match[0])
    yield from _find_english_clock(text)


def _find_english_clock(text: str) -> Iterator[TimeMention]:
    for match in _CLOCK.finditer(text):
        hour, minute = int(match[1] or match[4]), int(match[2] or 0)
        afternoon = (match[3] or match[5] or "").startswith("p") and hour < 12
        yield TimeMention("clock", (60 * (hour + 12 * afternoon) + minute,), match[0].strip())
    for match in _SPOKEN_CLOCK.finditer(text):
        hour = int(parse_english(match[2]) or 0)
        shift = {"half past ": 30, "quarter past ": 15, "quarter to ": -15}.get(match[1] or "", 0)
        late = re.search(r"in the (?:afternoon|evening)|at night", text) is not None and hour < 12
        yield TimeMention("clock", (60 * (hour + 12 * late) + shift,), match[0])
    for name, minutes in _NAMED_CLOCK.items():
        if re.search(rf"\b{name}\b", text):
            yield TimeMention("clock", (minutes,), name)


def _month_number(name: str) -> int:
    return next(number for number, month in enumerate(_MONTHS, 1) if month.startswith(name.rstrip(".")[:3]))


def _find_chinese(text: str) -> Iterator[TimeMention]:
    for match in _ZH_DATE.finditer(text):
        month, day = parse_chinese(match[1]), parse_chinese(match[2]) if match[2] else None
        if month is not None and 1 <= month <= 12:
            value = (int(month),) if day is None else (int(month), int(day))
            yield TimeMention("month" if day is None else "date", value, match[0])
    for match in _ZH_WEEKDAY.finditer(text):
        if match[1] != "末" and not re.match("[周个天次节]", text[match.end() : match.end() + 1]):
            number = "一二三四五六日".find("日" if match[1] == "天" else match[1])
            yield TimeMention("weekday", (number if number >= 0 else int(match[1]) - 1,), match[0])
    for match in _ZH_YEAR.finditer(text):
        yield TimeMention("year", (int(match[1]),), match[0])
    yield from _find_chinese_clock(text)


def _find_chinese_clock(text: str) -> Iterator[TimeMention]:
    for match in _ZH_CLOCK.finditer(text):
        hour = parse_chinese(match[2])
        if hour is None or hour > 24 or (match[2] == "一" and not match[1]):  # 一点 is also "a little"
            continue
        spoken = match[3] or match[4] or ""
        minutes = _ZH_MINUTES.get(spoken, int(parse_chinese(spoken.rstrip("分")) or 0) if spoken else 0)
        afternoon = match[1] in _AFTERNOON and hour < 12
        yield TimeMention("clock", (60 * (int(hour) + 12 * afternoon) + minutes,), match[0])
