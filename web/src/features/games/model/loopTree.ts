// Tree of run loops: turns and calls of agents, each below the call that has started its loop.
import type { CallEntry, Entry, Loop } from "./gameView";

/** Return the loops with one more entry in the loop with an id: a root, or that of the call with this id. */
export function addEntry(loops: readonly Loop[], loopId: string, entry: Entry): readonly Loop[] {
  for (const [index, loop] of loops.entries()) {
    const changed = addTo(loop, loopId, entry);
    if (changed !== null) return loops.with(index, changed);
  }
  return [...loops, { id: loopId, entries: [entry] }];
}

/** Return the loops with the result of a call; one of an unknown call changes nothing. */
export function addResult(loops: readonly Loop[], callId: string, result: NonNullable<CallEntry["result"]>): readonly Loop[] {
  return loops.map((loop) => withResult(loop, callId, result));
}

/** Return a loop with an entry in itself or in a loop below it; null if neither has the id. */
function addTo(loop: Loop, loopId: string, entry: Entry): Loop | null {
  if (loop.id === loopId) return { ...loop, entries: [...loop.entries, entry] };
  for (const [index, call] of loop.entries.entries()) {
    if (call.kind !== "call") continue;
    const below = call.loop ?? (call.call_id === loopId ? { id: loopId, entries: [] } : null);
    const changed = below && addTo(below, loopId, entry);
    if (changed !== null) return { ...loop, entries: loop.entries.with(index, { ...call, loop: changed }) };
  }
  return null;
}

/** Return a loop with a result; the loop itself if it does not have the call. */
function withResult(loop: Loop, callId: string, result: NonNullable<CallEntry["result"]>): Loop {
  for (const [index, call] of loop.entries.entries()) {
    if (call.kind !== "call") continue;
    if (call.call_id === callId) return { ...loop, entries: loop.entries.with(index, { ...call, result }) };
    if (call.loop === undefined) continue;
    const below = withResult(call.loop, callId, result);
    if (below !== call.loop) return { ...loop, entries: loop.entries.with(index, { ...call, loop: below }) };
  }
  return loop;
}
