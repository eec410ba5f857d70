// Are additions, changes and removals found, item by item and field by field?
import { describe, expect, it } from "vitest";
import type { Plan } from "../../eventLog/types";
import { counted, diff } from "./planDiff";
import { plain } from "./normalizedPlan";
import type { PlainPlan } from "./normalizedPlan";

const BOB = { agent_id: "bob", display_name: "Bob", role: "venue", responsibility: "a hall", dependencies: [], is_confirmed: false, required: true, notes: "" };
const ALICE = { ...BOB, agent_id: "alice", display_name: "Alice", role: "speaker", responsibility: "a talk", required: false };

function plan(fields: object): PlainPlan {
  return plain({ version: 1, summary: "s", assignments: [BOB, ALICE], timeline: { milestones: [] }, ...fields } as unknown as Plan);
}

describe("diff", () => {
  it("marks nothing when there is nothing before, or nothing differs", () => {
    for (const before of [null, plan({})]) {
      const found = diff(before, plan({ version: 2 }));
      expect(found.differs).toBe(false);
      expect(found.assignments.map(({ mark }) => mark)).toEqual(["same", "same"]);
    }
  });

  it("finds assignments that came, went and changed, with the fields", () => {
    const changed = { ...ALICE, responsibility: "two talks", dependencies: ["venue"] };
    const found = diff(plan({}), plan({ assignments: [changed, { ...BOB, agent_id: "eve", role: "host" }] })).assignments;
    expect(found.map(({ item, mark }) => [item.agentId, mark])).toEqual([["alice", "changed"], ["eve", "added"], ["bob", "removed"]]);
    expect(found[0]?.changed).toEqual(["responsibility", "dependencies"]);
    expect(found[0]?.before?.responsibility).toBe("a talk");
    expect(counted(found)).toEqual({ added: 1, changed: 1, removed: 1 });
  });

  it("knows a holder in another role, and a role with another holder", () => {
    const role = diff(plan({}), plan({ assignments: [BOB, { ...ALICE, role: "host" }] })).assignments;
    expect(role.map(({ mark, changed }) => [mark, changed])).toEqual([["same", []], ["changed", ["role"]]]);
    const holder = diff(plan({}), plan({ assignments: [{ ...BOB, agent_id: "eve" }, ALICE] })).assignments;
    expect(holder[0]).toMatchObject({ mark: "changed", changed: ["agentId"], before: { agentId: "bob" } });
  });

  it("takes a confirmation as no change", () => {
    expect(diff(plan({}), plan({ assignments: [{ ...BOB, is_confirmed: true }, ALICE] })).differs).toBe(false);
  });

  it("matches each item once, also when several read the same", () => {
    const found = diff(plan({ assignments: [BOB, BOB] }), plan({ assignments: [BOB, BOB, BOB] })).assignments;
    expect(found.map(({ mark }) => mark)).toEqual(["same", "same", "added"]);
  });

  it("finds milestones that moved or were renamed", () => {
    const timeline = (...milestones: object[]): object => ({ timeline: { start_date: "2026-02-01", milestones } });
    const day = { name: "the day", date: "2026-02-07", label: "" };
    expect(diff(plan(timeline(day)), plan(timeline({ ...day, date: "2026-02-08" }))).milestones[0]).toMatchObject({ mark: "changed", changed: ["date"] });
    expect(diff(plan(timeline(day)), plan(timeline({ ...day, name: "D-day" }))).milestones[0]).toMatchObject({ mark: "changed", changed: ["name"] });
    expect(diff(plan(timeline(day)), plan(timeline())).milestones[0]?.mark).toBe("removed");
    expect(diff(plan({}), plan(timeline())).texts).toEqual({ startDate: "" });
  });

  it("finds sentences, gaps and texts", () => {
    const before = plan({ risks: ["rain", "noise"], gaps: [{ gap_type: "photo", importance: 40, reason: "" }], rationale: "old" });
    const found = diff(before, plan({ risks: ["noise", "cold"], gaps: [{ gap_type: "photo", importance: 80, reason: "" }], rationale: "new", confidence: "low" }));
    expect(found.risks.map(({ item, mark }) => [item, mark])).toEqual([["noise", "same"], ["cold", "added"], ["rain", "removed"]]);
    expect(found.gaps[0]).toMatchObject({ mark: "changed", changed: ["importance"] });
    expect(found.texts).toEqual({ rationale: "old", confidence: "" });
  });
});
