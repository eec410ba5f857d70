// Demands that this browser submitted: their ids, for guests, whose names anybody may use. The proof is a cookie.
import { readLocal, writeLocal } from "./safeLocalStorage";

const STORAGE_KEY = "towow.demands";
/** Maximum number of stored ids, those of the latest demands. */
const MAX_IDS = 500;

/** Store the id of a demand that this browser has submitted, and drop the oldest beyond 500. */
export function addOwnDemand(demandId: string): void {
  const ids = [...readIds().filter((id) => id !== demandId), demandId];
  writeLocal(STORAGE_KEY, JSON.stringify(ids.slice(-MAX_IDS)));
}

/** Return the ids of the demands that this browser has submitted; empty where storage is blocked. */
export function getOwnDemands(): ReadonlySet<string> {
  return new Set(readIds());
}

function readIds(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(readLocal(STORAGE_KEY) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
