// Stage at every moment of every recorded log, in both locales.
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RECORDED_LOGS, readRecordedLog } from "../../testUtils/recordedLogs";
import { appendEntries, seekTo, EMPTY_LOG, openLog, useLogStore, useVisibleView } from "../../eventLog/logStore";
import type { LogEntry } from "../../eventLog/types";
import { useLocaleStore } from "../../i18n/locale";
import { useSessionStore } from "../session/session";
import { createCaption } from "./eventCaption";
import { OutcomeBanner } from "./OutcomeBanner";
import { getMessageAnimations } from "./messageAnimations";
import { Stage } from "./Stage";
import { StagePage } from "./StagePage";

const RAW_VALUE = /undefined|null|NaN|\[object|towow\.|Infinity|[{}]/;

function StageOfLog() {
  const view = useVisibleView();
  return view && <><Stage view={view} /><OutcomeBanner view={view} /></>;
}

function appendToLog(entries: readonly LogEntry[]): void {
  act(() => { appendEntries(entries); });
}

function seekLog(at: number | null): void {
  act(() => { seekTo(at); });
}

beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  useLocaleStore.setState({ locale: "zh" });
  openLog("d-1");
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useLogStore.setState(EMPTY_LOG);
  useSessionStore.setState(useSessionStore.getInitialState(), true);
});

describe("the stage", () => {
  it.each(RECORDED_LOGS)("renders every moment of %s, identically in replay", (name) => {
    const { entries } = readRecordedLog(name);
    const { container } = render(<StageOfLog />);
    const live = entries.map((entry) => {
      appendToLog([entry]);
      expect(container.textContent).not.toMatch(RAW_VALUE);
      return container.textContent;
    });
    seekLog(1);
    const scrubbed = entries.map(({ seq }) => {
      seekLog(seq);
      return container.textContent;
    });
    expect(scrubbed).toEqual(live);
  }, 30_000);

  it.each(RECORDED_LOGS)("captions every event of %s in English, and renders its middle and end", (name) => {
    useLocaleStore.setState({ locale: "en" });
    const { entries } = readRecordedLog(name);
    const { container } = render(<StageOfLog />);
    appendToLog(entries);
    for (const at of [Math.ceil(entries.length / 2), null]) {
      seekLog(at);
      expect(container.textContent).not.toMatch(RAW_VALUE);
    }
    const root = String(entries[0]?.payload.channel_id);
    for (const entry of entries) {
      const { text: text, quote: quote } = createCaption(entry, root, "en");
      expect(text).toMatch(/[a-z]/i);
      expect(text + quote).not.toMatch(RAW_VALUE);
    }
  });
});

describe("an animation", () => {
  const { entries } = readRecordedLog("forced-after-five-rounds");

  it("runs for new events, never when stepping back", () => {
    const { container } = render(<StageOfLog />);
    const flying = (): (string | undefined)[] => [...container.querySelectorAll<HTMLElement>("[data-flight]")].map((mark) => mark.dataset.flight);
    for (const entry of entries.slice(0, 20)) {
      appendToLog([entry]);
      expect(flying()).toEqual(expect.arrayContaining(getMessageAnimations(entry).map((flight) => flight.key)));
    }
    expect(flying().length).toBeGreaterThan(0);
    seekLog(13);
    expect(flying()).toEqual([]);
    seekLog(14);
    expect(flying()).toEqual(["14-agent_eve"]);
  });

  it("does not run for past events of a late viewer", () => {
    const { container } = render(<StageOfLog />);
    appendToLog(entries.slice(0, 2));
    appendToLog(entries.slice(0, 41));
    const flying = [...container.querySelectorAll<HTMLElement>("[data-flight]")].map((mark) => mark.dataset.flight);
    expect(flying).toEqual(["41-agent_eve"]);
  });
});

