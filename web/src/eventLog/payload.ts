// Access to the fields of an event payload.
import type { JsonObject } from "./types";

const ENVELOPE_FIELDS: readonly string[] = ["demand_id", "channel_id", "usage", "spent"];

/** Return the payload without its envelope fields and without `omitted`; unknown fields are kept. */
export function payloadFields<T>(payload: JsonObject, ...omitted: string[]): T {
  const fields = Object.entries(payload).filter(([name]) => !ENVELOPE_FIELDS.includes(name) && !omitted.includes(name));
  return Object.fromEntries(fields) as T;
}

/** Return a field of the payload, or `fallback` when it is absent. */
export function fieldOr<T>(payload: JsonObject, name: string, fallback: T): T {
  return name in payload ? (payload[name] as T) : fallback;
}
