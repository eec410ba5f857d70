// Start of a deliberation: one request, its errors in words, the list of one's own.
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setLocale } from "../../../i18n/locale";
import { useDraftStore } from "../../home/draftStore";
import { useSessionStore } from "../../session/session";
import { DeliberationsPage } from "./DeliberationsPage";
import { START_MESSAGES } from "./messages";
import { getStartRequest } from "./useStartSession";

interface Sent {
  readonly body: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | null;
}

let sent: Sent[] = [];
let answer: () => Promise<Response> = () => new Promise(() => undefined);
let items: readonly unknown[] = [];

const respond = (status: number, body: unknown, headers: Record<string, string> = {}) => (): Promise<Response> => Promise.resolve(new Response(JSON.stringify(body), { status, headers }));

beforeEach(() => {
  setLocale("en");
  sent = [];
  items = [];
  useSessionStore.setState({ session: { user_id: null, admin: false, sign_in: false } });
  useDraftStore.setState({ name: "Ann" });
  vi.stubGlobal("fetch", (url: string, { method = "GET", body, headers, signal }: RequestInit = {}) => {
    if (method !== "POST") return url.includes("/deliberations?") ? respond(200, { items })() : new Promise(() => undefined);
    sent.push({ body: JSON.parse(typeof body === "string" ? body : "{}") as Sent["body"], headers: headers as Sent["headers"], signal: signal ?? null });
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
  render(<MemoryRouter initialEntries={["/deliberations"]}><Routes><Route path="/deliberations" element={<DeliberationsPage />} /><Route path="*" element={<Place />} /></Routes></MemoryRouter>);
}

function start(text: string): void {
  fireEvent.change(screen.getByLabelText(START_MESSAGES.en.goal), { target: { value: text } });
  fireEvent.click(screen.getByRole("button", { name: START_MESSAGES.en.start }));
}

describe("the start", () => {
  it("takes the id from the header, leaves the stream, and opens the page", async () => {
    answer = () => Promise.resolve(new Response(new ReadableStream({}), { status: 200, headers: { "X-Session-Id": "s-one" } }));
    open();
    start("a plan");
    expect((await screen.findByTestId("place")).textContent).toBe("/deliberations/s-one");
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toEqual({ message: "a plan", mode: "multi_agent", userId: "Ann", conversationId: expect.stringMatching(/^[0-9a-f-]{32,36}$/) as string });
    expect(sent[0]?.headers).toMatchObject({ Accept: "text/event-stream", "Accept-Language": "en" });
    expect(sent[0]?.signal?.aborted).toBe(true);
  });

  it("repeats the same request after a lost response, and a new one for another text", async () => {
    answer = () => Promise.reject(new TypeError("away"));
    open();
    start("plan A");
    await screen.findByRole("alert");
    expect(screen.getByText(START_MESSAGES.en.kept)).toBeTruthy();
    start("plan A");
    await waitFor(() => { expect(sent).toHaveLength(2); });
    await screen.findByRole("button", { name: START_MESSAGES.en.start });
    start("plan B");
    await waitFor(() => { expect(sent).toHaveLength(3); });
    const keys = sent.map(({ body, headers }) => `${String(headers["Idempotency-Key"])} ${String(body.conversationId)}`);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    const first = getStartRequest(null, "x", "Ann");
    expect(getStartRequest(first, "x", "Ann")).toBe(first);
    expect(getStartRequest(first, "x", "Bob").idempotencyKey).not.toBe(first.idempotencyKey);
  });

  it("links to the session that already runs", async () => {
    answer = respond(409, { error_code: "E014", message: "conflict", details: { id: "s-running", status: "in_progress" } });
    open();
    start("a plan");
    expect((await screen.findByRole("link", { name: START_MESSAGES.en.open })).getAttribute("href")).toBe("/deliberations/s-running");
    expect(screen.getByRole("alert").textContent).toContain(START_MESSAGES.en.running);
  });

  it.each([
    [429, "E017", { "Retry-After": "30" }, START_MESSAGES.en.tooMany, /Try again in 30 s/],
    [503, "E018", {}, START_MESSAGES.en.overloaded, /at work/],
    [503, "unknown", {}, START_MESSAGES.en.overloaded, /does not answer/],
  ])("says what %i (%s) means", async (status, error_code, headers, hint, said) => {
    answer = respond(status, error_code === "unknown" ? null : { error_code, message: "too much at work" }, headers);
    open();
    start("a plan");
    expect((await screen.findByRole("alert")).textContent).toMatch(said);
    expect(screen.getByText(hint)).toBeTruthy();
  });

  it.each([["", START_MESSAGES.en.blank], [" \n ", START_MESSAGES.en.blank], ["长".repeat(8001), "It has 8,001 characters, at most 8,000 are possible."]])("sends nothing that is blank or too long", (text, said) => {
    open();
    start(text);
    expect(screen.getByRole("alert").textContent).toBe(said);
    expect(sent).toEqual([]);
  });

  it("does not take a response without a session for one", async () => {
    answer = respond(200, {});
    open();
    start("a plan");
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(screen.queryByTestId("place")).toBeNull();
  });
});

describe("the list", () => {
  it("has one's own sessions, and a way back", async () => {
    items = [{ session_id: "s-1", user_query: "learn <b>piano</b>", status: "terminated", created_at: "2026-03-02T02:00:00Z", rounds: 5 }, { session_id: "s-2", status: "paused" }, null];
    open();
    const links = await waitFor(() => {
      const found = [...document.querySelectorAll(".dl-session")];
      expect(found).toHaveLength(2);
      return found;
    });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/deliberations/s-1", "/deliberations/s-2"]);
    expect(links[0]?.textContent).toMatch(/learn <b>piano<\/b>not agreed5 rounds/);
    expect(links[1]?.textContent).toContain("paused");
    expect(screen.getByRole("link", { name: /Back to the negotiations/ }).getAttribute("href")).toBe("/");
  });

  it("says that there is none", async () => {
    open();
    expect(await screen.findByText(START_MESSAGES.en.empty)).toBeTruthy();
  });
});
