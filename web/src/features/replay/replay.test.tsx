// Replay bar: buttons, keys, playback, URL.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { BrowserRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LogEntry } from "../../eventLog/types";
import { appendEntries, setConnection, seekTo, openLog, getVisibleCount, useLogStore } from "../../eventLog/logStore";
import { setLocale } from "../../i18n/locale";
import { ReplayBar } from "./ReplayBar";
import { useReplayUrl } from "./useReplayUrl";

const LOG = join(import.meta.dirname, "../../../../tests/golden/logs/forced-after-five-rounds.jsonl");
const entries = readFileSync(LOG, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line) as LogEntry);
const getPosition = (): number => getVisibleCount(useLogStore.getState());

beforeEach(() => {
  vi.useFakeTimers();
  setLocale("en");
  history.replaceState(null, "", "/d/d-1");
  openLog("d-1");
  appendEntries(entries);
  setConnection("over");
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function getSlider(): HTMLInputElement {
  return screen.getByRole("slider");
}

function press(name: string): void {
  fireEvent.click(screen.getByRole("button", { name }));
}

describe("the replay bar", () => {
  it("steps by event and by decision, and back to the end", () => {
    render(<BrowserRouter><ReplayBar /></BrowserRouter>);
    expect(getSlider().value).toBe(String(entries.length));
    press("Previous event");
    expect(getPosition()).toBe(entries.length - 1);
    press("Previous decision");
    expect(entries[getPosition() - 1]?.event_type).toMatch(/proposal.distributed|feedback.evaluated|force_finalized/);
    press("Next event");
    press("To the end");
    expect(useLogStore.getState().replaySeq).toBeNull();
    expect(screen.getByRole("button", { name: "Next event" }).getAttribute("aria-disabled")).toBe("true");
    press("Next event");
    expect(useLogStore.getState().replaySeq).toBeNull();
  });

  it("has keyboard shortcuts, and describes the position", () => {
    render(<BrowserRouter><ReplayBar /></BrowserRouter>);
    fireEvent.keyDown(getSlider(), { key: "Home" });
    expect(getPosition()).toBe(1);
    expect(getSlider().getAttribute("aria-valuetext")).toMatch(/^Event 1 of 46, \d\d:\d\d:\d\d, demand stated$/);
    fireEvent.keyDown(getSlider(), { key: "ArrowRight" });
    fireEvent.keyDown(screen.getByRole("button", { name: "Next event" }), { key: "ArrowRight" });
    expect(getPosition()).toBe(3);
    fireEvent.keyDown(getSlider(), { key: "ArrowLeft" });
    expect(getPosition()).toBe(2);
    fireEvent.keyDown(getSlider(), { key: "ArrowRight", shiftKey: true });
    expect(entries[getPosition() - 1]?.event_type).toBe("towow.proposal.distributed");
    fireEvent.keyDown(getSlider(), { key: "ArrowRight", ctrlKey: true });
    expect(entries[getPosition() - 1]?.event_type).toBe("towow.proposal.distributed");
    fireEvent.keyDown(screen.getByRole("combobox"), { key: "Home" });
    expect(getPosition()).not.toBe(1);
    fireEvent.keyDown(getSlider(), { key: "End" });
    expect(useLogStore.getState().replaySeq).toBeNull();
  });

  it("plays event by event and stops at the end", () => {
    render(<BrowserRouter><ReplayBar /></BrowserRouter>);
    const seen: number[] = [];
    const stop = useLogStore.subscribe((log) => seen.push(getVisibleCount(log)));
    fireEvent.change(screen.getByRole("combobox"), { target: { value: "8" } });
    press("Play from the start");
    expect(getPosition()).toBe(1);
    act(() => { vi.advanceTimersByTime(250); });
    press("Pause");
    const paused = getPosition();
    act(() => { vi.advanceTimersByTime(10_000); });
    expect(getPosition()).toBe(paused);
    press("Play");
    for (let second = 0; second < 60; second += 1) act(() => { vi.advanceTimersByTime(250); });
    expect(useLogStore.getState().replaySeq).toBeNull();
    expect(new Set(seen)).toEqual(new Set(entries.map((entry) => entry.seq)));
    stop();
    screen.getByRole("button", { name: "Play from the start" });
  });

  it("counts new events while replaying, and returns to live", () => {
    openLog("d-1");
    appendEntries(entries.slice(0, 20));
    setConnection("live");
    render(<BrowserRouter><ReplayBar /></BrowserRouter>);
    press("Previous event");
    act(() => { appendEntries(entries.slice(20, 30)); });
    expect(getPosition()).toBe(19);
    screen.getByText("11 newer events");
    press("Back to live");
    act(() => { appendEntries(entries.slice(30)); });
    expect(getPosition()).toBe(entries.length);
  });
});

function UrlSynced() {
  useReplayUrl();
  return <ReplayBar />;
}

describe("the URL", () => {
  const opened = (address: string): void => {
    history.replaceState(null, "", address);
    render(<BrowserRouter><UrlSynced /></BrowserRouter>);
  };

  it("selects its moment, also beyond the end, and the newest for invalid values", () => {
    opened("/d/d-1?at=7");
    expect(getPosition()).toBe(7);
    cleanup();
    for (const [named, shown] of [["999", 46], ["0", 46], ["-3", 46], ["2.5", 46], ["x", 46], ["", 46]] as const) {
      seekTo(null);
      opened(`/d/d-1?at=${named}`);
      expect(getPosition()).toBe(shown);
      cleanup();
    }
  });

  it("follows the moment at most four times a second, in one history entry", () => {
    opened("/d/d-1?other=1");
    const places = history.length;
    const replaced = vi.spyOn(history, "replaceState");
    for (let seq = 1; seq <= 40; seq += 1) {
      fireEvent.change(getSlider(), { target: { value: String(seq) } });
      act(() => { vi.advanceTimersByTime(25); });
    }
    act(() => { vi.advanceTimersByTime(1000); });
    expect(getPosition()).toBe(40);
    expect(location.search).toBe("?other=1&at=40");
    expect(history.length).toBe(places);
    expect(replaced.mock.calls.length).toBeLessThanOrEqual(6);
    press("To the end");
    act(() => { vi.advanceTimersByTime(1000); });
    expect(location.search).toBe("?other=1");
  });
});
