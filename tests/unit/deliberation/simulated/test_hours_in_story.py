"""Hours a week of a query that excludes days, joins times of one day, or has them on some weeks only."""

import pytest

from deliberation.simulated.query.available_time import read_available_time


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("she lives 2 hours away, I can come on Saturdays for 3 hours", 3.0),
        ("除了周二每天早上都有一小时", 6.0),
        ("每天下班后一个半小时,周末不算", 7.5),
        ("晚上8点半到10点学习,周日休息", 9.0),
        ("I've 90 minutes a day, not Fridays", 9.0),
        ("every day except Sunday I can give it an hour", 6.0),
        ("早上半小时,晚上半小时,每天都行", 7.0),
        ("20 min in the morning and 20 min in the evening, every day", 14 / 3),
        ("工作日坐地铁来回各半小时", 5.0),
        ("fifteen minutes on the bus each way, five days a week", 2.5),
        ("my lunch break is an hour, I can use half of it mon-fri", 2.5),
        ("an hour a day, two at the weekend (each day)", 9.0),
        ("an hour on weekdays and a full Saturday morning", 8.0),
        ("two Saturdays a month, five hours each", 2.3),
        ("每个月抽两个周六,每次六小时", 2.76),
        ("every other weekend, 4 hours", 2.0),
        ("隔周周末有空,一次4个小时", 2.0),
        ("白天上班,晚上最多能花两小时", 14.0),
        ("每天通勤两个小时,睡觉7小时,剩下能学习的也就1小时", 7.0),
        ("I can study from 7 to 8:30 pm Mondays to Thursdays", 6.0),
        ("on my three days off I can study 2 hours each", 6.0),
        ("waiting 1 hour a day on my six working days", 6.0),
        ("I can afford two lessons of 90 minutes a week", 3.0),
        ("Mornings 6 to 7 are mine, every day of the week", 7.0),
        ("周二周四晚上各一小时,周末一次长的3小时", 5.0),
        ("work on it alternate Saturdays, 6 hours a time", 3.0),
        ("An hour and a quarter every weekday", 6.25),
        ("I teach 24 hours a week, mark 6 hours a week, and that leaves me with 4 hours a week", 4.0),
        ("every night an hour", 7.0),
        ("每天写4小时,周日不写", 24.0),
        ("每周能投入15到20小时", 17.5),
    ],
)
def test_the_hours_of_a_week_are_read(text: str, hours: float) -> None:
    weekly = read_available_time(text).weekly_hours
    assert weekly is not None
    assert weekly == pytest.approx(hours, rel=0.02)


@pytest.mark.parametrize(
    "text",
    ["比赛早上9点到11点半", "the exam is in the morning, 3 hours", "I'm free after 10pm", "厂里上班,一天12个小时"],
)
def test_the_time_of_an_event_is_no_time_for_work(text: str) -> None:
    assert read_available_time(text).weekly_hours is None


@pytest.mark.parametrize(("text", "day"), [("每天1小时,周三休息", 2), ("an hour every day but not on Tuesdays", 1)])
def test_an_excluded_day_has_no_hours(text: str, day: int) -> None:
    time = read_available_time(text)
    assert time.by_weekday is not None
    assert time.by_weekday[day] == 0
    assert day not in time.days


def test_days_that_are_all_excluded_leave_no_hours() -> None:
    assert read_available_time("not on weekdays, not on weekends, 2 hours a day").weekly_hours is None
