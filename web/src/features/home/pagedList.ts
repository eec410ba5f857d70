// Merging of demand list pages that were read at different times.
import type { DemandItem, DemandPage } from "../../api/demands";

/** Merged pages of demands, newest first. */
export interface PagedList {
  readonly items: readonly DemandItem[];
  /** Cursor of the next page; null when there is none. */
  readonly next: string | null;
}

/** Replace the newest page and keep older items that were loaded before. */
export function refreshList(list: PagedList | null, page: DemandPage): PagedList {
  const items = page.items ?? [];
  const next = page.next ?? null;
  if (list === null || next === null) return { items, next };
  const last = items.at(-1);
  const knownIds = new Set(items.map((item) => item.demand_id));
  const older = list.items.filter((item) => !knownIds.has(item.demand_id) && (last === undefined || item.created_at <= last.created_at));
  return older.length === 0 ? { items, next } : { items: [...items, ...older], next: list.next };
}

/** Append the next page, without duplicates. */
export function appendPage(list: PagedList, page: DemandPage): PagedList {
  const knownIds = new Set(list.items.map((item) => item.demand_id));
  const older = (page.items ?? []).filter((item) => !knownIds.has(item.demand_id));
  return { items: [...list.items, ...older], next: page.next ?? null };
}
