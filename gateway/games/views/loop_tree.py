"""Tree of run loops: turns and calls of agents, each below the call that has started its loop."""

from gamehive.contracts.events import GameAgentSpoke, GameToolCalled, ToolAnswered
from gateway.games.views.schema import CallEntry, CallResult, LoopView, OccurrenceEntry, TurnEntry

Entry = TurnEntry | CallEntry | OccurrenceEntry
Loops = tuple[LoopView, ...]


def add_turn(loops: Loops, event: GameAgentSpoke) -> Loops:
    """Return the loops with a turn of an agent; one of an unknown loop begins a new one."""
    turn = TurnEntry(
        agent=event.agent, turn=event.turn, thought=event.thought, message=event.message, failure=event.failure
    )
    return add_entry(loops, event.loop, turn)


def add_call(loops: Loops, event: GameToolCalled) -> Loops:
    """Return the loops with a call of a tool; one of an unknown loop begins a new one."""
    call = CallEntry(
        agent=event.agent,
        call_id=event.call_id,
        tool=event.tool,
        arguments=event.arguments,
        forced_by=event.forced_by,
    )
    return add_entry(loops, event.loop, call)


def add_entry(loops: Loops, loop_id: str, entry: Entry) -> Loops:
    """Return the loops with one more entry in the loop with an id: a root, or that of the call with this id."""
    found, changed = _add_below(loops, loop_id, entry)
    return changed if found else (*loops, LoopView(id=loop_id, entries=(entry,)))


def add_result(loops: Loops, event: ToolAnswered) -> Loops:
    """Return the loops with the result of a call; one of an unknown call changes nothing."""
    result = CallResult(is_error=event.is_error, content=event.content, duration_ms=event.duration_ms)
    return tuple(_with_result(loop, event.call_id, result) for loop in loops)


def _with_result(loop: LoopView, call_id: str, result: CallResult) -> LoopView:
    entries = tuple(_entry_with_result(entry, call_id, result) for entry in loop.entries)
    return loop.model_copy(update={"entries": entries})


def _entry_with_result(entry: Entry, call_id: str, result: CallResult) -> Entry:
    if not isinstance(entry, CallEntry):
        return entry
    if entry.call_id == call_id:
        return entry.model_copy(update={"result": result})
    return entry if entry.loop is None else entry.model_copy(update={"loop": _with_result(entry.loop, call_id, result)})


def _add_below(loops: Loops, loop_id: str, entry: Entry) -> tuple[bool, Loops]:
    for index, loop in enumerate(loops):
        changed = _add_to(loop, loop_id, entry)
        if changed is not None:
            return True, (*loops[:index], changed, *loops[index + 1 :])
    return False, loops


def _add_to(loop: LoopView, loop_id: str, entry: Entry) -> LoopView | None:
    """Return a loop with an entry in itself or in a loop below it; None if neither has the id."""
    if loop.id == loop_id:
        return loop.model_copy(update={"entries": (*loop.entries, entry)})
    for index, call in enumerate(loop.entries):
        if not isinstance(call, CallEntry):
            continue
        below = call.loop
        if below is None and call.call_id == loop_id:
            below = LoopView(id=loop_id)
        changed = None if below is None else _add_to(below, loop_id, entry)
        if changed is not None:
            replaced = call.model_copy(update={"loop": changed})
            return loop.model_copy(update={"entries": (*loop.entries[:index], replaced, *loop.entries[index + 1 :])})
    return None
