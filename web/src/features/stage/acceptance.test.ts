// Does the gauge count as the verdict does? Compared with every verdict of every recorded negotiation.
import { describe, expect, it } from "vitest";
import { NAMES, partOf, recorded } from "../../testUtils/recordedLogs";
import type { ChannelPart, Evaluation } from "../../eventLog/types";
import { acceptanceOf } from "./acceptance";
import { gradeOf } from "./acceptanceLevel";

interface Judged {
  readonly before: ChannelPart;
  readonly after: ChannelPart;
  readonly told: Evaluation;
}

const VERDICTS: Judged[] = NAMES.flatMap((name) => {
  const { entries, views } = recorded(name);
  return entries.flatMap((entry, index) => {
    const [before, after] = [views[index - 1], views[index]];
    if (entry.event_type !== "towow.feedback.evaluated" || !before || !after) return [];
    return [{ before: partOf(before, entry), after: partOf(after, entry), told: entry.payload as unknown as Evaluation }];
  });
});

describe("the gauge", () => {
  it("is compared with many verdicts, of subnets and of people who left too", () => {
    expect(VERDICTS.length).toBeGreaterThan(20);
    expect(VERDICTS.some(({ before }) => before.depth > 0)).toBe(true);
    expect(VERDICTS.some(({ told }) => told.withdraws > 0)).toBe(true);
    expect(VERDICTS.some(({ told }) => told.accept_rate === null)).toBe(true);
  });

  it("gives just before a verdict what the verdict then says", () => {
    for (const { before, told } of VERDICTS) {
      expect(acceptanceOf(before)).toEqual({
        version: told.proposal_version,
        staying: told.sent - told.withdraws,
        withdrawn: told.withdraws,
        answers: told.answered - told.withdraws,
        accepts: told.accepts,
        rate: told.accept_rate,
        decision: null,
      });
    }
  });

  it("shows the verdict's own numbers once it is there, and counts anew for the next plan", () => {
    for (const { after, told } of VERDICTS) {
      expect(acceptanceOf(after)).toMatchObject({ rate: told.accept_rate, accepts: told.accepts, decision: told.decision });
    }
    const { views } = recorded("forced-after-five-rounds");
    expect(views[16] && acceptanceOf(views[16])).toMatchObject({ version: 2, answers: 0, rate: null, decision: null });
  });

  it("keeps the answers already given when the same plan goes to the silent again", () => {
    const { views } = recorded("silent-then-answering");
    expect(views[14] && acceptanceOf(views[14])).toMatchObject({ version: 1, accepts: 1, answers: 1, staying: 4, decision: null });
  });

  it("is not there before a plan is", () => {
    expect(recorded("all-decline").views.map(acceptanceOf).filter((found) => found !== null)).toEqual([]);
  });

  it("bears what a verdict does not say", () => {
    const [{ after }] = VERDICTS as [Judged, ...Judged[]];
    const { review } = after;
    const bare = { proposal_version: review?.version, round: review?.round } as unknown as Evaluation;
    expect(acceptanceOf({ ...after, evaluations: [bare] })).toMatchObject({ answers: 0, rate: null, decision: null });
  });

  it("is coloured as the marks and the verdict say", () => {
    const found = { version: 1, staying: 5, withdrawn: 0, answers: 5, accepts: 4, rate: 0.8, decision: null };
    expect(gradeOf(found)).toBe("good");
    expect(gradeOf({ ...found, rate: 0.5 })).toBe("warn");
    expect(gradeOf({ ...found, rate: 0.49 })).toBe("bad");
    expect(gradeOf({ ...found, decision: "fail" })).toBe("bad");
    expect(gradeOf({ ...found, rate: null })).toBe("plain");
    expect(gradeOf(null)).toBe("plain");
  });
});
