// Attendance leases with slow or unreachable gateways.
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLocaleStore } from "../../i18n/locale";
import { acquireLease, releaseLease } from "./attendanceLease";
import { rejectWithNetworkError, installFakeGateway, advanceTime, neverRespond, resetFakeGateway, createErrorResponse, type FakeGateway } from "../../testUtils/fakeGateway";
import { QuestionsPanel } from "./QuestionsPanel";
import { MESSAGES } from "./messages";

const PUT = "PUT attendance";
const DELETE = "DELETE attendance";
const POLL = "GET questions";

let fakeGateway: FakeGateway;

function showPage(): void {
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Hold a request until the returned function is called. */
function holdRequest(what: string): () => void {
  let go: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => { go = resolve; });
  fakeGateway.instead.set(what, async () => {
    await gone;
    return new Response(JSON.stringify({ attended_until: "2026-01-22T10:02:30.000Z", waits_s: 60 }));
  });
  return () => {
    fakeGateway.instead.delete(what);
    go();
  };
}

beforeEach(() => {
  useLocaleStore.setState({ locale: "en" });
  fakeGateway = installFakeGateway();
});

afterEach(() => resetFakeGateway(fakeGateway));

it("releases everything after a stop and restart during the first renewal", async () => {
  const go = holdRequest(PUT);
  void acquireLease("bob");
  await advanceTime(100);
  void releaseLease("bob");
  await advanceTime(100);
  void acquireLease("bob");
  await advanceTime(100);
  go();
  await advanceTime(1_000);
  fakeGateway.asked.length = 0;
  await advanceTime(20_000);
  expect([fakeGateway.times(PUT), fakeGateway.times(POLL)]).toEqual([1, 10]);
  void releaseLease("bob");
  await advanceTime(100);
  fakeGateway.asked.length = 0;
  await advanceTime(60_000);
  expect(fakeGateway.asked).toEqual([]);
});

it("reacquires only after the previous lease is deleted", async () => {
  void acquireLease("bob");
  await advanceTime(100);
  const go = holdRequest(DELETE);
  void releaseLease("bob");
  await advanceTime(100);
  void acquireLease("bob");
  await advanceTime(100);
  expect(fakeGateway.times(PUT)).toBe(1);
  go();
  await advanceTime(100);
  expect(fakeGateway.asked.filter((one) => one === PUT || one === DELETE)).toEqual([PUT, DELETE, PUT]);
});

it("polls one request at a time, and again after a failed one", async () => {
  void acquireLease("bob");
  await advanceTime(100);
  fakeGateway.instead.set(POLL, neverRespond);
  fakeGateway.asked.length = 0;
  await advanceTime(9_000);
  showPage();
  expect(fakeGateway.times(POLL)).toBe(1);
  await advanceTime(5_000);
  expect(fakeGateway.times(POLL)).toBe(2);
});

it("waits for all pending renewals before deleting the lease", async () => {
  void acquireLease("bob");
  await advanceTime(100);
  const go = holdRequest(PUT);
  showPage();
  fakeGateway.instead.delete(PUT);
  showPage();
  await advanceTime(100);
  expect(fakeGateway.times(PUT)).toBe(3);
  void releaseLease("bob");
  await advanceTime(100);
  expect(fakeGateway.times(DELETE)).toBe(0);
  go();
  await advanceTime(100);
  expect(fakeGateway.times(DELETE)).toBe(1);
});

it("keeps no reference to finished renewals", async () => {
  const all = vi.spyOn(Promise, "all");
  void acquireLease("bob");
  await advanceTime(61_000);
  const kept = await Promise.all(all.mock.results.map((one): unknown => one.value));
  expect(fakeGateway.times(PUT)).toBe(4);
  expect(kept.filter((one) => Array.isArray(one) && one.some(Array.isArray))).toEqual([]);
});

it.each([["en", "network", rejectWithNetworkError], ["zh", "network", rejectWithNetworkError], ["en", "limit", createErrorResponse(429, "E017")]] as const)(
  "shows an expired lease until it is renewed (%s, %s)",
  async (language, _, failing) => {
    useLocaleStore.setState({ locale: language });
    const messages = MESSAGES[language];
    void acquireLease("bob");
    render(<QuestionsPanel />);
    await advanceTime(1_000);
    for (const what of [PUT, POLL]) fakeGateway.instead.set(what, failing);
    await advanceTime(140_000);
    expect(screen.queryByRole("status")).toBeNull();
    expect(screen.getByText(messages.attending("Bob"))).toBeTruthy();
    await advanceTime(15_000);
    expect(screen.getByRole("status").textContent).toBe(messages.lapsed("Bob"));
    expect(screen.queryByText(messages.attending("Bob"))).toBeNull();
    fakeGateway.instead.clear();
    await advanceTime(20_000);
    expect(screen.queryByRole("status")).toBeNull();
    expect(screen.getByText(messages.attending("Bob"))).toBeTruthy();
  },
);

it("does not show the lease as expired while another page renews it", async () => {
  fakeGateway.instead.set(PUT, createErrorResponse(429, "E017"));
  void acquireLease("bob");
  render(<QuestionsPanel />);
  await advanceTime(100);
  expect(screen.getByRole("status").textContent).toBe(MESSAGES.en.lapsed("Bob"));
  fakeGateway.instead.delete(PUT);
  await fetch("/api/v1/agents/bob/attendance", { method: "PUT" });
  fakeGateway.instead.set(PUT, createErrorResponse(429, "E017"));
  await advanceTime(2_000);
  expect(screen.queryByRole("status")).toBeNull();
});

it("shows the lease as expired when only renewals fail, including the first", async () => {
  fakeGateway.instead.set(PUT, createErrorResponse(429, "E017"));
  void acquireLease("bob");
  render(<QuestionsPanel />);
  await advanceTime(100);
  expect(screen.getByRole("status").textContent).toBe(MESSAGES.en.lapsed("Bob"));
  fakeGateway.instead.clear();
  await advanceTime(20_000);
  expect(screen.queryByRole("status")).toBeNull();
  fakeGateway.instead.set(PUT, createErrorResponse(429, "E017"));
  await advanceTime(155_000);
  expect(screen.getByRole("status").textContent).toBe(MESSAGES.en.lapsed("Bob"));
});
