// Does an outcome say only what is so, and each thing once, on the page and in what is saved of it?
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recorded } from "../../testUtils/recordedLogs";
import type { DemandView, Plan } from "../../eventLog/types";
import { useLanguage } from "../../i18n/locale";
import { calendarOf } from "./iCalendarExport";
import { Compromise } from "./Compromise";
import { DOING } from "./actionMessages";
import { DOCUMENT } from "./exportMessages";
import { markdownOf } from "./markdownExport";
import { Missing } from "./GapsAndSubnets";
import { Relaunch } from "./Resubmit";
import { WORDS } from "./messages";

beforeEach(() => {
  useLanguage.setState({ language: "en" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no line")));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const assignment = { agent_id: "agent_bob", display_name: "Bob", role: "venue", responsibility: "", dependencies: [], is_confirmed: true, required: true, notes: "" };
const declined = { adjustment_summary: { round: 2, changes_made: [], requests_addressed: [], requests_declined: [{ request: "a drone show", reason: "too dear" }] } };

/** An agreed plan without gaps. */
function agreed(changes: object): DemandView {
  const { view } = recorded("agreed-at-once");
  const proposal = { ...view.proposal, assignments: [assignment], risks: [], gaps: [], adjustment_summary: undefined, ...changes } as unknown as Plan;
  return { ...view, is_complete: true, gaps: [], subnets: [], proposal };
}

describe("a plan in which every need has somebody", () => {
  it.each([
    ["part that nobody confirmed", { assignments: [{ ...assignment, is_confirmed: false }] }, "Not confirmed: Bob · venue"],
    ["request that was not met", declined, "Not met: a drone show"],
  ])("is not called complete with a %s", (_, changes, said) => {
    const { container } = render(<Missing view={agreed(changes)} />);
    const saved = markdownOf(agreed(changes), [], "http://localhost/d/d-a", "en");
    for (const text of [container.textContent, saved]) {
      expect(text).toContain(WORDS.en.covered);
      expect(text).toContain(WORDS.en.unsettled);
      expect(text).toContain(said);
      expect(text).not.toContain(WORDS.en.complete);
    }
  });

  it("is not called complete while it names risks: what is not settled may be among them", () => {
    const view = agreed({ risks: ["not settled with Wren Callaghan: a fee"] });
    const { container } = render(<Missing view={view} />);
    for (const text of [container.textContent, markdownOf(view, [], "http://localhost/d/d-a", "en")]) {
      expect(text).toContain(WORDS.en.covered);
      expect(text).toContain(WORDS.en.risks("1"));
      expect(text).not.toContain(WORDS.en.complete);
      expect(text).not.toContain(WORDS.en.unsettled);
    }
  });

  it("is called complete when nothing is open", () => {
    const { container } = render(<Missing view={agreed({})} />);
    for (const text of [container.textContent, markdownOf(agreed({}), [], "http://localhost/d/d-a", "en")]) expect(text).toContain(WORDS.en.complete);
  });

  it("is told of only when it is known to be so", () => {
    expect(render(<Missing view={{ ...agreed(declined), is_complete: false }} />).container.textContent).toBe("");
  });
});

function failedWith(suggestion: string, lists: object): DemandView {
  const compromise_proposal = { feasible: false, participants: [], missing: [], relax: [], alternatives: [], ...lists };
  return { ...recorded("all-decline").view, outcome: { status: "failed", compromise_suggestion: suggestion, compromise_proposal } };
}

it("says a sentence of the compromise once", () => {
  const advice = "Say what you need, and when.";
  const view = failedWith(advice, { missing: ["venue", "venue", advice], alternatives: [advice, "Ask a friend.", "venue"] });
  const { container } = render(<Compromise view={view} />);
  for (const text of [container.textContent, markdownOf(view, [], "http://localhost/d/d-a", "en")]) {
    for (const once of [advice, "Ask a friend.", "venue"]) expect(text.split(once), once).toHaveLength(2);
    expect(text).toContain(WORDS.en.alternatives);
  }
});

it("keeps a missing thing that the advice names among others, and no title over nothing", () => {
  const view = failedWith("There is no venue. Wait.", { missing: ["venue"], alternatives: ["Wait."] });
  const text = render(<Compromise view={view} />).container.textContent;
  expect(text).toContain(`${WORDS.en.missing}venue`);
  expect(text).not.toContain(WORDS.en.alternatives);
});

it("does not promise one change where a card has several", () => {
  const view = failedWith("", { relax: [{ aspect: "day and budget", from: "", to: "Sunday, 200", raw_input: "on Sunday for 200" }] });
  render(<MemoryRouter><Relaunch view={view} /></MemoryRouter>);
  expect(screen.getByRole("heading", { name: "Relax and try again" })).toBeTruthy();
  expect(DOING.zh.relax).not.toMatch(/[一1]\s*[项条]/);
});

it("calls a milestone once whose label is its name", () => {
  const view = agreed({ timeline: { milestones: [{ name: "roles settled", date: "2026-11-23", label: "roles settled " }, { name: "doors", date: "2026-11-24", label: "at seven" }] } });
  const saved = markdownOf(view, [], "http://localhost/d/d-a", "en");
  expect(saved.split("roles settled")).toHaveLength(2);
  expect(saved).toContain("doors — 24 November 2026 (at seven)");
  const days = calendarOf(view, "http://localhost/d/d-a", DOCUMENT.en);
  expect(days.split("roles settled")).toHaveLength(2);
  expect(days).toContain("DESCRIPTION:at seven");
});
