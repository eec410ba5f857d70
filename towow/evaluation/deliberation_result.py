"""Result of evaluating one query: how its session ended, what its plan is worth, and what a single planner made."""

import json
from collections.abc import Sequence

from deliberation.contracts.critique import Critique
from deliberation.contracts.events import (
    EVENTS,
    AgentSkipped,
    AgentSpoke,
    HostDecided,
    ReportPublished,
    SessionEnded,
    SessionEvent,
)
from deliberation.contracts.plan import Plan
from shared.core.frozen_model import FrozenModel
from shared.store.port import LoggedEvent
from towow.evaluation.deliberation_quality import EvaluationFault, find_foreign_words, find_plan_faults, is_in_language
from towow.evaluation.deliberation_query import DomainWords, EvaluationQuery


class SinglePlannerResult(FrozenModel):
    """Plan of a single planner that corrects itself, and what it cost; `plan` is None if it made none."""

    plan: Plan | None
    tokens: int
    corrections: int
    faults: tuple[EvaluationFault, ...]


class QueryResult(FrozenModel):
    """Result of one query.

    Attributes:
        id: Id of the query.
        status: How the session ended; `unclosed` if it did not.
        end_reason: Why it ended.
        rounds: Rounds held.
        actions: Actions of the host, by round.
        devils_advocate: Whether there was a devil's advocate.
        commanded: Agents that were commanded to move.
        infeasible: Whether the critic ever held that the plan cannot be carried out.
        unargued_changes: Number of changes of position without an argument.
        skipped: Number of skipped turns.
        tokens: Estimated tokens of all questions and answers.
        total_hours: Hours of the final plan.
        last_day: Its last deadline; None without a plan.
        faults: Faults of the final plan.
        foreign_words: Words of other domains in anything that was said.
        in_language: Whether everything is in the query's language.
        single: The same query with a single planner at equal tokens.
    """

    id: str
    status: str
    end_reason: str
    rounds: int
    actions: tuple[str, ...]
    devils_advocate: bool
    commanded: tuple[str, ...]
    infeasible: bool
    possible: bool | None
    provisional: bool
    unargued_changes: int
    skipped: int
    tokens: int
    total_hours: float
    last_day: str | None
    faults: tuple[EvaluationFault, ...]
    foreign_words: tuple[str, ...]
    in_language: bool
    single: SinglePlannerResult


def build_query_result(
    query: EvaluationQuery,
    events: Sequence[LoggedEvent],
    tokens: int,
    single: SinglePlannerResult,
    words: DomainWords,
) -> QueryResult:
    """Return the result of a query from all events of its session."""
    log = [parse_session_event(event) for event in events]
    decisions = [event for event in log if isinstance(event, HostDecided)]
    spoken = [event for event in log if isinstance(event, AgentSpoke)]
    report = next((event for event in log if isinstance(event, ReportPublished)), None)
    ended = next((event for event in log if isinstance(event, SessionEnded)), None)
    plan = None if report is None else report.plan
    texts = [*(text for event in spoken for text in _texts(event)), *(event.content for event in decisions)]
    texts += [] if report is None else [report.content]
    return QueryResult(
        id=query.id,
        status="unclosed" if ended is None else ended.status,
        end_reason="unclosed" if ended is None else ended.end_reason,
        rounds=0 if ended is None else ended.rounds,
        actions=tuple(event.action for event in decisions),
        devils_advocate=any(event.stance == "opposition" for event in spoken),
        commanded=_commanded(decisions),
        infeasible=any(_is_infeasible(event) for event in spoken),
        possible=query.possible,
        provisional=report is None or report.final_plan.provisional,
        unargued_changes=sum(len(event.analysis.unargued_changes) for event in decisions),
        skipped=sum(isinstance(event, AgentSkipped) for event in log),
        tokens=tokens,
        total_hours=plan.total_estimated_hours if plan else 0.0,
        last_day=max(task.deadline for phase in plan.phases for task in phase.tasks) if plan else None,
        faults=tuple(find_plan_faults(plan, query)),
        foreign_words=tuple(find_foreign_words(texts, query, words)),
        in_language=is_in_language(texts, query),
        single=single,
    )


_PAYLOADS = {payload.type: payload for payload in EVENTS}


def parse_session_event(event: LoggedEvent) -> SessionEvent:
    """Return the payload of an event of a session. Raises KeyError for another event."""
    payload = json.loads(event.data)["payload"]
    payload.pop("spent", None)
    return _PAYLOADS[event.type].model_validate(payload)


def _is_infeasible(event: AgentSpoke) -> bool:
    if event.output_type != "critique":
        return False
    return not Critique.model_validate(event.metadata["critique"]).validity_check.feasible


def _commanded(decisions: Sequence[HostDecided]) -> tuple[str, ...]:
    return tuple(
        str(directive.target_agent)
        for event in decisions
        for directive in event.directives
        if directive.action == "update_command"
    )


def _texts(event: AgentSpoke) -> list[str]:
    position = event.position
    texts = [event.content, position.conclusion, *position.key_reasons, *position.assumptions]
    if event.output_type != "plan":
        return texts
    plan = Plan.model_validate(event.metadata["plan"])
    tasks = [task.title for phase in plan.phases for task in phase.tasks]
    return [*texts, plan.title, plan.goal, *(phase.phase_name for phase in plan.phases), *tasks]
