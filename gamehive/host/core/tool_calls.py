"""Execution of tool calls: the host's own at once, the others by tasks, one after the other (GH-45, GH-47…60)."""

from collections.abc import Iterable
from typing import Any

from gamehive.contracts.agents import DISPLAY_NAMES, PERSONAS, TASK_AGENTS, find_persona, find_task_agent
from gamehive.contracts.events import GameToolCalled, HandedOver
from gamehive.contracts.messages import ExecuteTool, ToolExecuted
from gamehive.contracts.tools import ENGINE_TOOLS, GameToolCall, GameToolResult, find_tool
from gamehive.contracts.turns import SummaryFacts
from gamehive.contracts.workspace import WorkspaceChange
from gamehive.core.loop.call_arguments import find_argument_problem
from gamehive.core.loop.call_key import call_key
from gamehive.core.workspace.board_state import board_context
from gamehive.core.workspace.tool_rights import usable_tools
from gamehive.core.workspace.undo import request_undo
from gamehive.host.core import task_loop
from gamehive.host.core.continuation import Continuation
from gamehive.host.core.decision_spans import call_span
from gamehive.host.core.fallback_summary import cut_summary, fallback_summary
from gamehive.host.core.hook_run import run_phase
from gamehive.host.core.host_texts import problem_of_failure, render_host_text
from gamehive.host.core.search_requests import search_time
from gamehive.host.core.summary_request import request_summary
from gamehive.host.core.tool_result import error_result, finish_call
from gamehive.host.core.transition import SEARCH_KIND, GameTransition
from shared.core.language import join_items

HANDOFF = "handoff_to_agent"


def execute_next(transition: GameTransition) -> Continuation | None:
    """Execute the next call of the reply, and say what follows; None if its result is awaited."""
    while calls := transition.loop.calls:
        if transition.state.task is not None and transition.is_run_over:
            return task_loop.fail(transition, "late_result")
        result = _begin_call(transition, calls[0])
        if not isinstance(result, GameToolResult):
            return result
        finish_call(transition, calls[0], result)
    return Continuation("calls_answered")


def _begin_call(transition: GameTransition, call: GameToolCall) -> GameToolResult | Continuation | None:
    """Begin a call and return its result, or None if it is awaited."""
    loop, key = transition.loop, call_key(call.tool, call.arguments)
    if not _is_announced(transition, call):
        transition.emit(
            GameToolCalled(
                game_id=transition.game_id,
                agent=loop.agent,
                loop=loop.id,
                call_id=call.call_id,
                tool=call.tool,
                arguments=call.arguments,
                forced_by=call.forced_by,
            )
        )
        transition.update_loop(forced=(*loop.forced, f"announced:{call.call_id}"))
        _begin_call_span(transition, call)
    if transition.is_run_over and call.tool != HANDOFF:
        return error_result(call, render_host_text("no_time_for_tool", transition.workspace.language, tool=call.tool))
    tool = find_tool(call.tool)
    usable = usable_tools(transition.workspace, loop.agent)
    if tool is None or tool not in usable:
        return _unknown_tool(transition, call)
    if key in loop.filtered_calls and key in loop.cached_results:
        return loop.cached_results[key].model_copy(update={"call_id": call.call_id, "duration_ms": 0})
    if (problem := find_argument_problem(tool, call.arguments, transition.workspace.language)) is not None:
        return error_result(call, problem)
    return _begin_known_call(transition, call)


def _begin_call_span(transition: GameTransition, call: GameToolCall) -> None:
    attributes = {"tool": call.tool, "call_id": call.call_id}
    if call.forced_by is not None:
        attributes["forced_by"] = call.forced_by
    transition.begin_span(call_span(call.call_id), "agent.tool_call", call.call_id, transition.loop_span, **attributes)


def _is_announced(transition: GameTransition, call: GameToolCall) -> bool:
    return f"announced:{call.call_id}" in transition.loop.forced


