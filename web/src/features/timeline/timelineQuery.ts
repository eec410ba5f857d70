// What of the timeline is shown and how, as the address says it: `q`, `agent`, `kind`, `view`.
import { EVENT_KINDS, type EventKind } from "./eventKinds";
import type { RowFilter } from "./rowFilter";

/** Way in which the timeline is shown. */
export type TimelineView = "lanes" | "wishes" | "list";

/** Views in the order of their buttons. */
export const TIMELINE_VIEWS: readonly TimelineView[] = ["lanes", "wishes", "list"];

/** What the address says about the timeline. */
export interface TimelineQuery {
  /** Text that is searched for. */
  readonly text: string;
  readonly filter: RowFilter;
  /** Null for the default of the screen's width. */
  readonly view: TimelineView | null;
}

/** Value of `kind` when no kind is shown. */
const NO_KIND = "none";

/** Read the address; what it does not say, or says wrongly, is the default. */
export function readTimelineQuery(address: URLSearchParams): TimelineQuery {
  const view = address.get("view");
  return {
    text: address.get("q") ?? "",
    filter: { agent: readAgent(address.get("agent")), hiddenKinds: readHiddenKinds(address.get("kind")) },
    view: TIMELINE_VIEWS.find((known) => known === view) ?? null,
  };
}

function readAgent(agent: string | null): string | null {
  return agent === "" ? null : agent;
}

function readHiddenKinds(kinds: string | null): ReadonlySet<EventKind> {
  const named = (kinds ?? "").split(",");
  const shown = EVENT_KINDS.filter((kind) => named.includes(kind));
  return new Set(shown.length === 0 && kinds !== NO_KIND ? [] : EVENT_KINDS.filter((kind) => !shown.includes(kind)));
}

/** Change an address in place so that it says this; its other parameters stay. */
export function writeTimelineQuery(address: URLSearchParams, { text, filter: { agent, hiddenKinds }, view }: TimelineQuery): void {
  const shown = EVENT_KINDS.filter((kind) => !hiddenKinds.has(kind));
  const values = { q: text, agent: agent ?? "", kind: hiddenKinds.size === 0 ? "" : shown.join(",") || NO_KIND, view: view ?? "" };
  for (const [name, value] of Object.entries(values)) {
    if (value === "") address.delete(name);
    else address.set(name, value);
  }
}
