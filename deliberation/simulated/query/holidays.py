"""Days that are named instead of dated: festivals of China and of the West, and the turns of the year."""

import re
from collections.abc import Callable
from datetime import date, timedelta

SPRING_FESTIVALS = (
    *("2025-01-29", "2026-02-17", "2027-02-06", "2028-01-26", "2029-02-13", "2030-02-03", "2031-01-23"),
    *("2032-02-11", "2033-01-31", "2034-02-19", "2035-02-08", "2036-01-28", "2037-02-15", "2038-02-04"),
)
DRAGON_BOATS = (
    *("2025-05-31", "2026-06-19", "2027-06-09", "2028-05-28", "2029-06-16", "2030-06-05", "2031-06-24"),
    *("2032-06-12", "2033-06-01", "2034-06-20", "2035-06-10"),
)
MID_AUTUMNS = (
    *("2025-10-06", "2026-09-25", "2027-09-15", "2028-10-03", "2029-09-22", "2030-09-12", "2031-10-01"),
    *("2032-09-19", "2033-09-08", "2034-09-27", "2035-09-16"),
)

SEVENTH_EVENINGS = ("2026-08-19", "2027-08-08", "2028-08-26", "2029-08-16", "2030-08-05")
DOUBLE_NINTHS = ("2026-10-18", "2027-10-08", "2028-10-26", "2029-10-16", "2030-10-05")

SOLAR_TERMS = (
    *(
        ("立春", 2, 4),
        ("惊蛰", 3, 5),
        ("春分", 3, 20),
        ("谷雨", 4, 20),
        ("立夏", 5, 5),
        ("芒种", 6, 5),
        ("夏至", 6, 21),
    ),
    *(
        ("立秋", 8, 7),
        ("处暑", 8, 23),
        ("白露", 9, 7),
        ("秋分", 9, 23),
        ("寒露", 10, 8),
        ("霜降", 10, 23),
        ("立冬", 11, 7),
    ),
)
"""Turns of the solar year, to within a day."""


def _listed(days: tuple[str, ...], shift: int = 0) -> Callable[[int], date | None]:
    by_year = {int(day[:4]): date.fromisoformat(day) + timedelta(days=shift) for day in days}
    return by_year.get


def _fixed(month: int, day: int) -> Callable[[int], date | None]:
    return lambda year: date(year, month, day)


def _easter(year: int) -> date:
    """Return Easter Sunday by the anonymous Gregorian algorithm."""
    golden, century, rest = year % 19, year // 100, year % 100
    leap, part = divmod(century, 4)
    correction = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - leap - correction + 15) % 30
    quarter, remainder = divmod(rest, 4)
    weekday = (32 + 2 * part + 2 * quarter - epact - remainder) % 7
    shift = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * shift + 114, 31)
    return date(year, month, day + 1)


def _nth_weekday(month: int, weekday: int, nth: int) -> Callable[[int], date | None]:
    def find(year: int) -> date:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))

    return find


