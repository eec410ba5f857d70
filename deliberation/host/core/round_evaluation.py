"""Evaluation of a round: comparison of the positions, analysis, decision, and the host's words for it (DL-115…133)."""

from typing import Literal

from deliberation.contracts.agent_output import HostMetadata, HostOutput
from deliberation.contracts.control import Constraints, Directive, HostDecision, RoundAnalysis, Thresholds, Veto
from deliberation.contracts.messages import ComparePositions, PositionsCompared
from deliberation.contracts.position import Position
from deliberation.contracts.roles import DISCUSSANTS, Discussant
from deliberation.core.keyword_comparer import compare_by_keywords
from deliberation.host.core.decision_order import RoundFigures, RoundVerdict, decide_round, is_high
from deliberation.host.core.findings import MAX_ADDRESSED, list_open, list_to_address
from deliberation.host.core.host_texts import describe_decision, render_requirement
from deliberation.host.core.plan_versions import record_consensus
from deliberation.host.core.publication import last_critique, submit_for_review
from deliberation.host.core.state import PendingRequest, SessionState
from deliberation.host.core.tool_errors import report_tool_error
from deliberation.host.core.transition import SessionTransition

MAX_COMPARISONS = 2
"""Times that a comparison is requested; then the host compares keywords itself (DL-151)."""


def request_comparison(transition: SessionTransition, attempt: int = 1) -> None:
    """Request the comparison of the round's standing positions; decide at once if there is nothing to compare."""
    request = _build_request(transition)
    if len(request.positions) < 2 and not request.previous:
        decide(transition, None)
        return
    transition.update(comparison=PendingRequest(attempt=attempt, due=request.answer_by))
    transition.set_status("host", "running")
    transition.send("deliberation_skills", request)


def _build_request(transition: SessionTransition) -> ComparePositions:
    state = transition.state
    return ComparePositions(
        session_id=transition.session_id,
        round=state.current_round,
        positions=_standing_positions(state),
        previous=_previous_positions(state),
        answer_by=transition.due_in(state.settings.deliberation_tool_timeout),
    )


def repeat_comparison(transition: SessionTransition) -> None:
    """Request a comparison again that was not answered in time, then compare keywords in its place."""
    pending = transition.state.comparison
    if pending is not None and pending.attempt < MAX_COMPARISONS:
        request_comparison(transition, pending.attempt + 1)
    else:
        decide_by_keywords(transition, "no answer in time")


def decide_by_keywords(transition: SessionTransition, detail: str) -> None:
    """Compare keywords and decide, since there is no other comparison, as `detail` says (DL-151, DL-152)."""
    compared = compare_by_keywords(_build_request(transition), detail)
    if compared.error is not None:
        report_tool_error(transition, compared.error)
    decide(transition, compared)


def decide(transition: SessionTransition, compared: PositionsCompared | None) -> None:
    """Analyse the round, decide, and submit the host's output to the review; `compared` is None without positions."""
    transition.update(comparison=None)
    analysis = _analyse(transition.state, compared)
    stubborn = _record_round(transition, analysis)
    analysis = analysis.model_copy(update={"stubborn_agents": stubborn})
    verdict = decide_round(_figures(transition.state, analysis), analysis.thresholds)
    if not verdict.vetoed:
        analysis = analysis.model_copy(update={"veto": None})
    decision = _build_decision(transition.state, verdict, analysis)
    content = describe_decision(transition.state, decision, analysis)
    commanded = (*transition.state.commanded, *verdict.commanded)
    transition.update(
        commanded=tuple(dict.fromkeys(commanded)),
        vetoed=(*transition.state.vetoed, *filter(None, (analysis.veto,))),
    )
    output = HostOutput(
        round=transition.state.current_round,
        content=content,
        timestamp=transition.now,
        metadata=HostMetadata(decision=decision, analysis=analysis),
    )
    submit_for_review(transition, output, key=f"host/{output.round}")


def _standing_positions(state: SessionState) -> dict[Discussant, Position]:
    """Return the positions that count in this round: in an opposition round not the one of the devil's advocate."""
    silent = state.settings.devils_advocate if state.round_kind == "opposition" else None
    return {
        agent: state.positions[agent].position for agent in DISCUSSANTS if agent in state.positions and agent != silent
    }


