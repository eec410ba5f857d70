// Filter of timeline rows by agent and event kind.
import { EVENT_KINDS, type EventKind } from "./eventKinds";
import { getAgentName, type TimelineRow } from "./timelineRows";

/** State of the filter. */
export interface RowFilter {
  /** Only rows of this agent; null for all rows. */
  readonly agent: string | null;
  readonly hiddenKinds: ReadonlySet<EventKind>;
}

/** Filter that shows all rows. */
export const NO_FILTER: RowFilter = { agent: null, hiddenKinds: new Set() };

/** Return the rows that pass the filter. */
export function filterRows(rows: readonly TimelineRow[], { agent, hiddenKinds }: RowFilter): readonly TimelineRow[] {
  if (agent === null && hiddenKinds.size === 0) return rows;
  return rows.filter((row) => (agent === null || row.agent === agent) && !hiddenKinds.has(row.kind));
}

/** Return the filter with the visibility of a kind toggled. */
export function toggleKind(filter: RowFilter, kind: EventKind): RowFilter {
  const hiddenKinds = new Set(filter.hiddenKinds);
  if (!hiddenKinds.delete(kind)) hiddenKinds.add(kind);
  return { ...filter, hiddenKinds };
}

/** List the agents to choose from as [id, name], in order of appearance, including the selected one. */
export function listAgents(rows: readonly TimelineRow[], selected: string | null): readonly (readonly [string, string])[] {
  const context = rows.at(-1)?.context;
  const ids = new Set(rows.map((row) => row.agent).filter((agent) => agent !== ""));
  if (selected !== null) ids.add(selected);
  return [...ids].map((id) => [id, context ? getAgentName(context, id) : id]);
}

/** List the kinds to choose from; `other` only when there are such rows. */
export function listKinds(rows: readonly TimelineRow[]): readonly EventKind[] {
  return EVENT_KINDS.filter((kind) => kind !== "other" || rows.some((row) => row.kind === "other"));
}
