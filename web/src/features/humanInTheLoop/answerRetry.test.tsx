// Retries of answers whose receipt is unknown.
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLocaleStore } from "../../i18n/locale";
import { acquireLease } from "./attendanceLease";
import { rejectWithNetworkError, installFakeGateway, advanceTime, neverRespond, resetFakeGateway, createQuestion, createErrorResponse, type FakeGateway } from "../../testUtils/fakeGateway";
import { QuestionsPanel } from "./QuestionsPanel";
import { MESSAGES } from "./messages";

const POST = "POST q";

let fakeGateway: FakeGateway;
let messages = MESSAGES.en;

/** Answer Bob's invitation with `participate`; `lost` is the response to the request. */
async function answerWith(lost: () => Promise<Response>): Promise<void> {
  fakeGateway.items = [createQuestion("q")];
  void acquireLease("bob");
  render(<MemoryRouter><QuestionsPanel /></MemoryRouter>);
  await advanceTime(100);
  fireEvent.click(screen.getByLabelText(messages.decisions.participate));
  typeContribution("my hall");
  fakeGateway.instead.set(POST, lost);
  const button = screen.getByRole("button", { name: messages.send });
  button.focus();
  fireEvent.click(button);
  await advanceTime(100);
}

function typeContribution(text: string): void {
  fireEvent.change(screen.getByLabelText(messages.contribution), { target: { value: text } });
}

const getStatus = (): string | null => screen.queryByRole("status")?.textContent ?? null;

beforeEach(() => {
  messages = MESSAGES.en;
  useLocaleStore.setState({ locale: "en" });
  fakeGateway = installFakeGateway();
});

afterEach(() => resetFakeGateway(fakeGateway));

it.each([
  ["en", "no reply", rejectWithNetworkError], ["zh", "no reply", rejectWithNetworkError], ["en", "a gateway that broke down", createErrorResponse(500, "E099")], ["en", "a proxy", createErrorResponse(502, "")],
] as const)("retries an answer until it is accepted, even when the question is no longer listed (%s, %s)", async (language, _, lost) => {
  messages = MESSAGES[language];
  useLocaleStore.setState({ locale: language });
  await answerWith(lost);
  fakeGateway.items = []; // settled: only the response was lost
  expect(getStatus()).toBe(messages.retrying);
  await advanceTime(15_000);
  expect(getStatus()).toBe(messages.retrying);
  expect(screen.queryByText(messages.gone)).toBeNull();
  expect(fakeGateway.times(POST)).toBe(4);
  fakeGateway.instead.delete(POST);
  await advanceTime(10_000);
  expect(getStatus()).toBe(messages.sent);
  expect(document.activeElement?.textContent).toBe(messages.invitation("Bob"));
  expect(fakeGateway.times(POST)).toBe(5);
  await advanceTime(60_000);
  expect(fakeGateway.times(POST)).toBe(5);
});

it("retries after a timeout", async () => {
  await answerWith(neverRespond);
  expect(getStatus()).toBeNull();
  await advanceTime(10_000);
  expect(getStatus()).toBe(messages.retrying);
  fakeGateway.instead.delete(POST);
  await advanceTime(2_000);
  expect(getStatus()).toBe(messages.sent);
});

it.each([
  [409, "E014", { id: "q", status: "over" }, "over"], [409, "E014", { id: "q", status: "answered" }, "gone"], [404, "E019", undefined, "gone"],
] as const)("stops retrying on permanent errors: %i %s %o", async (code, error, details, fate) => {
  await answerWith(rejectWithNetworkError);
  fakeGateway.instead.set(POST, createErrorResponse(code, error, details));
  await advanceTime(2_000);
  expect(getStatus()).toBe(messages[fate]); // although the previous poll still listed it
  fakeGateway.items = [];
  await advanceTime(60_000);
  expect(fakeGateway.times(POST)).toBe(2);
});

it("allows another answer after a validation error", async () => {
  await answerWith(rejectWithNetworkError);
  fakeGateway.instead.set(POST, createErrorResponse(400, "E001"));
  await advanceTime(2_000);
  expect(getStatus()).toBeNull();
  expect(screen.getByLabelText<HTMLTextAreaElement>(messages.contribution).readOnly).toBe(false);
  await advanceTime(60_000);
  expect(fakeGateway.times(POST)).toBe(2);
});

it("waits for Retry-After when rate limited", async () => {
  await answerWith(rejectWithNetworkError);
  fakeGateway.instead.set(POST, () => Promise.resolve(new Response("{}", { status: 429, headers: { "Retry-After": "20" } })));
  await advanceTime(2_000);
  expect(fakeGateway.times(POST)).toBe(2);
  fakeGateway.instead.delete(POST);
  await advanceTime(19_000);
  expect(fakeGateway.times(POST)).toBe(2);
  await advanceTime(2_000);
  expect(getStatus()).toBe(messages.sent);
});

it("stops retrying when the user edits the answer, and submits the new one", async () => {
  await answerWith(rejectWithNetworkError);
  typeContribution("my garden");
  expect(getStatus()).toBeNull();
  await advanceTime(30_000);
  expect(fakeGateway.times(POST)).toBe(1);
  const bodies: unknown[] = [];
  const through = fetch;
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    if (init?.method === "POST") bodies.push((JSON.parse(init.body as string) as { contribution: string }).contribution);
    return through(url, init);
  });
  fireEvent.click(screen.getByRole("button", { name: messages.send }));
  await advanceTime(100);
  fakeGateway.instead.delete(POST);
  await advanceTime(10_000);
  expect(bodies).toEqual(["my garden", "my garden"]);
  expect(getStatus()).toBe(messages.sent);
});

it("stops retrying after the lease is released", async () => {
  await answerWith(rejectWithNetworkError);
  fireEvent.click(screen.getByRole("button", { name: messages.stop }));
  await advanceTime(30_000);
  expect(fakeGateway.times(POST)).toBe(1);
});

it("keeps retrying while the panel is unmounted", async () => {
  await answerWith(rejectWithNetworkError);
  fakeGateway.instead.delete(POST);
  cleanup();
  await advanceTime(2_000);
  expect(fakeGateway.times(POST)).toBe(2);
  render(<MemoryRouter><QuestionsPanel /></MemoryRouter>);
  await advanceTime(100);
  expect(getStatus()).toBe(messages.sent);
});