def _begin_known_call(transition: GameTransition, call: GameToolCall) -> GameToolResult | Continuation | None:
    match call.tool:
        case "call_task_agent":
            return _call_task_agent(transition, call)
        case "handoff_to_agent":
            return _hand_over(transition, call)
        case "analyze_rule":
            return _analyze_rule(transition, call)
        case "undo_evaluate":
            return _request_undo(transition, call)
        case tool if tool in ENGINE_TOOLS:
            _request_tool(transition, call)
            return None
        case _:
            return _unknown_tool(transition, call)


def _unknown_tool(transition: GameTransition, call: GameToolCall) -> GameToolResult:
    agent, language = transition.loop.agent, transition.workspace.language
    return error_result(
        call,
        render_host_text(
            "unknown_tool",
            language,
            tool=call.tool,
            name=DISPLAY_NAMES[agent][language],
            names=join_items(usable_tools(transition.workspace, agent), language),
        ),
    )


def _unknown_agent(transition: GameTransition, call: GameToolCall, key: str, agents: Iterable[str]) -> GameToolResult:
    language = transition.workspace.language
    name = str(call.arguments["agentName"])[:100]
    return error_result(call, render_host_text(key, language, name=name, names=join_items(agents, language)))


def _call_task_agent(transition: GameTransition, call: GameToolCall) -> GameToolResult | Continuation:
    agent = find_task_agent(str(call.arguments["agentName"]))
    if agent is None:
        return _unknown_agent(transition, call, "unknown_task_agent", TASK_AGENTS)
    return task_loop.start(transition, call, agent, str(call.arguments["prompt"]))


def _analyze_rule(transition: GameTransition, call: GameToolCall) -> GameToolResult | Continuation:
    """Return the interpretation of the rules; have the analyst make it if there is none (GH-49, GH-C18)."""
    found = transition.workspace.rule_interpretation
    if found is not None and not call.arguments.get("force_refresh"):
        text = found.model_dump_json()
        return GameToolResult(call_id=call.call_id, tool=call.tool, content=text, data=found.model_dump(mode="json"))
    return task_loop.start(transition, call, "rule_analyst", "")


def _request_undo(transition: GameTransition, call: GameToolCall) -> GameToolResult:
    """Raise the flag; whether an undo follows is decided once the calls of the reply are answered (GH-53, GH-131)."""
    reason = str(call.arguments["reason"])[:500]
    agent = transition.loop.agent
    content = render_host_text("undo_requested", transition.workspace.language)
    transition.commit(request_undo(transition.workspace, "self_reflection", reason, agent))
    return GameToolResult(call_id=call.call_id, tool=call.tool, content=content)


def _request_tool(transition: GameTransition, call: GameToolCall) -> None:
    state = transition.state
    step = transition.begin_step("tool", state.settings.game_tool_timeout, call)
    transition.send(
        SEARCH_KIND,
        ExecuteTool(
            game_id=transition.game_id,
            epoch=transition.epoch,
            call_id=step.call_id,
            answer_by=step.due,
            call=call,
            context=board_context(transition.workspace),
            level=state.level,
            time_s=search_time(transition),
        ),
        step.due,
        call_span(call.call_id),
    )


def take_tool_result(transition: GameTransition, call: GameToolCall, answer: ToolExecuted) -> Continuation:
    """Take what a tool found: candidates and knowledge into the workspace, the result into the conversation."""
    workspace = transition.workspace
    fields: dict[str, Any] = {}
    if answer.candidates and answer.candidates[0].ply == workspace.plies:
        # One evaluated point replaces what its source said of that point, and nothing else.
        found = {(each.source, each.x, each.y) for each in answer.candidates}
        kept = tuple(each for each in workspace.candidate_moves if (each.source, each.x, each.y) not in found)
        fields["candidate_moves"] = (*kept, *answer.candidates)[:MAX_KEPT_CANDIDATES]
    if answer.knowledge is not None:
        fields["rag_context"] = answer.knowledge
    if fields:
        transition.commit(
            WorkspaceChange(
                type="TOOL", description=f"{call.tool} found something", actor=transition.loop.agent, fields=fields
            )
        )
    finish_call(transition, call, answer.result)
    return Continuation("calls")


