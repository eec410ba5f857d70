"""Renderers of a game's events: who says what, tools, hand-overs, moves taken back, and moves with their reasons."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

from rich.text import Text

from gamehive.contracts.agents import PERSONAS, find_persona, find_task_agent
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
from gamehive.contracts.workspace import CandidateMove
from gamehive.core.games.board import Point, parse_board
from gamehive.core.games.game import games
from towow.narration.board_text import STONES, board_lines
from towow.narration.deliberation_context import sanitized_event, sanitized_line, sanitized_lines
from towow.narration.game_context import GameNarrationContext
from towow.narration.rendered_event import RenderedEvent, StyledText

MAX_CANDIDATES = 4
"""Candidates of an analysis that are printed."""

MAX_RESULT_LINES = 6
"""Lines of a tool's result that are printed."""

PERSONA_STYLE, TASK_AGENT_STYLE = "bold blue", "magenta"


def render_start(event: GameStarted, context: GameNarrationContext) -> RenderedEvent:
    """Render the start: the game and who plays; below level and model."""
    game = games().get(event.game)
    name = event.game if game is None or context.language == "en" else game.names[0]
    first, second = event.seats
    seats = f"{context.seat(first, 1)} – {context.seat(second, 2)}"
    settings = context.text("settings", level=event.level, model=context.label("model", event.model))
    below = [sanitized_line((settings, "dim")), sanitized_line((event.game_id, "dim"))]
    return sanitized_event("◆", "bold cyan", [(name, "bold"), f"  {seats}"], below)


def render_request(event: DecisionRequested, context: GameNarrationContext) -> RenderedEvent:
    """Render that the team is asked for a move, and until when."""
    text = context.text("request", ply=event.ply, sign=STONES[event.side])
    until = context.text("until", seconds=round((event.deadline - context.now_ms) / 1000))
    return sanitized_event("▸", "cyan", [(text, "bold"), (f"  {until}", "dim")])


def render_refusal(event: DecisionRefused, context: GameNarrationContext) -> RenderedEvent:
    """Render why a request cannot be decided."""
    return sanitized_event("✘", "red", [(context.text("refused"), "bold red"), f"  {event.problem} {event.detail}"])


def render_phase(event: PhaseChanged, context: GameNarrationContext) -> RenderedEvent:
    """Render a new phase of the game."""
    return sanitized_event("◇", "cyan", [context.text("phase", phase=context.label("phase", event.phase))])


def render_rules(event: RulesInterpreted, context: GameNarrationContext) -> RenderedEvent:
    """Render how the rules are understood."""
    rules = event.interpretation
    head = [(context.text("rules"), "bold"), (f"  {context.text('builtin')}", "yellow") if rules.builtin else None]
    below = [
        sanitized_line((f"{context.text('win')}  ", "green"), rules.win_condition),
        sanitized_line((f"{context.text('lose')}  ", "red"), rules.lose_condition),
        sanitized_line((f"{context.text('strategy')}  ", "dim"), rules.strategic_guideline),
        *(sanitized_line((f"· {text}", "dim")) for text in (*rules.special_rules, *rules.key_patterns)),
    ]
    return sanitized_event("§", "cyan", head, below)


def render_turn(event: GameAgentSpoke, context: GameNarrationContext) -> RenderedEvent | None:
    """Render what an agent thinks and says; nothing for a turn without either, whose calls follow."""
    message = _message_text(event.message)
    if not event.thought and message is None and event.failure is None:
        return None
    is_persona = event.agent in PERSONAS
    head: list[StyledText | None] = [
        (context.agent(event.agent), PERSONA_STYLE if is_persona else TASK_AGENT_STYLE),
        f"  {event.thought}" if event.thought else None,
        (f"  {context.text('failed', reason=context.label('failure', event.failure))}", "red")
        if event.failure
        else None,
    ]
    return sanitized_event("●" if is_persona else "○", "", head, sanitized_lines(message or ""))


def render_call(event: GameToolCalled, context: GameNarrationContext) -> RenderedEvent:
    """Render the call of a tool, or of another agent with what it is asked."""
    forced: StyledText | None = (
        (f"  {context.text('forced', hook=event.forced_by)}", "dim") if event.forced_by else None
    )
    called = event.arguments.get("agentName")
    if event.tool == "call_task_agent" and isinstance(called, str):
        head = [context.agent(event.agent), " → ", (_agent_name(called, context), TASK_AGENT_STYLE), forced]
        return sanitized_event("→", "magenta", head, sanitized_lines(str(event.arguments.get("prompt", "")), "dim"))
    arguments = ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in event.arguments.items())
    head = [context.agent(event.agent), (f"  {event.tool}({arguments})", "dim"), forced]
    return sanitized_event("⚙", "dim", head)


