"""Content of plans: words that nothing uses, fields that are not known, open goals, days of events, and answers."""

import re
from datetime import date, timedelta

import pytest

from deliberation.simulated.plan.clause_words import is_recurrent
from deliberation.simulated.plan.event_days import comes_after, days_before
from deliberation.simulated.plan.plan_draft import is_added
from deliberation.simulated.query.clauses import has_chinese
from deliberation.simulated.query.query_reader import read_query
from deliberation.simulated.text_variants import format_date
from shared.core.language import Language
from tests.support.direct_rounds import DirectRounds, play_rounds, session_context

SESSIONS = [f"s-writing-{number}" for number in range(4)]
EVENTS = (
    "organise a 50th anniversary party on Saturday 20 February, the hall is booked, about 40 guests",
    "同学聚会定在2月20日，30个人，有两个人吃素",
    "a dinner party for ten on 19 December, one guest is allergic to nuts",
)
UNKNOWN = (
    "repair the hinge of an antique birdcage, my uncle left it to me",
    "arrange a kite parade through our village, the mayor is away in March",
    "my grandma is coming home from hospital after a stroke in 10 days, she lives alone on the third floor",
)


def play(text: str, session: str) -> DirectRounds:
    language: Language = "zh" if has_chinese(text) else "en"
    return play_rounds(session_context(text, language, session))


def report(rounds: DirectRounds) -> str:
    assert rounds.report is not None
    return rounds.report.content


@pytest.mark.parametrize("text", [*EVENTS, *UNKNOWN])
@pytest.mark.parametrize("session", SESSIONS)
def test_no_task_only_decides_what_words_change_and_they_are_listed_once(text: str, session: str) -> None:
    rounds = play(text, session)
    titles = [task.title for phase in rounds.plan.phases for task in phase.tasks]
    query = read_query(text, "zh" if has_chinese(text) else "en", date.fromisoformat(rounds.context.today))
    quoted = [title for title in titles if any(clause in title for clause in query.unused)]
    assert not any(is_added(query, title) for title in quoted)
    assert sum(not is_added(query, title) for title in quoted) <= (len(titles) if query.match else 1)
    assert len(re.findall("Not taken into account: |没有考虑进去：", report(rounds))) <= 1
    start = re.search(r"(?:Start with|先做这一件)：?[^\n]*", report(rounds))
    assert start
    assert not re.search("Tell them this|把这些情况告诉", start[0])


@pytest.mark.parametrize("text", EVENTS)
@pytest.mark.parametrize("session", SESSIONS)
def test_what_belongs_to_the_day_of_an_event_lies_on_it(text: str, session: str) -> None:
    plan = play(text, session).plan
    days = [
        (phase.phase_name, task.title, date.fromisoformat(task.deadline))
        for phase in plan.phases
        for task in phase.tasks
    ]
    assert [day for _, _, day in days] == sorted(day for _, _, day in days)
    the_day = max(day for _, _, day in days)
    for phase, title, day in days:
        back = days_before(title)
        if back is None and phase in ("The day", "当天"):
            assert day == the_day
        elif back is None and phase in ("The day before", "前一天"):
            assert day == the_day - timedelta(days=1)
        elif back is not None and the_day - timedelta(days=back) > date(2026, 11, 26):
            assert day == the_day - timedelta(days=back)
        else:
            assert day < the_day


@pytest.mark.parametrize("text", UNKNOWN)
def test_a_report_on_an_unknown_field_says_so_first(text: str) -> None:
    rounds = play(text, SESSIONS[0])
    opening = "\n".join(report(rounds).splitlines()[:4])
    assert "not known to the rules" in opening or "规则不知道" in opening
    assert re.search("First steps|前几步", rounds.plan.title)
    assert not any(
        "smallest complete piece" in task.title or "最小的一份" in task.title
        for phase in rounds.plan.phases
        for task in phase.tasks
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [(UNKNOWN[0], "tradesman"), (UNKNOWN[1], "whoever runs the place"), (UNKNOWN[2], "Ask the clinic")],
)
def test_who_is_asked_follows_the_goal(text: str, kind: str) -> None:
    titles = [task.title for phase in play(text, SESSIONS[1]).plan.phases for task in phase.tasks]
    assert any(kind in title for title in titles)


