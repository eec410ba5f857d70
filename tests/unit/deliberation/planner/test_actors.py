"""Turns of the planner: tools, corrections and what is answered without a usable model (DL-42…44, DL-101, DL-133, DL-153)."""

import asyncio
from typing import Any

import pytest

from deliberation.contracts.messages import DraftPlan, PlanDrafted, TurnFailed
from deliberation.contracts.tools import MAX_TOOL_CALLS
from deliberation.planner.actors import MESSAGES, Planner
from deliberation.settings import DeliberationSettings
from shared.core.usage import Usage
from shared.llm.port import Answer, BudgetExceeded, CorrelationClosed, ModelUnavailable, Prompt, RetryAt, UnusableAnswer
from shared.runtime.actor import TaskContext
from tests.support.task_fixtures import LATER, NOW, FixedClock, ask, without_model, without_money
from tests.support.turn_fixtures import (
    CALL_USAGE,
    TODAY,
    Step,
    StepModel,
    T,
    command,
    draft_plan,
    finding,
    plan_fields,
    plan_turn,
    position,
    position_fields,
)

PLANNER = Planner(DeliberationSettings())
GET_NOW = {"tool": "get_now"}
IN_TWO_WEEKS = {"tool": "calculate_date", "base_date": TODAY, "offset": {"weeks": 2}}


def turn(*steps: Step, body: DraftPlan | None = None, **facts: Any) -> tuple[PlanDrafted, StepModel]:
    """The planner's answer to a model that takes these steps, which must be a plan."""
    model = StepModel(*steps)
    answer = ask(PLANNER, body or draft_plan(**facts), model.tools)
    assert isinstance(answer, PlanDrafted), answer
    return answer, model


def failure(*steps: Step, **facts: Any) -> tuple[TurnFailed, StepModel]:
    """The planner's answer to a model that takes these steps, which must be a failure."""
    model = StepModel(*steps)
    answer = ask(PLANNER, draft_plan(**facts), model.tools)
    assert isinstance(answer, TurnFailed), answer
    return answer, model


def calls(*tool_calls: dict[str, Any]) -> dict[str, Any]:
    return {"tool_calls": list(tool_calls)}


def days(answer: PlanDrafted) -> list[str]:
    return [task.deadline for phase in answer.turn.plan.phases for task in phase.tasks]


def test_a_plan_is_sent_to_the_host() -> None:
    answer, model = turn(plan_turn())
    assert (answer.agent, answer.kind, answer.round, answer.attempt) == ("planner", "plan", 2, 1)
    assert answer.session_id == draft_plan().session_id
    assert answer.turn.plan.total_estimated_hours == 30
    assert (answer.warnings, answer.ignored_directive, answer.exchanges) == ((), False, ())
    assert (answer.usage, len(model.prompts)) == (CALL_USAGE, 1)
    assert {message.type for message in MESSAGES} == {"draft_plan", "state_position"}


def test_the_answer_tells_to_which_attempt_it_is() -> None:
    answer, _ = turn(plan_turn(), body=draft_plan().model_copy(update={"attempt": 2}))
    assert answer.attempt == 2


