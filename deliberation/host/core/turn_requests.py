"""Requests to the discussants: who speaks next, and what they are told (DL-44, DL-57, DL-60, DL-124…126)."""

from typing import TypedDict, TypeVar

from deliberation.contracts.agent_output import CriticOutput, PlannerOutput, PositionOutput
from deliberation.contracts.control import Constraints, Directive
from deliberation.contracts.critique import SEVERITIES, CritiqueFinding
from deliberation.contracts.messages import DraftPlan, StatePosition, TurnKind, WriteCritique
from deliberation.contracts.position import Position
from deliberation.contracts.roles import Discussant
from deliberation.contracts.session import SessionContext
from deliberation.contracts.turns import CriticFacts, PlannerFacts, PositionFacts, TurnFacts
from deliberation.host.core.findings import list_open, list_to_address
from deliberation.host.core.state import PendingTurn, SessionState
from deliberation.host.core.transition import SessionTransition
from shared.core.ids import digest

MAX_SHOWN_FINDINGS = 30
"""Maximum number of findings in a request, so that it fits into a message."""


class CommonFacts(TypedDict):
    """Fields that the facts of all turns share."""

    context: SessionContext
    round: int
    max_rounds: int
    constraints: Constraints
    directives: tuple[Directive, ...]
    labels: dict[Discussant, str]


def turn_kind(state: SessionState, agent: Discussant) -> TurnKind:
    """Return what an agent is to say in the current round."""
    if state.stage == "convergence":
        return "convergence"
    if state.round_kind == "opposition" and agent == state.settings.devils_advocate:
        return "opposition"
    return "plan" if agent == "planner" else "critique"


def request_turn(
    transition: SessionTransition, agent: Discussant, attempt: int = 1, complaints: tuple[str, ...] = ()
) -> None:
    """Ask an agent to speak, and wait for its answer until the turn's time limit.

    A repeated turn is told what was wrong (`complaints`); else the model's memo would give the same answer again.
    """
    state, kind = transition.state, turn_kind(transition.state, agent)
    due = transition.due_in(state.settings.turn_timeout)
    pending = PendingTurn(agent=agent, kind=kind, round=state.current_round, attempt=attempt, due=due)
    transition.update(turns=(*(each for each in state.turns if each.agent != agent), pending))
    transition.set_status(agent, "running")
    session_id = transition.session_id
    match kind:
        case "plan":
            body = DraftPlan(
                session_id=session_id, facts=_with(_planner_facts(state), complaints), answer_by=due, attempt=attempt
            )
        case "critique":
            body = WriteCritique(
                session_id=session_id, facts=_with(_critic_facts(state), complaints), answer_by=due, attempt=attempt
            )
        case "opposition":
            facts = _opposition_facts(state, agent)
            body = StatePosition(session_id=session_id, facts=facts, answer_by=due, attempt=attempt)
        case "convergence":
            facts = _convergence_facts(state, agent)
            body = StatePosition(session_id=session_id, facts=facts, answer_by=due, attempt=attempt)
    transition.send(agent, body, due)


F = TypeVar("F", bound=TurnFacts)


def _with(facts: F, complaints: tuple[str, ...]) -> F:
    return facts.model_copy(update={"complaints": complaints})


def label_discussants(session_id: str, round: int) -> dict[Discussant, str]:
    """Return the discussants' names in the prompts of one round, which tell nobody's role."""
    if int(digest("labels", session_id, round).encode().hex(), 16) % 2:
        return {"planner": "B", "critic": "A"}
    return {"planner": "A", "critic": "B"}


def _common_facts(state: SessionState, agent: Discussant) -> CommonFacts:
    last = state.decisions[-1] if state.decisions else None
    return CommonFacts(
        context=state.context,
        round=state.current_round,
        max_rounds=state.settings.max_deliberation_rounds,
        constraints=last.constraints if last else Constraints(),
        directives=tuple(each for each in last.directives if each.target_agent in (agent, None)) if last else (),
        labels=label_discussants(state.context.session_id, state.current_round),
    )


def _planner_facts(state: SessionState) -> PlannerFacts:
    return PlannerFacts(
        **_common_facts(state, "planner"),
        own_position=_position(state, "planner"),
        own_plan=state.plans[-1].plan if state.plans else None,
        other_position=_last_heard(state, "critic"),
        findings=_open_findings(state),
    )


def _critic_facts(state: SessionState) -> CriticFacts:
    is_blind = state.current_round == 1 and state.round1_mode == "parallel"
    spoken = state.spoke_in_round.get("planner")
    answers = spoken.metadata.answers if spoken is not None and spoken.output_type == "plan" else ()
    return CriticFacts(
        **_common_facts(state, "critic"),
        own_position=_position(state, "critic"),
        other_position=None if is_blind else _position(state, "planner"),
        plan=state.plans[-1].plan if state.plans and not is_blind else None,
        plan_round=state.plans[-1].round if state.plans and not is_blind else 0,
        findings=_recent_findings(state),
        answers=answers,
    )


def _open_findings(state: SessionState) -> tuple[CritiqueFinding, ...]:
    return tuple(dict.fromkeys((*list_to_address(state.findings), *list_open(state.findings))))[:MAX_SHOWN_FINDINGS]


def _recent_findings(state: SessionState) -> tuple[CritiqueFinding, ...]:
    """Return the findings that are open or were answered last, at most MAX_SHOWN_FINDINGS, the most severe first."""
    recent = [
        finding
        for finding in state.findings
        if finding.is_open or (finding.answered_in or 0) >= state.current_round - 1
    ]
    shown = sorted(recent, key=lambda finding: -SEVERITIES.index(finding.severity))[:MAX_SHOWN_FINDINGS]
    return tuple(finding for finding in state.findings if finding in shown)


def _opposition_facts(state: SessionState, agent: Discussant) -> PositionFacts:
    target = _position(state, "planner" if agent == "critic" else "critic")
    return PositionFacts(
        **_common_facts(state, agent),
        kind="opposition",
        agent=agent,
        target_conclusion="" if target is None else target.conclusion,
    )


def _convergence_facts(state: SessionState, agent: Discussant) -> PositionFacts:
    return PositionFacts(
        **_common_facts(state, agent),
        kind="convergence",
        agent=agent,
        own_position=_position(state, agent),
        other_position=_position(state, "planner" if agent == "critic" else "critic"),
        plan=state.plans[-1].plan if state.plans else None,
        findings=_open_findings(state),
    )


def _position(state: SessionState, agent: Discussant) -> Position | None:
    standing = state.positions.get(agent)
    return None if standing is None else standing.position


def _last_heard(state: SessionState, agent: Discussant) -> Position | None:
    """Return what an agent said last, as devil's advocate too; None before it has said anything."""
    for held in reversed(state.history):
        for output in held.outputs:
            if output.agent_id == agent and isinstance(output, PlannerOutput | CriticOutput | PositionOutput):
                return output.metadata.position
    return None