def render_result(event: ToolAnswered, _: GameNarrationContext) -> RenderedEvent | None:
    """Render the result of a tool; nothing for that of a task agent, which has said it."""
    if event.tool == "call_task_agent" and not event.is_error:
        return None
    style = "red" if event.is_error else "dim"
    lines = sanitized_lines(event.content, style)
    first = lines[0] if lines else Text("–", style=style)
    rest = [*lines[1:MAX_RESULT_LINES], *([Text("…", style=style)] if len(lines) > MAX_RESULT_LINES else [])]
    return RenderedEvent("←", style, first, tuple(rest))


def render_handoff(event: HandedOver, context: GameNarrationContext) -> RenderedEvent:
    """Render who hands over to whom, with the summary."""
    head: list[StyledText | None] = [
        (context.agent(event.speaker), PERSONA_STYLE),
        f" {context.text('hands_over')} ",
        (context.agent(event.successor), PERSONA_STYLE),
        (f"  {context.text('forced_handoff')}", "dim") if event.forced else None,
    ]
    return sanitized_event("⇄", "bold blue", head, sanitized_lines(event.summary, "dim"))


def render_analysis(event: BoardAnalysed, context: GameNarrationContext) -> RenderedEvent | None:
    """Render the candidates of the engine; those of an agent are in what it says."""
    if event.source != "engine":
        return None
    danger = event.threat_analysis
    head: list[StyledText | None] = [
        (context.text("candidates"), "dim"),
        "  " + " · ".join(_candidate_text(each, context) for each in event.candidates[:MAX_CANDIDATES]),
        None if danger is None else (f"  {context.text('danger', threat=f'{danger.threat:.2f}')}", "yellow"),
    ]
    return sanitized_event("⊙", "yellow", head)


def render_proposal(event: MoveProposed, context: GameNarrationContext) -> RenderedEvent:
    """Render the choice of a persona."""
    proposes = context.text("proposes", point=_point(event.x, event.y))
    head = [(context.agent(event.agent), PERSONA_STYLE), f"  {proposes}"]
    return sanitized_event("◌", "blue", head, [sanitized_line((event.reason, "dim"))])


def render_rejection(event: MoveRejected, context: GameNarrationContext) -> RenderedEvent:
    """Render that a final message holds no valid move, and why."""
    why = context.text("rejected", error=context.label("move_error", event.error), retry=event.retry)
    head = [(context.agent(event.agent), PERSONA_STYLE), (f"  {why}", "red")]
    return sanitized_event("✘", "red", head, sanitized_lines(event.text, "dim"))


def render_take_back(event: MoveTakenBack, context: GameNarrationContext) -> RenderedEvent:
    """Render that a move is taken back before it is played, or only thought over."""
    key = "taken_back" if event.tentative else "thought_over"
    head: list[StyledText | None] = [
        (context.text(key, point=_point(event.x, event.y)), "bold yellow"),
        None if event.threat is None else f"  {context.text('danger', threat=f'{event.threat:.2f}')}",
        (f"  {event.reason}", "dim"),
    ]
    return sanitized_event("↺", "yellow", head)


def render_lesson(event: LessonLearnt, context: GameNarrationContext) -> RenderedEvent:
    """Render what a move that was taken back teaches."""
    return sanitized_event("✎", "yellow", [(context.text("lesson"), "bold"), f"  {event.lesson}"])


def render_overruling(event: ChoiceOverruled, context: GameNarrationContext) -> RenderedEvent:
    """Render that an engine's proof replaces the choice of the team."""
    text = context.text("overruled", point=_point(event.x, event.y), better=_point(event.better_x, event.better_y))
    return sanitized_event("⚑", "red", [(text, "bold red")], [sanitized_line((event.detail, "dim"))])


def render_alert(event: HookAlerted, context: GameNarrationContext) -> RenderedEvent:
    """Render an alert of a hook."""
    head = [(context.text("alert", hook=event.hook), "yellow"), f"  {event.alert}", (f"  {event.detail}", "dim")]
    return sanitized_event("!", "yellow", head)