class TestTools:
    """DL-101: tools are called by answers, six at most in a turn."""

    def test_results_are_given_with_the_next_question(self) -> None:
        answer, model = turn(calls(GET_NOW), calls(IN_TWO_WEEKS), plan_turn())
        assert [each.call.tool for each in answer.exchanges] == ["get_now", "calculate_date"]
        assert [each.result.data for each in answer.exchanges] == [
            {"now": "2025-12-04T10:00:00", "timezone": "Asia/Shanghai", "weekday": "Thursday", "date": "2025-12-04"},
            {"result_date": "2025-12-18", "weekday": "Thursday"},
        ]
        assert [len(facts.exchanges) for facts in model.facts] == [0, 1, 2]
        assert "2025-12-18" in model.prompts[2].user
        assert answer.usage == CALL_USAGE + CALL_USAGE + CALL_USAGE

    def test_of_500_calls_the_first_six_are_executed_and_then_the_turn_is_asked_for(self) -> None:
        answer, model = turn(calls(*([IN_TWO_WEEKS, GET_NOW] * 250)), plan_turn())
        assert [each.call.tool for each in answer.exchanges] == ["calculate_date", "get_now"] * 3
        assert [facts.may_call_tools for facts in model.facts] == [True, False]
        assert "不能再调用工具" in model.prompts[1].user

    def test_a_model_that_only_calls_tools_is_told_once_and_then_has_failed(self) -> None:
        answer, model = failure(calls(GET_NOW))
        assert (answer.reason, answer.kind, answer.round) == ("invalid_output", "plan", 2)
        assert len(answer.exchanges) == MAX_TOOL_CALLS
        assert len(model.prompts) == MAX_TOOL_CALLS + 2
        assert [len(told) for told in model.complaints] == [0] * (MAX_TOOL_CALLS + 1) + [1]
        assert answer.usage.calls == MAX_TOOL_CALLS + 2

    def test_a_model_that_listens_is_heard(self) -> None:
        answer, _ = turn(calls(*[GET_NOW] * 9), calls(GET_NOW), plan_turn())
        assert len(answer.exchanges) == MAX_TOOL_CALLS

    def test_an_answer_with_calls_and_a_turn_counts_as_the_turn(self) -> None:
        answer, model = turn({**plan_turn(), **calls(GET_NOW)})
        assert (answer.exchanges, len(model.prompts)) == ((), 1)

    def test_a_failing_tool_is_a_result_and_ends_nothing(self) -> None:
        wrong = {"tool": "calculate_date", "base_date": "2025-02-30", "offset": {"months": 1}}
        answer, model = turn(calls(wrong, {"tool": "compare_positions", "texts": ["a", "b"]}), plan_turn())
        assert [each.result.error for each in answer.exchanges] == ["invalid_date", "tool_not_allowed"]
        assert "tool_not_allowed" in model.prompts[1].user

    def test_the_six_calls_are_those_of_all_attempts_together(self) -> None:
        wrong = plan_turn(plan=plan_fields(("2020-01-01",)))
        answer, _ = turn(calls(*[GET_NOW] * 4), wrong, calls(*[IN_TWO_WEEKS] * 4), plan_turn())
        assert [each.call.tool for each in answer.exchanges] == ["get_now"] * 4 + ["calculate_date"] * 2

    def test_no_tool_is_offered_when_the_host_allows_none(self) -> None:
        _, model = turn(plan_turn(), may_call_tools=False)
        assert not model.facts[0].may_call_tools


class TestPlan:
    """DL-42, DL-43: hours and dates."""

    def test_a_wrong_total_is_corrected_without_a_question(self) -> None:
        answer, model = turn(plan_turn(plan=plan_fields(total=100)))
        assert answer.turn.plan.total_estimated_hours == 30
        assert [warning.code for warning in answer.warnings] == ["total_corrected"]
        assert len(model.prompts) == 1

    def test_dates_in_the_past_are_returned_once(self) -> None:
        answer, model = turn(plan_turn(plan=plan_fields(("2025-01-15",))), plan_turn(plan=plan_fields(("2026-01-15",))))
        assert (days(answer), answer.warnings) == (["2026-01-15"], ())
        (complaint,) = model.complaints[1]
        assert "2025-01-15" in complaint
        assert complaint in model.prompts[1].user

    def test_dates_that_stay_wrong_are_clamped_with_a_warning(self) -> None:
        wrong = plan_turn(plan=plan_fields(("2025-01-15", "2026-02-30"), ("2025-12-10",)))
        answer, model = turn(wrong)
        assert len(model.prompts) == 2
        assert days(answer) == ["2025-12-04", "2025-12-04", "2025-12-10"]
        assert [warning.code for warning in answer.warnings] == ["deadline_clamped", "deadline_unreadable"]

    def test_a_plan_in_the_wrong_language_is_returned_once(self) -> None:
        english = plan_turn(content="First the basics, then past papers, and a mock exam each week.")
        english["turn"]["position"]["conclusion"] = "Three phases"
        answer, model = turn(english)
        assert [len(told) for told in model.complaints] == [0, 1]
        assert answer.turn.content.startswith("First")


class TestFindings:
    """DL-44: open findings are answered."""

    FINDINGS = tuple(finding(f"r1.{number}") for number in range(1, 7))

    @staticmethod
    def answers(*ids: str) -> list[dict[str, str]]:
        return [{"finding": each, "decision": "accepted", "text": "加了任务"} for each in ids]

    def test_missing_answers_are_asked_for_once_by_id(self) -> None:
        all_five = self.answers("r1.1", "r1.2", "r1.3", "r1.4", "r1.5")
        answer, model = turn(
            plan_turn(answers=self.answers("r1.1", "r1.3")), plan_turn(answers=all_five), findings=self.FINDINGS
        )
        assert [each.finding for each in answer.turn.answers] == ["r1.1", "r1.2", "r1.3", "r1.4", "r1.5"]
        (complaint,) = model.complaints[1]
        assert "r1.2, r1.4, r1.5" in complaint

    def test_what_is_still_missing_is_accepted(self) -> None:
        answer, model = turn(plan_turn(answers=self.answers("r1.1")), findings=self.FINDINGS)
        assert [each.finding for each in answer.turn.answers] == ["r1.1"]
        assert len(model.prompts) == 2

    def test_answers_to_unknown_findings_are_dropped(self) -> None:
        answer, model = turn(plan_turn(answers=self.answers("r1.1", "s4.4")), findings=self.FINDINGS[:1])
        assert [each.finding for each in answer.turn.answers] == ["r1.1"]
        assert len(model.prompts) == 1


