// Is it said what a click would stop: the negotiation, or only what still runs after its outcome?
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { recorded } from "../../testUtils/recordedLogs";
import type { DemandView } from "../../eventLog/types";
import { useLanguage } from "../../i18n/locale";
import { useSessionState } from "../session/session";
import { CancelButton, isRunning } from "./CancelButton";

beforeEach(() => {
  useSessionState.setState({ session: { user_id: null, admin: false, sign_in: false } });
});
afterEach(cleanup);

/** A view of the recording while subnets run, before or after the outcome. */
function running(after: boolean): DemandView {
  const view = recorded("cancel-while-subnets-run").views.find((one) => isRunning(one) && (one.status !== "processing") === after);
  if (view === undefined) throw new Error("it was not recorded");
  return view;
}

it.each([
  ["zh", false, "取消协商", "确定要取消吗？", "确定取消"],
  ["zh", true, "停止子协商", "停止仍在进行的子协商？", "确定停止"],
  ["en", false, "Cancel", "Cancel this negotiation?", "Yes, cancel it"],
  ["en", true, "Stop what still runs", "Stop the subnets that still run?", "Yes, stop them"],
] as const)("in %s, after the outcome: %s", (language, after, label, title, yes) => {
  useLanguage.setState({ language });
  render(<CancelButton view={running(after)} />);
  fireEvent.click(screen.getByRole("button", { name: label }));
  expect(screen.getByRole("dialog", { name: title })).toBeTruthy();
  expect(screen.getByRole("button", { name: yes })).toBeTruthy();
});
