"""Fold of a game's events into its view: board, decision, tree of loops, undo, end, unknown events."""

from typing import Any

from gamehive.contracts import events
from gamehive.contracts.workspace import RuleInterpretation, ThreatAnalysis
from gateway.games.views.schema import CallEntry, GameView, LoopView, OccurrenceEntry, TurnEntry
from gateway.games.views.view_reducers import fold_event, initial_view
from shared.core.usage import NO_USAGE

GAME = f"g-{'a' * 26}"
NOW = 1_769_076_000_000
EMPTY, ONE, TWO = ("000",) * 3, ("100", "000", "000"), ("100", "020", "000")

STARTED = events.GameStarted(
    game_id=GAME,
    game="tictactoe",
    rows=3,
    columns=3,
    referee="towow",
    seats=("human", "team"),
    first_side=1,
    level=4,
    language="en",
    model="simulated",
)


def event(kind: type[events.GameEvent], **fields: Any) -> events.GameEvent:
    return kind.model_validate({"game_id": GAME, **fields})


def spoke(agent: str, loop: str, turn: int, **fields: Any) -> events.GameEvent:
    return event(events.GameAgentSpoke, agent=agent, loop=loop, turn=turn, usage=NO_USAGE, **fields)


def called(agent: str, loop: str, call_id: str, tool: str) -> events.GameEvent:
    return event(events.GameToolCalled, agent=agent, loop=loop, call_id=call_id, tool=tool, arguments={})


def answered(loop: str, call_id: str, tool: str, content: str = "done") -> events.GameEvent:
    return event(
        events.ToolAnswered, loop=loop, call_id=call_id, tool=tool, is_error=False, content=content, duration_ms=5
    )


def requested(request_id: str = "r-1", ply: int = 2, board: Any = ONE, **fields: Any) -> events.GameEvent:
    values: dict[str, Any] = {"side": 2, "deadline": NOW + 60_000, **fields}
    return event(events.DecisionRequested, request_id=request_id, ply=ply, board=board, **values)


def moved(ply: int, x: int, y: int, board: Any, **fields: Any) -> events.GameEvent:
    return event(
        events.MovePlayed, **{"ply": ply, "side": 2 - ply % 2, "x": x, "y": y, "by": "human", "board": board, **fields}
    )


def folded(*happened: events.GameEvent | None) -> GameView:
    view = fold_event(initial_view(STARTED), 1, STARTED)
    for seq, each in enumerate(happened, 2):
        view = fold_event(view, seq, each)
    return view


def test_a_new_game_has_an_empty_board() -> None:
    view = folded()
    assert (view.board, view.to_move, view.plies, view.phase, view.last_seq) == (EMPTY, 1, 0, "opening", 1)


def test_an_event_counts_once_and_an_unknown_one_only_counts() -> None:
    view = folded(moved(1, 0, 0, ONE), None)
    assert view.last_seq == 3
    assert fold_event(view, 3, moved(2, 1, 1, TWO)) is view


def test_thinking_is_a_tree_of_loops() -> None:
    view = folded(
        moved(1, 0, 0, ONE),
        requested(),
        called("strategist", "r-1", "c1", "call_task_agent"),
        spoke("rule_analyst", "c1", 1, message="three in a line"),
        answered("r-1", "c1", "call_task_agent", "three in a line"),
        spoke("strategist", "r-1", 1, thought="the centre"),
        called("strategist", "r-1", "c2", "call_task_agent"),
        called("attack_analyst", "c2", "c3", "analyze_board"),
        answered("c2", "c3", "analyze_board", "danger"),
        spoke("attack_analyst", "c2", 1),
    )
    assert view.decision is not None
    assert (view.decision.request_id, view.decision.ply, view.persona) == ("r-1", 2, "strategist")
    (root,) = view.thinking
    rules, turn, attack = root.entries
    assert isinstance(rules, CallEntry)
    assert isinstance(turn, TurnEntry)
    assert isinstance(attack, CallEntry)
    assert rules.loop is not None
    assert [each.agent for each in rules.loop.entries if isinstance(each, TurnEntry)] == ["rule_analyst"]
    assert rules.result is not None
    assert rules.result.content == "three in a line"
    assert attack.result is None
    assert attack.loop is not None
    inner, last = attack.loop.entries
    assert isinstance(inner, CallEntry)
    assert inner.result is not None
    assert (inner.result.content, last.kind) == ("danger", "turn")


def test_a_loop_that_nobody_called_is_a_root() -> None:
    view = folded(requested(), spoke("undo_reevaluator", "x-9", 1))
    assert [loop.id for loop in view.thinking] == ["r-1", "x-9"]


