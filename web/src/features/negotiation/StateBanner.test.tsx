// Page states and labels at every event of every recorded log.
import { renderToStaticMarkup } from "react-dom/server";
import { act, cleanup, render } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { RAW_VALUE, RECORDED_LOGS, readRecordedLog } from "../../testUtils/recordedLogs";
import type { DemandView, LogEntry } from "../../eventLog/types";
import { appendEntries, EMPTY_LOG, useLogStore } from "../../eventLog/logStore";
import { useLocaleStore } from "../../i18n/locale";
import { ConnectionStatus } from "./DemandHeader";
import { NegotiationPage } from "./NegotiationPage";
import { StateBanner, getPageState, type PageState } from "./StateBanner";
import { MESSAGES } from "./messages";

/** List the distinct states of a recorded negotiation, in order. */
function listStates(name: string): PageState[] {
  const seen: PageState[] = [];
  for (const view of readRecordedLog(name).views) {
    const state = getPageState(view);
    if (seen.at(-1) !== state) seen.push(state);
  }
  return seen;
}

function renderBanner(view: DemandView | null, language: "zh" | "en"): string {
  useLocaleStore.setState({ locale: language });
  return renderToStaticMarkup(<StateBanner view={view} />).replaceAll(/<[^>]*>/g, " ");
}

describe("the page state", () => {
  it("only advances: loading, filtering, negotiating, end", () => {
    const order: PageState[] = ["loading", "filtering", "negotiating"];
    for (const name of RECORDED_LOGS) {
      const seen = listStates(name);
      // Until the candidates are chosen, a question or its answer in own words may lead back.
      const opening = seen.filter((state) => state === "loading" || state === "reviewing" || state === "filtering");
      expect(seen.slice(0, opening.length)).toEqual(opening);
      expect(opening[0]).toBe("loading");
      if (!opening.includes("reviewing")) expect(seen.slice(0, -1)).toEqual(order.slice(0, seen.length - 1));
      expect(seen.slice(opening.length, -1)).toEqual(seen.length > opening.length + 1 ? ["negotiating"] : []);
      expect(["success", "forced", "failure", "cancelled"]).toContain(seen.at(-1));
    }
    expect(new Set(RECORDED_LOGS.map((name) => listStates(name).at(-1))).size).toBe(4);
  });

  it("uses the labels of TW-807 and TW-808", () => {
    const [loading, filtering] = readRecordedLog("agreed-at-once").views;
    if (loading === undefined || filtering === undefined) throw new Error("the recorded log is too short");
    expect(renderBanner(loading, "zh")).toContain("AI 正在理解你的需求...");
    expect(renderBanner(loading, "en")).toContain("AI is understanding your demand...");
    expect(renderBanner(filtering, "zh")).toContain("正在寻找合适的协作者...");
  });

  it("has a label before the first event", () => {
    expect(renderBanner(null, "zh")).toContain("正在打开");
    expect(getPageState(null)).toBe("loading");
  });

  it.each(["zh", "en"] as const)("shows unknown statuses literally (%s)", (language) => {
    const { view } = readRecordedLog("agreed-at-once");
    const odd = (status: unknown): DemandView => ({ ...view, status: status as DemandView["status"] });
    expect(renderBanner(odd("paused"), language)).toContain("paused");
    for (const status of ["paused", "constructor", null, 3, {}]) {
      expect(getPageState(odd(status))).toBe("unknown");
      expect(renderBanner(odd(status), language)).toMatch(/\S/);
      expect(renderBanner(odd(status), language)).not.toMatch(RAW_VALUE);
    }
  });

  it("appears in the document title, also when unknown", () => {
    const { entries } = readRecordedLog("agreed-at-once");
    const [closed] = entries.slice(-1) as unknown as [LogEntry];
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    useLocaleStore.setState({ locale: "en" });
    const routes = <Routes><Route path="/d/:demandId" element={<NegotiationPage />} /></Routes>;
    render(<MemoryRouter initialEntries={["/d/d-1"]}>{routes}</MemoryRouter>);
    act(() => { appendEntries([...entries.slice(0, 2), { ...closed, seq: 3, payload: { ...closed.payload, status: "paused" } }]); });
    expect(document.title).toContain("paused · ");
    expect(document.body.textContent).not.toMatch(RAW_VALUE);
    cleanup();
    vi.unstubAllGlobals();
    useLogStore.setState(EMPTY_LOG);
  });
});

describe("the connection status", () => {
  it.each(["zh", "en"] as const)("explains too many streams (%s)", (language) => {
    useLocaleStore.setState({ locale: language });
    act(() => { useLogStore.setState({ ...EMPTY_LOG, connection: "full" }); });
    const { container } = render(<ConnectionStatus />);
    expect(container.textContent).toBe(`${MESSAGES[language].connection.full}${MESSAGES[language].fullHint}`);
    expect(MESSAGES[language].connection.full).not.toBe(MESSAGES[language].connection.lost);
    cleanup();
    useLogStore.setState(EMPTY_LOG);
  });
});
