"""Grounds of a stubborn planner in the request, and its positions, which it repeats while the critic attacks them."""

import pytest

from deliberation.simulated.query.clauses import has_chinese
from deliberation.simulated.query.insistence import find_insistence, only_insists
from deliberation.simulated.temperament import planner_temper
from shared.core.language import Language
from tests.support.direct_rounds import DirectRounds, play_rounds, session_context

SESSIONS = [f"s-ground-{number}" for number in range(30)]


def temper(text: str, session: str) -> str:
    language: Language = "zh" if has_chinese(text) else "en"
    return planner_temper(session_context(text, language, session))


def play(text: str, session: str) -> DirectRounds:
    return play_rounds(session_context(text, "zh" if has_chinese(text) else "en", session), rounds=3)


@pytest.mark.parametrize(
    "text",
    [
        "the attic must be empty by 9 January",
        "learn the waltz before New Year, no excuses",
        "I'll get this fence painted by Sunday, whatever it takes",
        "hand in the logbook on 4 December and not a day later",
        "don't tell me it can't be done, I want a vegetable patch by spring",
        "月底必须把仓库清空",
        "春节前一定要学会打快板",
        "12月10日交稿，雷打不动",
        "三周内学会蛙泳，别跟我说来不及",
        "一天都不能晚，12月8日前把墙刷完",
        "无论如何这个月要把鱼缸搭好",
    ],
)
def test_a_request_that_insists_has_a_stubborn_planner_in_every_session(text: str) -> None:
    assert {temper(text, session) for session in SESSIONS} == {"stubborn"}


@pytest.mark.parametrize(
    "text",
    [
        "learn the waltz before New Year",
        "the museum is a must, help me plan a day in Lisbon",
        "I must admit I have never sewn, want to make a cushion",
        "想学打快板，不一定要多好",
        "不必须考证，只想会修自行车",
    ],
)
def test_a_request_that_does_not_insist_has_none(text: str) -> None:
    assert {temper(text, session) for session in SESSIONS} == {"accommodating", "firm"}


@pytest.mark.parametrize("text", ["IELTS 7.5 by 30 November, an hour a day", "11月30日前雅思考到7.5分，每天一小时"])
def test_a_date_and_a_measure_that_cannot_both_be_met_are_a_ground(text: str) -> None:
    assert {temper(text, session) for session in SESSIONS} == {"stubborn"}
    later = text.replace("30 November", "30 November 2028").replace("11月30日", "2028年11月30日")
    assert "stubborn" not in {temper(later, session) for session in SESSIONS}


@pytest.mark.parametrize(
    "text",
    [
        "I must reach IELTS 7.5 by 20 December, an hour a day",
        "必须在12月20日前雅思考到7.5分，每天一小时",
        "must finish a marathon by 20 January, 2 hours a week",
    ],
)
@pytest.mark.parametrize("session", SESSIONS[:6])
def test_a_stubborn_planner_says_the_same_three_times(text: str, session: str) -> None:
    positions = [turn.position for turn in play(text, session).plans]
    assert len(positions) == 3
    assert len({(each.conclusion, each.key_reasons) for each in positions}) == 1


@pytest.mark.parametrize("text", ["no excuses", "别跟我说不可能", "don't tell me it can't be done", "雷打不动"])
def test_a_clause_that_only_insists_is_recognised(text: str) -> None:
    assert only_insists(text)


@pytest.mark.parametrize("text", ["必须拿到潜水证", "the shed must be dry", "一定要留出厨房"])
def test_a_clause_that_also_says_something_is_kept(text: str) -> None:
    assert find_insistence(text)
    assert not only_insists(text)