class TestDirective:
    """DL-133: the commanded agent moves, or it is told so, or it is reported."""

    FACTS: dict[str, Any] = {"directives": (command(requirement="改变一个假设"),), "own_position": position()}  # noqa: RUF012

    @pytest.mark.parametrize(
        "changes",
        [
            {"position": position_fields(assumptions=["每天有两小时"])},
            {"position": position_fields(confidence=0.7)},
            {"rebuttals": ["它没有算周末"]},
        ],
    )
    def test_a_move_is_accepted_at_once(self, changes: dict[str, Any]) -> None:
        answer, model = turn(plan_turn(**changes), **self.FACTS)
        assert (answer.ignored_directive, len(model.prompts)) == (False, 1)

    def test_one_complaint_quotes_the_requirement(self) -> None:
        answer, model = turn(plan_turn(), plan_turn(position=position_fields(confidence=0.7)), **self.FACTS)
        assert not answer.ignored_directive
        (complaint,) = model.complaints[1]
        assert "改变一个假设" in complaint

    def test_a_command_ignored_twice_is_reported_and_the_turn_counts(self) -> None:
        answer, model = turn(plan_turn(), **self.FACTS)
        assert (answer.ignored_directive, len(model.prompts)) == (True, 2)

    def test_a_command_without_words_has_the_usual_ones(self) -> None:
        _, model = turn(plan_turn(), directives=(command(),), own_position=position())
        assert "confidence 降低至少 0.05" in model.complaints[1][0]

    def test_a_command_to_the_other_is_none(self) -> None:
        answer, model = turn(plan_turn(), directives=(command("critic"),), own_position=position())
        assert (answer.ignored_directive, len(model.prompts)) == (False, 1)


class TestCorrection:
    """At most one complaint of each kind, within the time of the turn, and never a worse answer."""

    def test_all_faults_are_told_at_once_and_a_new_one_once_more(self) -> None:
        wrong_dates = plan_turn(plan=plan_fields(("2020-01-01",)), rebuttals=["漏洞"])
        no_answer = plan_turn()
        answer, model = turn(
            wrong_dates,
            no_answer,
            findings=(finding(),),
            directives=(command(),),
            own_position=position(),
        )
        assert [len(told) for told in model.complaints] == [0, 2, 2]
        assert answer.ignored_directive

    def test_the_attempt_with_fewer_kinds_of_faults_stands(self) -> None:
        answered = plan_turn(
            plan=plan_fields(("2020-01-01",)),
            answers=[{"finding": "r1.1", "decision": "rebutted", "text": "时间够"}],
        )
        english = plan_turn(
            content="Now it is in another language, without any answer to the finding.",
            plan=plan_fields(("2020-01-01",)),
        )
        answer, model = turn(answered, english, findings=(finding(),))
        assert [each.finding for each in answer.turn.answers] == ["r1.1"]
        assert len(model.prompts) == 3

    @pytest.mark.parametrize(
        "error",
        [ModelUnavailable("down", retry_at=NOW + 5), UnusableAnswer("prose", Usage(calls=1)), BudgetExceeded("spent")],
    )
    def test_a_correction_that_fails_leaves_the_first_answer(self, error: Exception) -> None:
        answer, model = turn(plan_turn(plan=plan_fields(("2020-01-01",))), error)
        assert (days(answer), len(model.prompts)) == ([TODAY], 2)
        assert [warning.code for warning in answer.warnings] == ["deadline_clamped"]

    def test_complaints_of_the_host_stay_before_those_of_the_turn(self) -> None:
        _, model = turn(plan_turn(plan=plan_fields(("2020-01-01",))), complaints=("上一次没有答案",))
        assert model.complaints[0] == ("上一次没有答案",)
        assert model.complaints[1][0] == "上一次没有答案"
        assert len(model.complaints[1]) == 2

    def test_no_correction_is_asked_for_when_too_little_time_is_left(self) -> None:
        wrong = plan_turn(plan=plan_fields(("2020-01-01",)))
        for answer_s, questions in ((50, 2), (56, 1), (70, 1)):
            model = StepModel(wrong, answer_s=answer_s)
            answer = ask(PLANNER, draft_plan(), model.tools)
            assert isinstance(answer, PlanDrafted)
            assert (days(answer), len(model.prompts)) == ([TODAY], questions), answer_s

    def test_a_correction_that_hangs_is_given_up_in_time(self) -> None:
        model = HangingModel(plan_turn(plan=plan_fields(("2020-01-01",))))
        body = draft_plan(answer_by=NOW + 200)
        answer = ask(PLANNER, body, TaskContext(model, FixedClock()))
        assert isinstance(answer, PlanDrafted)
        assert days(answer) == [TODAY]


