"""Do planner, critic and reporter take their turns through the Messages API, whatever it answers?"""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import StringIO
from typing import Any

import pytest
from pydantic import SecretStr

from deliberation.contracts.messages import CritiqueWritten, PlanDrafted, PositionStated, ReportWritten, TurnFailed
from deliberation.critic.actors import Critic
from deliberation.planner.actors import Planner
from deliberation.reporter.actors import Reporter
from deliberation.settings import DeliberationSettings
from shared.core.address import Address
from shared.core.message_base import Message, ReceivedMessage
from shared.core.usage import Usage
from shared.llm.anthropic.adapter import AnthropicModel
from shared.llm.memoized_model import MemoizedModel
from shared.llm.settings import ModelSettings
from shared.runtime.actor import TaskContext
from shared.runtime.system_clock import SystemClock
from shared.store.memory.store import MemoryStore
from shared.telemetry.metrics import Metrics
from tests.services.fake_messages_api import FakeMessagesApi, RecordedRequest, ScriptedReply, replies_in_order
from tests.support.task_fixtures import TaskRun
from tests.support.turn_fixtures import (
    SESSION,
    TODAY,
    critique_turn,
    draft_plan,
    finding,
    plan_fields,
    plan_turn,
    position_fields,
    state_position,
    write_critique,
    write_report,
)
from towow.config.demand_logger import build_logger

SETTINGS = DeliberationSettings()
PLANNER, CRITIC, REPORTER = Planner(SETTINGS), Critic(SETTINGS), Reporter(SETTINGS)
HOST = Address("deliberation", SESSION)
ONE = Usage(calls=1, input_tokens=120, output_tokens=40, cost_usd=0.00096)
"""A request at the price of claude-sonnet-4-6."""

GET_NOW: Mapping[str, Any] = {"tool": "get_now"}
IN_TWO_WEEKS: Mapping[str, Any] = {"tool": "calculate_date", "base_date": TODAY, "offset": {"weeks": 2}}
PROSE = ScriptedReply(text="好的，我来帮你制定计划。", stop="end_turn")
CUT_OFF = ScriptedReply(raw='{"turn": {"content": "第一阶段', stop="max_tokens")
NO_JSON = ScriptedReply(raw='{"turn": {"content": }')
NO_PHASES = ScriptedReply(tool=plan_turn(plan=plan_fields() | {"phases": []}))
NO_TASKS = ScriptedReply(
    tool=plan_turn(plan=plan_fields() | {"phases": [{"phase_name": "一", "duration": "", "tasks": []}]})
)
REPORT = {"content": "## 结论\n\n分三个阶段备考，每周都有模考。", "summary": {"key_agreements": ["三个阶段"]}}


@dataclass
class Endpoint:
    """The endpoint, and an actor's way to it."""

    api: FakeMessagesApi
    model: AnthropicModel
    store: MemoryStore

    async def ask(self, actor: TaskRun, body: Message) -> Any:
        """The answer of an actor to a message of the host; each delivery has a memoized model of its own."""
        log = build_logger("debug", "json", StringIO())
        model = MemoizedModel(self.model, self.store, correlation_id=SESSION, owner="w1", metrics=Metrics(), log=log)
        clock = SystemClock()
        due = body.model_copy(update={"answer_by": clock.now() + 60_000})
        task = ReceivedMessage(due, HOST, Address("planner", SESSION), "m1", SESSION)
        (send,) = await actor.perform(task, TaskContext(model, clock))
        await model.wait_until_stored()
        assert send.to == HOST
        return send.body

    @property
    def questions(self) -> list[RecordedRequest]:
        return self.api.asked

    def question(self, number: int) -> str:
        """The text of a request: its first message."""
        return self.api.asked[number].body["messages"][0]["content"]


@asynccontextmanager
async def endpoint(*replies: ScriptedReply) -> AsyncGenerator[Endpoint]:
    async with FakeMessagesApi(replies_in_order(*replies)) as api:
        read = ModelSettings.model_validate(
            {
                "llm": "anthropic",
                "anthropic_api_key": SecretStr("sk-ant-canary-0123456789"),
                "anthropic_base_url": api.url,
                "llm_timeout": 5,
            }
        )
        model = AnthropicModel(read, build_logger("debug", "json", StringIO()))
        try:
            yield Endpoint(api, model, MemoryStore(SystemClock()))
        finally:
            await model.close()


