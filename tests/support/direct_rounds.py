"""Rounds of the simulated planner and critic by direct calls of their rules, without host, transport and embedder."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from deliberation.contracts.control import Directive
from deliberation.contracts.critique import CritiqueFinding
from deliberation.contracts.plan import Plan
from deliberation.contracts.position import Position, PositionDraft
from deliberation.contracts.replies import CritiqueTurn, PlanDraft, PositionTurn
from deliberation.contracts.report import ReportReply
from deliberation.contracts.session import SessionContext
from deliberation.contracts.tools import ToolExchange
from deliberation.contracts.turns import CriticFacts, LastStatement, PlannerFacts, PositionFacts, ReporterFacts
from deliberation.core.date_tools import execute_tool
from deliberation.host.core.findings import list_open, number_findings, record_answers, record_critique
from deliberation.simulated.critic_turn import write_critique
from deliberation.simulated.planner_turn import draft_or_revise
from deliberation.simulated.position_turn import state_position
from deliberation.simulated.report_turn import write_report
from shared.core.language import Language

MAX_ROUNDS = 5
TODAY = "2026-11-26"
STARTED_AT = 1_795_658_400_000


def session_context(query: str, language: Language, session: str = "s-test", today: str = TODAY) -> SessionContext:
    return SessionContext(
        session_id=session,
        query=query,
        language=language,
        started_at=STARTED_AT,
        today=today,
        timezone="Asia/Shanghai",
    )


@dataclass
class DirectRounds:
    """What was said, round by round, until the critic has nothing of weight left or the rounds are over."""

    context: SessionContext
    plans: list[PlanDraft] = field(default_factory=list[PlanDraft])
    critiques: list[CritiqueTurn] = field(default_factory=list[CritiqueTurn])
    statements: list[PositionTurn] = field(default_factory=list[PositionTurn])
    findings: tuple[CritiqueFinding, ...] = ()
    report: ReportReply | None = None

    @property
    def today(self) -> date:
        return date.fromisoformat(self.context.today)

    @property
    def plan(self) -> Plan:
        return self.plans[-1].plan

    @property
    def is_settled(self) -> bool:
        """Whether the plan is feasible and no serious finding is open."""
        return self.critiques[-1].critique.validity_check.feasible and not list_open(self.findings, ("high",))

    def texts(self) -> Iterator[str]:
        """Yield every text that a reader sees."""
        for plan in self.plans:
            yield from (plan.content, plan.plan.title, plan.plan.goal, *plan.rebuttals)
            yield from _position_texts(plan.position)
            yield from (answer.text for answer in plan.answers)
            for phase in plan.plan.phases:
                yield from (phase.phase_name, phase.duration)
                yield from (text for task in phase.tasks for text in (task.title, *task.tags))
        for turn in self.critiques:
            yield turn.content
            yield from _position_texts(turn.position)
            yield from (text for risk in turn.critique.risks for text in (risk.risk, risk.impact))
            yield from (text for each in turn.critique.suggestions for text in (each.issue, each.solution))
        for statement in self.statements:
            yield from (statement.content, statement.worst_case, *statement.uncertainties)
            yield from _position_texts(statement.position)
        if self.report is not None:
            yield self.report.content


def play_rounds(
    context: SessionContext, rounds: int = MAX_ROUNDS, commanded_from: int = MAX_ROUNDS + 1
) -> DirectRounds:
    """Return the rounds of a session. From round `commanded_from` the host commands the planner to move."""
    played = DirectRounds(context)
    for number in range(1, rounds + 1):
        _speak_planner(played, number, commanded=number >= commanded_from)
        _speak_critic(played, number)
        if number > 1 and played.is_settled and not _is_mended(played):
            break
    opposition = PositionFacts(
        context=context,
        round=2,
        max_rounds=MAX_ROUNDS,
        kind="opposition",
        agent="critic",
        target_conclusion=played.plans[0].position.conclusion,
    )
    played.statements.append(state_position(opposition))
    for agent in ("planner", "critic"):
        turn = played.plans[-1].position if agent == "planner" else played.critiques[-1].position
        facts = PositionFacts(
            context=context,
            round=len(played.plans),
            max_rounds=MAX_ROUNDS,
            kind="convergence",
            agent=agent,
            own_position=_position(turn),
            plan=played.plan,
            findings=tuple(list_open(played.findings)),
        )
        played.statements.append(state_position(facts))
    played.report = write_report(_report_facts(played))
    return played


def _speak_planner(played: DirectRounds, number: int, *, commanded: bool) -> None:
    last, critic = played.plans[-1:], played.critiques[-1:]
    command = Directive(action="update_command", target_agent="planner", requirement="move")
    facts = PlannerFacts(
        context=played.context,
        round=number,
        max_rounds=MAX_ROUNDS,
        directives=(command,) if commanded else (),
        own_position=_position(last[0].position) if last else None,
        own_plan=last[0].plan if last else None,
        other_position=_position(critic[0].position) if critic else None,
        findings=tuple(list_open(played.findings)),
    )
    reply = draft_or_revise(facts)
    if reply.tool_calls:
        exchanges = tuple(
            ToolExchange(call=call, result=execute_tool(call, played.context)) for call in reply.tool_calls
        )
        reply = draft_or_revise(facts.model_copy(update={"exchanges": exchanges}))
    assert reply.turn is not None
    played.plans.append(reply.turn)
    played.findings = record_answers(played.findings, reply.turn.answers, number)


def _speak_critic(played: DirectRounds, number: int) -> None:
    turn, own = played.plans[-1], played.critiques[-1:]
    is_blind = number == 1
    facts = CriticFacts(
        context=played.context,
        round=number,
        max_rounds=MAX_ROUNDS,
        own_position=_position(own[0].position) if own else None,
        other_position=None if is_blind else _position(turn.position),
        plan=None if is_blind else turn.plan,
        plan_round=0 if is_blind else number,
        findings=played.findings,
        answers=turn.answers,
    )
    reply = write_critique(facts)
    assert reply.turn is not None
    played.critiques.append(reply.turn)
    critique = number_findings(reply.turn.critique, number, played.findings, target_round=0 if is_blind else number)
    played.findings = record_critique(played.findings, critique, number)


def _is_mended(played: DirectRounds) -> bool:
    """Return whether the critic's last turn still asks for a change of some weight."""
    last = played.critiques[-1].critique
    return any(risk.severity != "low" for risk in last.risks) or any(
        each.priority != "low" for each in last.suggestions
    )


def _position(draft: PositionDraft) -> Position:
    return Position(**draft.model_dump(exclude={"changes_from_last_round"}))


def _position_texts(position: PositionDraft) -> Iterator[str]:
    yield from (position.conclusion, *position.key_reasons, *position.assumptions)


def _report_facts(played: DirectRounds) -> ReporterFacts:
    _, planner, critic = played.statements
    return ReporterFacts(
        context=played.context,
        rounds=len(played.plans),
        edition="consensus" if played.is_settled else "divergence",
        end_reason="consensus" if played.is_settled else "max_rounds",
        consensus_level="high" if played.is_settled else "low",
        plan=played.plan,
        plan_round=len(played.plans),
        positions={
            "planner": _position(played.plans[-1].position),
            "critic": _position(played.critiques[-1].position),
        },
        findings=played.findings,
        statements=(
            LastStatement(agent="planner", uncertainties=planner.uncertainties, worst_case=planner.worst_case),
            LastStatement(agent="critic", uncertainties=critic.uncertainties, worst_case=critic.worst_case),
        ),
    )
