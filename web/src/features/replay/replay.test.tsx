// Does the bar move the moment, by hand and by key, and do address and moment follow each other?
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { BrowserRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Entry } from "../../eventLog/types";
import { append, connected, lookAt, openLog, shownCount, useLog } from "../../eventLog/logStore";
import { speak } from "../../i18n/locale";
import { ReplayBar } from "./ReplayBar";
import { useReplayLink } from "./useReplayUrl";

const LOG = join(import.meta.dirname, "../../../../tests/golden/logs/forced-after-five-rounds.jsonl");
const entries = readFileSync(LOG, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line) as Entry);
const at = (): number => shownCount(useLog.getState());

beforeEach(() => {
  vi.useFakeTimers();
  speak("en");
  history.replaceState(null, "", "/d/d-1");
  openLog("d-1");
  append(entries);
  connected("over");
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function slider(): HTMLInputElement {
  return screen.getByRole("slider");
}

function press(name: string): void {
  fireEvent.click(screen.getByRole("button", { name }));
}

describe("the bar", () => {
  it("steps by events and by decisions and back to the end", () => {
    render(<ReplayBar />);
    expect(slider().value).toBe(String(entries.length));
    press("Previous event");
    expect(at()).toBe(entries.length - 1);
    press("Previous decision");
    expect(entries[at() - 1]?.event_type).toMatch(/proposal.distributed|feedback.evaluated|force_finalized/);
    press("Next event");
    press("To the end");
    expect(useLog.getState().at).toBeNull();
    expect(screen.getByRole("button", { name: "Next event" }).getAttribute("aria-disabled")).toBe("true");
    press("Next event");
    expect(useLog.getState().at).toBeNull();
  });

  it("is steered by keys, and says in words where one is", () => {
    render(<ReplayBar />);
    fireEvent.keyDown(slider(), { key: "Home" });
    expect(at()).toBe(1);
    expect(slider().getAttribute("aria-valuetext")).toMatch(/^Event 1 of 46, \d\d:\d\d:\d\d, demand stated$/);
    fireEvent.keyDown(slider(), { key: "ArrowRight" });
    fireEvent.keyDown(screen.getByRole("button", { name: "Next event" }), { key: "ArrowRight" });
    expect(at()).toBe(3);
    fireEvent.keyDown(slider(), { key: "ArrowLeft" });
    expect(at()).toBe(2);
    fireEvent.keyDown(slider(), { key: "ArrowRight", shiftKey: true });
    expect(entries[at() - 1]?.event_type).toBe("towow.proposal.distributed");
    fireEvent.keyDown(slider(), { key: "ArrowRight", ctrlKey: true });
    expect(entries[at() - 1]?.event_type).toBe("towow.proposal.distributed");
    fireEvent.keyDown(screen.getByRole("combobox"), { key: "Home" });
    expect(at()).not.toBe(1);
    fireEvent.keyDown(slider(), { key: "End" });
    expect(useLog.getState().at).toBeNull();
  });

  it("plays all of it, event by event, and stops at the end", () => {
    render(<ReplayBar />);
    const seen: number[] = [];
    const stop = useLog.subscribe((log) => seen.push(shownCount(log)));
    fireEvent.change(screen.getByRole("combobox"), { target: { value: "8" } });
    press("Play from the start");
    expect(at()).toBe(1);
    act(() => { vi.advanceTimersByTime(250); });
    press("Pause");
    const paused = at();
    act(() => { vi.advanceTimersByTime(10_000); });
    expect(at()).toBe(paused);
    press("Play");
    for (let second = 0; second < 60; second += 1) act(() => { vi.advanceTimersByTime(250); });
    expect(useLog.getState().at).toBeNull();
    expect(new Set(seen)).toEqual(new Set(entries.map((entry) => entry.seq)));
    stop();
    screen.getByRole("button", { name: "Play from the start" });
  });

  it("counts what comes while one looks back, and goes back to live", () => {
    openLog("d-1");
    append(entries.slice(0, 20));
    connected("live");
    render(<ReplayBar />);
    press("Previous event");
    act(() => { append(entries.slice(20, 30)); });
    expect(at()).toBe(19);
    screen.getByText("11 newer events");
    press("Back to live");
    act(() => { append(entries.slice(30)); });
    expect(at()).toBe(entries.length);
  });
});

function Linked() {
  useReplayLink();
  return <ReplayBar />;
}

describe("the address", () => {
  const opened = (address: string): void => {
    history.replaceState(null, "", address);
    render(<BrowserRouter><Linked /></BrowserRouter>);
  };

  it("shows the moment that it names, also beyond the end, and the newest for nonsense", () => {
    opened("/d/d-1?at=7");
    expect(at()).toBe(7);
    cleanup();
    for (const [named, shown] of [["999", 46], ["0", 46], ["-3", 46], ["2.5", 46], ["x", 46], ["", 46]] as const) {
      lookAt(null);
      opened(`/d/d-1?at=${named}`);
      expect(at()).toBe(shown);
      cleanup();
    }
  });

  it("follows the moment, at most four times a second, in one place of the history", () => {
    opened("/d/d-1?other=1");
    const places = history.length;
    const replaced = vi.spyOn(history, "replaceState");
    for (let seq = 1; seq <= 40; seq += 1) {
      fireEvent.change(slider(), { target: { value: String(seq) } });
      act(() => { vi.advanceTimersByTime(25); });
    }
    act(() => { vi.advanceTimersByTime(1000); });
    expect(at()).toBe(40);
    expect(location.search).toBe("?other=1&at=40");
    expect(history.length).toBe(places);
    expect(replaced.mock.calls.length).toBeLessThanOrEqual(6);
    press("To the end");
    act(() => { vi.advanceTimersByTime(1000); });
    expect(location.search).toBe("?other=1");
  });
});
