"""Turns with a position only: devil's advocate and last statement, of both discussants alike (DL-16, DL-124…126)."""

import json
from typing import Any

import pytest

from deliberation.contracts.messages import PositionStated, TurnFailed
from deliberation.critic.actors import Critic
from deliberation.planner.actors import Planner
from deliberation.settings import DeliberationSettings
from shared.llm.port import ModelUnavailable, RetryAt, UnusableAnswer
from tests.support.task_fixtures import NOW, ask
from tests.support.turn_fixtures import (
    CALL_USAGE,
    StepModel,
    finding,
    plan,
    position,
    position_fields,
    state_position,
)

ACTORS = {"planner": Planner(DeliberationSettings()), "critic": Critic(DeliberationSettings())}
EVERYTHING: dict[str, Any] = {
    "own_position": position(conclusion="自己先前的结论"),
    "other_position": position(conclusion="对方先前的结论"),
    "plan": plan(),
    "findings": (finding(text="先前的问题"),),
    "constraints": {"must_address": ["先前的要求"], "avoid": ["先前的理由"]},
    "directives": ({"action": "state_uncertainties", "requirement": "写出最坏的情况"},),
}


def statement(**fields: Any) -> dict[str, Any]:
    given = {"content": "还有几点没有把握。", "position": position_fields(), "uncertainties": ["词汇量"]}
    return given | fields


@pytest.mark.parametrize("agent", ACTORS)
@pytest.mark.parametrize("kind", ["opposition", "convergence"])
def test_either_agent_states_a_position(agent: str, kind: str) -> None:
    model = StepModel(statement(worst_case="赶不上考试"))
    answer = ask(ACTORS[agent], state_position(kind, agent), model.tools)
    assert isinstance(answer, PositionStated)
    assert (answer.agent, answer.kind, answer.round, answer.usage) == (agent, kind, 3, CALL_USAGE)
    assert (answer.turn.uncertainties, answer.turn.worst_case) == (("词汇量",), "赶不上考试")
    assert len(model.prompts) == 1


def test_a_devils_advocate_is_told_the_goal_and_the_conclusion_only() -> None:
    """DL-125: whatever the facts hold, neither the prompt nor its facts show what was said before."""
    model = StepModel(statement())
    ask(ACTORS["critic"], state_position("opposition", target_conclusion="分三个阶段备考", **EVERYTHING), model.tools)
    (prompt,) = model.prompts
    shown = prompt.user + prompt.facts.model_dump_json()
    assert "先前的" not in shown
    assert "任务11" not in shown
    assert "分三个阶段备考" in prompt.user
    assert "帮我制定IELTS备考计划" in prompt.user
    assert prompt.user.count("<data name=") == 2


def test_a_last_statement_is_told_positions_plan_and_open_findings() -> None:
    model = StepModel(statement())
    ask(ACTORS["planner"], state_position("convergence", "planner", **EVERYTHING), model.tools)
    user = model.prompts[0].user
    for text in ("自己先前的结论", "对方先前的结论", "任务11", "先前的问题", "写出最坏的情况"):
        assert text in user


def test_a_devils_advocate_that_repeats_the_conclusion_is_told_so_once() -> None:
    same = statement(position=position_fields(conclusion="分三个阶段备考。"))
    model = StepModel(same)
    answer = ask(ACTORS["critic"], state_position("opposition"), model.tools)
    assert isinstance(answer, PositionStated)
    assert [len(told) for told in model.complaints] == [0, 1]


def test_a_last_statement_without_anything_uncertain_is_returned_once() -> None:
    model = StepModel(statement(uncertainties=[" "]), statement(worst_case="赶不上考试"))
    answer = ask(ACTORS["critic"], state_position("convergence"), model.tools)
    assert isinstance(answer, PositionStated)
    assert answer.turn.worst_case == "赶不上考试"
    assert answer.usage == CALL_USAGE + CALL_USAGE
    assert "uncertainties" in model.complaints[1][0]


def test_a_failed_turn_has_the_kind_of_the_request() -> None:
    answer = ask(ACTORS["planner"], state_position("convergence", "planner"), StepModel(UnusableAnswer("x")).tools)
    assert isinstance(answer, TurnFailed)
    assert (answer.agent, answer.kind, answer.reason) == ("planner", "convergence", "invalid_output")
    with pytest.raises(RetryAt):
        ask(ACTORS["critic"], state_position("opposition"), StepModel(ModelUnavailable("x", NOW + 1)).tools)


def test_the_labels_of_the_discussants_are_the_only_names() -> None:
    model = StepModel(statement())
    labels = {"planner": "B", "critic": "A"}
    body = state_position("convergence", "critic", labels=labels, **EVERYTHING)
    ask(ACTORS["critic"], body, model.tools)
    user = model.prompts[0].user
    assert "你是讨论者 A，另一位是讨论者 B。" in user
    block = user.split('<data name="positions">\n')[1].split("\n</data>")[0]
    assert {label: held["conclusion"] for label, held in json.loads(block).items()} == {
        "A": "自己先前的结论",
        "B": "对方先前的结论",
    }
