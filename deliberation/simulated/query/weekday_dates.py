"""Dates that are counted or spelled: "a week on Thursday", "the last Friday in November", "3 to 5 March", "on the 21st"."""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial

from deliberation.simulated.query.calendar_dates import PRECISE, DateMention, add_months, find_dates
from deliberation.simulated.query.date_offsets import find_offsets
from deliberation.simulated.query.numerals import CHINESE_NUMBER, parse_number

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTH = r"(?P<month>january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
_WEEKDAY = r"(?P<day>monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|today)"

_WEEK_ON = re.compile(
    rf"\b(?:(?P<number>a|one|two|three) (?P<unit>week|fortnight|weeks)|(?P<bare>fortnight)) (?:on|from|after|next|this coming) (?:this |next |this coming )?{_WEEKDAY}\b",
    re.IGNORECASE,
)
_DAY_WEEK = re.compile(rf"\b{_WEEKDAY} (?P<unit>week|fortnight)\b(?!s|ly|'s)", re.IGNORECASE)
_AFTER_NEXT = re.compile(rf"\b(?:the )?{_WEEKDAY} after next\b", re.IGNORECASE)
_NTH = re.compile(
    rf"\b(?:the )?(?P<nth>first|second|third|fourth|last|1st|2nd|3rd|4th) (?P<day>{'|'.join(_WEEKDAYS)})\w* (?:in|of) {_MONTH}\b",
    re.IGNORECASE,
)
_NTH_WEEK = re.compile(
    rf"\b(?:the )?(?P<nth>first|second|third|fourth|last) (?P<part>week|weekend|half|third) (?:in|of) {_MONTH}\b",
    re.IGNORECASE,
)
_NTH_ZH = re.compile(
    rf"(?P<month>{CHINESE_NUMBER})月(?:份)?的?(?:第(?P<nth>[一二三四])|最后一)个?(?:周|星期|礼拜)(?P<day>[一二三四五六日天])"
)
_NTHS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 5}
_HALF_YEAR = re.compile(
    r"(?P<word>明年|今年|来年)?的?(?P<half>上|下)半年|\b(?:the )?(?P<half_en>first|second) half of (?P<word_en>the|this|next) year\b",
    re.IGNORECASE,
)
_RANGE_ZH = re.compile(
    rf"(?:(?P<month>\d{{1,2}})月)(?P<first>\d{{1,2}})[号日]?\s*(?:到|至|-|–|~|和|、)\s*(?P<day>{CHINESE_NUMBER})[号日]"
)
_RANGE_EN = re.compile(
    rf"\b(?P<first>\d{{1,2}})(?:st|nd|rd|th)?(?: and | to | or | until |-|–| - )(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}\b"
    rf"|\b(?P<month_first>{'|'.join(_MONTHS)})\w* (?P<first_b>\d{{1,2}})(?:st|nd|rd|th)?(?: and | to | or |-|–| - )(?:the )?(?P<day_b>\d{{1,2}})(?:st|nd|rd|th)?\b",
    re.IGNORECASE,
)
_QUARTER = re.compile(
    r"\b(?:the )?(?:end of |close of )?(?P<which>the|this|next) quarter\b|(?P<zh>这个?|本|下个?)季度(?:末|底|结束)?|(?<![一二三四1-4])季度[末底]",
    re.IGNORECASE,
)
_DAY_OF_MONTH = re.compile(
    r"\b(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)? of (?P<which>this month|next month|the month after(?: next)?)\b",
    re.IGNORECASE,
)
_SAME_DAY_ZH = re.compile(rf"(?P<number>{CHINESE_NUMBER})(?P<unit>个月|年|周|个?星期)(?:之?后|以后)的(?:今天|这一?天)")
_ORDINAL_DAYS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    *("twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"),
    *("twentieth", "twenty-first", "twenty-second", "twenty-third", "twenty-fourth", "twenty-fifth", "twenty-sixth"),
    *("twenty-seventh", "twenty-eighth", "twenty-ninth", "thirtieth", "thirty-first"),
)
_ORDINAL = re.compile(
    rf"\b(?:the )?(?P<ordinal>{'|'.join(sorted(_ORDINAL_DAYS, key=len, reverse=True))}) (?:of )?{_MONTH}\b",
    re.IGNORECASE,
)
_NUMERIC = re.compile(r"\b(?P<first>\d{1,2})[/.-](?P<second>\d{1,2})[/.-](?P<year>\d{4})\b")
_BARE_ORDINAL = re.compile(
    r"\b(?:on|by|before|until|till|from|due) (?:the )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)\b(?! (?:of |birthday|floor|anniversary|century|grade|time|street|ave))",
    re.IGNORECASE,
)