_NAMED_DAYS: tuple[tuple[str, Callable[[int], date | None]], ...] = (
    (r"除夕|大年三十|年三十|(?<![\d一二两三四五六七八九十几半多去今明前整来数])年前(?!的)", _listed(SPRING_FESTIVALS, -1)),
    (r"春节|过年|大年初一|农历新年|(?<=[回])老家过年|chinese new year|lunar new year|spring festival", _listed(SPRING_FESTIVALS)),
    (r"元宵节?|lantern festival", _listed(SPRING_FESTIVALS, 14)),
    (r"端午节?|dragon boat", _listed(DRAGON_BOATS)),
    (r"中秋节?|mid-autumn", _listed(MID_AUTUMNS)),
    (r"元旦|新年(?!会|快乐)|跨年|new year(?:'?s)?(?: day)?(?!'?s? eve| eve)", _fixed(1, 1)),
    (r"new year'?s eve", _fixed(12, 31)),
    (r"情人节|valentine'?s?(?: day)?", _fixed(2, 14)),
    (r"妇女节|三八节", _fixed(3, 8)),
    (r"清明节?", _fixed(4, 5)),
    (r"五一(?:节|劳动节|假期|长假|黄金周)?(?!班)|劳动节|may day|labou?r day", _fixed(5, 1)),
    (r"六一(?:儿童节)?|儿童节", _fixed(6, 1)),
    *((name, _fixed(month, day)) for name, month, day in SOLAR_TERMS),
    (r"高考", _fixed(6, 7)),
    (r"教师节", _fixed(9, 10)),
    (r"国庆节?|十一(?:假期|长假|黄金周)|national day", _fixed(10, 1)),
    (r"双十一|双11", _fixed(11, 11)),
    (r"万圣节|halloween", _fixed(10, 31)),
    (r"圣诞节?|christmas(?! eve)|xmas(?! eve)", _fixed(12, 25)),
    (r"good friday", lambda year: _easter(year) - timedelta(days=2)),
    (r"easter monday", lambda year: _easter(year) + timedelta(days=1)),
    (r"shrove tuesday|pancake day|mardi gras", lambda year: _easter(year) - timedelta(days=47)),
    (r"whitsun|pentecost", lambda year: _easter(year) + timedelta(days=49)),
    (r"easter(?: sunday)?(?! monday)|复活节", _easter),
    (r"christmas eve|平安夜", _fixed(12, 24)),
    (r"boxing day", _fixed(12, 26)),
    (r"st\.? patrick'?s(?: day)?", _fixed(3, 17)),
    (r"bonfire night|guy fawkes(?: night)?", _fixed(11, 5)),
    (r"双十二", _fixed(12, 12)),
    (r"冬至", _fixed(12, 21)),
    (r"七夕", _listed(SEVENTH_EVENINGS)),
    (r"重阳节?", _listed(DOUBLE_NINTHS)),
    (r"thanksgiving|感恩节", _nth_weekday(11, 3, 4)),
    (r"mother'?s day|母亲节", _nth_weekday(5, 6, 2)),
    (r"father'?s day|父亲节", _nth_weekday(6, 6, 3)),
    (r"independence day|fourth of july|4th of july", _fixed(7, 4)),
    (r"暑假|(?:the )?summer (?:holidays?|break|vacation)", _fixed(7, 1)),
    (r"寒假", _fixed(1, 20)),
    (r"开学", _fixed(9, 1)),
    (r"春天|入春|开春|\bspring\b(?! (?:roll|water|festival|clean))", _fixed(3, 20)),
    (r"夏天|入夏|\bsummer\b", _fixed(6, 1)),
    (r"秋天|入秋|\bautumn\b", _fixed(9, 1)),
    (r"冬天|入冬|\bwinter\b", _fixed(12, 1)),
)  # fmt: skip
_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), find) for pattern, find in _NAMED_DAYS)

_LEAD = re.compile(r"(?:(?P<year>\d{4})年?|(?P<word>明年|今年|next|this))\s*(?:的)?$", re.IGNORECASE)
_NEXT = ("明年", "next", "Next")


def find_named_days(text: str, today: date) -> list[tuple[int, int, date | None]]:
    """Return span and next occurrence of each named day of a text; None for one outside the tables."""
    found: list[tuple[int, int, date | None]] = []
    for pattern, find in _PATTERNS:
        for match in pattern.finditer(text):
            lead = _LEAD.search(text[max(0, match.start() - 9) : match.start()])
            start, years = match.start(), [today.year, today.year + 1]
            if lead:
                start = match.start() - len(lead[0])
                years = [int(lead["year"]) if lead["year"] else today.year + (lead["word"] in _NEXT)]
            days = [day for year in years if (day := find(year)) and day > today]
            found.append((start, match.end(), days[0] if days else None))
    return found
