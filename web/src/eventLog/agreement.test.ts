// Projection of questions about limits and of what a plan is worth; reserves.
import { describe, expect, it } from "vitest";
import { AGREEMENT_LOG, BUDGET_QUESTION, COMPLETE_OUTCOME, DAY_QUESTION, PLAN_OUTCOME, requireEntry, seqsOf } from "../testUtils/agreementLog";
import { projectViews } from "../testUtils/recordedLogs";
import { getAcceptance } from "../features/stage/acceptance";
import { getAgentStatus, getDepartedAgents } from "./agentStatus";
import { getPlanOutcome, readPlanOutcome } from "./planOutcome";
import { projectEvent } from "./viewProjection";
import type { DemandView, LogEntry } from "./types";

const VIEWS = projectViews(AGREEMENT_LOG);

function viewAfter(seq: number | undefined): DemandView {
  const view = VIEWS[(seq ?? 0) - 1];
  if (view === undefined) throw new Error("no such event");
  return view;
}

describe("a question about a limit", () => {
  const [asked, askedAgain] = seqsOf("question.asked");
  const [answered, byDefault] = seqsOf("question.answered");

  it("puts the review into the phase asking until the last one is answered", () => {
    expect([asked, askedAgain, answered, byDefault].map((seq) => viewAfter(seq).phase)).toEqual(["asking", "asking", "asking", "negotiating"]);
    expect(viewAfter(askedAgain).questions?.map(({ question_id }) => question_id)).toEqual([BUDGET_QUESTION, DAY_QUESTION]);
    expect(viewAfter(answered).questions?.map(({ question_id }) => question_id)).toEqual([DAY_QUESTION]);
    expect(viewAfter(byDefault).answered_questions).toMatchObject([{ answer: { option: "allow" } }, { question: { aspect: "dates" }, answer: { answered_by: "timeout" } }]);
  });

  it("changes the understanding without ending the review", () => {
    const view = viewAfter(seqsOf("demand.revised")[0]);
    expect(view.understanding?.limits?.budget?.amount).toBe(42_000);
    expect(view.phase).toBe("asking");
    expect(view.revisions).toHaveLength(1);
  });

  it("stays while feedback comes and the plan is sent again, and ends with the outcome", () => {
    const view = viewAfter(askedAgain);
    const entry = requireEntry(AGREEMENT_LOG, seqsOf("proposal.distributed")[0]);
    const again = projectEvent(view, { ...entry, seq: view.last_seq + 1, event_type: "towow.proposal.distributed", payload: { ...entry.payload, participants: [], resent: true } });
    expect(again.phase).toBe("asking");
    expect(viewAfter(seqsOf("proposal.finalized")[0]).questions).toEqual([]);
  });
});

describe("what a plan is worth", () => {
  const last = viewAfter(AGREEMENT_LOG.length);

  it("is read from the outcome, and unknown in logs that do not tell", () => {
    expect(getPlanOutcome(last)).toMatchObject({ complete: false, met: 2, missing: PLAN_OUTCOME.missing });
    expect(getPlanOutcome(viewAfter(5))).toBeNull();
    expect(readPlanOutcome({ status: "finalized" })).toBeNull();
    expect(readPlanOutcome({ complete: true, needs: "many", missing: [1, null, "x", "x"] })).toEqual({ complete: true, needs: [], met: 0, missing: ["1", "x"] });
  });

  it.each([
    ["towow.subnet.completed", { sub_channel_id: "c-1", status: "finalized", participants: ["agent_dan"] }],
    ["towow.agent.withdrawn", { agent_id: "agent_cat", display_name: "Cat", reason: "ill", round: 1 }],
  ])("changes with %s", (event_type, fields) => {
    const entry: LogEntry = { seq: last.last_seq + 1, event_id: "e", event_type, timestamp: last.updated_at, payload: { channel_id: last.channel_id, ...fields, ...COMPLETE_OUTCOME } };
    expect(getPlanOutcome(projectEvent(last, entry))).toMatchObject({ complete: true, met: 4 });
    const silent = { ...entry, payload: { channel_id: last.channel_id, ...fields } };
    expect(getPlanOutcome(projectEvent(last, silent))).toMatchObject({ complete: false, met: 2 });
  });
});

describe("somebody in reserve", () => {
  it("neither votes nor is gone", () => {
    const before = viewAfter((seqsOf("feedback.evaluated")[0] ?? 0) - 1);
    expect(getAcceptance(before)).toMatchObject({ remaining: 2, answers: 2, accepts: 2 });
    const last = viewAfter(AGREEMENT_LOG.length);
    expect(last.candidates.map((candidate) => getAgentStatus(candidate, last))).toEqual(["confirmed", "confirmed", "reserve"]);
    expect(getDepartedAgents(last)).toEqual([]);
  });
});
