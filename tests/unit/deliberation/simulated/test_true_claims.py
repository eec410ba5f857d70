"""What both sides claim is true of the request and of the plan's own numbers, and nothing the user said is lost."""

import re
from datetime import date

import pytest

from deliberation.contracts.plan import Plan
from deliberation.simulated.knowledge.domain_table import load_domains
from deliberation.simulated.plan.fault import read_fault
from deliberation.simulated.plan.plan_draft import needed_tasks, outlasts
from deliberation.simulated.query.clauses import has_chinese
from deliberation.simulated.query.query_reader import read_query
from deliberation.simulated.text_variants import render
from shared.core.language import Language
from tests.support.direct_rounds import DirectRounds, play_rounds, session_context

SESSIONS = [f"s-claim-{number}" for number in range(12)]
REQUESTS = (
    "想学会滑板，每天半小时，两个月内，隔壁楼下有块空地，表弟说他可以借我护具",
    "learn the ukulele by 1 March 2027, 2 hours every Sunday, my flatmate works nights and the walls are thin",
    "三周内把客厅重新布置好，周末有空，房东不让打孔",
    "I want to run 10k on 14 March 2027, weekends only, my shift ends at different times",
    "想学会修老式座钟，每周六2小时，邻居以前是钟表匠",
    "plan a farewell dinner for 30 people on 19 December, two of them eat no gluten",
)


def kinds(rounds: DirectRounds, severity: str) -> set[str]:
    """Return the kinds of the findings of a severity."""
    read = [read_fault(each.text, rounds.context.language) for each in rounds.findings if each.severity == severity]
    return {each.key for each in read if each is not None}


def play(text: str, session: str) -> DirectRounds:
    language: Language = "zh" if has_chinese(text) else "en"
    return play_rounds(session_context(text, language, session))


def titles(plan: Plan) -> list[str]:
    return [task.title for phase in plan.phases for task in phase.tasks]


@pytest.mark.parametrize("text", REQUESTS)
@pytest.mark.parametrize("session", SESSIONS[:4])
def test_every_clause_of_the_user_is_in_a_task_or_named_as_not_taken_into_account(text: str, session: str) -> None:
    rounds = play(text, session)
    query = read_query(text, rounds.context.language, rounds.today)
    assert rounds.report is not None
    said = "\n".join((*titles(rounds.plan), *rounds.report.summary.remaining_uncertainties))
    assert [clause for clause in query.unused if clause not in said] == []
    assert len(re.findall("^- (?:Not taken into account|没有考虑进去)", rounds.report.content, re.MULTILINE)) <= 1


def test_the_requests_of_this_test_have_clauses_that_nothing_is_read_from() -> None:
    unused = [read_query(text, "zh" if has_chinese(text) else "en", date(2026, 11, 26)).unused for text in REQUESTS]
    assert sum(map(bool, unused)) >= 3


@pytest.mark.parametrize("text", REQUESTS)
@pytest.mark.parametrize("session", SESSIONS)
def test_what_the_critic_says_of_a_plan_is_true(text: str, session: str) -> None:
    rounds = play(text, session)
    query = read_query(text, rounds.context.language, rounds.today)
    for turn, draft in zip(rounds.critiques[1:], rounds.plans[1:], strict=True):
        days = [(task, date.fromisoformat(task.deadline)) for phase in draft.plan.phases for task in phase.tasks]
        end = max(day for _, day in days)
        check = render("tag.check", query.language)
        checks = [day for task, day in days if check in task.tags and rounds.today < day < end]
        for said in (*(risk.risk for risk in turn.critique.risks), *(each.issue for each in turn.critique.suggestions)):
            read = read_fault(said, query.language)
            assert read is not None
            assert read.key != "no_check" or not checks
            assert not ("No hours are named" in said and query.time.days)
            assert not ("可用时间没有写" in said and query.time.days)


@pytest.mark.parametrize("session", SESSIONS)
def test_a_plan_of_days_speaks_of_no_weeks(session: str) -> None:
    for text in ("下周三要给客户演示产品，每天两小时", "ten days until my driving test, 2 hours a day"):
        for statement in play(text, session).statements:
            said = "\n".join((statement.content, *statement.uncertainties, statement.worst_case))
            assert not re.search("两周|two weeks", said)


