"""End of a session: the report, the final plan and its to-dos, and the last event (DL-07, DL-80, DL-81, DL-154)."""

from deliberation.contracts.agent_output import ReporterMetadata, ReporterOutput
from deliberation.contracts.control import ConsensusLabel, EndReason
from deliberation.contracts.events import AgentSkipped, ErrorReported, ReportPublished, SessionEnded, SessionTotals
from deliberation.contracts.messages import ReportWritten, WriteReport
from deliberation.contracts.report import FinalPlan, ReportReply
from deliberation.contracts.roles import DISCUSSANTS, Discussant
from deliberation.contracts.turns import ReporterFacts
from deliberation.core.template_report import build_template_report
from deliberation.core.todos import build_todos, plan_id
from deliberation.host.core.decision_order import is_high, is_low
from deliberation.host.core.host_texts import render_host_text
from deliberation.host.core.plan_versions import choose_best
from deliberation.host.core.publication import append_history, publish_turn, submit_for_review
from deliberation.host.core.state import PendingRequest, PendingReview, SessionState
from deliberation.host.core.transition import SessionTransition
from shared.core.usage import NO_USAGE, Usage

MAX_REPORT_ATTEMPTS = 2
"""Times that the report is requested; then a template writes it (DL-154)."""


def request_report(transition: SessionTransition, attempt: int = 1) -> None:
    """Request the report from the reporter."""
    due = transition.due_in(transition.state.settings.turn_timeout)
    transition.update(stage="report", report=PendingRequest(attempt=attempt, due=due), turns=(), comparison=None)
    transition.set_status("reporter", "running")
    body = WriteReport(
        session_id=transition.session_id, facts=build_facts(transition.state), answer_by=due, attempt=attempt
    )
    transition.send("reporter", body, due)


def repeat_report(transition: SessionTransition) -> None:
    """Request the report again, then write it from the template."""
    pending = transition.state.report
    if pending is not None and pending.attempt < MAX_REPORT_ATTEMPTS:
        request_report(transition, pending.attempt + 1)
    else:
        submit_template(transition)


def submit_report(transition: SessionTransition, answer: ReportWritten) -> None:
    """Attach the plan to the report and submit it to the review (DL-80)."""
    _submit(transition, answer.report, fallback=answer.fallback, usage=answer.usage, attempt=answer.attempt)


def submit_template(transition: SessionTransition) -> None:
    """Submit the report of the template to the review."""
    _submit(transition, build_template_report(build_facts(transition.state)), fallback=True, usage=NO_USAGE, attempt=0)


def _submit(transition: SessionTransition, report: ReportReply, *, fallback: bool, usage: Usage, attempt: int) -> None:
    transition.update(stage="report", report=None)
    output = _build_output(transition, report, fallback=fallback)
    submit_for_review(transition, output, key=f"reporter/{attempt}", usage=usage)


def _build_output(transition: SessionTransition, report: ReportReply, *, fallback: bool) -> ReporterOutput:
    return ReporterOutput(
        round=max(1, transition.state.current_round),
        content=report.content,
        timestamp=transition.now,
        fallback=True if fallback else None,
        metadata=ReporterMetadata(final_plan=build_final_plan(transition.state), summary=report.summary),
    )


def publish_report(transition: SessionTransition, review: PendingReview, output: ReporterOutput) -> None:
    """Store and emit the report with the plan and its to-dos, and end the session."""
    final_plan = output.metadata.final_plan
    plan = final_plan.plan
    append_history(transition, output)
    transition.set_status("reporter", "completed")
    transition.update(final_plan=final_plan)
    transition.emit(
        ReportPublished(
            session_id=transition.session_id,
            round=output.round,
            content=output.content,
            plan=plan,
            final_plan=final_plan,
            summary=output.metadata.summary,
            plan_id=None if plan is None else plan_id(transition.session_id),
            todos=() if plan is None else build_todos(plan, transition.session_id),
            fallback=output.fallback,
            usage=review.usage,
        )
    )
    end_session(transition)


def end_without_plan(transition: SessionTransition) -> None:
    """End the session because no plan could be made; the report says so (DL-147)."""
    _publish_held(transition)
    _report_error(transition, "agent_timeout", "error.no_plan")
    transition.update(end_reason="error", turns=(), reviews=(), comparison=None)
    submit_template(transition)


def end_at_deadline(transition: SessionTransition) -> None:
    """End the session because its time is over, with the report of the template."""
    if transition.state.held is not None:  # it waited for the planner, whose turn has taken too long
        _skip_planner(transition)
        _publish_held(transition)
    _report_error(transition, "session_timeout", "error.deadline")
    transition.update(end_reason=transition.state.end_reason or "error", turns=(), reviews=(), comparison=None)
    report = build_template_report(build_facts(transition.state))
    output = _build_output(transition, report, fallback=True)
    publish_report(transition, PendingReview(key="reporter/deadline", output=output, due=transition.now), output)


def end_by_moderation(transition: SessionTransition) -> None:
    """End the session because the content review withheld two outputs; there is no report (DL-161)."""
    _report_error(transition, "moderation", "error.moderation")
    transition.update(end_reason="moderation")
    end_session(transition)


def end_by_user(transition: SessionTransition, user: str) -> None:
    """End the session for its user, at once unless a report is wanted on stop (DL-144, DL-164)."""
    transition.update(end_reason="user", terminated_by=user, turns=(), reviews=(), held=None, comparison=None)
    if transition.state.settings.report_on_stop:
        submit_template(transition)
    else:
        end_session(transition)


