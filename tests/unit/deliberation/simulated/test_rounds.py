"""Rounds of the simulated planner and critic: real faults, real changes, and positions that follow from the plan."""

from datetime import date
from typing import Literal

import pytest

from deliberation.contracts.plan import Plan
from deliberation.simulated.plan.fault import read_fault
from deliberation.simulated.plan.plan_limit import says_reduced
from deliberation.simulated.planner_turn import draft_or_revise
from deliberation.simulated.query.clauses import has_chinese
from deliberation.simulated.query.query_reader import read_query
from deliberation.simulated.rules import RULES
from deliberation.simulated.temperament import critic_temper, planner_temper
from shared.core.language import Language
from tests.support.direct_rounds import DirectRounds, play_rounds, session_context


def play(query: str, session: str = "s-test", **options: int) -> DirectRounds:
    language: Language = "zh" if has_chinese(query) else "en"
    return play_rounds(session_context(query, language, session), **options)


def titles(plan: Plan) -> list[str]:
    return [task.title for phase in plan.phases for task in phase.tasks]


def session_of(temper: Literal["accommodating", "firm"], critic: str | None = None) -> str:
    """Return the first session whose agents have these temperaments, where the request gives no ground for another."""
    for number in range(2000):
        context = session_context("x", "en", f"s-{number}")
        if planner_temper(context) == temper and critic in (None, critic_temper(context)):
            return context.session_id
    raise AssertionError(temper)


def last_day(plan: Plan) -> str:
    return max(task.deadline for phase in plan.phases for task in phase.tasks)


def test_the_rules_answer_every_prompt() -> None:
    assert set(RULES) == {f"deliberation_{name}" for name in ("plan", "critique", "position", "report")}


def test_equal_facts_give_equal_turns_and_other_sessions_other_ones() -> None:
    query = "我想在半年内学会自由泳，每周两次每次一小时"
    first, again = play(query, "s-1"), play(query, "s-1")
    assert [turn.model_dump() for turn in first.plans] == [turn.model_dump() for turn in again.plans]
    assert len({play(query, f"s-{number}").plans[0].content for number in range(8)}) > 3


@pytest.mark.parametrize("query", ["学吉他，每天{}小时", "learn the guitar, {} hours a day"])
def test_half_of_the_hours_give_a_longer_plan(query: str) -> None:
    ends = [last_day(play(query.format(hours)).plan) for hours in (2, 1, 0.5)]
    assert ends == sorted(ends)
    assert ends[0] < ends[1] < ends[2]


def test_half_of_the_hours_before_a_fixed_date_are_too_few() -> None:
    whole, half = (
        play(f"I need to pass the bar exam on 20 March 2027, {hours} hours a day", session_of("accommodating"))
        for hours in (8, 4)
    )
    assert whole.critiques[0].critique.validity_check.feasible
    assert not half.critiques[0].critique.validity_check.feasible
    assert half.plan.total_estimated_hours < whole.plan.total_estimated_hours


@pytest.mark.parametrize("query", ["明天要考雅思，还没复习", "Our wedding is tomorrow and nothing is arranged yet"])
def test_a_goal_for_tomorrow_is_not_feasible(query: str) -> None:
    rounds = play(query, session_of("firm"))
    assert not rounds.critiques[0].critique.validity_check.feasible
    context = rounds.context
    assert says_reduced(read_query(query, context.language, date.fromisoformat(context.today)), rounds.plan.goal)


def test_a_firm_planner_holds_to_a_date_that_is_too_near_but_not_fixed() -> None:
    rounds = play("learn to bake sourdough by 2 December, half an hour a day", session_of("firm"))
    assert not any(turn.critique.validity_check.feasible for turn in rounds.critiques)
    assert not rounds.is_settled
    assert any(answer.decision == "rebutted" for turn in rounds.plans for answer in turn.answers)


def test_an_accommodating_planner_reduces_an_impossible_goal_and_is_agreed_with() -> None:
    rounds = play("12月16日前把雅思复习到七分半，每天两小时", session_of("accommodating"))
    assert rounds.is_settled
    assert "不是整个目标" in rounds.plan.goal
    assert "一部分" in rounds.plans[-1].position.conclusion
    assert "一部分" in rounds.critiques[-1].position.conclusion


def test_an_indispensable_task_that_is_missing_is_raised_added_and_then_dropped() -> None:
    rounds = play("learn to swim freestyle, 3 hours a week", session_of("accommodating", "plain"))
    missing = [
        finding for finding in rounds.findings if (read := read_fault(finding.text, "en")) and read.key == "missing"
    ]
    assert missing
    for finding in missing:
        read = read_fault(finding.text, "en")
        assert read is not None
        assert read.subject not in titles(rounds.plans[finding.raised_in - 2].plan)
        assert read.subject in titles(rounds.plan)
        assert not finding.is_open
        assert finding.answer is not None
        assert read.subject in finding.answer.text


def test_what_the_user_calls_hard_gets_a_task_in_their_words() -> None:
    rounds = play("想学滑雪，每周六3小时，膝盖有旧伤", session_of("accommodating", "strict"))
    assert any("膝盖有旧伤" in title for title in titles(rounds.plan))
    assert rounds.is_settled


