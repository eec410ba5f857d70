// Does trying again make one demand that follows this one, and are refusals told?
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { recorded } from "../../testUtils/recordedLogs";
import type { DemandView } from "../../eventLog/types";
import { WORDS as REFUSAL } from "../../ui/ErrorNote";
import { useLanguage } from "../../i18n/locale";
import { useSessionState } from "../session/session";
import { CancelButton } from "./CancelButton";
import { DOING } from "./actionMessages";
import { FollowUps } from "./FollowUps";
import { Relaunch } from "./Resubmit";

interface Sent {
  readonly url: string;
  readonly body: unknown;
  readonly key: string | null;
}

let sent: Sent[] = [];
let answers: (() => Promise<Response>)[] = [];

function answer(status: number, body: unknown, headers: Record<string, string> = {}): () => Promise<Response> {
  return () => Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
}

beforeEach(() => {
  sent = [];
  useLanguage.setState({ language: "en" });
  useSessionState.setState({ session: { user_id: null, admin: false, sign_in: false } });
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : null;
    sent.push({ url, body, key: new Headers(init?.headers).get("Idempotency-Key") });
    return answers.shift()?.() ?? Promise.reject(new TypeError("no line"));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function failedView(): DemandView {
  const { view } = recorded("too-few-accept");
  const relax = [{ aspect: "budget", from: "1", to: "2", raw_input: "with 2" }, { aspect: "day", from: "", to: "Sunday", raw_input: "on Sunday" }];
  const compromise_proposal = { feasible: false, participants: [], missing: [], relax, alternatives: [] };
  return { ...view, outcome: { status: "failed", reason: "low_acceptance", compromise_proposal } };
}

function page(view: DemandView): HTMLElement {
  return render(
    <MemoryRouter initialEntries={["/d/old"]}>
      <Routes>
        <Route path="/d/old" element={<Relaunch view={view} />} />
        <Route path="/d/:id" element={<p>the new one</p>} />
      </Routes>
    </MemoryRouter>,
  ).container;
}

function buttons(): HTMLButtonElement[] {
  return screen.getAllByRole<HTMLButtonElement>("button", { name: DOING.en.submitRelaxed });
}

async function click(button: HTMLElement | undefined, times = 1): Promise<void> {
  await act(async () => {
    for (let done = 0; done < times; done += 1) if (button) fireEvent.click(button);
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

it("submits the relaxed demand once, and goes there", async () => {
  const view = failedView();
  answers = [answer(200, { demand_id: "d-new", channel_id: "c", model: "simulated" })];
  page(view);
  await click(buttons()[1], 3);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ url: "/api/v1/demand/submit?wait_s=0", body: { raw_input: "on Sunday", user_id: view.user_id, follows: view.demand_id } });
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{32,36}$/);
  expect(screen.getByText("the new one")).toBeTruthy();
});

it("tells that the gateway is gone, and tries again with the same key", async () => {
  answers = [];
  page(failedView());
  await click(buttons()[0]);
  expect(screen.getByRole("alert").textContent).toContain(REFUSAL.en.unreachable);
  answers = [answer(200, { demand_id: "d-new" })];
  await click(buttons()[0]);
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(screen.getByText("the new one")).toBeTruthy();
});

it("gives another demand another key", async () => {
  answers = [answer(503, { error_code: "E018", message: "later", details: "" }, { "Retry-After": "7" })];
  page(failedView());
  await click(buttons()[0]);
  expect(screen.getByRole("alert").textContent).toBe(`later${REFUSAL.en.after("7")}`);
  await click(buttons()[1]);
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

it("asks a stranger to sign in, and then submits as who they are", async () => {
  answers = [answer(401, { error_code: "E012", message: "sign in first", details: "" })];
  const container = page(failedView());
  await click(buttons()[0]);
  expect(screen.getByRole("alert").textContent).toContain("sign in first");
  await click(screen.getByRole("button", { name: REFUSAL.en.signIn }));
  expect(useSessionState.getState().asking).toBe(true);
  useSessionState.setState({ session: { user_id: "user_bob", admin: false, sign_in: true } });
  answers = [answer(200, { demand_id: "d-new" })];
  await act(async () => {
    const { close } = await import("../session/session");
    close(true);
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
  expect(sent.at(-1)?.body).toMatchObject({ user_id: "user_bob", raw_input: "with 2" });
  expect(container.textContent).toBe("the new one");
});

it("lets nobody submit nothing or too much", () => {
  page(failedView());
  const field = screen.getByLabelText(DOING.en.rewriteLabel);
  const submit = screen.getByRole<HTMLButtonElement>("button", { name: DOING.en.rewriteSubmit, hidden: true });
  expect(submit.disabled).toBe(false);
  fireEvent.change(field, { target: { value: " \n " } });
  expect(submit.disabled).toBe(true);
  fireEvent.change(field, { target: { value: "😀".repeat(8000) } });
  expect(submit.disabled).toBe(false);
  fireEvent.change(field, { target: { value: "😀".repeat(8001) } });
  expect(submit.disabled).toBe(true);
});

it("lists what took it up, and says when that cannot be asked", async () => {
  answers = [];
  render(<MemoryRouter><FollowUps demandId="d-old" /></MemoryRouter>);
  await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  expect(document.body.textContent).toContain(DOING.en.followUpsFailed);
  answers = [answer(200, { items: [{ demand_id: "d-new", status: "finalized", surface_demand: "<b>again</b>" }] })];
  await click(screen.getByRole("button"));
  expect(sent[1]?.url).toBe("/api/v1/demands?follows=d-old");
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "<b>again</b>" });
  expect(link.getAttribute("href")).toBe("/d/d-new");
});

it.each([
  ["nobody, who can sign in yet", { user_id: null, admin: false, sign_in: true }, true],
  ["its user", { user_id: "user_alice", admin: false, sign_in: true }, true],
  ["an administrator", { user_id: "root", admin: true, sign_in: true }, true],
  ["another user", { user_id: "user_bob", admin: false, sign_in: true }, false],
] as const)("lets %s stop a demand, or not", (_, session, shown) => {
  useSessionState.setState({ session });
  render(<CancelButton view={{ ...recorded("agreed-at-once").view, status: "processing", phase: "collecting", user_id: "user_alice" }} />);
  expect(screen.queryByRole("button", { name: DOING.en.cancel }) !== null).toBe(shown);
});

it("asks before it cancels, and says when it is too late", async () => {
  const running = recorded("agreed-at-once").views[4];
  if (!running) throw new Error("too short");
  render(<CancelButton view={running} />);
  await click(screen.getByRole("button", { name: DOING.en.cancel }));
  expect(sent).toHaveLength(0);
  fireEvent.change(screen.getByLabelText(DOING.en.cancelReason), { target: { value: " no time " } });
  answers = [answer(409, { error_code: "E014", message: "conflict", details: { id: "d", status: "finalized" } }), answer(202, {})];
  await click(screen.getByRole("button", { name: DOING.en.cancelYes }));
  expect(sent[0]).toMatchObject({ url: `/api/v1/demands/${running.demand_id}/cancel`, body: { reason: "no time" } });
  expect(screen.getByRole("alert").textContent).toBe(DOING.en.endedAlready);
  await click(screen.getByRole("button", { name: DOING.en.cancelYes }));
  expect(document.querySelector<HTMLButtonElement>("[data-action=cancel]")?.disabled).toBe(true);
});
