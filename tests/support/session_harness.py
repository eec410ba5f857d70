"""Session of a deliberation fed by hand: scripted turns and similarities, everything else by the host's own code."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deliberation.contracts.control import SEED_THRESHOLDS, Thresholds
from deliberation.contracts.critique import CritiqueDraft, FindingAnswer, RiskDraft, SuggestionDraft, ValidityCheck
from deliberation.contracts.events import SessionEvent
from deliberation.contracts.messages import (
    ComparePositions,
    ContentReviewed,
    CritiqueWritten,
    DraftPlan,
    PlanDrafted,
    PositionsCompared,
    PositionStated,
    ReportWritten,
    ReviewContent,
    StartDeliberation,
    StatePosition,
    TurnFailed,
    WriteCritique,
    WriteReport,
)
from deliberation.contracts.plan import Plan, PlanPhase, PlanTask
from deliberation.contracts.position import PositionDraft
from deliberation.contracts.replies import CritiqueTurn, PlanDraft, PositionTurn
from deliberation.contracts.report import ReportReply
from deliberation.contracts.roles import Discussant
from deliberation.contracts.session import FirstRoundMode, SessionContext, SessionOwner
from deliberation.contracts.turns import ReporterFacts
from deliberation.host.core.session import HostMessage, decide
from deliberation.host.core.state import SessionState
from deliberation.settings import DeliberationSettings
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.message_base import Message, ReceivedMessage, TimerFired
from shared.core.usage import NO_USAGE, Usage

SESSION_ID = "s-abcdefghijklmnopqrstuvwxyz"
START = 1_764_842_400_000  # 2025-12-04T10:00:00Z
CONTEXT = SessionContext(
    session_id=SESSION_ID,
    query="帮我制定IELTS备考计划",
    language="zh",
    started_at=START,
    today="2025-12-04",
    timezone="Asia/Shanghai",
)
HOST = Address("deliberation", SESSION_ID)


def position(conclusion: str = "三个月", *reasons: str, confidence: float = 0.8) -> PositionDraft:
    """Return a position; without reasons it has one."""
    return PositionDraft(conclusion=conclusion, key_reasons=reasons or ("理由",), confidence=confidence)


def plan(*hours: float, deadline: str = "2026-01-15", title: str = "计划") -> Plan:
    """Return a plan of one phase with a task for each number of hours."""
    tasks = tuple(
        PlanTask(title=f"任务{number}", estimated_hours=each, deadline=deadline)
        for number, each in enumerate(hours or (10.0,), 1)
    )
    phase = PlanPhase(phase_name="阶段", duration="6周", tasks=tasks)
    return Plan(title=title, goal="7分", phases=(phase,), total_estimated_hours=sum(hours or (10.0,)))


def drafted(draft: PositionDraft | None = None, planned: Plan | None = None, *answers: str, **fields: Any) -> PlanDraft:
    """Return a planner's turn that accepts the findings with these ids."""
    accepted = tuple(FindingAnswer(finding=each, decision="accepted", text="已调整") for each in answers)
    return PlanDraft(
        content="计划如下",
        position=draft or position(),
        plan=planned or plan(10.0 + len(answers)),
        answers=accepted,
        **fields,
    )


def critiqued(
    draft: PositionDraft | None = None,
    *,
    high: Sequence[str] = (),
    medium: Sequence[str] = (),
    repeats: Mapping[str, str] | None = None,
    feasible: bool = True,
    realistic: bool = True,
    complete: bool = True,
) -> CritiqueTurn:
    """Return a critic's turn: high risks, medium suggestions, and repeated risks as id → text."""
    risks = [RiskDraft(risk=text, severity="high") for text in high]
    risks += [RiskDraft(risk=text, severity="high", repeats=each) for each, text in (repeats or {}).items()]
    suggestions = tuple(SuggestionDraft(issue=text, solution="改", priority="medium") for text in medium)
    validity = ValidityCheck(feasible=feasible, realistic=realistic, complete=complete)
    critique = CritiqueDraft(risks=tuple(risks), suggestions=suggestions, validity_check=validity)
    return CritiqueTurn(content="存在以下问题", position=draft or position(), critique=critique)


