"""Exact and relative days in English text: 28 Nov, the 12th, next Saturday, in two weeks (TW-501)."""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta

from negotiation.understanding.calendar_date import make_date
from negotiation.understanding.english_calendar import (
    FEASTS,
    MONTH,
    WEEKDAY,
    add_months,
    compile_pattern,
    days_between,
    month_number,
    next_day,
    next_day_of_month,
    next_weekday,
    nth_weekday,
    shift,
    weekday_index,
)
from negotiation.understanding.english_numbers import NUMBER, parse_english_number

_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,? ((?:19|20)\d{2})\b(?! ?(?:pounds?|euros?|dollars?|quid|yuan|rmb|francs?|GBP|EUR|USD|people|guests)\b))?"
_NAMED = rf"(?:\b(?:{WEEKDAY}|(?:mon|tues?|wed|thu|thurs?|fri|sat|sun)\b\.?),?(?: the)? )?"
_SHORT_NAME = r"(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)(?![\w-])"
_TO = r"(?: ?[-–—] ?| (?:to|until|till|and|or|through) (?:the )?)"
_OFFSET = r"(days?|weeks?|fortnights?|months?)"
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 0}
_AFTER_DAY = r"(?= ?[.,;:!?)–—-]| ?$| ?\n| (?:at|in|for|from|and|or|if|to|we|i|with|please|around|near|until|so|but)\b)"

Days = tuple[date, ...]
Reading = Callable[[re.Match[str], date], Days]


def find_days(text: str, today: date) -> Iterator[tuple[re.Match[str], Days]]:
    """Yield every wording of one or more exact days with them; those that the calendar lacks are left out."""
    for pattern, read in _READINGS:
        for match in pattern.finditer(text):
            days = read(match, today)
            if days:
                yield match, days


def _full(match: re.Match[str], _: date) -> Days:
    return _one(make_date(int(match[1]), int(match[2]), int(match[3])))


def _numeric(match: re.Match[str], _: date) -> Days:
    day, month = int(match[1]), int(match[2])
    return _one(make_date(int(match[3]), month, day) or make_date(int(match[3]), day, month))


def _short(match: re.Match[str], today: date) -> Days:
    """Return the next day of numbers as in 28/11, the day first unless the calendar has no such day."""
    day, month = int(match[1]), int(match[2])
    return _one(next_day(month, day, today) or next_day(day, month, today))


def _days_of_month(match: re.Match[str], today: date) -> Days:
    """Return the days of a list as in "5, 12 and 19 December"."""
    numbers = re.findall(r"\d{1,2}", match[0][: match.start(1) - match.start()])
    days = (next_day(month_number(match[1]), int(number), today, _year(match[2])) for number in numbers)
    return tuple(sorted({day for day in days if day}))


def _day_month(match: re.Match[str], today: date) -> Days:
    return _one(next_day(month_number(match[2]), int(match[1]), today, _year(match[3])))


def _month_day(match: re.Match[str], today: date) -> Days:
    return _one(next_day(month_number(match[1]), int(match[2]), today, _year(match[3])))


def _day_range(match: re.Match[str], today: date) -> Days:
    return _range(match, match[1], match[3], match[4], (match[4], match[5]), today)


def _month_range(match: re.Match[str], today: date) -> Days:
    return _range(match, match[2], match[3], match[1], (match[1], match[4]), today)


def _long_range(match: re.Match[str], today: date) -> Days:
    return _range(match, match[1], match[3], match[2], (match[4], match[5]), today)


def _range(match: re.Match[str], low: str, high: str, month: str, end: tuple[str, str | None], today: date) -> Days:
    last = next_day(month_number(end[0]), int(high), today, _year(end[1]))
    first = last and next_day(month_number(month), int(low), last - timedelta(days=364))
    if not (first and last) or first > last:
        return ()
    if re.search(r"\d(?:st|nd|rd|th)? (?:and|or) ", match[0]) and not re.match(r"between", match[0], re.IGNORECASE):
        return (first, last)
    return days_between(max(first, today), last)


def _day_of_month(match: re.Match[str], today: date) -> Days:
    days = (next_day_of_month(int(day), today) for day in re.findall(r"\d{1,2}", match[0]))
    return tuple(day for day in days if day)


def _near(match: re.Match[str], today: date) -> Days:
    words = match[1].lower()
    ahead = 2 if "after" in words else 1 if words.startswith(("tom", "tm", "2m")) else 0
    return (shift(today, ahead),)


