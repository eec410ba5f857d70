// Recorded logs of the golden tests, parsed and projected once each.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { projectEvent } from "../eventLog/viewProjection";
import type { ChannelPart, DemandView, LogEntry } from "../eventLog/types";

const LOGS_FOLDER = join(import.meta.dirname, "../../../tests/golden/logs");
const VIEWS_SUFFIX = ".views.jsonl";

/** Names of all recorded logs. */
export const RECORDED_LOGS: readonly string[] = readdirSync(LOGS_FOLDER)
  .filter((file) => file.endsWith(VIEWS_SUFFIX))
  .map((file) => file.slice(0, -VIEWS_SUFFIX.length));

interface RecordedLog {
  readonly entries: readonly LogEntry[];
  /** `views[i]` is the view after `entries[i]`. */
  readonly views: readonly DemandView[];
  /** The last view. */
  readonly view: DemandView;
}

const CACHE = new Map<string, RecordedLog>();

/** Read a recorded log by name. */
export function readRecordedLog(name: string): RecordedLog {
  const known = CACHE.get(name);
  if (known !== undefined) return known;
  const read = createRecordedLog(name, readJsonLines(`${name}.jsonl`) as LogEntry[]);
  CACHE.set(name, read);
  return read;
}

function createRecordedLog(name: string, entries: readonly LogEntry[]): RecordedLog {
  const views = projectViews(entries);
  const view = views.at(-1);
  if (view === undefined) throw new Error(`recorded log ${name} is empty`);
  return { entries, views, view };
}

const EARLIER_LOGS = join(import.meta.dirname, "../../../tests/golden/compatibility/golden-logs-d4af1f8.json.gz");

interface EarlierLog extends RecordedLog {
  /** The last view as the earlier release made it; later releases may add keys. */
  readonly earlierView: Readonly<Record<string, unknown>>;
}

/** Read the logs of an earlier release, by name. */
export function readEarlierLogs(): ReadonlyMap<string, EarlierLog> {
  const recorded = JSON.parse(gunzipSync(readFileSync(EARLIER_LOGS)).toString("utf8")) as Record<string, { readonly log: readonly string[]; readonly view: EarlierLog["earlierView"] }>;
  return new Map(Object.entries(recorded).map(([name, { log, view }]) => {
    const read = createRecordedLog(name, log.map((line) => JSON.parse(line) as LogEntry));
    return [name, { ...read, earlierView: view }];
  }));
}

/** Read what the gateway's view changes with each entry. */
export function readViewOverlays(name: string): readonly object[] {
  return readJsonLines(`${name}${VIEWS_SUFFIX}`) as object[];
}

function readJsonLines(file: string): unknown[] {
  return readFileSync(join(LOGS_FOLDER, file), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line) as unknown);
}

/** Return the view after each of the entries. */
export function projectViews(entries: readonly LogEntry[]): DemandView[] {
  const views: DemandView[] = [];
  for (const entry of entries) views.push(projectEvent(views.at(-1) ?? null, entry));
  return views;
}

/** Return the part of a view that an entry is about. */
export function getChannelPart(view: DemandView, { payload }: LogEntry): ChannelPart {
  return view.subnets.find((subnet) => subnet.sub_channel_id === payload.channel_id)?.channel ?? view;
}

/** Machine-readable values that must never appear in rendered text. */
export const RAW_VALUE = /\{"|towow\.|undefined|null|NaN|\[object|Invalid Date/;
