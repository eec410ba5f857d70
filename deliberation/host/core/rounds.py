"""Course of a round: who speaks, whose output is published, who is skipped, and what follows (DL-145…149, DL-158)."""

from deliberation.contracts.agent_output import (
    CriticMetadata,
    CriticOutput,
    DiscussantOutput,
    PlannerMetadata,
    PlannerOutput,
    PositionMetadata,
    PositionOutput,
)
from deliberation.contracts.control import HostDecision
from deliberation.contracts.events import AgentSkipped
from deliberation.contracts.messages import (
    CritiqueWritten,
    FailureReason,
    PlanDrafted,
    PositionStated,
    TurnAnswer,
)
from deliberation.contracts.plan import PlanCorrection
from deliberation.contracts.position import Position, PositionDraft
from deliberation.contracts.replies import PlanDraft
from deliberation.contracts.roles import DISCUSSANTS, Discussant
from deliberation.core.position_diff import diff_positions
from deliberation.host.core import conclusion, round_evaluation
from deliberation.host.core.findings import number_findings
from deliberation.host.core.host_texts import render_host_text
from deliberation.host.core.publication import is_new_plan, publish_turn, submit_for_review
from deliberation.host.core.state import PendingReview, PendingTurn, SessionState
from deliberation.host.core.transition import SessionTransition
from deliberation.host.core.turn_requests import request_turn

MAX_OUTPUT_BYTES = 24_000
"""Maximum size of an output as JSON: three times 2000 tokens (DL-162), so that a session fits into its record."""

FIRST_ROUND_ATTEMPTS = 2
"""Attempts of a turn in the first round, in which there is no earlier output to fall back on (DL-147)."""


def begin_round(transition: SessionTransition, *, opposition: bool = False) -> None:
    """Begin the next round: in the first one both speak at once unless it is sequential, else the planner begins."""
    number = transition.state.current_round + 1
    transition.update(current_round=number, round_kind="opposition" if opposition else "normal", settled=(), held=None)
    for agent in (*DISCUSSANTS, "host"):
        transition.set_status(agent, "waiting")
    request_turn(transition, "planner")
    if number == 1 and transition.state.round1_mode == "parallel":
        request_turn(transition, "critic")


def take_answer(transition: SessionTransition, answer: TurnAnswer) -> PendingTurn | None:
    """Remove and return the pending turn that an answer belongs to; None if it is not awaited (any more)."""
    found = next(
        (
            turn
            for turn in transition.state.turns
            if (turn.agent, turn.kind, turn.round, turn.attempt)
            == (answer.agent, answer.kind, answer.round, answer.attempt)
        ),
        None,
    )
    transition.update(turns=tuple(each for each in transition.state.turns if each != found))
    return found


def submit_answer(transition: SessionTransition, answer: PlanDrafted | CritiqueWritten | PositionStated) -> None:
    """Complete an answer to an output and submit it to the review."""
    output = _build_output(transition, answer)
    if len(output.model_dump_json().encode()) > MAX_OUTPUT_BYTES:
        fail_turn(transition, answer.agent, "invalid_output", f"longer than {MAX_OUTPUT_BYTES} bytes")
        return
    ignored = not isinstance(answer, PositionStated) and answer.ignored_directive
    submit_for_review(
        transition,
        output,
        key=f"{answer.agent}/{answer.kind}/{answer.round}/{answer.attempt}",
        exchanges=answer.exchanges,
        usage=answer.usage,
        ignored_directive=ignored,
    )


def _build_output(
    transition: SessionTransition, answer: PlanDrafted | CritiqueWritten | PositionStated
) -> DiscussantOutput:
    state, now = transition.state, transition.now
    match answer:
        case PlanDrafted(turn=turn):
            metadata = PlannerMetadata(
                position=_diff(state, "planner", turn.position),
                plan=turn.plan,
                answers=turn.answers,
                rebuttals=turn.rebuttals,
                warnings=(*answer.warnings, *_unchanged_warnings(state, turn)),
            )
            return PlannerOutput(round=answer.round, content=turn.content, timestamp=now, metadata=metadata)
        case CritiqueWritten(turn=turn):
            target = state.plans[-1].round if state.plans and _has_heard_planner(state) else 0
            critique = number_findings(turn.critique, answer.round, state.findings, target_round=target)
            position = _diff(state, "critic", turn.position)
            metadata = CriticMetadata(position=position, critique=critique)
            return CriticOutput(round=answer.round, content=turn.content, timestamp=now, metadata=metadata)
        case PositionStated(turn=turn):
            position = _diff(state, answer.agent, turn.position)
            if answer.kind == "opposition":
                position = Position(**turn.position.model_dump(), stance="opposition")
            return PositionOutput(
                agent_id=answer.agent,
                round=answer.round,
                content=turn.content,
                timestamp=now,
                metadata=PositionMetadata(
                    position=position, uncertainties=turn.uncertainties, worst_case=turn.worst_case
                ),
            )