class TestFailure:
    """DL-153, DL-155: no position is invented."""

    def test_an_unavailable_model_that_may_answer_later_is_asked_again(self) -> None:
        with pytest.raises(RetryAt) as postponed:
            ask(PLANNER, draft_plan(), without_model(retry_at=NOW + 9_000))
        assert postponed.value.instant == NOW + 9_000

    @pytest.mark.parametrize("retry_at", [None, LATER, LATER + 1])
    def test_an_unavailable_model_fails_the_turn(self, retry_at: int | None) -> None:
        answer = ask(PLANNER, draft_plan(), without_model(retry_at))
        assert (answer.type, answer.reason, answer.detail) == ("turn_failed", "model_unavailable", "down")

    def test_an_unusable_answer_fails_the_turn_with_its_cost(self) -> None:
        paid = Usage(calls=2, input_tokens=500, output_tokens=50, cost_usd=0.01)
        answer, _ = failure(UnusableAnswer("invalid after a repair turn: " + "x" * 900, paid))
        assert (answer.reason, answer.usage, len(answer.detail)) == ("invalid_output", paid, 500)

    def test_what_was_paid_before_the_failure_is_counted(self) -> None:
        answer, _ = failure(calls(GET_NOW), UnusableAnswer("prose", Usage(calls=2, input_tokens=7)))
        assert (answer.usage.calls, answer.usage.input_tokens) == (3, 107)
        assert len(answer.exchanges) == 1

    def test_a_spent_budget_is_left_to_the_runtime(self) -> None:
        with pytest.raises(BudgetExceeded):
            ask(PLANNER, draft_plan(), without_money())

    def test_a_closed_session_is_left_to_the_runtime(self) -> None:
        with pytest.raises(CorrelationClosed):
            ask(PLANNER, draft_plan(), StepModel(CorrelationClosed()).tools)

    def test_nobody_is_asked_after_the_turns_time(self) -> None:
        model = StepModel(plan_turn())
        answer = ask(PLANNER, draft_plan(answer_by=NOW), model.tools)
        assert (answer.type, answer.reason, model.prompts) == ("turn_failed", "agent_timeout", [])


def test_a_question_has_the_time_of_a_call_and_never_more_than_the_turn() -> None:
    _, model = turn(plan_turn())
    assert model.prompts[0].time_limit_s == 20
    _, model = turn(plan_turn(), body=draft_plan(answer_by=NOW + 7_000))
    assert model.prompts[0].time_limit_s == 7
    fast = StepModel(plan_turn())
    ask(Planner(DeliberationSettings(turn_call_timeout=3)), draft_plan(), fast.tools)
    assert fast.prompts[0].time_limit_s == 3


def test_no_further_tool_is_offered_when_one_question_takes_the_rest_of_the_time() -> None:
    model = StepModel(calls(GET_NOW), calls(GET_NOW), plan_turn(), answer_s=21)
    answer = ask(PLANNER, draft_plan(), model.tools)
    assert isinstance(answer, PlanDrafted)
    assert [facts.may_call_tools for facts in model.facts] == [True, True, False]


def test_a_turn_whose_tools_took_all_of_its_time_has_failed() -> None:
    model = StepModel(calls(GET_NOW), answer_s=31)
    answer = ask(PLANNER, draft_plan(), model.tools)
    assert (answer.type, answer.reason, len(model.prompts)) == ("turn_failed", "agent_timeout", 2)


class HangingModel:
    """A model that answers once, and then never again."""

    name = "hanging"

    def __init__(self, first: dict[str, Any]) -> None:
        self._first: dict[str, Any] | None = first

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        return 0

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        first, self._first = self._first, None
        if first is None:
            await asyncio.Event().wait()
        return Answer(prompt.output.model_validate(first), CALL_USAGE)
