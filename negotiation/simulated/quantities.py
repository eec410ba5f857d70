"""How much and when: the sums, days and numbers of people that a text names, in Chinese and English (TW-501)."""

import re
from datetime import date, timedelta
from typing import Literal

_DIGIT = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_UNIT = {"十": 10, "百": 100, "千": 1000}
_NUMBER = r"(?:(?:\d{1,3}(?:,\d{3}){1,4}(?!\d)|\d{1,15})(?:\.\d{1,4})?|[零〇一二两三四五六七八九十百千]{1,9})"

CURRENCY = r"(?:元|块钱?|人民币|rmb|yuan|cny|usd|dollars?|euros?|eur|gbp|pounds?)"
"""A pattern for the words after a sum that say in which currency it is, in any case."""

NO_MONEY = re.compile(
    r"(?:没有?|无)预算(?!上限|限制|要求)|没有?钱|都?是?义务|免费最好|免费|[零0]预算|预算(?:为|是)?零元?|无偿|"
    r"\b(?:no|zero) (?:budget|money)\b(?! limit| cap| constraint)(?: to speak of)?|"
    r"\b(?:without (?:a |any )?budget|free of charge|for free|unpaid)\b",
    re.IGNORECASE,
)
"""A pattern for the words by which a demand says that nothing is paid, other than a sum of 0."""

_YUAN = {"$": 7.0, "us$": 7.0, "usd": 7.0, "dollar": 7.0, "€": 8.0, "eur": 8.0, "euro": 8.0, "£": 9.0, "gbp": 9.0}
_SUM = re.compile(
    rf"(?P<sign>[¥￥$€£])?\s*(?P<number>{_NUMBER})\s*(?P<scale>万|千|k\b)?\s*"
    rf"(?P<unit>{CURRENCY})?",
    re.IGNORECASE,
)
_PEOPLE = re.compile(
    rf"(?:(?P<low>{_NUMBER})\s*(?:-|–|~|～|到|至|to)\s*)?(?P<number>{_NUMBER})\s*(?:多|来)?\s*"
    r"(?:个人|人|位|名|(?:[^\W\d]\w{0,19}\s+)?(?:people|persons|guests|attendees|participants|visitors|kids|children|students|"
    r"employees|colleagues|friends|adults|members)\b)",
    re.IGNORECASE,
)
_ISO = re.compile(r"(?<!\d)(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?!\d)")
_NOTICE = re.compile(
    rf"(?P<number>{_NUMBER}|a|an|one|two|three|four|five|six)\s*(?:个)?\s*"
    r"(?P<unit>天|日|周|星期|礼拜|月|days?|weeks?|months?)",
    re.IGNORECASE,
)
_WEEKDAYS_ZH = "一二三四五六日"
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_WEEKDAY_ZH = re.compile(r"(?:周|星期|礼拜)([一二三四五六日天])")
_ENGLISH = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def number(text: str) -> float | None:
    """The number that `text` writes in digits or in Chinese, None when it is none."""
    plain = text.replace(",", "")
    try:
        return float(plain)
    except ValueError:
        return _chinese(plain)


def money_in(text: str) -> int | None:
    """The first sum in `text`, in yuan; a bare number counts when there is no other. None when there is none."""
    sums = [match for match in _SUM.finditer(text) if number(match["number"]) is not None]
    named = [match for match in sums if match["sign"] or match["unit"] or match["scale"]]
    return next(map(_yuan, named or sums), None)


def people_in(text: str) -> int | None:
    """For how many people; of a range the upper end. None when `text` does not say."""
    match = _PEOPLE.search(text)
    value = number(match["number"]) if match else None
    return None if value is None else int(value)


def sum_at(text: str, yuan: int) -> tuple[int, int] | None:
    """Where `text` names the sum of so many yuan, with a currency or in thousands."""
    return next(
        (
            (match.start() + len(match[0]) - len(match[0].lstrip()), match.start() + len(match[0].rstrip()))
            for match in _SUM.finditer(text)
            if (match["sign"] or match["unit"] or match["scale"])
            and number(match["number"]) is not None
            and _yuan(match) == yuan
        ),
        None,
    )


def people_at(text: str, people: int) -> tuple[int, int] | None:
    """Where `text` names so many people: the number, or the range of which it is the upper end."""
    found = (match for match in _PEOPLE.finditer(text) if number(match["number"]) == people)
    match = next(found, None)
    return match and (match.start("low") if match["low"] else match.start("number"), match.end("number"))


def day_at(text: str, day: date) -> tuple[int, int] | None:
    """Where `text` names a day with year, month and day."""
    return next((match.span() for match in _ISO.finditer(text) if days_in(match[0]) == (day,)), None)


def days_in(text: str) -> tuple[date, ...]:
    """The days that `text` names with year, month and day, in its order; impossible ones are left out."""
    found: list[date] = []
    for year, month, day in _ISO.findall(text):
        try:
            found.append(date(int(year), int(month), int(day)))
        except ValueError:
            continue
    return tuple(found)


def span_in(text: str) -> timedelta | None:
    """The first length of time in `text`, in days, weeks or months (30 days)."""
    match = _NOTICE.search(text)
    if match is None:
        return None
    amount = _ENGLISH.get(match["number"].lower()) or number(match["number"])
    unit = match["unit"].lower()
    days = 30 if unit.startswith(("月", "month")) else 7 if unit.startswith(("周", "星", "礼", "week")) else 1
    return None if amount is None else timedelta(days=min(amount * days, 3650))


def weekdays_in(text: str) -> frozenset[int]:
    """The weekdays that `text` names, 0 = Monday."""
    chinese = {_WEEKDAYS_ZH.index(sign.replace("天", "日")) for sign in _WEEKDAY_ZH.findall(text)}
    return frozenset(chinese | {at for at, name in enumerate(_WEEKDAYS) if name.lower() in text.lower()})


def weekday_name(weekday: int, language: Literal["zh", "en"]) -> str:
    """What a weekday is called, 0 = Monday."""
    return "周" + _WEEKDAYS_ZH[weekday] if language == "zh" else _WEEKDAYS[weekday]


def _yuan(match: re.Match[str]) -> int:
    scale = {"万": 10_000, "千": 1000, "k": 1000}.get((match["scale"] or "").lower(), 1)
    currency = (match["sign"] or match["unit"] or "").lower()
    rate = _YUAN.get(currency, _YUAN.get(currency.rstrip("s"), 9.0 if currency.startswith("pound") else 1.0))
    return min(round((number(match["number"]) or 0) * scale * rate), 10**12)


def _chinese(text: str) -> float | None:
    if not text or any(sign not in _DIGIT and sign not in _UNIT for sign in text):
        return None
    total, current = 0, 0
    for sign in text:
        if sign in _DIGIT:
            current = _DIGIT[sign]
        else:
            total += (current or 1) * _UNIT[sign]
            current = 0
    return float(total + current)
