"""Dates on which something happens, and goals that are out of time by a factor."""

from datetime import date

import pytest

from deliberation.simulated.plan.event_date import is_date_fixed
from deliberation.simulated.plan.time_budget import budget_time
from deliberation.simulated.query.clauses import has_chinese
from deliberation.simulated.query.query_reader import read_query
from deliberation.simulated.text_variants import render
from shared.core.language import Language
from tests.support.direct_rounds import DirectRounds, play_rounds, session_context

TODAY = date(2026, 11, 26)
SESSIONS = [f"s-fixed-{number}" for number in range(4)]


def language_of(text: str) -> Language:
    return "zh" if has_chinese(text) else "en"


def play(text: str, session: str) -> DirectRounds:
    return play_rounds(session_context(text, language_of(text), session))


def said(rounds: DirectRounds) -> str:
    assert rounds.report is not None
    return "\n".join((*rounds.texts(), rounds.report.content))


@pytest.mark.parametrize(
    ("text", "is_fixed"),
    [
        ("my interview is in two weeks", True),
        ("三周后考试，备考物理", True),
        ("下周五面试产品经理", True),
        ("my sister's wedding is on 20 December, I give a toast", True),
        ("learn Portuguese to B1 by 1 June", False),
        ("12月20日之前把论文写完", False),
        ("save $4000 by 1 March", False),
        ("open a cafe on 1 June 2027", False),
    ],
)
def test_a_date_is_fixed_where_something_happens_on_it(text: str, is_fixed: bool) -> None:
    assert is_date_fixed(read_query(text, language_of(text), TODAY)) is is_fixed


@pytest.mark.parametrize("session", SESSIONS)
@pytest.mark.parametrize(
    "text",
    [
        "I have to say a few words at my uncle's funeral on 1 December, a speech, 20 minutes a day",
        "12月2号婚礼上我要致辞，一个字没写，每天十分钟",
    ],
)
def test_nothing_is_finished_after_a_fixed_date(text: str, session: str) -> None:
    rounds = play(text, session)
    budget = budget_time(read_query(text, language_of(text), TODAY))
    assert budget.case == "_fixed"
    assert "2027" not in said(rounds)
    assert rounds.is_settled
    assert all(date.fromisoformat(each.deadline) <= budget.end for phase in rounds.plan.phases for each in phase.tasks)


def test_hours_that_suffice_until_a_fixed_date_are_enough_although_the_days_are_few() -> None:
    budget = budget_time(read_query("I give a speech at a party on 30 November, 8 hours a day", "en", TODAY))
    assert budget.effort is not None
    assert not budget.is_short
    assert budget.is_tight


@pytest.mark.parametrize("session", SESSIONS)
@pytest.mark.parametrize(
    "text",
    [
        "Speak Italian from zero to C1 by tomorrow",
        "零基础，后天之前学会小提琴拉到十级",
        "tomorrow I swim 5 km, I can't swim at all",
    ],
)
def test_what_is_impossible_by_a_factor_is_said_first_and_not_planned(text: str, session: str) -> None:
    rounds = play(text, session)
    budget = budget_time(read_query(text, language_of(text), TODAY))
    assert budget.is_impossible
    assert rounds.report is not None
    lead = "做不到：" if has_chinese(text) else "Not possible:"
    assert lead in "\n".join(rounds.report.content.split("\n")[:4])
    assert sum(len(phase.tasks) for phase in rounds.plan.phases) <= 2
    kinds = {tag for phase in rounds.plan.phases for task in phase.tasks for tag in task.tags}
    assert not kinds & {"practise", "练习"}


def test_one_hour_takes_a_singular_verb() -> None:
    text = render("plan.open.2", "en", goal="g", total="1 hour", end="1 May")
    assert "1 hour goes to" in text
    assert "11 hours go to" in render("plan.open.2", "en", goal="g", total="11 hours", end="1 May")


@pytest.mark.parametrize("session", SESSIONS)
def test_no_task_lies_before_the_day_of_the_session(session: str) -> None:
    rounds = play("run 10 km in ten days, I run 7 km now, 5 hours a week", session)
    days = [task.deadline for turn in rounds.plans for phase in turn.plan.phases for task in phase.tasks]
    assert min(days) > TODAY.isoformat()
