"""Contradictions of positions: what excludes each other, and what only sounds different."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deliberation.core.contradiction import compare_statements, find_contradictions
from deliberation.core.opposite import opposites_between
from deliberation.core.order_relation import related_parts
from deliberation.core.polarity import clause_polarities
from tests.support.position_fixtures import held


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        (
            "Study for 3 months with two mock exams.",
            "Study for 6 weeks with two mock exams.",
            "number: 3 month / 6 week",
        ),
        ("用三个月完成备考计划。", "用六周完成备考计划。", "number: 三个月 / 六周"),
        ("Hold the workshop on 3 March.", "Hold the workshop on 4 April.", "date: 3 march / 4 april"),
        ("会议定在周六开。", "会议定在周日开。", "date: 周六 / 周日"),
        ("Begin the lesson at 9:00.", "Begin the lesson at 10:30.", "date: 9:00 / 10:30"),
        ("The plan is feasible in six weeks.", "The plan is not feasible in six weeks.", "polarity: not"),
        ("这个六周计划可行。", "这个六周计划不可行。", "polarity: 不"),
        ("Publish the raw results.", "Never publish the raw results.", "polarity: never"),
        ("公开会议的记录。", "别公开会议的记录。", "polarity: 别"),
        ("The time is enough for the exam.", "The time is insufficient for the exam.", "polarity: insufficient"),
        ("Teach the course online.", "Teach the course offline.", "opposite: online / offline"),
        ("课程在线上进行。", "课程在线下进行。", "opposite: 线上 / 线下"),
        ("增加每周的练习量。", "减少每周的练习量。", "opposite: 增加 / 减少"),
        ("Raise the weekly hours.", "Lower the weekly hours.", "opposite: raise / lower"),
        ("Learn grammar before vocabulary.", "Learn vocabulary before grammar.", "order: learn grammar / vocabulary"),
        ("先学语法，再背单词。", "先背单词，再学语法。", "order: 学语法 / 背单词"),
        ("Take a coach rather than an app.", "Take an app rather than a coach.", "choice: take a coach / an app"),
        ("请老师，而不是用软件学。", "用软件学，而不是请老师。", "choice: 请老师 / 用软件学"),
        ("Sow the meadow in spring.", "Sow the meadow in winter.", "opposite: spring / winter"),
    ],
)
def test_what_excludes_each_other_is_found_with_the_words(first: str, second: str, code: str) -> None:
    found = find_contradictions(held(first), held(second))
    assert code in found
    kind = code.split(":", maxsplit=1)[0]
    assert [one.split(":")[0] for one in find_contradictions(held(second), held(first))] == [
        one.split(":")[0] for one in found
    ]
    assert kind in {one.split(":")[0] for one in found}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Study for two weeks.", "Study for 14 days."),
        ("学习四周。", "学习一个月。"),
        ("The plan cannot work without practice.", "Without practice, the plan will not work."),
        ("没有练习，计划不可行。", "计划没有练习就不可行。"),
        ("Not only grammar but listening counts.", "Grammar and listening count."),
        ("每天不超过两小时。", "每天最多两小时。"),
        ("不得不推迟考试。", "考试要推迟。"),
        ("Don't keep the window closed.", "Keep the window open."),
        ("窗户不要关着。", "窗户开着。"),
        ("一次不能报两门课。", "一次最多报一门课。"),
        ("Meet at 9 pm on Friday.", "Meet on Friday evening at 21:00."),
        ("晚上九点打烊。", "二十一点打烊。"),
        ("First learn the basics, then practise.", "Learn the basics first and then practise."),
        ("先打基础，再练习。", "打好基础之后再练习。"),
        ("Walk instead of driving.", "Walk rather than drive."),
        ("Buy the blue bicycle.", "Paint the fence before March."),
    ],
)
def test_what_means_the_same_or_is_about_something_else_is_no_contradiction(first: str, second: str) -> None:
    assert find_contradictions(held(first), held(second)) == ()
    assert find_contradictions(held(second), held(first)) == ()


def test_a_reason_that_denies_the_others_conclusion_counts() -> None:
    planner = held("The six weeks are enough for the exam.", "there is time")
    critic = held("Look at the calendar again.", "six weeks are not enough for the exam")
    assert find_contradictions(planner, critic) == ("polarity: not",)
    assert find_contradictions(critic, planner) == ("polarity: not",)


def test_numbers_of_reasons_are_not_compared() -> None:
    assert (
        find_contradictions(held("Practise daily.", "it takes 2 hours"), held("Practise daily.", "it takes 5 hours"))
        == ()
    )


@given(st.text(alphabet="学习计划可行不没先再二三周天月号点一半 abcno't2:;，。", max_size=40))
def test_no_statement_contradicts_itself(text: str) -> None:
    assert list(compare_statements(text, text)) == []


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_can_be_compared(first: str, second: str) -> None:
    assert all(": " in code for code in compare_statements(first, second))


def test_clauses_are_read_one_by_one() -> None:
    clauses = clause_polarities("海报不用照片，用手绘。")
    assert [clause.is_negative for clause in clauses] == [True, False]
    assert [clause.is_negative for clause in clause_polarities("Not only talk; never stop.")] == [False, False]


@pytest.mark.parametrize("text", ["非提前预约不可", "不提前预约不行"])
def test_a_double_negation_affirms(text: str) -> None:
    assert [clause.is_negative for clause in clause_polarities(text)] == [False]


def test_a_word_inside_its_opposite_is_not_found_in_it() -> None:
    assert opposites_between("这个办法可行", "这个办法不可行") == (("可行", "不可行"),)
    assert opposites_between("这个办法不可行", "这个办法不可行") == ()


def test_single_characters_are_opposites_only_in_one_place() -> None:
    assert opposites_between("升半个调唱", "降半个调唱") == (("升", "降"),)
    assert opposites_between("升学的孩子", "下降的成绩") == ()


def test_after_turns_the_order() -> None:
    (parts,) = related_parts("Practise after the theory")
    assert (parts.first, parts.second) == ("the theory", "practise")