@pytest.mark.parametrize(
    ("text", "first", "then"),
    [
        ("the boiler in our flat is leaking, the landlord does not answer", "Stop it today", "Ask two firms"),
        ("move our club's member list to new software and switch over in spring", "List what is to be moved", "small batch"),
        ("my father-in-law is coming to stay with us for a month and we quarrel", "those you live with", "the first and the last day"),
        ("my aunt had a stroke, she comes home from hospital next Friday", "who is there", "what the clinic names"),
        ("屋顶漏雨，楼上是公共平台", "今天先止住", "问两家"),
        ("外甥要来合住三个月，关系一般", "先和同住的人说好", "起止日期"),
    ],
)  # fmt: skip
def test_the_kind_of_an_unknown_undertaking_frames_its_plan(text: str, first: str, then: str) -> None:
    titles = [task.title for phase in play(text, SESSIONS[0]).plan.phases for task in phase.tasks]
    assert first in titles[0]
    assert any(then in title for title in titles[1:])


@pytest.mark.parametrize("text", ["I want to get my life together", "帮我把那个项目弄一下，越快越好"])
@pytest.mark.parametrize("session", SESSIONS)
def test_a_request_that_names_nothing_is_answered_by_a_question(text: str, session: str) -> None:
    rounds = play(text, session)
    assert len(rounds.plans) == 2
    (title,) = [task.title for phase in rounds.plan.phases for task in phase.tasks]
    assert re.search("[?？]$", title)
    assert re.search("does not name|没有说", report(rounds).splitlines()[2])
    assert re.search("does not name|没有说", rounds.critiques[-1].position.conclusion)


@pytest.mark.parametrize("session", SESSIONS)
def test_what_is_beyond_reach_is_called_impossible(session: str) -> None:
    rounds = play("一个人一周之内造一艘能载人去火星的飞船，预算5000块", session)
    assert not rounds.critiques[0].critique.validity_check.feasible
    assert rounds.critiques[-1].critique.validity_check.feasible
    assert "做不到" in rounds.plan.goal
    assert len(rounds.plans) == 2


@pytest.mark.parametrize("text", EVENTS)
def test_no_answer_names_a_date_that_may_move(text: str) -> None:
    language: Language = "zh" if has_chinese(text) else "en"
    for session in SESSIONS:
        rounds = play(text, session)
        today = date.fromisoformat(rounds.context.today)
        for turn in rounds.plans:
            days = {date.fromisoformat(task.deadline) for phase in turn.plan.phases for task in phase.tasks}
            names = {name for day in days for name in (day.isoformat(), format_date(day, today, language))}
            assert not any(name in answer.text for answer in turn.answers for name in names)


def test_the_worst_case_of_an_event_is_no_lost_week() -> None:
    for session in SESSIONS:
        said = "\n".join(each.worst_case for each in play(EVENTS[0], session).statements)
        assert "two weeks in a row" not in said


@pytest.mark.parametrize(
    ("words", "is_met_again"),
    [
        ("failed last time with 38%", False),
        ("上次差了6分没过", False),
        ("two vegans and an uncle in a wheelchair", False),
        ("I always give up after a week", True),
        ("一说就吵架", True),
        ("finance people are resistant", True),
    ],
)
def test_only_what_can_come_up_again_is_met_by_a_task(words: str, is_met_again: bool) -> None:
    assert is_recurrent(words) is is_met_again


def test_what_comes_after_the_day_is_known_by_its_words() -> None:
    assert comes_after("Start sample lessons the day after the written part")
    assert comes_after("笔试后第二天开始练试讲")
    assert not comes_after("Confirm three days before")


def test_a_habit_is_set_up_in_its_first_weeks() -> None:
    for session in SESSIONS:
        plan = play("save up for a house deposit, £15,000 by November 2028", session).plan
        first = [date.fromisoformat(task.deadline) for task in plan.phases[0].tasks]
        assert max(first) <= date(2026, 12, 14)


@pytest.mark.parametrize(
    ("text", "today", "per_month"),
    [
        ("到2029年11月底存够18万，给店里换设备", "2026-11-26", "5,000 元"),
        ("save £6,100 for a canal boat by 26 November 2027", "2026-11-26", "£510"),
    ],
)
def test_a_sum_to_save_is_divided_by_the_months_and_rounded_up(text: str, today: str, per_month: str) -> None:
    context = session_context(text, "zh" if has_chinese(text) else "en", "s-sum", today)
    turn = play_rounds(context).plans[-1]
    titles = [task.title for phase in turn.plan.phases for task in phase.tasks]
    assert any(per_month in title for title in titles)