def times(usage: Usage, count: int) -> Usage:
    return sum([usage] * count, Usage())


async def test_a_planner_calls_tools_then_plans_then_corrects_its_dates() -> None:
    late = plan_turn(plan=plan_fields(("2025-01-15",)))
    async with endpoint(
        ScriptedReply(tool={"tool_calls": [GET_NOW, IN_TWO_WEEKS]}),
        ScriptedReply(tool=late),
        ScriptedReply(tool=plan_turn()),
    ) as claude:
        answer = await claude.ask(PLANNER, draft_plan())
        assert isinstance(answer, PlanDrafted)
        assert [each.call.tool for each in answer.exchanges] == ["get_now", "calculate_date"]
        assert (answer.warnings, answer.turn.plan.total_estimated_hours) == ((), 30)
        assert answer.usage == times(ONE, 3)
        assert {asked.body["tools"][0]["name"] for asked in claude.questions} == {"deliberation_plan"}
        assert {asked.body["max_tokens"] for asked in claude.questions} == {2000}
        assert ["2025-12-18" in claude.question(number) for number in range(3)] == [False, True, True]
        assert ["2025-01-15" in claude.question(number) for number in range(3)] == [False, False, True]


async def test_a_redelivered_request_is_answered_alike_and_paid_for_once() -> None:
    late = ScriptedReply(tool=plan_turn(plan=plan_fields(("2025-01-15",))))
    async with endpoint(ScriptedReply(tool={"tool_calls": [GET_NOW]}), late, late) as claude:
        first = await claude.ask(PLANNER, draft_plan())
        again = await claude.ask(PLANNER, draft_plan())
        assert first == again
        assert len(claude.questions) == 3
        assert [warning.code for warning in first.warnings] == ["deadline_clamped"]


async def test_the_schema_that_claude_gets_says_what_the_tools_take() -> None:
    async with endpoint(ScriptedReply(tool=plan_turn())) as claude:
        await claude.ask(PLANNER, draft_plan())
        schema = claude.questions[0].body["tools"][0]["input_schema"]
        assert set(schema["properties"]) == {"tool_calls", "turn"}
        assert set(schema["$defs"]["DateOffset"]["properties"]) == {"weeks", "days"}


@pytest.mark.parametrize("wrong", [PROSE, CUT_OFF, NO_JSON, NO_PHASES, NO_TASKS, ScriptedReply(tool={})])
async def test_a_useless_answer_is_repaired_once(wrong: ScriptedReply) -> None:
    """DL-153, DL-162."""
    async with endpoint(wrong, ScriptedReply(tool=plan_turn())) as claude:
        answer = await claude.ask(PLANNER, draft_plan())
        assert isinstance(answer, PlanDrafted)
        assert answer.usage == times(ONE, 2)
        assert len(claude.questions[1].body["messages"]) == 3


@pytest.mark.parametrize("wrong", [PROSE, CUT_OFF, NO_JSON, NO_PHASES, NO_TASKS, ScriptedReply(tool={})])
async def test_an_answer_that_stays_useless_fails_the_turn_with_its_cost(wrong: ScriptedReply) -> None:
    async with endpoint(wrong) as claude:
        answer = await claude.ask(PLANNER, draft_plan())
        assert isinstance(answer, TurnFailed)
        assert (answer.reason, answer.usage, len(claude.questions)) == ("invalid_output", times(ONE, 2), 2)
        assert answer.detail.startswith("invalid after a repair turn")
        critique = await claude.ask(CRITIC, write_critique())
        assert isinstance(critique, TurnFailed)


async def test_of_500_tool_calls_six_are_executed_and_more_are_no_answer() -> None:
    many = ScriptedReply(tool={"tool_calls": [GET_NOW] * 500})
    async with endpoint(many, ScriptedReply(tool=plan_turn())) as claude:
        answer = await claude.ask(PLANNER, draft_plan())
        assert isinstance(answer, PlanDrafted)
        assert (len(answer.exchanges), len(claude.questions)) == (6, 2)
    async with endpoint(ScriptedReply(tool={"tool_calls": [GET_NOW] * 501})) as claude:
        failed = await claude.ask(PLANNER, draft_plan())
        assert (failed.type, failed.reason) == ("turn_failed", "invalid_output")


