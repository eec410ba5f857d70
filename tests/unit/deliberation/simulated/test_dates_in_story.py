"""Deadlines that are counted from another day, spelled out, or one of several dates of a story."""

from datetime import date

import pytest

from deliberation.simulated.query.deadline import read_deadline

TODAY = date(2026, 11, 26)  # a Thursday


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("my guests come a week on Thursday, clean the flat", "2026-12-10"),
        ("Friday fortnight I give a talk", "2026-12-11"),
        ("tomorrow week is my interview", "2026-12-04"),
        ("learn first aid by a week from Monday", "2026-12-07"),
        ("packed by the last Friday in January", "2027-01-29"),
        ("the test is in the second week of March", "2027-03-14"),
        ("finish it in the first half of next year", "2027-06-30"),
        ("明年上半年拿到证", "2027-06-30"),
        ("help comes between 3 and 5 March", "2027-03-05"),
        ("3月20号到25号之间搬完", "2027-03-25"),
        ("I turn 40 on the second of February and want to swim by then", "2027-02-02"),
        ("half marathon is 13/09/2027", "2027-09-13"),
        ("she leaves on the 28th, done before she leaves", "2026-11-28"),
        ("three days before Christmas the family arrives", "2026-12-22"),
        ("the seminar is from the 9th to the 13th of March, paper due two weeks before it starts", "2027-02-23"),
        ("mother turns 70 on 8 August; I play at the party a week later", "2027-08-15"),
        ("婚礼是5月20号,婚礼一个星期之前要瘦下来", "2027-05-13"),
        ("年会在1月22号,节目要提前三天彩排", "2027-01-19"),
        ("the gig is on 17 January, rehearsal on the 10th, I must know the songs by the rehearsal", "2027-01-10"),
        ("the concert was meant to be on 12 December but moved to 3 January", "2027-01-03"),
        ("本来1月8号考,推迟到了1月29号", "2027-01-29"),
        ("I ran 27 min on New Year's Day, want 25 by Easter", "2027-03-28"),
        ("教师节那天有个公开课", "2027-09-10"),
        ("大概7月10号走", "2027-07-10"),
    ],
)
def test_the_limiting_date_is_read(text: str, day: str) -> None:
    deadline = read_deadline(text, TODAY)
    assert deadline is not None
    assert deadline.day is not None
    assert deadline.day.isoformat() == day


@pytest.mark.parametrize("text", ["I can train on Mon, Wed and Sat", "I failed it on New Year's Day"])
def test_a_day_of_training_or_the_past_is_no_deadline(text: str) -> None:
    assert read_deadline(text, TODAY) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("finish it before May", "2027-04-30"),
        ("the baby comes in May, the room must be painted before then", "2027-04-30"),
        ("5月之前学完", "2027-04-30"),
        ("a tournament on the weekend of 20 and 21 June", "2027-06-20"),
        ("I must read music by mid-January. 20 minutes before bed", "2027-01-15"),
        ("learn SQL by the end of the quarter", "2026-12-31"),
        ("the boss wants it finished in Q1", "2027-03-31"),
        ("the test is on the 12th of next month", "2026-12-12"),
        ("test on the 2nd of next month, no sorry, the 12th of the month after", "2027-01-12"),
        ("两个月后的今天要上台", "2027-01-26"),
        ("笔试3月7号,面试5月16号,我现在问的是笔试", "2027-03-07"),
        ("端午节三天假要徒步", "2027-06-09"),
        ("答辩6月5号,查重要在答辩前两周过", "2027-05-22"),
        ("8月底要体检,体检前一周必须把血脂降下来", "2027-08-24"),
        ("my exam is on 5 June, two weeks before the exam I want to know it all", "2027-05-22"),
        ("3月第二个周六亲戚来吃饭", "2027-03-13"),
        ("期末在明年1月中旬,补考是下个月19号,现在只管补考", "2026-12-19"),
        ("想在立春之前种上花", "2027-02-04"),
        ("the test is this May, on the 23rd", "2027-05-23"),
        ("our choir sings on Good Friday", "2027-03-26"),
    ],
)
def test_the_earliest_day_that_is_meant_is_read(text: str, day: str) -> None:
    deadline = read_deadline(text, TODAY)
    assert deadline is not None
    assert deadline.day is not None
    assert deadline.day.isoformat() == day
