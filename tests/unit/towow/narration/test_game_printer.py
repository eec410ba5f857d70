"""The transcript of a game: every event has a renderer, in the game's language, safe for the terminal."""

import json
from collections.abc import Mapping
from typing import Any, get_args

import pytest

from gamehive.contracts.events import (
    EVENTS,
    BoardAnalysed,
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
    MovePlayed,
    MoveRejected,
    MovesRemoved,
    MoveTakenBack,
    ToolAnswered,
)
from gamehive.contracts.workspace import CandidateMove
from shared.core.language import Language
from shared.core.usage import NO_USAGE
from towow.narration.game_context import GameNarrationContext
from towow.narration.game_printer import GameNarrationPrinter
from towow.narration.game_renderers import RENDERERS

ID = "g-" + "a" * 26
DECISION = "decision-1"


def started(language: Language = "en") -> GameStarted:
    return GameStarted(
        game_id=ID,
        game="tictactoe",
        rows=3,
        columns=3,
        referee="towow",
        seats=("human", "team"),
        first_side=1,
        level=4,
        language=language,
        model="simulated",
    )


REQUESTED = DecisionRequested(
    game_id=ID, request_id=DECISION, ply=2, side=2, deadline=1_769_076_055_000, board=("100", "000", "000")
)


def spoke(**fields: Any) -> GameAgentSpoke:
    given: dict[str, Any] = {"agent": "strategist", "loop": DECISION, "turn": 1, "usage": NO_USAGE, **fields}
    return GameAgentSpoke(game_id=ID, **given)


def printed(*events: GameEvent, language: Language = "en") -> str:
    """All lines of these events after the start of a game and of a decision."""
    printer, lines = GameNarrationPrinter(), list[str]()
    for seq, event in enumerate((started(language), REQUESTED, *events), 1):
        lines += [line.plain for line in printer.render_lines(encode(seq, event.type, event.model_dump(mode="json")))]
    return "\n".join(lines)


def encode(seq: int, event_type: str, payload: Mapping[str, Any]) -> bytes:
    instant = f"2026-01-22T10:00:{seq:02}.500Z"
    return json.dumps({"seq": seq, "event_type": event_type, "timestamp": instant, "payload": payload}).encode()


def test_every_event_has_a_renderer() -> None:
    assert set(RENDERERS) == set(EVENTS)


@pytest.mark.parametrize(
    ("kind", "event", "field"),
    [
        ("failure", GameAgentSpoke, "failure"),
        ("move_error", MoveRejected, "error"),
        ("delivery", DecisionSettled, "outcome"),
        ("end", GameEnded, "reason"),
        ("source", MovePlayed, "source"),
        ("seat", MovePlayed, "by"),
    ],
)
def test_every_value_has_a_label(kind: str, event: type[GameEvent], field: str) -> None:
    if field == "failure":
        values: tuple[str, ...] = ("timeout", "unavailable", "unusable", "budget")
    else:
        annotation = event.model_fields[field].annotation
        literal = next((each for each in get_args(annotation) if get_args(each)), annotation)
        values = get_args(literal)
    assert values
    assert all(GameNarrationContext("zh").label(kind, value) != value for value in values)


def test_start_and_request_in_both_languages() -> None:
    assert "tictactoe  X you – O the team" in printed()
    assert "Move 2: the team decides for O  within 52 s" in printed()
    chinese = printed(language="zh")
    assert "井字棋  X 您 – O 团队" in chinese
    assert "级别 4 · 模拟模型（无真实 AI）" in chinese


