// Acceptance, compared with every recorded evaluation.
import { describe, expect, it } from "vitest";
import { RECORDED_LOGS, getChannelPart, readRecordedLog } from "../../testUtils/recordedLogs";
import type { ChannelPart, Evaluation } from "../../eventLog/types";
import { getAcceptance } from "./acceptance";
import { getGaugeTone } from "./acceptanceLevel";

interface Judged {
  readonly before: ChannelPart;
  readonly after: ChannelPart;
  readonly told: Evaluation;
}

const EVALUATIONS: Judged[] = RECORDED_LOGS.flatMap((name) => {
  const { entries, views } = readRecordedLog(name);
  return entries.flatMap((entry, index) => {
    const [before, after] = [views[index - 1], views[index]];
    if (entry.event_type !== "towow.feedback.evaluated" || !before || !after) return [];
    return [{ before: getChannelPart(before, entry), after: getChannelPart(after, entry), told: entry.payload as unknown as Evaluation }];
  });
});

describe("acceptance", () => {
  it("is compared with many evaluations, including subnets and withdrawals", () => {
    expect(EVALUATIONS.length).toBeGreaterThan(20);
    expect(EVALUATIONS.some(({ before }) => before.depth > 0)).toBe(true);
    expect(EVALUATIONS.some(({ told }) => told.withdraws > 0)).toBe(true);
    expect(EVALUATIONS.some(({ told }) => told.accept_rate === null)).toBe(true);
  });

  it("equals the following evaluation", () => {
    for (const { before, told } of EVALUATIONS) {
      const isUnchanged = before.evaluations.some(({ proposal_version }) => proposal_version === told.proposal_version) && before.review?.round !== told.round;
      expect(getAcceptance(before)).toEqual({
        version: told.proposal_version,
        remaining: told.sent - told.withdraws,
        withdrawn: told.withdraws,
        answers: told.answered - told.withdraws,
        accepts: told.accepts,
        rate: told.accept_rate,
        decision: isUnchanged ? "renegotiate" : null,
      });
    }
  });

  it("uses the evaluation's numbers, and starts over for the next plan", () => {
    for (const { after, told } of EVALUATIONS) {
      expect(getAcceptance(after)).toMatchObject({ rate: told.accept_rate, accepts: told.accepts, decision: told.decision });
    }
    const { views } = readRecordedLog("forced-after-five-rounds");
    expect(views[16] && getAcceptance(views[16])).toMatchObject({ version: 2, answers: 0, rate: null, decision: null });
  });

  it("keeps answers when the plan is resent", () => {
    const { views } = readRecordedLog("silent-then-answering");
    expect(views[14] && getAcceptance(views[14])).toMatchObject({ version: 1, accepts: 1, answers: 1, remaining: 4, decision: null });
  });

  it("is null before any plan", () => {
    expect(readRecordedLog("all-decline").views.map(getAcceptance).filter((found) => found !== null)).toEqual([]);
  });

  it("tolerates missing evaluation fields", () => {
    const [{ after }] = EVALUATIONS as [Judged, ...Judged[]];
    const { review } = after;
    const bare = { proposal_version: review?.version, round: review?.round } as unknown as Evaluation;
    expect(getAcceptance({ ...after, evaluations: [bare] })).toMatchObject({ answers: 0, rate: null, decision: null });
  });

  it("is never good before the outcome, and by thresholds and decision at the verdict", () => {
    for (const { before, after, told } of EVALUATIONS) {
      expect(["plain", "brand", "warn", "bad"]).toContain(getGaugeTone(before));
      const rate = told.accept_rate;
      const expected = rate === null ? "plain" : told.decision === "fail" || rate < 0.5 ? "bad" : rate >= 0.8 ? "brand" : "warn";
      expect(getGaugeTone(after)).toBe(expected);
    }
    expect(getGaugeTone(readRecordedLog("agreed-at-once").view)).toBe("good");
    expect(getGaugeTone(readRecordedLog("partly-agreed").view)).toBe("warn");
    expect(getGaugeTone(readRecordedLog("too-few-accept").view)).toBe("bad");
    expect(getGaugeTone(readRecordedLog("all-decline").view)).toBe("plain");
  });
});
