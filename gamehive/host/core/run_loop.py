"""Run loop as a reducer: a model turn, its reply, the calls in it, and what follows (GH-33…46).

`start_turn` begins a turn of the active loop, `take_reply` processes the model's reply, and `tool_calls` executes what
it calls. A task agent's loop runs within that of the decision. Each function returns what comes next, None to wait.
"""

from gamehive.contracts.agents import DISPLAY_NAMES, temperature_of
from gamehive.contracts.events import GameAgentSpoke, MoveRejected, MoveTakenBack
from gamehive.contracts.messages import TakeTurn, TurnTaken
from gamehive.contracts.tools import GUIDE_TOOL, GameToolCall, GameToolResult, ToolName
from gamehive.contracts.transcript import Note
from gamehive.contracts.turns import GameTurnFacts, TurnReply
from gamehive.core.hooks.chain import CriticalHookFailure
from gamehive.core.hooks.hook import HookAlert, HookResult
from gamehive.core.loop.loop import MoveError
from gamehive.core.workspace.board_state import board_context
from gamehive.core.workspace.tool_rights import usable_tools
from gamehive.host.core import task_loop
from gamehive.host.core.context_compression import request_compression
from gamehive.host.core.continuation import Continuation
from gamehive.host.core.decision_spans import TURN
from gamehive.host.core.hook_run import run_phase
from gamehive.host.core.host_texts import problem_of_failure, render_host_text
from gamehive.host.core.transition import AGENT_KIND, GameTransition
from gamehive.host.core.undo_entry import can_undo, enter_undo
from shared.core.trace import AttributeValue
from shared.core.usage import NO_USAGE, Usage

MAX_EMPTY_REPLIES = 1
"""Replies without content that are asked again (GH-183)."""

LAST_TURN_SHARE, LAST_TURN_MS = 0.15, 3_000
"""Share of a decision's time, and at most so many ms, that is kept for the check of the move."""


def start_turn(transition: GameTransition) -> Continuation | None:
    """Begin the next turn of the active loop: the hooks, then a forced call or a question to the model (GH-34…36)."""
    if not _has_time(transition):
        return Continuation("default", "no_time_left")
    task = transition.state.task
    if task is not None and transition.is_run_over:
        return task_loop.fail(transition, "late_result")
    phase_before = transition.workspace.undo_state.phase
    result = run_phase(transition, "LOOP_START")
    if phase_before == "undo_check":
        _add_undo_span(transition)
        _show_what_if(transition)
    if task is None:
        transition.update(step_due=transition.due_in(transition.state.settings.game_step_timeout))
    if result.need == "compression":
        request_compression(transition)
        return None
    _show_guide(transition, result)
    if result.force_call_tool is not None and result.force_call_args is not None:
        call = GameToolCall(
            call_id=transition.new_call_id(),
            tool=result.force_call_tool,
            arguments=result.force_call_args,
            forced_by=result.forced_by,
        )
        _add_reply(transition, TurnReply(), (call,))
        return Continuation("calls")
    if transition.loop.turns >= transition.loop.max_turns:
        return _overflow(transition)
    _ask_model(transition, result)
    return None


def _add_undo_span(transition: GameTransition) -> None:
    """Record a roll-back of the last move, if the hook of the undo has done it."""
    state = transition.workspace.undo_state
    if state.phase != "undo_reeval":
        return
    undone = state.blacklist[-1]
    transition.add_span(
        "agent.undo_rollback",
        transition.loop_span,
        x=undone.x,
        y=undone.y,
        trigger=state.trigger or "self_reflection",
        outcome="tentative" if state.branch is None else "what_if",
    )


def _show_what_if(transition: GameTransition) -> None:
    """Show viewers that a move on the referee's board is thought over again (GH-141)."""
    state = transition.workspace.undo_state
    if state.branch is None:
        return
    undone = state.blacklist[-1]
    transition.emit(
        MoveTakenBack(
            game_id=transition.game_id,
            x=undone.x,
            y=undone.y,
            trigger=state.trigger or "self_reflection",
            reason=state.reason,
            tentative=False,
        )
    )