def _offset(match: re.Match[str], today: date) -> Days:
    amount = 1 if (match[1] or "a").lower() in ("a", "an") else parse_english_number(match[1])
    if not amount or amount > 1000:
        return ()
    unit = match[2].lower()
    if unit.startswith("month"):
        return (add_months(today, amount),)
    return (shift(today, amount * (14 if unit.startswith("fort") else 7 if unit.startswith("week") else 1)),)


def _weekday(match: re.Match[str], today: date) -> Days:
    lead = (match[1] or "").lower()
    names = re.findall(WEEKDAY, match[0], re.IGNORECASE)
    if lead == "this" and [weekday_index(name) for name in names] == [today.weekday()]:
        return (today,)
    following = lead == "next"
    return tuple(sorted({next_weekday(weekday_index(name), today, following=following) for name in names}))


def _abbreviated(match: re.Match[str], today: date) -> Days:
    """Return the next days of names as in "tue or wed", which count without a capital only side by side."""
    names = re.findall(r"\b(?:mon|tue|wed|thu|fri|sat|sun)", match[0], re.IGNORECASE)
    return tuple(sorted({next_weekday(weekday_index(name), today) for name in names}))


def _weekday_after(match: re.Match[str], today: date) -> Days:
    name, weeks = re.search(WEEKDAY, match[0], re.IGNORECASE), 2 if "fortnight" in match[0].lower() else 1
    return (shift(next_weekday(weekday_index(name[0]), today), 7 * weeks),) if name else ()


def _weekday_after_next(match: re.Match[str], today: date) -> Days:
    return (shift(next_weekday(weekday_index(match[1]), today, following=True), 7),)


def _weekend(match: re.Match[str], today: date) -> Days:
    words = match[0].lower()
    weeks = 2 if "after next" in words else 1 if "next" in words or "in a week" in words else 0
    saturday = shift(today, 5 - today.weekday() + 7 * weeks)
    return tuple(day for day in (saturday, shift(saturday, 1)) if day >= today)


def _weekend_of(match: re.Match[str], today: date) -> Days:
    day = next_day(month_number(match[2]), int(match[1]), today, _year(match[3]))
    saturday = shift(day, 5 - day.weekday()) if day else None
    return (saturday, shift(saturday, 1)) if saturday else ()


def _week_of(match: re.Match[str], today: date) -> Days:
    day = next_day(month_number(match[2]), int(match[1]), today, _year(match[3]))
    return days_between(max(day, today), shift(day, 6)) if day else ()


def _week(match: re.Match[str], today: date) -> Days:
    monday = shift(today, -today.weekday())
    weeks = 2 if "after next" in match[0].lower() else 1 if "next" in match[0].lower() else 0
    return tuple(day for day in (shift(monday, 7 * weeks + offset) for offset in range(7)) if day >= today)


def _week_ahead(match: re.Match[str], today: date) -> Days:
    end = _offset(match, today)
    return days_between(today, end[0]) if end else ()


def _nth(match: re.Match[str], today: date) -> Days:
    place, month = _ORDINALS[match[1].lower()], month_number(match[3])
    weekend = match[2].lower() == "weekend"
    for year in (int(match[4]),) if match[4] else (today.year, min(today.year + 1, date.max.year)):
        day = nth_weekday(year, month, 5 if weekend else weekday_index(match[2]), place)
        if match[4] or day >= today:
            return (day, shift(day, 1)) if weekend else (day,)
    return ()


def _feast(match: re.Match[str], today: date) -> Days:
    name = next(name for name in FEASTS if compile_pattern(name).fullmatch(match[1]))
    return _one(next_day(*FEASTS[name], today))


def _one(day: date | None) -> Days:
    return (day,) if day else ()


def _year(text: str | None) -> int | None:
    return int(text) if text and int(text) else None