def _previous_positions(state: SessionState) -> dict[Discussant, Position]:
    """Return the position before, of each agent whose position of this round is live (DL-129, DL-131)."""
    return {
        agent: earlier.position
        for agent, earlier in state.earlier_positions.items()
        if state.positions[agent].round == state.current_round
    }


def _analyse(state: SessionState, compared: PositionsCompared | None) -> RoundAnalysis:
    if compared is None:
        return RoundAnalysis(consensus_level=None, method="none")
    pairs = [
        (compared.similarity_matrix[i][j], (i, j))
        for i in range(len(compared.agents))
        for j in range(i + 1, len(compared.agents))
    ]
    stale: tuple[Discussant, ...] = tuple(
        agent for agent in compared.agents if state.positions[agent].round != state.current_round
    )
    least = min(pairs, default=None)
    analysis = RoundAnalysis(
        consensus_level=_clamp(sum(value for value, _ in pairs) / len(pairs)) if pairs else None,
        min_similarity=None if least is None else round(least[0], 6),
        similarity_matrix=compared.similarity_matrix,
        agents=compared.agents,
        most_different_pair=None if least is None else least[1],
        self_similarity=dict(compared.self_similarity),
        unargued_changes=_unargued_changes(state, compared),
        stale_agents=stale,
        degraded=bool(stale) or compared.method == "keyword",
        method=compared.method,
        embedder=compared.embedder,
        thresholds=compared.thresholds,
        contradictions=compared.contradictions,
    )
    return analysis.model_copy(update={"veto": _find_veto(state, analysis)})


def _clamp(value: float) -> float:
    return min(1.0, max(0.0, round(value, 6)))


def _unargued_changes(state: SessionState, compared: PositionsCompared) -> tuple[Discussant, ...]:
    """Return who changed sides without an argument: a new reason, or an answer to a finding that mattered."""
    spoken = state.spoke_in_round
    return tuple(
        agent
        for agent in compared.changed_in_substance
        if agent in spoken
        and agent not in _moved_by_answers(state)
        and not _new_reasons(spoken[agent].metadata.position)
    )


def _moved_by_answers(state: SessionState) -> tuple[Discussant, ...]:
    """Return whom the planner's answers of this round excuse.

    The planner is excused by a finding that it accepted, the critic by the answer to a severe one of its own.
    """
    answered = [finding for finding in state.findings if finding.answered_in == state.current_round]
    is_accepted = any(each.answer is not None and each.answer.decision == "accepted" for each in answered)
    is_severe = any(each.severity == "high" for each in answered)
    return (*(("planner",) if is_accepted else ()), *(("critic",) if is_severe else ()))


def _new_reasons(position: Position) -> tuple[str, ...]:
    changes = position.changes_from_last_round
    return () if changes is None else changes.reasons_added


def _find_veto(state: SessionState, analysis: RoundAnalysis) -> Veto | None:
    """Return why agreement is not to be believed, whatever the similarity (DL-168)."""
    if not state.settings.contradiction_veto:
        return None
    critique = last_critique(state)
    if critique is not None and not critique.validity_check.feasible:
        return "infeasible"
    if list_open(state.findings, ("high",)):
        return "findings_unanswered"
    if analysis.contradictions:
        return "opposite_conclusions"
    if analysis.stale_agents:
        return "stale_positions"
    if not any(finding.is_answered for finding in state.findings):
        return "findings_unanswered" if state.findings else "nothing_challenged"
    return None


def _record_round(transition: SessionTransition, analysis: RoundAnalysis) -> tuple[Discussant, ...]:
    """Store the round's figures, and return who repeats themselves (DL-130…132)."""
    state = transition.state
    values = {
        agent: (*state.self_similarity.get(agent, ()), analysis.self_similarity.get(agent)) for agent in DISCUSSANTS
    }
    unargued = tuple((agent, state.current_round) for agent in analysis.unargued_changes)
    transition.update(
        consensus_trend=(*state.consensus_trend, analysis.consensus_level),
        self_similarity=values,
        plans=record_consensus(state.plans, state.current_round, analysis.consensus_level),
        unargued_changes=(*state.unargued_changes, *unargued),
    )
    stubborn = list_stubborn(transition.state, analysis)
    transition.update(stubborn=stubborn)
    return stubborn


