// Questions panel: closed questions, collapsing, clocks, reload, sign-out.
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLocaleStore } from "../../i18n/locale";
import { setWideScreen } from "../../testUtils/fakeGateway";
import { signOut } from "../session/session";
import { acquireLease, releaseLease } from "./attendanceLease";
import { QuestionsPanel } from "./QuestionsPanel";
import { useAttendanceStore } from "./attendanceStore";
import { MESSAGES } from "./messages";

const messages = MESSAGES.en;
const ASKED_AT = Date.parse("2026-01-22T10:00:00.000Z");
/** One hour (ms), the offset between the gateway's clock and the viewer's. */
const HOUR = 3_600_000;

let requests: string[] = [];
let items: unknown[] = [];
let renewal: Promise<void> = Promise.resolve();
/** Time (ms) since the page was loaded. */
let now = 0;
/** Offset (ms) of the gateway's clock to `now`. */
let loadedAt = 0;
/** Error (ms) of the viewer's clock. */
let clockError = 0;

function createQuestion(id: string, watchable = true): unknown {
  return {
    question_id: id, agent_id: "bob", kind: "invitation", demand_id: "d", channel_id: "c", language: "en", surface_demand: "a venue", round: 1, watchable,
    asked_at: "2026-01-22T10:00:00.000Z", until: "2026-01-22T10:01:00.000Z", answer_by: "2026-01-22T10:02:00.000Z",
  };
}

async function respond(url: string, method: string): Promise<Response> {
  requests.push(`${method} ${url.replace("/api/v1/", "")}`);
  if (method === "PUT") await renewal;
  if (method === "POST") items = [];
  if (method === "DELETE") return new Response(null, { status: 204 });
  const lease = { attended_until: new Date(loadedAt + now + 150_000).toISOString(), waits_s: 60 };
  const body = url.endsWith("/questions") ? { agent_id: "bob", now: new Date(loadedAt + now).toISOString(), items } : { agent_id: "bob", display_name: "Bob", ...lease };
  return new Response(JSON.stringify(body));
}

/** Poll again after `later` ms. */
function pollAfter(later = 0): Promise<void> {
  return act(async () => {
    now += later;
    document.dispatchEvent(new Event("visibilitychange"));
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

/** Expect the page to show this remaining time (s). */
async function expectSecondsLeft(seconds: number): Promise<void> {
  await waitFor(() => screen.getByText(messages.left(seconds)), { timeout: 5_000 });
}

async function renderPanel(): Promise<void> {
  await act(() => acquireLease("bob"));
  render(<MemoryRouter><QuestionsPanel /></MemoryRouter>);
}

const isCollapsed = (): boolean => screen.getByRole("button", { name: new RegExp(messages.region) }).getAttribute("aria-expanded") === "false";

function getTextArea(): HTMLTextAreaElement {
  fireEvent.click(screen.getByLabelText(messages.decisions.participate));
  const field = screen.getByLabelText<HTMLTextAreaElement>(messages.contribution);
  fireEvent.change(field, { target: { value: "my hall" } });
  return field;
}

beforeEach(() => {
  [requests, items, renewal, now, loadedAt, clockError] = [[], [], Promise.resolve(), 5000, ASKED_AT - 5000, HOUR];
  useLocaleStore.setState({ locale: "en" });
  setWideScreen(true);
  vi.spyOn(Date, "now").mockImplementation(() => loadedAt + now + clockError);
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => respond(url, init?.method ?? "GET"));
});

afterEach(async () => {
  await releaseLease("bob");
  cleanup();
  useAttendanceStore.setState(useAttendanceStore.getInitialState());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([[60_000, messages.over], [20_000, messages.gone]])("keeps typed text for a while when the question is closed after %i ms", async (later, why) => {
  items = [createQuestion("q")];
  await renderPanel();
  expect(screen.getByText(messages.left(60))).toBeTruthy(); // although the clocks differ by an hour
  const field = getTextArea();
  items = [];
  await pollAfter(later);
  expect(screen.getByRole("status").textContent).toBe(why);
  expect([field.isConnected, field.value, field.readOnly]).toEqual([true, "my hall", true]);
  act(() => { field.focus(); });
  await pollAfter(9_000);
  expect(field.isConnected).toBe(true);
  await pollAfter(2_000);
  expect(field.isConnected).toBe(false);
  expect(isCollapsed()).toBe(true);
  expect(document.activeElement?.getAttribute("aria-expanded")).toBe("false");
});

it("announces a sent answer and focuses its card, which leaves by itself", async () => {
  items = [createQuestion("q")];
  await renderPanel();
  getTextArea();
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: messages.send }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(screen.getByRole("status").textContent).toBe(messages.sent);
  expect(document.activeElement?.textContent).toBe(messages.invitation("Bob"));
  expect(screen.queryByRole("button", { name: messages.dismiss })).toBeNull();
  await pollAfter(3_000);
  expect(screen.getByText(messages.sent)).toBeTruthy();
  await pollAfter(2_000);
  expect(screen.queryByText(messages.invitation("Bob"))).toBeNull();
  expect(document.activeElement?.getAttribute("aria-expanded")).not.toBeNull(); // on the panel, and not lost
});

it.each([
  [409, "E014", { id: "q", status: "over" }, messages.gone],
  [400, "E001", [{ field: "contribution", problem: "too long" }], "not socontribution: too long"],
])("shows why an answer was rejected: %i %s", async (status, error_code, details, said) => {
  items = [createQuestion("q")];
  await renderPanel();
  getTextArea();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ error_code, message: "not so", details }), { status })));
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: messages.send }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(screen.getByRole("alert").textContent).toBe(said);
  expect(screen.getByRole("button", { name: messages.send }).getAttribute("aria-disabled")).toBe("false");
});

