"""What tests of planner, critic and reporter need: facts, turns as a model writes them, and a model that gives them in order."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel

from deliberation.contracts.control import Directive
from deliberation.contracts.critique import CritiqueFinding, FindingAnswer, Severity
from deliberation.contracts.messages import DraftPlan, StatePosition, WriteCritique, WriteReport
from deliberation.contracts.plan import Plan
from deliberation.contracts.position import Position
from deliberation.contracts.session import SessionContext
from deliberation.contracts.turns import CriticFacts, PlannerFacts, PositionFacts, ReporterFacts
from shared.core.language import Language
from shared.core.timestamps import parse_iso8601
from shared.core.usage import Usage
from shared.llm.port import Answer, Prompt
from shared.runtime.actor import TaskContext
from tests.support.task_fixtures import LATER, NOW

T = TypeVar("T", bound=BaseModel)

SESSION = "s-abcdefghijklmnopqrstuvwxyz"
TODAY = "2025-12-04"
"""A Thursday."""

QUERIES: dict[Language, str] = {"zh": "帮我制定IELTS备考计划", "en": "Make me a plan for the IELTS exam"}
CALL_USAGE = Usage(calls=1, input_tokens=100, output_tokens=10, cost_usd=0.001)

Step = Mapping[str, Any] | Exception | Callable[[Prompt[Any]], Mapping[str, Any]]
"""Answer of a model, its failure, or an answer that depends on the prompt."""


class StepModel:
    """A model that answers with one step after the other; the last one repeats. `prompts` is what it was asked.

    By its own clock each answer takes `answer_s`.
    """

    name = "steps"

    def __init__(self, *steps: Step, answer_s: float = 0) -> None:
        self._steps = list(steps)
        self._answer_ms = round(answer_s * 1000)
        self.prompts: list[Prompt[Any]] = []

    def now(self) -> int:
        """Time of its clock."""
        return NOW + self._answer_ms * len(self.prompts)

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        return 0

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        self.prompts.append(prompt)
        step = self._steps.pop(0) if len(self._steps) > 1 else self._steps[0]
        if isinstance(step, Exception):
            raise step
        fields = step(prompt) if callable(step) else step
        return Answer(prompt.output.model_validate(fields), CALL_USAGE)

    @property
    def tools(self) -> TaskContext:
        return TaskContext(self, self)

    @property
    def facts(self) -> list[Any]:
        """Facts of each question."""
        return [prompt.facts for prompt in self.prompts]

    @property
    def complaints(self) -> list[tuple[str, ...]]:
        """What the model was told to be wrong, question by question."""
        return [facts.complaints for facts in self.facts]


def context(language: Language = "zh", **fields: Any) -> SessionContext:
    values: dict[str, Any] = {
        "session_id": SESSION,
        "query": QUERIES[language],
        "language": language,
        "started_at": parse_iso8601("2025-12-04T02:00:00Z"),
        "today": TODAY,
        "timezone": "Asia/Shanghai",
    }
    return SessionContext.model_validate(values | fields)


def position_fields(**fields: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "conclusion": "分三个阶段备考，共十二周",
        "key_reasons": ["先打基础再做题", "每周都有模考", "留出复习的时间"],
        "assumptions": ["每天有两小时", "目前是六分"],
        "confidence": 0.8,
    }
    return values | fields


def position(**fields: Any) -> Position:
    return Position.model_validate(position_fields(**fields))


def plan_fields(*phases: tuple[str, ...], hours: float = 10, total: float | None = None) -> dict[str, Any]:
    """A plan with these deadlines by phase, each of a task with so many hours."""
    shown = phases or (("2025-12-20",), ("2026-01-20", "2026-02-10"))
    return {
        "title": "IELTS备考计划",
        "goal": "三个月内达到七分",
        "phases": [
            {
                "phase_name": f"阶段{number}",
                "duration": "四周",
                "tasks": [
                    {"title": f"任务{number}{place}", "estimated_hours": hours, "deadline": day, "tags": ["写作"]}
                    for place, day in enumerate(days, 1)
                ],
            }
            for number, days in enumerate(shown, 1)
        ],
        "total_estimated_hours": hours * sum(map(len, shown)) if total is None else total,
    }


def plan(*phases: tuple[str, ...], hours: float = 10, total: float | None = None) -> Plan:
    return Plan.model_validate(plan_fields(*phases, hours=hours, total=total))


def plan_turn(**fields: Any) -> dict[str, Any]:
    """The planner's answer with a turn."""
    turn = {"content": "先打基础，再做真题，最后模考。", "position": position_fields(), "plan": plan_fields()}
    return {"turn": turn | fields}


