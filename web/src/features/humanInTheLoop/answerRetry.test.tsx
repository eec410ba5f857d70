// What becomes of an answer when nobody knows whether the gateway heard it?
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLanguage } from "../../i18n/locale";
import { attend } from "./attendanceLease";
import { away, gateway, later, never, over, question, refusal } from "../../testUtils/fakeGateway";
import type { Gateway } from "../../testUtils/fakeGateway";
import { PersonPanel } from "./QuestionsPanel";
import { WORDS } from "./messages";

const POST = "POST q";

let at: Gateway;
let words = WORDS.en;

/** Bob is asked and says that he takes part; `lost` is what he hears. */
async function answers(lost: () => Promise<Response>): Promise<void> {
  at.items = [question("q")];
  void attend("bob");
  render(<MemoryRouter><PersonPanel /></MemoryRouter>);
  await later(100);
  fireEvent.click(screen.getByLabelText(words.decisions.participate));
  contribute("my hall");
  at.instead.set(POST, lost);
  const button = screen.getByRole("button", { name: words.send });
  button.focus();
  fireEvent.click(button);
  await later(100);
}

function contribute(text: string): void {
  fireEvent.change(screen.getByLabelText(words.contribution), { target: { value: text } });
}

const status = (): string | null => screen.queryByRole("status")?.textContent ?? null;

beforeEach(() => {
  words = WORDS.en;
  useLanguage.setState({ language: "en" });
  at = gateway();
});

afterEach(() => over(at));

it.each([
  ["en", "no reply", away], ["zh", "no reply", away], ["en", "a gateway that broke down", refusal(500, "E099")], ["en", "a proxy", refusal(502, "")],
] as const)("is said again until it is taken, though the question is no longer asked (%s, %s)", async (language, _, lost) => {
  words = WORDS[language];
  useLanguage.setState({ language });
  await answers(lost);
  at.items = []; // it is settled: only the reply was lost
  expect(status()).toBe(words.unheard);
  await later(15_000);
  expect(status()).toBe(words.unheard);
  expect(screen.queryByText(words.gone)).toBeNull();
  expect(at.times(POST)).toBe(4);
  at.instead.delete(POST);
  await later(10_000);
  expect(status()).toBe(words.sent);
  expect(document.activeElement?.textContent).toBe(words.invitation("Bob"));
  expect(at.times(POST)).toBe(5);
  await later(60_000);
  expect(at.times(POST)).toBe(5);
});

it("is said again when the gateway hangs over it", async () => {
  await answers(never);
  expect(status()).toBeNull();
  await later(10_000);
  expect(status()).toBe(words.unheard);
  at.instead.delete(POST);
  await later(2_000);
  expect(status()).toBe(words.sent);
});

it.each([
  [409, "E014", { id: "q", status: "over" }, "over"], [409, "E014", { id: "q", status: "answered" }, "gone"], [404, "E019", undefined, "gone"],
] as const)("is given up when another try would not change the refusal: %i %s %o", async (code, error, details, fate) => {
  await answers(away);
  at.instead.set(POST, refusal(code, error, details));
  await later(2_000);
  expect(status()).toBe(words[fate]); // though the look before still found it open
  at.items = [];
  await later(60_000);
  expect(at.times(POST)).toBe(2);
});

it("can be said in another way when the gateway does not take it as it is", async () => {
  await answers(away);
  at.instead.set(POST, refusal(400, "E001"));
  await later(2_000);
  expect(status()).toBeNull();
  expect(screen.getByLabelText<HTMLTextAreaElement>(words.contribution).readOnly).toBe(false);
  await later(60_000);
  expect(at.times(POST)).toBe(2);
});

it("waits as long as the gateway asks for, when there is too much", async () => {
  await answers(away);
  at.instead.set(POST, () => Promise.resolve(new Response("{}", { status: 429, headers: { "Retry-After": "20" } })));
  await later(2_000);
  expect(at.times(POST)).toBe(2);
  at.instead.delete(POST);
  await later(19_000);
  expect(at.times(POST)).toBe(2);
  await later(2_000);
  expect(status()).toBe(words.sent);
});

it("is not said again after the viewer changed it, and what they then say is", async () => {
  await answers(away);
  contribute("my garden");
  expect(status()).toBeNull();
  await later(30_000);
  expect(at.times(POST)).toBe(1);
  const bodies: unknown[] = [];
  const through = fetch;
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    if (init?.method === "POST") bodies.push((JSON.parse(init.body as string) as { contribution: string }).contribution);
    return through(url, init);
  });
  fireEvent.click(screen.getByRole("button", { name: words.send }));
  await later(100);
  at.instead.delete(POST);
  await later(10_000);
  expect(bodies).toEqual(["my garden", "my garden"]);
  expect(status()).toBe(words.sent);
});

it("is not said again after the agent was handed back", async () => {
  await answers(away);
  fireEvent.click(screen.getByRole("button", { name: words.stop }));
  await later(30_000);
  expect(at.times(POST)).toBe(1);
});

it("is said again also while another page stands in place of the panel", async () => {
  await answers(away);
  at.instead.delete(POST);
  cleanup();
  await later(2_000);
  expect(at.times(POST)).toBe(2);
  render(<MemoryRouter><PersonPanel /></MemoryRouter>);
  await later(100);
  expect(status()).toBe(words.sent);
});
