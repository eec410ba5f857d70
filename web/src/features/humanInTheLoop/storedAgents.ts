// Agents that this tab attends, kept over a reload; other tabs do not resume them.
import { readStrings } from "../../eventLog/readJson";

const STORAGE_KEY = "towow.attending";

/** Store the ids of the attended agents for this tab. */
export function storeAgents(agents: readonly string[]): void {
  try {
    if (agents.length === 0) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(agents));
  } catch {
    // Storage is blocked: a reload starts without leases.
  }
}

/** Return the ids that this tab has stored; [] without any. */
export function readStoredAgents(): readonly string[] {
  try {
    return readStrings(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]"));
  } catch {
    return [];
  }
}