Scripted = PlanDraft | CritiqueTurn | PositionTurn | str | None
"""A turn; `silent` gives no answer, `fail` a failed turn, `block` a turn that the review blocks; None a default one."""


class SessionHarness:
    """Runs a session to its end. Turns are scripted by round; a missing entry repeats the last one."""

    def __init__(
        self,
        *,
        planner: Sequence[Scripted] = (None,),
        critic: Sequence[Scripted] = (None,),
        similarity: Sequence[float | None] = (0.95,),
        self_similarity: Mapping[Discussant, Sequence[float | None]] | None = None,
        contradictions: Sequence[Sequence[str]] = (),
        changed: Sequence[Sequence[Discussant]] = (),
        report: str | None = "# 报告",
        thresholds: Thresholds = SEED_THRESHOLDS,
        settings: DeliberationSettings | None = None,
        mode: FirstRoundMode = "parallel",
        failure: str = "",
    ) -> None:
        self.settings = settings or DeliberationSettings()
        self.now = START
        self.state: SessionState | None = None
        self.events: list[SessionEvent] = []
        self.sends: list[Send] = []
        self.pending: list[Send] = []
        self._turns: Mapping[str, Sequence[Scripted]] = {"planner": planner, "critic": critic}
        self._similarity = similarity
        self._self_similarity = self_similarity or {}
        self._contradictions = contradictions
        self._changed = changed
        self._report = report
        self._thresholds = thresholds
        self._mode: FirstRoundMode = mode
        self.usage = NO_USAGE
        self._failure = failure

    # --- driving

    def start(self) -> "SessionHarness":
        """Feed the first message."""
        owner = SessionOwner(user_id="user_1", conversation_id="conv_1")
        body = StartDeliberation(session_id=SESSION_ID, context=CONTEXT, owner=owner, round1_mode=self._mode)
        self.feed(body, "gateway")
        return self

    def run(self, until: Callable[["SessionHarness"], bool] = lambda _: False, steps: int = 400) -> "SessionHarness":
        """Answer what was sent, oldest first, and let the timer fire when nothing is left to answer."""
        if self.state is None:
            self.start()
        for _ in range(steps):
            assert self.state is not None
            if self.state.is_over or until(self):
                return self
            if not self._answer_next():
                self.fire_timer()
        raise AssertionError(f"still running after {steps} steps: {self.state}")

    def feed(self, body: HostMessage, kind: str) -> bool:
        """Feed one message; return whether it applied."""
        message = ReceivedMessage(
            body=body,
            sender=Address(kind, SESSION_ID),
            recipient=HOST,
            message_id="m",
            correlation_id=SESSION_ID,
            spent=self.usage,
        )
        decision = decide(self.settings, self.state, message, self.now)
        if decision is None:
            return False
        self.state = SessionState.model_validate_json(decision.state.model_dump_json())  # as the store keeps it
        self.events += decision.events  # pyright: ignore[reportArgumentType]
        self.sends += decision.sends
        self.pending += decision.sends
        self.now += 1
        return True

    def fire_timer(self) -> None:
        """Let time pass until the timer is due, and feed it."""
        assert self.state is not None
        timer = self.state.timer
        assert timer is not None, "nothing is awaited"
        self.now = max(self.now, timer.due)
        assert self.feed(TimerFired(name=timer.name, generation=timer.generation, due=timer.due), "deliberation")

    def _answer_next(self) -> bool:
        while self.pending:
            send = self.pending.pop(0)
            answer = self._answer(send.body)
            if answer is not None:
                self.feed(answer, send.to.kind)
                return True
        return False

    # --- answers

    def _answer(self, body: Message) -> HostMessage | None:
        match body:
            case DraftPlan() | WriteCritique() | StatePosition():
                return self._turn(body)
            case ReviewContent():
                blocked = "违禁词" in body.text
                return ContentReviewed(session_id=SESSION_ID, key=body.key, verdict="block" if blocked else "allow")
            case ComparePositions():
                return self._compare(body)
            case WriteReport() if self._report is not None:
                report = ReportReply(content=self._report)
                return ReportWritten(session_id=SESSION_ID, attempt=body.attempt, report=report)
            case _:
                return None

    def _turn(self, body: DraftPlan | WriteCritique | StatePosition) -> HostMessage | None:
        agent: Discussant = (
            body.facts.agent
            if isinstance(body, StatePosition)
            else ("planner" if isinstance(body, DraftPlan) else "critic")
        )
        kind = (
            body.facts.kind
            if isinstance(body, StatePosition)
            else ("plan" if isinstance(body, DraftPlan) else "critique")
        )
        round = body.facts.round
        scripted = self._turns[agent][min(round, len(self._turns[agent])) - 1]
        common: dict[str, Any] = {
            "session_id": SESSION_ID,
            "agent": agent,
            "kind": kind,
            "round": round,
            "attempt": body.attempt,
        }
        if scripted == "silent":
            return None
        if scripted == "fail":
            return TurnFailed(**common, reason="invalid_output", detail=self._failure, usage=Usage(calls=1))
        if isinstance(body, StatePosition):
            turn = (
                scripted
                if isinstance(scripted, PositionTurn)
                else PositionTurn(
                    content="陈述", position=position(f"{kind}:{agent}"), uncertainties=("不确定",), worst_case="最坏"
                )
            )
            return PositionStated(**common, turn=turn)
        if isinstance(body, DraftPlan):
            turn = (
                scripted
                if isinstance(scripted, PlanDraft)
                else drafted(None, plan(10.0 + round), *(f.id for f in body.facts.findings))
            )
            if scripted == "block":
                turn = turn.model_copy(update={"content": "违禁词"})
            return PlanDrafted(**common, turn=turn)
        turn = scripted if isinstance(scripted, CritiqueTurn) else critiqued(high=["风险"] if round == 1 else [])
        if scripted == "block":
            turn = turn.model_copy(update={"content": "违禁词"})
        return CritiqueWritten(**common, turn=turn)

    def _compare(self, body: ComparePositions) -> HostMessage | None:
        agents = tuple(body.positions)
        value = self._similarity[min(body.round, len(self._similarity)) - 1]
        if value is None:
            return None
        matrix = ((1.0, value), (value, 1.0)) if len(agents) == 2 else ((1.0,),)
        own = {
            agent: values[body.round - 1]
            for agent, values in self._self_similarity.items()
            if agent in body.previous and body.round <= len(values) and values[body.round - 1] is not None
        }
        return PositionsCompared(
            session_id=SESSION_ID,
            round=body.round,
            agents=agents,
            similarity_matrix=matrix,
            self_similarity=own,  # pyright: ignore[reportArgumentType]
            contradictions=tuple(_at(self._contradictions, body.round)),
            changed_in_substance=tuple(_at(self._changed, body.round)),
            thresholds=self._thresholds,
            embedder="scripted",
        )

    # --- reading

    def types(self) -> list[str]:
        """Last words of the types of all events."""
        return [event.type.rsplit(".", 1)[1] for event in self.events]

    def report_facts(self) -> ReporterFacts:
        """Facts of the report that was requested first."""
        return next(send.body.facts for send in self.sends if isinstance(send.body, WriteReport))

    def of(self, kind: type[Any]) -> list[Any]:
        """Events of one class."""
        return [event for event in self.events if isinstance(event, kind)]


def _at(rounds: Sequence[Sequence[Any]], round: int) -> Sequence[Any]:
    return rounds[round - 1] if round <= len(rounds) else ()
