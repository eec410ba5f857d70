"""Working times that belong together: morning and evening of one day, both ways of a journey, half of a break."""

import re
from dataclasses import replace

from deliberation.simulated.query.durations import WorkingTime, find_working_times
from deliberation.simulated.query.frequencies import EVERY_DAY, Frequency
from deliberation.simulated.query.numerals import ENGLISH_NUMBER, parse_english_number

_MORNING_EN = r"(?:in the mornings?|mornings?|at lunch(?:time)?|before breakfast|after breakfast|in the afternoons?)"
_EVENING_EN = r"(?:in the evenings?|evenings?|at night|nights?|after dinner|at lunch(?:time)?|in the afternoons?)"
_BETWEEN = (
    re.compile(rf" {_MORNING_EN},?(?: and| plus|,)(?: another| about)? ", re.IGNORECASE),
    re.compile(r"(?:的?时间)?[，,、和加]*(?:中午|下午|傍晚|晚上|睡前)(?:再|又|还有|也有|能有)?"),
)
_AFTER_EN = re.compile(rf" {_EVENING_EN}\b", re.IGNORECASE)
_BEFORE_ZH = re.compile(r"(?:早上|早晨|清晨|上午|中午|午休|下午)(?:有|能有|大概)?$")
_EACH_WAY = re.compile(r"[^,.;!?\n]{0,24}\beach way\b", re.IGNORECASE)
_BOTH_WAYS_ZH = re.compile(r"(?:来回|往返|上下班|一来一回|早晚|去和回)(?:路上)?(?:各|分别)(?:有|大概|大约)?$")
_HALF_OF = re.compile(
    r"[^.;!?\n]{0,30}?\bhalf (?:of )?(?:it|that|this|of them)\b|[^。；;!！?？\n]{0,14}?(?:其中|里面?|只能用|能用|用)(?:的)?一半",
    re.IGNORECASE,
)
_SAME_UNIT = re.compile(
    rf"(?:,|\band|\bbut|,? then) (?P<number>{ENGLISH_NUMBER})(?= (?:each |a day )?(?:at|on|over|every) (?:the |each |every )?(?:weekends?|saturdays?|sundays?|sat|sun|weekdays?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?)\b)",
    re.IGNORECASE,
)
_FULL_PART = re.compile(
    r"\b(?:a |the )?(?:full|whole|entire) (?=(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day )?(?:morning|afternoon|evening)\b)"
    r"|(?<=[一二三四五六日天末])(?:一)?整?个(?=上午|下午|晚上)",
    re.IGNORECASE,
)
PART_HOURS = 3.0
"""Hours of a whole morning, afternoon or evening."""

_DAILY = re.compile(
    r"(?<![今明昨后当前第一二三四五六日天末个])(?:早上|早晨|清晨|中午|午休|下午|晚上|夜里|夜间|剩下|剩余)|\b(?:in the (?:mornings?|evenings?)|(?<!full )(?<!whole )(?:mornings|evenings)|what's left|what is left)\b",
    re.IGNORECASE,
)
_OWN_USE = re.compile(
    r"能|可以|有空|空闲|自己|自由|[抽挤腾]出?|[花学练]|复习|看书|\b(?:can|could|free|mine|spare|available|study|practi[sc]e|train|for (?:it|this|myself)|left)\b",
    re.IGNORECASE,
)
"""Words by which a time beside a part of the day is the user's own."""

_OTHER_USE = re.compile(
    r"考试|开考|比赛|婚礼|演出|会议|开会|上班|上课|营业|门诊|加班|睡|\b(?:exam|race|class|open|shop|work|works|wedding|meeting|party|concert|sleep|tonight|tomorrow)\b",
    re.IGNORECASE,
)


def find_joint_times(text: str) -> list[WorkingTime]:
    """Return the working times of a text in their order, those that belong together as one."""
    found: list[WorkingTime] = []
    times = [*find_working_times(text), *_whole_parts(text)]
    for each in sorted([*times, *_same_unit(text, times)], key=lambda time: time.start):
        last = found[-1] if found else None
        if last and last.end <= each.start and _is_same_day(text, last, each):
            after = _AFTER_EN.match(text[each.end :])
            found[-1] = WorkingTime(last.start, each.end + (after.end() if after else 0), last.hours + each.hours)
        else:
            found.append(_adjusted(text, each))
    return found


def _is_same_day(text: str, last: WorkingTime, each: WorkingTime) -> bool:
    gap = text[last.end : each.start]
    if _BETWEEN[0].fullmatch(gap):
        return _AFTER_EN.match(text[each.end :]) is not None
    return bool(_BETWEEN[1].fullmatch(gap) and _BEFORE_ZH.search(text[: last.start]))


def _adjusted(text: str, time: WorkingTime) -> WorkingTime:
    if _EACH_WAY.match(text[time.end :]) or _BOTH_WAYS_ZH.search(text[: time.start]):
        return replace(time, hours=2 * time.hours)
    half = _HALF_OF.match(text[time.end :])
    return WorkingTime(time.start, time.end + half.end(), time.hours / 2) if half else time


def _whole_parts(text: str) -> list[WorkingTime]:
    return [WorkingTime(*match.span(), PART_HOURS) for match in _FULL_PART.finditer(text)]


def _same_unit(text: str, times: list[WorkingTime]) -> list[WorkingTime]:
    """Return the numbers that repeat the unit of the time before: "an hour a day, two at the weekend"."""
    found: list[WorkingTime] = []
    for match in _SAME_UNIT.finditer(text):
        before = [each for each in times if 0 <= match.start() - each.end <= 30]
        number = parse_english_number(match["number"])
        if before and number and "hour" in text[before[-1].start : before[-1].end].lower() and number <= 12:
            found.append(WorkingTime(*match.span("number"), number))
    return found


def find_daily_part(text: str, times: list[WorkingTime]) -> list[tuple[WorkingTime, Frequency]]:
    """Return the first time beside a part of the day ("晚上最多两小时"), as one of every day; empty without any."""
    for time in times:
        clause = max(text.rfind(sign, 0, time.start) for sign in "。；;！!？?\n,，.") + 1
        match = _DAILY.search(text[clause : time.end])
        is_own = _OWN_USE.search(text[clause : time.end + 10]) is not None
        if match and is_own and not _OTHER_USE.search(text[clause : time.end + 8]):
            frequency = Frequency(clause + match.start(), clause + match.end(), EVERY_DAY, 7.0)
            return [(time, frequency)]
    return []