def find_mentions(text: str, today: date) -> list[DateMention]:
    """Return the dates of a text, those that are counted from another day instead of that day."""
    plain = find_dates(text, today)
    own = [*_weekdays(text, today), *_parts(text, today), *_numeric(text, plain, today)]
    plain = _without_overlap([*own, *plain])
    return _without_overlap([*find_offsets(text, plain), *plain])


def _without_overlap(found: list[DateMention]) -> list[DateMention]:
    """Return the dates that overlap none before them in the list, in the order of the text."""
    chosen: list[DateMention] = []
    for each in found:
        if all(each.end <= other.start or other.end <= each.start for other in chosen):
            chosen.append(each)
    return sorted(chosen, key=lambda each: each.start)


def _next_weekday(word: str, today: date) -> date:
    if word.lower() in ("today", "tomorrow"):
        return today + timedelta(days=word.lower() == "tomorrow")
    return today + timedelta(days=(_WEEKDAYS.index(word[:3].lower()) - today.weekday() - 1) % 7 + 1)


def _weekdays(text: str, today: date) -> Iterator[DateMention]:
    for match in _WEEK_ON.finditer(text):
        weeks = {"two": 2, "three": 3}.get((match["number"] or "a").lower(), 1)
        weeks *= 2 if "fortnight" in (match["unit"] or match["bare"]).lower() else 1
        yield DateMention(*match.span(), _next_weekday(match["day"], today) + timedelta(days=7 * weeks), PRECISE, True)
    for match in _DAY_WEEK.finditer(text):
        weeks = 2 if match["unit"].lower() == "fortnight" else 1
        yield DateMention(*match.span(), _next_weekday(match["day"], today) + timedelta(days=7 * weeks), PRECISE, True)
    for match in _AFTER_NEXT.finditer(text):
        yield DateMention(*match.span(), _next_weekday(match["day"], today) + timedelta(days=7), PRECISE, True)


def _parts(text: str, today: date) -> Iterator[DateMention]:
    """Yield the days that are named by their place in a month or year."""
    for match in _NTH.finditer(text):
        month, weekday = _MONTHS.index(match["month"][:3].lower()) + 1, _WEEKDAYS.index(match["day"].lower())
        yield DateMention(
            *match.span(), _later_year(today, month, partial(_nth, weekday=weekday, nth=match["nth"])), PRECISE, True
        )
    for match in _NTH_ZH.finditer(text):
        month, weekday = (
            round(parse_number(match["month"]) or 0),
            "一二三四五六日".index(match["day"].replace("天", "日")),
        )
        if 1 <= month <= 12:
            nth = ("first", "second", "third", "fourth")["一二三四".index(match["nth"])] if match["nth"] else "last"
            yield DateMention(
                *match.span(), _later_year(today, month, partial(_nth, weekday=weekday, nth=nth)), PRECISE, True
            )
    for match in _NTH_WEEK.finditer(text):
        month = _MONTHS.index(match["month"][:3].lower()) + 1
        part, nth = match["part"].lower(), _NTHS[match["nth"].lower()]
        yield DateMention(*match.span(), _later_year(today, month, partial(_part_end, part=part, nth=nth)), PRECISE)
    yield from _this_quarter(text, today)
    for match in _HALF_YEAR.finditer(text):
        is_first = match["half"] == "上" or (match["half_en"] or "").lower() == "first"
        is_next = match["word"] in ("明年", "来年") or (match["word_en"] or "").lower() == "next"
        day = date(today.year + is_next, 6 if is_first else 12, 30 if is_first else 31)
        if day > today:
            yield DateMention(*match.span(), day, PRECISE)


