// Consistency of outcome texts on the page and in the exports.
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readRecordedLog } from "../../testUtils/recordedLogs";
import type { DemandView, Plan } from "../../eventLog/types";
import { useLocaleStore } from "../../i18n/locale";
import { Compromise } from "./Compromise";
import { ACTION_MESSAGES } from "./actionMessages";
import { renderMarkdown } from "./markdownExport";
import { GapsAndSubnets } from "./GapsAndSubnets";
import { Resubmit } from "./Resubmit";
import { MESSAGES } from "./messages";

beforeEach(() => {
  useLocaleStore.setState({ locale: "en" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no line")));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const assignment = { agent_id: "agent_bob", display_name: "Bob", role: "venue", responsibility: "", dependencies: [], is_confirmed: true, required: true, notes: "" };
const declined = { adjustment_summary: { round: 2, changes_made: [], requests_addressed: [], requests_declined: [{ request: "a drone show", reason: "too dear" }] } };

/** Create a view with an agreed plan without gaps. */
function createAgreedView(changes: object): DemandView {
  const { view } = readRecordedLog("agreed-at-once");
  const proposal = { ...view.proposal, assignments: [assignment], risks: [], gaps: [], adjustment_summary: undefined, ...changes } as unknown as Plan;
  return { ...view, is_complete: true, gaps: [], subnets: [], proposal };
}

describe("a plan without gaps", () => {
  it.each([
    ["part that nobody confirmed", { assignments: [{ ...assignment, is_confirmed: false }] }, "Not confirmed: Bob · venue"],
    ["request that was not met", declined, "Not met: a drone show"],
  ])("is not called complete with a %s", (_, changes, said) => {
    const { container } = render(<GapsAndSubnets view={createAgreedView(changes)} />);
    const saved = renderMarkdown(createAgreedView(changes), [], "http://localhost/d/d-a", "en");
    for (const text of [container.textContent, saved]) {
      expect(text).toContain(MESSAGES.en.covered);
      expect(text).toContain(MESSAGES.en.unsettled);
      expect(text).toContain(said);
      expect(text).not.toContain(MESSAGES.en.complete);
    }
  });

  it("is not called complete while it has risks", () => {
    const view = createAgreedView({ risks: ["not settled with Wren Callaghan: a fee"] });
    const { container } = render(<GapsAndSubnets view={view} />);
    for (const text of [container.textContent, renderMarkdown(view, [], "http://localhost/d/d-a", "en")]) {
      expect(text).toContain(MESSAGES.en.covered);
      expect(text).toContain(MESSAGES.en.risks("1"));
      expect(text).not.toContain(MESSAGES.en.complete);
      expect(text).not.toContain(MESSAGES.en.unsettled);
    }
  });

  it("is called complete when nothing is open", () => {
    const { container } = render(<GapsAndSubnets view={createAgreedView({})} />);
    for (const text of [container.textContent, renderMarkdown(createAgreedView({}), [], "http://localhost/d/d-a", "en")]) expect(text).toContain(MESSAGES.en.complete);
  });

  it("is called complete only when its outcome says so, if it tells", () => {
    const worth = (complete: boolean): DemandView => ({ ...createAgreedView({}), outcome: { status: "finalized", complete, needs: [], missing: [] } });
    for (const [complete, said] of [[true, MESSAGES.en.complete], [false, MESSAGES.en.incomplete]] as const) {
      const { container } = render(<GapsAndSubnets view={worth(complete)} />);
      for (const text of [container.textContent, renderMarkdown(worth(complete), [], "http://localhost/d/d-a", "en")]) {
        expect(text).toContain(said);
        if (!complete) for (const green of [MESSAGES.en.complete, MESSAGES.en.covered]) expect(text).not.toContain(green);
      }
      cleanup();
    }
  });

  it("is mentioned only when completeness is known", () => {
    expect(render(<GapsAndSubnets view={{ ...createAgreedView(declined), is_complete: false }} />).container.textContent).toBe("");
  });
});

function createFailedView(suggestion: string, lists: object): DemandView {
  const compromise_proposal = { feasible: false, participants: [], missing: [], relax: [], alternatives: [], ...lists };
  return { ...readRecordedLog("all-decline").view, outcome: { status: "failed", compromise_suggestion: suggestion, compromise_proposal } };
}

it("shows a sentence of the compromise once", () => {
  const advice = "Say what you need, and when.";
  const view = createFailedView(advice, { missing: ["venue", "venue", advice], alternatives: [advice, "Ask a friend.", "venue"] });
  const { container } = render(<Compromise view={view} />);
  for (const text of [container.textContent, renderMarkdown(view, [], "http://localhost/d/d-a", "en")]) {
    for (const once of [advice, "Ask a friend.", "venue"]) expect(text.split(once), once).toHaveLength(2);
    expect(text).toContain(MESSAGES.en.alternatives);
  }
});

it("keeps missing items mentioned within the advice, and no empty section", () => {
  const view = createFailedView("There is no venue. Wait.", { missing: ["venue"], alternatives: ["Wait."] });
  const text = render(<Compromise view={view} />).container.textContent;
  expect(text).toContain(`${MESSAGES.en.missing}venue`);
  expect(text).not.toContain(MESSAGES.en.alternatives);
});

it("does not promise a single change for several relaxations", () => {
  const view = createFailedView("", { relax: [{ aspect: "day and budget", from: "", to: "Sunday, 200", raw_input: "on Sunday for 200" }] });
  render(<MemoryRouter><Resubmit view={view} /></MemoryRouter>);
  expect(screen.getByRole("heading", { name: "Relax and try again" })).toBeTruthy();
  expect(ACTION_MESSAGES.zh.relax).not.toMatch(/[一1]\s*[项条]/);
});

it("says what a relaxation is expected to change", () => {
  const view = createFailedView("", { relax: [{ aspect: "day", from: "", to: "Sunday", raw_input: "on Sunday", expected: "Bob is free then." }] });
  const { container } = render(<MemoryRouter><Resubmit view={view} /></MemoryRouter>);
  for (const text of [container.textContent, renderMarkdown(view, [], "http://localhost/d/d-a", "en")]) expect(text).toContain("Bob is free then.");
});

it("shows a milestone's label only when it differs from the name", () => {
  const view = createAgreedView({ timeline: { milestones: [{ name: "roles settled", date: "2026-11-23", label: "roles settled " }, { name: "doors", date: "2026-11-24", label: "at seven" }] } });
  const saved = renderMarkdown(view, [], "http://localhost/d/d-a", "en");
  expect(saved.split("roles settled")).toHaveLength(2);
  expect(saved).toContain("doors — 24 November 2026 (at seven)");
});