def test_a_decision_shows_reason_source_threat_and_what_it_overruled() -> None:
    overruled = event(
        events.ChoiceOverruled,
        agent="tactician",
        x=2,
        y=2,
        better_x=1,
        better_y=1,
        problem="loses",
        detail="a line",
    )
    move = moved(
        2, 1, 1, TWO, by="team", request_id="r-1", agent="tactician", reason="centre", source="engine", threat=0.2
    )
    view = folded(moved(1, 0, 0, ONE), requested(), overruled, move)
    made = view.last_decision
    assert made is not None
    assert (made.reason, made.source, made.threat, made.overruled) == ("centre", "engine", 0.2, (2, 2))
    assert (view.decision, view.plies, view.to_move, view.board) == (None, 2, 1, TWO)
    assert [(each.ply, each.by) for each in view.history] == [(1, "human"), (2, "team")]
    assert [each.id for each in view.thinking] == ["r-1"]
    settled = event(events.DecisionSettled, request_id="r-1", outcome="delivered")
    delivered = fold_event(view, 9, settled).last_decision
    assert delivered is not None
    assert delivered.delivery == "delivered"


def test_notices_stand_in_the_decision() -> None:
    view = folded(
        requested(),
        event(events.HandedOver, speaker="strategist", successor="tactician", summary="s", forced=True),
        event(events.MoveProposed, agent="tactician", x=1, y=1, reason="r"),
        event(events.MoveTakenBack, x=1, y=1, trigger="pre_commit", reason="r", tentative=True),
        event(events.LessonLearnt, x=1, y=1, lesson="l"),
        event(events.MoveRejected, agent="tactician", error="OUT_OF_BOUNDS", text="t", retry=1),
        event(events.HookAlerted, hook="h", alert="a"),
    )
    assert view.persona == "tactician"
    occurrences = [entry for entry in view.thinking[0].entries if isinstance(entry, OccurrenceEntry)]
    assert [each.occurrence for each in occurrences] == [
        "handed_over",
        "proposed",
        "taken_back",
        "lesson",
        "rejected",
        "alert",
    ]
    assert "game_id" not in occurrences[0].event


def test_analysis_lasts_until_the_next_move() -> None:
    candidate = {"x": 1, "y": 1, "score": 0.7, "source": "engine", "ply": 1}
    threat = ThreatAnalysis(threat=0.4, urgency=0.1, computed_at_ply=1)
    rules = RuleInterpretation(win_condition="w", lose_condition="l", strategic_guideline="g")
    analysed = [
        event(events.RulesInterpreted, interpretation=rules),
        event(events.BoardAnalysed, source="engine", candidates=[candidate], threat_analysis=threat),
        event(events.BoardAnalysed, source="attack_analyst", candidates=[candidate]),
    ]
    view = folded(requested(), *analysed, event(events.PhaseChanged, phase="midgame", ply=1))
    assert (len(view.candidates), view.threat, view.rules, view.phase) == (1, threat, rules, "midgame")
    after = fold_event(view, 9, moved(2, 1, 1, TWO, by="team"))
    assert (after.candidates, after.threat, after.rules) == ((), None, rules)


def test_moves_are_removed_and_played_again() -> None:
    removed = event(events.MovesRemoved, plies=0, board=EMPTY)
    view = folded(moved(1, 0, 0, ONE), requested(), moved(2, 1, 1, TWO, by="team"), removed)
    assert (view.history, view.plies, view.to_move, view.board) == ((), 0, 1, EMPTY)
    again = fold_event(view, 9, moved(1, 2, 2, ("000", "000", "001")))
    assert [(each.ply, each.x) for each in again.history] == [(1, 2)]


def test_a_servers_board_replaces_what_was_known() -> None:
    view = folded(moved(1, 0, 0, ONE), event(events.BoardReplaced, plies=3, board=("121", "000", "000")))
    assert (view.history, view.plies, view.to_move) == ((), 3, 2)
    asked = fold_event(view, 9, requested(ply=4, board=("121", "000", "000")))
    assert (asked.plies, asked.to_move) == (3, 2)


def test_a_servers_request_brings_its_moves() -> None:
    moves = ({"x": 0, "y": 0, "side": 1, "by": "opponent"}, {"x": 1, "y": 1, "side": 2, "by": "team"})
    board = ("100", "020", "000")
    view = folded(moved(1, 2, 2, ONE), requested(ply=3, side=1, board=board, history=moves))
    assert [(each.ply, each.x, each.y, each.by) for each in view.history] == [(1, 0, 0, "opponent"), (2, 1, 1, "team")]
    assert fold_event(view, 9, requested("r-2", ply=3, side=1, board=board)).history == view.history


def test_a_refused_request_is_shown_until_the_next_one() -> None:
    view = folded(requested(), event(events.DecisionRefused, request_id="r-1", problem="contradiction"))
    assert view.decision is None
    assert view.refused is not None
    assert view.refused.problem == "contradiction"
    assert fold_event(view, 9, requested("r-2")).refused is None


def test_an_ended_game_has_an_outcome_and_no_turn() -> None:
    view = folded(requested(), event(events.GameEnded, reason="resigned", winner=2, plies=1))
    assert (view.status, view.to_move, view.decision) == ("ended", None, None)
    assert view.outcome is not None
    assert (view.outcome.winner, view.outcome.reason) == (2, "resigned")


def test_thinking_before_any_request_is_kept_in_a_loop_of_its_own() -> None:
    view = folded(event(events.HookAlerted, hook="h", alert="a"))
    assert view.thinking == (LoopView(id="unknown", entries=view.thinking[0].entries),)
