"""Logs of games for whoever folds them, in Python or elsewhere, with the views that the gateway's fold makes of them.

`NAME.jsonl` is a log, one event a line. `NAME.views.jsonl` has views at some of its moments, one a line: `after` is the
number of the last folded event, `view` the view. `misere` is a game that was really played; `every-event` has an event
of each type, which no single game has.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gamehive.contracts import events as game
from gamehive.contracts.workspace import CandidateMove, RuleInterpretation, Threat, ThreatAnalysis
from gateway.games.views.game_projection import GameProjection, fold
from shared.core.usage import Usage

FOLDER = Path(__file__).parent / "games"
NAMES = ("misere", "every-event")
EVERY = {"misere": 24, "every-event": 1}
"""Events from one recorded view to the next."""

GAME = "g-" + "a" * 26


def log(name: str) -> list[bytes]:
    """Return the events of a log."""
    return (FOLDER / f"{name}.jsonl").read_bytes().splitlines()


def views(name: str) -> Iterator[dict[str, Any]]:
    """Return the views of a log at its recorded moments, and after its last event."""
    lines = log(name)
    projection: GameProjection | None = None
    for number, line in enumerate(lines, 1):
        projection = fold(projection, line)
        if number % EVERY[name] == 0 or number == len(lines):
            yield {"after": number, "view": projection.view.model_dump(mode="json")}


def every_event() -> list[bytes]:
    """Return a log with an event of each type, in an order that is possible."""
    return [_line(seq, event) for seq, event in enumerate(_EVENTS, 1)]


def _line(seq: int, event: game.GameEvent) -> bytes:
    entry = {
        "seq": seq,
        "event_id": f"evt-{seq:016d}",
        "event_type": event.type,
        "timestamp": f"2026-11-27T03:00:{seq:02d}.000Z",
        "payload": {**event.model_dump(mode="json"), "spent": {"calls": seq, "tokens": 0, "usd": 0}},
    }
    return json.dumps(entry, ensure_ascii=False).encode()


def _candidate(x: int, y: int, score: float, source: str, **more: Any) -> CandidateMove:
    return CandidateMove(x=x, y=y, score=score, source=source, ply=0, **more)


_EMPTY, _ONE, _TWO = ("000", "000", "000"), ("000", "010", "000"), ("200", "010", "000")
_NO_USAGE = Usage()

_EVENTS: Sequence[game.GameEvent] = (
    game.GameStarted(
        game_id=GAME, game="tictactoe", rows=3, columns=3, referee="towow", seats=("team", "human"), first_side=1,
        level=4, language="en", model="simulated",
    ),
    game.DecisionRequested(
        game_id=GAME, request_id="first", ply=1, side=1, deadline=1_795_748_460_000, board=_EMPTY
    ),
    game.GameToolCalled(
        game_id=GAME, agent="strategist", loop="first", call_id="call-1", tool="call_task_agent",
        arguments={"agentName": "rule_analyst", "prompt": "Study the rules."}, forced_by="RuleAnalysisHook",
    ),
    game.GameAgentSpoke(
        game_id=GAME, agent="rule_analyst", loop="call-1", turn=1, thought="Find out first.", usage=_NO_USAGE
    ),
    game.GameToolCalled(
        game_id=GAME, agent="rule_analyst", loop="call-1", call_id="call-2", tool="search_pattern",
        arguments={"query": "rules"},
    ),
    game.ToolAnswered(
        game_id=GAME, loop="call-1", call_id="call-2", tool="search_pattern", is_error=False, content="Three in a row wins.",
        duration_ms=3,
    ),
    game.GameAgentSpoke(
        game_id=GAME, agent="rule_analyst", loop="call-1", turn=2,
        message='{"text":"Three in a row wins.","moves":[]}', usage=_NO_USAGE,
    ),
    game.RulesInterpreted(
        game_id=GAME,
        interpretation=RuleInterpretation(
            win_condition="Three in a row.", lose_condition="The other side has three.", key_patterns=("Fork",),
            strategic_guideline="Take the centre.",
        ),
    ),
    game.ToolAnswered(
        game_id=GAME, loop="first", call_id="call-1", tool="call_task_agent", is_error=False,
        content="Three in a row wins.", duration_ms=900,
    ),
    game.BoardAnalysed(
        game_id=GAME, source="engine",
        candidates=(
            _candidate(1, 1, 0.5, "engine", verified=True, proof="drawn"),
            _candidate(0, 1, 0.5, "engine", verified=True, is_bound=True),
        ),
        threat_analysis=ThreatAnalysis(threat=0.5, urgency=0.0, computed_at_ply=0),
    ),
    game.BoardAnalysed(game_id=GAME, source="opening_expert", candidates=(_candidate(1, 1, 0.8, "opening_expert", reason="centre"),)),
    game.GameAgentSpoke(
        game_id=GAME, agent="strategist", loop="first", turn=1, thought="The corner.", message='{"x":0,"y":0,"reason":"corner"}',
        usage=_NO_USAGE,
    ),
    game.MoveProposed(game_id=GAME, agent="strategist", x=0, y=0, reason="corner"),
    game.MoveTakenBack(
        game_id=GAME, x=0, y=0, trigger="pre_commit", threat=0.9, reason="danger 0.9 after it", tentative=True
    ),
    game.LessonLearnt(game_id=GAME, x=0, y=0, lesson="The corner gives the centre away."),
    game.MoveRejected(game_id=GAME, agent="strategist", error="OUT_OF_BOUNDS", text="(3,3)", retry=1),
    game.HookAlerted(game_id=GAME, hook="MoveRetryHook", alert="move_rejected", detail="retry 1"),
    game.GameAgentSpoke(
        game_id=GAME, agent="strategist", loop="first", turn=2, failure="model_unavailable", usage=_NO_USAGE
    ),
    game.MoveProposed(game_id=GAME, agent="strategist", x=0, y=1, reason="edge"),
    game.ChoiceOverruled(
        game_id=GAME, agent="strategist", x=0, y=1, better_x=1, better_y=1, problem="misses_draw", detail="(1,1) draws"
    ),
    game.MovePlayed(
        game_id=GAME, ply=1, side=1, x=1, y=1, by="team", board=_ONE, request_id="first", agent="strategist",
        reason="the centre draws", source="engine", threat=0.5, loops=2, elapsed_ms=4200,
    ),
    game.DecisionSettled(game_id=GAME, request_id="first", outcome="no_callback_url"),
    game.MovePlayed(game_id=GAME, ply=2, side=2, x=0, y=0, by="human", board=_TWO),
    game.DecisionRequested(
        game_id=GAME, request_id="second", ply=3, side=1, deadline=1_795_748_520_000, board=_TWO
    ),
    game.PhaseChanged(game_id=GAME, phase="midgame", ply=2),
    game.HandedOver(
        game_id=GAME, speaker="strategist", successor="tactician", summary="Two moves made.", forced=True
    ),
    game.BoardAnalysed(
        game_id=GAME, source="engine", candidates=(_candidate(2, 2, 0.4, "engine", verified=True),),
        threat_analysis=ThreatAnalysis(
            threat=0.6, urgency=0.3, threats=(Threat(kind="two_in_line", side=2, points=((0, 2),), must_reply=True),),
            computed_at_ply=2,
        ),
    ),
    game.GameAgentSpoke(game_id=GAME, agent="tactician", loop="lost", turn=1, thought="Where am I?", usage=_NO_USAGE),
    game.MovesRemoved(game_id=GAME, plies=1, board=_ONE),
    game.BoardReplaced(game_id=GAME, plies=2, board=_TWO),
    game.DecisionRequested(
        game_id=GAME, request_id="third", ply=3, side=1, deadline=1_795_748_580_000, board=_TWO
    ),
    game.DecisionRefused(game_id=GAME, request_id="third", problem="contradiction", detail="(0,0)"),
    game.GameEnded(game_id=GAME, reason="resigned", winner=1, plies=2),
)  # fmt: skip