describe("tolerance of missing or unknown data", () => {
  const [first, second, third] = readRecordedLog("subnet-closes-a-gap").entries as unknown as [LogEntry, LogEntry, LogEntry];
  const createEntry = (seq: number, event_type: string, payload: object): LogEntry => ({
    ...first, seq, event_type, payload: { ...payload, channel_id: first.payload.channel_id },
  });

  it("unknown event types and values", () => {
    const { container } = render(<StageOfLog />);
    appendToLog([first, second, third, createEntry(4, "towow.something.new", {}), createEntry(5, "constructor", {})]);
    expect(container.textContent).toContain("尚不认识");
    appendToLog([createEntry(6, "towow.offer.submitted", { agent_id: "agent_bob", decision: "perhaps" })]);
    appendToLog([createEntry(7, "towow.proposal.distributed", { version: 1, round: 1, participants: ["agent_bob", "a stranger"], proposal: {} })]);
    appendToLog([createEntry(8, "towow.proposal.feedback", { agent_id: "agent_bob", feedback_type: "perhaps", proposal_version: 1 })]);
    appendToLog([createEntry(9, "towow.feedback.evaluated", { proposal_version: 1, round: 1, decision: "perhaps" })]);
    appendToLog([createEntry(10, "towow.negotiation.failed", { reason: "perhaps", compromise_suggestion: 3 })]);
    expect(container.textContent).not.toMatch(RAW_VALUE);
    expect(container.textContent).toContain("未能达成一致");
  });

  it("unknown subnet status", () => {
    const { container } = render(<StageOfLog />);
    appendToLog([first, second, third, createEntry(4, "towow.subnet.triggered", { sub_channel_id: "c-2", gap_type: "venue" })]);
    appendToLog([createEntry(5, "towow.subnet.completed", { sub_channel_id: "c-2", status: "paused" })]);
    expect(container.querySelector(".stage-subnet h2")?.textContent).toContain("paused");
  });

  it("nearly empty payloads", () => {
    const { container } = render(<StageOfLog />);
    const types = [...new Set(RECORDED_LOGS.flatMap((name) => readRecordedLog(name).entries).map((entry) => entry.event_type))].filter((type) => type !== first.event_type);
    expect(types).toHaveLength(22);
    appendToLog([first, ...types.map((type, place) => createEntry(place + 2, type, {}))]);
    types.forEach((_, place) => {
      seekLog(place + 2);
      expect(container.textContent).not.toMatch(RAW_VALUE);
    });
  });

  it("hostile texts are plain text and truncated", () => {
    const { container } = render(<StageOfLog />);
    const hostile = `<img src=x onerror=alert(1)>${"长".repeat(10_000)}`;
    appendToLog([first, second, third, createEntry(4, "towow.offer.submitted", { agent_id: "agent_bob", display_name: hostile, decision: "participate", contribution: hostile })]);
    expect(container.querySelector("img")).toBeNull();
    expect(container.textContent).toContain("<img src=x");
    expect(container.textContent.length).toBeLessThan(1000);
  });

  it("marks answers given by a person", () => {
    const { container } = render(<StageOfLog />);
    appendToLog([first, second, third, createEntry(4, "towow.offer.submitted", { agent_id: "agent_bob", display_name: "Bob", decision: "participate", answered_by: "person" })]);
    expect(container.querySelector("[data-standing=offers]")?.textContent).toContain("本人");
    expect(container.querySelector(".stage-captions")?.textContent).toContain("本人");
  });
});

describe("the stage page", () => {
  function open(): HTMLElement {
    const { container } = render(
      <MemoryRouter initialEntries={["/stage/d-1"]}>
        <Routes><Route path="/stage/:demandId" element={<StagePage />} /></Routes>
      </MemoryRouter>,
    );
    return container;
  }

  it("opens before the first event, then shows the participants", () => {
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("reduced-motion"), addEventListener: vi.fn(), removeEventListener: vi.fn() }));
    const container = open();
    expect(container.querySelector("[data-testid=negotiation]")?.textContent).toBe("正在打开协商...");
    const { entries } = readRecordedLog("subnet-closes-a-gap");
    appendToLog(entries);
    expect(container.querySelector("[data-testid=negotiation]")?.getAttribute("data-at")).toBe(String(entries.length));
    expect(container.querySelector("h1")?.textContent).toBe(entries[0]?.payload.raw_input);
    expect(container.querySelector("[data-part=finish]")?.textContent).toContain("Bob、Alice和Frank");
    expect(container.querySelectorAll(".stage-subnet [data-standing=confirmed]")).toHaveLength(1);
    vi.unstubAllGlobals();
  });

  it("shows a notice for an unknown demand", () => {
    const container = open();
    act(() => { useLogStore.setState({ connection: "missing" }); });
    expect(container.textContent).toContain("没有这个需求");
  });

  it("offers guests to sign in when the demand is not accessible", () => {
    const button = (): HTMLElement | null => screen.queryByRole("button", { name: "登录后再看" });
    open();
    act(() => { useLogStore.setState({ connection: "missing" }); });
    for (const session of [{ user_id: null, admin: false, sign_in: false }, { user_id: "user_bob", admin: false, sign_in: true }]) {
      act(() => { useSessionStore.setState({ session }); });
      expect(button()).toBeNull();
    }
    act(() => { useSessionStore.setState({ session: { user_id: null, admin: false, sign_in: true } }); });
    act(() => { button()?.click(); });
    expect(useSessionStore.getState().signInOpen).toBe(true);
  });
});
