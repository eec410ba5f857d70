// Which negotiations are there to be tested with? Those of the golden tests, each read and folded once.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fold } from "../eventLog/viewProjection";
import type { ChannelPart, DemandView, Entry } from "../eventLog/types";

const LOGS = join(import.meta.dirname, "../../../tests/golden/logs");
const VIEWS = ".views.jsonl";

export const NAMES: readonly string[] = readdirSync(LOGS)
  .filter((file) => file.endsWith(VIEWS))
  .map((file) => file.slice(0, -VIEWS.length));

interface Recorded {
  readonly entries: readonly Entry[];
  /** `views[i]` is the view after `entries[i]`. */
  readonly views: readonly DemandView[];
  /** The last of the views. */
  readonly view: DemandView;
}

const READ = new Map<string, Recorded>();

export function recorded(name: string): Recorded {
  const known = READ.get(name);
  if (known !== undefined) return known;
  const entries = lines(`${name}.jsonl`) as Entry[];
  const views = viewsOf(entries);
  const view = views.at(-1);
  if (view === undefined) throw new Error(`${name} is empty`);
  const read = { entries, views, view };
  READ.set(name, read);
  return read;
}

/** What the gateway's view changes with each entry. */
export function overlaysOf(name: string): readonly object[] {
  return lines(`${name}${VIEWS}`) as object[];
}

function lines(file: string): unknown[] {
  return readFileSync(join(LOGS, file), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line) as unknown);
}

/** The view after each of the entries. */
export function viewsOf(entries: readonly Entry[]): DemandView[] {
  const views: DemandView[] = [];
  for (const entry of entries) views.push(fold(views.at(-1) ?? null, entry));
  return views;
}

/** The part of a view that an entry is about. */
export function partOf(view: DemandView, { payload }: Entry): ChannelPart {
  return view.subnets.find((subnet) => subnet.sub_channel_id === payload.channel_id)?.channel ?? view;
}

/** What nobody may ever read on the page. */
export const MACHINE = /\{"|towow\.|undefined|null|NaN|\[object|Invalid Date/;
