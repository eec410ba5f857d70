// Labels of the cancel button before and after the outcome, and the focus at the end.
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readRecordedLog } from "../../testUtils/recordedLogs";
import type { DemandView } from "../../eventLog/types";
import { addOwnDemand } from "../../app/ownDemands";
import { useLocaleStore } from "../../i18n/locale";
import { StateBanner } from "../negotiation/StateBanner";
import { useSessionStore } from "../session/session";
import { CancelButton, isRunning } from "./CancelButton";

beforeEach(() => {
  useSessionStore.setState({ session: { user_id: null, admin: false, sign_in: false } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Return a view with running subnets, before or after the outcome. */
function getRunningView(after: boolean): DemandView {
  const view = readRecordedLog("cancel-while-subnets-run").views.find((one) => isRunning(one) && (one.status !== "processing") === after);
  if (view === undefined) throw new Error("no recorded event matches");
  addOwnDemand(view.demand_id);
  return view;
}

it.each([
  ["zh", false, "取消协商", "确定要取消吗？", "确定取消"],
  ["zh", true, "停止子协商", "停止仍在进行的子协商？", "确定停止"],
  ["en", false, "Cancel", "Cancel this negotiation?", "Yes, cancel it"],
  ["en", true, "Stop what still runs", "Stop the subnets that still run?", "Yes, stop them"],
] as const)("in %s, after the outcome: %s", (language, after, label, title, yes) => {
  useLocaleStore.setState({ locale: language });
  render(<CancelButton view={getRunningView(after)} />);
  fireEvent.click(screen.getByRole("button", { name: label }));
  expect(screen.getByRole("dialog", { name: title })).toBeTruthy();
  expect(screen.getByRole("button", { name: yes })).toBeTruthy();
});

it.each([
  ["after", () => Promise.resolve(new Response("{}", { status: 202 }))],
  ["before", () => new Promise<Response>(() => undefined)],
] as const)("gives the focus to the banner when the negotiation ends %s the answer to the request", async (_, respond) => {
  useLocaleStore.setState({ locale: "en" });
  vi.stubGlobal("fetch", respond);
  const view = getRunningView(false);
  const page = render(<><StateBanner view={view} /><CancelButton view={view} /></>);
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  fireEvent.click(screen.getByRole("button", { name: "Yes, cancel it" }));
  await screen.findAllByRole("button", { name: "Stopping…" });
  const ended: DemandView = { ...view, status: "cancelled", phase: "closed" };
  page.rerender(<><StateBanner view={ended} /><CancelButton view={ended} /></>);
  await waitFor(() => { expect(document.activeElement?.getAttribute("data-state")).toBe("cancelled"); });
});
