"""Parsers of a largest number of people, a notice and a deposit in the words of terms (INTERFACES § 6, *Terms*)."""

import re
from math import ceil

from negotiation.understanding import chinese_numbers, english_numbers

MAX_PEOPLE, MAX_NOTICE_DAYS = 1_000_000, 3650
"""Largest numbers of people and of days of notice that are read."""

_PEOPLE_LABEL = re.compile(
    r"人数|人员规模|\b(?:people|guests|attendees|participants|capacity|head ?count|group size)\b", re.IGNORECASE
)
_EN, _ZH = english_numbers.NUMBER, chinese_numbers.NUMBER_PATTERN
_NOUN = (
    r"(?:people|persons?|guests?|children|kids|students|participants|attendees|visitors|adults|seats?|covers|heads|pax"
    r"|listeners|players|members)\b"
)
_MOST_ENGLISH = re.compile(
    rf"(?:no more than|not more than|not over|at most|up to|max(?:imum)?\.?(?: of)?|limit(?:ed)?(?: of| to)?"
    rf"|capacity(?: of| is|:)?|seats|holds|fits|room for|space for)\s(?:(?:{_EN})\s?(?:-|–|to)\s?)?(?P<number>{_EN})"
    rf"(?:\s(?:[a-z]+\s)?{_NOUN}|(?=\s*(?:[.,;:!?)]|$| in the room| inside| at a time| altogether| please)))",
    re.IGNORECASE,
)
_MOST_CHINESE = re.compile(
    rf"(?:不超过|不多于|不要超过|别超过|最多|至多|上限|限|容纳|接待|可坐|能坐|坐)(?:为|是|约)?\s?(?:(?:{_ZH})\s?[-–—~～到至]\s?)?"
    rf"(?P<number>{_ZH})\s?(?:多)?(?:个人|人|位|名|席|座|个?(?:孩子|学员|客人))"
)
_WITHIN_CHINESE = re.compile(rf"(?P<number>{_ZH})\s?(?:个人|人|位|名)(?:以内|之内|以下|封顶|为限)")
_LABELLED = re.compile(
    rf"(?:(?:不超过|最多|至多|控制在|减到|改[为到成]|约|大约)"
    rf"|(?:no more than|at most|up to|about|around|maximum)\s)?\s?"
    rf"(?:(?:{_EN}|{_ZH})\s?(?:-|–|to|到|至)\s?)?(?P<number>{_EN}|{_ZH})\s?(?:多)?(?:个人|人|位|名|{_NOUN})?(?:以内|之内)?\W*",
    re.IGNORECASE,
)
_LEAST = re.compile(r"至少|不少于|at least|no fewer|minimum", re.IGNORECASE)

_UNIT_ENGLISH = r"(?P<unit>hours?|days?|weeks?|fortnights?|months?)"
_AMOUNT_ENGLISH = rf"(?:(?P<half>half an?)|(?P<number>{_EN}|an?))[\s-](?:working |clear |full |whole )?{_UNIT_ENGLISH}"
_NOTICE_ENGLISH = re.compile(
    rf"{_AMOUNT_ENGLISH}['’]?s?['’]?\s(?:of )?(?:advance |prior )?"
    r"(?:notice|ahead|in advance|before(?:hand)?|earlier)\b",
    re.IGNORECASE,
)
_NOTICE_OF_ENGLISH = re.compile(
    rf"\b(?:notice(?: period)?(?: of)?|ahead by|in advance by):?\s(?:at least )?{_AMOUNT_ENGLISH}", re.IGNORECASE
)
_NOTICE_CHINESE = re.compile(
    rf"提前(?:至少|最少|大概|约|要|：|:)*\s?(?:(?P<half>半)个?|(?P<number>{_ZH})\s?个?)"
    r"(?P<unit>小时|工作日|天|日|周|星期|礼拜|月)"
)
_DAYS = {
    "day": 1,
    "week": 7,
    "fortnight": 14,
    "month": 30,
    "天": 1,
    "日": 1,
    "工作日": 1,
    "周": 7,
    "星期": 7,
    "礼拜": 7,
    "月": 30,
}

_DEPOSIT = re.compile(
    r"定金|订金|押金|预付|先付|首付|deposit|up ?front|in advance|down payment|advance payment", re.IGNORECASE
)
_SHARE = re.compile(
    rf"(?P<percent>\d{{1,3}}(?:\.\d+)?|{_EN})\s?(?:%|％|per ?cent\b)|百分之(?P<hundredths>{_ZH})"
    rf"|(?P<tenths>[一二两三四五六七八九\d])成(?P<half_tenth>半)?|(?P<half>一半|\bhalf\b)"
    r"|(?P<third>三分之一|\b(?:a|one) third\b)"
    r"|(?P<quarter>四分之一|\b(?:a|one) quarter\b)|(?P<whole>全款|全额|\bin full\b)",
    re.IGNORECASE,
)


def parse_most_people(label: str, text: str) -> int | None:
    """Return the largest number of people that a clause allows, of a range the upper end; None without one.

    A number beside a word such as "at most" or 不超过 counts; with a label that names people, any number of people.
    """
    if _LEAST.search(text):
        return None
    found = [*_MOST_ENGLISH.finditer(text), *_MOST_CHINESE.finditer(text), *_WITHIN_CHINESE.finditer(text)]
    whole = _LABELLED.fullmatch(text.strip()) if _PEOPLE_LABEL.search(label) else None
    numbers = [_number(match["number"]) for match in (*found, *([whole] if whole else []))]
    return next((int(value) for value in numbers if value and 1 <= value <= MAX_PEOPLE), None)


def parse_notice_days(text: str) -> int | None:
    """Return the number of days that a text wants to know of something ahead, of several the largest; None without one.

    A month has 30 days; hours are rounded up to days.
    """
    found = [*_NOTICE_ENGLISH.finditer(text), *_NOTICE_OF_ENGLISH.finditer(text), *_NOTICE_CHINESE.finditer(text)]
    days = [days for match in found if (days := _days(match)) is not None]
    return max(days, default=None)


def parse_deposit_share(text: str) -> float | None:
    """Return the share (0 to 1) that a text wants paid in advance: `a 30 % deposit`, 三成定金; None without one."""
    match = _SHARE.search(text) if _DEPOSIT.search(text) else None
    if match is None:
        return None
    for name, share in (("half", 0.5), ("third", 0.33), ("quarter", 0.25), ("whole", 1.0)):
        if match[name]:
            return share
    if match["tenths"]:
        share = (_number(match["tenths"]) or 0) / 10 + (0.05 if match["half_tenth"] else 0)
    else:
        share = (_number(match["percent"] or match["hundredths"]) or 0) / 100
    return round(share, 4) if 0 < share <= 1 else None


def _number(text: str) -> float | None:
    """Return the number that a whole text is, in digits or in the words of either language; of 三四 the upper one."""
    english = english_numbers.parse_english_number(text)
    if english is not None:
        return english
    ends = chinese_numbers.parse_range(text)
    return ends[1] if ends else chinese_numbers.parse_number(text)


def _days(match: re.Match[str]) -> int | None:
    number = match["number"] or ""
    amount = 0.5 if match["half"] else 1.0 if number.lower() in ("a", "an") else _number(number)
    unit = match["unit"].lower().removesuffix("s")
    if amount is None:
        return None
    days = ceil(amount / 24) if unit in ("hour", "小时") else ceil(amount * _DAYS[unit])
    return min(days, MAX_NOTICE_DAYS)