def critique_turn(**fields: Any) -> dict[str, Any]:
    """The critic's answer with a turn."""
    critique = {"validity_check": {"feasible": True, "realistic": True, "complete": True}}
    return {"turn": {"content": "口语练习太少。", "position": position_fields(), "critique": critique | fields}}


def finding(
    finding_id: str = "r1.1",
    severity: Severity = "high",
    *,
    text: str = "每天的时间不够",
    answered: str | None = None,
    repeated: bool = False,
) -> CritiqueFinding:
    """A finding of round 1; `answered` accepts it in round 2, after which it may be `repeated`."""
    answer = FindingAnswer(finding=finding_id, decision="accepted", text=answered) if answered else None
    return CritiqueFinding(
        id=finding_id,
        kind="risk" if finding_id.startswith("r") else "suggestion",
        text=text,
        solution="做不完",
        severity=severity,
        raised_in=1,
        repeated_in=2 if repeated else 1,
        answered_in=2 if answer else None,
        answer=answer,
    )


def command(agent: str = "planner", **fields: Any) -> Directive:
    return Directive.model_validate({"action": "update_command", "target_agent": agent, **fields})


def draft_plan(language: Language = "zh", *, answer_by: int = LATER, **facts: Any) -> DraftPlan:
    values: dict[str, Any] = {"context": context(language), "round": 2, "max_rounds": 5}
    return DraftPlan(session_id=SESSION, answer_by=answer_by, facts=PlannerFacts.model_validate(values | facts))


def write_critique(language: Language = "zh", *, answer_by: int = LATER, **facts: Any) -> WriteCritique:
    values: dict[str, Any] = {"context": context(language), "round": 2, "max_rounds": 5}
    return WriteCritique(session_id=SESSION, answer_by=answer_by, facts=CriticFacts.model_validate(values | facts))


def state_position(kind: str, agent: str = "critic", language: Language = "zh", **facts: Any) -> StatePosition:
    values: dict[str, Any] = {
        "context": context(language),
        "round": 3,
        "max_rounds": 5,
        "kind": kind,
        "agent": agent,
        "target_conclusion": "分三个阶段备考" if kind == "opposition" else "",
    }
    return StatePosition(session_id=SESSION, answer_by=LATER, facts=PositionFacts.model_validate(values | facts))


def report_facts(language: Language = "zh", **facts: Any) -> ReporterFacts:
    """Facts of a report on an agreement after three rounds."""
    values: dict[str, Any] = {
        "context": context(language),
        "rounds": 3,
        "edition": "consensus",
        "end_reason": "consensus",
        "consensus_level": "high",
        "consensus": 0.93,
        "plan": plan(),
        "plan_round": 2,
        "positions": {"planner": position(), "critic": position(conclusion="按三阶段走，但要多做模考")},
        "findings": (finding("s1.1", "medium", text="缺少模考", answered="加入两次模考"),),
        "statements": ({"agent": "planner", "uncertainties": ["词汇量没有测过"], "worst_case": "二月前做不完"},),
    }
    return ReporterFacts.model_validate(values | facts)


def write_report(language: Language = "zh", *, answer_by: int = LATER, **facts: Any) -> WriteReport:
    return WriteReport(session_id=SESSION, answer_by=answer_by, facts=report_facts(language, **facts))
