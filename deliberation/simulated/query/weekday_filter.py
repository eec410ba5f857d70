"""Weekdays on which the user has no time: "except Sundays", "not Tuesdays", "周三休息", "周末不算"."""

import re

from deliberation.simulated.query.frequencies import WORKDAYS, find_frequencies

MASK = "¤"
"""Sign in place of each code point of an exclusion."""

_DAY_ZH = r"(?:周|星期|礼拜)[一二三四五六日天末]"
_DAYS_ZH = rf"(?:周一(?:到|至|-)周?五|工作日|双休日|平日|平时|每?个?{_DAY_ZH}(?:[、和跟与,，]?(?:周|星期|礼拜)?[一二三四五六日天])*)"
_PERIOD_ZH = "(?:早上|上午|中午|下午|晚上)?"
_NAME_EN = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|week ?days?|work ?days?|week ?nights?"
_DAYS_EN = (
    rf"(?:the |my )?(?:{_NAME_EN})(?:(?:, | and | or | & )(?:on )?(?:{_NAME_EN}))*(?: (?:mornings?|evenings?|nights?))?"
)
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:除了|除去|除开)(?P<days>{_DAYS_ZH})(?:{_PERIOD_ZH})(?:以外|之外|外)?",
        rf"(?<!除了)(?P<days>{_DAYS_ZH}){_PERIOD_ZH}(?:都|要|得|是|基本上?|实在|完全|全)*"
        r"(?:休息(?![的时日])|不算|除外|不行|没空|没时间|没有时间|没有空|不[练学动写做跑弄看排]|不安排|不方便|停练|要?加班(?!到))",
        rf"\b(?:except(?: for)?|excluding|apart from|aside from|other than|but not|not|never|"
        rf"(?:can't|cannot|can not|couldn't|don't|won't|do not) (?:do|make|manage|work|train|study|practi[sc]e|use)(?: it)?|"
        rf"(?:no|without|haven't (?:any|got) ?(?:any)?|don't have (?:any|much)?|never have) (?:free )?(?:time|chance)|nothing|busy|off)"
        rf"(?: on| at| during| any)* (?P<days>{_DAYS_EN})",
        rf"\b(?:no|never|without) (?P<days>{_DAYS_EN}) (?:work(?:ing)?|shifts?|sessions?|training|practice|lessons?)\b",
        rf"\b(?:every|each) day but (?:not )?(?:on )?(?P<days>{_DAYS_EN})",
        rf"\b(?:i have |i've got |with |take |taking )?(?P<days>{_DAYS_EN}) (?:off\b|(?:is|are) (?:off|out|no good|impossible|taken|full|rest days?|a rest day|my rest days?)\b|"
        r"(?:don't|doesn't) (?:work|count)\b|excluded\b|I can't\b|i'm (?:busy|away|out)\b)",
    )
)


def mask_excluded_days(text: str) -> tuple[str, frozenset[int]]:
    """Return a text of equal length without the words for excluded days, and those days (0 is Monday)."""
    excluded = frozenset[int]()

    def mask(match: re.Match[str]) -> str:
        nonlocal excluded
        words = match["days"]
        days = frozenset(WORKDAYS) if words in ("平时", "平日") else frozenset[int]()
        for each in find_frequencies(words):
            days |= each.days
        if not days or len(days) == 7:
            return match[0]
        excluded |= days
        kept = re.match(r"(?:every|each) day", match[0], re.IGNORECASE)
        return (kept[0] if kept else "") + MASK * (len(match[0]) - len(kept[0] if kept else ""))

    for pattern in _PATTERNS:
        text = pattern.sub(mask, text)
    return text, excluded
