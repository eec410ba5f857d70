"""Which day a demand means: 2月15日, 下周六, next Saturday, in two weeks; counted from today (TW-501, simulated)."""

import re
from datetime import date, timedelta

from negotiation.simulated.quantities import days_in, number, span_in

_WEEKDAY = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 5}
_ENGLISH_DAY = {
    name: place
    for place, name in enumerate(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_CJK_NUMBER = r"\d{1,2}|[一二三四五六七八九十]{1,3}"

_MONTH_DAY = re.compile(rf"({_CJK_NUMBER})月({_CJK_NUMBER})[日号]")
_THIS_OR_NEXT = re.compile(r"(?<!每)(下下|下|这|本)?(?:个)?(?<!每)(?<!每个)(?:周|星期|礼拜)([一二三四五六日天末])")
_NEAR = {
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
_NEXT_DAY = re.compile(
    r"(?<!every )\b(?:(this|next|coming|on)\s+)?(monday|tuesday|wednesday|thursday|friday|saturday|sunday|"
    r"(?:(?<=this )|(?<=next )|(?<=coming ))weekend)\b",
    re.IGNORECASE,
)
_DAY_MONTH = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]{3,9})\b(?:,? (\d{4}))?", re.IGNORECASE)
_MONTH_DAY_EN = re.compile(r"\b([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (\d{4}))?", re.IGNORECASE)
_LATER = re.compile(r"\bin ([a-z]+|\d+) (days?|weeks?|months?)\b", re.IGNORECASE)
_LATER_ZH = re.compile(rf"({_CJK_NUMBER}|两|半)个?(天|周|星期|礼拜|月)[之以]?后")
_VAGUE = re.compile(
    r"(?:下个?|[\d一二三四五六七八九十]{1,2})月[上中下]旬|下个?月|月底|月初|年底|年前|春节|国庆|五一|暑假|寒假|春天|夏天|秋天|冬天|"
    r"\bnext month\b|\bend of the month\b|\bthis (?:spring|summer|autumn|fall|winter)\b|\bnext year\b",
    re.IGNORECASE,
)


def day_in(text: str, today: date) -> date | None:
    """The day that `text` means, None when it names none."""
    found = days_in(text)
    if found:
        return found[0]
    for read in (_month_day, _english_month, _relative, _near, _chinese_week, _english_week):
        day = read(text, today)
        if day:
            return day
    return None


def moment_in(text: str, today: date) -> str | None:
    """The day as YYYY-MM-DD, else the words for a vaguer time, else None."""
    day = day_in(text, today)
    vague = _VAGUE.search(text)
    return day.isoformat() if day else vague[0] if vague else None


def _month_day(text: str, today: date) -> date | None:
    match = _MONTH_DAY.search(text)
    return _coming(number(match[1]), number(match[2]), None, today) if match else None


def _english_month(text: str, today: date) -> date | None:
    pairs = [(m[2], m[1], m[3]) for m in _DAY_MONTH.finditer(text)]
    pairs += [(m[1], m[2], m[3]) for m in _MONTH_DAY_EN.finditer(text)]
    for month, day, year in pairs:
        if month[:3].lower() in _MONTHS:
            return _coming(_MONTHS.index(month[:3].lower()) + 1, float(day), year, today)
    return None


def _relative(text: str, today: date) -> date | None:
    match = _LATER.search(text) or _LATER_ZH.search(text)
    span = span_in(match[0]) if match else None
    return today + span if span else None


def _near(text: str, today: date) -> date | None:
    named = [(len(word), ahead) for word, ahead in _NEAR.items() if word in text.lower()]
    return today + timedelta(days=max(named)[1]) if named else None


def _chinese_week(text: str, today: date) -> date | None:
    match = _THIS_OR_NEXT.search(text)
    if not match:
        return None
    monday = today - timedelta(days=today.weekday())
    weeks = {"下下": 2, "下": 1}.get(match[1] or "", 0)
    day = monday + timedelta(weeks=weeks, days=_WEEKDAY[match[2]])
    return day if day >= today else day + timedelta(weeks=1)


def _english_week(text: str, today: date) -> date | None:
    match = _NEXT_DAY.search(text)
    if not match:
        return None
    weekday = _ENGLISH_DAY.get(match[2].lower(), 5)
    ahead = (weekday - today.weekday()) % 7 or 7
    after_this_week = (match[1] or "").lower() == "next" and ahead <= 6 - today.weekday()
    return today + timedelta(days=ahead + (7 if after_this_week else 0))


def _coming(month: float | None, day: float | None, year: str | None, today: date) -> date | None:
    """That day of that year, or the next time it comes round."""
    try:
        found = date(int(year) if year else today.year, int(month or 0), int(day or 0))
        return found if year or found >= today else found.replace(year=found.year + 1)
    except ValueError:
        return None
