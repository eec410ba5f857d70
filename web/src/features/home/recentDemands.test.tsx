// Recent demands: merging of pages, reducer, list items.
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../api/client";
import type { DemandItem } from "../../api/demands";
import { setLocale } from "../../i18n/locale";
import { addOwnDemand } from "../../app/ownDemands";
import { useSessionStore } from "../session/session";
import { useDraftStore } from "./draftStore";
import { RecentDemandItem, RecentDemands } from "./RecentDemands";
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

describe("the own demands", () => {
  beforeEach(() => {
    setLocale("en");
    localStorage.clear();
    useDraftStore.setState({ name: "Ann" });
    addOwnDemand("d-1");
    // Two people called Ann; the gateway lists by name.
    vi.stubGlobal("fetch", (url: string) =>
      Promise.resolve(new Response(JSON.stringify({ items: url.includes("user_id=Ann") ? [createDemand(2), createDemand(1)] : [createDemand(3), createDemand(2), createDemand(1)] }))));
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it.each([
    ["a guest sees what this browser has submitted", { user_id: null, admin: false, sign_in: false }, ["/d/d-1"]],
    ["a user sees what the gateway lists", { user_id: "Ann", admin: false, sign_in: true }, ["/d/d-2", "/d/d-1"]],
  ] as const)("%s", async (_, session, own) => {
    useSessionStore.setState({ session });
    const waitForResponse = (): Promise<void> => act(async () => { await new Promise((resolve) => setTimeout(resolve, 5)); });
    const getLinks = (): (string | null)[] => screen.queryAllByRole("link").map((link) => link.getAttribute("href"));
    render(<MemoryRouter><RecentDemands /></MemoryRouter>);
    await waitForResponse();
    expect(getLinks()).toEqual(["/d/d-3", "/d/d-2", "/d/d-1"]);
    fireEvent.click(screen.getByRole("button", { name: "Mine" }));
    await waitForResponse();
    expect(getLinks()).toEqual(own);
  });
});

describe("the guest's name", () => {
  it.each(["guest", "访客", "", "  "])("is this browser's own instead of %j", async (stored) => {
    const names: string[] = [];
    for (let browser = 0; browser < 2; browser += 1) {
      localStorage.clear();
      localStorage.setItem("towow.name", stored);
      for (let visit = 0; visit < 2; visit += 1) {
        vi.resetModules();
        names.push((await import("./draftStore")).useDraftStore.getState().name);
      }
    }
    expect(names[0]).toMatch(/^(guest|访客)-[0-9a-f]{8}$/);
    expect(names[1]).toBe(names[0]);
    expect(names[3]).toBe(names[2]);
    expect(names[2]).not.toBe(names[0]);
  });

  it("stays as it was chosen", async () => {
    localStorage.setItem("towow.name", "Ann");
    vi.resetModules();
    expect((await import("./draftStore")).useDraftStore.getState().name).toBe("Ann");
  });
});