async def test_a_tool_call_that_makes_no_sense_is_answered_with_an_error_and_not_repaired() -> None:
    """DL-99, DL-100."""
    wrong = {"tool": "calculate_date", "base_date": "tomorrow", "offset": {"months": 1.5}}
    async with endpoint(ScriptedReply(tool={"tool_calls": [wrong]}), ScriptedReply(tool=plan_turn())) as claude:
        answer = await claude.ask(PLANNER, draft_plan())
        assert isinstance(answer, PlanDrafted)
        assert [each.result.error for each in answer.exchanges] == ["invalid_date"]
        assert len(claude.questions) == 2


async def test_answers_that_stay_malformed_are_left_out_and_asked_for() -> None:
    malformed = ScriptedReply(
        tool=plan_turn(answers=[{"finding": "the first one", "decision": "accepted", "text": "x"}])
    )
    right = plan_turn(answers=[{"finding": "r1.1", "decision": "accepted", "text": "加了模考"}])
    async with endpoint(malformed, malformed, ScriptedReply(tool=right)) as claude:
        answer = await claude.ask(PLANNER, draft_plan(findings=(finding(),)))
        assert isinstance(answer, PlanDrafted)
        assert [each.finding for each in answer.turn.answers] == ["r1.1"]
        assert "r1.1" in claude.question(2)


async def test_a_critic_calls_a_tool_and_criticises() -> None:
    risk = {"risk": "每天两小时不够", "severity": "high", "impact": "考不到七分", "repeats": "r1.1"}
    async with endpoint(
        ScriptedReply(tool={"tool_calls": [IN_TWO_WEEKS]}), ScriptedReply(tool=critique_turn(risks=[risk]))
    ) as claude:
        answer = await claude.ask(CRITIC, write_critique(findings=(finding(),)))
        assert isinstance(answer, CritiqueWritten)
        assert (answer.turn.critique.risks[0].repeats, len(answer.exchanges)) == ("r1.1", 1)
        assert answer.usage == times(ONE, 2)
        assert claude.questions[0].body["tools"][0]["name"] == "deliberation_critique"


async def test_both_discussants_state_positions() -> None:
    statement = {"content": "不该这样做。", "position": position_fields(), "worst_case": "白费三个月"}
    async with endpoint(ScriptedReply(tool=statement)) as claude:
        opposed = await claude.ask(CRITIC, state_position("opposition"))
        last = await claude.ask(PLANNER, state_position("convergence", "planner"))
        assert isinstance(opposed, PositionStated)
        assert isinstance(last, PositionStated)
        assert (opposed.kind, last.kind, len(claude.questions)) == ("opposition", "convergence", 2)


async def test_a_report_is_written_without_html() -> None:
    hostile = REPORT | {"content": f"{REPORT['content']}<script>alert(1)</script>[看](javascript:alert(1))"}
    async with endpoint(PROSE, ScriptedReply(tool=hostile)) as claude:
        answer = await claude.ask(REPORTER, write_report())
        assert isinstance(answer, ReportWritten)
        assert answer.report.content == f"{REPORT['content']}看"
        assert (answer.fallback, answer.usage) == (False, times(ONE, 2))


async def test_a_report_that_stays_useless_is_written_by_the_template() -> None:
    async with endpoint(PROSE) as claude:
        answer = await claude.ask(REPORTER, write_report())
        assert isinstance(answer, ReportWritten)
        assert (answer.fallback, answer.usage) == (True, times(ONE, 2))
        assert answer.report.content.startswith("# IELTS备考计划")


async def test_an_endpoint_that_refuses_fails_the_turn_without_retries() -> None:
    async with endpoint(ScriptedReply(status=401)) as claude:
        answer = await claude.ask(PLANNER, draft_plan())
        assert isinstance(answer, TurnFailed)
        assert (answer.reason, answer.usage, len(claude.questions)) == ("invalid_output", Usage(), 1)


async def test_an_endpoint_that_is_overloaded_fails_the_turn() -> None:
    async with endpoint(ScriptedReply(status=529, headers={"retry-after": "0"})) as claude:
        answer = await claude.ask(PLANNER, draft_plan())
        assert isinstance(answer, TurnFailed)
        assert (answer.reason, answer.usage, len(claude.questions)) == ("model_unavailable", Usage(), 3)
        report = await claude.ask(REPORTER, write_report())
        assert report.fallback
