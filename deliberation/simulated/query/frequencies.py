"""Frequencies in a text: weekdays, times a week, or a total per week or month."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from deliberation.simulated.query.numerals import (
    CHINESE_NUMBER,
    ENGLISH_NUMBER,
    parse_chinese_number,
    parse_english_number,
)

EVERY_DAY = frozenset(range(7))
WORKDAYS = frozenset(range(5))
WEEKEND = frozenset((5, 6))
WEEKS_PER_MONTH = 30.44 / 7


@dataclass(frozen=True)
class Frequency:
    """Repetition that a text names, with its span.

    Attributes:
        start: First code point.
        end: Code point after the last.
        days: Weekdays (0 is Monday) on which it happens; empty if none are named.
        times: Times a week; for named weekdays the number of those days, halved if every other week.
        is_total: Whether a time that goes with it is the sum of a week, not the length of one time.
    """

    start: int
    end: int
    days: frozenset[int]
    times: float
    is_total: bool = False


_ZH_DAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": -1}
_EN_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_ZH_SETS = (
    (re.compile(r"(?:早晚|早上和晚上|中午和晚上|上下班路上)(?:各|都|分别)?"), EVERY_DAY, 2.0),
    (re.compile(r"隔天|每隔一天|隔一天"), frozenset[int](), 3.5),
    (re.compile(r"每[天日晚早]上?|天天|每个?(?:早上|晚上|早晨|夜里|中午|下午|上午)|一天(?!比)|下班后?|下了班|睡前"), EVERY_DAY, 1.0),
    (re.compile(r"工作日|周一(?:到|至|-|~)周?五|(?:星期|礼拜)一(?:到|至)(?:星期|礼拜)?五|平日(?=里?每|里?能|里?有|里?可)"), WORKDAYS, 1.0),
    (re.compile(r"双休日?|周六(?:、|和|跟|与)?(?:周|星期)?[日天]|(?<![这本下上])(?<![这本下上]个)(?:每个?|个)?周末(?:两天)?|(?:星期|礼拜)六(?:、|和)?(?:星期|礼拜)?[日天]"), WEEKEND, 1.0),
)  # fmt: skip
_ZH_DAY_LIST = re.compile(
    r"(?<![下这本上])(?<![下这本上]个)(?:每个?)?(?:周|星期|礼拜)[一二三四五六日天](?:(?:、|和|跟|与|,|，)?(?:周|星期|礼拜)?[一二三四五六日天](?![个十百点年月天]))*"
    r"(?!(?:[早晚]上|[上下]午|早|晚)?(?:之前|以前|前|截止|交|考|面试|答辩|比赛|要交|要考|就要?|出发|到期|汇报|上台))"
)
_ZH_TIMES = re.compile(
    rf"(?:每个?|一个?)(?:周|星期|礼拜)(?!末)\D{{0,5}}?(?P<number>{CHINESE_NUMBER})\s*(?:次|天|回|节|个晚上|个早上|个上午|个下午|趟)"
    rf"|一个?(?:周|星期|礼拜)(?:里|内|大概|能|有|可以|抽|练)?(?P<nights>{CHINESE_NUMBER})\s*个?(?:晚上?|早上?|上午|下午|中午)"
    rf"|每个?(?:周|星期|礼拜)(?P<digit>[1-7])\s*个?(?:晚上?|早上?|上午|下午|中午)"
    rf"|(?:周|星期)(?P<short>{CHINESE_NUMBER})[练跑游去]"
    rf"|(?<![周期拜\d])(?P<bare>[1-7两二三四五六])\s*个(?:晚上?|早上?|上午|下午|中午)(?=[，,]?\s*(?:每[次晚个]|各|一次))"
)
_ZH_TOTAL = re.compile(r"(?:每个?|一个?)(?:周|星期|礼拜)(?![一二三四五六日天末])")
_ZH_MONTH = re.compile(r"每个?月|一个月(?!内|之内|以内|后|里|拿|考|学|时间|就|左右)")
_ZH_OTHER_WEEK = re.compile(r"隔周|每两周|两周一次|每隔一周|单周|双周")

_ZH_SOME_WEEKENDS = re.compile(r"(?:每?隔一个|每隔一周的?|隔周的?|每两周的?一?个?)周末")
_ZH_DAYS_OF_MONTH = re.compile(
    rf"(?:每个?月|一个月)(?:里|内|大概|只能|也?就|能|可以|抽|有|挤|出|得)*(?P<number>{CHINESE_NUMBER})个?(?:周|星期|礼拜)(?P<day>[一二三四五六日天末])"
)

_EN_PERIOD = r"(?:mornings?|afternoons?|evenings?|nights?|lunch ?times?|lunch breaks?|lunches)"
_EN_EVERY = re.compile(
    rf"\b(?:every ?day|daily|(?:a|per|each) day|/ ?day|nightly|(?:every|each) (?:single )?{_EN_PERIOD}|(?:a|per) night|"
    r"after work|before work|before bed)\b",
    re.IGNORECASE,
)
_EN_WORKDAYS = re.compile(
    r"\b(?:every |each |on |a )?(?:week ?days?|work ?days?|working days?|week ?nights?|mon(?:day)?s? ?(?:to|-|–|through) ?fri(?:day)?s?)\b"
    rf"(?: {_EN_PERIOD})?",
    re.IGNORECASE,
)
_EN_WEEKEND = re.compile(
    r"\b(?<!this )(?<!next )(?<!last )(?<!coming )(?P<each>every day at |both days (?:at |of )?)?(?:every |each |on |at |over )?(?:the )?weekends?\b|"
    r"\bsat(?:urday)?s? (?:and|&|\+) sun(?:day)?s?\b|\bboth weekend days\b",
    re.IGNORECASE,
)
_EN_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?"
_EN_DAY_NAME = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_EN_SOME_WEEKENDS = re.compile(r"\b(?:every (?:other|second)|alternate|alternating) weekends?\b", re.IGNORECASE)
_EN_DAYS_OF_MONTH = re.compile(
    rf"(?P<number>{ENGLISH_NUMBER}) (?P<day>{_EN_DAY_NAME}s|weekends) (?:a|per|each|every|of the) month\b",
    re.IGNORECASE,
)
_EN_DAY_LIST = re.compile(
    rf"\b(?P<other>every other |every second |alternate |alternating )?(?:every |each |on )?{_EN_DAY}(?:(?:, and |, | and | & |/| ){_EN_DAY})*\b"
    rf"(?: {_EN_PERIOD})?",
    re.IGNORECASE,
)
_IS_DATE = re.compile(
    r"\b(?:by|before|until|till?|next|this|this coming|due(?: on)?|(?:exam|test|interview|deadline|presentation|talk|wedding|"
    r"party|flight|review|meeting)(?: is)?(?: on)?) $|_(?: is)? on $",
    re.IGNORECASE,
)
_EN_TIMES = re.compile(
    rf"(?P<number>{ENGLISH_NUMBER})(?:\s?(?:-|to|or)\s?(?P<upper>{ENGLISH_NUMBER}))?\s*(?:times|x|×|days|sessions|{_EN_PERIOD}|lessons|classes|runs|rehearsals)?\s*"
    r"(?:a|per|each|every|/)\s?(?:week|wk)\b",
    re.IGNORECASE,
)
_EN_OWN_DAYS = re.compile(
    rf"\b(?:on )?(?:my|the|our|those) (?P<number>{ENGLISH_NUMBER}) (?:days off|(?:free|working|work) days)\b",
    re.IGNORECASE,
)
_EN_DAY_RANGE = re.compile(
    rf"\b(?P<first>{_EN_DAY}) ?(?:to|-|–|through|till|until) ?(?P<last>{_EN_DAY})\b", re.IGNORECASE
)
_ZH_DAY_RANGE = re.compile(
    r"(?:每?周|星期|礼拜)(?P<first>[一二三四五六])(?:到|至|-|~)(?:周|星期|礼拜)?(?P<last>[二三四五六日天])(?![个点])"
)
_EN_SESSIONS = re.compile(
    rf"(?P<number>{ENGLISH_NUMBER})(?=\s+(?:{ENGLISH_NUMBER}|half[- ]an?)[\s-]*(?:minutes?|mins?|hours?|hrs?)[\s-]+"
    r"(?:sessions|lessons|classes|runs|workouts|blocks|slots|practices|rehearsals)\b[\w\s]{0,12}\b(?:a|per|each|every) week)",
    re.IGNORECASE,
)
_EN_BARE = re.compile(
    rf"(?P<number>{ENGLISH_NUMBER})\s+(?:{_EN_PERIOD}|sessions|slots|lessons|classes|workouts|swims|visits)\b(?! (?:a|per|each|every) (?:week|wk))"
    rf"(?=[^.;!?\n]{{0,16}}?(?:{ENGLISH_NUMBER}|an|half an?)[\s-]*(?:minutes?|mins?|min|hours?|hrs?|h)\b(?:[^,.;!?\n]{{0,8}}\b(?:each|apiece|a time|at a time|per session|a go|a pop|a piece))"
    rf"|,? (?:of )?(?:{ENGLISH_NUMBER}|an|half an?)[\s-]*(?:minutes?|mins?|min|hours?|hrs?|h)\b)",
    re.IGNORECASE,
)
"""Evenings with a length each and no "a week" beside them, which is what is meant."""

_EN_TOTAL = re.compile(r"\b(?:a|per|each|every) (?:week|wk)\b|\bweekly\b|/ ?(?:week|wk)\b", re.IGNORECASE)
_EN_MONTH = re.compile(r"\b(?:a|per|each|every) month\b|\bmonthly\b", re.IGNORECASE)
_EN_OTHER_WEEK = re.compile(
    r"\b(?:every (?:other|second) week|every two weeks|a fortnight|fortnightly)\b", re.IGNORECASE
)
_EN_OTHER_DAY = re.compile(r"\bevery (?:other|second) day\b", re.IGNORECASE)
_PER_DAY = re.compile(
    r"每[天日晚早]上?|一天|每个?(?:晚上|早上|下午|上午)|(?:a|per|each) (?:day|night)|/ ?day|each (?:evening|morning|night)",
    re.IGNORECASE,
)
_LINKS = ("", "at", "on", "in")
_EACH = re.compile(r"每天|每日|各|每次|each|both|a day|per day", re.IGNORECASE)


def find_frequencies(text: str) -> list[Frequency]:
    """Return the frequencies of a text in their order; of overlapping ones the longest."""
    found = sorted(_candidates(text), key=lambda each: (-(each.end - each.start), each.start))
    chosen: list[Frequency] = []
    for each in found:
        if all(each.end <= other.start or other.end <= each.start for other in chosen):
            chosen.append(each)
    return _merge_each(text, sorted(chosen, key=lambda each: each.start))


def _candidates(text: str) -> Iterator[Frequency]:
    yield from _chinese(text)
    yield from _english(text)


def _chinese(text: str) -> Iterator[Frequency]:
    for pattern, days, times in _ZH_SETS:
        for match in pattern.finditer(text):
            yield Frequency(*match.span(), days, times * (len(days) or 1))
    for match in _ZH_DAY_LIST.finditer(text):
        days = frozenset(_ZH_DAYS[sign] for sign in match[0] if sign in _ZH_DAYS)
        if days and (match[0][:1] == "每" or not re.match(r"[到至-]", text[match.end() : match.end() + 1])):
            yield Frequency(*match.span(), days, len(days))
    yield from _day_range(text, _ZH_DAY_RANGE)
    yield from _some_weekends(text, _ZH_SOME_WEEKENDS)
    for match in _ZH_DAYS_OF_MONTH.finditer(text):
        days = WEEKEND if match["day"] == "末" else frozenset((_ZH_DAYS[match["day"]],))
        number = parse_chinese_number(match["number"]) or 1.0
        yield Frequency(*match.span(), days, len(days) * number / WEEKS_PER_MONTH)
    for match in _ZH_TIMES.finditer(text):
        number = parse_chinese_number(next(word for word in match.groups() if word))
        if number and number <= 21:
            yield Frequency(*match.span(), frozenset(), number)
    for pattern, times in ((_ZH_TOTAL, 1.0), (_ZH_MONTH, 1 / WEEKS_PER_MONTH), (_ZH_OTHER_WEEK, 0.5)):
        yield from (Frequency(*match.span(), frozenset(), times, is_total=True) for match in pattern.finditer(text))


def _english(text: str) -> Iterator[Frequency]:
    for pattern, days in ((_EN_EVERY, EVERY_DAY), (_EN_WORKDAYS, WORKDAYS), (_EN_WEEKEND, WEEKEND)):
        yield from (Frequency(*match.span(), days, len(days)) for match in pattern.finditer(text))
    yield from _day_range(text, _EN_DAY_RANGE)
    yield from _some_weekends(text, _EN_SOME_WEEKENDS)
    for match in _EN_DAYS_OF_MONTH.finditer(text):
        day = match["day"][:3].lower()
        days = WEEKEND if day == "wee" else frozenset((_EN_DAYS.index(day),))
        number = parse_english_number(match["number"]) or 1.0
        yield Frequency(*match.span(), days, len(days) * number / WEEKS_PER_MONTH)
    for match in _EN_DAY_LIST.finditer(text):
        is_regular = match[0].rstrip().endswith("s") or re.match(
            r" (?:service|mass|school|practice|class)", text[match.end() :]
        )
        if _IS_DATE.search(text[: match.start()] + ("on " if match[0][:3].lower() == "on " else "")) and not is_regular:
            continue
        names = re.findall(_EN_DAY, match[0], re.IGNORECASE)
        days = frozenset(_EN_DAYS.index(name[:3].lower()) for name in names)
        yield Frequency(*match.span(), days, len(days) * (0.5 if match["other"] else 1.0))
    for match in _EN_TIMES.finditer(text):
        number = parse_english_number(match["number"])
        upper = parse_english_number(match["upper"]) if match["upper"] else None
        if number and number <= 21:
            yield Frequency(*match.span(), frozenset(), (number + upper) / 2 if upper and upper > number else number)
    for match in _EN_OWN_DAYS.finditer(text):
        number = parse_english_number(match["number"])
        if number and number <= 7:
            yield Frequency(*match.span(), frozenset(), number)
    for match in _EN_BARE.finditer(text):
        number = parse_english_number(match["number"])
        if number and number <= 7:
            yield Frequency(*match.span(), frozenset(), number)
    for match in _EN_SESSIONS.finditer(text):
        yield Frequency(*match.span(), frozenset(), parse_english_number(match["number"]) or 1.0)
    yield from (Frequency(*match.span(), frozenset(), 3.5) for match in _EN_OTHER_DAY.finditer(text))
    totals = ((_EN_TOTAL, 1.0), (_EN_MONTH, 1 / WEEKS_PER_MONTH), (_EN_OTHER_WEEK, 0.5))
    for pattern, times in totals:
        yield from (Frequency(*match.span(), frozenset(), times, is_total=True) for match in pattern.finditer(text))


def _day_range(text: str, pattern: re.Pattern[str]) -> Iterator[Frequency]:
    """Yield the words for several weekdays in a row, by the first and the last: "Mondays to Thursdays"."""
    for match in pattern.finditer(text):
        first, last = (
            _ZH_DAYS[name] if name in _ZH_DAYS else _EN_DAYS.index(name[:3].lower())
            for name in (match["first"], match["last"])
        )
        if first < last:
            yield Frequency(*match.span(), frozenset(range(first, last + 1)), last - first + 1)


def _some_weekends(text: str, pattern: re.Pattern[str]) -> Iterator[Frequency]:
    """Yield the words for every second weekend, which has as many days as one day of every week."""
    yield from (Frequency(*match.span(), WEEKEND, 1.0) for match in pattern.finditer(text))


def _merge_each(text: str, found: list[Frequency]) -> list[Frequency]:
    """Return the frequencies with "a day" beside named days ("at weekends, 3 hours a day") as those days."""
    merged: list[Frequency] = []
    for each in found:
        last = merged[-1] if merged else None
        if last and each.is_total and _has_length(text, last, each):
            continue
        if last and _repeats(text, each) and _is_narrower(text, last) and each.start - last.end <= 16:
            merged[-1] = replace(last, end=each.end) if each.start - last.end <= 1 else last
            if each.start - last.end > 1:
                merged.append(replace(each, days=last.days, times=last.times))
        elif (
            last and _repeats(text, last) and _is_narrower(text, each) and text[last.end : each.start].strip() in _LINKS
        ):
            merged[-1] = replace(each, start=last.start)
        elif last and _repeats(text, last) and not each.days and _is_narrower(text, each) and each.start - last.end < 4:
            merged[-1] = replace(last, days=frozenset(), times=each.times)
        else:
            merged.append(each)
    return merged


def _has_length(text: str, last: Frequency, each: Frequency) -> bool:
    """Return whether "a week" only ends "five sessions of 20 minutes a week"."""
    is_count = not last.days and not last.is_total and each.start - last.end <= 24
    return is_count and re.match(r" of\b[^,.;]*$", text[last.end : each.start]) is not None


def _repeats(text: str, frequency: Frequency) -> bool:
    return _PER_DAY.fullmatch(text[frequency.start : frequency.end].strip()) is not None


def _is_narrower(text: str, frequency: Frequency) -> bool:
    words = text[frequency.start : frequency.end].lower()
    is_days_of_week = (
        not frequency.is_total and re.search(r"[天晚早]上?$|days|evenings|nights|mornings", words) is not None
    )
    return 0 < len(frequency.days) < 7 or (not frequency.days and is_days_of_week)


def is_each(text: str, start: int, end: int) -> bool:
    """Return whether the words around a span say that its time is that of each day or time."""
    return _EACH.search(text[max(0, start - 8) : end + 10]) is not None
