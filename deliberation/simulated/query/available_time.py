"""Time that the user has, as the query names it: hours by weekday or a week, never more than it says."""

import re
from dataclasses import dataclass
from datetime import date
from itertools import product

from deliberation.simulated.query.day_times import find_daily_part, find_joint_times
from deliberation.simulated.query.durations import WHOLE_DAY_HOURS, WorkingTime, find_working_times
from deliberation.simulated.query.event_durations import mask_other_times
from deliberation.simulated.query.frequencies import WEEKEND, Frequency, find_frequencies, is_each
from deliberation.simulated.query.weekday_filter import MASK, mask_excluded_days

MAX_GAP = 24
"""Most code points between a stretch of time and the frequency that it goes with."""

DAYS_A_WEEK = 7

DAY_HOURS = 24.0
"""Hours that a day has; whoever names more has named none."""

FULL_TIME_HOURS = 40.0

_FULL_TIME = re.compile(
    r"脱产|全职(?=备考|学|准备|投入|练|做)|全天候?(?=学|备考|投入)|\bfull[- ]time (?=on|to|study|for (?:it|this))",
    re.IGNORECASE,
)
_GOAL_LENGTH = re.compile(
    r"(?:[进满撑续持]|(?<!投)入|连续|坚持|under|below|sub|within|less than|for at least|hold .{0,12})[\s-]*$",
    re.IGNORECASE,
)
_TONIGHT = re.compile(
    r"今[晚夜天]|今天晚上|明天?(?:之?前|早上?之前)(?:还有|只有)|\b(?:tonight|this evening|this afternoon|today|left today)\b",
    re.IGNORECASE,
)
_GOAL_LENGTH_AFTER = re.compile(r"\s*(?:以内|之内|内|完赛|跑完|破)")
_DAILY_BEFORE = re.compile(r"(?:每[天周日晚次]|一[天周])\D{0,6}$")
_TOTAL_BEFORE = re.compile(
    r"(?:一共|总共|合计|拢共|全部加起来|加起来|\b(?:a total of|in total|in all|altogether))[^\d，。,.;一二两三四五六七八九十半]{0,10}$",
    re.IGNORECASE,
)
_TOTAL_AFTER = re.compile(r"\s*(?:in total|total|altogether|in all|all told|overall|all up)\b", re.IGNORECASE)
_MOST = re.compile(r"最多|顶多|至多|不超过|上限|\b(?:max(?:imum)?|at most|tops|no more than|up to)\b", re.IGNORECASE)
_MOST_BEFORE = re.compile(rf"(?:{_MOST.pattern})\W*(?:\w+\W+)?$", re.IGNORECASE)
_MOST_AFTER = re.compile(rf"[\s,(]*(?:is |are |at )?(?:my |the |封顶|{_MOST.pattern})", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[。!?！？;；\n]|\.(?=\s|$)")
_EACH_DAY = re.compile(r"每天|每日|两天都|\b(?:a day|per day|each day|both days)\b", re.IGNORECASE)
_ONCE = re.compile(r"^[^各每]*[一1][次趟回]|\b(?:once|one)\b", re.IGNORECASE)
_OUTER = 0.35


@dataclass(frozen=True)
class AvailableTime:
    """Time that the user has.

    Attributes:
        weekly_hours: Hours a week; None if the query does not say.
        by_weekday: Hours on each weekday from Monday, evenly spread if no days are named; None like `weekly_hours`.
        days: Weekdays that the query names; empty if none.
        times: Times a week that the query names; None if none.
        total_hours: Hours that there are altogether; None if the query does not say.
    """

    weekly_hours: float | None = None
    by_weekday: tuple[float, ...] | None = None
    days: frozenset[int] = frozenset()
    times: float | None = None
    total_hours: float | None = None


def read_available_time(text: str, today: date | None = None, deadline: date | None = None) -> AvailableTime:
    """Return the time that a query names; "tonight" counts if the deadline is today or tomorrow."""
    text = mask_other_times(text)
    if today and deadline and (deadline - today).days <= 1 and (once := _tonight(text)):
        # Work is planned from tomorrow on, so the hours of tonight are those before the end of the last day.
        day = max(today, deadline).weekday()
        return AvailableTime(once, tuple(once if each == day else 0.0 for each in range(7)), frozenset((day,)), 1)
    text, excluded = mask_excluded_days(text)
    frequencies = find_frequencies(text)
    if len(excluded) == DAYS_A_WEEK:  # a contradiction, by which no day can be chosen
        return _without_hours(frequencies, frozenset())
    times = _candidates(text)
    pairs = _pair(text, times, frequencies) or find_daily_part(text, times)
    if not pairs:
        if _FULL_TIME.search(text):
            return AvailableTime(FULL_TIME_HOURS, tuple([8.0] * 5 + [0.0] * 2), frozenset(range(5)), 5)
        return _in_total(text, today, deadline) or _without_hours(frequencies, excluded)
    limit = next((pair for pair in pairs if pair[1].is_total and _is_limit(text, *pair)), None)
    if limit:
        return _limited(limit[0].hours * limit[1].times, frequencies, excluded)
    named: dict[int, tuple[int, float]] = {}
    spread, days = 0.0, frozenset[int]()
    for time, frequency in pairs:
        if frequency.days:
            _add_days(text, named, time, frequency)
            days |= frequency.days
        else:
            spread += time.hours * frequency.times
    every = frozenset(range(7))
    free = every - excluded
    by_weekday = tuple(named.get(day, (0, 0.0))[1] + spread / len(free) if day in free else 0.0 for day in range(7))
    count = sum(len(each.days & free) if len(each.days) == 7 else each.times for _, each in pairs if not each.is_total)
    chosen = (days or every) & free
    chosen = frozenset[int]() if chosen == every or (spread and not excluded) else chosen
    if max(by_weekday) > DAY_HOURS:
        return _without_hours(frequencies, excluded)
    return AvailableTime(round(sum(by_weekday), 4), by_weekday, chosen, count or None)


def _in_total(text: str, today: date | None, deadline: date | None) -> AvailableTime | None:
    """Return the hours that there are altogether, evenly over the days to the deadline; None if the text names none."""
    total = next(
        (
            each.hours
            for each in find_working_times(text)
            if _TOTAL_AFTER.match(text[each.end :]) or _TOTAL_BEFORE.search(text[: each.start])
        ),
        None,
    )
    if total is None or not today or not deadline or deadline <= today:
        return AvailableTime(total_hours=total) if total else None
    days = (deadline - today).days
    each_day = total / days
    named = {(today.weekday() + 1 + day) % 7 for day in range(min(7, days))}
    by_weekday = tuple(each_day if day in named else 0.0 for day in range(7))
    return AvailableTime(round(sum(by_weekday), 4), by_weekday, total_hours=total)


def _tonight(text: str) -> float:
    """Return the hours that are named for tonight or today; 0 without any."""
    for match in _TONIGHT.finditer(text):
        gaps = [
            (max(each.start - match.end(), match.start() - each.end), each.hours)
            for each in find_working_times(text)
            if not _SENTENCE_END.search(text[min(each.end, match.end()) : max(each.start, match.start())])
        ]
        if gaps and min(gaps)[0] <= MAX_GAP:
            return min(gaps)[1]
    return 0.0


def _is_limit(text: str, time: WorkingTime, frequency: Frequency) -> bool:
    """Return whether a total is said to be the most that there is: "4 hours a week max"."""
    start, end = min(time.start, frequency.start), max(time.end, frequency.end)
    around = (text[max(0, start - 14) : start], text[start:end], text[end : end + 14])
    return bool(_MOST_BEFORE.search(around[0]) or _MOST.search(around[1]) or _MOST_AFTER.match(around[2]))


def _limited(weekly: float, frequencies: list[Frequency], excluded: frozenset[int]) -> AvailableTime:
    """Return the hours of a week on the days that are named, evenly over all days without any."""
    days = next((each.days for each in frequencies if 0 < len(each.days) < 7), frozenset[int]())
    days = (days or frozenset(range(7))) - excluded if excluded else days
    chosen = days or frozenset(range(7))
    times = next((each.times for each in frequencies if not each.is_total and not each.days), None)
    return AvailableTime(
        round(weekly, 4), tuple(weekly / len(chosen) if day in chosen else 0.0 for day in range(7)), days, times
    )


def _candidates(text: str) -> list[WorkingTime]:
    """Return the times of a text that are no part of a goal, such as "under 50 min"."""
    return [each for each in find_joint_times(text) if not _is_goal_length(text, each)]


def _is_goal_length(text: str, time: WorkingTime) -> bool:
    """Return whether a time is a result to be reached, such as "under 50 min" or "2小时内"."""
    is_within = _GOAL_LENGTH_AFTER.match(text[time.end :]) and not _DAILY_BEFORE.search(text[: time.start])
    return bool(is_within or _GOAL_LENGTH.search(text[: time.start]))


def _pair(text: str, times: list[WorkingTime], frequencies: list[Frequency]) -> list[tuple[WorkingTime, Frequency]]:
    """Return each time with the closest frequency, each at most once, the closest pairs first."""
    costs = sorted(
        (cost, time.start, frequency.start, time, frequency)
        for time, frequency in product(times, frequencies)
        if (cost := _distance(text, time, frequency)) is not None
    ) if times and frequencies else []  # fmt: skip
    pairs = _pair_in_order(text, times, frequencies)
    if pairs:
        return pairs
    for _, _, _, time, frequency in costs:
        if all(time is not other and frequency is not each for other, each in pairs):
            pairs.append((time, frequency))
    return pairs


def _pair_in_order(
    text: str, times: list[WorkingTime], frequencies: list[Frequency]
) -> list[tuple[WorkingTime, Frequency]]:
    """Return the pairs of a text that names days, their hours, other days, their hours; else an empty list."""
    if len(times) != len(frequencies) or len(times) < 2:
        return []
    pairs = list(zip(times, frequencies, strict=True))
    ends = [*(frequency.start for frequency in frequencies[1:]), len(text)]
    for (time, frequency), end in zip(pairs, ends, strict=True):
        gap = text[frequency.end : time.start]
        if not (frequency.end <= time.start and time.end <= end and len(gap) <= MAX_GAP // 2 and "，" not in gap):
            return []
    is_close = all(
        not re.search(r"[。.;；!！?？\n]", text[time.end : end]) for time, end in zip(times[:-1], ends, strict=False)
    )
    return pairs if is_close and not any("," in text[f.end : t.start] for t, f in pairs) else []


def _distance(text: str, time: WorkingTime, frequency: Frequency) -> float | None:
    """Return the code points between a time and a frequency, more across a comma; None if they do not belong together."""
    gap = text[time.end : frequency.start] if time.end <= frequency.start else text[frequency.end : time.start]
    if time.start < frequency.end and frequency.start < time.end:
        return None
    gap = gap.replace(MASK, "")
    is_continued = is_each(text, time.start, time.end)
    if len(gap) > MAX_GAP or (_SENTENCE_END.search(gap) and not is_continued):
        return None
    follows = time.end <= frequency.start
    commas = sum(gap.count(sign) for sign in "，,、") + 2 * len(re.findall(r"\band\b", gap))
    # "per week" says less than the named day beside it.
    return len(gap) + 6 * commas + (0 if follows else _OUTER) + (5 if frequency.is_total and not follows else 0)


def _add_days(text: str, named: dict[int, tuple[int, float]], time: WorkingTime, frequency: Frequency) -> None:
    """Add a time on named days; a narrower set of days replaces a wider one."""
    hours = time.hours * frequency.times / len(frequency.days)
    span = (min(time.start, frequency.start), max(time.end, frequency.end))
    is_some = frequency.days == WEEKEND and frequency.times < len(WEEKEND)
    is_daily = _EACH_DAY.search(text[max(0, span[0] - 8) : span[1] + 10]) if is_some else is_each(text, *span)
    is_daily = is_daily and not _ONCE.search(text[frequency.end : time.start])
    if frequency.days == WEEKEND and time.hours < WHOLE_DAY_HOURS * (1 + is_some) and not is_daily:
        hours /= 2
    for day in frequency.days:
        size, before = named.get(day, (8, 0.0))
        if len(frequency.days) < size:
            named[day] = (len(frequency.days), hours)
        elif len(frequency.days) == size:
            named[day] = (size, before + hours)


def _without_hours(frequencies: list[Frequency], excluded: frozenset[int]) -> AvailableTime:
    """Return the days or times that are named without a length."""
    days = next((each.days for each in frequencies if each.days and len(each.days) < 7), frozenset[int]())
    days = (days or frozenset(range(7))) - excluded if excluded else days
    times = next((each.times for each in frequencies if not each.is_total and not each.days), None)
    return AvailableTime(days=days, times=times)
