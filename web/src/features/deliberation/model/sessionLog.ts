// Log of the open session, its stream, and what the replay bar shows of it.
import { createEventLog, getVisibleView } from "../../../eventLog/eventLog";
import { readNumber, readObject, readString } from "../../../eventLog/readJson";
import type { EventStream } from "../../../eventLog/sseClient";
import type { LogEntry } from "../../../eventLog/types";
import { projectSession } from "./projectSession";
import type { SessionView } from "./sessionView";

/** Last data of every stream. */
const DONE = "[DONE]";

/** Log of the open session. */
export const SESSION_LOG = createEventLog<SessionView>(projectSession);

/** Zustand store of the open session's log. */
export const useSessionLog = SESSION_LOG.store;

/** Return the view at the shown moment; null before the first event and while another session is open. */
export function useVisibleSession(sessionId: string): SessionView | null {
  return useSessionLog((log) => (log.logId === sessionId ? getVisibleView(log) : null));
}

/** Read an event as it is streamed: a flat object. */
export function readSessionEvent(seq: number, data: unknown): LogEntry | null {
  const { type, ts, seq: own, ...payload } = readObject(data);
  const number = readNumber(own) ?? seq;
  if (!Number.isSafeInteger(number) || number < 1) return null;
  return { seq: number, event_id: "", event_type: readString(type), timestamp: readString(ts), payload };
}

/** Stream of a session's events: flat objects, and `[DONE]` in the end. */
export const SESSION_STREAM: EventStream = {
  log: SESSION_LOG,
  getUrl: (sessionId) => `/api/v1/deliberations/${encodeURIComponent(sessionId)}/stream`,
  readFrame: (seq, data) => {
    if (data.trim() === DONE) return { entry: null, last: true };
    const entry = readSessionEvent(seq, JSON.parse(data));
    return entry && { entry, last: entry.event_type === "session_ended" };
  },
};
