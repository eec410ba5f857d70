"""Requests in everyday words: time, deadline, goal, field, and what is left over, in both languages."""

from datetime import date

import pytest

from deliberation.simulated.query.budget import find_budget
from deliberation.simulated.query.clauses import has_chinese
from deliberation.simulated.query.numerals import parse_chinese_number
from deliberation.simulated.query.query_reader import UserQuery, read_query

TODAY = date(2026, 11, 26)  # a Thursday


def read(text: str) -> UserQuery:
    return read_query(text, "zh" if has_chinese(text) else "en", TODAY)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("学做菜，一周四晚每晚半小时", 2),
        ("学做菜，每周3晚，每晚50分钟", 2.5),
        ("练字，三个晚上，每次一小时", 3),
        ("考证，平日每晚1小时双休每天5小时", 15),
        ("学画画，周末各半天", 8),
        ("学做菜，每周最多5小时，工作日每天能挤半小时", 5),
        ("learn chess, two evenings, 45 min each", 1.5),
        ("learn chess, four evenings of 90 minutes", 6),
        ("learn chess, five sessions of 20 minutes a week", 5 / 3),
        ("learn chess, Mon Wed Fri 30 minutes each", 1.5),
        ("learn chess, weekday evenings 1 hour, weekends 3 hours a day", 11),
        ("learn chess, max 3 hours per week, Saturdays and Sundays", 3),
        ("run a 10k, I jog three times a week, 5 hours a week max", 5),
    ],
)
def test_times_are_read_in_every_wording(text: str, hours: float) -> None:
    assert read(text).time.weekly_hours == pytest.approx(hours, abs=0.01)  # pyright: ignore[reportUnknownMemberType]


@pytest.mark.parametrize(
    "text",
    [
        "下周三给客户做个二十五分钟的汇报",
        "下周五给新人讲一下安全规范，十五分钟",
        "我每天上班八小时，想学画画",
        "一周上五天班，想学画画",
        "每晚只睡五小时，想把作息调回来",
        "give a 15-minute talk at work next Friday",
        "I run 10k in 55 minutes and want a faster half marathon",
        "I want to drop to three days a week without losing pay",
        "I work 38 hours a week and want to learn chess",
        "we play a summer concert, one rehearsal a week, 90 minutes on Tuesdays",
        "teach my six-year-old to swim, she sleeps ten hours a night",
    ],
)
def test_time_that_is_not_there_does_not_count(text: str) -> None:
    assert read(text).time.weekly_hours is None


@pytest.mark.parametrize("text", ["明天下午两点面试，今晚有四个小时", "my exam is tomorrow, I have four hours tonight"])
def test_the_hours_of_tonight_are_those_before_tomorrow(text: str) -> None:
    time = read(text).time
    assert time.weekly_hours == 4
    assert time.by_weekday is not None
    assert time.by_weekday[TODAY.weekday() + 1] == 4


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("my driving test is on Friday", "2026-11-27"),
        ("hand in the essay by Monday morning", "2026-11-30"),
        ("I'm leaving for Oslo on Wednesday", "2026-12-02"),
        ("the pitch is due Tuesday", "2026-12-01"),
        ("paint the hall, two weekends", "2026-12-10"),
        ("repaint the kitchen, one weekend", "2026-12-03"),
        ("run a half marathon in May", "2027-05-31"),
        ("周五交方案", "2026-11-27"),
        ("用四个周末把书房清出来", "2026-12-24"),
        ("趁国庆把客厅刷了", "2027-10-01"),
    ],
)
def test_a_day_in_everyday_words_is_a_deadline(text: str, day: str) -> None:
    deadline = read(text).deadline
    assert deadline is not None
    assert deadline.day is not None
    assert deadline.day.isoformat() == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("migrate the wiki by end of Q1", "2027-03-31"),
        ("launch the shop by Q2", "2027-06-30"),
        ("a picnic for the weekend", "2026-11-29"),
        ("第一季度末交报告", "2027-03-31"),
        ("年前把墙刷了", "2027-02-05"),
        ("年三十前学会包饺子", "2027-02-05"),
        ("周末前修好水管", "2026-11-29"),
        ("我妈下个月住院，12月18号做手术", "2026-12-18"),
    ],
)
def test_a_quarter_a_weekend_and_the_turn_of_the_year_are_deadlines(text: str, day: str) -> None:
    deadline = read(text).deadline
    assert deadline is not None
    assert deadline.day is not None
    assert deadline.day.isoformat() == day


@pytest.mark.parametrize(
    ("text", "total", "weekly"),
    [
        ("learn chess by next friday, I've got about 3 hours total", 3, 2.625),
        ("下周五交稿，一共4小时", 4, 3.5),
        ("learn chess, 20 hours a week in all", None, 20),
        ("学画画，总共30小时", 30, None),
    ],
)
def test_hours_that_there_are_altogether_are_no_weekly_hours(
    text: str, total: float | None, weekly: float | None
) -> None:
    time = read(text).time
    assert (time.total_hours, time.weekly_hours) == (total, weekly)


