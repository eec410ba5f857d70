"""Replies of simulated agents: calls of tools, and final messages as JSON text."""

import json
from typing import Any

from gamehive.contracts.agents import DISPLAY_NAMES, PHASE_EXPERTS, PHASE_PERSONAS, Persona, TaskAgent
from gamehive.contracts.turns import ReplyCall, TaskFinding, TurnReply
from gamehive.core.games.board import Point
from gamehive.simulated.facts_view import FactsView
from shared.core.language import Language


def call_tool(tool: str, thought: str, **arguments: Any) -> TurnReply:
    """Return a reply that calls one tool."""
    return TurnReply(thought=thought, calls=(ReplyCall(tool=tool, arguments=arguments),))


def propose_move(point: Point, reason: str, thought: str) -> TurnReply:
    """Return a persona's final message."""
    message = json.dumps({"x": point.x, "y": point.y, "reason": reason}, ensure_ascii=False)
    return TurnReply(thought=thought, message=message)


def give_finding(finding: TaskFinding) -> TurnReply:
    """Return a task agent's final message; its text is cut so that the message fits."""
    message = finding.model_dump_json(exclude_none=True)
    if len(message) > MAX_FINDING_CHARACTERS:
        message = finding.model_copy(update={"knowledge": None}).model_dump_json(exclude_none=True)
    return TurnReply(message=message)


MAX_FINDING_CHARACTERS = 3900


def answer_forced_call(view: FactsView) -> TurnReply:
    """Return the call that the facts demand, with arguments that fit the position."""
    tool, language = view.facts.forced_tool or "", view.facts.context.language
    phase_persona = PHASE_PERSONAS[view.facts.context.phase]
    point = Point(view.candidates[0].x, view.candidates[0].y) if view.candidates else view.allowed_moves[0]
    arguments: dict[str, dict[str, Any]] = {
        "call_task_agent": {"agentName": _next_expert(view, phase_persona), "prompt": _ASK[language]},
        "handoff_to_agent": {"agentName": phase_persona, "currentAgentOutputSummary": describe_state(view)},
        "evaluate_position": {"x": point.x, "y": point.y},
        "search_pattern": {"query": view.facts.task or _ASK[language]},
        "undo_evaluate": {"reason": describe_state(view)},
    }
    return call_tool(tool, "", **arguments.get(tool, {}))


def _next_expert(view: FactsView, persona: Persona) -> TaskAgent:
    experts: tuple[TaskAgent, ...] = PHASE_EXPERTS[persona]
    remaining: list[TaskAgent] = [expert for expert in experts if expert not in view.consulted]
    return remaining[0] if remaining else experts[-1]


def describe_state(view: FactsView) -> str:
    """Return danger and best candidate in a sentence."""
    language = view.facts.context.language
    threat = view.threat_analysis
    danger = f"{threat.threat:.2f}" if threat else _UNKNOWN[language]
    best = view.candidates[0] if view.candidates else None
    move = f"({best.x},{best.y}) {best.score:.2f}" if best else _UNKNOWN[language]
    return _STATE[language].format(danger=danger, move=move)


def display_name(agent: Persona | TaskAgent, language: Language) -> str:
    """Return the name by which a simulated agent calls another."""
    return DISPLAY_NAMES[agent][language]


_ASK: dict[Language, str] = {"zh": "请分析当前局面", "en": "Analyse the position"}
_UNKNOWN: dict[Language, str] = {"zh": "未知", "en": "unknown"}
_STATE: dict[Language, str] = {
    "zh": "危险 {danger}，目前最好的候选 {move}。",
    "en": "Danger {danger}, best candidate so far {move}.",
}
