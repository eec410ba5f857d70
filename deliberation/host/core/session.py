"""State machine of a session: `decide` maps a state and a message to the next state and its effects (DL-102…133).

`decide` creates the session from its first message; `_apply` matches every other one on its type, exhaustively. One
function per type checks sender and state, and drops what does not apply now; the modules of the phases do the rest:
`turn_requests` → `rounds` → `publication` → `round_evaluation` (by `decision_order`) → `conclusion`; `overdue_tasks`.
"""

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
    TerminateDeliberation,
    TurnFailed,
    WriteCritique,
    WriteReport,
)
from deliberation.contracts.roles import ROLES
from deliberation.host.core import conclusion, overdue_tasks, reviewed_output, round_evaluation, rounds
from deliberation.host.core.state import SessionState
from deliberation.host.core.tool_errors import report_tool_error
from deliberation.host.core.transition import SessionTransition
from deliberation.settings import DeliberationSettings
from shared.core.address import Address
from shared.core.decision import Decision
from shared.core.message_base import ReceivedMessage, TaskFailed, TimerFired
from shared.core.timestamps import seconds_to_ms

HostMessage = (
    StartDeliberation
    | TerminateDeliberation
    | PlanDrafted
    | CritiqueWritten
    | PositionStated
    | TurnFailed
    | ContentReviewed
    | PositionsCompared
    | ReportWritten
    | TaskFailed
    | TimerFired
)
"""Every message that a host accepts."""


class SessionNotFound(Exception):
    """The message is for a session without a state, and is not the one that creates it."""


def decide(
    settings: DeliberationSettings, state: SessionState | None, message: ReceivedMessage[HostMessage], now: int
) -> Decision[SessionState] | None:
    """Decide the effects of one message on a session.

    Args:
        settings: Settings for a new session; an existing one uses those in its state.
        state: The session's state, or None before its first message.
        message: The message with its envelope.
        now: Current time, ms since the epoch.

    Returns:
        The new state with the messages, events and timer to commit, or None if the message does not apply: late, a
        duplicate, from an unexpected sender, or not awaited now.

    Raises:
        SessionNotFound: There is no state and the message does not create a session.
    """
    if state is None:
        return _start(settings, message, now).decision()
    transition = SessionTransition(state, now, message.spent)
    return transition.decision() if not state.is_over and _apply(transition, message.body, message.sender) else None


def _start(settings: DeliberationSettings, message: ReceivedMessage[HostMessage], now: int) -> SessionTransition:
    body = message.body
    if not isinstance(body, StartDeliberation):
        raise SessionNotFound(f"{message.recipient} does not exist; expected start_deliberation, got {body.type}")
    state = SessionState(
        context=body.context,
        owner=body.owner,
        mode=body.mode,
        model=body.model,
        round1_mode=body.round1_mode,
        settings=settings,
        agent_status=dict.fromkeys(ROLES, "idle"),
        created_at=now,
        updated_at=now,
        deadline=now + seconds_to_ms(settings.deliberation_timeout),
    )
    transition = SessionTransition(state, now, message.spent)
    rounds.begin_round(transition)
    return transition


def _apply(transition: SessionTransition, body: HostMessage, sender: Address) -> bool:
    """Handle the message if the sender and the current state admit it, and return whether they did."""
    match body:
        case StartDeliberation():
            return False
        case TerminateDeliberation():
            return sender.kind == "gateway" and _apply_termination(transition, body)
        case PlanDrafted() | CritiqueWritten() | PositionStated() | TurnFailed():
            return sender.kind == body.agent and _apply_turn(transition, body)
        case ContentReviewed():
            return sender.kind == "deliberation_skills" and _apply_review(transition, body)
        case PositionsCompared():
            return sender.kind == "deliberation_skills" and _apply_comparison(transition, body)
        case ReportWritten():
            return sender.kind == "reporter" and _apply_report(transition, body)
        case TaskFailed():
            return _apply_task_failure(transition, body, sender)
        case TimerFired():
            timer = transition.state.timer
            if timer is None or timer.generation != body.generation:
                return False
            overdue_tasks.handle_timer(transition)
            return True


def _apply_termination(transition: SessionTransition, body: TerminateDeliberation) -> bool:
    conclusion.end_by_user(transition, body.terminated_by)
    return True


def _apply_turn(
    transition: SessionTransition, body: PlanDrafted | CritiqueWritten | PositionStated | TurnFailed
) -> bool:
    """Accept the first answer to a turn that is still awaited (DL-156)."""
    if rounds.take_answer(transition, body) is None:
        return False
    if isinstance(body, TurnFailed):
        rounds.fail_turn(transition, body.agent, body.reason, body.detail)
    else:
        rounds.submit_answer(transition, body)
    return True


def _apply_review(transition: SessionTransition, body: ContentReviewed) -> bool:
    return reviewed_output.handle_verdict(transition, body)


def _apply_comparison(transition: SessionTransition, body: PositionsCompared) -> bool:
    state = transition.state
    if state.comparison is None or body.round != state.current_round:
        return False
    if body.error is not None:
        report_tool_error(transition, body.error)
    round_evaluation.decide(transition, body)
    return True


def _apply_report(transition: SessionTransition, body: ReportWritten) -> bool:
    pending = transition.state.report
    if pending is None or pending.attempt != body.attempt:
        return False
    conclusion.submit_report(transition, body)
    return True


def _apply_task_failure(transition: SessionTransition, body: TaskFailed, sender: Address) -> bool:
    """Take the fallback of a task that gave up: a skipped turn, a withheld output, keywords, or the template."""
    state = transition.state
    match body.task:
        case DraftPlan.type | WriteCritique.type | StatePosition.type:
            return overdue_tasks.fail_requested_turn(transition, body, sender.kind)
        case ReviewContent.type:
            return reviewed_output.handle_missing_verdict(transition, body.of)
        case ComparePositions.type if state.comparison is not None and body.of == f"compare/{state.current_round}":
            round_evaluation.decide_by_keywords(transition, "the comparison failed")
            return True
        case WriteReport.type if state.report is not None and body.of == f"report/{state.report.attempt}":
            conclusion.submit_template(transition)
            return True
        case _:
            return False
