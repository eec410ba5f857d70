// Is every moment of every recorded negotiation shown on the stage, in both languages, plainly?
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NAMES, recorded } from "../../testUtils/recordedLogs";
import { append, lookAt, NOTHING, openLog, useLog, useView } from "../../eventLog/logStore";
import type { Entry } from "../../eventLog/types";
import { useLanguage } from "../../i18n/locale";
import { useSessionState } from "../session/session";
import { captionOf } from "./eventCaption";
import { Finish } from "./OutcomeBanner";
import { flightsOf } from "./messageAnimations";
import { Stage } from "./Stage";
import { StagePage } from "./StagePage";

const WRONG = /undefined|null|NaN|\[object|towow\.|Infinity|[{}]/;

function Shown() {
  const view = useView();
  return view && <><Stage view={view} /><Finish view={view} /></>;
}

function tell(entries: readonly Entry[]): void {
  act(() => { append(entries); });
}

function seek(at: number | null): void {
  act(() => { lookAt(at); });
}

beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  useLanguage.setState({ language: "zh" });
  openLog("d-1");
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useLog.setState(NOTHING);
  useSessionState.setState(useSessionState.getInitialState(), true);
});

describe("the stage", () => {
  it.each(NAMES)("shows every moment of %s, and the same when one looks back at it", (name) => {
    const { entries } = recorded(name);
    const { container } = render(<Shown />);
    const live = entries.map((entry) => {
      tell([entry]);
      expect(container.textContent).not.toMatch(WRONG);
      return container.textContent;
    });
    seek(1);
    const scrubbed = entries.map(({ seq }) => {
      seek(seq);
      return container.textContent;
    });
    expect(scrubbed).toEqual(live);
  }, 30_000);

  it.each(NAMES)("tells every event of %s in English too, and shows its middle and its end", (name) => {
    useLanguage.setState({ language: "en" });
    const { entries } = recorded(name);
    const { container } = render(<Shown />);
    tell(entries);
    for (const at of [Math.ceil(entries.length / 2), null]) {
      seek(at);
      expect(container.textContent).not.toMatch(WRONG);
    }
    const root = String(entries[0]?.payload.channel_id);
    for (const entry of entries) {
      const { said, own } = captionOf(entry, root, "en");
      expect(said).toMatch(/[a-z]/i);
      expect(said + own).not.toMatch(WRONG);
    }
  });
});

describe("a mark", () => {
  const { entries } = recorded("forced-after-five-rounds");

  it("flies with its event while it is new, and never when one looks back", () => {
    const { container } = render(<Shown />);
    const flying = (): (string | undefined)[] => [...container.querySelectorAll<HTMLElement>("[data-flight]")].map((mark) => mark.dataset.flight);
    for (const entry of entries.slice(0, 20)) {
      tell([entry]);
      expect(flying()).toEqual(expect.arrayContaining(flightsOf(entry).map((flight) => flight.key)));
    }
    expect(flying().length).toBeGreaterThan(0);
    seek(13);
    expect(flying()).toEqual([]);
    seek(14);
    expect(flying()).toEqual(["14-agent_eve"]);
  });

  it("of all that came before does not fly when one comes late", () => {
    const { container } = render(<Shown />);
    tell(entries.slice(0, 2));
    tell(entries.slice(0, 41));
    const flying = [...container.querySelectorAll<HTMLElement>("[data-flight]")].map((mark) => mark.dataset.flight);
    expect(flying).toEqual(["41-agent_eve"]);
  });
});

