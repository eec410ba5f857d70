// Paging through the list of follow-up demands.
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLocaleStore } from "../../i18n/locale";
import { FollowUps } from "./FollowUps";

let queries: string[] = [];
let pages: object[] = [];

beforeEach(() => {
  queries = [];
  useLocaleStore.setState({ locale: "en" });
  vi.stubGlobal("fetch", (url: string) => {
    queries.push(new URL(url, "http://page").search);
    return Promise.resolve(new Response(JSON.stringify(pages.shift() ?? { items: [], next: "further" }), { status: 200 }));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function renderFollowUps(): void {
  render(<MemoryRouter><FollowUps demandId="d-old" /></MemoryRouter>);
}

async function settle(): Promise<void> {
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
}

it("reads further pages while they are empty", async () => {
  pages = [{ items: [], next: "9" }, { next: "5" }, { items: [{ demand_id: "d-new", status: "finalized", raw_input: "again" }], next: "3" }];
  renderFollowUps();
  await settle();
  expect(screen.getByRole("link", { name: "again" }).getAttribute("href")).toBe("/d/d-new");
  expect(queries).toEqual(["?follows=d-old", "?follows=d-old&before=9", "?follows=d-old&before=5"]);
});

it("stops at the end of the list and at the page limit", async () => {
  pages = [{ items: [], next: "9" }, { items: [] }];
  renderFollowUps();
  await settle();
  expect(queries).toHaveLength(2);
  cleanup();
  queries = [];
  renderFollowUps();
  await settle();
  expect(queries).toHaveLength(11);
  expect(document.body.textContent).toBe("");
});

it("stops after unmount", async () => {
  renderFollowUps();
  cleanup();
  await settle();
  expect(queries).toHaveLength(1);
});