_READINGS: tuple[tuple[re.Pattern[str], Reading], ...] = tuple(
    (compile_pattern(pattern), read)
    for pattern, read in (
        (rf"{_NAMED}(?<![\d/.-])(\d{{4}})[-/.](\d{{1,2}})[-/.](\d{{1,2}})(?![\d/-])", _full),
        (rf"{_NAMED}(?<![\d/.-])(\d{{1,2}})[/.-](\d{{1,2}})[/.-](\d{{4}})(?![\d/-])", _numeric),
        (rf"{_NAMED}(?<![\d.,£$€])\b{_DAY}(?: of)? ({MONTH}){_YEAR}", _day_month),
        (rf"{_NAMED}\b({MONTH}) (?:the )?{_DAY}(?![\d:]|[-–]\d| ?[ap]m\b){_YEAR}", _month_day),
        (
            rf"{_NAMED}(?<![\d.,£$€])\b(?:(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?:, ?| ?& ?|,? (?:and"
            rf"|or) )){{2,6}}(?:the )?"
            rf"\d{{1,2}}(?:st|nd|rd|th)?(?: of)? ({MONTH}){_YEAR}",
            _days_of_month,
        ),
        (r"(?<=[.,;(] )(\d{1,2})/(\d{1,2})(?= ?[.,;)])", _short),
        (rf"\b(?:on |from |until |till |by |before |{WEEKDAY} )(\d{{1,2}})/(\d{{1,2}})(?![\d/])", _short),
        (
            rf"(?<!to )(?:(?:between|(?<!apart )(?<!aside )from) )?(?:the )?{_NAMED}(?<![\d.,£$€])\b"
            rf"{_DAY}({_TO}){_NAMED}{_DAY}(?: of)? "
            rf"({MONTH}){_YEAR}",
            _day_range,
        ),
        (rf"(?:(?:between|from) )?\b({MONTH}) {_DAY}{_TO}{_DAY}(?![\d:]){_YEAR}", _month_range),
        (
            rf"(?:(?:between|from) )?{_NAMED}(?<![\d.,£$€])\b{_DAY}(?: of)? ({MONTH}){_TO}{_NAMED}{_DAY}(?: of)? "
            rf"({MONTH}){_YEAR}",
            _long_range,
        ),
        (
            rf"{_NAMED}\bthe \d{{1,2}}(?:st|nd|rd|th)(?: (?:and|or) (?:the )?\d{{1,2}}(?:st|nd|rd|th))?{_AFTER_DAY}",
            _day_of_month,
        ),
        (rf"\b{WEEKDAY} \d{{1,2}}(?:st|nd|rd|th){_AFTER_DAY}", _day_of_month),
        (r"\b(the day after tomorrow|today|tonight|tomorrow|tomm?or+ow|tmrw|tmr|2moro?w?)\b(?! (?:we|i) )", _near),
        (rf"\bin (a|an|{NUMBER})(?: more)? {_OFFSET}(?:['’]s?)?(?: time)?\b(?! of\b)", _offset),
        (rf"\b(a|an|{NUMBER}) {_OFFSET} from (?:now|today)\b", _offset),
        (rf"\b(?:within|(?:with)?(?:in|over|during) the next) (?:(a|an|{NUMBER}) )?{_OFFSET}\b", _week_ahead),
        (
            r"(?<!every )(?<!each )(?<!other )(?<!a free )(?<!a spare )(?<!a quiet )(?<!a dry )\b(?:(this"
            r"|next|coming|the coming|this coming|on|for"
            rf"|the) )?(?!{WEEKDAY}(?:(?:, | and | or |/){WEEKDAY})+ (?:mornings|afternoons|evenings|nights"
            rf"|lunchtimes)\b)"
            rf"{WEEKDAY}(?:(?:,? (?:and|or) |/|, (?={WEEKDAY},? (?:and|or) ))(?:on )?{WEEKDAY})*(?![a-z]"
            r"|['’]s [a-z]| (?:week|fortnight|after next)\b)(?! (?:mornings|afternoons|evenings|nights"
            r"|lunchtimes)\b)",
            _weekday,
        ),
        (
            rf"\b(?:a (?:week|fortnight) (?:on|from|after) (?:next )?{WEEKDAY}|{WEEKDAY} (?:week|fortnight))\b(?! of)",
            _weekday_after,
        ),
        (rf"\bthe ({WEEKDAY}) after next\b", _weekday_after_next),
        (
            r"\b(?:this|next|this coming|the coming|coming|at the|over the|on the"
            r"|the) weekend(?: after next)?\b(?! of\b| in\b)",
            _weekend,
        ),
        (
            rf"\b(?:the |in the )?week (?:of|beginning|commencing|starting"
            rf"|from) (?:{WEEKDAY},? )?(?:the )?{_DAY}(?: of)? ({MONTH}){_YEAR}",
            _week_of,
        ),
        (rf"\b(?:the )?weekend of (?:the )?{_DAY}(?: of)? ({MONTH}){_YEAR}", _weekend_of),
        (
            rf"\b{_SHORT_NAME}(?: or |/| and ){_SHORT_NAME}\b",
            _abbreviated,
        ),
        (r"\b(?:this|next|the) week(?: after next)?\b(?<!the week)(?! (?:of|before)\b)|\bthe week after next\b", _week),
        (rf"\b(?:the )?({'|'.join(_ORDINALS)}) ({WEEKDAY}|weekend) (?:of|in) ({MONTH}){_YEAR}", _nth),
        (
            rf"\b({'|'.join(FEASTS)})\b(?! (?:party|parties|dinner|lunch|dance|ball|fair|event|costume|concert"
            r"|supper))",
            _feast,
        ),
    )
)
