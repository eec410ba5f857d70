// Does the timeline list the log as it is looked at, and what the viewer chooses of it?
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recorded } from "../../testUtils/recordedLogs";
import { append, lookAt, openLog } from "../../eventLog/logStore";
import type { Entry } from "../../eventLog/types";
import { useLanguage } from "../../i18n/locale";
import { EventTimeline } from "./EventTimeline";
import { linesOf } from "./timelineRows";
import { WORDS } from "./messages/common";

const words = WORDS.en;

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("ol > li[data-seq]")];
}

function seqs(): number[] {
  return rows().map((row) => Number(row.dataset.seq));
}

function show(entries: readonly Entry[]): void {
  openLog("d-1");
  append(entries);
  render(<MemoryRouter><EventTimeline /></MemoryRouter>);
}

function press(name: string): void {
  fireEvent.click(screen.getByRole("button", { name }));
}

beforeEach(() => { useLanguage.setState({ language: "en" }); });
afterEach(cleanup);

describe("the timeline", { timeout: 30_000 }, () => {
  const log = recorded("subnet-closes-a-gap").entries;

  it("lists every event once and in order, with its type", () => {
    show(log);
    expect(seqs()).toEqual(log.map((entry) => entry.seq));
    expect(rows().map((row) => row.dataset.type)).toEqual(log.map((entry) => entry.event_type));
    expect(rows().every((row) => row.querySelector("time") !== null)).toBe(true);
  });

  it("says that nothing has happened yet", () => {
    show([]);
    expect(screen.getByText(words.none)).toBeTruthy();
  });

  it("shows the log up to the event that is looked at", () => {
    show(log);
    act(() => { lookAt(4); });
    expect(seqs()).toEqual([1, 2, 3, 4]);
    act(() => { lookAt(null); });
    expect(rows()).toHaveLength(log.length);
  });

  it("marks the events of a subnet with the subnet", () => {
    show(log);
    const own = log[0]?.payload.channel_id;
    for (const [index, row] of rows().entries()) {
      const inside = log[index]?.payload.channel_id !== own;
      expect(row.classList.contains("event-sub")).toBe(inside);
      expect(row.querySelector(".event-meta")?.textContent.includes(words.subnet(1))).toBe(inside);
    }
    expect(rows().some((row) => row.classList.contains("event-sub"))).toBe(true);
  });

  it("hides a kind, says how many that are, and shows all again", () => {
    show(log);
    press(words.filter);
    press(words.kind.offers);
    const offers = log.filter((entry) => entry.event_type === "towow.offer.submitted").length;
    expect(rows()).toHaveLength(log.length - offers);
    expect(screen.getByText(words.hidden(offers))).toBeTruthy();
    expect(screen.getByRole("button", { name: words.kind.offers }).getAttribute("aria-pressed")).toBe("false");
    expect(screen.queryByRole("button", { name: words.kind.other })).toBeNull();
    press(words.showAll);
    expect(rows()).toHaveLength(log.length);
  });

  it("shows the events of one agent", () => {
    show(log);
    press(words.filter);
    const select = screen.getByLabelText<HTMLSelectElement>(words.agent);
    const bob = within(select).getByRole<HTMLOptionElement>("option", { name: "Bob" }).value;
    fireEvent.change(select, { target: { value: bob } });
    expect(seqs()).toEqual(log.filter((entry) => entry.payload.agent_id === bob).map((entry) => entry.seq));
    expect(seqs().length).toBeGreaterThan(1);
    act(() => { lookAt(1); });
    expect(screen.getByText(words.noneLeft)).toBeTruthy();
    expect(select.value).toBe(bob);
  });

  it("keeps the lines that are there when another comes", () => {
    const before = linesOf(log.slice(0, 8));
    expect(linesOf(log).slice(0, 8).every((line, index) => line === before[index])).toBe(true);
  });

  it("calls an agent by the name that was known at that event", () => {
    const [first, , filtered] = log as [Entry, Entry, Entry];
    const early = { ...first, seq: 2, event_type: "towow.demand.broadcast", payload: { ...first.payload, invited_agents: ["agent_bob"] } };
    const lines = linesOf([first, early, { ...filtered, seq: 3 }]);
    expect(lines.map(({ scene }) => scene.names.get("agent_bob"))).toEqual([undefined, undefined, "Bob"]);
  });

  it("keeps a log of 150 whole in the document, and only some of thousands, wherever one looks", () => {
    const [first, second] = log as [Entry, Entry];
    const following = (from: number, to: number): Entry[] =>
      Array.from({ length: to - from + 1 }, (_, index) => ({ ...second, seq: from + index }));
    show([first, ...following(2, 150)]);
    expect(rows()).toHaveLength(150);
    act(() => { append(following(151, 2000)); });
    expect(screen.getByText(words.count(2000))).toBeTruthy();
    expect(rows().length).toBeLessThan(100);
    act(() => { lookAt(120); });
    expect(screen.getByText(words.count(120))).toBeTruthy();
    expect(rows().length).toBeLessThan(100);
  });
});
