// Start of a game: one request with what was chosen, its errors in words, the list of one's own.
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setLocale } from "../../../i18n/locale";
import { useDraftStore } from "../../home/draftStore";
import { useSessionStore } from "../../session/session";
import { GamesPage } from "./GamesPage";
import { START_MESSAGES } from "./messages";

let sent: { readonly body: unknown; readonly key: string }[] = [];
let answer: () => Promise<Response>;
let items: readonly unknown[] = [];

beforeEach(() => {
  setLocale("en");
  sent = [];
  items = [];
  answer = () => Promise.resolve(new Response('{"game_id":"g-new"}', { status: 201 }));
  useSessionStore.setState({ session: { user_id: null, admin: false, sign_in: false } });
  useDraftStore.setState({ name: "Ann" });
  vi.stubGlobal("fetch", (_: string, { method = "GET", body, headers }: RequestInit = {}) => {
    if (method !== "POST") return Promise.resolve(new Response(JSON.stringify({ items })));
    sent.push({ body: JSON.parse(typeof body === "string" ? body : "{}") as unknown, key: (headers as Record<string, string>)["Idempotency-Key"] ?? "" });
    return answer();
  });
});

afterEach(() => {
  cleanup();
  useDraftStore.setState(useDraftStore.getInitialState(), true);
  vi.unstubAllGlobals();
});

function Place() {
  return <p data-testid="place">{useLocation().pathname}</p>;
}

function open(): void {
  render(<MemoryRouter initialEntries={["/games"]}><Routes><Route path="/games" element={<GamesPage />} /><Route path="*" element={<Place />} /></Routes></MemoryRouter>);
}

const choose = (name: RegExp): void => { fireEvent.click(screen.getByRole("radio", { name })); };
const start = (): void => { fireEvent.click(screen.getByRole("button", { name: START_MESSAGES.en.start })); };

it("starts what was chosen and opens it; the opponent is asked for only without a person", async () => {
  open();
  choose(/^NoGo 7/);
  choose(/^Second/);
  expect(screen.queryByRole("radio", { name: /Another team/ })).toBeNull();
  choose(/^Watch only/);
  choose(/^Another team/);
  choose(/^2 /);
  start();
  expect((await screen.findByTestId("place")).textContent).toBe("/games/g-new");
  expect(sent.map(({ body }) => body)).toEqual([{ game: "nogo7", human: "none", level: 2, opponent: "team", user_id: "Ann" }]);
});

it("repeats the same start after a lost response", async () => {
  answer = () => Promise.reject(new TypeError("away"));
  open();
  start();
  await screen.findByRole("alert");
  start();
  await waitFor(() => { expect(sent).toHaveLength(2); });
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

it("lists one's own games with their end", async () => {
  items = [
    { game_id: "g-1", game: "nogo", seats: ["human", "team"], level: 3, status: "ended", created_at: "2026-11-27T03:00:00Z", outcome: { winner: 1, reason: "last_liberty" } },
    { game_id: "g-2", game: "misere", seats: ["team", "engine"], level: 4, status: "ended", created_at: "2026-11-27T03:00:00Z", outcome: { winner: null, reason: "full_board" } },
    { game_id: "g-3", game: "chess", seats: null, status: "running" },
  ];
  open();
  const links = await waitFor(() => {
    const found = [...document.querySelectorAll(".gm-own-game")];
    expect(found).toHaveLength(3);
    return found;
  });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/games/g-1", "/games/g-2", "/games/g-3"]);
  expect(links.map((link) => link.textContent)).toEqual([
    expect.stringMatching(/^NoGo You against TeamBlack wonlevel 3/), expect.stringMatching(/Team against Enginea draw/), expect.stringMatching(/^Game chess .*running/),
  ]);
});