def test_what_is_not_said_is_an_assumption() -> None:
    rounds = play("学吉他")
    assumptions = " ".join(rounds.plans[0].position.assumptions)
    assert "没写可用时间" in assumptions
    assert "没有写期限" in assumptions
    assert "没写现在的水平" in assumptions
    said = " ".join(play("零基础学吉他，每天1小时，三个月内").plans[0].position.assumptions)
    assert not any(word in said for word in ("没写可用时间", "没有写期限", "没写现在的水平"))


@pytest.mark.parametrize(
    "query", ["想学会用竹子编一个鱼篓，每周六下午3小时", "restring my grandmother's zither, two hours every Sunday"]
)
def test_a_plan_for_an_unknown_field_says_so_and_invents_nothing(query: str) -> None:
    rounds = play(query, session_of("accommodating"))
    words = "由懂行的人补上" if has_chinese(query) else "is not known to these rules"
    assert all(words in turn.content for turn in rounds.plans)
    assert len(titles(rounds.plan)) <= 7
    assert any(
        "找一位老师" in title or "Have a tradesman" in title or "找一位做过" in title for title in titles(rounds.plan)
    )
    assert not any(turn.critique.validity_check.complete for turn in rounds.critiques)


def test_the_first_step_of_a_counted_goal_is_a_part_of_its_own_unit() -> None:
    rounds = play("把家里的120张老照片逐张整理写上说明，每周日2小时", session_of("accommodating"))
    assert any("6张" in title for title in titles(rounds.plan))


def test_the_first_turn_makes_sure_of_its_dates_by_the_tools() -> None:
    from deliberation.contracts.turns import PlannerFacts

    context = session_context("考研，明年12月20日考试", "zh")
    facts = PlannerFacts(context=context, round=1, max_rounds=5)
    calls = draft_or_revise(facts).tool_calls
    assert [call.tool for call in calls] == ["get_now", "calculate_date"]
    assert draft_or_revise(facts.model_copy(update={"may_call_tools": False})).turn is not None


IMPOSSIBLE = "I must pass the bar exam by 20 January 2027, 2 hours a day"
TOO_SOON = "I need to pass the bar exam by 20 January 2027, 2 hours a day"


def test_a_stubborn_planner_keeps_its_position_on_a_date_that_the_request_fixes() -> None:
    rounds = play(IMPOSSIBLE, session_of("firm", "strict"), rounds=3)
    assert planner_temper(rounds.context) == "stubborn"
    positions = {turn.position.conclusion for turn in rounds.plans}
    assert len(positions) == 1
    refused = [answer.finding for turn in rounds.plans for answer in turn.answers if answer.decision == "rebutted"]
    assert refused
    read = {finding.id: read_fault(finding.text, "en") for finding in rounds.findings}
    fixed = {"short_hours", "short_days", "tight", "heavy", "reserve"}
    assert all(fault is not None and fault.key in fixed for fault in map(read.get, refused))


def test_a_stubborn_planner_takes_up_what_the_request_does_not_fix() -> None:
    rounds = play("I must learn the guitar, 3 hours a week, no excuses", session_of("firm", "strict"), rounds=3)
    assert planner_temper(rounds.context) == "stubborn"
    answers = [answer for turn in rounds.plans for answer in turn.answers]
    assert answers
    assert all(answer.decision == "accepted" for answer in answers)


def test_a_refusal_is_said_once() -> None:
    rounds = play(TOO_SOON, session_of("firm", "strict"))
    refusals = [answer.text for turn in rounds.plans for answer in turn.answers if answer.decision == "rebutted"]
    assert sum("the request itself gives the date" in text.lower() for text in refusals) == 1


def test_some_stubborn_planners_move_when_they_are_commanded_and_some_do_not() -> None:
    moved: set[bool] = set()
    for number in range(40):
        session = f"s-{number}"
        rounds = play(IMPOSSIBLE, session, rounds=3, commanded_from=3)
        last, before = rounds.plans[-1].position, rounds.plans[-2].position
        moved.add(last.confidence <= before.confidence - 0.05 and bool(rounds.plans[-1].rebuttals))
        if len(moved) == 2:
            break
    assert moved == {True, False}


def test_both_sides_name_the_same_figures_when_they_agree() -> None:
    import re

    rounds = play("I want to run a half marathon on 11 April 2027, 4 hours a week", session_of("accommodating"))
    assert rounds.is_settled
    numbers = [
        set(re.findall(r"\d+(?:\.\d+)?", turn.position.conclusion)) for turn in (rounds.plans[-1], rounds.critiques[-1])
    ]
    assert numbers[0] == numbers[1]
    assert rounds.plans[-1].position.conclusion != rounds.critiques[-1].position.conclusion


def test_an_opponent_attacks_the_conclusion_and_a_last_statement_names_what_is_open() -> None:
    rounds = play("想在半年内减10公斤，每周4次每次40分钟")
    opposition, planner, critic = rounds.statements
    assert opposition.position.conclusion != rounds.plans[0].position.conclusion
    assert len(opposition.position.key_reasons) >= 3
    assert planner.uncertainties
    assert critic.uncertainties
    assert planner.worst_case
    assert planner.uncertainties != critic.uncertainties
