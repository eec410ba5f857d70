// Timeline: visible rows, filter, virtualisation.
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { BrowserRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readRecordedLog } from "../../testUtils/recordedLogs";
import { appendEntries, seekTo, openLog } from "../../eventLog/logStore";
import type { LogEntry } from "../../eventLog/types";
import { useLocaleStore } from "../../i18n/locale";
import { TimelineCard } from "./TimelineCard";
import { buildRows } from "./timelineRows";
import { COMMON_MESSAGES } from "./messages/common";

const messages = COMMON_MESSAGES.en;

function getRows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("ol > li[data-seq]")];
}

function getSeqs(): number[] {
  return getRows().map((row) => Number(row.dataset.seq));
}

function loadLog(entries: readonly LogEntry[]): void {
  openLog("d-1");
  appendEntries(entries);
  render(<BrowserRouter><TimelineCard /></BrowserRouter>);
}

function press(name: string): void {
  fireEvent.click(screen.getByRole("button", { name }));
}

beforeEach(() => {
  useLocaleStore.setState({ locale: "en" });
  history.replaceState(null, "", "/d/d-1?view=list");
});
afterEach(cleanup);

describe("the timeline", { timeout: 30_000 }, () => {
  const log = readRecordedLog("subnet-closes-a-gap").entries;

  it("lists every event once, in order, with its type", () => {
    loadLog(log);
    expect(getSeqs()).toEqual(log.map((entry) => entry.seq));
    expect(getRows().map((row) => row.dataset.type)).toEqual(log.map((entry) => entry.event_type));
    expect(getRows().every((row) => row.querySelector("time") !== null)).toBe(true);
  });

  it("shows a placeholder for an empty log", () => {
    loadLog([]);
    expect(screen.getByText(messages.none)).toBeTruthy();
  });

  it("shows the log up to the selected event", () => {
    loadLog(log);
    act(() => { seekTo(4); });
    expect(getSeqs()).toEqual([1, 2, 3, 4]);
    act(() => { seekTo(null); });
    expect(getRows()).toHaveLength(log.length);
  });

  it("labels subnet events with their subnet", () => {
    loadLog(log);
    const own = log[0]?.payload.channel_id;
    for (const [index, row] of getRows().entries()) {
      const inside = log[index]?.payload.channel_id !== own;
      expect(row.classList.contains("event-sub")).toBe(inside);
      expect(row.querySelector(".event-meta")?.textContent.includes(messages.subnet(1))).toBe(inside);
    }
    expect(getRows().some((row) => row.classList.contains("event-sub"))).toBe(true);
  });

  it("hides a kind, counts the hidden rows, and shows all again", () => {
    loadLog(log);
    press(messages.filter);
    press(messages.kind.offers);
    const offers = log.filter((entry) => entry.event_type === "towow.offer.submitted").length;
    expect(getRows()).toHaveLength(log.length - offers);
    expect(screen.getByText(messages.hidden(offers))).toBeTruthy();
    expect(screen.getByRole("button", { name: messages.kind.offers }).getAttribute("aria-pressed")).toBe("false");
    expect(screen.queryByRole("button", { name: messages.kind.other })).toBeNull();
    press(messages.showAll);
    expect(getRows()).toHaveLength(log.length);
  });

  it("filters by agent", () => {
    loadLog(log);
    press(messages.filter);
    const select = screen.getByLabelText<HTMLSelectElement>(messages.agent);
    const bob = within(select).getByRole<HTMLOptionElement>("option", { name: "Bob" }).value;
    fireEvent.change(select, { target: { value: bob } });
    expect(getSeqs()).toEqual(log.filter((entry) => entry.payload.agent_id === bob).map((entry) => entry.seq));
    expect(getSeqs().length).toBeGreaterThan(1);
    act(() => { seekTo(1); });
    expect(screen.getByText(messages.noneLeft)).toBeTruthy();
    expect(select.value).toBe(bob);
  });

  it("keeps existing row elements when an event is appended", () => {
    const before = buildRows(log.slice(0, 8));
    expect(buildRows(log).slice(0, 8).every((line, index) => line === before[index])).toBe(true);
  });

  it("uses the name known at the time of the event", () => {
    const [first, , filtered] = log as [LogEntry, LogEntry, LogEntry];
    const early = { ...first, seq: 2, event_type: "towow.demand.broadcast", payload: { ...first.payload, invited_agents: ["agent_bob"] } };
    const lines = buildRows([first, early, { ...filtered, seq: 3 }]);
    expect(lines.map(({ context: context }) => context.names.get("agent_bob"))).toEqual([undefined, undefined, "Bob"]);
  });

  it("renders 150 rows completely and virtualises thousands at any position", () => {
    const [first, second] = log as [LogEntry, LogEntry];
    const following = (from: number, to: number): LogEntry[] =>
      Array.from({ length: to - from + 1 }, (_, index) => ({ ...second, seq: from + index }));
    loadLog([first, ...following(2, 150)]);
    expect(getRows()).toHaveLength(150);
    act(() => { appendEntries(following(151, 2000)); });
    expect(screen.getByText(messages.count(2000))).toBeTruthy();
    expect(getRows().length).toBeLessThan(100);
    act(() => { seekTo(120); });
    expect(screen.getByText(messages.count(120))).toBeTruthy();
    expect(getRows().length).toBeLessThan(100);
  });
});
