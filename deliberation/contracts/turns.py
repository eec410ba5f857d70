"""Facts of the turns: everything an agent is told when it speaks, as data for any model (DL-44, DL-57, DL-125)."""

from typing import Literal

from pydantic import Field

from deliberation.contracts.control import ConsensusLabel, Constraints, Directive, EndReason
from deliberation.contracts.critique import CritiqueFinding, FindingAnswer
from deliberation.contracts.plan import Plan
from deliberation.contracts.position import Position
from deliberation.contracts.roles import Discussant
from deliberation.contracts.session import SessionContext
from deliberation.contracts.tools import ToolExchange
from shared.core.frozen_model import FrozenModel, Maybe


def _default_labels() -> dict[Discussant, str]:
    return {"planner": "A", "critic": "B"}


class TurnFacts(FrozenModel):
    """Facts that all turns share.

    Attributes:
        context: The session.
        round: Round of the turn, from 1.
        max_rounds: Last possible round.
        constraints: What must be addressed and what must not be repeated.
        directives: Commands to this agent.
        labels: Names of the discussants in this prompt, shuffled, so that nobody is heard for their role.
        exchanges: Calls of tools in this turn so far.
        may_call_tools: Whether a further call is allowed.
        complaints: What was wrong with the previous attempt of this turn.
    """

    context: SessionContext
    round: int
    max_rounds: int
    constraints: Constraints = Constraints()
    directives: tuple[Directive, ...] = ()
    labels: dict[Discussant, str] = Field(default_factory=_default_labels)
    exchanges: tuple[ToolExchange, ...] = ()
    may_call_tools: bool = True
    complaints: tuple[str, ...] = ()


class PlannerFacts(TurnFacts):
    """Facts of a planner's turn.

    Attributes:
        own_position: Its last position; None in its first turn.
        own_plan: Its last plan; None in its first turn.
        other_position: The other's last position, possibly a devil's advocate's; None in the blind first round.
        findings: Findings that are open, the most severe first; the first five must be answered.
    """

    own_position: Position | None = None
    own_plan: Plan | None = None
    other_position: Position | None = None
    findings: tuple[CritiqueFinding, ...] = ()


class CriticFacts(TurnFacts):
    """Facts of a critic's turn.

    Attributes:
        own_position: Its last position; None in its first turn.
        other_position: The planner's standing position; None in the blind first round.
        plan: The plan to criticise; None in the blind first round: then the goal itself is criticised.
        plan_round: Round in which that plan was made; 0 without a plan.
        findings: All findings so far; those with an answer of the planner may be dropped or repeated.
        answers: What the planner answered in its last turn.
    """

    own_position: Position | None = None
    other_position: Position | None = None
    plan: Plan | None = None
    plan_round: int = 0
    findings: tuple[CritiqueFinding, ...] = ()
    answers: tuple[FindingAnswer, ...] = ()


class PositionFacts(TurnFacts):
    """Facts of a turn with a position only.

    Attributes:
        kind: Devil's advocate (argue only against `target_conclusion`), or last statement before the report.
        agent: Who speaks.
        target_conclusion: Conclusion to oppose; "" in a last statement.
        own_position: Own last position; None for a devil's advocate, who must not cite own earlier views.
        other_position: The other's last position; None for a devil's advocate.
        plan: The current plan; None if there is none.
        findings: Open findings; empty for a devil's advocate.
    """

    kind: Literal["opposition", "convergence"]
    agent: Discussant
    target_conclusion: str = ""
    own_position: Position | None = None
    other_position: Position | None = None
    plan: Plan | None = None
    findings: tuple[CritiqueFinding, ...] = ()


class LastStatement(FrozenModel):
    """Uncertainties and worst case that a discussant leaves at the end."""

    agent: Discussant
    uncertainties: tuple[str, ...] = ()
    worst_case: str = ""


class ReporterFacts(FrozenModel):
    """Facts of the report.

    Attributes:
        context: The session.
        rounds: Number of rounds held.
        edition: Whether the discussants agreed, or their disagreement is to be shown (DL-81).
        end_reason: Why the discussion ended.
        consensus_level: Label of the last consensus.
        consensus: The last consensus as a number; None if it was never computed.
        plan: The final plan; None if there is none.
        plan_round: Round in which it was made; absent without a plan.
        positions: Last position of each discussant, devil's advocates excepted.
        findings: All findings, open and resolved.
        statements: Last statements.
        remarks: What the reader must know of the discussion itself, as codes: `no_objection`, `stubborn:<role>`,
            `unargued_change:<role>:<round>`, `skipped:<role>:<round>`, `absent:<role>:<round>` (without an earlier
            output), `earlier_plan:<round>`, `vetoed:<veto>`.
        complaints: What was wrong with the previous attempt.
    """

    context: SessionContext
    rounds: int
    edition: Literal["consensus", "divergence"]
    end_reason: EndReason
    consensus_level: ConsensusLabel
    consensus: float | None = None
    plan: Plan | None = None
    plan_round: Maybe[int] = None
    positions: dict[Discussant, Position] = Field(default_factory=dict[Discussant, Position])
    findings: tuple[CritiqueFinding, ...] = ()
    statements: tuple[LastStatement, ...] = ()
    remarks: tuple[str, ...] = ()
    complaints: tuple[str, ...] = ()