def end_without_report(transition: SessionTransition) -> None:
    """End the session because its report cannot be reviewed: nothing goes out unreviewed."""
    _report_error(transition, "no_verdict", "error.no_verdict")
    transition.update(end_reason="error")
    end_session(transition)


def _skip_planner(transition: SessionTransition) -> None:
    state = transition.state
    has_earlier = "planner" in state.positions
    text = "skip.used_last" if has_earlier else "skip.none"
    transition.emit(
        AgentSkipped(
            session_id=transition.session_id,
            agent="planner",
            round=state.current_round,
            fallback=render_host_text(text, state.context.language),
            reason="agent_timeout",
        )
    )
    skip = ("planner", state.current_round)
    absences = state.absences if has_earlier else (*state.absences, skip)
    transition.update(skips=(*state.skips, skip), absences=absences)
    transition.set_status("planner", "skipped" if has_earlier else "failed")


def _publish_held(transition: SessionTransition) -> None:
    """Publish the critic's reviewed output that waited for the planner's, so that it is not lost."""
    held = transition.state.held
    if held is not None:
        transition.update(held=None)
        publish_turn(transition, held, held.output)  # pyright: ignore[reportArgumentType]


def _report_error(transition: SessionTransition, error: str, text: str) -> None:
    state = transition.state
    message = render_host_text(text, state.context.language)
    transition.emit(
        ErrorReported(session_id=transition.session_id, error=error, message=message, round=state.current_round)
    )


def end_session(transition: SessionTransition) -> None:
    """Emit the last event and close the session."""
    state = transition.state
    reason: EndReason = state.end_reason or "error"
    status = "converged" if reason in ("consensus", "early_stop") and _has_converged(state) else "terminated"
    usage = transition.total_usage
    transition.update(
        stage="ended", status=status, turns=(), reviews=(), held=None, comparison=None, report=None, end_reason=reason
    )
    transition.emit(
        SessionEnded(
            session_id=transition.session_id,
            status=status,
            end_reason=reason,
            rounds=state.current_round,
            totals=SessionTotals(
                rounds=state.current_round,
                model_calls=usage.calls,
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
                cost_usd=usage.cost_usd,
                duration_ms=max(0, transition.now - state.created_at),
            ),
            terminated_by=state.terminated_by,
        )
    )


def _has_converged(state: SessionState) -> bool:
    """Return whether a decision to converge is published; one that is still under review has ended nothing."""
    return any(
        output.output_type == "control" and output.metadata.decision.action == "converge"
        for held in state.history
        for output in held.outputs
    )


def label_consensus(state: SessionState) -> ConsensusLabel:
    """Return the last consensus as a word, by the thresholds of its round; a vetoed one is not high (DL-C12)."""
    for held in reversed(state.history):
        for output in held.outputs:
            if output.output_type == "control" and output.metadata.analysis.consensus_level is not None:
                analysis, level = output.metadata.analysis, output.metadata.analysis.consensus_level
                if is_low(level, analysis.thresholds, analysis.method):
                    return "low"
                agreed = is_high(level, analysis.thresholds, analysis.method) and analysis.veto is None
                return "high" if agreed else "medium"
    return "unknown"


def last_consensus(state: SessionState) -> float | None:
    """Return the last consensus that was computed; None if none was."""
    return next((level for level in reversed(state.consensus_trend) if level is not None), None)


def build_final_plan(state: SessionState) -> FinalPlan:
    """Return the best plan of the session with its consensus; without a plan the query is its title."""
    best = choose_best(state.plans)
    return FinalPlan(
        title=best.plan.title if best else state.context.query[:300],
        goal=best.plan.goal if best else "",
        consensus_level=label_consensus(state),
        participating_agents=participants(state),
        rounds=state.current_round,
        plan=best.plan if best else None,
        plan_round=best.round if best else None,
        provisional=not _has_converged(state),
    )


def participants(state: SessionState) -> tuple[Discussant, ...]:
    """Return the discussants with at least one published output (DL-74)."""
    spoken = {output.agent_id for held in state.history for output in held.outputs}
    return tuple(agent for agent in DISCUSSANTS if agent in spoken)


def build_facts(state: SessionState) -> ReporterFacts:
    """Return the facts of the report."""
    best = choose_best(state.plans)
    return ReporterFacts(
        context=state.context,
        rounds=state.current_round,
        edition="consensus" if _has_converged(state) else "divergence",
        end_reason=state.end_reason or "error",
        consensus_level=label_consensus(state),
        consensus=last_consensus(state),
        plan=best.plan if best else None,
        plan_round=best.round if best else None,
        positions={agent: standing.position for agent, standing in state.positions.items()},
        findings=state.findings,
        statements=state.statements,
        remarks=_remarks(state, None if best is None else best.round),
    )


def _remarks(state: SessionState, plan_round: int | None) -> tuple[str, ...]:
    """Return what a reader must know of the discussion itself (see `ReporterFacts.remarks`)."""
    remarks = [f"stubborn:{agent}" for agent in dict.fromkeys((*state.stubborn, *state.ignored))]
    if state.plans and not state.findings and _has_converged(state):
        remarks.append("no_objection")
    remarks += [f"unargued_change:{agent}:{round}" for agent, round in state.unargued_changes]
    for agent, round in state.skips:
        remarks.append(f"{'absent' if (agent, round) in state.absences else 'skipped'}:{agent}:{round}")
    if state.plans and plan_round != state.plans[-1].round:
        remarks.append(f"earlier_plan:{plan_round}")
    if state.vetoed and not _has_converged(state):
        remarks.append(f"vetoed:{state.vetoed[-1]}")
    return tuple(remarks)
