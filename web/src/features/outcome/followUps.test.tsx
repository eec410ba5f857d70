// Is a demand that took this one up found, however far back the list has to be read?
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLanguage } from "../../i18n/locale";
import { FollowUps } from "./FollowUps";

let asked: string[] = [];
let pages: object[] = [];

beforeEach(() => {
  asked = [];
  useLanguage.setState({ language: "en" });
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(new URL(url, "http://page").search);
    return Promise.resolve(new Response(JSON.stringify(pages.shift() ?? { items: [], next: "further" }), { status: 200 }));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(): void {
  render(<MemoryRouter><FollowUps demandId="d-old" /></MemoryRouter>);
}

async function settle(): Promise<void> {
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
}

it("is asked for further back while a piece of the list has none", async () => {
  pages = [{ items: [], next: "9" }, { next: "5" }, { items: [{ demand_id: "d-new", status: "finalized", raw_input: "again" }], next: "3" }];
  show();
  await settle();
  expect(screen.getByRole("link", { name: "again" }).getAttribute("href")).toBe("/d/d-new");
  expect(asked).toEqual(["?follows=d-old", "?follows=d-old&before=9", "?follows=d-old&before=5"]);
});

it("is not asked for beyond the end, nor for ever", async () => {
  pages = [{ items: [], next: "9" }, { items: [] }];
  show();
  await settle();
  expect(asked).toHaveLength(2);
  cleanup();
  asked = [];
  show();
  await settle();
  expect(asked).toHaveLength(11);
  expect(document.body.textContent).toBe("");
});

it("is not asked for any more once one has left", async () => {
  show();
  cleanup();
  await settle();
  expect(asked).toHaveLength(1);
});