it("expands on a new question, then respects the user's choice", async () => {
  await renderPanel();
  expect(isCollapsed()).toBe(true);
  items = [createQuestion("q")];
  await pollAfter();
  expect(isCollapsed()).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: new RegExp(messages.waiting(1)) }));
  await pollAfter(2_000);
  expect(isCollapsed()).toBe(true);
  items = [createQuestion("q"), createQuestion("r")];
  await pollAfter(2_000);
  expect(isCollapsed()).toBe(false);
});

it("stays folded on a new question where it would cover the page", async () => {
  setWideScreen(false);
  await renderPanel();
  items = [createQuestion("q")];
  await pollAfter();
  expect(isCollapsed()).toBe(true);
  expect(screen.getByRole("button", { name: new RegExp(messages.waiting(1)) })).toBeTruthy();
  expect(document.activeElement).toBe(document.body);
});

it.each([-HOUR, HOUR])("shows the correct remaining time when the viewer's clock is off by %i ms", async (by) => {
  clockError = by;
  now += 20_000;
  items = [createQuestion("q")];
  await renderPanel();
  expect(screen.getByText(messages.left(40))).toBeTruthy();
  await pollAfter(7_000);
  await expectSecondsLeft(33);
});

it("keeps counting down while polls fail and the viewer's clock is corrected", async () => {
  items = [createQuestion("q")];
  await renderPanel();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("away")));
  [now, clockError] = [now + 12_000, 0];
  await expectSecondsLeft(48);
});

it("resumes after a reload, in the same tab only, with the correct remaining time", async () => {
  items = [createQuestion("q")];
  await renderPanel();
  expect(JSON.parse(sessionStorage.getItem("towow.attending") ?? "")).toEqual(["bob"]);
  expect(localStorage.getItem("towow.attending")).toBeNull();
  cleanup();
  vi.resetModules();
  const again = await import("./QuestionsPanel");
  [now, loadedAt] = [40, loadedAt + now + 30_000 - 40];
  render(<MemoryRouter><again.QuestionsPanel /></MemoryRouter>);
  await expectSecondsLeft(30);
  await act(async () => (await import("./attendanceLease")).releaseLease("bob"));
});

it("releases all leases before signing out, after pending renewals", async () => {
  await renderPanel();
  let end: () => void = () => undefined;
  renewal = new Promise((resolve) => { end = resolve; });
  await pollAfter();
  await act(async () => {
    const out = signOut();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(requests.filter((one) => one.startsWith("DELETE"))).toEqual([]);
    end();
    await out;
  });
  expect(requests.filter((one) => one.startsWith("DELETE"))).toEqual(["DELETE agents/bob/attendance", "DELETE session"]);
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(sessionStorage.getItem("towow.attending")).toBeNull();
});

it("dismisses an agent's error", async () => {
  await renderPanel();
  const body = { error_code: "E013", message: "not yours" };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(body), { status: 403 })));
  await pollAfter();
  expect(screen.getByRole("alert").textContent).toContain("not yours");
  fireEvent.click(screen.getByRole("button", { name: messages.dismiss }));
  expect(screen.queryByRole("complementary")).toBeNull();
});

it.each([true, false])("links to the negotiation only when it is visible to the user: %s", async (watchable) => {
  items = [createQuestion("one", watchable)];
  await renderPanel();
  expect(screen.queryByRole("link", { name: messages.watch }) !== null).toBe(watchable);
});
