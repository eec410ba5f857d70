// Does the list of recent negotiations hold together, whatever comes, and show strangers' words as text?
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Refused } from "../../api/client";
import type { DemandItem } from "../../api/demands";
import { speak } from "../../i18n/locale";
import { RecentItem } from "./RecentDemands";
import { continued, renewed } from "./pagedList";
import { heard } from "./useRecentDemands";

const demand = (number: number, more: Partial<DemandItem> = {}): DemandItem => ({
  demand_id: `d-${number}`,
  channel_id: `collab-${number}`,
  status: "processing",
  user_id: "user_alice",
  created_at: `2026-01-22T10:00:${String(number).padStart(2, "0")}.000Z`,
  round: 0,
  ...more,
});
const ids = (items: readonly DemandItem[]): string[] => items.map((item) => item.demand_id);

describe("pages", () => {
  it("read further back follow those that are there, none twice", () => {
    const before = { items: [demand(5), demand(4)], next: "4" };
    const after = continued(before, { items: [demand(4), demand(3)] });
    expect(ids(after.items)).toEqual(["d-5", "d-4", "d-3"]);
    expect(after.next).toBeNull();
  });

  it("read anew keep what was read further back, and take what changed", () => {
    const before = { items: [demand(4), demand(3), demand(2), demand(1)], next: "1" };
    const after = renewed(before, { items: [demand(5), demand(4, { status: "failed" }), demand(3)], next: "3" });
    expect(ids(after.items)).toEqual(["d-5", "d-4", "d-3", "d-2", "d-1"]);
    expect(after.items[1]?.status).toBe("failed");
    expect(after.next).toBe("1");
  });

  it("read anew drop what is no longer of the list", () => {
    const before = { items: [demand(4), demand(3), demand(2)], next: "2" };
    expect(ids(renewed(before, { items: [demand(4), demand(2)], next: "2" }).items)).toEqual(["d-4", "d-2"]);
    expect(renewed(before, {})).toEqual({ items: [], next: null });
  });
});

describe("what is heard", () => {
  const away = new Refused(0, "unreachable", "", undefined, null);
  const page = { key: "a", page: { items: [demand(1)] }, further: false, at: 7 };

  it("stays when the gateway goes away, and says so", () => {
    const state = heard(heard({ key: "", listed: null, refused: null, at: 0 }, page), { key: "a", refused: away });
    expect(state.listed?.items).toHaveLength(1);
    expect(state.refused).toBe(away);
    expect(state.at).toBe(7);
  });

  it("of another list is another list", () => {
    const state = heard(heard({ key: "", listed: null, refused: null, at: 0 }, page), { key: "b", refused: away });
    expect(state.listed).toBeNull();
  });
});

describe("a line of the list", () => {
  beforeEach(() => { speak("en"); });
  afterEach(cleanup);

  it.each([
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
    ["\u202eabc", "⟨U+202E⟩abc"],
    ["长".repeat(10_000), "长".repeat(10_000)],
    ["👩‍🚀", "👩‍🚀"],
  ])("shows %.30j as text", (text, shown) => {
    render(<MemoryRouter><RecentItem item={demand(1, { surface_demand: text, user_id: "<b>me</b>" })} /></MemoryRouter>);
    expect(screen.getByText(shown, { normalizer: (same) => same }).tagName).toBe("BDI");
    expect(screen.getByText("<b>me</b>")).toBeTruthy();
    expect(document.querySelector("img")).toBeNull();
  });

  it("shows what it does not know plainly", () => {
    const strange = demand(1, { status: "paused" as DemandItem["status"], created_at: "yesterday" });
    render(<MemoryRouter><RecentItem item={strange} /></MemoryRouter>);
    expect(screen.getByRole("link").textContent).toMatch(/d-1.*paused.*yesterday/);
  });
});
