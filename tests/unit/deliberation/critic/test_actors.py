"""Turns of the critic: the critique as it is, repetitions checked, and the command to move (DL-45…57, DL-133)."""

from typing import Any

import pytest

from deliberation.contracts.messages import CritiqueWritten, PositionStated, TurnFailed
from deliberation.critic.actors import MESSAGES, Critic
from deliberation.settings import DeliberationSettings
from shared.llm.port import BudgetExceeded, ModelUnavailable, RetryAt, UnusableAnswer
from tests.support.task_fixtures import NOW, ask, without_money
from tests.support.turn_fixtures import (
    CALL_USAGE,
    Step,
    StepModel,
    command,
    critique_turn,
    finding,
    plan,
    position,
    position_fields,
    state_position,
    write_critique,
)

CRITIC = Critic(DeliberationSettings())
RISK = {"risk": "每天两小时不够", "severity": "high", "impact": "考不到七分"}


def turn(*steps: Step, **facts: Any) -> tuple[CritiqueWritten, StepModel]:
    model = StepModel(*steps)
    answer = ask(CRITIC, write_critique(**facts), model.tools)
    assert isinstance(answer, CritiqueWritten), answer
    return answer, model


def test_a_critique_is_sent_to_the_host_as_it_is() -> None:
    suggestion = {"issue": "没有模考", "solution": "加两次", "priority": "medium"}
    given = critique_turn(risks=[RISK], suggestions=[suggestion])
    answer, model = turn(given, plan=plan(), plan_round=2)
    assert (answer.agent, answer.kind, answer.round, answer.usage) == ("critic", "critique", 2, CALL_USAGE)
    assert answer.turn.model_dump(mode="json", exclude_defaults=True)["critique"] == given["turn"]["critique"]
    assert (answer.ignored_directive, len(model.prompts)) == (False, 1)
    assert {message.type for message in MESSAGES} == {"write_critique", "state_position"}


def test_a_blind_critique_is_of_the_goal_itself() -> None:
    """DL-57: in the parallel first round there is no plan."""
    _, model = turn(critique_turn(), round=1)
    assert "还没有计划" in model.prompts[0].user
    _, model = turn(critique_turn(), plan=plan(), plan_round=1)
    assert "还没有计划" not in model.prompts[0].user
    assert "任务11" in model.prompts[0].user


def test_a_repetition_of_an_unknown_finding_is_a_new_finding() -> None:
    risks = [RISK | {"repeats": "r1.1"}, RISK | {"repeats": "r1.2"}, RISK | {"repeats": "r1.1"}]
    answer, _ = turn(critique_turn(risks=risks), findings=(finding("r1.1"),))
    assert [risk.repeats for risk in answer.turn.critique.risks] == ["r1.1", None, None]


def test_the_critic_may_call_the_date_tools_and_no_other() -> None:
    """DL-06."""
    tool_calls = [{"tool": "get_now"}, {"tool": "compare_positions", "texts": ["甲", "乙"]}]
    answer, _ = turn({"tool_calls": tool_calls}, critique_turn())
    assert [each.result.success for each in answer.exchanges] == [True, False]


class TestDirective:
    """DL-133: at least one of: an assumption changed, less confidence, a flaw of the other side named."""

    FACTS: dict[str, Any] = {  # noqa: RUF012
        "directives": (command("critic", requirement="降低把握或换一个假设"),),
        "own_position": position(),
        "other_position": position(conclusion="每天学习两个小时就足够了"),
        "labels": {"planner": "B", "critic": "A"},
    }

    @pytest.mark.parametrize("risk", ["讨论者B没有算周末", "说每天学习两个小时就够，没有依据"])
    def test_a_risk_that_names_the_other_side_is_a_move(self, risk: str) -> None:
        answer, model = turn(critique_turn(risks=[RISK | {"risk": risk}]), **self.FACTS)
        assert (answer.ignored_directive, len(model.prompts)) == (False, 1)

    def test_less_confidence_is_a_move(self) -> None:
        moved = critique_turn()
        moved["turn"]["position"] = position_fields(confidence=0.75)
        answer, _ = turn(moved, **self.FACTS)
        assert not answer.ignored_directive

    def test_a_command_ignored_twice_is_reported_after_one_complaint(self) -> None:
        answer, model = turn(critique_turn(risks=[RISK]), **self.FACTS)
        assert answer.ignored_directive
        (complaint,) = model.complaints[1]
        assert "降低把握或换一个假设" in complaint
        assert "讨论者 B" in complaint
        assert len(model.prompts) == 2


class TestFailure:
    """DL-153, DL-155."""

    def test_a_failed_turn_says_why(self) -> None:
        answer = ask(CRITIC, write_critique(), StepModel(UnusableAnswer("prose")).tools)
        assert isinstance(answer, TurnFailed)
        assert (answer.agent, answer.kind, answer.reason) == ("critic", "critique", "invalid_output")

    def test_a_model_that_may_answer_later_is_asked_again(self) -> None:
        with pytest.raises(RetryAt):
            ask(CRITIC, write_critique(), StepModel(ModelUnavailable("down", NOW + 1)).tools)

    def test_a_spent_budget_is_left_to_the_runtime(self) -> None:
        with pytest.raises(BudgetExceeded):
            ask(CRITIC, write_critique(), without_money())


def test_the_critic_states_positions_too() -> None:
    model = StepModel({"content": "不该这样做。", "position": position_fields(), "worst_case": "白费三个月"})
    answer = ask(CRITIC, state_position("opposition"), model.tools)
    assert isinstance(answer, PositionStated)
    assert (answer.agent, answer.kind) == ("critic", "opposition")
