// Event stream of a demand.
import { DEMAND_LOG } from "./logStore";
import { readObject, readString } from "./readJson";
import type { EventStream } from "./sseClient";

/** Stream of a demand's events; its frames have the keys of INTERFACES § 2. */
export const DEMAND_STREAM: EventStream = {
  log: DEMAND_LOG,
  getUrl: (demandId) => `/api/v1/events/negotiations/${encodeURIComponent(demandId)}/stream`,
  readFrame: (seq, data) => {
    if (!Number.isSafeInteger(seq)) return null;
    const parsed = readObject(JSON.parse(data));
    const entry = {
      seq,
      event_id: readString(parsed.event_id),
      event_type: readString(parsed.event_type),
      timestamp: readString(parsed.timestamp),
      payload: readObject(parsed.payload),
    };
    return { entry, last: entry.event_type === "towow.demand.closed" };
  },
};