def _unchanged_warnings(state: SessionState, turn: PlanDraft) -> tuple[PlanCorrection, ...]:
    """Return the warning that findings were accepted without any change of the plan."""
    if is_new_plan(state, turn.plan) or not any(each.decision == "accepted" for each in turn.answers):
        return ()
    text = render_host_text("warning.accepted_unchanged", state.context.language)
    return (PlanCorrection(code="accepted_unchanged", text=text),)


def _has_heard_planner(state: SessionState) -> bool:
    """Return whether the critic was shown a plan: not in a blind first round (DL-57)."""
    return state.current_round > 1 or state.round1_mode == "sequential"


def _diff(state: SessionState, agent: Discussant, draft: PositionDraft) -> Position:
    standing = state.positions.get(agent)
    return diff_positions(None if standing is None else standing.position, draft)


def release_output(transition: SessionTransition, review: PendingReview, output: DiscussantOutput) -> None:
    """Publish a reviewed output; the critic's is held until the planner's is out or skipped (DL-145)."""
    if output.agent_id == "critic" and "planner" not in transition.state.settled:
        transition.update(held=review.model_copy(update={"output": output}))
        return
    publish_turn(transition, review, output)
    settle(transition, output.agent_id)


def fail_turn(transition: SessionTransition, agent: Discussant, reason: FailureReason, detail: str = "") -> None:
    """Repeat a turn of the first round that brought nothing, else skip it; without any plan the session ends."""
    state = transition.state
    if state.stage == "discussion" and state.current_round == 1 and agent not in state.repeated:
        transition.update(repeated=(*state.repeated, agent))
        request_turn(transition, agent, FIRST_ROUND_ATTEMPTS, _complaints(state, reason, detail))
        return
    _skip_turn(transition, agent, reason, detail)


def _complaints(state: SessionState, reason: FailureReason, detail: str) -> tuple[str, ...]:
    """Return what a repeated turn is told; nothing where the same question can get another answer."""
    if reason == "blocked":
        return (render_host_text("complaint.blocked", state.context.language),)
    return (detail,) if reason == "invalid_output" and detail else ()


def _skip_turn(transition: SessionTransition, agent: Discussant, reason: FailureReason, detail: str) -> None:
    state = transition.state
    language = state.context.language
    has_earlier = agent in state.positions
    transition.emit(
        AgentSkipped(
            session_id=transition.session_id,
            agent=agent,
            round=state.current_round,
            fallback=render_host_text("skip.used_last" if has_earlier else "skip.none", language),
            reason=reason,
            detail=detail,
        )
    )
    skip = (agent, state.current_round)
    absences = state.absences if has_earlier else (*state.absences, skip)
    transition.update(skips=(*state.skips, skip), absences=absences)
    transition.set_status(agent, "skipped" if has_earlier else "failed")
    if agent == "planner" and not state.plans:
        conclusion.end_without_plan(transition)
        return
    settle(transition, agent)


def settle(transition: SessionTransition, agent: Discussant) -> None:
    """Count an agent's turn as over, publish what waited for it, and go on when all have spoken."""
    transition.update(settled=(*transition.state.settled, agent))
    if agent == "planner":
        _after_planner(transition)
    if set(transition.state.settled) >= set(DISCUSSANTS):
        if transition.state.stage == "convergence":
            conclusion.request_report(transition)
        else:
            round_evaluation.request_comparison(transition)


def _after_planner(transition: SessionTransition) -> None:
    """Publish the critic's output if it is held; ask the critic to speak if that has not been done."""
    held = transition.state.held
    if held is not None:
        transition.update(held=None)
        assert held.output.output_type in ("critique", "position")
        publish_turn(transition, held, held.output)  # pyright: ignore[reportArgumentType]
        transition.update(settled=(*transition.state.settled, "critic"))
        return
    state = transition.state
    is_asked = any(turn.agent == "critic" for turn in state.turns) or any(
        review.output.agent_id == "critic" for review in state.reviews
    )
    if not is_asked and "critic" not in state.settled:
        request_turn(transition, "critic")


def follow_decision(transition: SessionTransition, decision: HostDecision) -> None:
    """Take the action of a decision whose output has been published."""
    match decision.action:
        case "continue":
            begin_round(transition)
        case "force_opposition":
            begin_round(transition, opposition=True)
        case "converge":
            assert decision.end_reason is not None
            transition.update(end_reason=decision.end_reason)
            _begin_convergence(transition)
        case "terminate":
            transition.update(end_reason=decision.end_reason)
            if decision.end_reason == "moderation":
                conclusion.end_session(transition)
            else:
                conclusion.request_report(transition)


def _begin_convergence(transition: SessionTransition) -> None:
    """Ask both for their last statement; it counts as a round if one is left (DL-126)."""
    state = transition.state
    number = min(state.current_round + 1, state.settings.max_deliberation_rounds)
    transition.update(stage="convergence", current_round=number, round_kind="normal", settled=(), held=None)
    for agent in DISCUSSANTS:
        request_turn(transition, agent)
