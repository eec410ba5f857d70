"""Parser of amounts of money, dates, durations and numbers of people in Chinese and English text (TW-501)."""

import re
from datetime import date, timedelta
from typing import Literal

_DIGITS = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_NUMBER_PATTERN = r"(?:(?:\d{1,3}(?:,\d{3}){1,4}(?!\d)|\d{1,15})(?:\.\d{1,4})?|[零〇一二两三四五六七八九十百千]{1,9})"

CURRENCY_PATTERN = r"(?:元|块钱?|人民币|rmb|yuan|cny|usd|dollars?|euros?|eur|gbp|pounds?)"
"""Pattern of the currency names after an amount; match it without regard to case."""

NO_BUDGET_PATTERN = re.compile(
    r"(?:没有?|无)预算(?!上限|限制|要求)|没有?钱|都?是?义务|免费最好|免费|[零0]预算|预算(?:为|是)?零元?|无偿|"
    r"\b(?:no|zero) (?:budget|money)\b(?! limit| cap| constraint| to speak of| to talk of)|"
    r"\b(?:without (?:a |any )?budget|free of charge|for free|unpaid)\b",
    re.IGNORECASE,
)
"""Pattern of phrases that say that nothing is paid, other than an amount of 0."""

_YUAN_PER_UNIT = {
    "$": 7.0,
    "us$": 7.0,
    "usd": 7.0,
    "dollar": 7.0,
    "€": 8.0,
    "eur": 8.0,
    "euro": 8.0,
    "£": 9.0,
    "gbp": 9.0,
}
_SUM_PATTERN = re.compile(
    rf"(?P<sign>[¥￥$€£])?\s*(?P<number>{_NUMBER_PATTERN})\s*(?P<scale>万|千|k\b)?\s*"
    rf"(?P<unit>{CURRENCY_PATTERN})?",
    re.IGNORECASE,
)
_PEOPLE_PATTERN = re.compile(
    rf"(?:(?P<low>{_NUMBER_PATTERN})\s*(?:-|–|~|～|到|至|to)\s*)?(?P<number>{_NUMBER_PATTERN})\s*(?:多|来)?\s*"
    r"(?:个人|人|位|名|(?:[^\W\d]\w{0,19}\s+)?(?:people|persons|guests|attendees|participants|visitors|kids|children|students|"
    r"employees|colleagues|friends|adults|members)\b)",
    re.IGNORECASE,
)
_DATE_PATTERN = re.compile(r"(?<!\d)(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?!\d)")
_DURATION_PATTERN = re.compile(
    rf"(?P<number>{_NUMBER_PATTERN}|a|an|one|two|three|four|five|six)\s*(?:个)?\s*"
    r"(?P<unit>天|日|周|星期|礼拜|月|days?|weeks?|months?)",
    re.IGNORECASE,
)
_WEEKDAYS_ZH = "一二三四五六日"
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CHINESE_WEEKDAY_PATTERN = re.compile(r"(?:周|星期|礼拜)([一二三四五六日天])")
_ENGLISH_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def parse_number(text: str) -> float | None:
    """Return the number that the whole text is: 1,500 or 2.5, or Chinese numerals up to 千; None for any other text."""
    plain = text.replace(",", "")
    try:
        return float(plain)
    except ValueError:
        return _parse_chinese_number(plain)


def parse_money(text: str) -> int | None:
    """Return the first amount of money in a text, in whole yuan, rounded; None without any.

    An amount has a currency sign or name (¥, 元, $, €, £, euros …) or a unit (千, 万, k), as in 3,000元, 3万, 5k and $500;
    only if there is none, the first bare number counts. Dollars count 7 yuan, euros 8, pounds 9.
    """
    amounts = [match for match in _SUM_PATTERN.finditer(text) if parse_number(match["number"]) is not None]
    with_unit = [match for match in amounts if match["sign"] or match["unit"] or match["scale"]]
    return next(map(_to_yuan, with_unit or amounts), None)


def parse_people_count(text: str) -> int | None:
    """Return the first number of people in a text, as in 60人, 二十位 or 25 guests; None without one.

    Of a range (50-60人, 10 to 15 people) it is the upper end; of a fraction the whole part.
    """
    match = _PEOPLE_PATTERN.search(text)
    value = parse_number(match["number"]) if match else None
    return None if value is None else int(value)


