"""Dates that a text writes out, and months: "明年5月2号", "3月底", "1 June 2027", "Mar 12", "2027-03-12"."""

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from deliberation.simulated.query.holidays import find_named_days
from deliberation.simulated.query.numerals import CHINESE_NUMBER, parse_chinese_number

PRECISE, COARSE = 2, 1
"""Precision of a date: a day, or the last day of a month or part of a month."""


@dataclass(frozen=True)
class DateMention:
    """Date that a text names, with its span; `day` is None if it cannot be computed, `is_limit` if it is worded as a limit."""

    start: int
    end: int
    day: date | None
    precision: int
    is_limit: bool = False


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_ZH_WEEKDAYS = "一二三四五六日"

_ISO = re.compile(r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b")
_ZH_YEAR = r"(?:(?P<year>\d{4})年|(?P<word>今年|明年|后年|来年)的?)?\s*"
_ZH_DAY = re.compile(
    _ZH_YEAR + rf"(?P<month>{CHINESE_NUMBER})\s*月\s*(?P<day>{CHINESE_NUMBER})(?:[日号]|(?![\d个年月万]))"
)
_ZH_MONTH = re.compile(
    _ZH_YEAR + rf"(?P<month>{CHINESE_NUMBER})\s*月(?:份)?(?!\d|龄)(?P<part>底|末|初|中旬?|上旬|下旬)?"
)
_ZH_RELATIVE_MONTH = re.compile(
    r"(?P<which>下下个?月|下个?月|这个?月|本月|(?<![\d一二三四五六七八九十个])月)(?P<part>底|末|初|中旬?|上旬|下旬)"
)
_ZH_NEXT_MONTH = re.compile(r"(?P<which>下下个?月|下个?月)\s*(?:(?P<day>" + CHINESE_NUMBER + r")[日号])?")
_ZH_THIS_DAY = re.compile(r"(?:这个?月|本月)\s*(?P<day>" + CHINESE_NUMBER + r")[日号]")
_ZH_BARE_DAY = re.compile(r"(?<![月\d一二三四五六七八九十])(?P<day>[12]?\d|3[01])号(?!线|楼|店|房|门)")
_ZH_WEEK = re.compile(r"(?P<which>下下?个?|这个?|本)(?:周|星期|礼拜)(?P<day>[一二三四五六日天末])?")
_ZH_YEAR_END = re.compile(r"(?P<which>今年|明年|后年)?(?:年底|年末|底(?<=今年底)|底(?<=明年底))|(?<=[今明])年内")
_ZH_RELATIVE_DAYS = {
    "今天": 0,
    "今晚": 0,
    "今日": 0,
    "明天": 1,
    "明日": 1,
    "明晚": 1,
    "明早": 1,
    "后天": 2,
    "大后天": 3,
}
_ZH_DAYS = re.compile("大后天|后天|明[天日晚早]|今[天日晚]")

_EN_DAY_MONTH = re.compile(
    rf"\b(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}\b\.?(?:,? (?P<year>\d{{4}}))?", re.IGNORECASE
)
_EN_MONTH_DAY = re.compile(
    rf"\b{_MONTH}\b(?:\.(?<!\w\w\w\w\w\.))? (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:|[- ]?(?:min|hour|hr|h\b|times|days|km|k\b|%))(?:,? (?P<year>\d{{4}}))?",
    re.IGNORECASE,
)
_EN_MONTH = re.compile(
    rf"\b(?P<part>(?:the )?(?:end|middle|beginning|start) of |mid[- ]|early |late )?(?P<which>next |this )?{_MONTH}\b(?:,? (?P<year>\d{{4}}))?",
    re.IGNORECASE,
)
_EN_RELATIVE_MONTH = re.compile(
    r"\b(?P<part>(?:the )?(?:end|middle|beginning|start) of )?(?P<which>next|this|the) (?P<unit>month|year|week)\b",
    re.IGNORECASE,
)
_EN_WEEKDAY = re.compile(
    r"\b(?P<which>next|this|this coming|coming|by|on|before|until|till?|due|for|is|come) "
    r"(?P<day>mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?\b"
    r"(?!s\b|, (?:mon|tue|wed|thu|fri|sat|sun)\w*,? (?:and|&)| (?:and (?:mon|tue|wed|thu|fri|sat|sun)|mornings|evenings|afternoons|nights|service|mass|school|practice|class|dinner|lunch))"
    r"(?: (?:morning|evening|afternoon|night|noon)\b)?",
    re.IGNORECASE,
)
_CERTAIN = ("next", "this", "this coming", "coming", "by", "before", "until", "due")
_HAS_TIME = re.compile(
    r"(?:\b(?:hours?|hrs?|minutes?|mins?|min|\dh|free|off|only|available|time|lessons?|class(?:es)?|practice|meets?|every|each|"
    r"rehears\w*|church|open|closed|works?|working|shifts?)\b[^,.;!?\n]{0,12})$",
    re.IGNORECASE,
)
_TIME_AFTER = re.compile(
    r"\W*(?:i |we )?(?:for |have |only )?(?:\d+(?:\.\d+)?|an?|one|two|three|four|five|six|half an?)[\s-]*(?:hours?|hrs?|h|minutes?|mins?|min)\b",
    re.IGNORECASE,
)
_ZH_BARE_WEEKDAY = re.compile(
    r"(?<![下这本每个一上])(?<!每个)(?:周|星期|礼拜)(?P<day>[一二三四五六日天])(?:[早晚]上|[上下]午|早|晚)?"
    r"(?=(?:之前|以前|前|截止|交|考|面试|答辩|比赛|要交|要考|就要|出发|到期|汇报|上台))"
)
_OCCASION = re.compile(
    r"\b(?:exam|test|interview|race|due|deadline|presentation|party|game|match|concert|talk)\b", re.IGNORECASE
)
_EN_SLASH = re.compile(r"\b(?:by|before|on|due|until) (\d{1,2})/(\d{1,2})\b(?!/)", re.IGNORECASE)
_EN_DAYS = re.compile(r"\b(the day after tomorrow|tomorrow|tonight|today)\b(?!'s)", re.IGNORECASE)
_EN_WEEKEND = re.compile(
    r"\b(?P<which>next|this|this coming|(?:for|by|before|over) (?:the|our|this)) weekend\b", re.IGNORECASE
)
_ZH_WEEKEND = re.compile(r"(?<![每个这本下])周末(?=之前|以前|前)")
_QUARTER = re.compile(
    r"\b(?P<part>(?:the )?(?:end|start|beginning|middle) of )?(?:the )?(?:Q(?P<number>[1-4])|(?P<word>first|second|third|fourth|last) quarter)(?:,? (?:of )?(?P<year>\d{4}))?\b|"
    r"(?:(?P<year_zh>\d{4})年|(?P<ahead>明年|今年|后年))?的?(?:第?(?P<number_zh>[一二三四1-4])季度|Q(?P<digit>[1-4]))(?P<part_zh>末|底|初|结束)?",
    re.IGNORECASE,
)
_ORDINALS = ("first", "second", "third", "fourth")


def find_dates(text: str, today: date) -> list[DateMention]:
    """Return the dates of a text in their order; of overlapping ones the most precise, then the longest."""
    found = sorted(_candidates(text, today), key=lambda each: (-each.precision, -(each.end - each.start), each.start))
    chosen: list[DateMention] = []
    for each in found:
        if all(each.end <= other.start or other.end <= each.start for other in chosen):
            chosen.append(each)
    return sorted(chosen, key=lambda each: each.start)


def _candidates(text: str, today: date) -> Iterator[DateMention]:
    for match in _ISO.finditer(text):
        yield DateMention(*match.span(), _day(int(match[1]), int(match[2]), int(match[3])), PRECISE)
    yield from _chinese(text, today)
    yield from _english(text, today)
    for match in _QUARTER.finditer(text):
        yield DateMention(*match.span(), _quarter_day(match, today), COARSE)
    for start, end, day in find_named_days(text, today):
        yield DateMention(start, end, day, COARSE)


def _chinese(text: str, today: date) -> Iterator[DateMention]:
    for match in _ZH_DAY.finditer(text):
        month, day = (parse_chinese_number(match[name]) or 0 for name in ("month", "day"))
        yield DateMention(*match.span(), _dated(match["year"], match["word"], month, day, today), PRECISE)
    for match in _ZH_MONTH.finditer(text):
        month = int(parse_chinese_number(match["month"]) or 0)
        if 1 <= month <= 12:
            year = _year(match["year"], match["word"], month, today)
            is_start = re.match("上小学|上学|入学|开学|入职", text[match.end() :])
            day = date(year, month, 1) if is_start else _month_part(year, month, match["part"] or "")
            yield DateMention(*match.span(), day, COARSE)
    for match in _ZH_RELATIVE_MONTH.finditer(text):
        year, month = _add_months(today, 2 * match["which"].count("下下") or match["which"].count("下"))
        yield DateMention(*match.span(), _month_part(year, month, match["part"]), PRECISE)
    for match in _ZH_NEXT_MONTH.finditer(text):
        year, month = _add_months(today, 2 if "下下" in match["which"] else 1)
        day = _day(year, month, int(parse_chinese_number(match["day"]) or 0)) if match["day"] else None
        yield DateMention(*match.span(), day or _month_part(year, month, ""), PRECISE if day else COARSE)
    for match in _ZH_WEEKEND.finditer(text):
        yield DateMention(*match.span(), _week_day(0, "末", today), PRECISE)
    for pattern in (_ZH_THIS_DAY, _ZH_BARE_DAY):
        for match in pattern.finditer(text):
            yield DateMention(
                *match.span(), _next_day_of_month(int(parse_chinese_number(match["day"]) or 0), today), PRECISE
            )
    for match in _ZH_WEEK.finditer(text):
        yield DateMention(*match.span(), _week_day(match["which"].count("下"), match["day"], today), PRECISE)
    for match in _ZH_BARE_WEEKDAY.finditer(text):
        index = _ZH_WEEKDAYS.index(match["day"].replace("天", "日"))
        days = (index - today.weekday() - 1) % 7
        yield DateMention(*match.span(), today + timedelta(days=days + 1), PRECISE)
    for match in _ZH_YEAR_END.finditer(text):
        year = today.year + {"明年": 1, "后年": 2}.get(match["which"] or "", 0)
        yield DateMention(*match.span(), date(year, 12, 31), COARSE)
    for match in _ZH_DAYS.finditer(text):
        yield DateMention(*match.span(), today + timedelta(days=_ZH_RELATIVE_DAYS[match[0]]), PRECISE)


def _english(text: str, today: date) -> Iterator[DateMention]:
    for pattern in (_EN_DAY_MONTH, _EN_MONTH_DAY):
        for match in pattern.finditer(text):
            month = _MONTHS.index(match["month"][:3].lower()) + 1
            yield DateMention(*match.span(), _dated(match["year"], None, month, int(match["day"]), today), PRECISE)
    for match in _EN_MONTH.finditer(text):
        # "may" and "march" in lower case are mostly verbs.
        if not (match["month"] in ("may", "march", "mar") and not match["part"] and not match["which"]):
            month = _MONTHS.index(match["month"][:3].lower()) + 1
            year = _year(match["year"], None, month, today)
            yield DateMention(*match.span(), _month_part(year, month, match["part"] or ""), COARSE)
    for match in _EN_SLASH.finditer(text):
        yield DateMention(match.start(1), match.end(), _dated(None, None, int(match[1]), int(match[2]), today), PRECISE)
    for match in _EN_RELATIVE_MONTH.finditer(text):
        if (day := _english_period(match, today)) is not None:
            yield DateMention(*match.span(), day, COARSE)
    for match in _EN_WEEKDAY.finditer(text):
        if match["which"].lower() not in _CERTAIN and not _is_once(text, match):
            continue
        days = (_WEEKDAYS.index(match["day"][:3].lower()) - today.weekday() - 1) % 7 + 1
        yield DateMention(
            *match.span(), today + timedelta(days=days + 7 * (match["which"].lower() == "next" and days < 3)), PRECISE
        )
    for match in _EN_DAYS.finditer(text):
        days = {"today": 0, "tonight": 0, "tomorrow": 1}.get(match[0].lower(), 2)
        yield DateMention(*match.span(), today + timedelta(days=days), PRECISE)
    for match in _EN_WEEKEND.finditer(text):
        days = (6 - today.weekday()) % 7 + 7 * (match["which"].lower() == "next")
        yield DateMention(*match.span(), today + timedelta(days=days), PRECISE)


def _is_once(text: str, match: re.Match[str]) -> bool:
    """Return whether "on Friday" is a date: an occasion is named, or at least no time for work is."""
    clause = re.split(r"[.;!?\n]", text[: match.start()])[-1]
    if _OCCASION.search(clause[-40:]):
        return True
    return not (_HAS_TIME.search(clause) or _TIME_AFTER.match(text[match.end() :]) or match["which"].lower() == "for")


def _english_period(match: re.Match[str], today: date) -> date | None:
    """Return the last day of "next month", "the end of the year" and the like; None for "the week" without a part."""
    which, unit, part = match["which"].lower(), match["unit"].lower(), match["part"] or ""
    if which == "the" and not part:
        return None
    ahead = 1 if which == "next" else 0
    if unit == "week":
        return today + timedelta(days=6 - today.weekday() + 7 * ahead)
    if unit == "year":
        return _month_part(today.year + ahead, 12, "end")
    year, month = _add_months(today, ahead)
    return _month_part(year, month, part)


def _quarter_day(match: re.Match[str], today: date) -> date:
    """Return the last day of a quarter or of a part of it: of the one that is named, else of the next to end."""
    named = match["number"] or match["number_zh"] or match["digit"]
    word = (match["word"] or "fourth").lower().replace("last", "fourth")
    number = int(parse_chinese_number(named) or 1) if named else 1 + _ORDINALS.index(word)
    year = match["year"] or match["year_zh"]
    month = 3 * number
    part = (match["part"] or match["part_zh"] or "").lower()
    if any(word in part for word in ("初", "start", "beginning")):
        return _month_part(_year(year, match["ahead"], month - 2, today), month - 2, "start")
    return _month_part(_year(year, match["ahead"], month, today), month, "")


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _year(year: str | None, word: str | None, month: int, today: date) -> int:
    """Return the year of a month: the one that is named, else that of its next occurrence."""
    if year:
        return int(year)
    ahead = {"今年": 0, "明年": 1, "来年": 1, "后年": 2}.get(word or "")
    return today.year + ahead if ahead is not None else today.year + (month < today.month)


def _dated(year: str | None, word: str | None, month: float, day: float, today: date) -> date | None:
    found = _day(_year(year, word, int(month), today), int(month), int(day))
    if found and not year and not word and found < today:
        return _day(found.year + 1, found.month, found.day)
    return found


def _month_part(year: int, month: int, part: str) -> date:
    """Return the last day of a part of a month: its 10th, its 20th, or its end, also when no part is named."""
    part = part.lower()
    if any(word in part for word in ("初", "上", "beginning", "start", "early")):
        return date(year, month, 10)
    if any(word in part for word in ("中", "mid")):
        return date(year, month, 15 if "mid" in part or "旬" not in part else 20)
    return date(year, month, monthrange(year, month)[1])


def _add_months(today: date, months: int) -> tuple[int, int]:
    years, month = divmod(today.month - 1 + months, 12)
    return today.year + years, month + 1


def add_months(today: date, months: int) -> date:
    """Return the same day of a later month, or its last day."""
    year, month = _add_months(today, months)
    return date(year, month, min(today.day, monthrange(year, month)[1]))


def _next_day_of_month(day: int, today: date) -> date | None:
    year, month = (today.year, today.month) if day > today.day else _add_months(today, 1)
    return _day(year, month, day)


def _week_day(ahead: int, day: str | None, today: date) -> date:
    index = 6 if day in (None, "末", "天") else _ZH_WEEKDAYS.index(day)
    return today + timedelta(days=index - today.weekday() + 7 * ahead)
