// What did an event say, apart from what every event says?
import type { Json } from "./types";

const FRAME: readonly string[] = ["demand_id", "channel_id", "usage", "spent"];

/** The payload without its frame and without `besides`. What is not known here stays in. */
export function told<T>(payload: Json, ...besides: string[]): T {
  const kept = Object.entries(payload).filter(([name]) => !FRAME.includes(name) && !besides.includes(name));
  return Object.fromEntries(kept) as T;
}

/** A field of a payload, or what stands for it when it is not there. */
export function field<T>(payload: Json, name: string, otherwise: T): T {
  return name in payload ? (payload[name] as T) : otherwise;
}