def find_money(text: str, yuan: int) -> tuple[int, int] | None:
    """Return the offsets (start, end) of the first amount of money in a text that equals `yuan`; None without one.

    Only amounts with a currency or a unit such as thousand count.
    """
    return next(
        (
            (match.start() + len(match[0]) - len(match[0].lstrip()), match.start() + len(match[0].rstrip()))
            for match in _SUM_PATTERN.finditer(text)
            if (match["sign"] or match["unit"] or match["scale"])
            and parse_number(match["number"]) is not None
            and _to_yuan(match) == yuan
        ),
        None,
    )


def find_people_count(text: str, people: int) -> tuple[int, int] | None:
    """Return the offsets (start, end) of the first number of people that equals `people`; None without one.

    Of a range, the upper end is compared, and the offsets are those of the whole range.
    """
    found = (match for match in _PEOPLE_PATTERN.finditer(text) if parse_number(match["number"]) == people)
    match = next(found, None)
    return match and (match.start("low") if match["low"] else match.start("number"), match.end("number"))


def find_date(text: str, day: date) -> tuple[int, int] | None:
    """Return the offsets (start, end) of the first full date (see `parse_dates`) equal to `day`; None without one."""
    return next((match.span() for match in _DATE_PATTERN.finditer(text) if parse_dates(match[0]) == (day,)), None)


def parse_dates(text: str) -> tuple[date, ...]:
    """Return the full dates in a text, in text order, duplicates included; impossible ones are skipped.

    A full date is year (four digits), month and day with `-`, `/` or `.` between them, or 年, 月 and 日: 2026-02-15,
    2026/2/15, 2026年2月15日. Dates with the names of months are not recognized.
    """
    found: list[date] = []
    for year, month, day in _DATE_PATTERN.findall(text):
        try:
            found.append(date(int(year), int(month), int(day)))
        except ValueError:
            continue
    return tuple(found)


def parse_duration(text: str) -> timedelta | None:
    """Return the first duration in a text, as in 3天, 两周, 1 month or two weeks; None without one.

    A month has 30 days. Durations over 3650 days are cut to 3650.
    """
    match = _DURATION_PATTERN.search(text)
    if match is None:
        return None
    amount = _ENGLISH_NUMBERS.get(match["number"].lower()) or parse_number(match["number"])
    unit = match["unit"].lower()
    days = 30 if unit.startswith(("月", "month")) else 7 if unit.startswith(("周", "星", "礼", "week")) else 1
    return None if amount is None else timedelta(days=min(amount * days, 3650))


def parse_weekdays(text: str) -> frozenset[int]:
    """Return the weekdays that a text names (周六, 星期天, Saturday), from 0 (Monday) to 6 (Sunday); empty without any."""
    chinese = {
        _WEEKDAYS_ZH.index(character.replace("天", "日")) for character in _CHINESE_WEEKDAY_PATTERN.findall(text)
    }
    return frozenset(chinese | {index for index, name in enumerate(_WEEKDAYS) if name.lower() in text.lower()})


def weekday_name(weekday: int, language: Literal["zh", "en"]) -> str:
    """Return the name of a weekday from 0 (Monday) to 6 (Sunday): 周一 in Chinese, Monday in English."""
    return "周" + _WEEKDAYS_ZH[weekday] if language == "zh" else _WEEKDAYS[weekday]


def _to_yuan(match: re.Match[str]) -> int:
    scale = {"万": 10_000, "千": 1000, "k": 1000}.get((match["scale"] or "").lower(), 1)
    currency = (match["sign"] or match["unit"] or "").lower()
    rate = _YUAN_PER_UNIT.get(
        currency, _YUAN_PER_UNIT.get(currency.rstrip("s"), 9.0 if currency.startswith("pound") else 1.0)
    )
    return min(round((parse_number(match["number"]) or 0) * scale * rate), 10**12)


def _parse_chinese_number(text: str) -> float | None:
    if not text or any(character not in _DIGITS and character not in _UNITS for character in text):
        return None
    total, current = 0, 0
    for character in text:
        if character in _DIGITS:
            current = _DIGITS[character]
        else:
            total += (current or 1) * _UNITS[character]
            current = 0
    return float(total + current)
