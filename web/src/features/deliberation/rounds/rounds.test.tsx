// The rounds and the plan: marks, answers to findings, folding, versions.
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AGREED, DIVIDED, SESSION } from "../../../testUtils/deliberationLog";
import { getElement, installDeliberation, openDeliberation, resetDeliberation } from "../../../testUtils/openDeliberation";
import { SESSION_LOG } from "../model/sessionLog";

beforeEach(installDeliberation);
afterEach(resetDeliberation);

describe("the rounds", () => {
  const getRound = (name: string): HTMLElement => getElement(`[data-round="${name}"]`);
  const getTurn = (round: string, agent: string): HTMLElement => getElement(`[data-agent="${agent}"]`, getRound(round));

  it("mark what changed, the devil's advocate, repetition, changes without an argument, a failed tool", () => {
    openDeliberation(AGREED);
    expect(getTurn("2", "planner").textContent).toMatch(/conclusion changed.*▲ surer by 4%.*A test at the start shows the weak skill new/);
    expect(getTurn("2", "critic").textContent).toMatch(/⚑ devil's advocate.*not counted in the consensus/);
    expect(getTurn("3", "planner").textContent).toContain("⟳ repeats itself");
    expect(getTurn("3", "critic").textContent).toMatch(/! changed without an argument.*▼ less sure by 10%.*No longer assumedThe level now is unknown/);
    expect(getTurn("3", "critic").querySelector("del")?.textContent).toBe("The level now is unknown");
    expect(getRound("3").querySelector("[data-failure]")?.textContent).toBe("A tool failed: comparison of the positionsThe embedder gave no answer.Instead: rule-based judgement (keyword matching)");
    expect(getRound("3").querySelector("[data-action]")?.textContent).toMatch(/a severe finding is still open.*number: 7 day \/ 6 day.*Not to be repeated.*planner: must move/);
  });

  it("tell who did not speak and why, and whose earlier view stands in", () => {
    openDeliberation(DIVIDED);
    expect(getTurn("3", "critic").textContent).toBe("criticlast round's view stands inDid not speak in this round: no answer in time.Instead: use last round's output");
  });

  it("say how each finding was answered, and lead from an answer to the finding", () => {
    openDeliberation(AGREED);
    const first = document.getElementById("finding-r1.1");
    expect(first?.textContent).toMatch(/^r1.1mediumaccepted.*rebutted, round 2: Sundays are shorter.*accepted, round 4: Sunday is free/);
    expect(getTurn("3", "critic").textContent).toContain("first raised in round 1");
    expect(getRound("1").hasAttribute("open")).toBe(false);
    fireEvent.click(within(getTurn("4", "planner")).getByText("r1.1"));
    expect(getRound("1").hasAttribute("open")).toBe(true);
    expect(document.activeElement).toBe(first);
  });

  it("are open while it runs, the last alone after the end, and as the viewer wants", () => {
    openDeliberation(AGREED.slice(0, 13), { ended: false });
    const getOpen = (): (string | undefined)[] => [...document.querySelectorAll<HTMLDetailsElement>("[data-round]")].filter((box) => box.open).map((box) => box.dataset.round);
    expect(getOpen()).toEqual(["1", "2", "3", "4"]);
    expect(getTurn("4", "planner").dataset.turn).toBe("speaking");
    act(() => { SESSION_LOG.append(AGREED, SESSION); });
    expect(getOpen()).toEqual(["closing"]);
    fireEvent.click(screen.getByRole("button", { name: "Open all" }));
    expect(getOpen()).toEqual(["1", "2", "3", "4", "closing"]);
    fireEvent.click(screen.getByRole("button", { name: "Close all" }));
    expect(getOpen()).toEqual([]);
  });

  it("show tool results once they are unfolded", () => {
    openDeliberation(AGREED.slice(0, 6), { ended: false });
    const tools = within(getRound("1")).getByText("Tools used (2 calls)").closest("details");
    if (tools === null) throw new Error("no tools");
    expect(tools.querySelector("li")).toBeNull();
    act(() => { tools.open = true; tools.dispatchEvent(new Event("toggle")); });
    expect([...tools.querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual([
      "planner: current time  → 2 March 2026 · 10:00 · Asia/Shanghai",
      "planner: date calculation 2026-03-02 + 8 weeks + 3 days → 30 April 2026",
    ]);
  });
});

describe("the plan", () => {
  it("lies on a time line, with what changed since the version before", () => {
    openDeliberation(AGREED.slice(0, 8), { ended: false });
    const plan = screen.getByRole("region", { name: "The plan" });
    expect(plan.textContent).toMatch(/provisional: they have not agreed on it.*99 h in all.*Since round 1:2 new1 moved1 removed1 h less/);
    expect(within(within(plan).getByRole("list", { name: "Time line" })).getAllByRole("heading", { level: 4 }).map(({ textContent }) => textContent)).toEqual(["Basics", "Skills", "Final week"]);
    expect(plan.textContent).toMatch(/Speak alone into a recorderby 12 April 202614 hspeakingwas 19 Apr/);
    expect(plan.querySelector("del")?.textContent).toBe("Grammar review");
    const bar = plan.querySelector<HTMLElement>(".dl-bar");
    expect([bar?.style.insetInlineStart, Number.parseFloat(bar?.style.inlineSize ?? "")]).toEqual(["0%", expect.closeTo((28 / 61) * 100, 5)]);
    fireEvent.click(within(plan).getByRole("button", { name: "Round 1" }));
    expect(plan.textContent).toMatch(/100 h in all.*Corrected by code.*The total is 100 h/);
    expect(within(plan).getByRole("button", { name: "Round 1" }).getAttribute("aria-pressed")).toBe("true");
  });
});
