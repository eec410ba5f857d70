// Is every outcome told in both languages, whole and in words?
import { cleanup, render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NAMES, recorded } from "../../testUtils/recordedLogs";
import type { DemandView, Outcome as Told } from "../../eventLog/types";
import { NOTHING, useLog } from "../../eventLog/logStore";
import { useLanguage } from "../../i18n/locale";
import type { Language } from "../../i18n/locale";
import { REASONS } from "../../i18n/reasonMessages";
import { isRunning } from "./CancelButton";
import { Outcome } from "./Outcome";
import { WORDS } from "./messages";

const LANGUAGES: readonly Language[] = ["zh", "en"];
const RAW = /undefined|\bnull\b|NaN|\[object|towow\.|[{}]|low_acceptance|no_participants|force_finalize/;

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ items: [] }), { status: 200 })));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useLog.setState(NOTHING);
});

function shown(view: DemandView, language: Language): HTMLElement {
  useLanguage.setState({ language });
  return render(<MemoryRouter><Outcome view={view} /></MemoryRouter>).container;
}

function failed(outcome: Partial<Told>): DemandView {
  const { view } = recorded("all-decline");
  return { ...view, outcome: { status: "failed", ...outcome } };
}

describe.each(LANGUAGES)("the outcome in %s", (language) => {
  it.each(NAMES)("tells %s", (name) => {
    const { entries, views, view } = recorded(name);
    useLog.setState({ ...NOTHING, entries, views });
    const words = WORDS[language];
    const text = shown(view, language).textContent;
    expect(text).toContain({ finalized: words.agreed, force_finalized: words.forced, failed: words.failed, cancelled: words.cancelled, processing: "" }[view.status]);
    expect(text).not.toMatch(RAW);
    const { summary, compromise_suggestion: suggestion, reason, detail } = view.outcome ?? {};
    if (summary) expect(text).toContain(summary);
    if (suggestion) expect(text).toContain(suggestion);
    if (reason) expect(text).toContain(REASONS[language].reason[reason]);
    if (detail) expect(text).toContain(REASONS[language].detail[detail]);
    if (view.cancelled) expect(text).toContain(view.cancelled.cancelled_by);
  });

  it("has other words for each reason and detail, and shows what it does not know", () => {
    const { reason, detail, code } = REASONS[language];
    const said = [...Object.values(reason), ...Object.values(detail), ...Object.values(code)];
    expect(new Set(said).size).toBe(said.length);
    for (const one of Object.keys(reason) as NonNullable<Told["reason"]>[]) {
      for (const more of Object.keys(detail) as NonNullable<Told["detail"]>[]) {
        const text = shown(failed({ reason: one, detail: more, error_code: "E006" }), language).textContent;
        expect(text).toContain(reason[one]);
        expect(text).toContain(detail[more]);
        expect(text).toContain(code.E006);
        cleanup();
      }
    }
    const strange = { reason: "moon_phase", detail: "constructor", error_code: "E777" } as unknown as Partial<Told>;
    const text = shown(failed(strange), language).textContent;
    expect(text).toContain(`${WORDS[language].unknownReason} moon_phase`);
    expect(text).toContain(`${WORDS[language].unknownReason} constructor`);
    expect(text).toContain("E777");
  });

  it("shows nothing before there is an outcome", () => {
    const { views } = recorded("agreed-at-once");
    const before = views.filter((view) => view.status === "processing");
    expect(before.length).toBeGreaterThan(5);
    for (const view of before) expect(shown(view, language).textContent).toBe("");
  });
});

describe("the outcome", () => {
  it("is told plainly when nearly all of it is missing", () => {
    const { demand_id, raw_input, status } = recorded("all-decline").view;
    const bare = { demand_id, raw_input, status, outcome: { status, compromise_proposal: {} } } as unknown as DemandView;
    const text = shown(bare, "en").textContent;
    expect(text).toContain(WORDS.en.unexplained);
    expect(text).not.toMatch(RAW);
  });

  it("keeps markup, marks of direction and endless words as text", () => {
    const hostile = `<img src=x onerror=alert(1)> \u202eRTL 😀 ${"字".repeat(10_000)}`;
    const view = failed({
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
    const page = shown(view, "zh");
    expect(page.querySelector("img")).toBeNull();
    expect(page.textContent).toContain("<img src=x onerror=alert(1)> ⟨U+202E⟩RTL");
    expect(page.textContent).not.toContain("\u202e");
  });

  it("marks advice that no model wrote", () => {
    const { view } = recorded("everything-is-down");
    expect(shown(view, "en").textContent).toContain(WORDS.en.fallbackMeans);
    cleanup();
    expect(shown(recorded("all-decline").view, "en").textContent).not.toContain(WORDS.en.fallbackMeans);
  });

  it("tells who is in after somebody left and others joined", () => {
    const page = shown(recorded("withdraw-after-the-outcome").view, "en");
    const standing = Array.from(page.querySelectorAll<HTMLElement>("[data-agent]"), ({ dataset }) => `${dataset.agent} ${dataset.standing}`);
    expect(standing).toEqual(["agent_bob confirmed", "agent_alice confirmed", "agent_charlie confirmed", "agent_dora left", "agent_frank confirmed"]);
    expect(page.querySelector("[data-agent=agent_frank]")?.textContent).toContain(WORDS.en.joined);
  });
});

describe("cancelling", () => {
  it("is there while something runs, and only then", () => {
    for (const name of NAMES) {
      for (const view of recorded(name).views) {
        const expected = view.status === "processing" || view.subnets.some((subnet) => subnet.status === "processing");
        expect(isRunning(view)).toBe(expected && view.phase !== "closed" && view.cancelled === undefined);
      }
    }
    const { views } = recorded("cancel-while-subnets-run");
    expect(views.some((view) => view.status === "finalized" && isRunning(view))).toBe(true);
  });
});
