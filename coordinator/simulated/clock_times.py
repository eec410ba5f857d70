"""Clock times in the words for a time of day, English and Chinese: from 7 to 9 pm, 晚上七点到九点, until 22:00."""

import re
from dataclasses import dataclass
from datetime import time

from negotiation.understanding.chinese_numbers import NUMBER_PATTERN, parse_number

_CLOCK = re.compile(
    r"(?P<noon>\bnoon\b|\bmidday\b|正午)|(?P<midnight>\bmidnight\b|午夜)"
    r"|(?<![\d.:])(?P<hour>\d{1,2})(?:[:：.](?P<minute>\d{2}))?(?![\d:：])"
    r"\s?(?:(?P<half>[ap])\.?m\b\.?|(?P<clock>o['’]?clock))?(?!\s?点)"
    rf"|(?P<zh_hour>\d{{1,2}}|{NUMBER_PATTERN})\s?点\s?(?:钟|整|(?P<zh_half>半)|(?P<quarter>[一三])刻"
    rf"|(?P<zh_minute>\d{{1,2}}|[一二三四五]?十[一二三四五六七八九]?)分?)?",
    re.IGNORECASE,
)
_PART_OF_DAY = re.compile(
    r"(?P<early>\b(?:morning|mornings)\b|凌晨|清晨|清早|早上|早晨|上午|早)"
    r"|(?P<late>\b(?:afternoon|evening|night|tonight)s?\b|下午|傍晚|晚上|晚间|夜里|夜间|深夜|半夜|今晚|晚)"
    r"|(?P<middle>\blunch ?times?\b|中午|午间)",
    re.IGNORECASE,
)
_END = re.compile(
    r"\b(?:until|till?|by|before|no later than|not after|latest)\b|之前|以前|前|结束|为止|[到至]\s?(?= )", re.IGNORECASE
)
_TO = re.compile(r"\s*(?:-|–|—|~|～|到|至|\bto\b|\bunti?l\b|\btill\b|\band\b)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ClockTimes:
    """Beginning and end of something on the clock; None if not known. `over_midnight`: the end is on the next day."""

    start: time | None = None
    end: time | None = None

    @property
    def over_midnight(self) -> bool:
        """Whether the end is on the day after the beginning."""
        return self.end is not None and self.end <= (self.start or time(6))


def parse_clock_times(words: str) -> ClockTimes:
    """Return the beginning and end that the words for a time of day name.

    A time that may be in the morning or in the evening ("at 7") is not known: nothing is guessed. A time alone is the
    beginning, after words such as "until" the end.
    """
    clocks = [match for match in _CLOCK.finditer(words) if _hour(match) is not None]
    if not clocks:
        return ClockTimes()
    first, second = clocks[0], clocks[1] if len(clocks) > 1 else None
    if second is None or not _is_range(words[first.end() : second.start()]):
        return _single(words, first)
    end_late = _is_late(second, _part_before(words, second))
    start_late = _is_late(first, _part_before(words, first))
    if end_late and start_late and not second["half"] and _clock_hour(second) < _clock_hour(first):
        end_late = bool(_PART_OF_DAY.search(words[first.end() : second.start()]))
    end = _time(second, end_late)
    if start_late is None and end_late is not None:
        # "6 to 10 pm" is four hours in the evening, "10 to 2 pm" begins in the morning.
        start_late = end_late and _clock_hour(first) < _clock_hour(second)
    if end_late is None and start_late is not None:
        later = _clock_hour(second) > _clock_hour(first)
        end = _time(second, start_late if later else not start_late)
    return ClockTimes(_time(first, start_late), end)


def _single(words: str, clock: re.Match[str]) -> ClockTimes:
    found = _time(clock, _is_late(clock, _part_before(words, clock)))
    around = words[max(0, clock.start() - 16) : clock.start()] + " " + words[clock.end() : clock.end() + 8]
    if _END.search(around):
        return ClockTimes(end=found)
    # Midnight alone may be the first or the last minute of a day.
    return ClockTimes(start=found if found != time(0) else None)


def _is_range(between: str) -> bool:
    return bool(_TO.match(between)) and not re.sub(_PART_OF_DAY, "", _TO.sub("", between, count=1)).strip(" 的")


def _part_before(words: str, clock: re.Match[str]) -> re.Match[str] | None:
    """Return the last part of the day that stands before a time, else the first one after it."""
    parts = list(_PART_OF_DAY.finditer(words))
    before = [part for part in parts if part.end() <= clock.start()]
    return before[-1] if before else next(iter(parts), None)


def _is_late(clock: re.Match[str], part: re.Match[str] | None) -> bool | None:
    """Return whether a time is in the second half of the day; None if that is not known."""
    hour = _hour(clock) or 0
    if clock["noon"] or clock["midnight"]:
        return bool(clock["noon"])
    if clock["half"]:
        return clock["half"].lower() == "p"
    if hour > 12 or hour == 0 or clock[0].startswith("0"):
        return hour > 12
    if part is None:
        return None
    # In the middle of the day 11 is in the morning, 1 in the afternoon; 晚上12点 is midnight.
    return hour != 12 if part["late"] else hour in (12, 1, 2) if part["middle"] else hour == 12 and "午" in part[0]


def _clock_hour(clock: re.Match[str]) -> int:
    """Return the hour on the face of a clock, 0 to 11."""
    return (_hour(clock) or 0) % 12


def _hour(clock: re.Match[str]) -> int | None:
    if clock["noon"] or clock["midnight"]:
        return 12
    text = clock["hour"] or clock["zh_hour"]
    value = parse_number(text)
    is_hour = value is not None and value == int(value) and 0 <= value <= 24
    return int(value) if value is not None and is_hour else None


def _time(clock: re.Match[str], late: bool | None) -> time | None:
    hour = _hour(clock)
    if hour is None or late is None:
        return None
    minute = 30 if clock["zh_half"] else 15 * int(parse_number(clock["quarter"] or "") or 0)
    minute = minute or int(clock["minute"] or parse_number(clock["zh_minute"] or "") or 0)
    of_day = hour if hour > 12 else hour % 12 + 12 * late
    return time(of_day % 24, minute) if minute < 60 else None
