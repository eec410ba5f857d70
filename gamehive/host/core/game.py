"""State machine of a game: `decide` maps a state and a message to the next state and its effects (GH-01…46).

`decide` creates the game from its first message; `_apply` matches every other one on its type, exhaustively. Handlers
return what comes next in the same transition, and `_run` does it until something has to be awaited.
"""

from gamehive.contracts.decision import DecisionRequest
from gamehive.contracts.events import DecisionSettled
from gamehive.contracts.messages import (
    FAILED_DELIVERIES,
    DecisionDelivered,
    MoveSearched,
    PlayMove,
    RequestDecision,
    ResignGame,
    StartGame,
    StepAnswer,
    SummaryWritten,
    TakeBackMove,
    ToolExecuted,
    TurnTaken,
)
from gamehive.contracts.workspace import GameOutcome
from gamehive.core.hooks.input_validation import find_problem
from gamehive.host.core import decision_start, move_check, own_game, run_loop, tool_calls
from gamehive.host.core.context_compression import take_compression
from gamehive.host.core.continuation import IGNORED, WAIT, Continuation
from gamehive.host.core.final_decision import decide_by_default, deliver_again, end_game
from gamehive.host.core.host_texts import TIMED_OUT
from gamehive.host.core.new_game import create_game
from gamehive.host.core.root_search import take_root
from gamehive.host.core.state import GameState, PendingStep
from gamehive.host.core.transition import GameTransition
from gamehive.settings import GameSettings
from shared.core.address import Address
from shared.core.decision import Decision
from shared.core.message_base import ReceivedMessage, TaskFailed, TimerFired

HostMessage = (
    StartGame
    | RequestDecision
    | PlayMove
    | ResignGame
    | TakeBackMove
    | TurnTaken
    | SummaryWritten
    | ToolExecuted
    | MoveSearched
    | DecisionDelivered
    | TaskFailed
    | TimerFired
)
"""Every message that a game's host accepts."""

MAX_STEPS = 200
"""Steps of one transition; more would be an endless loop of hooks."""


def decide(
    settings: GameSettings, state: GameState | None, message: ReceivedMessage[HostMessage], now: int
) -> Decision[GameState] | None:
    """Decide the effects of one message on a game.

    Args:
        settings: Settings for a new game; an existing one uses those in its state.
        state: The game's state, or None before its first message.
        message: The message with its envelope.
        now: Current time, ms since the epoch.

    Returns:
        The new state with the messages, events, notes and timer to commit, or None if the message does not apply: late,
        a duplicate, from an unexpected sender, decided under an older epoch, or not awaited now.

    Raises:
        GameNotFound: There is no state and the message does not create a game.
    """
    body = message.body
    if state is None:
        state = create_game(settings, body, message.recipient, now)
    transition = GameTransition(state, now, message.trace, is_request=message.sender.kind == "gateway")
    if state.is_over:
        return None
    next_step = _apply(transition, body, message.sender)
    if next_step == IGNORED:
        return None
    _run(transition, next_step)
    end_game(transition)
    return transition.decision()


def _apply(transition: GameTransition, body: HostMessage, sender: Address) -> Continuation:
    """Handle the message and return what comes next."""
    match body:
        case StartGame() | RequestDecision() | PlayMove() | TakeBackMove() | ResignGame():
            return _apply_command(transition, body) if sender.kind == "gateway" else IGNORED
        case TurnTaken() | SummaryWritten() | ToolExecuted() | MoveSearched():
            pending = _take_pending(transition, body)
            return IGNORED if pending is None else _apply_answer(transition, pending, body)
        case DecisionDelivered():
            return _apply_delivery(transition, body)
        case TaskFailed():
            return _apply_task_failure(transition, body)
        case TimerFired():
            timer = transition.state.timer
            is_current = timer is not None and timer.generation == body.generation
            return _apply_timer(transition) if is_current else IGNORED


def _apply_command(
    transition: GameTransition, body: StartGame | RequestDecision | PlayMove | TakeBackMove | ResignGame
) -> Continuation:
    next_seat = Continuation("next_seat")
    match body:
        case StartGame():
            return IGNORED if transition.state.is_started else _start(transition)
        case RequestDecision():
            return _apply_request(transition, body.request, by_engine=body.by_engine)
        case PlayMove():
            return next_seat if own_game.take_person_move(transition, body) else IGNORED
        case TakeBackMove():
            return next_seat if own_game.take_back(transition, body) else IGNORED
        case ResignGame():
            return WAIT if own_game.resign(transition) else IGNORED


def _start(transition: GameTransition) -> Continuation:
    transition.update(is_started=True)
    return Continuation("next_seat")


def _apply_request(transition: GameTransition, request: DecisionRequest, *, by_engine: bool) -> Continuation:
    """Begin the decision on a request that is new; one that is being decided or is decided goes on as it is.

    A decision whose delivery failed is delivered again (GH-164). A request that was made before another one that came
    first is superseded, since the server has changed its mind by then. One that cannot be decided is refused, and
    changes nothing.
    """
    state = transition.state
    if request.request_id == state.failed_delivery:
        return deliver_again(transition, request)
    known = {each.request_id for each in state.decisions}
    if state.loop is not None and state.loop.request is not None:
        known.add(state.loop.request.request_id)
    if request.request_id in known or state.referee != "server":
        return IGNORED
    if request.received_at < state.requested_at:
        settled = DecisionSettled(game_id=transition.game_id, request_id=request.request_id, outcome="superseded")
        transition.emit(settled)
        return WAIT
    problem = find_problem(transition.workspace, request)
    if problem is not None:
        decision_start.show_refusal(transition, request.request_id, problem)
        return WAIT
    transition.update(requested_at=request.received_at)
    return decision_start.begin_decision(transition, request, by_engine=by_engine)


