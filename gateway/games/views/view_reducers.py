"""View of a game as the fold of its events: the page computes the same from the stream."""

from typing import Any

from gamehive.contracts.agents import PERSONAS
from gamehive.contracts.events import (
    BoardAnalysed,
    BoardReplaced,
    ChoiceOverruled,
    DecisionRefused,
    DecisionRequested,
    DecisionSettled,
    GameAgentSpoke,
    GameEnded,
    GameEvent,
    GameStarted,
    GameToolCalled,
    HandedOver,
    HookAlerted,
    LessonLearnt,
    MovePlayed,
    MoveProposed,
    MoveRejected,
    MovesRemoved,
    MoveTakenBack,
    PhaseChanged,
    RulesInterpreted,
    ToolAnswered,
)
from gamehive.contracts.workspace import GameOutcome
from gamehive.core.games.board import Player, empty_board, other_player
from gateway.games.views.loop_tree import add_call, add_entry, add_result, add_turn
from gateway.games.views.schema import (
    DecisionRefusal,
    DecisionView,
    GameView,
    LoopView,
    MoveView,
    OccurrenceEntry,
    OccurrenceKind,
    PendingDecision,
)

OCCURRENCES: dict[type[GameEvent], OccurrenceKind] = {
    HandedOver: "handed_over",
    MoveProposed: "proposed",
    MoveRejected: "rejected",
    MoveTakenBack: "taken_back",
    LessonLearnt: "lesson",
    ChoiceOverruled: "overruled",
    HookAlerted: "alert",
    RulesInterpreted: "rules_interpreted",
}
"""Events that stand in the thinking of a decision, with the kind of their entry."""

UNKNOWN_LOOP = "unknown"
"""Id of the loop of an event that no decision was requested before."""


def initial_view(event: GameStarted) -> GameView:
    """Return the view of a game before its first event."""
    return GameView(
        game_id=event.game_id,
        game=event.game,
        rows=event.rows,
        columns=event.columns,
        referee=event.referee,
        seats=event.seats,
        first_side=event.first_side,
        level=event.level,
        language=event.language,
        game_rule=event.game_rule,
        model=event.model,
        board=empty_board(event.rows, event.columns).to_text(),
        to_move=event.first_side,
    )


def fold_event(view: GameView, seq: int, event: GameEvent | None) -> GameView:
    """Return the view after one more event of the game; the given view is not modified.

    Args:
        view: The view so far.
        seq: Sequence number of the event. Events are passed in this order, which is not checked for gaps; for one that
            was folded before, the given view itself is returned.
        event: The event; None for one of a type that is unknown here, which only counts.
    """
    if seq <= view.last_seq:
        return view
    changes = {} if event is None else {**_changes(view, event), **_occurrence(view, event)}
    return view.model_copy(update={**changes, "last_seq": seq})


def _changes(view: GameView, event: GameEvent) -> dict[str, Any]:
    """Return the fields that an event changes, except for its occurrence."""
    match event:
        case GameAgentSpoke():
            persona = event.agent if event.agent in PERSONAS else view.persona
            return {"thinking": add_turn(view.thinking, event), "persona": persona}
        case GameToolCalled():
            return {"thinking": add_call(view.thinking, event)}
        case ToolAnswered():
            return {"thinking": add_result(view.thinking, event)}
        case HandedOver():
            return {"persona": event.successor}
        case PhaseChanged():
            return {"phase": event.phase}
        case RulesInterpreted():
            return {"rules": event.interpretation}
        case BoardAnalysed():
            threat = view.threat if event.threat_analysis is None else event.threat_analysis
            return {"candidates": event.candidates, "threat": threat}
        case GameEnded():
            outcome = GameOutcome(winner=event.winner, reason=event.reason)
            return {"status": "ended", "outcome": outcome, "to_move": None, "decision": None}
        case _:
            return _decision_changes(view, event) or _board_changes(view, event)


