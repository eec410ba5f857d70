// Lease renewal on page visibility, and agents that never wait.
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLocaleStore } from "../../i18n/locale";
import { acquireLease, releaseLease } from "./attendanceLease";
import { QuestionsPanel } from "./QuestionsPanel";
import { useAttendanceStore } from "./attendanceStore";
import { MESSAGES } from "./messages";

let requests: string[] = [];
let waitS = 60;

function respond(url: string): unknown {
  if (url.endsWith("/attendance")) return { agent_id: "bob", attended_until: "2026-01-22T10:02:30.000Z", waits_s: waitS };
  if (url.endsWith("/questions")) return { agent_id: "bob", now: "2026-01-22T10:00:00.000Z", items: [] };
  return { agent_id: "bob", display_name: "Bob" };
}

function setVisibility(state: "visible" | "hidden"): Promise<void> {
  return act(async () => {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
    document.dispatchEvent(new Event("visibilitychange"));
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

function countRenewals(): number {
  return requests.filter((one) => one === "PUT /api/v1/agents/bob/attendance").length;
}

beforeEach(() => {
  requests = [];
  waitS = 60;
  useLocaleStore.setState({ locale: "en" });
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    requests.push(`${init?.method ?? "GET"} ${url}`);
    if (init?.method === "DELETE") return Promise.resolve(new Response(null, { status: 204 }));
    return Promise.resolve(new Response(JSON.stringify(respond(url))));
  });
});

afterEach(async () => {
  await releaseLease("bob");
  useAttendanceStore.setState(useAttendanceStore.getInitialState());
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("renews the lease when the page becomes visible, not when it is hidden", async () => {
  await acquireLease("bob");
  expect(countRenewals()).toBe(1);
  await setVisibility("hidden");
  expect(countRenewals()).toBe(1);
  await setVisibility("visible");
  expect(countRenewals()).toBe(2);
  expect(requests.at(-1)).toBe("GET /api/v1/agents/bob/questions");
  await releaseLease("bob");
  await setVisibility("visible");
  expect(countRenewals()).toBe(2);
});

it.each(["en", "zh"] as const)("tells when agents never wait for a person (%s)", async (language) => {
  useLocaleStore.setState({ locale: language });
  waitS = 0;
  await act(() => acquireLease("bob"));
  render(<QuestionsPanel />);
  expect(screen.getByText(MESSAGES[language].noWait)).toBeTruthy();
  waitS = 60;
  await setVisibility("visible");
  expect(screen.queryByText(MESSAGES[language].noWait)).toBeNull();
  expect(screen.getByText(MESSAGES[language].nothing)).toBeTruthy();
});
