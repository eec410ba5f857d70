// Facts of an agreed plan as an event: sums by person, bargains, steps, the demand for somebody who is missing, the decision.
import { describe, expect, it } from "vitest";
import { AGREEMENT_LOG } from "../../testUtils/agreementLog";
import { RECORDED_LOGS, projectViews, readRecordedLog } from "../../testUtils/recordedLogs";
import type { DemandView } from "../../eventLog/types";
import { readDecision } from "./decision";
import { describeWhen, getEventFacts } from "./eventFacts";
import { listEventPeople } from "./eventPeople";
import { getFeeShares } from "./feeShares";
import { listMissing } from "./missingItems";
import { describeStep, formatOwner, formatStepDay } from "./NextSteps";
import { formatFees } from "./PersonFee";
import { getPlanCosts } from "./planCosts";
import { listNextSteps } from "./planSteps";
import { getRemainingBudget, writeSearch } from "./searchDemand";

const [VIEW] = projectViews(AGREEMENT_LOG).slice(-1) as [DemandView];

type Terms = Readonly<Record<string, unknown>>;

/** The agreement with other terms, one set for each of Bob's and Cat's parts, and without told totals. */
function createView(terms: readonly Terms[], more: object = {}, limits: object = {}): DemandView {
  const held = VIEW.proposal?.assignments?.filter(({ reserve }) => reserve !== true) ?? [];
  const assignments = terms.map((one, index) => ({ ...held[index], terms: one }));
  const understanding = { ...VIEW.understanding, limits: { ...(VIEW.understanding?.limits as object), ...limits } };
  return { ...VIEW, understanding, proposal: { ...VIEW.proposal, totals: undefined, assignments, ...more } } as unknown as DemandView;
}

const pounds = (amount: number): object => ({ amount, currency: "GBP" });

describe("the sums of a plan", () => {
  it.each([
    ["a fee for taking part", { fee: pounds(4000) }, [pounds(4000)]],
    ["a fee for each person", { fee: pounds(1000), per: "person" }, [pounds(30_000)]],
    ["a fee for each hour", { fee: pounds(5000), per: "hour", start: "2026-12-05T16:00:00+00:00", end: "2026-12-05T17:30:00+00:00" }, [pounds(7500)]],
    ["a fee for each hour of a day", { fee: pounds(5000), per: "hour", start: "2026-12-05", end: "2026-12-05" }, []],
    ["no fee", {}, []],
  ])("count %s", (_, terms, amounts) => {
    expect(getFeeShares(createView([terms]))).toEqual([{ agentId: "agent_bob", amounts }]);
  });

  it("do not count a fee for each of an unknown number of people", () => {
    const view = { ...createView([{ fee: pounds(1000), per: "person" }]), understanding: {} } as unknown as DemandView;
    expect(getFeeShares(view)[0]?.amounts).toEqual([]);
    expect(getPlanCosts(view)?.totals).toEqual([]);
  });

  it("are added up by currency when the plan has none, and compared with the budget of its own", () => {
    const costs = getPlanCosts(createView([{ fee: pounds(45_000) }, { fee: { amount: 900, currency: "JPY" } }]));
    expect(costs?.totals).toEqual([{ total: pounds(45_000), budget: pounds(42_000), over: pounds(3000) }, { total: { amount: 900, currency: "JPY" }, budget: null, over: null }]);
  });

  it("name each fee of a person with several parts, and what was asked first only when it changed", () => {
    const both = createView([{ fee: pounds(42_000) }]);
    const [bob] = getPlanCosts(both)?.people ?? [];
    expect(bob?.asked).toBeNull();
    const more = { assignments: [...(both.proposal?.assignments ?? []), { agent_id: "agent_bob", role: "music", terms: { fee: pounds(1000), per: "person" } }] };
    const [twice] = getPlanCosts(createView([], more))?.people ?? [];
    expect(twice && formatFees(twice, "en")).toBe("£420 + £10 per person (£720)");
  });
});