@pytest.mark.parametrize("domain", load_domains(), ids=lambda domain: domain.id)
def test_no_task_of_a_short_plan_is_repeated_over_more_than_it_lasts(domain: object) -> None:
    known = next(each for each in load_domains() if each is domain)
    query = read_query("只有十天", "zh", date(2026, 11, 26))
    tasks = [task for _, task in needed_tasks(query, known)]
    assert len(tasks) <= 3 or not any(outlasts(task, 10) for task in tasks)


@pytest.mark.parametrize(
    "text",
    [
        "明天前学会编竹篮",
        "后天要交一份讲稿",
        "have the barn owl box carved by tomorrow",
        "get my garden shed built by the day after tomorrow",
    ],
)
@pytest.mark.parametrize("session", SESSIONS[:4])
def test_what_is_due_in_a_day_or_two_is_not_feasible(text: str, session: str) -> None:
    assert not play(text, session).critiques[0].critique.validity_check.feasible


def test_an_unknown_field_due_tomorrow_never_becomes_feasible() -> None:
    for session in SESSIONS:
        rounds = play("have the barn owl box carved by tomorrow", session)
        assert not any(turn.critique.validity_check.feasible for turn in rounds.critiques)


@pytest.mark.parametrize(
    ("text", "feasible"), [("两个月减25公斤", False), ("半年减8公斤", True), ("lose 60 lbs in 8 weeks", False)]
)
def test_weight_that_no_effort_loses_in_time_is_not_feasible(text: str, feasible: bool) -> None:
    assert play(text, "s-weight").critiques[0].critique.validity_check.feasible is feasible


def test_an_amount_without_a_known_rate_is_not_called_realistic() -> None:
    rounds = play("一年内攒8万块", "s-sum")
    query = read_query("一年内攒8万块", "zh", rounds.today)
    assert query.match is not None
    assert not rounds.critiques[-1].critique.validity_check.realistic


@pytest.mark.parametrize(
    "text",
    [
        "骨折刚拆石膏，想重新打羽毛球，每周三次每次一小时",
        "孩子咳嗽半个月了，想让他学会早睡",
        "I'm pregnant and want to keep up yoga, twice a week, 1 hour",
        "I take blood pressure medication and want to climb a 3000 m peak next summer",
    ],
)
@pytest.mark.parametrize("session", SESSIONS[:4])
def test_words_of_health_put_a_clinician_first(text: str, session: str) -> None:
    rounds = play(text, session)
    assert "health" in kinds(rounds, "high")
    assert any(re.search("医生|doctor", title) for title in titles(rounds.plan)[:3])


@pytest.mark.parametrize("text", REQUESTS)
@pytest.mark.parametrize("session", SESSIONS)
def test_what_was_accepted_is_in_the_final_plan_or_open_again(text: str, session: str) -> None:
    rounds = play(text, session)
    language = rounds.context.language
    for finding in rounds.findings:
        read = read_fault(finding.text, language)
        if finding.answer is None or finding.answer.decision != "accepted" or read is None or finding.is_open:
            continue
        if read.key in ("obstacle", "unused", "missing"):
            assert any(read.subject in title for title in titles(rounds.plan))


def test_days_before_the_end_are_counted_back_from_it() -> None:
    for session in SESSIONS:
        plan = play("run a half marathon on 18 April 2027, 4 hours a week", session).plan
        days = {task.title: date.fromisoformat(task.deadline) for phase in plan.phases for task in phase.tasks}
        end = max(days.values())
        timed = [day for title, day in days.items() if "three weeks before" in title]
        assert all((end - day).days >= 14 for day in timed)


def test_steps_of_a_beginner_are_not_for_who_runs_already() -> None:
    for session in SESSIONS[:4]:
        rounds = play("half marathon on 18 April 2027, I run 5k every Sunday, 4 hours a week", session)
        assert not any("Run and walk in turns" in title for title in titles(rounds.plan))


def test_one_is_singular() -> None:
    assert " is " in render(
        "reason.need_short", "en", low="1 hour", high="1 hour", level="", date="x", capacity="2 hours"
    )
    for text in REQUESTS:
        for session in SESSIONS[:3]:
            said = "\n".join(play(text, session).texts())
            assert not re.search(
                r"\b(?<![\d.])1 (?:hour|day|week|month|minute)s? are\b|first first|先给先|\{\w+\}", said
            )
            assert not re.search(r"(\b[Nn]ot changed\b.*){2}", said)