def _has_time(transition: GameTransition) -> bool:
    """Return whether the decision has time for a turn and for the check of its move after it."""
    request = transition.state.loop.request if transition.state.loop is not None else None
    if request is None:
        return True
    reserve = min(LAST_TURN_MS, round((request.deadline - request.received_at) * LAST_TURN_SHARE))
    return transition.now < request.deadline - reserve


def _show_guide(transition: GameTransition, result: HookResult) -> None:
    """Show an instruction to the model as a call of `get_workflow_guide` and its result (GH-81, GH-204)."""
    if not result.guides:
        return
    loop = transition.loop
    text = "\n".join(result.inject_messages)
    call = GameToolCall(call_id=transition.new_call_id(), tool=GUIDE_TOOL, forced_by="WorkflowGuideHook")
    transition.add_note(Note(loop=loop.id, kind="assistant", agent=loop.agent, calls=(call,)))
    guide = GameToolResult(call_id=call.call_id, tool=GUIDE_TOOL, content=text)
    transition.add_note(Note(loop=loop.id, kind="tool", agent=loop.agent, text=text, result=guide), tool=GUIDE_TOOL)


def _ask_model(transition: GameTransition, result: HookResult) -> None:
    state, loop = transition.state, transition.loop
    transition.update_loop(turns=loop.turns + 1, control=None, reply=None)
    step = transition.begin_step("turn", state.settings.game_turn_timeout)
    transition.begin_span(TURN, "agent.run_loop_llm_turn", step.call_id, transition.loop_span)
    facts = GameTurnFacts(
        agent=loop.agent,
        context=board_context(transition.workspace),
        task=loop.task,
        tools=_offered_tools(transition, result),
        forced_tool=result.force_call_tool,
        turn=loop.turns + 1,
        max_turns=loop.max_turns,
    )
    transition.send(
        AGENT_KIND,
        TakeTurn(
            game_id=transition.game_id,
            epoch=transition.epoch,
            call_id=step.call_id,
            answer_by=step.due,
            loop=loop.id,
            facts=facts,
            notes_start=loop.notes_start,
            notes_end=transition.state.notes_length,
            temperature=temperature_of(loop.agent),
        ),
        step.due,
        TURN,
    )


def _offered_tools(transition: GameTransition, result: HookResult) -> tuple[ToolName, ...]:
    loop = transition.loop
    if result.use_tools == "never":
        return ()
    if result.force_call_tool is not None:
        return (result.force_call_tool,)
    usable = usable_tools(transition.workspace, loop.agent)
    wanted = usable if result.use_tools is None else result.use_tools
    return tuple(tool for tool in usable if tool in wanted and tool not in loop.filtered_calls)


def _overflow(transition: GameTransition) -> Continuation:
    """End a loop that has had all its turns (GH-42, GH-184)."""
    loop, language = transition.loop, transition.workspace.language
    name = DISPLAY_NAMES[loop.agent][language]
    detail = render_host_text("loop_overflow", language, name=name, turns=loop.turns)
    alert = HookAlert("RunLoop", "error", "loop_overflow", detail)
    transition.raise_alerts((alert,))
    if transition.state.task is not None:
        return task_loop.fail(transition, "out_of_turns")
    return Continuation("default", "out_of_turns")


def take_reply(transition: GameTransition, answer: TurnTaken) -> Continuation:
    """Process the model's reply of the active loop (GH-37…39)."""
    if answer.reply is None:
        return take_failed_turn(transition, answer.failure or "unusable", answer)
    reply, loop = answer.reply, transition.loop
    outcome = "empty" if reply.is_empty else "calls" if reply.calls else "message"
    transition.spans.end(TURN, outcome=outcome, **usage_attributes(answer.usage))
    transition.emit(
        GameAgentSpoke(
            game_id=transition.game_id,
            agent=loop.agent,
            loop=loop.id,
            turn=loop.turns,
            thought=reply.thought,
            message=reply.message,
            usage=answer.usage,
        )
    )
    if reply.is_empty:
        return _take_empty_reply(transition)
    calls = tuple(
        GameToolCall(call_id=transition.new_call_id(), tool=each.tool, arguments=each.arguments) for each in reply.calls
    )
    _add_reply(transition, reply, calls)
    run_phase(transition, "LOOP_PROCESS_LLM_RESPONSE")
    return Continuation("calls") if calls else Continuation("message")


