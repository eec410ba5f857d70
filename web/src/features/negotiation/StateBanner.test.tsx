// Does the page say where a negotiation stands, in the ledger's own words? At every event of every recording.
import { renderToStaticMarkup } from "react-dom/server";
import { act, cleanup, render } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { MACHINE, NAMES, recorded } from "../../testUtils/recordedLogs";
import type { DemandView, Entry } from "../../eventLog/types";
import { append, NOTHING, useLog } from "../../eventLog/logStore";
import { useLanguage } from "../../i18n/locale";
import { ConnectionState } from "./DemandHeader";
import { NegotiationPage } from "./NegotiationPage";
import { StateBanner, stateOf } from "./StateBanner";
import type { PageState } from "./StateBanner";
import { WORDS } from "./messages";

/** The states that a recorded negotiation goes through, each once. */
function states(name: string): PageState[] {
  const seen: PageState[] = [];
  for (const view of recorded(name).views) {
    const state = stateOf(view);
    if (seen.at(-1) !== state) seen.push(state);
  }
  return seen;
}

function said(view: DemandView | null, language: "zh" | "en"): string {
  useLanguage.setState({ language });
  return renderToStaticMarkup(<StateBanner view={view} />).replaceAll(/<[^>]*>/g, " ");
}

describe("the state of the page", () => {
  it("goes from loading over filtering and negotiating to an end, and never back", () => {
    const order: PageState[] = ["loading", "filtering", "negotiating"];
    for (const name of NAMES) {
      const seen = states(name);
      expect(seen.slice(0, -1)).toEqual(order.slice(0, seen.length - 1));
      expect(["success", "forced", "failure", "cancelled"]).toContain(seen.at(-1));
    }
    expect(new Set(NAMES.map((name) => states(name).at(-1))).size).toBe(4);
  });

  it("is told in the words of TW-807 and TW-808", () => {
    const [loading, filtering] = recorded("agreed-at-once").views;
    if (loading === undefined || filtering === undefined) throw new Error("nothing was recorded");
    expect(said(loading, "zh")).toContain("AI 正在理解你的需求...");
    expect(said(loading, "en")).toContain("AI is understanding your demand...");
    expect(said(filtering, "zh")).toContain("正在寻找合适的协作者...");
  });

  it("is told before anything is known", () => {
    expect(said(null, "zh")).toContain("正在打开");
    expect(stateOf(null)).toBe("loading");
  });

  it.each(["zh", "en"] as const)("is told plainly when it is one that the page does not know (%s)", (language) => {
    const { view } = recorded("agreed-at-once");
    const odd = (status: unknown): DemandView => ({ ...view, status: status as DemandView["status"] });
    expect(said(odd("paused"), language)).toContain("paused");
    for (const status of ["paused", "constructor", null, 3, {}]) {
      expect(stateOf(odd(status))).toBe("unknown");
      expect(said(odd(status), language)).toMatch(/\S/);
      expect(said(odd(status), language)).not.toMatch(MACHINE);
    }
  });

  it("is in the name of the window, also when the page does not know it", () => {
    const { entries } = recorded("agreed-at-once");
    const [closed] = entries.slice(-1) as unknown as [Entry];
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    useLanguage.setState({ language: "en" });
    const routes = <Routes><Route path="/d/:demandId" element={<NegotiationPage />} /></Routes>;
    render(<MemoryRouter initialEntries={["/d/d-1"]}>{routes}</MemoryRouter>);
    act(() => { append([...entries.slice(0, 2), { ...closed, seq: 3, payload: { ...closed.payload, status: "paused" } }]); });
    expect(document.title).toContain("paused · ");
    expect(document.body.textContent).not.toMatch(MACHINE);
    cleanup();
    vi.unstubAllGlobals();
    useLog.setState(NOTHING);
  });
});

describe("how the page hears of it", () => {
  it.each(["zh", "en"] as const)("is told as too many pages when it is that (%s)", (language) => {
    useLanguage.setState({ language });
    act(() => { useLog.setState({ ...NOTHING, connection: "full" }); });
    const { container } = render(<ConnectionState />);
    expect(container.textContent).toBe(`${WORDS[language].connection.full}${WORDS[language].fullHint}`);
    expect(WORDS[language].connection.full).not.toBe(WORDS[language].connection.lost);
    cleanup();
    useLog.setState(NOTHING);
  });
});
