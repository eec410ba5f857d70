// Does a question stay to be read when it is over or answered, does the panel fold, and is nobody attended after signing out?
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLanguage } from "../../i18n/locale";
import { signOut } from "../session/session";
import { attend, leave } from "./attendanceLease";
import { PersonPanel } from "./QuestionsPanel";
import { useAttending } from "./attendanceStore";
import { WORDS } from "./messages";

const words = WORDS.en;
const ASKED = Date.parse("2026-01-22T10:00:00.000Z");
/** ms between the gateway's clock and the viewer's */
const HOUR = 3_600_000;

let asked: string[] = [];
let items: unknown[] = [];
let renewal: Promise<void> = Promise.resolve();
/** ms since the page was loaded */
let now = 0;
/** ms between the gateway's clock and `now` */
let loaded = 0;
/** ms by which the viewer's clock is wrong */
let wrong = 0;

function question(id: string, watchable = true): unknown {
  return {
    question_id: id, agent_id: "bob", kind: "invitation", demand_id: "d", channel_id: "c", language: "en", surface_demand: "a venue", round: 1, watchable,
    asked_at: "2026-01-22T10:00:00.000Z", until: "2026-01-22T10:01:00.000Z", answer_by: "2026-01-22T10:02:00.000Z",
  };
}

async function answered(url: string, method: string): Promise<Response> {
  asked.push(`${method} ${url.replace("/api/v1/", "")}`);
  if (method === "PUT") await renewal;
  if (method === "POST") items = [];
  if (method === "DELETE") return new Response(null, { status: 204 });
  const lease = { attended_until: new Date(loaded + now + 150_000).toISOString(), waits_s: 60 };
  const body = url.endsWith("/questions") ? { agent_id: "bob", now: new Date(loaded + now).toISOString(), items } : { agent_id: "bob", display_name: "Bob", ...lease };
  return new Response(JSON.stringify(body));
}

/** The page looks again, `later` ms later. */
function look(later = 0): Promise<void> {
  return act(async () => {
    now += later;
    document.dispatchEvent(new Event("visibilitychange"));
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

/** So many s are left, says the page: it counts once a second. */
async function told(seconds: number): Promise<void> {
  await waitFor(() => screen.getByText(words.left(seconds)), { timeout: 5_000 });
}

async function shown(): Promise<void> {
  await act(() => attend("bob"));
  render(<MemoryRouter><PersonPanel /></MemoryRouter>);
}

const folded = (): boolean => screen.getByRole("button", { name: new RegExp(words.region) }).getAttribute("aria-expanded") === "false";

function typed(): HTMLTextAreaElement {
  fireEvent.click(screen.getByLabelText(words.decisions.participate));
  const field = screen.getByLabelText<HTMLTextAreaElement>(words.contribution);
  fireEvent.change(field, { target: { value: "my hall" } });
  return field;
}

beforeEach(() => {
  [asked, items, renewal, now, loaded, wrong] = [[], [], Promise.resolve(), 5000, ASKED - 5000, HOUR];
  useLanguage.setState({ language: "en" });
  vi.spyOn(Date, "now").mockImplementation(() => loaded + now + wrong);
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => answered(url, init?.method ?? "GET"));
});

afterEach(async () => {
  await leave("bob");
  cleanup();
  useAttending.setState(useAttending.getInitialState());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([[60_000, words.over], [20_000, words.gone]])("keeps what was typed for a while when the question has left after %i ms", async (later, why) => {
  items = [question("q")];
  await shown();
  expect(screen.getByText(words.left(60))).toBeTruthy(); // though the clocks differ by an hour
  const field = typed();
  items = [];
  await look(later);
  expect(screen.getByRole("status").textContent).toBe(why);
  expect([field.isConnected, field.value, field.readOnly]).toEqual([true, "my hall", true]);
  act(() => { field.focus(); });
  await look(9_000);
  expect(field.isConnected).toBe(true);
  await look(2_000);
  expect(field.isConnected).toBe(false);
  expect(folded()).toBe(true);
  expect(document.activeElement?.getAttribute("aria-expanded")).toBe("false");
});

it("says that an answer is sent, and takes the focus there", async () => {
  items = [question("q")];
  await shown();
  typed();
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: words.send }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(screen.getByRole("status").textContent).toBe(words.sent);
  expect(document.activeElement?.textContent).toBe(words.invitation("Bob"));
  fireEvent.click(screen.getByRole("button", { name: words.dismiss }));
  expect(screen.queryByText(words.sent)).toBeNull();
});

it.each([
  [409, "E014", { id: "q", status: "over" }, words.gone],
  [400, "E001", [{ field: "contribution", problem: "too long" }], "not socontribution: too long"],
])("tells why an answer was refused: %i %s", async (status, error_code, details, said) => {
  items = [question("q")];
  await shown();
  typed();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ error_code, message: "not so", details }), { status })));
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: words.send }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(screen.getByRole("alert").textContent).toBe(said);
  expect(screen.getByRole("button", { name: words.send }).getAttribute("aria-disabled")).toBe("false");
});

