"""A session's events, and a log of them that a test writes by hand: each commit is announced, as a host's are."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import Any

from deliberation.contracts.control import RoundAnalysis, Thresholds
from deliberation.contracts.events import (
    AgentSkipped,
    AgentSpoke,
    ErrorReported,
    HostDecided,
    ReportPublished,
    SessionEnded,
    SessionEvent,
    SessionStarted,
    SessionTotals,
    ToolCalled,
)
from deliberation.contracts.plan import Plan, PlanPhase, PlanTask
from deliberation.contracts.position import Position
from deliberation.contracts.report import FinalPlan, ReportSummary
from deliberation.contracts.tools import ToolCall, ToolResult
from deliberation.core.todos import build_todos
from shared.core.usage import NO_USAGE
from shared.runtime.commit_builder import build_event
from shared.store.port import Commit, LoggedEvent, Store
from shared.transport.port import PublishFailed, Transport

SESSION = f"s-{'a' * 26}"
THRESHOLDS = Thresholds()
_STEPS = count()


def sample_plan(title: str = "IELTS in six weeks") -> Plan:
    """Return a plan of one phase with two tasks."""
    tasks = (
        PlanTask(title="Mock test", estimated_hours=3, deadline="2026-02-01", tags=("listening",)),
        PlanTask(title="Write two essays", estimated_hours=4.5, deadline="2026-02-08"),
    )
    phase = PlanPhase(phase_name="Start", duration="2 weeks", tasks=tasks)
    return Plan(title=title, goal="band 7", phases=(phase,), total_estimated_hours=7.5)


def sample_position(conclusion: str = "Six weeks are enough") -> Position:
    """Return a position with one reason."""
    return Position(conclusion=conclusion, key_reasons=("the goal is near",), confidence=0.75)


class SessionEvents:
    """Events of one session, with the fields that a test is not about filled in."""

    def __init__(self, session_id: str = SESSION) -> None:
        self.session_id = session_id

    def started(self, **fields: Any) -> SessionStarted:
        """Return the first event."""
        given: dict[str, Any] = {
            "user_query": "帮我制定IELTS备考计划",
            "user_id": "user_alice",
            "conversation_id": "c1",
            "mode": "multi_agent",
            "language": "zh",
            "today": "2026-01-22",
            "timezone": "Asia/Shanghai",
            "model": "simulated",
            "max_rounds": 5,
            "round1_mode": "parallel",
        }
        return SessionStarted.model_validate({"session_id": self.session_id, **given, **fields})

    def plan(self, number: int = 1, plan: Plan | None = None) -> AgentSpoke:
        """Return an output of the planner."""
        metadata: dict[str, Any] = {
            "plan": (plan or sample_plan()).model_dump(mode="json"),
            "answers": [],
            "rebuttals": [],
        }
        return self._spoke("planner", number, "plan", "my plan", metadata)

    def critique(self, number: int = 1) -> AgentSpoke:
        """Return an output of the critic, with one risk."""
        risk = {"id": f"r{number}.1", "risk": "no rest days", "severity": "high", "impact": "burn-out"}
        check = {"feasible": True, "realistic": False, "complete": True}
        critique = {"target_agent": "planner", "target_round": 0, "risks": [risk], "validity_check": check}
        return self._spoke("critic", number, "critique", "my doubts", {"critique": critique})

    def _spoke(self, agent: Any, number: int, kind: Any, content: str, metadata: dict[str, Any]) -> AgentSpoke:
        return AgentSpoke(
            session_id=self.session_id,
            agent=agent,
            round=number,
            output_type=kind,
            content=f"{content} of round {number}",
            position=sample_position(),
            metadata=metadata,
            usage=NO_USAGE,
        )

    def tool(self, number: int = 1) -> ToolCalled:
        """Return a call of get_now."""
        result = ToolResult(success=True, data={"date": "2026-01-22"})
        call = ToolCall(tool="get_now")
        return ToolCalled(
            session_id=self.session_id, agent="planner", round=number, tool="get_now", call=call, result=result
        )

    def skipped(self, number: int = 2) -> AgentSkipped:
        """Return a skip of the critic."""
        return AgentSkipped(
            session_id=self.session_id,
            agent="critic",
            round=number,
            fallback="use last round's output",
            reason="agent_timeout",
        )

    def error(self, number: int = 2) -> ErrorReported:
        """Return a failure of a tool."""
        return ErrorReported(
            session_id=self.session_id,
            error="tool_execution_failed",
            message="the embedder does not answer",
            round=number,
            tool="compare_positions",
            fallback="rule-based judgement (keyword matching)",
        )

    def decision(self, number: int = 1, action: Any = "continue", consensus: float | None = 0.8) -> HostDecided:
        """Return a decision of the host."""
        analysis = RoundAnalysis(consensus_level=consensus, agents=("planner", "critic"), thresholds=THRESHOLDS)
        return HostDecided(
            session_id=self.session_id,
            round=number,
            action=action,
            reason=f"consensus {consensus}",
            content="we go on",
            consensus=consensus,
            rounds_remaining=5 - number,
            analysis=analysis,
            thresholds=THRESHOLDS,
        )

    def report(self, plan: Plan | None = None, *, has_plan: bool = True) -> ReportPublished:
        """Return the report; without a plan if `has_plan` is False."""
        chosen = (plan or sample_plan()) if has_plan else None
        final = FinalPlan(title="IELTS", goal="band 7", consensus_level="high", rounds=2, plan=chosen)
        return ReportPublished(
            session_id=self.session_id,
            round=2,
            content="# Report\n\nall agreed",
            plan=chosen,
            final_plan=final,
            summary=ReportSummary(),
            todos=() if chosen is None else build_todos(chosen, self.session_id),
            usage=NO_USAGE,
        )

    def ended(self, reason: Any = "consensus", status: Any = "converged") -> SessionEnded:
        """Return the last event."""
        totals = SessionTotals(
            rounds=2, model_calls=5, input_tokens=100, output_tokens=50, cost_usd=0.0, duration_ms=1500
        )
        return SessionEnded(session_id=self.session_id, status=status, end_reason=reason, rounds=2, totals=totals)

    def discussion(self) -> list[SessionEvent]:
        """Return what is said between the first and the last event of a session of two rounds."""
        return [
            *(self.tool(), self.plan(), self.critique(), self.decision()),
            *(self.plan(2), self.skipped(), self.error(), self.decision(2, "converge", 0.95), self.report()),
        ]


class SessionLogWriter(SessionEvents):
    """The log of one session in a store. `transport` may be None: then nothing is announced."""

    def __init__(self, store: Store, transport: Transport | None = None, session_id: str = SESSION) -> None:
        super().__init__(session_id)
        self._store = store
        self._transport = transport

    async def append(self, *events: SessionEvent, close: bool = False, owner: str | None = None) -> None:
        """Commit these events together."""
        cause = f"{self.session_id}/{next(_STEPS)}"
        now = await self._store.now()
        committed = await self._store.commit(
            Commit(
                role="deliberation_host",
                correlation_id=self.session_id,
                message_id=cause,
                events=[build_event(cause, ordinal, event, now) for ordinal, event in enumerate(events)],
                close=close,
                owner=owner,
            )
        )
        assert committed.status == "ok"
        await self._store.mark_published("deliberation_host", committed.due_entries)
        for entry in committed.due_entries if self._transport else ():
            with suppress(PublishFailed):  # the log has it
                assert self._transport is not None
                await self._transport.publish(entry.message)

    async def start(self, owner: str = "user_alice", **fields: Any) -> None:
        """Commit the first event, as a gateway does."""
        await self.append(self.started(user_id=owner, **fields), owner=owner)

    async def end(self, reason: Any = "consensus", status: Any = "converged") -> None:
        """Commit the last event."""
        await self.append(self.ended(reason, status), close=True)

    async def events(self) -> Sequence[LoggedEvent]:
        """Return the whole log."""
        return await self._store.read_log(self.session_id)
