// Diff of plan versions.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../eventLog/types";
import { countChanges, diffPlans } from "./planDiff";
import { normalizePlan, type NormalizedPlan } from "./normalizedPlan";

const BOB = { agent_id: "bob", display_name: "Bob", role: "venue", responsibility: "a hall", dependencies: [], is_confirmed: false, required: true, notes: "" };
const ALICE = { ...BOB, agent_id: "alice", display_name: "Alice", role: "speaker", responsibility: "a talk", required: false };

function createPlan(fields: object): NormalizedPlan {
  return normalizePlan({ version: 1, summary: "s", assignments: [BOB, ALICE], timeline: { milestones: [] }, ...fields } as unknown as Plan);
}

describe("diff", () => {
  it("marks nothing without a previous version or differences", () => {
    for (const before of [null, createPlan({})]) {
      const found = diffPlans(before, createPlan({ version: 2 }));
      expect(found.differs).toBe(false);
      expect(found.assignments.map(({ kind }) => kind)).toEqual(["same", "same"]);
    }
  });

  it("finds added, removed and changed assignments with their fields", () => {
    const changed = { ...ALICE, responsibility: "two talks", dependencies: ["venue"] };
    const found = diffPlans(createPlan({}), createPlan({ assignments: [changed, { ...BOB, agent_id: "eve", role: "host" }] })).assignments;
    expect(found.map(({ item, kind }) => [item.agentId, kind])).toEqual([["alice", "changed"], ["eve", "added"], ["bob", "removed"]]);
    expect(found[0]?.changedFields).toEqual(["responsibility", "dependencies"]);
    expect(found[0]?.before?.responsibility).toBe("a talk");
    expect(countChanges(found)).toEqual({ added: 1, changed: 1, removed: 1 });
  });

  it("matches assignments by holder or by role", () => {
    const role = diffPlans(createPlan({}), createPlan({ assignments: [BOB, { ...ALICE, role: "host" }] })).assignments;
    expect(role.map(({ kind, changedFields }) => [kind, changedFields])).toEqual([["same", []], ["changed", ["role"]]]);
    const holder = diffPlans(createPlan({}), createPlan({ assignments: [{ ...BOB, agent_id: "eve" }, ALICE] })).assignments;
    expect(holder[0]).toMatchObject({ kind: "changed", changedFields: ["agentId"], before: { agentId: "bob" } });
  });

  it("ignores confirmations", () => {
    expect(diffPlans(createPlan({}), createPlan({ assignments: [{ ...BOB, is_confirmed: true }, ALICE] })).differs).toBe(false);
  });

  it("matches each item once, also among duplicates", () => {
    const found = diffPlans(createPlan({ assignments: [BOB, BOB] }), createPlan({ assignments: [BOB, BOB, BOB] })).assignments;
    expect(found.map(({ kind }) => kind)).toEqual(["same", "same", "added"]);
  });

  it("finds moved and renamed milestones", () => {
    const timeline = (...milestones: object[]): object => ({ timeline: { start_date: "2026-02-01", milestones } });
    const day = { name: "the day", date: "2026-02-07", label: "" };
    expect(diffPlans(createPlan(timeline(day)), createPlan(timeline({ ...day, date: "2026-02-08" }))).milestones[0]).toMatchObject({ kind: "changed", changedFields: ["date"] });
    expect(diffPlans(createPlan(timeline(day)), createPlan(timeline({ ...day, name: "D-day" }))).milestones[0]).toMatchObject({ kind: "changed", changedFields: ["name"] });
    expect(diffPlans(createPlan(timeline(day)), createPlan(timeline())).milestones[0]?.kind).toBe("removed");
    expect(diffPlans(createPlan({}), createPlan(timeline())).previousTexts).toEqual({ startDate: "" });
  });

  it("finds changed texts and gaps", () => {
    const before = createPlan({ risks: ["rain", "noise"], gaps: [{ gap_type: "photo", importance: 40, reason: "" }], rationale: "old" });
    const found = diffPlans(before, createPlan({ risks: ["noise", "cold"], gaps: [{ gap_type: "photo", importance: 80, reason: "" }], rationale: "new", confidence: "low" }));
    expect(found.risks.map(({ item, kind }) => [item, kind])).toEqual([["noise", "same"], ["cold", "added"], ["rain", "removed"]]);
    expect(found.gaps[0]).toMatchObject({ kind: "changed", changedFields: ["importance"] });
    expect(found.previousTexts).toEqual({ rationale: "old", confidence: "" });
  });
});
