// Recent demands: merging of pages, reducer, list items.
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../../api/client";
import type { DemandItem } from "../../api/demands";
import { setLocale } from "../../i18n/locale";
import { RecentDemandItem } from "./RecentDemands";
import { appendPage, refreshList } from "./pagedList";
import { recentReducer } from "./useRecentDemands";

const createDemand = (number: number, more: Partial<DemandItem> = {}): DemandItem => ({
  demand_id: `d-${number}`,
  channel_id: `collab-${number}`,
  status: "processing",
  user_id: "user_alice",
  created_at: `2026-01-22T10:00:${String(number).padStart(2, "0")}.000Z`,
  round: 0,
  ...more,
});
const getIds = (items: readonly DemandItem[]): string[] => items.map((item) => item.demand_id);

describe("paged list", () => {
  it("appends older pages without duplicates", () => {
    const before = { items: [createDemand(5), createDemand(4)], next: "4" };
    const after = appendPage(before, { items: [createDemand(4), createDemand(3)] });
    expect(getIds(after.items)).toEqual(["d-5", "d-4", "d-3"]);
    expect(after.next).toBeNull();
  });

  it("keeps older items on refresh and updates changed ones", () => {
    const before = { items: [createDemand(4), createDemand(3), createDemand(2), createDemand(1)], next: "1" };
    const after = refreshList(before, { items: [createDemand(5), createDemand(4, { status: "failed" }), createDemand(3)], next: "3" });
    expect(getIds(after.items)).toEqual(["d-5", "d-4", "d-3", "d-2", "d-1"]);
    expect(after.items[1]?.status).toBe("failed");
    expect(after.next).toBe("1");
  });

  it("drops items that left the list on refresh", () => {
    const before = { items: [createDemand(4), createDemand(3), createDemand(2)], next: "2" };
    expect(getIds(refreshList(before, { items: [createDemand(4), createDemand(2)], next: "2" }).items)).toEqual(["d-4", "d-2"]);
    expect(refreshList(before, {})).toEqual({ items: [], next: null });
  });
});

describe("the reducer", () => {
  const away = new ApiError(0, "unreachable", "", undefined, null);
  const page = { key: "a", page: { items: [createDemand(1)] }, append: false, fetchedAtMs: 7 };

  it("keeps the list on an error", () => {
    const state = recentReducer(recentReducer({ key: "", list: null, error: null, fetchedAtMs: 0 }, page), { key: "a", error: away });
    expect(state.list?.items).toHaveLength(1);
    expect(state.error).toBe(away);
    expect(state.fetchedAtMs).toBe(7);
  });

  it("starts a new list for another key", () => {
    const state = recentReducer(recentReducer({ key: "", list: null, error: null, fetchedAtMs: 0 }, page), { key: "b", error: away });
    expect(state.list).toBeNull();
  });
});

describe("a list item", () => {
  beforeEach(() => { setLocale("en"); });
  afterEach(cleanup);

  it.each([
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
    ["\u202eabc", "⟨U+202E⟩abc"],
    ["长".repeat(10_000), "长".repeat(10_000)],
    ["👩‍🚀", "👩‍🚀"],
  ])("shows %.30j as text", (text, shown) => {
    render(<MemoryRouter><RecentDemandItem item={createDemand(1, { surface_demand: text, user_id: "<b>me</b>" })} /></MemoryRouter>);
    expect(screen.getByText(shown, { normalizer: (same) => same }).tagName).toBe("BDI");
    expect(screen.getByText("<b>me</b>")).toBeTruthy();
    expect(document.querySelector("img")).toBeNull();
  });

  it("shows unknown statuses literally", () => {
    const strange = createDemand(1, { status: "paused" as DemandItem["status"], created_at: "yesterday" });
    render(<MemoryRouter><RecentDemandItem item={strange} /></MemoryRouter>);
    expect(screen.getByRole("link").textContent).toMatch(/d-1.*paused.*yesterday/);
  });
});
