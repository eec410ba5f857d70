// How does the page state demands, cancel them, and learn which there are?
import { ask } from "./client";
import type { Asked, Schemas } from "./client";

type Accepted = Schemas["Accepted"];
export type DemandItem = Schemas["DemandItem"];
export type DemandPage = Schemas["Page"];

/** ms that a list is waited for. */
const PATIENCE = 10_000;

interface Submission {
  readonly visibility?: "public" | "private";
  /** The demand that this one takes up again. */
  readonly follows?: string;
  /** `newKey()`, once for each demand that is meant: with the same key the same demand, however often it is sent. */
  readonly key: string;
  readonly signal?: AbortSignal;
}

/** State a demand; the answer comes at once, before anything is understood. Throws Refused. */
export function submitDemand(text: string, userId: string, { key, signal, ...more }: Submission): Promise<Accepted> {
  const body = { raw_input: text, user_id: userId, ...more };
  const asked: Asked = { method: "POST", body, headers: { "Idempotency-Key": key } };
  return ask("demand/submit?wait_s=0", signal ? { ...asked, signal } : asked);
}

/** End a demand; what was agreed before stands. Throws Refused, code E014 when it is closed already. */
export function cancelDemand(demandId: string, reason = ""): Promise<Schemas["Cancelling"]> {
  const body = reason === "" ? {} : { reason };
  return ask(`demands/${encodeURIComponent(demandId)}/cancel`, { method: "POST", body });
}

interface Wanted {
  readonly user_id?: string;
  readonly status?: DemandItem["status"];
  /** Only what takes up this demand. */
  readonly follows?: string;
  readonly limit?: number;
  /** `next` of the page before. */
  readonly before?: string;
}

/** A page of demands, newest first. Throws Refused. */
export function listDemands(wanted: Wanted = {}, signal?: AbortSignal): Promise<DemandPage> {
  const query = new URLSearchParams(Object.entries(wanted).map(([name, value]) => [name, String(value)]));
  return ask(`demands?${query.toString()}`, { patience: PATIENCE, ...(signal ? { signal } : {}) });
}

/** What makes a request the same one again. Where the page came over plain HTTP browsers have no `randomUUID`. */
export function newKey(): string {
  const { crypto } = globalThis;
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
