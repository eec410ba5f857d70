// Is an agent attended as long as the panel says, and no longer, though the gateway is slow or cannot be reached?
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLanguage } from "../../i18n/locale";
import { attend, leave } from "./attendanceLease";
import { away, gateway, later, never, over, refusal } from "../../testUtils/fakeGateway";
import type { Gateway } from "../../testUtils/fakeGateway";
import { PersonPanel } from "./QuestionsPanel";
import { WORDS } from "./messages";

const PUT = "PUT attendance";
const DELETE = "DELETE attendance";
const LOOK = "GET questions";

let at: Gateway;

function wake(): void {
  document.dispatchEvent(new Event("visibilitychange"));
}

/** The gateway takes it only when the result is called. */
function held(what: string): () => void {
  let go: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => { go = resolve; });
  at.instead.set(what, async () => {
    await gone;
    return new Response(JSON.stringify({ attended_until: "2026-01-22T10:02:30.000Z", waits_s: 60 }));
  });
  return () => {
    at.instead.delete(what);
    go();
  };
}

beforeEach(() => {
  useLanguage.setState({ language: "en" });
  at = gateway();
});

afterEach(() => over(at));

it("ends everything when one leaves, though one stopped and began again while the first renewal was under way", async () => {
  const go = held(PUT);
  void attend("bob");
  await later(100);
  void leave("bob");
  await later(100);
  void attend("bob");
  await later(100);
  go();
  await later(1_000);
  at.asked.length = 0;
  await later(20_000);
  expect([at.times(PUT), at.times(LOOK)]).toEqual([1, 10]);
  void leave("bob");
  await later(100);
  at.asked.length = 0;
  await later(60_000);
  expect(at.asked).toEqual([]);
});

it("begins again only after the lease is handed back", async () => {
  void attend("bob");
  await later(100);
  const go = held(DELETE);
  void leave("bob");
  await later(100);
  void attend("bob");
  await later(100);
  expect(at.times(PUT)).toBe(1);
  go();
  await later(100);
  expect(at.asked.filter((one) => one === PUT || one === DELETE)).toEqual([PUT, DELETE, PUT]);
});

it("looks once at a time, and again after a look that got no answer", async () => {
  void attend("bob");
  await later(100);
  at.instead.set(LOOK, never);
  at.asked.length = 0;
  await later(9_000);
  wake();
  expect(at.times(LOOK)).toBe(1);
  await later(5_000);
  expect(at.times(LOOK)).toBe(2);
});

it("waits for every renewal under way before it hands the lease back, not just for the last", async () => {
  void attend("bob");
  await later(100);
  const go = held(PUT);
  wake();
  at.instead.delete(PUT);
  wake();
  await later(100);
  expect(at.times(PUT)).toBe(3);
  void leave("bob");
  await later(100);
  expect(at.times(DELETE)).toBe(0);
  go();
  await later(100);
  expect(at.times(DELETE)).toBe(1);
});

it("keeps nothing of the renewals that are over", async () => {
  const all = vi.spyOn(Promise, "all");
  void attend("bob");
  await later(61_000);
  const kept = await Promise.all(all.mock.results.map((one): unknown => one.value));
  expect(at.times(PUT)).toBe(4);
  expect(kept.filter((one) => Array.isArray(one) && one.some(Array.isArray))).toEqual([]);
});

it.each([["en", "network", away], ["zh", "network", away], ["en", "limit", refusal(429, "E017")]] as const)(
  "says that the agent answers by itself when the lease is over, and no more when it is renewed (%s, %s)",
  async (language, _, failing) => {
    useLanguage.setState({ language });
    const words = WORDS[language];
    void attend("bob");
    render(<PersonPanel />);
    await later(1_000);
    for (const what of [PUT, LOOK]) at.instead.set(what, failing);
    await later(140_000);
    expect(screen.queryByRole("status")).toBeNull();
    expect(screen.getByText(words.attending("Bob"))).toBeTruthy();
    await later(15_000);
    expect(screen.getByRole("status").textContent).toBe(words.lapsed("Bob"));
    expect(screen.queryByText(words.attending("Bob"))).toBeNull();
    at.instead.clear();
    await later(20_000);
    expect(screen.queryByRole("status")).toBeNull();
    expect(screen.getByText(words.attending("Bob"))).toBeTruthy();
  },
);

it("does not say so while another page says that one is here", async () => {
  at.instead.set(PUT, refusal(429, "E017"));
  void attend("bob");
  render(<PersonPanel />);
  await later(100);
  expect(screen.getByRole("status").textContent).toBe(WORDS.en.lapsed("Bob"));
  at.instead.delete(PUT);
  await fetch("/api/v1/agents/bob/attendance", { method: "PUT" });
  at.instead.set(PUT, refusal(429, "E017"));
  await later(2_000);
  expect(screen.queryByRole("status")).toBeNull();
});

it("says so also when only the renewals fail, and when already the first does", async () => {
  at.instead.set(PUT, refusal(429, "E017"));
  void attend("bob");
  render(<PersonPanel />);
  await later(100);
  expect(screen.getByRole("status").textContent).toBe(WORDS.en.lapsed("Bob"));
  at.instead.clear();
  await later(20_000);
  expect(screen.queryByRole("status")).toBeNull();
  at.instead.set(PUT, refusal(429, "E017"));
  await later(155_000);
  expect(screen.getByRole("status").textContent).toBe(WORDS.en.lapsed("Bob"));
});