MAX_KEPT_CANDIDATES = 24
"""Candidates that the workspace holds, of all sources."""


def fail_call(transition: GameTransition, call: GameToolCall, cause: str) -> Continuation:
    """Answer an awaited call by an error, which its agent reads; it decides what to do (GH-30, GH-189)."""
    finish_call(transition, call, _failed_result(transition, call, cause))
    return Continuation("calls")


def _failed_result(transition: GameTransition, call: GameToolCall, cause: str) -> GameToolResult:
    key = "tool_late" if problem_of_failure(cause) == "late_answer" else "tool_failed"
    return error_result(call, render_host_text(key, transition.workspace.language, tool=call.tool))


def _hand_over(transition: GameTransition, call: GameToolCall) -> GameToolResult | None:
    """Switch to another persona once the summary is written (GH-147…152)."""
    loop, workspace = transition.loop, transition.workspace
    language = workspace.language
    successor = find_persona(str(call.arguments["agentName"]))
    if successor is None:
        return _unknown_agent(transition, call, "unknown_persona", PERSONAS)
    name = DISPLAY_NAMES[successor][language]
    if successor == loop.agent:
        return error_result(call, render_host_text("in_charge", language, name=name))
    is_excluded = successor in workspace.handoff_exclude_agents or HANDOFF in loop.filtered_calls
    if is_excluded and call.forced_by is None:
        return error_result(call, render_host_text("no_handover", language, name=name))
    result = run_phase(transition, "LOOP_END_WITH_TOOL_CALL")
    if result.need != "handoff_summary":
        return _switch(transition, call)
    facts = SummaryFacts(
        purpose="handoff",
        context=board_context(workspace),
        speaker=loop.agent,
        successor=successor,
        own_words=str(call.arguments["currentAgentOutputSummary"])[:2000],
    )
    request_summary(transition, facts, call)
    return None


def take_handoff_summary(transition: GameTransition, call: GameToolCall, text: str | None) -> Continuation:
    """Hand over with a summary, or with a plain one if there is none (GH-153)."""
    summary = cut_summary(text or fallback_summary(transition))
    transition.commit(
        WorkspaceChange(
            type="SUMMARY",
            description="summary for the next persona",
            actor=transition.loop.agent,
            fields={"summary": summary},
        )
    )
    transition.update_loop(forced=(*transition.loop.forced, f"summary:{call.call_id}"))
    return Continuation("calls")


def _switch(transition: GameTransition, call: GameToolCall) -> GameToolResult:
    loop, workspace = transition.loop, transition.workspace
    speaker, successor = workspace.current_agent_name, find_persona(str(call.arguments["agentName"]))
    assert successor is not None
    summary = workspace.summary
    transition.commit(
        WorkspaceChange(
            type="HANDOFF",
            description=f"{speaker} -> {successor}",
            detail=summary,
            actor=loop.agent,
            fields={"current_agent_name": successor},
        )
    )
    transition.add_span(
        "agent.switch_agent",
        call_span(call.call_id),
        speaker=speaker,
        successor=successor,
        outcome="chosen" if call.forced_by is None else "forced",
    )
    transition.log("info", "handed_over", speaker=speaker, successor=successor, forced=call.forced_by is not None)
    transition.update_loop(agent=successor)
    transition.emit(
        HandedOver(
            game_id=transition.game_id,
            speaker=speaker,
            successor=successor,
            summary=summary,
            forced=call.forced_by is not None,
        )
    )
    name = DISPLAY_NAMES[successor][workspace.language]
    text = f"已交接给{name}。{summary}" if workspace.language == "zh" else f"Handed over to {name}. {summary}"
    return GameToolResult(call_id=call.call_id, tool=call.tool, content=text)
