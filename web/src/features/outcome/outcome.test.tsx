// Outcome card of every recorded log in both locales.
import { cleanup, render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RECORDED_LOGS, readRecordedLog } from "../../testUtils/recordedLogs";
import type { DemandView, Outcome as Told } from "../../eventLog/types";
import { EMPTY_LOG, useLogStore } from "../../eventLog/logStore";
import { useLocaleStore, type Locale } from "../../i18n/locale";
import { REASON_MESSAGES } from "../../i18n/reasonMessages";
import { isRunning } from "./CancelButton";
import { Outcome } from "./Outcome";
import { MESSAGES } from "./messages";

const LANGUAGES: readonly Locale[] = ["zh", "en"];
const RAW_VALUE = /undefined|\bnull\b|NaN|\[object|towow\.|[{}]|low_acceptance|no_participants|force_finalize/;

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ items: [] }), { status: 200 })));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useLogStore.setState(EMPTY_LOG);
});

function renderOutcome(view: DemandView, language: Locale): HTMLElement {
  useLocaleStore.setState({ locale: language });
  return render(<MemoryRouter><Outcome view={view} /></MemoryRouter>).container;
}

function createFailedView(outcome: Partial<Told>): DemandView {
  const { view } = readRecordedLog("all-decline");
  return { ...view, outcome: { status: "failed", ...outcome } };
}

describe.each(LANGUAGES)("the outcome in %s", (language) => {
  it.each(RECORDED_LOGS)("renders %s", (name) => {
    const { entries, views, view } = readRecordedLog(name);
    useLogStore.setState({ ...EMPTY_LOG, entries, views });
    const messages = MESSAGES[language];
    const text = renderOutcome(view, language).textContent;
    const isPartial = (view.status === "finalized" || view.status === "force_finalized") && view.outcome?.complete === false;
    const partly = language === "zh" ? "部分达成" : "Partly agreed";
    expect(text).toContain(isPartial ? partly : { finalized: messages.agreed, force_finalized: messages.forced, failed: messages.failed, cancelled: messages.cancelled, processing: "" }[view.status]);
    expect(text).not.toMatch(RAW_VALUE);
    const { summary, compromise_suggestion: suggestion, reason, detail } = view.outcome ?? {};
    if (summary) expect(text).toContain(summary);
    if (suggestion) expect(text).toContain(suggestion);
    if (reason) expect(text).toContain(REASON_MESSAGES[language].reason[reason]);
    if (detail) expect(text).toContain(REASON_MESSAGES[language].detail[detail]);
    if (view.cancelled) expect(text).toContain(view.cancelled.cancelled_by);
  });

  it("has a distinct message per reason and detail, and shows unknown ones", () => {
    const { reason, detail, code } = REASON_MESSAGES[language];
    const said = [...Object.values(reason), ...Object.values(detail), ...Object.values(code)];
    expect(new Set(said).size).toBe(said.length);
    for (const one of Object.keys(reason) as NonNullable<Told["reason"]>[]) {
      for (const more of Object.keys(detail) as NonNullable<Told["detail"]>[]) {
        const text = renderOutcome(createFailedView({ reason: one, detail: more, error_code: "E006" }), language).textContent;
        expect(text).toContain(reason[one]);
        expect(text).toContain(detail[more]);
        expect(text).toContain(code.E006);
        cleanup();
      }
    }
    const strange = { reason: "moon_phase", detail: "constructor", error_code: "E777" } as unknown as Partial<Told>;
    const text = renderOutcome(createFailedView(strange), language).textContent;
    expect(text).toContain(`${MESSAGES[language].unknownReason} moon_phase`);
    expect(text).toContain(`${MESSAGES[language].unknownReason} constructor`);
    expect(text).toContain("E777");
  });

  it("renders nothing before the outcome", () => {
    const { views } = readRecordedLog("agreed-at-once");
    const before = views.filter((view) => view.status === "processing");
    expect(before.length).toBeGreaterThan(5);
    for (const view of before) expect(renderOutcome(view, language).textContent).toBe("");
  });
});

describe("the outcome", () => {
  it("tolerates a nearly empty outcome", () => {
    const { demand_id, raw_input, status } = readRecordedLog("all-decline").view;
    const bare = { demand_id, raw_input, status, outcome: { status, compromise_proposal: {} } } as unknown as DemandView;
    const text = renderOutcome(bare, "en").textContent;
    expect(text).toContain(MESSAGES.en.unexplained);
    expect(text).not.toMatch(RAW_VALUE);
  });

  it("shows markup, bidirectional controls and long words as text", () => {
    const hostile = `<img src=x onerror=alert(1)> \u202eRTL 😀 ${"字".repeat(10_000)}`;
    const view = createFailedView({
      reason: "low_acceptance",
      compromise_suggestion: hostile,
      compromise_proposal: {
        feasible: true,
        participants: [{ agent_id: hostile, can: hostile }],
        missing: [hostile],
        relax: [{ aspect: hostile, from: hostile, to: hostile, raw_input: hostile }],
        alternatives: [hostile],
      },
    });
    const page = renderOutcome(view, "zh");
    expect(page.querySelector("img")).toBeNull();
    expect(page.textContent).toContain("<img src=x onerror=alert(1)> ⟨U+202E⟩RTL");
    expect(page.textContent).not.toContain("\u202e");
  });

  it("marks fallback advice", () => {
    const { view } = readRecordedLog("everything-is-down");
    expect(renderOutcome(view, "en").textContent).toContain(MESSAGES.en.fallbackMeans);
    cleanup();
    expect(renderOutcome(readRecordedLog("all-decline").view, "en").textContent).not.toContain(MESSAGES.en.fallbackMeans);
  });

  it("lists participants after withdrawals and joins", () => {
    const page = renderOutcome(readRecordedLog("withdraw-after-the-outcome").view, "en");
    const standing = Array.from(page.querySelectorAll<HTMLElement>("[data-agent]"), ({ dataset }) => `${dataset.agent} ${dataset.standing}`);
    expect(standing).toEqual(["agent_bob confirmed", "agent_alice confirmed", "agent_charlie confirmed", "agent_dora left", "agent_frank confirmed"]);
    expect(page.querySelector("[data-agent=agent_frank]")?.textContent).toContain(MESSAGES.en.joined);
  });
});

describe("the cancel button", () => {
  it("is shown only while something runs", () => {
    for (const name of RECORDED_LOGS) {
      for (const view of readRecordedLog(name).views) {
        const expected = view.status === "processing" || view.subnets.some((subnet) => subnet.status === "processing");
        expect(isRunning(view)).toBe(expected && view.phase !== "closed" && view.cancelled === undefined);
      }
    }
    const { views } = readRecordedLog("cancel-while-subnets-run");
    expect(views.some((view) => view.status === "finalized" && isRunning(view))).toBe(true);
  });
});
