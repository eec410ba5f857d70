// The last event of each demand that this browser has shown, kept for its next visit.
import { readLocal, writeLocal } from "../../app/safeLocalStorage";
import { readNumber, readObject } from "../../eventLog/readJson";

const STORAGE_KEY = "towow.seen";
/** Maximum number of demands that are remembered, the last visited ones. */
const MAX_DEMANDS = 100;

/** Read the seq of the last event seen; 0 for a demand that was not seen. */
export function readSeen(demandId: string): number {
  const seen = readAll().find(([id]) => id === demandId)?.[1] ?? 0;
  return Number.isSafeInteger(seen) && seen > 0 ? seen : 0;
}

/** Remember the seq of the last event seen. */
export function writeSeen(demandId: string, seq: number): void {
  const others = readAll().filter(([id]) => id !== demandId);
  writeLocal(STORAGE_KEY, JSON.stringify(Object.fromEntries([...others, [demandId, seq] as const].slice(-MAX_DEMANDS))));
}

/** Read all pairs of demand and seq; none when what is stored cannot be read. */
function readAll(): readonly (readonly [string, number])[] {
  try {
    return Object.entries(readObject(JSON.parse(readLocal(STORAGE_KEY) ?? "{}"))).map(([id, seq]) => [id, readNumber(seq) ?? 0]);
  } catch {
    return [];
  }
}
