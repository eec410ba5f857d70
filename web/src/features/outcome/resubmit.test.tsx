// Resubmission: one follow-up demand, errors, sign-in; cancellation.
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readRecordedLog } from "../../testUtils/recordedLogs";
import type { DemandView } from "../../eventLog/types";
import { MESSAGES as REFUSAL } from "../../ui/ErrorNote";
import { addOwnDemand, getOwnDemands } from "../../app/ownDemands";
import { useDraftStore } from "../home/draftStore";
import { useLocaleStore } from "../../i18n/locale";
import { useSessionStore } from "../session/session";
import { CancelButton } from "./CancelButton";
import { ACTION_MESSAGES } from "./actionMessages";
import { FollowUps } from "./FollowUps";
import { Resubmit } from "./Resubmit";

interface Sent {
  readonly url: string;
  readonly body: unknown;
  readonly key: string | null;
}

let requests: Sent[] = [];
let responses: (() => Promise<Response>)[] = [];

function createResponse(status: number, body: unknown, headers: Record<string, string> = {}): () => Promise<Response> {
  return () => Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
}

beforeEach(() => {
  localStorage.clear();
  requests = [];
  useLocaleStore.setState({ locale: "en" });
  useSessionStore.setState({ session: { user_id: null, admin: false, sign_in: false } });
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : null;
    requests.push({ url, body, key: new Headers(init?.headers).get("Idempotency-Key") });
    return responses.shift()?.() ?? Promise.reject(new TypeError("no line"));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function createFailedView(): DemandView {
  const { view } = readRecordedLog("too-few-accept");
  const relax = [{ aspect: "budget", from: "1", to: "2", raw_input: "with 2" }, { aspect: "day", from: "", to: "Sunday", raw_input: "on Sunday" }];
  const compromise_proposal = { feasible: false, participants: [], missing: [], relax, alternatives: [] };
  return { ...view, outcome: { status: "failed", reason: "low_acceptance", compromise_proposal } };
}

function renderOutcome(view: DemandView): HTMLElement {
  return render(
    <MemoryRouter initialEntries={["/d/old"]}>
      <Routes>
        <Route path="/d/old" element={<Resubmit view={view} />} />
        <Route path="/d/:id" element={<p>the new one</p>} />
      </Routes>
    </MemoryRouter>,
  ).container;
}

function getResubmitButtons(): HTMLButtonElement[] {
  return screen.getAllByRole<HTMLButtonElement>("button", { name: ACTION_MESSAGES.en.submitRelaxed });
}

async function click(button: HTMLElement | undefined, times = 1): Promise<void> {
  await act(async () => {
    for (let done = 0; done < times; done += 1) if (button) fireEvent.click(button);
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

it("submits the relaxed demand once and opens it", async () => {
  const view = createFailedView();
  responses = [createResponse(200, { demand_id: "d-new", channel_id: "c", model: "simulated" })];
  renderOutcome(view);
  await click(getResubmitButtons()[1], 3);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ url: "/api/v1/demand/submit?wait_s=0", body: { raw_input: "on Sunday", user_id: useDraftStore.getState().name, follows: view.demand_id } });
  expect(useDraftStore.getState().name).toMatch(/^(guest|访客)-[0-9a-f]{8}$/);
  expect([...getOwnDemands()]).toEqual(["d-new"]);
  expect(requests[0]?.key).toMatch(/^[0-9a-f-]{32,36}$/);
  expect(screen.getByText("the new one")).toBeTruthy();
});

it("shows an unreachable gateway and retries with the same idempotency key", async () => {
  responses = [];
  renderOutcome(createFailedView());
  await click(getResubmitButtons()[0]);
  expect(screen.getByRole("alert").textContent).toContain(REFUSAL.en.unreachable);
  responses = [createResponse(200, { demand_id: "d-new" })];
  await click(getResubmitButtons()[0]);
  expect(requests[1]?.key).toBe(requests[0]?.key);
  expect(screen.getByText("the new one")).toBeTruthy();
});

it("uses a new idempotency key for another demand", async () => {
  responses = [createResponse(503, { error_code: "E018", message: "later", details: "" }, { "Retry-After": "7" })];
  renderOutcome(createFailedView());
  await click(getResubmitButtons()[0]);
  expect(screen.getByRole("alert").textContent).toBe(`later${REFUSAL.en.after("7")}`);
  await click(getResubmitButtons()[1]);
  expect(requests[1]?.key).not.toBe(requests[0]?.key);
});

it("asks a guest to sign in, then submits as the user", async () => {
  responses = [createResponse(401, { error_code: "E012", message: "sign in first", details: "" })];
  const container = renderOutcome(createFailedView());
  await click(getResubmitButtons()[0]);
  expect(screen.getByRole("alert").textContent).toContain("sign in first");
  await click(screen.getByRole("button", { name: REFUSAL.en.signIn }));
  expect(useSessionStore.getState().signInOpen).toBe(true);
  useSessionStore.setState({ session: { user_id: "user_bob", admin: false, sign_in: true } });
  responses = [createResponse(200, { demand_id: "d-new" })];
  await act(async () => {
    const { closeSignIn } = await import("../session/session");
    closeSignIn(true);
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
  expect(requests.at(-1)?.body).toMatchObject({ user_id: "user_bob", raw_input: "with 2" });
  expect(container.textContent).toBe("the new one");
});

it("rejects empty and too long demands", () => {
  renderOutcome(createFailedView());
  const field = screen.getByLabelText(ACTION_MESSAGES.en.rewriteLabel);
  const submit = screen.getByRole<HTMLButtonElement>("button", { name: ACTION_MESSAGES.en.rewriteSubmit, hidden: true });
  expect(submit.disabled).toBe(false);
  fireEvent.change(field, { target: { value: " \n " } });
  expect(submit.disabled).toBe(true);
  fireEvent.change(field, { target: { value: "😀".repeat(8000) } });
  expect(submit.disabled).toBe(false);
  fireEvent.change(field, { target: { value: "😀".repeat(8001) } });
  expect(submit.disabled).toBe(true);
});

it("lists follow-ups, and shows when they cannot be fetched", async () => {
  responses = [];
  render(<MemoryRouter><FollowUps demandId="d-old" /></MemoryRouter>);
  await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  expect(document.body.textContent).toContain(ACTION_MESSAGES.en.followUpsFailed);
  responses = [createResponse(200, { items: [{ demand_id: "d-new", status: "finalized", surface_demand: "<b>again</b>" }] })];
  await click(screen.getByRole("button"));
  expect(requests[1]?.url).toBe("/api/v1/demands?follows=d-old");
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "<b>again</b>" });
  expect(link.getAttribute("href")).toBe("/d/d-new");
});

it.each([
  ["nobody, who can sign in yet", { user_id: null, admin: false, sign_in: true }, true],
  ["a guest who has not submitted it", { user_id: null, admin: true, sign_in: false }, false],
  ["its user", { user_id: "user_alice", admin: false, sign_in: true }, true],
  ["an administrator", { user_id: "root", admin: true, sign_in: true }, true],
  ["another user", { user_id: "user_bob", admin: false, sign_in: true }, false],
] as const)("lets %s stop a demand, or not", (_, session, shown) => {
  useSessionStore.setState({ session });
  render(<CancelButton view={{ ...readRecordedLog("agreed-at-once").view, status: "processing", phase: "collecting", user_id: "user_alice" }} />);
  expect(screen.queryByRole("button", { name: ACTION_MESSAGES.en.cancel }) !== null).toBe(shown);
});

it("offers a guest to sign in when the demand is not this browser's", async () => {
  useSessionStore.setState({ session: { user_id: null, admin: false, sign_in: true } });
  render(<CancelButton view={getRunningView()} />);
  await click(screen.getByRole("button", { name: ACTION_MESSAGES.en.cancel }));
  responses = [createResponse(403, { error_code: "E013", message: "not allowed", details: "" }), createResponse(202, {})];
  await click(screen.getByRole("button", { name: ACTION_MESSAGES.en.cancelYes }));
  await click(screen.getByRole("button", { name: REFUSAL.en.signIn }));
  expect(useSessionStore.getState().signInOpen).toBe(true);
});

/** Return the view of a running demand that this browser has submitted. */
function getRunningView(): DemandView {
  const running = readRecordedLog("agreed-at-once").views[4];
  if (!running) throw new Error("the recorded log is too short");
  addOwnDemand(running.demand_id);
  return running;
}

it("confirms before cancelling, and shows when it is too late", async () => {
  const running = getRunningView();
  render(<CancelButton view={running} />);
  await click(screen.getByRole("button", { name: ACTION_MESSAGES.en.cancel }));
  expect(requests).toHaveLength(0);
  fireEvent.change(screen.getByLabelText(ACTION_MESSAGES.en.cancelReason), { target: { value: " no time " } });
  responses = [createResponse(409, { error_code: "E014", message: "conflict", details: { id: "d", status: "finalized" } }), createResponse(202, {})];
  await click(screen.getByRole("button", { name: ACTION_MESSAGES.en.cancelYes }));
  expect(requests[0]).toMatchObject({ url: `/api/v1/demands/${running.demand_id}/cancel`, body: { reason: "no time" } });
  expect(screen.getByRole("alert").textContent).toBe(ACTION_MESSAGES.en.endedAlready);
  await click(screen.getByRole("button", { name: ACTION_MESSAGES.en.cancelYes }));
  expect(document.querySelector<HTMLButtonElement>("[data-action=cancel]")?.disabled).toBe(true);
});
