// Does a page that somebody comes back to say at once that they are there, and does it say when nobody will be asked?
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLanguage } from "../../i18n/locale";
import { attend, leave } from "./attendanceLease";
import { PersonPanel } from "./QuestionsPanel";
import { useAttending } from "./attendanceStore";
import { WORDS } from "./messages";

let asked: string[] = [];
let waits = 60;

function answered(url: string): unknown {
  if (url.endsWith("/attendance")) return { agent_id: "bob", attended_until: "2026-01-22T10:02:30.000Z", waits_s: waits };
  if (url.endsWith("/questions")) return { agent_id: "bob", now: "2026-01-22T10:00:00.000Z", items: [] };
  return { agent_id: "bob", display_name: "Bob" };
}

function seen(state: "visible" | "hidden"): Promise<void> {
  return act(async () => {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
    document.dispatchEvent(new Event("visibilitychange"));
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

function renewals(): number {
  return asked.filter((one) => one === "PUT /api/v1/agents/bob/attendance").length;
}

beforeEach(() => {
  asked = [];
  waits = 60;
  useLanguage.setState({ language: "en" });
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? "GET"} ${url}`);
    if (init?.method === "DELETE") return Promise.resolve(new Response(null, { status: 204 }));
    return Promise.resolve(new Response(JSON.stringify(answered(url))));
  });
});

afterEach(async () => {
  await leave("bob");
  useAttending.setState(useAttending.getInitialState());
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("says again that somebody is there when they come back to the page, and not when they go", async () => {
  await attend("bob");
  expect(renewals()).toBe(1);
  await seen("hidden");
  expect(renewals()).toBe(1);
  await seen("visible");
  expect(renewals()).toBe(2);
  expect(asked.at(-1)).toBe("GET /api/v1/agents/bob/questions");
  await leave("bob");
  await seen("visible");
  expect(renewals()).toBe(2);
});

it.each(["en", "zh"] as const)("says where agents wait for nobody (%s)", async (language) => {
  useLanguage.setState({ language });
  waits = 0;
  await act(() => attend("bob"));
  render(<PersonPanel />);
  expect(screen.getByText(WORDS[language].noWait)).toBeTruthy();
  waits = 60;
  await seen("visible");
  expect(screen.queryByText(WORDS[language].noWait)).toBeNull();
  expect(screen.getByText(WORDS[language].nothing)).toBeTruthy();
});
