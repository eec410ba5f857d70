"""Choice of the goal and of the field: what is wanted comes before conditions, the weather and what others undergo."""

from datetime import date
from time import perf_counter

import pytest

from deliberation.simulated.query.clauses import has_chinese
from deliberation.simulated.query.query_reader import UserQuery, read_query

TODAY = date(2026, 11, 26)  # a Thursday


def read(text: str) -> UserQuery:
    return read_query(text, "zh" if has_chinese(text) else "en", TODAY)


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("my washing machine is leaking all over the floor, what should I do", "fix your leaking washing machine"),
        ("our fridge has stopped cooling and the food is going off", "fix your fridge that has stopped cooling"),
        ("my laptop's screen is cracked, I have an interview on Monday", "fix your laptop's cracked screen"),
        ("My mum is having a hip operation on 8 January", "arrange the care of your mum around the hip operation"),
        ("my dad had a stroke and is coming home from hospital", "arrange the care of your dad at home after hospital"),
        ("I've been put in charge of our school fair, it must have a raffle", "your school fair"),
        ("we owe $9,000 on two cards, how do we get out of this", "pay off $9,000 on two cards"),
        ("a day out with my in-laws this weekend, it may snow", "a day out with your in-laws"),
        ("I'm the one organising our street fair, must be step-free", "organising your street fair"),
        ("村里让我牵头办灯会，预算5万8，要有猜灯谜", "筹办灯会"),
        ("厨房水管爆了，水漫到客厅，怎么办", "修厨房水管爆裂"),
        ("家里空调不制冷了，房东不管，想弄好", "修空调不制冷"),
        ("学校让我负责毕业典礼，校长要求要有合唱", "筹办毕业典礼"),
        ("我爸下周三做白内障手术，我回不去，怎么安排", "安排爸爸做白内障手术前后的照顾"),
        ("备战7月的托福，现在80，想考到100分", "托福考到100分"),
        ("帮我策划班级春游，下个月", "策划班级春游"),
        ("our toddler won't sleep alone, I am tired, need a plan for the next month", "your toddler won't sleep alone"),
        ("restore a pre-war gramophone, I have a shed and evenings", "restore a pre-war gramophone"),
        (
            "write a funding application for our village hall, need quotes from 4 builders",
            "write a funding application for your village hall",
        ),
        (
            "My aunt is coming home from hospital after a knee operation, what has to be arranged",
            "arrange the care of your aunt at home after hospital",
        ),
        ("本科毕业设计，4月1号答辩，每周一三要去上班，老师很少回复", "本科毕业设计"),
        ("学校运动会在5月8号，我负责，领导想要开幕表演", "学校运动会"),
        ("姑妈留下一只不走的座钟，想在国庆前修好送给表弟", "修好不走的座钟送给表弟"),
        ("孩子上五年级，英语从95掉到70，期末考试1月20号左右", "提高孩子英语成绩"),
    ],
)
def test_the_goal_is_no_condition_and_no_background(text: str, goal: str) -> None:
    assert read(text).goal == goal


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("my wifi drops every evening, fix it by Monday", "fix your wifi that drops"),
        ("my cholesterol came back at 7.2, want to bring it down", "bring your cholesterol down"),
        ("Restore an old rowing boat, want to sail it in July", "Restore an old rowing boat"),
    ],
)
def test_a_pronoun_is_replaced_by_what_it_means(text: str, goal: str) -> None:
    assert read(text).goal == goal


@pytest.mark.parametrize(
    "text",
    [
        "my kitchen tap is dripping, I rent, landlord slow to answer",
        "something nice for the weekend with the kids, it's supposed to rain",
        "我妈要做手术，爸爸不会做饭，怎么安排",
        "migrate 40 Excel reports to another system",
        "Restore my grandfather's accordion",
        "rewire my late father's lamp",
        "finish Middlemarch by the summer, half an hour before sleep",
        "预产期在五月，想在那之前学会做六道炖汤",
        "有场公开课，要把板书和习题都备好，我是家教老师",
        "restore a pre-war gramophone, I have a garage and evenings",
        "邻居给了我一台卡住的缝纫机，想修好",
        "fix the strap of my old camera",
    ],
)
def test_a_stray_word_chooses_no_field(text: str) -> None:
    assert read(text).match is None


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("Learn to cook for my dad who had a stroke", "Learn to cook for your dad who had a stroke"),
        ("my mum has dementia and I want to learn guitar", "learn guitar"),
        ("we're moving to Berlin, the landlord needs three months notice", "moving to Berlin"),
        ("I'm a nurse, my back hurts, want to do yoga three times a week", "yoga"),
        ("公司派我去德国三个月，想学点德语", "学点德语"),
        ("我妈住院了，我想学做饭", "学做饭"),
    ],
)
def test_the_own_wish_comes_before_what_others_have_or_need(text: str, goal: str) -> None:
    assert read(text).goal == goal


@pytest.mark.parametrize(
    "text",
    [
        "my mum turns 70 in the fall, any ideas for a party?",
        "my dad is proud of his golf stroke, I want to learn golf too",
        "my sister works at the hospital, a party for her",
    ],
)
def test_nobody_is_cared_for_who_is_not_ill(text: str) -> None:
    assert "care" not in read(text).goal


def test_a_run_of_digits_is_read_fast() -> None:
    started = perf_counter()
    read("I want to " + "1" * 1400 + "x")
    assert perf_counter() - started < 3.0
