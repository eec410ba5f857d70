// Which questions the page of an invited person shows, and what their three lines say.
import { describe, expect, it } from "vitest";
import type { LinkQuestion } from "./invitedPersonApi";
import { describeOccasion, describeOthers, describePay, describeTask } from "./questionFacts";
import { mergeQuestions } from "./shownQuestions";

const QUESTION: LinkQuestion = {
  question_id: "ask_1", kind: "invitation", demand_id: "d-a", watchable: true, requester: "alice", title: "A reading club", demand: "…",
  asked_at: "2026-11-27T10:00:00Z", until: "2026-11-27T10:01:00Z", can_wait_until: "2026-11-27T10:04:20Z", changeable: false,
};
const asked = (id: string, minute: number, more: Partial<LinkQuestion> = {}): LinkQuestion => ({ ...QUESTION, question_id: id, asked_at: `2026-11-27T10:0${minute}:00Z`, ...more });

describe("the questions of an invited person", () => {
  it("have the open ones first, the newest before the others", () => {
    const answered = asked("c", 3, { answer: { answered_by: "person", decision: "yes", text: "" } });
    const shown = mergeQuestions([], [asked("a", 1), answered, asked("b", 2)]);
    expect(shown.map(({ question, standing }) => [question.question_id, standing])).toEqual([["b", "open"], ["a", "open"], ["c", "answered"]]);
  });

  it("keep what is no longer listed: an answer that counts, or that it is over", () => {
    const answered = asked("a", 1, { answer: { answered_by: "person", decision: "no", text: "" } });
    const before = mergeQuestions([], [answered, asked("b", 2)]);
    const shown = mergeQuestions(before, [asked("c", 3)]);
    expect(shown.map(({ question, standing }) => [question.question_id, standing])).toEqual([["c", "open"], ["b", "over"], ["a", "answered"]]);
  });

  it("are over when the agent has answered", () => {
    const [shown] = mergeQuestions([], [asked("a", 1, { answer: { answered_by: "agent", text: "" } })]);
    expect(shown?.standing).toBe("over");
  });
});

describe("the three lines of a question", () => {
  it("say for whom and what, when and where, for how much and with whom", () => {
    const question = asked("a", 1, {
      parts: ["venue", "catering"], day: "2026-12-12", hours: "afternoon", place: "London", people: { min: 20, max: 30 },
      budget: { amount: 150_000, currency: "GBP" }, own_price: { amount: 36_000, currency: "GBP" },
      others: [1, 2, 3, 4, 5].map((number) => ({ display_name: `Eve ${number}`, standing: "joins", ...(number === 1 ? { role: "host" } : {}) })),
    });
    expect(describeTask(question, "en")).toBe("alice asks you for: venue and catering");
    expect(describeOccasion(question, "en")).toBe("Sat 12 December 2026 · afternoon · London · 20–30 people");
    expect(describePay(question, "en")).toBe("Budget £1,500 in all, your usual price is £360");
    expect(describeOthers(question, "en")).toBe("With Eve 1 (host), Eve 2, Eve 3, Eve 4 and 1 more");
    expect(describeOthers(question, "zh")).toContain("另外 1 位");
  });

  it("name the fee of the plan instead of the budget", () => {
    const fee = { fee: { amount: 20_000, currency: "GBP" }, per: "day" } as const;
    expect(describePay(asked("a", 1, { fee, budget: { amount: 150_000, currency: "GBP" } }), "en")).toMatch(/^£200.*for you$/);
  });

  it("say what is not known", () => {
    expect(describeTask(QUESTION, "en")).toBe("alice asks whether you take part");
    expect(describeOccasion(QUESTION, "en")).toBe("Not said yet");
    expect(describePay(QUESTION, "en")).toBe("No pay is named");
    expect(describeOthers(QUESTION, "en")).toBe("Nobody else so far");
  });
});
