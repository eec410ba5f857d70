// The page at every event of a session: what it shows, in both languages, soundly; stopping, replaying, missing.
import axe from "axe-core";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { BrowserRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AGREED, DIVIDED, SESSION, STOPPED } from "../../testUtils/deliberationLog";
import { gateway, getRegion, installDeliberation, openDeliberation, resetDeliberation, settle } from "../../testUtils/openDeliberation";
import { RAW_VALUE } from "../../testUtils/recordedLogs";
import { useLocaleStore } from "../../i18n/locale";
import { DeliberationPage } from "./DeliberationPage";
import { MESSAGES } from "./messages";
import { SESSION_LOG, useSessionLog } from "./model/sessionLog";

beforeEach(installDeliberation);
afterEach(resetDeliberation);

describe.each(["zh", "en"] as const)("the page (%s)", (locale) => {
  it.each([["agreed", AGREED], ["divided", DIVIDED], ["stopped", STOPPED]] as const)("has words for every event of a session that is %s", (_, log) => {
    openDeliberation([], { locale, ended: false });
    for (const entry of log) {
      act(() => { SESSION_LOG.append([entry], SESSION); });
      expect(getRegion().dataset.at).toBe(String(entry.seq));
      expect(getRegion().textContent).not.toMatch(RAW_VALUE);
    }
  });

  it.each([["at the start", AGREED.slice(0, 1)], ["in the third round", AGREED.slice(0, 13)], ["at the end", AGREED], ["divided", DIVIDED]] as const)("is sound %s", async (_, log) => {
    const container = openDeliberation(log, { locale });
    await settle();
    for (const box of container.querySelectorAll("details")) act(() => { box.open = true; });
    await settle();
    const { violations } = await axe.run(container, { resultTypes: ["violations"], rules: { "color-contrast": { enabled: false } } });
    expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([]);
  });
});

