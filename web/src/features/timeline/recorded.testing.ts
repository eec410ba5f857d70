// Test material: the recorded negotiations, and how one event of them reads.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Entry } from "../../log/shape";

const LOGS = join(import.meta.dirname, "../../../../tests/golden/logs");

export const NAMES = readdirSync(LOGS)
  .filter((file) => file.endsWith(".jsonl") && !file.endsWith(".views.jsonl"))
  .map((file) => file.slice(0, -".jsonl".length));

export function recorded(name: string): Entry[] {
  return readFileSync(join(LOGS, `${name}.jsonl`), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line) as Entry);
}

/** What nobody may ever read on the page. */
export const MACHINE = /\{"|towow\.|undefined|null|NaN|\[object|Invalid Date/;
