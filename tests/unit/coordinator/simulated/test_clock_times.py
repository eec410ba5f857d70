"""When does it begin and end, by the words for a time of day? What may be morning or evening is not guessed."""

from datetime import time

import pytest

from coordinator.simulated.clock_times import ClockTimes, parse_clock_times

NOTHING = ClockTimes()


@pytest.mark.parametrize(
    ("words", "start", "end"),
    [
        ("from 6 to 10 pm", time(18), time(22)),
        ("10 to 2 pm", time(10), time(14)),
        ("9-11 am", time(9), time(11)),
        ("from 9 am to 5 pm", time(9), time(17)),
        ("19:30 to 22:00", time(19, 30), time(22)),
        ("09:30 - 11:00", time(9, 30), time(11)),
        ("evening, 7 to 9", time(19), time(21)),
        ("晚上七点到九点", time(19), time(21)),
        ("上午9点到下午5点", time(9), time(17)),
        ("下午2点到4点", time(14), time(16)),
    ],
)
def test_a_range_has_both_ends(words: str, start: time, end: time) -> None:
    assert parse_clock_times(words) == ClockTimes(start, end)
    assert not parse_clock_times(words).over_midnight


@pytest.mark.parametrize(
    ("words", "start", "end"),
    [
        ("6pm till midnight", time(18), time(0)),
        ("10 pm to 2 am", time(22), time(2)),
        ("evening, 8 to 1", time(20), time(1)),
        ("晚上8点到凌晨1点", time(20), time(1)),
    ],
)
def test_a_range_over_midnight_ends_on_the_next_day(words: str, start: time, end: time) -> None:
    assert parse_clock_times(words) == ClockTimes(start, end)
    assert parse_clock_times(words).over_midnight


@pytest.mark.parametrize(
    ("words", "start"),
    [
        ("at 7.30 pm", time(19, 30)),
        ("19:30", time(19, 30)),
        ("after 6 pm", time(18)),
        ("下午两点半", time(14, 30)),
        ("夜里十一点四十", time(23, 40)),
        ("19点", time(19)),
        ("中午12点", time(12)),
        ("晚上六点开始", time(18)),
        ("上午十点一刻", time(10, 15)),
    ],
)
def test_a_time_alone_is_the_beginning(words: str, start: time) -> None:
    assert parse_clock_times(words) == ClockTimes(start=start)


@pytest.mark.parametrize(
    ("words", "end"),
    [
        ("until 9 pm", time(21)),
        ("before noon", time(12)),
        ("下午三点以前", time(15)),
        ("中午到两点", time(14)),
        ("until midnight", time(0)),
    ],
)
def test_a_time_after_until_is_the_end(words: str, end: time) -> None:
    assert parse_clock_times(words) == ClockTimes(end=end)


@pytest.mark.parametrize("words", ["at 7", "七点", "9:30", "10-12点", "in the evening", "上午", "until late", "25:00"])
def test_what_is_not_on_the_clock_or_may_be_morning_or_evening_is_not_known(words: str) -> None:
    assert parse_clock_times(words) == NOTHING
