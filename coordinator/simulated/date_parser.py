"""Parser of absolute and relative dates: 2月15日, 下周六, next Saturday, in two weeks (TW-501, simulated)."""

import re
from datetime import date, timedelta

from negotiation.simulated.quantities import parse_dates, parse_duration, parse_number

_CHINESE_WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 5}
_ENGLISH_WEEKDAYS = {
    name: place
    for place, name in enumerate(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_CHINESE_NUMBER_PATTERN = r"\d{1,2}|[一二三四五六七八九十]{1,3}"

_CHINESE_DATE_PATTERN = re.compile(rf"({_CHINESE_NUMBER_PATTERN})月({_CHINESE_NUMBER_PATTERN})[日号]")
_CHINESE_WEEKDAY_PATTERN = re.compile(
    r"(?<!每)(下下|下|这|本)?(?:个)?(?<!每)(?<!每个)(?:周|星期|礼拜)([一二三四五六日天末])"
)
_RELATIVE_DAYS = {
    "今天": 0,
    "今晚": 0,
    "明天": 1,
    "明晚": 1,
    "这两天": 2,
    "后天": 2,
    "大后天": 3,
    "today": 0,
    "tonight": 0,
    "tomorrow": 1,
}
_ENGLISH_WEEKDAY_PATTERN = re.compile(
    r"(?<!every )\b(?:(this|next|coming|on)\s+)?(monday|tuesday|wednesday|thursday|friday|saturday|sunday|"
    r"(?:(?<=this )|(?<=next )|(?<=coming ))weekend)\b",
    re.IGNORECASE,
)
_DAY_MONTH_PATTERN = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]{3,9})\b(?:,? (\d{4}))?", re.IGNORECASE)
_MONTH_DAY_PATTERN = re.compile(r"\b([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (\d{4}))?", re.IGNORECASE)
_ENGLISH_OFFSET_PATTERN = re.compile(r"\bin ([a-z]+|\d+) (days?|weeks?|months?)\b", re.IGNORECASE)
_CHINESE_OFFSET_PATTERN = re.compile(rf"({_CHINESE_NUMBER_PATTERN}|两|半)个?(天|周|星期|礼拜|月)[之以]?后")
_PERIOD_PATTERN = re.compile(
    r"(?:下个?|[\d一二三四五六七八九十]{1,2})月[上中下]旬|下个?月|月底|月初|年底|年前|春节|国庆|五一|暑假|寒假|春天|夏天|秋天|冬天|"
    r"\bnext month\b|\bend of the month\b|\bthis (?:spring|summer|autumn|fall|winter)\b|\bnext year\b",
    re.IGNORECASE,
)


def parse_date(text: str, today: date) -> date | None:
    """Return the date that a text names, Chinese or English; None without one.

    The first kind found counts, in this order: full dates (`parse_dates`); 2月15日; 15 February or Feb 15, with or
    without year; in two weeks, 三天后; today, 明天; 下周六; next Saturday. A date without year is the next one from
    `today`; relative ones count from `today`.
    """
    dates = parse_dates(text)
    if dates:
        return dates[0]
    for read in (
        _parse_chinese_date,
        _parse_english_date,
        _parse_offset,
        _parse_relative_day,
        _parse_chinese_weekday,
        _parse_english_weekday,
    ):
        day = read(text, today)
        if day:
            return day
    return None


def parse_date_or_period(text: str, today: date) -> str | None:
    """Return the date that a text names as YYYY-MM-DD, else its words for a period ("next month"), else None.

    Dates are those of `parse_date`; relative ones are counted from `today`.
    """
    day = parse_date(text, today)
    vague = _PERIOD_PATTERN.search(text)
    return day.isoformat() if day else vague[0] if vague else None


def _parse_chinese_date(text: str, today: date) -> date | None:
    match = _CHINESE_DATE_PATTERN.search(text)
    return _next_occurrence(parse_number(match[1]), parse_number(match[2]), None, today) if match else None


def _parse_english_date(text: str, today: date) -> date | None:
    pairs = [(m[2], m[1], m[3]) for m in _DAY_MONTH_PATTERN.finditer(text)]
    pairs += [(m[1], m[2], m[3]) for m in _MONTH_DAY_PATTERN.finditer(text)]
    for month, day, year in pairs:
        if month[:3].lower() in _MONTHS:
            return _next_occurrence(_MONTHS.index(month[:3].lower()) + 1, float(day), year, today)
    return None


def _parse_offset(text: str, today: date) -> date | None:
    match = _ENGLISH_OFFSET_PATTERN.search(text) or _CHINESE_OFFSET_PATTERN.search(text)
    span = parse_duration(match[0]) if match else None
    return today + span if span else None


def _parse_relative_day(text: str, today: date) -> date | None:
    matches = [(len(word), days) for word, days in _RELATIVE_DAYS.items() if word in text.lower()]
    return today + timedelta(days=max(matches)[1]) if matches else None


def _parse_chinese_weekday(text: str, today: date) -> date | None:
    match = _CHINESE_WEEKDAY_PATTERN.search(text)
    if not match:
        return None
    monday = today - timedelta(days=today.weekday())
    weeks = {"下下": 2, "下": 1}.get(match[1] or "", 0)
    day = monday + timedelta(weeks=weeks, days=_CHINESE_WEEKDAYS[match[2]])
    return day if day >= today else day + timedelta(weeks=1)


def _parse_english_weekday(text: str, today: date) -> date | None:
    match = _ENGLISH_WEEKDAY_PATTERN.search(text)
    if not match:
        return None
    weekday = _ENGLISH_WEEKDAYS.get(match[2].lower(), 5)
    ahead = (weekday - today.weekday()) % 7 or 7
    after_this_week = (match[1] or "").lower() == "next" and ahead <= 6 - today.weekday()
    return today + timedelta(days=ahead + (7 if after_this_week else 0))


def _next_occurrence(month: float | None, day: float | None, year: str | None, today: date) -> date | None:
    """Return the date in the given year, else its next occurrence; None for an impossible date."""
    try:
        candidate = date(int(year) if year else today.year, int(month or 0), int(day or 0))
        return candidate if year or candidate >= today else candidate.replace(year=candidate.year + 1)
    except ValueError:
        return None
