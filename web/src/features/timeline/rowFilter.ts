// Which events does the viewer want to see, and how many does that hide?
import { KINDS } from "./eventKinds";
import type { Kind } from "./eventKinds";
import { nameOf } from "./timelineRows";
import type { Line } from "./timelineRows";

export interface Filter {
  /** Only the events of this agent; null = everybody's and nobody's. */
  readonly agent: string | null;
  readonly without: ReadonlySet<Kind>;
}

export const ALL: Filter = { agent: null, without: new Set() };

export function filtered(lines: readonly Line[], { agent, without }: Filter): readonly Line[] {
  if (agent === null && without.size === 0) return lines;
  return lines.filter((line) => (agent === null || line.agent === agent) && !without.has(line.kind));
}

/** The filter with this kind hidden if it was shown, and shown if it was hidden. */
export function toggled(filter: Filter, kind: Kind): Filter {
  const without = new Set(filter.without);
  if (!without.delete(kind)) without.add(kind);
  return { ...filter, without };
}

/** Whose events there are to choose from, [id, name] in the order in which they come; also the one that is chosen. */
export function agentsIn(lines: readonly Line[], chosen: string | null): readonly (readonly [string, string])[] {
  const scene = lines.at(-1)?.scene;
  const ids = new Set(lines.map((line) => line.agent).filter((agent) => agent !== ""));
  if (chosen !== null) ids.add(chosen);
  return [...ids].map((id) => [id, scene ? nameOf(scene, id) : id]);
}

/** The kinds to choose from: the known ones, and the others when there are any. */
export function kindsIn(lines: readonly Line[]): readonly Kind[] {
  return KINDS.filter((kind) => kind !== "other" || lines.some((line) => line.kind === "other"));
}