def list_stubborn(state: SessionState, analysis: RoundAnalysis) -> tuple[Discussant, ...]:
    """Return the agents that have repeated themselves often enough in a row, unless all agree (DL-130, DL-132)."""
    level, thresholds = analysis.consensus_level, analysis.thresholds
    if analysis.method == "keyword" or level is None or is_high(level, thresholds, analysis.method):
        return ()
    return tuple(
        agent
        for agent in DISCUSSANTS
        if _is_stubborn(state.self_similarity.get(agent, ()), thresholds, state.settings.stubborn_rounds)
    )


def _is_stubborn(values: tuple[float | None, ...], thresholds: Thresholds, rounds: int) -> bool:
    last = values[-rounds:]
    return len(last) == rounds and all(each is not None and round(each, 6) > thresholds.stubborn for each in last)


def _figures(state: SessionState, analysis: RoundAnalysis) -> RoundFigures:
    return RoundFigures(
        round=state.current_round,
        max_rounds=state.settings.max_deliberation_rounds,
        consensus=analysis.consensus_level,
        previous_consensus=state.consensus_trend[-2] if len(state.consensus_trend) > 1 else None,
        was_opposition=state.round_kind == "opposition",
        stubborn=tuple(agent for agent in analysis.stubborn_agents if agent not in state.commanded),
        veto=analysis.veto,
        method=analysis.method,
        is_stale=bool(analysis.stale_agents),
        fatal=_fatal_reason(state),
    )


def _fatal_reason(state: SessionState) -> Literal["moderation", "error"] | None:
    """Return why the session cannot go on: two blocked outputs, or the same agent absent twice in a row (DL-149)."""
    if state.blocks >= 2:
        return "moderation"
    for agent in DISCUSSANTS:
        if {(agent, state.current_round), (agent, state.current_round - 1)} <= set(state.skips):
            return "error"
    return None


def _build_decision(state: SessionState, verdict: RoundVerdict, analysis: RoundAnalysis) -> HostDecision:
    addressed = tuple(finding.text for finding in list_to_address(state.findings))
    goes_on = verdict.action in ("continue", "force_opposition")
    decision = HostDecision(
        action=verdict.action,
        reason="",
        next_agents=DISCUSSANTS if verdict.action != "terminate" else ("reporter",),
        constraints=Constraints(must_address=addressed, avoid=_repeated_reasons(state)) if goes_on else Constraints(),
        directives=_directives(state, verdict, analysis),
        rounds_remaining=state.settings.max_deliberation_rounds - state.current_round,
        next_step="reporter_summary" if verdict.action == "converge" else None,
        end_reason=verdict.end_reason,
    )
    return decision.model_copy(update={"reason": describe_decision(state, decision, analysis, brief=True)})


def _directives(state: SessionState, verdict: RoundVerdict, analysis: RoundAnalysis) -> tuple[Directive, ...]:
    language = state.context.language
    directives = [
        Directive(
            action="update_command",
            target_agent=agent,
            reason=render_requirement(
                "stubborn", language, threshold=analysis.thresholds.stubborn, rounds=state.settings.stubborn_rounds
            ),
            requirement=render_requirement("update_command", language),
        )
        for agent in verdict.commanded
    ]
    match verdict.action:
        case "force_opposition":
            directives.append(_opposition_directive(state))
        case "converge":
            text = render_requirement("state_uncertainties", language)
            directives.append(Directive(action="state_uncertainties", requirement=text))
        case "terminate":
            text = render_requirement("force_summary", language)
            directives.append(Directive(action="force_summary", target_agent="reporter", requirement=text))
        case "continue" if verdict.vetoed and analysis.veto == "nothing_challenged":
            text = render_requirement("challenge", language)
            directives.append(Directive(action="challenge", target_agent="critic", requirement=text))
        case "continue":
            pass
    return tuple(directives)


def _opposition_directive(state: SessionState) -> Directive:
    advocate = state.settings.devils_advocate
    return Directive(
        action="force_opposition",
        target_agent=advocate,
        role="devils_advocate",
        target="planner" if advocate == "critic" else "critic",
        requirement=render_requirement("force_opposition", state.context.language),
    )


def _repeated_reasons(state: SessionState) -> tuple[str, ...]:
    """Return the reasons that an agent has repeated word by word from the round before (DL-68)."""
    repeated = (
        reason
        for agent, standing in state.positions.items()
        if agent in state.earlier_positions
        for reason in standing.position.key_reasons
        if reason in state.earlier_positions[agent].position.key_reasons
    )
    return tuple(dict.fromkeys(repeated))[:MAX_ADDRESSED]
