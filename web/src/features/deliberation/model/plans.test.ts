// Days of a plan, and the differences between its versions.
import { describe, expect, it } from "vitest";
import { FIRST_PLAN, LAST_PLAN, REPORT, SECOND_PLAN } from "../../../testUtils/deliberationPlans";
import { AGREED, DIVIDED, STOPPED, foldSession } from "../../../testUtils/deliberationLog";
import type { Plan } from "./plan";
import { comparePlans } from "./planChanges";
import { formatDay, getPlanSpan, getShare, getTicks, parseDay } from "./planDates";
import { readPlan, readTodo } from "./readPayload";
import { getFirstTodos, getOpenPoints, getResultKind, getStandingPlan } from "./result";

function read(wire: unknown): Plan {
  const plan = readPlan(wire);
  if (plan === null) throw new Error("no plan");
  return plan;
}

describe("the days of a plan", () => {
  const span = getPlanSpan(read(LAST_PLAN), "2026-03-02");
  if (span === null) throw new Error("no span");

  it("run from the start to the last task, phase after phase", () => {
    expect(span.phases.map((phase) => phase && [formatDay(phase.first), formatDay(phase.last)])).toEqual([
      ["2026-03-02", "2026-03-29"],
      ["2026-03-30", "2026-04-19"],
      ["2026-04-20", "2026-05-01"],
    ]);
    expect([span.first, span.last].map(formatDay)).toEqual(["2026-03-02", "2026-05-01"]);
  });

  it("lie within the time line", () => {
    expect(getShare(span.first, span)).toBe(0);
    expect(getShare(span.last + 1, span)).toBe(1);
    expect(getShare(span.first - 9, span)).toBe(0);
    expect(getTicks(span, 5).map(formatDay)).toEqual(["2026-03-02", "2026-03-17", "2026-04-01", "2026-04-16", "2026-05-01"]);
    expect(getTicks({ ...span, last: span.first }, 5)).toHaveLength(1);
    expect(getTicks({ ...span, last: span.first + 1 }, 5)).toHaveLength(2);
  });

  it("need no order, no today and no date of every phase", () => {
    const [first, second] = read(LAST_PLAN).phases;
    const odd = { ...read(LAST_PLAN), phases: [second, { name: "x", duration: "", tasks: [{ title: "t", hours: 1, due: "some day", tags: [] }] }, first] } as Plan;
    const found = getPlanSpan(odd, "");
    expect(found?.phases.map((phase) => phase && [formatDay(phase.first), formatDay(phase.last)])).toEqual([["2026-03-05", "2026-04-19"], null, ["2026-03-05", "2026-03-29"]]);
    expect(getPlanSpan({ ...odd, phases: odd.phases.slice(1, 2) }, "2026-03-02")).toBeNull();
  });

  it.each(["", "2026-02-30", "2026-13-01", "26-1-1", "tomorrow", "2026-03-02T10:00"])("do not include %j", (date) => {
    expect(parseDay(date)).toBeNull();
  });
});

describe("the differences between two versions", () => {
  it("are new, removed and moved tasks, and hours", () => {
    const changes = comparePlans(read(FIRST_PLAN), read(SECOND_PLAN));
    expect([changes.added, changes.moved, changes.changed, changes.hours]).toEqual([2, 1, 0, -1]);
    expect(changes.removed.map(({ task }) => task.title)).toEqual(["Grammar review"]);
  });

  it("are other hours, and another title of the same task", () => {
    const changes = comparePlans(read(SECOND_PLAN), read(LAST_PLAN));
    expect([changes.added, changes.moved, changes.changed, changes.removed]).toEqual([0, 0, 2, []]);
    expect([...changes.byTask.values()].filter(({ renamed }) => renamed)).toHaveLength(1);
  });

  it("are none between equal ones, whatever their punctuation and case", () => {
    const loud = JSON.parse(JSON.stringify(FIRST_PLAN).replace("Grammar review", "GRAMMAR, review")) as unknown;
    expect(comparePlans(read(FIRST_PLAN), read(FIRST_PLAN)).byTask.size).toBe(0);
    const changes = comparePlans(read(FIRST_PLAN), read(loud));
    expect([changes.added, changes.removed]).toEqual([0, []]);
  });

  it("take two tasks with one title one by one", () => {
    const twice = read({ ...FIRST_PLAN, phases: [...FIRST_PLAN.phases, ...FIRST_PLAN.phases] });
    expect(comparePlans(twice, read(FIRST_PLAN)).removed).toHaveLength(5);
    expect(comparePlans(read(FIRST_PLAN), twice).added).toBe(5);
  });
});

describe("how a session stands", () => {
  it("is told by its last event", () => {
    expect(getResultKind(foldSession(AGREED.slice(0, -1)))).toBe("running");
    expect([AGREED, DIVIDED, STOPPED].map((log) => getResultKind(foldSession(log)))).toEqual(["agreed", "divided", "stopped"]);
  });

  it.each([
    ["converged", "consensus", "agreed"],
    ["converged", "early_stop", "settled"],
    ["terminated", "early_stop", "divided"],
    ["terminated", "max_rounds", "divided"],
    ["terminated", "error", "failed"],
    ["terminated", "moderation", "moderated"],
    ["converged", "", "agreed"],
    ["paused", "", "unknown"],
  ])("%s, %s: %s", (status, reason, kind) => {
    const view = foldSession(AGREED);
    expect(getResultKind({ ...view, end: view.end && { ...view.end, status, reason } })).toBe(kind);
  });

  it("has the report's plan, before it the newest, which is provisional", () => {
    expect(getStandingPlan(foldSession(AGREED.slice(0, 3)))).toBeNull();
    expect(getStandingPlan(foldSession(AGREED.slice(0, 8)))).toMatchObject({ round: 2, provisional: true });
    expect(getStandingPlan(foldSession(AGREED))).toMatchObject({ round: 4, provisional: false });
    expect(getStandingPlan(foldSession(DIVIDED))).toMatchObject({ round: 4, provisional: true });
  });

  it("names what is due first", () => {
    const todos = (REPORT.todos ?? []).map((todo) => readTodo({ ...todo })).toReversed();
    expect(getFirstTodos(todos, 2).map(({ due }) => due)).toEqual(["2026-03-05", "2026-03-29"]);
  });

  it("names open findings that the report leaves out, then its uncertainties", () => {
    const view = foldSession(AGREED);
    expect(getOpenPoints(view).map((point) => (point.kind === "finding" ? point.finding.id : point.kind))).toEqual(["s3.1", "text", "text"]);
    const said = { ...view, report: view.report && { ...view.report, uncertainties: ["Low: Speaking is practised alone (open)"] } };
    expect(getOpenPoints(said).map(({ kind }) => kind)).toEqual(["text"]);
  });

  it("names the two conclusions first where they differ in the end", () => {
    const view = foldSession(DIVIDED);
    expect(getOpenPoints(view).map(({ kind }) => kind)).toEqual(["finding", "text", "text"]);
    const last = DIVIDED.findLast(({ payload }) => payload.agent === "critic");
    const other = DIVIDED.map((entry) => (entry === last ? { ...entry, payload: { ...entry.payload, position: { conclusion: "Twelve weeks are needed" } } } : entry));
    expect(getOpenPoints(foldSession(other))[0]).toEqual({ kind: "difference", planner: "Nine weeks with a free Sunday are enough for a 7", critic: "Twelve weeks are needed" });
    expect(getOpenPoints(foldSession(other.slice(0, -1))).map(({ kind }) => kind)).not.toContain("difference");
  });
});