describe("what may be missing or strange", () => {
  const [first, second, third] = recorded("subnet-closes-a-gap").entries as unknown as [Entry, Entry, Entry];
  const said = (seq: number, event_type: string, payload: object): Entry => ({
    ...first, seq, event_type, payload: { ...payload, channel_id: first.payload.channel_id },
  });

  it("is an event or a word that the page does not know", () => {
    const { container } = render(<Shown />);
    tell([first, second, third, said(4, "towow.something.new", {}), said(5, "constructor", {})]);
    expect(container.textContent).toContain("尚不认识");
    tell([said(6, "towow.offer.submitted", { agent_id: "agent_bob", decision: "perhaps" })]);
    tell([said(7, "towow.proposal.distributed", { version: 1, round: 1, participants: ["agent_bob", "a stranger"], proposal: {} })]);
    tell([said(8, "towow.proposal.feedback", { agent_id: "agent_bob", feedback_type: "perhaps", proposal_version: 1 })]);
    tell([said(9, "towow.feedback.evaluated", { proposal_version: 1, round: 1, decision: "perhaps" })]);
    tell([said(10, "towow.negotiation.failed", { reason: "perhaps", compromise_suggestion: 3 })]);
    expect(container.textContent).not.toMatch(WRONG);
    expect(container.textContent).toContain("未能达成一致");
  });

  it("is how a subnet ended", () => {
    const { container } = render(<Shown />);
    tell([first, second, third, said(4, "towow.subnet.triggered", { sub_channel_id: "c-2", gap_type: "venue" })]);
    tell([said(5, "towow.subnet.completed", { sub_channel_id: "c-2", status: "paused" })]);
    expect(container.querySelector(".stage-subnet h2")?.textContent).toContain("paused");
  });

  it("is most of a payload", () => {
    const { container } = render(<Shown />);
    const types = [...new Set(NAMES.flatMap((name) => recorded(name).entries).map((entry) => entry.event_type))].filter((type) => type !== first.event_type);
    expect(types).toHaveLength(19);
    tell([first, ...types.map((type, place) => said(place + 2, type, {}))]);
    types.forEach((_, place) => {
      seek(place + 2);
      expect(container.textContent).not.toMatch(WRONG);
    });
  });

  it("is what people write: markup stays text, and long words end", () => {
    const { container } = render(<Shown />);
    const words = `<img src=x onerror=alert(1)>${"长".repeat(10_000)}`;
    tell([first, second, third, said(4, "towow.offer.submitted", { agent_id: "agent_bob", display_name: words, decision: "participate", contribution: words })]);
    expect(container.querySelector("img")).toBeNull();
    expect(container.textContent).toContain("<img src=x");
    expect(container.textContent.length).toBeLessThan(1000);
  });

  it("is told: a person answered in person", () => {
    const { container } = render(<Shown />);
    tell([first, second, third, said(4, "towow.offer.submitted", { agent_id: "agent_bob", display_name: "Bob", decision: "participate", answered_by: "person" })]);
    expect(container.querySelector("[data-standing=offers]")?.textContent).toContain("本人");
    expect(container.querySelector(".stage-captions")?.textContent).toContain("本人");
  });
});

describe("the page of the stage", () => {
  function open(): HTMLElement {
    const { container } = render(
      <MemoryRouter initialEntries={["/stage/d-1"]}>
        <Routes><Route path="/stage/:demandId" element={<StagePage />} /></Routes>
      </MemoryRouter>,
    );
    return container;
  }

  it("opens before anything has come, then shows who is in", () => {
    const container = open();
    expect(container.querySelector("[data-testid=negotiation]")?.textContent).toBe("正在打开协商...");
    const { entries } = recorded("subnet-closes-a-gap");
    tell(entries);
    expect(container.querySelector("[data-testid=negotiation]")?.getAttribute("data-at")).toBe(String(entries.length));
    expect(container.querySelector("h1")?.textContent).toBe(entries[0]?.payload.raw_input);
    expect(container.querySelector("[data-part=finish]")?.textContent).toContain("Bob、Alice和Frank");
    expect(container.querySelectorAll(".stage-subnet [data-standing=confirmed]")).toHaveLength(1);
  });

  it("says so when there is no such demand", () => {
    const container = open();
    act(() => { useLog.setState({ connection: "missing" }); });
    expect(container.textContent).toContain("没有这个需求");
  });

  it("offers a stranger to sign in when there is no such demand for them, where one can sign in", () => {
    const button = (): HTMLElement | null => screen.queryByRole("button", { name: "登录后再看" });
    open();
    act(() => { useLog.setState({ connection: "missing" }); });
    for (const session of [{ user_id: null, admin: false, sign_in: false }, { user_id: "user_bob", admin: false, sign_in: true }]) {
      act(() => { useSessionState.setState({ session }); });
      expect(button()).toBeNull();
    }
    act(() => { useSessionState.setState({ session: { user_id: null, admin: false, sign_in: true } }); });
    act(() => { button()?.click(); });
    expect(useSessionState.getState().asking).toBe(true);
  });
});