def test_a_task_agent_is_indented_and_its_finding_is_its_text() -> None:
    finding = json.dumps({"text": "The centre does not lose.", "moves": []})
    text = printed(
        GameToolCalled(
            game_id=ID,
            agent="strategist",
            loop=DECISION,
            call_id="call-1",
            tool="call_task_agent",
            arguments={"agentName": "rule_analyst", "prompt": "Study the rules."},
            forced_by="RuleAnalysisHook",
        ),
        spoke(agent="rule_analyst", loop="call-1", message=finding),
        ToolAnswered(
            game_id=ID,
            loop=DECISION,
            call_id="call-1",
            tool="call_task_agent",
            is_error=False,
            content="The centre does not lose.",
            duration_ms=3,
        ),
    )
    assert "Strategy director → Rule analyst  called by RuleAnalysisHook" in text
    assert "  │ ○ Rule analyst" in text
    assert text.count("The centre does not lose.") == 1


def test_a_persona_says_its_thought_and_the_move_comes_with_the_proposal() -> None:
    text = printed(spoke(thought="Decide for (1,1).", message='{"x": 1, "y": 1, "reason": "hidden here"}'))
    assert "● Strategy director  Decide for (1,1)." in text
    assert "hidden here" not in text


def test_a_turn_without_words_has_no_line_and_a_failed_one_says_why() -> None:
    assert printed(spoke()) == printed()
    assert "no usable turn: time ran out" in printed(spoke(failure="timeout"))


def test_a_move_has_its_reason_and_the_board() -> None:
    text = printed(
        MovePlayed(
            game_id=ID,
            ply=2,
            side=2,
            x=1,
            y=1,
            by="team",
            board=("100", "020", "000"),
            agent="strategist",
            reason="it does not lose",
            source="llm",
            threat=0.5,
            loops=1,
            elapsed_ms=1234,
        )
    )
    assert "2. O (1,1)  Strategy director  the team's choice · 1 turn · 1.2 s" in text
    assert "it does not lose" in text
    assert "1  · [O] ·" in text


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            MoveTakenBack(game_id=ID, x=0, y=1, trigger="pre_commit", threat=0.9, reason="danger", tentative=True),
            "(0,1) is taken back before it is played  danger 0.90",
        ),
        (
            MoveTakenBack(game_id=ID, x=0, y=1, trigger="threat", reason="danger", tentative=False),
            "(0,1) is thought over again",
        ),
        (
            HandedOver(game_id=ID, speaker="strategist", successor="tactician", summary="so far", forced=True),
            "Strategy director hands over to Tactics coordinator  because of the phase",
        ),
        (
            ChoiceOverruled(
                game_id=ID, agent="tactician", x=0, y=1, better_x=1, better_y=1, problem="loses", detail="proved"
            ),
            "The engine overrules (0,1): (1,1) is played",
        ),
        (
            BoardAnalysed(
                game_id=ID,
                source="engine",
                candidates=(CandidateMove(x=1, y=1, score=0.5, source="engine", proof="drawn", ply=1),),
            ),
            "(1,1) 0.50 (drawn)",
        ),
        (MovesRemoved(game_id=ID, plies=0, board=("000", "000", "000")), "Moves were taken back; 0 are left"),
        (DecisionSettled(game_id=ID, request_id="r", outcome="expired"), "not delivered before the deadline"),
        (DecisionRefused(game_id=ID, request_id="r", problem="board"), "The request cannot be decided"),
        (HookAlerted(game_id=ID, hook="RunLoop", alert="loop_overflow"), "Alert of RunLoop  loop_overflow"),
        (GameEnded(game_id=ID, winner=2, reason="line", plies=6), "O wins  a line"),
        (GameEnded(game_id=ID, reason="full_board", plies=9), "Draw  the board is full"),
        (GameEnded(game_id=ID, reason="abandoned", plies=1), "No result  abandoned"),
    ],
)
def test_what_an_event_says(event: GameEvent, words: str) -> None:
    assert words in printed(event)


def test_control_characters_of_an_agent_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in printed(spoke(thought="\x1b[2Jgone", message="\x1b[2Jagain"))


def test_an_unknown_event_is_named() -> None:
    printer = GameNarrationPrinter()
    assert "towow.game.new  unknown event" in printer.render_lines(encode(1, "towow.game.new", {}))[0].plain
