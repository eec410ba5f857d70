// How do pages of a list of demands, read at different moments, make one list?
import type { DemandItem, DemandPage } from "../../api/demands";

export interface Listed {
  readonly items: readonly DemandItem[];
  /** Where older ones begin; null = there are none. */
  readonly next: string | null;
}

/** The newest page read anew: older ones that were read before stay behind it. */
export function renewed(before: Listed | null, page: DemandPage): Listed {
  const items = page.items ?? [];
  const next = page.next ?? null;
  if (before === null || next === null) return { items, next };
  const last = items.at(-1);
  const here = new Set(items.map((item) => item.demand_id));
  const older = before.items.filter((item) => !here.has(item.demand_id) && (last === undefined || item.created_at <= last.created_at));
  return older.length === 0 ? { items, next } : { items: [...items, ...older], next: before.next };
}

/** One page further back. */
export function continued(before: Listed, page: DemandPage): Listed {
  const here = new Set(before.items.map((item) => item.demand_id));
  const older = (page.items ?? []).filter((item) => !here.has(item.demand_id));
  return { items: [...before.items, ...older], next: page.next ?? null };
}