describe("the end", () => {
  it("says at once: agreed, the plan, what to do first, what is open", () => {
    openDeliberation(AGREED);
    expect(document.querySelector("[data-result]")?.textContent).toBe("Agreedafter 5 rounds3 points open");
    const glance = screen.getByRole("region", { name: "At a glance" });
    expect(within(glance).getByText("Planner and critic both stand by this plan.", { exact: false })).toBeTruthy();
    expect(glance.textContent).toMatch(/IELTS 7 by 3 May.*agreed by both.*97 h in all.*2 March 2026 – 1 May 2026/);
    expect(within(glance).getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Placement test in all four skillsby 5 Mar · 3 h",
      "Learn 800 academic wordsby 29 Mar · 18 h",
      "Speak with a partner twice a weekby 12 Apr · 14 h",
      "s3.1 Speaking is practised alone",
      "Whether the level at the start is at least 5.5",
      "Whether two hours are kept in the week of the move",
    ]);
    expect(document.title).toContain("Agreed");
  });

  it("says that a divided one is not agreed and its plan provisional", () => {
    openDeliberation(DIVIDED);
    expect(document.querySelector("[data-result]")?.getAttribute("data-result")).toBe("divided");
    expect(screen.getByRole("region", { name: "At a glance" }).textContent).toMatch(/They still differed at the end.*provisional/);
    expect(screen.queryByText("agreed by both")).toBeNull();
    expect(screen.getByText("written by fixed rules, not by the model")).toBeTruthy();
  });

  it("shows the report from Markdown, and the to-dos with their files", async () => {
    openDeliberation(AGREED);
    await settle();
    const report = screen.getByRole("region", { name: "Report" });
    expect(within(report).getByRole("heading", { level: 3, name: "IELTS 7 by 3 May" })).toBeTruthy();
    expect(report.querySelector("script")).toBeNull();
    expect(report.textContent).toContain("<script>alert(1)</script>");
    expect([...report.querySelectorAll("a")].map(({ href }) => href)).toEqual(["https://ielts.org/"]);
    const todos = screen.getByRole("region", { name: "To-dos" });
    expect([...todos.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual(["ics", "md"].map((format) => `/api/v1/deliberations/${SESSION}/todos?format=${format}`));
    expect(todos.querySelectorAll("li")).toHaveLength(6);
  });
});

describe("the stop button", () => {
  const getStop = (): HTMLElement | null => screen.queryByRole("button", { name: "Stop" });

  it("asks, stops, and the page says that it was stopped", async () => {
    openDeliberation(STOPPED.slice(0, -1), { ended: false });
    gateway.respond = () => Promise.resolve(new Response(JSON.stringify({ session_id: SESSION }), { status: 202 }));
    fireEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(gateway.requests.filter((request) => request.startsWith("POST"))).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Stop it" }));
    await waitFor(() => { expect(gateway.requests).toContain(`POST /api/v1/deliberations/${SESSION}/terminate`); });
    (await screen.findByRole("button", { name: "Stopping..." })).focus();
    act(() => { SESSION_LOG.append(STOPPED, SESSION); });
    await waitFor(() => { expect(document.activeElement?.getAttribute("data-result")).toBe("stopped"); });
    expect(document.querySelector("[data-result='stopped']")?.textContent).toMatch(/Stoppedafter 2 rounds.*Stopped by user_alice\./);
    expect(getRegion().textContent).toContain("nobody speaks any more");
    expect(getStop()).toBeNull();
  });

  it("says when the session has ended already", async () => {
    openDeliberation(STOPPED.slice(0, -1), { ended: false });
    gateway.respond = () => Promise.resolve(new Response(JSON.stringify({ error_code: "E014", message: "ended" }), { status: 409 }));
    fireEvent.click(screen.getByRole("button", { name: "Stop" }));
    fireEvent.click(screen.getByRole("button", { name: "Stop it" }));
    expect((await screen.findByRole("alert")).textContent).toBe(MESSAGES.en.endedAlready);
  });

  it("is not there while looking back", () => {
    openDeliberation(STOPPED.slice(0, -1), { ended: false });
    act(() => { SESSION_LOG.seekTo(2); });
    expect(getStop()).toBeNull();
  });
});

describe("the replay", () => {
  it("steps through the events with the controls of the negotiation, and shows what was to be seen live", () => {
    openDeliberation([], { ended: false });
    const live = AGREED.map((entry) => {
      act(() => { SESSION_LOG.append([entry], SESSION); });
      // Buttons that depend on the viewer are no part of the view.
      for (const beside of getRegion().querySelectorAll("[data-beside]")) beside.textContent = "";
      return getRegion().textContent;
    });
    act(() => { SESSION_LOG.setConnection("over"); });
    const slider = screen.getByRole("slider");
    for (const [index, text] of live.entries()) {
      fireEvent.change(slider, { target: { value: String(index + 1) } });
      expect(getRegion().textContent).toBe(text);
    }
    fireEvent.change(slider, { target: { value: "5" } });
    expect(slider.getAttribute("aria-valuetext")).toMatch(/^Event 5 of 20, .*, critic speaks$/);
    fireEvent.click(screen.getByRole("button", { name: "Next decision" }));
    expect(useSessionLog.getState().replaySeq).toBe(6);
    expect(slider.getAttribute("aria-valuetext")).toContain("host decides");
    expect([...document.querySelectorAll(".replay-round")].map(({ textContent }) => textContent)).toEqual(["1", "2", "3", "4"]);
  });

  it("opens at the moment of its address", () => {
    openDeliberation(AGREED, { search: "?at=6" });
    expect(getRegion().dataset.at).toBe("6");
    expect(screen.getByText("looking back")).toBeTruthy();
    expect(document.querySelector("[data-activity]")?.textContent).toBe("the planner is revising the plan");
  });
});

describe("the connection", () => {
  it("says that a session does not exist, with a way back", async () => {
    gateway.respond = (url) => Promise.resolve(new Response("{}", { status: url.endsWith("/stream") ? 404 : 500 }));
    useLocaleStore.setState({ locale: "en" });
    history.replaceState(null, "", "/deliberations/s-nowhere");
    render(<BrowserRouter><Routes><Route path="/deliberations/:sessionId" element={<DeliberationPage />} /></Routes></BrowserRouter>);
    expect(await screen.findByRole("heading", { name: MESSAGES.en.missing })).toBeTruthy();
    expect(screen.getByRole("link", { name: MESSAGES.en.another }).getAttribute("href")).toBe("/deliberations");
  });

  it.each(["lost", "full"] as const)("says that it is %s, and keeps what was shown", (connection) => {
    openDeliberation(AGREED.slice(0, 6), { ended: false });
    act(() => { SESSION_LOG.setConnection(connection); });
    expect(document.querySelector(`[data-connection="${connection}"]`)?.textContent).toContain(MESSAGES.en.connection[connection]);
    expect(getRegion().textContent).toContain("The host's decision");
  });
});