def usage_attributes(usage: Usage) -> dict[str, AttributeValue]:
    """Return the tokens of a turn as attributes of its span."""
    return {"gen_ai.usage.input_tokens": usage.input_tokens, "gen_ai.usage.output_tokens": usage.output_tokens}


def _add_reply(transition: GameTransition, reply: TurnReply, calls: tuple[GameToolCall, ...]) -> None:
    loop = transition.loop
    text = "\n".join(filter(None, (reply.thought, reply.message)))
    transition.add_note(Note(loop=loop.id, kind="assistant", agent=loop.agent, text=text, calls=calls))
    transition.update_loop(reply=reply, calls=calls)


def _take_empty_reply(transition: GameTransition) -> Continuation:
    """Ask once more after a reply without content; then take the default (GH-183)."""
    loop = transition.loop
    transition.update_loop(empty_replies=loop.empty_replies + 1)
    if loop.empty_replies < MAX_EMPTY_REPLIES:
        return Continuation("turn")
    if transition.state.task is not None:
        return task_loop.fail(transition, "empty_answers")
    return Continuation("default", "empty_answers")


def take_failed_turn(transition: GameTransition, failure: str, answer: TurnTaken | None = None) -> Continuation:
    """Go on without the model's reply: a task agent fails, a persona's decision is made by default."""
    loop = transition.loop
    usage = NO_USAGE if answer is None else answer.usage
    transition.spans.end(TURN, "the model gave no answer", outcome=failure, **usage_attributes(usage))
    transition.emit(
        GameAgentSpoke(
            game_id=transition.game_id,
            agent=loop.agent,
            loop=loop.id,
            turn=loop.turns,
            failure=failure,
            usage=usage,
        )
    )
    if failure == "unusable" and not loop.empty_replies:
        transition.update_loop(empty_replies=1)
        return Continuation("turn")
    if transition.state.task is not None:
        return task_loop.fail(transition, problem_of_failure(failure))
    return Continuation("default", problem_of_failure(failure))


def take_message(transition: GameTransition) -> Continuation:
    """Process the final message of the active loop: a finding, or the move of a persona."""
    if transition.state.task is not None:
        return task_loop.take_finding(transition)
    try:
        result = run_phase(transition, "LOOP_END_WITH_MESSAGE")
    except CriticalHookFailure as failure:
        transition.log("error", "hook_failed", hook=failure.hook, detail=str(failure))
        return Continuation("default", "check_failed")
    if result.final_decision is not None:
        return Continuation("proposal", move=result.final_decision)
    verdict = transition.loop.verdict
    if verdict is not None and verdict.error is not None:
        _show_rejection(transition, verdict.error)
    if result.continue_loop and not result.is_out_of_retries:
        return Continuation("turn")
    return Continuation("default", "out_of_retries")


def _show_rejection(transition: GameTransition, error: MoveError) -> None:
    loop = transition.loop
    transition.emit(
        MoveRejected(
            game_id=transition.game_id,
            agent=transition.workspace.current_agent_name,
            error=error,
            text=(loop.reply.message or "")[:500] if loop.reply is not None else "",
            retry=loop.retries.get("MoveRetryHook", 0),
        )
    )


def end_calls(transition: GameTransition) -> Continuation:
    """Go on after all calls of a reply are answered; a requested undo comes first (GH-131, GH-133)."""
    run_phase(transition, "LOOP_END_WITH_TOOL_CALL")
    is_requested = transition.workspace.undo_state.requested and transition.state.task is None
    if is_requested and not transition.loop.is_undoing and can_undo(transition):
        enter_undo(transition)
    return Continuation("turn")