def _take_pending(transition: GameTransition, answer: StepAnswer) -> PendingStep | None:
    """Return the step that an answer ends, None if it is not awaited any more (GH-33, GH-121)."""
    pending = transition.state.pending
    if pending is None or pending.call_id != answer.call_id or answer.epoch != transition.epoch:
        return None
    transition.update(pending=None)
    return pending


def _apply_answer(
    transition: GameTransition,
    pending: PendingStep,
    body: TurnTaken | SummaryWritten | ToolExecuted | MoveSearched,
) -> Continuation:
    match body:
        case TurnTaken():
            return run_loop.take_reply(transition, body)
        case SummaryWritten():
            if pending.call is not None:
                return tool_calls.take_handoff_summary(transition, pending.call, body.text)
            return take_compression(transition, body.text)
        case ToolExecuted():
            assert pending.call is not None
            return tool_calls.take_tool_result(transition, pending.call, body)
        case MoveSearched():
            return _apply_search(transition, pending, body)


def _apply_search(transition: GameTransition, pending: PendingStep, answer: MoveSearched | None) -> Continuation:
    match pending.kind:
        case "root" if transition.state.default_problem is not None:
            take_root(transition, answer)
            return Continuation("default", transition.state.default_problem)
        case "root" if transition.state.replaced is not None:
            return move_check.take_second_root(transition, answer) or WAIT
        case "verification":
            return move_check.take_verification(transition, answer) or WAIT
        case "opponent":
            return own_game.take_engine_move(transition, answer)
        case _:
            return decision_start.take_root_search(transition, answer)


def _apply_delivery(transition: GameTransition, body: DecisionDelivered) -> Continuation:
    undelivered = transition.state.undelivered
    if body.request_id not in undelivered:
        return IGNORED
    state = transition.state
    is_last = bool(state.decisions) and state.decisions[-1].request_id == body.request_id
    has_failed = body.outcome in FAILED_DELIVERIES and is_last
    transition.update(
        # A decision that the server did not get, since it asked something else meanwhile, is made anew if asked again.
        decisions=tuple(
            each for each in state.decisions if each.request_id != body.request_id or body.outcome != "superseded"
        ),
        undelivered=tuple(each for each in undelivered if each != body.request_id),
        failed_delivery=body.request_id if has_failed and state.loop is None else state.failed_delivery,
    )
    transition.emit(
        DecisionSettled(
            game_id=transition.game_id,
            request_id=body.request_id,
            outcome=body.outcome,
            attempts=body.attempts,
            detail=body.detail,
        )
    )
    return WAIT


def _apply_task_failure(transition: GameTransition, body: TaskFailed) -> Continuation:
    """Go on without the answer of a task that gave up."""
    state = transition.state
    if body.of in state.undelivered:
        failed = DecisionDelivered(
            game_id=transition.game_id, request_id=body.of, outcome="rejected", attempts=0, detail=body.reason
        )
        return _apply_delivery(transition, failed)
    pending = state.pending
    if pending is None or body.of != pending.call_id:
        return IGNORED
    transition.update(pending=None)
    return _fail_step(transition, pending, body.reason)


def _apply_timer(transition: GameTransition) -> Continuation:
    """Do what is due: end the decision at its deadline, give up a step, or end a game that nobody plays."""
    state, now = transition.state, transition.now
    request = state.loop.request if state.loop is not None else None
    if request is not None and now >= request.deadline:
        return decide_by_default(transition, "deadline") or WAIT
    if state.pending is not None and now >= state.pending.due:
        pending = state.pending
        transition.update(pending=None)
        return _fail_step(transition, pending, TIMED_OUT)
    if state.loop is None and state.pending is None:
        own_game.end_without_move(transition, GameOutcome(winner=None, reason="abandoned"), "host")
    return WAIT


def _fail_step(transition: GameTransition, pending: PendingStep, problem: str) -> Continuation:
    match pending.kind:
        case "turn":
            return run_loop.take_failed_turn(transition, problem)
        case "summary":
            assert pending.call is not None
            return tool_calls.take_handoff_summary(transition, pending.call, None)
        case "compression":
            return take_compression(transition, None)
        case "tool":
            assert pending.call is not None
            return tool_calls.fail_call(transition, pending.call, problem)
        case "root" | "verification" | "opponent":
            return _apply_search(transition, pending, None)


def _run(transition: GameTransition, next_step: Continuation) -> None:
    """Do one step after the other until one has to be awaited.

    Raises:
        RuntimeError: More than MAX_STEPS (200) steps follow each other.
    """
    for _ in range(MAX_STEPS):
        if next_step == WAIT:
            return
        next_step = _do(transition, next_step) or WAIT
    raise RuntimeError(f"more than {MAX_STEPS} steps in one transition")


def _do(transition: GameTransition, step: Continuation) -> Continuation | None:
    match step.kind:
        case "before_loop":
            return decision_start.run_before_loop(transition)
        case "turn":
            return run_loop.start_turn(transition)
        case "calls":
            return tool_calls.execute_next(transition)
        case "calls_answered":
            return run_loop.end_calls(transition)
        case "message":
            return run_loop.take_message(transition)
        case "default":
            assert step.problem is not None
            return decide_by_default(transition, step.problem)
        case "proposal":
            assert step.move is not None
            return move_check.propose(transition, step.move)
        case "next_seat":
            return own_game.call_next_seat(transition)
        case "wait" | "ignored":
            return None