it("unfolds when a question comes, and then leaves it to the viewer", async () => {
  await shown();
  expect(folded()).toBe(true);
  items = [question("q")];
  await look();
  expect(folded()).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: new RegExp(words.waiting(1)) }));
  await look(2_000);
  expect(folded()).toBe(true);
  items = [question("q"), question("r")];
  await look(2_000);
  expect(folded()).toBe(false);
});

it.each([-HOUR, HOUR])("tells the time left though the viewer's clock is wrong by %i ms", async (by) => {
  wrong = by;
  now += 20_000;
  items = [question("q")];
  await shown();
  expect(screen.getByText(words.left(40))).toBeTruthy();
  await look(7_000);
  await told(33);
});

it("counts the seconds though the gateway is not heard, and the viewer's clock is put right meanwhile", async () => {
  items = [question("q")];
  await shown();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("away")));
  [now, wrong] = [now + 12_000, 0];
  await told(48);
});

it("goes on after loading, in this tab only, with the time that is left by then", async () => {
  items = [question("q")];
  await shown();
  expect(JSON.parse(sessionStorage.getItem("towow.attending") ?? "")).toEqual(["bob"]);
  expect(localStorage.getItem("towow.attending")).toBeNull();
  cleanup();
  vi.resetModules();
  const again = await import("./QuestionsPanel");
  [now, loaded] = [40, loaded + now + 30_000 - 40];
  render(<MemoryRouter><again.PersonPanel /></MemoryRouter>);
  await told(30);
  await act(async () => (await import("./attendanceLease")).leave("bob"));
});

it("leaves every agent before signing out, after the renewal that is under way", async () => {
  await shown();
  let end: () => void = () => undefined;
  renewal = new Promise((resolve) => { end = resolve; });
  await look();
  await act(async () => {
    const out = signOut();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(asked.filter((one) => one.startsWith("DELETE"))).toEqual([]);
    end();
    await out;
  });
  expect(asked.filter((one) => one.startsWith("DELETE"))).toEqual(["DELETE agents/bob/attendance", "DELETE session"]);
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(sessionStorage.getItem("towow.attending")).toBeNull();
});

it("lets a refusal be dismissed", async () => {
  await shown();
  const body = { error_code: "E013", message: "not yours" };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(body), { status: 403 })));
  await look();
  expect(screen.getByRole("alert").textContent).toContain("not yours");
  fireEvent.click(screen.getByRole("button", { name: words.dismiss }));
  expect(screen.queryByRole("complementary")).toBeNull();
});

it.each([true, false])("leads to the negotiation only who may see it: %s", async (watchable) => {
  items = [question("one", watchable)];
  await shown();
  expect(screen.queryByRole("link", { name: words.watch }) !== null).toBe(watchable);
});
