"""Hook 6: breaks circles of handoffs and repeated calls (GH-73, GH-185, GH-186, GH-188)."""

from gamehive.contracts.agents import DISPLAY_NAMES, Persona, find_persona
from gamehive.contracts.workspace import Workspace, WorkspaceChange
from gamehive.core.hooks.hook import Hook, HookAlert, HookResult
from gamehive.core.hooks.texts import render_text
from gamehive.core.loop.call_key import call_key
from gamehive.core.loop.call_window import (
    ABNORMAL_HANDOFF_THRESHOLD,
    HANDOFF_TOOL,
    SAME_TOOL_CALL_THRESHOLD,
    count_calls,
    has_handoff_tool,
    list_handoffs,
)
from gamehive.core.loop.loop import Loop
from shared.core.language import Language

_NAME = "LoopProtectionHook"


def _has_calls(_workspace: Workspace, loop: Loop) -> bool:
    return _is_circling(loop) or (loop.reply is not None and bool(loop.reply.calls))


def _protect(workspace: Workspace, loop: Loop) -> HookResult:
    """Remove the handoff tool after too many handoffs; report the fifth identical call, and filter further ones."""
    alerts, filtered = _count_repeated_calls(loop, workspace.language)
    change = None
    if _is_circling(loop):
        targets = _list_targets(loop)
        filtered = (*filtered, HANDOFF_TOOL)
        names = [DISPLAY_NAMES[each][workspace.language] for each in targets]
        alerts = (HookAlert(_NAME, "warning", "repeated_handoff", " → ".join(names)), *alerts)
        excluded = tuple(dict.fromkeys((*workspace.handoff_exclude_agents, *targets)))
        change = WorkspaceChange(
            type="HANDOFF",
            description="handoffs are over for this decision",
            detail=f"excluded: {', '.join(excluded)}",
            actor=_NAME,
            fields={"handoff_exclude_agents": excluded},
        )
    new_keys = {"filtered_calls": (*loop.filtered_calls, *filtered)} if filtered else {}
    return HookResult(alerts=alerts, change=change, loop=new_keys)


def _is_circling(loop: Loop) -> bool:
    return len(list_handoffs(loop)) >= ABNORMAL_HANDOFF_THRESHOLD and has_handoff_tool(loop)


def _list_targets(loop: Loop) -> tuple[Persona, ...]:
    """Return the personas to whom control went in the window, or goes by the reply, in that order."""
    calls = loop.reply.calls if loop.reply is not None else ()
    wanted = [str(call.arguments.get("agentName", "")) for call in calls if call.tool == HANDOFF_TOOL]
    names = [*(each.target for each in list_handoffs(loop)), *wanted]
    found: list[Persona | None] = [find_persona(name) for name in names]
    return tuple(persona for persona in found if persona is not None)


def _count_repeated_calls(loop: Loop, language: Language) -> tuple[tuple[HookAlert, ...], tuple[str, ...]]:
    """Return the alerts, and the keys of the calls that are answered from the cache from now on."""
    calls = loop.reply.calls if loop.reply is not None else ()
    keys = [call_key(call.tool, call.arguments) for call in calls]
    alerts: list[HookAlert] = []
    filtered: list[str] = []
    for index, (call, key) in enumerate(zip(calls, keys, strict=True)):
        number = count_calls(loop, key) + keys[: index + 1].count(key)
        if number == SAME_TOOL_CALL_THRESHOLD:
            detail = render_text("repeated_call", language, count=number, tool=call.tool)
            alerts.append(HookAlert(_NAME, "warning", "repeated_call", detail, key))
        if number > SAME_TOOL_CALL_THRESHOLD and key not in (*loop.filtered_calls, *filtered):
            filtered.append(key)
    return tuple(alerts), tuple(filtered)


LOOP_PROTECTION = Hook(
    name=_NAME,
    layer="loop guard",
    phases=frozenset(("LOOP_PROCESS_LLM_RESPONSE",)),
    should_execute=_has_calls,
    execute=_protect,
    for_task_agents=True,
)