def _this_quarter(text: str, today: date) -> Iterator[DateMention]:
    for match in _QUARTER.finditer(text):
        is_next = (match["which"] or "").lower() == "next" or (match["zh"] or "").startswith("下")
        first = date(today.year, 3 * ((today.month - 1) // 3) + 1, 1)
        yield DateMention(*match.span(), add_months(first, 3 + 3 * is_next) - timedelta(days=1), PRECISE, True)
    for match in _DAY_OF_MONTH.finditer(text):
        which = match["which"].lower()
        month = add_months(today.replace(day=1), 0 if "this" in which else 1 if which == "next month" else 2)
        yield DateMention(*match.span(), _day(month.year, month.month, int(match["day"])), PRECISE, True)
    for match in _SAME_DAY_ZH.finditer(text):
        number, unit = round(parse_number(match["number"]) or 0), match["unit"]
        if 0 < number < 100:
            is_weeks = "周" in unit or "星期" in unit
            months = number * (12 if unit == "年" else 1)
            day = today + timedelta(days=7 * number) if is_weeks else add_months(today, months)
            yield DateMention(*match.span(), day, PRECISE, True)


def _later_year(today: date, month: int, find: Callable[[date], date]) -> date:
    found = find(date(today.year, month, 1))
    return found if found >= today else find(date(today.year + 1, month, 1))


def _nth(first: date, weekday: int, nth: str) -> date:
    start = first + timedelta(days=(weekday - first.weekday()) % 7)
    number = _NTHS[nth.lower()]
    days = [day for week in range(5) if (day := start + timedelta(days=7 * week)).month == first.month]
    return days[-1] if number == 5 else days[number - 1]


def _part_end(first: date, part: str, nth: int) -> date:
    """Return the last day of a week, weekend or half of a month."""
    last = add_months(first, 1) - timedelta(days=1)
    if part == "half":
        return first.replace(day=15) if nth == 1 else last
    if part == "weekend":
        return _nth(first, 6, "last" if nth == 5 else ("first", "second", "third", "fourth")[nth - 1])
    return last if nth == 5 or part == "third" else first.replace(day=7 * nth)


def _numeric(text: str, plain: list[DateMention], today: date) -> Iterator[DateMention]:
    """Yield the days of ranges, of numbers with a year, of spelled ordinals, and of ordinals without a month."""
    for match in _RANGE_ZH.finditer(text):
        is_open = re.match(r"[号日]?(?:之间|以内|之内|期间)", text[match.end() :]) is not None
        day = parse_number(match["day" if is_open else "first"]) or 0
        yield DateMention(*match.span(), _dated(today, int(match["month"]), int(day)), PRECISE)
    for match in _RANGE_EN.finditer(text):
        month = _MONTHS.index((match["month"] or match["month_first"])[:3].lower()) + 1
        is_open = re.search(r"\b(?:between|any ?time|sometime)\b[^,.;]{0,20}$", text[: match.start()], re.IGNORECASE)
        day = (match["day"] or match["day_b"]) if is_open else (match["first"] or match["first_b"])
        yield DateMention(*match.span(), _dated(today, month, int(day)), PRECISE)
    for match in _ORDINAL.finditer(text):
        month = _MONTHS.index(match["month"][:3].lower()) + 1
        yield DateMention(
            *match.span(), _dated(today, month, 1 + _ORDINAL_DAYS.index(match["ordinal"].lower())), PRECISE
        )
    for match in _NUMERIC.finditer(text):
        numbers, year = (int(match["first"]), int(match["second"])), int(match["year"])
        days = [day for month, day_ in (numbers, numbers[::-1]) if (day := _day(year, month, day_)) and day >= today]
        yield DateMention(*match.span(), min(days, default=None), PRECISE)
    for match in _BARE_ORDINAL.finditer(text):
        before = [
            each.day
            for each in plain
            if each.day and each.end <= match.start() and (each.precision == PRECISE or match.start() - each.end <= 3)
        ]
        number = int(match["day"])
        near = _day(before[-1].year, before[-1].month, number) if before else None
        if not near or near < today:
            month = today if number > today.day else add_months(today.replace(day=1), 1)
            near = _day(month.year, month.month, number)
        yield DateMention(*match.span(), near, PRECISE)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _dated(today: date, month: int, day: int) -> date | None:
    found = _day(today.year, month, day)
    return _day(today.year + 1, month, day) if found and found < today else found
