"""What the rules read from queries that nobody gave them as examples, in both languages."""

from datetime import date

import pytest

from deliberation.simulated.query.available_time import read_available_time
from deliberation.simulated.query.clauses import has_chinese
from deliberation.simulated.query.deadline import read_deadline
from deliberation.simulated.query.query_reader import UserQuery, read_query

TODAY = date(2026, 11, 26)  # a Thursday


def read(text: str) -> UserQuery:
    return read_query(text, "zh" if has_chinese(text) else "en", TODAY)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("半年内雅思考到7分", "2027-05-26"),
        ("用两周时间整理房间", "2026-12-10"),
        ("一个半月后交稿", "2027-01-10"),
        ("下周五之前写完", "2026-12-04"),
        ("12月底考六级", "2026-12-31"),
        ("春节前学会包饺子", "2027-02-06"),
        ("明年国庆前背完", "2027-10-01"),
        ("下个月15号开业", "2026-12-15"),
        ("还有20天考试", "2026-12-16"),
        ("今年年底前读完", "2026-12-31"),
        ("三天后要面试", "2026-11-29"),
        ("减肥,3个月", "2027-02-26"),
        ("孩子9月上小学", "2027-09-01"),
        ("finish it by March 12", "2027-03-12"),
        ("exam on Dec 19", "2026-12-19"),
        ("a 12-week plan please", "2027-02-18"),
        ("I have an exam in 10 days", "2026-12-06"),
        ("within two and a half months", "2027-02-10"),
        ("done by the end of the year", "2026-12-31"),
        ("ready by mid-February", "2027-02-15"),
        ("by 3/15", "2027-03-15"),
        ("I have 6 weeks to prepare", "2027-01-07"),
        ("over the next 3 months", "2027-02-26"),
        ("hosting a meetup in May", "2027-05-31"),
        ("by Easter", "2027-03-28"),
    ],
)
def test_a_deadline_is_read(text: str, day: str) -> None:
    deadline = read_deadline(text, TODAY)
    assert deadline is not None
    assert deadline.day is not None
    assert deadline.day.isoformat() == day


@pytest.mark.parametrize(
    "text",
    [
        "我学了两年吉他",
        "有三年经验的护士",
        "家里的猫8个月大",
        "every day before work I have an hour",
        "my old bike has stood there since 1991",
        "I had surgery in September",
        "一周三次每次一小时",
        "Tuesday evenings are free",
    ],
)
def test_no_deadline_is_invented(text: str) -> None:
    deadline = read_deadline(text, TODAY)
    assert deadline is None or deadline.day is None


@pytest.mark.parametrize(
    ("text", "words"), [("before my sister's wedding", "my sister's wedding"), ("我妈生日前织一条围巾", "我妈生日前")]
)
def test_a_date_that_cannot_be_computed_keeps_its_words(text: str, words: str) -> None:
    deadline = read_deadline(text, TODAY)
    assert deadline is not None
    assert (deadline.day, deadline.words) == (None, words)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("我每天2小时", 14),
        ("工作日晚上1小时，周末每天3小时", 11),
        ("周二和周四晚上各1.5小时", 3),
        ("每周能挤3个晚上，每次一小时", 3),
        ("周一三五晚上8点到9点", 3),
        ("每周6天，每天一个半小时", 9),
        ("每天早上6点半到7点", 3.5),
        ("一天能学4-5个小时", 31.5),
        ("每个周末4小时", 4),
        ("I have 2 hours on weekdays and 4 hours a day at weekends", 18),
        ("Tuesdays and Thursdays, 1 hour each", 2),
        ("30 min a day, 6 days a week", 3),
        ("twice a week, 90 minutes", 3),
        ("weekends only, 5 hours a day", 10),
        ("every morning from 6 to 7 am", 7),
        ("3 hours every Saturday and 1 hour on Wednesdays", 4),
        ("two hours every other Sunday", 1),
        ("5 hours/week", 5),
        ("half an hour every other day", 1.75),
        ("two to three hours a week", 2.5),
    ],
)
def test_available_time_is_read(text: str, hours: float) -> None:
    assert read_available_time(text).weekly_hours == pytest.approx(hours, abs=0.01)  # pyright: ignore[reportUnknownMemberType]


@pytest.mark.parametrize(
    "text", ["10k under 50 min", "讲满5分钟", "I want to hold my breath for 3 minutes", "周末有空", "I run 4x a week"]
)
def test_no_available_time_is_invented(text: str) -> None:
    assert read_available_time(text).weekly_hours is None


def test_named_days_are_the_only_ones_with_hours() -> None:
    time = read_available_time("只有周六有空，能做5小时")
    assert time.by_weekday == (0, 0, 0, 0, 0, 5, 0)
    assert time.days == frozenset((5,))


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("我想在三个月内把雅思从6分提到7分,每天2小时", "把雅思从6分提到7分"),
        ("帮我制定IELTS备考计划", "IELTS"),
        ("如何在两个月内学会自由泳", "学会自由泳"),
        ("家里太乱了,想断舍离", "断舍离"),
        ("求一份考研英语复习计划", "考研英语"),
        ("目标是一年读50本书", "一年读50本书"),
        ("下个月搬家,从北京搬到成都", "搬家"),
        ("Help me plan a 3-month IELTS study schedule, I'm at 6.0 and need 7.5", "IELTS 7.5"),
        ("I want to learn guitar from scratch, half an hour a day", "learn guitar from scratch"),
        ("How do I potty train my 2 year old?", "potty train your 2 year old"),
        ("goal: bake a croissant that shatters", "bake a croissant that shatters"),
        ("Need to file my tax return by 31 January and haven't opened a single envelope", "file your tax return"),
        ("I'm a nurse and want to become a data analyst within a year", "become a data analyst"),
    ],
)
def test_the_goal_is_in_the_users_words(text: str, goal: str) -> None:
    assert read(text).goal == goal


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("想学游泳", "swimming"),
        ("明年春天跑全马", "running"),
        ("想给奶奶办八十大寿", "birthday"),
        ("两年内还清网贷", "debt"),
        ("Learn Spanish for a trip to Peru", "spanish"),
        ("teach my border collie to come when called", "dog_training"),
        ("We want to get married in the garden", "wedding"),
        ("my sourdough is flat", "bread"),
        ("Interview at a bank in 4 weeks", "interview"),
    ],
)
def test_a_known_field_is_recognised(text: str, domain: str) -> None:
    match = read(text).match
    assert match is not None
    assert match.domain.id == domain


@pytest.mark.parametrize(
    "text",
    [
        "想学会用竹子编一个鱼篓",
        "我写过几年毛笔字,现在想学做砚台",
        "teach my cat to walk on a lead",
        "restring my grandmother's zither",
        "年会上要表演变魔术",
        "count every swift's nest in our street",
    ],
)
def test_an_unknown_field_is_not_taken_for_a_known_one(text: str) -> None:
    assert read(text).match is None


def test_what_is_there_not_wanted_and_hard_is_quoted() -> None:
    query = read("想学吉他，零基础，家里有一把旧吉他，不想上网课，手指按弦总是疼")
    assert query.statements.level == "beginner"
    assert query.statements.possessions == ("家里有一把旧吉他",)
    assert query.statements.not_wanted == ("上网课",)
    assert query.statements.obstacles == ("手指按弦总是疼",)


@pytest.mark.parametrize("text", ["?", "    计划    ", "😀😀😀", "a" * 8000, "计" * 8000, "1 2 3 4 5", "\n\n.\n"])
def test_any_text_is_read(text: str) -> None:
    assert len(read(text).goal) <= 120
