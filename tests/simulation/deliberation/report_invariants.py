"""What a report must give, worked out again from the log: the best plan of all, its consensus, its to-dos. Pure."""

from collections.abc import Iterator, Sequence

from deliberation.contracts.control import ConsensusLabel
from deliberation.contracts.critique import Critique, CritiqueFinding, FindingAnswer
from deliberation.contracts.events import (
    AgentSpoke,
    HostDecided,
    ReportPublished,
    SessionEnded,
    SessionEvent,
    SessionStarted,
)
from deliberation.contracts.plan import Plan
from deliberation.contracts.report import FinalPlan
from deliberation.contracts.roles import DISCUSSANTS
from deliberation.core.todos import build_todos, plan_id
from deliberation.host.core.decision_order import is_high, is_low
from deliberation.host.core.findings import record_answers, record_critique
from deliberation.host.core.plan_versions import choose_best, record_consensus, record_verdict
from deliberation.host.core.state import PlanVersion
from tests.simulation.deliberation.session_log import events_of

Trend = Sequence[float | None]
"""The consensus of each round, as the record has it."""


def plan_versions(events: Sequence[SessionEvent], trend: Trend) -> Sequence[PlanVersion]:
    """Return every plan that was published, with the verdict on it and the consensus of its round.

    The last round may have been compared, and the session have ended before the host could tell what it decided.
    """
    plans = tuple[PlanVersion, ...]()
    findings = tuple[CritiqueFinding, ...]()
    for event in events:
        match event:
            case AgentSpoke(metadata={"plan": plan, "answers": given}):
                answers = [FindingAnswer.model_validate(each) for each in given]
                findings = record_answers(findings, answers, event.round)
                plans = (*plans, PlanVersion(round=event.round, plan=Plan.model_validate(plan)))
            case AgentSpoke(metadata={"critique": written}):
                critique = Critique.model_validate(written)
                findings = record_critique(findings, critique, event.round)
                if critique.target_round:
                    plans = record_verdict(plans, critique.validity_check, findings)
            case HostDecided():
                plans = record_consensus(plans, event.round, event.consensus)
            case _:
                pass
    return record_consensus(plans, len(trend), trend[-1]) if trend else plans


def report_problems(events: Sequence[SessionEvent], trend: Trend) -> Iterator[str]:
    """Yield where the report of a session is not what its log makes it."""
    for report in events_of(events, ReportPublished):
        expected = _expected(events, trend)
        if report.final_plan != expected:
            for name in FinalPlan.model_fields:
                is_, should = getattr(report.final_plan, name), getattr(expected, name)
                if is_ != should:
                    yield f"the report's {name} is {str(is_)[:100]}, not {str(should)[:100]}"
        yield from _wrong_parts(report, expected.plan)


def _wrong_parts(report: ReportPublished, plan: Plan | None) -> Iterator[str]:
    if report.plan != plan:
        yield "the report's plan is not the final one"
    todos = () if plan is None else build_todos(plan, report.session_id)
    if report.todos != todos or report.plan_id != (None if plan is None else plan_id(report.session_id)):
        yield f"its {len(report.todos)} to-dos are not those of the plan"
    if not report.content.strip():
        yield "the report is empty"


def _expected(events: Sequence[SessionEvent], trend: Trend) -> FinalPlan:
    best = choose_best(plan_versions(events, trend))
    (start,) = events_of(events, SessionStarted)
    (end,) = events_of(events, SessionEnded)
    spoken = {each.agent for each in events_of(events, AgentSpoke)}
    return FinalPlan(
        title=best.plan.title if best else start.user_query[:300],
        goal=best.plan.goal if best else "",
        consensus_level=_label(events),
        participating_agents=tuple(agent for agent in DISCUSSANTS if agent in spoken),
        rounds=end.rounds,
        plan=best.plan if best else None,
        plan_round=best.round if best else None,
        provisional=not any(each.action == "converge" for each in events_of(events, HostDecided)),
    )


def _label(events: Sequence[SessionEvent]) -> ConsensusLabel:
    """The last consensus that was computed, as a word; one that was vetoed is not high."""
    for decision in reversed(events_of(events, HostDecided)):
        level, method = decision.consensus, decision.analysis.method
        if level is None:
            continue
        if is_low(level, decision.thresholds, method):
            return "low"
        is_agreed = is_high(level, decision.thresholds, method) and decision.analysis.veto is None
        return "high" if is_agreed else "medium"
    return "unknown"