def render_move(event: MovePlayed, context: GameNarrationContext) -> RenderedEvent:
    """Render a move: who made it and why; below the board after it."""
    by = context.label("seat", event.by) if event.agent is None else context.agent(event.agent)
    details: list[str] = []
    if event.source is not None:
        details.append(context.label("source", event.source))
    if event.loops is not None:
        details.append(context.text("turns", count=event.loops))
    if event.elapsed_ms is not None:
        details.append(f"{event.elapsed_ms / 1000:.1f} s")
    head: list[StyledText | None] = [
        (f"{event.ply}. {STONES[event.side]} {_point(event.x, event.y)}", "bold green"),
        f"  {by}",
        (f"  {' · '.join(details)}", "dim") if details else None,
    ]
    below = [sanitized_line(event.reason)] if event.reason else []
    return sanitized_event("■", "green", head, [*below, *_board(event.board, Point(event.x, event.y))])


def render_removal(event: MovesRemoved, context: GameNarrationContext) -> RenderedEvent:
    """Render that a person took back moves."""
    return sanitized_event("↶", "yellow", [context.text("removed", plies=event.plies)], _board(event.board))


def render_replacement(event: BoardReplaced, context: GameNarrationContext) -> RenderedEvent:
    """Render that the board of a game server replaces what was known."""
    return sanitized_event("↻", "yellow", [context.text("replaced", plies=event.plies)], _board(event.board))


def render_settlement(event: DecisionSettled, context: GameNarrationContext) -> RenderedEvent:
    """Render how the delivery of a decision ended."""
    outcome = context.label("delivery", event.outcome)
    style = "green" if event.outcome == "delivered" else "yellow"
    return sanitized_event("✉", style, [(outcome, style), (f"  {event.detail}", "dim")])


def render_end(event: GameEnded, context: GameNarrationContext) -> RenderedEvent:
    """Render the result."""
    reason = context.label("end", event.reason)
    text = context.text("draw") if event.winner is None else context.text("wins", sign=STONES[event.winner])
    if event.reason == "abandoned":
        text = context.text("no_result")
    return sanitized_event("★", "bold cyan", [(text, "bold"), f"  {reason}"])


def _point(x: int, y: int) -> str:
    return f"({x},{y})"


def _candidate_text(move: CandidateMove, context: GameNarrationContext) -> str:
    score = context.text("at_most", score=f"{move.score:.2f}") if move.is_bound else f"{move.score:.2f}"
    proof = f" {context.label('proof', move.proof)}" if move.proof else ""
    return f"{_point(move.x, move.y)} {score}{proof}"


def _agent_name(name: str, context: GameNarrationContext) -> str:
    agent = find_task_agent(name) or find_persona(name)
    return name if agent is None else context.agent(agent)


def _message_text(message: str | None) -> str | None:
    """Return what a final message says: the finding of a task agent, or the text itself; None for a move's JSON."""
    if message is None:
        return None
    with suppress(ValueError):
        parsed: object = json.loads(message)
        if isinstance(parsed, dict):
            text = cast("dict[str, object]", parsed).get("text")
            # The proposal that follows has a move and its reason.
            return text if isinstance(text, str) else None
    return message


def _board(rows: Sequence[str], last: Point | None = None) -> Iterator[Text]:
    board = parse_board(rows)
    return (Text(line) for line in board_lines(board, last))


_Renderer = Callable[[Any, GameNarrationContext], RenderedEvent | None]

RENDERERS: Mapping[type[GameEvent], _Renderer] = {
    GameStarted: render_start,
    DecisionRequested: render_request,
    DecisionRefused: render_refusal,
    PhaseChanged: render_phase,
    RulesInterpreted: render_rules,
    GameAgentSpoke: render_turn,
    GameToolCalled: render_call,
    ToolAnswered: render_result,
    HandedOver: render_handoff,
    BoardAnalysed: render_analysis,
    MoveProposed: render_proposal,
    MoveRejected: render_rejection,
    MoveTakenBack: render_take_back,
    LessonLearnt: render_lesson,
    ChoiceOverruled: render_overruling,
    HookAlerted: render_alert,
    MovePlayed: render_move,
    MovesRemoved: render_removal,
    BoardReplaced: render_replacement,
    DecisionSettled: render_settlement,
    GameEnded: render_end,
}
"""Renderer of each event."""