describe("the people", () => {
  it("have reasons, who answered, what they insist on and what nobody checked", () => {
    const [bob, cat] = listEventPeople(VIEW, "en");
    expect(bob).toMatchObject({ why: "able", answeredBy: "alone", unchecked: [] });
    expect(bob?.insistsOn.map(({ text }) => text)).toEqual(["7 days", "30%", "no outside food"]);
    expect(cat?.insistsOn).toEqual([]);
    const unknown = listEventPeople(createView([{}, { people: 40, fee: pounds(100) }]), "en");
    expect(unknown.map(({ unchecked }) => unchecked)).toEqual([["fee"], []]);
  });

  it.each(["person", "agent"] as const)("are known to have answered as %s", (by) => {
    const candidates = VIEW.candidates.map((one) => ({ ...one, feedback: { ...one.feedback, answered_by: by, fallback: true }, is_fallback: true }));
    expect(listEventPeople({ ...VIEW, candidates } as unknown as DemandView, "en")[0]).toMatchObject({ answeredBy: by, unchecked: ["chosenByRule", "answeredByRule"] });
  });
});

it("has its day with weekday and hours, in both languages", () => {
  const facts = getEventFacts(VIEW, "en");
  expect(facts).toMatchObject({ title: "Mum's 60th birthday", place: "Camden, London", people: "30 people" });
  expect(describeWhen(facts, "en")).toBe("Saturday, 5 December 2026, 18:00–22:30");
  expect(describeWhen(facts, "zh")).toBe("2026年12月5日（星期六）18:00–22:30");
  expect(describeWhen({ start: "", end: "", hours: "at noon" }, "en")).toBe("at noon");
  expect(describeWhen({ start: "2026-02-30", end: "", hours: "" }, "en")).toBe("2026-02-30");
});

it("has steps with owners and days: what is missing and found, deposit and notice, milestones", () => {
  const steps = listNextSteps(VIEW).map((step) => [formatStepDay(step, "en"), describeStep(step, "en"), formatOwner(step, "en")]);
  expect(steps).toEqual([
    ["soon", "Find somebody: host", "user_alice"],
    ["soon", "Find somebody: flowers", "user_alice"],
    ["soon", "Settle: over budget", "user_alice"],
    ["soon", "Settle: contradiction (catering)", "user_alice"],
    ["soon", "Pay a deposit to Bob: £114", "user_alice"],
    ["28 November 2026", "Tell Bob, at the latest", "user_alice"],
    ["29 November 2026", "everything confirmed", "everybody"],
    ["5 December 2026", "the day itself", "everybody"],
  ]);
});

describe("somebody who is missing", () => {
  it("is looked for on the plan's day, in its place, with what is left of the budget", () => {
    const view = createView([{ fee: pounds(38_050) }]);
    expect(getRemainingBudget(view)).toEqual(pounds(3950));
    expect(writeSearch(view, "host")).toBe("Wanted: host in Camden, London on 5 December 2026 at 18:00 for 30 people, budget £39.50");
    expect(writeSearch({ ...view, language: "zh" }, "主持人", 2)).toMatch(/^在Camden, London找2位主持人，2026年12月5日，18:00，30 人，预算£39.50$/);
    expect(writeSearch(createView([{ fee: pounds(50_000) }]), "host")).not.toMatch(/budget|£/);
    expect(writeSearch({ ...view, understanding: {}, proposal: null } as unknown as DemandView, "host")).toBe("Wanted: host");
  });

  it("is a need, not what was found against the plan", () => {
    expect(listMissing(VIEW).map(({ need, count, required }) => [need, count, required])).toEqual([["host", 1, true], ["", 0, true], ["flowers", 1, false]]);
  });
});

describe("a decision", () => {
  it("is read with what it has, and only when it is one", () => {
    expect(readDecision({ decision: { decision: "approve", decided_at: "2026-11-27T10:00:00Z" } })).toEqual({ kind: "approve", decidedAt: "2026-11-27T10:00:00Z", text: "", demandId: "" });
    for (const none of [null, {}, { decision: null }, { decision: { decision: "constructor" } }, { decision: "approve" }]) expect(readDecision(none)).toBeNull();
  });
});

it.each(RECORDED_LOGS)("of %s has nothing unreadable at any moment", (name) => {
  for (const view of readRecordedLog(name).views) {
    const texts = [...listNextSteps(view).flatMap((step) => [describeStep(step, "en"), formatStepDay(step, "zh")]), describeWhen(getEventFacts(view, "zh"), "zh"), writeSearch(view, "x")];
    expect(texts.join("\n")).not.toMatch(/undefined|NaN|null|\[object/);
    expect(listEventPeople(view, "en").every(({ agentId }) => agentId !== "")).toBe(true);
  }
});