def _decision_changes(view: GameView, event: GameEvent) -> dict[str, Any]:
    match event:
        case DecisionRequested():
            decision = PendingDecision(
                request_id=event.request_id, ply=event.ply, side=event.side, deadline=event.deadline
            )
            position: dict[str, Any] = {"board": event.board, "plies": event.ply - 1, "to_move": event.side}
            if event.history is not None:
                moves = enumerate(event.history, 1)
                position["history"] = tuple(MoveView(ply=ply, **dict(move)) for ply, move in moves)
            return {**position, "decision": decision, "refused": None, "thinking": (LoopView(id=event.request_id),)}
        case DecisionRefused():
            refused = DecisionRefusal(request_id=event.request_id, problem=event.problem, detail=event.detail)
            is_current = view.decision is not None and view.decision.request_id == event.request_id
            return {"refused": refused, "decision": None if is_current else view.decision}
        case DecisionSettled() if view.last_decision and view.last_decision.request_id == event.request_id:
            return {"last_decision": view.last_decision.model_copy(update={"delivery": event.outcome})}
        case _:
            return {}


def _board_changes(view: GameView, event: GameEvent) -> dict[str, Any]:
    match event:
        case MovePlayed():
            move = MoveView(ply=event.ply, side=event.side, x=event.x, y=event.y, by=event.by)
            earlier = tuple(each for each in view.history if each.ply < event.ply)
            is_decided = event.request_id is not None or event.by in ("team", "engine")
            return {
                "history": (*earlier, move),
                **_position(event.board, event.ply, other_player(event.side)),
                "decision": None if is_decided else view.decision,
                "last_decision": _made_decision(view, event) if is_decided else view.last_decision,
            }
        case MovesRemoved():
            history = tuple(each for each in view.history if each.ply <= event.plies)
            side = _side_at(view, event.plies)
            return {"history": history, **_position(event.board, event.plies, side), "decision": None}
        case BoardReplaced():
            return {"history": (), **_position(event.board, event.plies, _side_at(view, event.plies))}
        case _:
            return {}


def _position(board: tuple[str, ...], plies: int, to_move: Player) -> dict[str, Any]:
    return {"board": board, "plies": plies, "to_move": to_move, "candidates": (), "threat": None}


def _side_at(view: GameView, plies: int) -> Player:
    """Return the side to move after so many plies."""
    return view.first_side if plies % 2 == 0 else other_player(view.first_side)


def _made_decision(view: GameView, event: MovePlayed) -> DecisionView:
    return DecisionView(
        request_id=event.request_id,
        ply=event.ply,
        x=event.x,
        y=event.y,
        agent=event.agent,
        reason=event.reason,
        source=event.source,
        threat=event.threat,
        loops=event.loops,
        elapsed_ms=event.elapsed_ms,
        overruled=_overruled(view, event),
    )


def _overruled(view: GameView, event: MovePlayed) -> tuple[int, int] | None:
    """Return the choice that the move replaces: the last one that was overruled in the same decision."""
    occurrences = (entry for loop in view.thinking for entry in loop.entries if isinstance(entry, OccurrenceEntry))
    overruled = [occurrence.event for occurrence in occurrences if occurrence.occurrence == "overruled"]
    if not overruled or (overruled[-1]["better_x"], overruled[-1]["better_y"]) != (event.x, event.y):
        return None
    return overruled[-1]["x"], overruled[-1]["y"]


def _occurrence(view: GameView, event: GameEvent) -> dict[str, Any]:
    """Return the thinking with the occurrence of an event, which stands in the loop of the decision."""
    kind = OCCURRENCES.get(type(event))
    if kind is None:
        return {}
    loop = view.thinking[0].id if view.thinking else UNKNOWN_LOOP
    entry = OccurrenceEntry(occurrence=kind, event=event.model_dump(mode="json", exclude={"game_id"}))
    return {"thinking": add_entry(view.thinking, loop, entry)}