def test_a_time_to_be_reached_is_no_length_of_a_session() -> None:
    time = read("半马想2小时内完赛，一周能跑3次").time
    assert (time.weekly_hours, time.times) == (None, 3)


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("预算1万2，年三十出发", "1万2"),
        ("birthday, budget £900, two vegans", "£900"),
        ("a day out, not more than 50 euro", "50 euro"),
        ("fix the tap, I've got 60 quid", "60 quid"),
        ("make the house safe, about £600", "£600"),
    ],
)
def test_a_budget_is_read_to_its_end(text: str, budget: str) -> None:
    assert find_budget(text) == budget


@pytest.mark.parametrize(("words", "value"), [("1万2", 12000), ("一万二", 12000), ("三千五", 3500), ("一百零五", 105)])
def test_the_last_digit_counts_the_next_smaller_unit(words: str, value: float) -> None:
    assert parse_chinese_number(words) == value


@pytest.mark.parametrize(
    "text", ["learn chess, I have 2 hours on Sunday", "每周五晚上有空", "two weekends a month I can paint"]
)
def test_a_regular_day_is_no_deadline(text: str) -> None:
    assert read(text).deadline is None


def test_weekends_are_a_deadline_and_the_only_days() -> None:
    query = read("tile the kitchen splashback, four weekends")
    assert query.time.days == frozenset((5, 6))


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("I keep missing buses but I'd love a scooter licence by May", "a scooter licence"),
        ("I promised to bake the cake for a friend's party on June 5", "bake the cake for a friend's party"),
        ("how do I ask my manager for a raise, review on Jan 20", "ask your manager for a raise"),
        ("polish up Italian (small talk, menus) for a trip to Rome", "polish up Italian for a trip to Rome"),
        ("my cat hates the vet. want him in the carrier by March", "get your cat in the carrier"),
        ("council tax appeal is due on 3 March, I have all the letters", "council tax appeal"),
        ("Improve my German from A1 to B1", "Improve German from A1 to B1"),
        ("I want to play the ukulele my uncle gave me", "play the ukulele"),
        ("领导让我下周五给新人讲一下安全规范，十五分钟", "给新人讲一下安全规范"),
        ("我们理发店好评率八成，想两个月内提到95%", "我们理发店好评率提到95%"),
        ("后天下午三点面试，还没准备", "面试"),
        ("膝盖做完手术三个月了，大夫说可以开始慢跑了", "慢跑"),
        ("想给我的爸妈录一段家史", "给爸妈录一段家史"),
    ],
)
def test_the_goal_is_the_wanted_outcome(text: str, goal: str) -> None:
    assert read(text).goal == goal


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("想给我妈做个生日蛋糕，只烤过饼干", "baking"),
        ("I have to bake a cake for my cousin's wedding", "baking"),
        ("我们理发店最近差评多，想把评分提上去", "business_growth"),
        ("想开一家奶茶店", "cafe"),
        ("儿子四岁了还要人陪睡，想分房睡", "child_sleep"),
        ("My toddler won't sleep in his own bed", "child_sleep"),
        ("our choir wants to stage a summer concert to raise money for the hospice", "concert"),
        ("查出痛风，想把尿酸降下来", "medical_diet"),
        ("get dad's cholesterol down, I do the cooking", "medical_diet"),
        ("buying a second-hand car by spring", "used_car"),
        ("want to tile the kitchen splashback", "tiling"),
        ("repaint the hallway", "wall_painting"),
        ("跟老板提涨薪", "boss_talk"),
        ("teach my son to read", "child_reading"),
        ("give a short talk to my department", "short_talk"),
        ("sort out the box room", "room_clearing"),
        ("cycle from London to Paris", "cycling_tour"),
        ("pack in smoking", "quit_smoking"),
        ("clear my overdraft", "debt"),
        ("手风琴零基础，想拉一首曲子", "instrument"),
        ("must be out by March 1, landlord gave us notice", "moving_house"),
        ("椎间盘手术后恢复锻炼", "rehab"),
    ],
)
def test_the_wanted_object_decides_the_field(text: str, domain: str) -> None:
    match = read(text).match
    assert match is not None
    assert match.domain.id == domain


@pytest.mark.parametrize(
    ("text", "unused"),
    [
        ("想学游泳，每周两次每次一小时，家里有两只猫", ()),
        ("想学游泳，我妹妹在上海读书，春节前", ("我妹妹在上海读书",)),
        ("learn to swim by May, two hours a week, my uncle owns a boat", ("my uncle owns a boat",)),
        ("please help, learn to swim by May, I'm scared of deep water, I don't want group lessons", ()),
    ],
)
def test_what_no_reader_used_is_listed(text: str, unused: tuple[str, ...]) -> None:
    assert read(text).unused == unused


def test_an_unused_clause_is_short_and_in_the_users_words() -> None:
    text = (
        "learn to swim by May, the lady who lives two doors down from the bakery on the corner once told everybody so"
    )
    (clause,) = read(text).unused
    assert clause in text
    assert len(clause) <= 60
