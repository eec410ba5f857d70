// Fold of a session's events: order, repeats, unknown and malformed events, findings, plans, the end.
import { beforeEach, describe, expect, it } from "vitest";
import { AGREED, DIVIDED, SESSION, STOPPED, foldSession, toStreamed } from "../../../testUtils/deliberationLog";
import type { LogEntry } from "../../../eventLog/types";
import { getFindingState, isOpen, sortBySeverity } from "./findings";
import { projectSession } from "./projectSession";
import { SESSION_LOG, SESSION_STREAM, useSessionLog } from "./sessionLog";
import type { SessionView } from "./sessionView";

const getFinding = (view: SessionView, id: string): SessionView["findings"][number] => {
  const found = view.findings.find((finding) => finding.id === id);
  if (found === undefined) throw new Error(`no finding ${id}`);
  return found;
};

describe("the fold of an agreed session", () => {
  const view = foldSession(AGREED);

  it("has the start, the rounds in order, the last statements, the report and the end", () => {
    expect(view.sessionId).toBe(SESSION);
    expect(view.start).toMatchObject({ userId: "user_alice", maxRounds: 5, today: "2026-03-02", model: "simulated", parallel: true });
    expect(view.rounds.map(({ round }) => round)).toEqual([1, 2, 3, 4]);
    expect(view.rounds.map(({ turns }) => turns.map(({ agent }) => agent))).toEqual(Array(4).fill(["planner", "critic"]));
    expect(view.rounds.map(({ decision }) => decision?.action)).toEqual(["force_opposition", "continue", "continue", "converge"]);
    expect(view.closing?.turns.map(({ agent }) => agent)).toEqual(["planner", "critic"]);
    expect(view.report).toMatchObject({ provisional: false, planRound: 4, fallback: false });
    expect(view.report?.todos).toHaveLength(6);
    expect(view.end).toMatchObject({ status: "converged", reason: "consensus", rounds: 5, calls: 17, tokens: 20_000, durationMs: 95_000 });
    expect(view.lastSeq).toBe(AGREED.length);
  });

  it("marks the devil's advocate and keeps it out of what changed", () => {
    const [, second, third] = view.rounds;
    expect(second?.turns[1]).toMatchObject({ opposition: true });
    // The critic's third turn is compared with its first: it has dropped the assumption that it had there.
    expect(third?.turns[1]).toMatchObject({ position: { changes: { assumptionsDropped: ["The level now is unknown"], confidenceDelta: -0.1 } } });
  });

  it("has tools, failures, and the figures of each decision", () => {
    const [first, , third] = view.rounds;
    expect(first?.tools.map(({ tool, error }) => [tool, error])).toEqual([["get_now", ""], ["calculate_date", ""]]);
    expect(third?.failures).toEqual([{ error: "tool_execution_failed", tool: "compare_positions", message: "The embedder gave no answer.", fallback: "rule-based judgement (keyword matching)" }]);
    expect(third?.decision).toMatchObject({ method: "keyword", degraded: true, thresholds: { high: 0.6, low: 0.3 }, stubborn: ["planner"], unargued: ["critic"], veto: "findings_unanswered", selfSimilarity: [{ agent: "planner", value: 0.991 }] });
  });

  it("follows each finding from its first mention to its last answer", () => {
    expect(view.findings.map(({ id }) => id)).toEqual(["r1.1", "r1.2", "s1.3", "s3.1"]);
    expect(getFinding(view, "r1.1")).toMatchObject({ raisedIn: 1, repeatedIn: 3, answers: [{ accepted: false, round: 2 }, { accepted: true, round: 4 }] });
    expect(view.findings.map(getFindingState)).toEqual(["accepted", "accepted", "accepted", "unanswered"]);
    expect(getFindingState(getFinding(foldSession(AGREED.slice(0, 12)), "r1.1"))).toBe("repeated");
    expect(getFindingState(getFinding(foldSession(AGREED.slice(0, 8)), "r1.1"))).toBe("rebutted");
    expect(view.findings.filter(isOpen).map(({ id }) => id)).toEqual(["s3.1"]);
    expect(sortBySeverity(view.findings).map(({ severity }) => severity)).toEqual(["high", "high", "medium", "low"]);
  });

  it("keeps the plan of every round, and what code corrected", () => {
    expect(view.plans.map(({ round, plan }) => [round, plan.totalHours])).toEqual([[1, 100], [2, 99], [3, 99], [4, 97]]);
    expect(view.plans[0]?.corrections).toEqual(["The total is 100 h, not 120 h."]);
  });
});

it("has a skipped turn and a stale view in a divided session", () => {
  const view = foldSession(DIVIDED);
  expect(view.rounds[2]?.turns[1]).toMatchObject({ kind: "skipped", agent: "critic", reason: "agent_timeout" });
  expect(view.rounds[2]?.decision?.stale).toEqual(["critic"]);
  expect(view.closing).toBeNull();
  expect(view.report).toMatchObject({ provisional: true, fallback: true });
});

it("knows who has stopped a session", () => {
  expect(foldSession(STOPPED).end).toMatchObject({ reason: "user", terminatedBy: "user_alice", calls: null });
});

describe("the fold", () => {
  it("gives the same whichever part is repeated", () => {
    const repeated = AGREED.flatMap((entry, index) => [entry, ...AGREED.slice(0, index + 1)]);
    expect(foldSession(repeated)).toEqual(foldSession(AGREED));
  });

  it("ignores unknown types, also those named like methods, and only counts them", () => {
    const before = foldSession(AGREED.slice(0, 5));
    for (const event_type of ["round_table", "constructor", "toString", ""]) {
      const odd = { seq: 6, event_id: "", event_type, timestamp: "", payload: { round: 2, agent: "planner" } };
      expect(projectSession(before, odd)).toEqual({ ...before, lastSeq: 6 });
    }
  });

  it("does not change the view it is given", () => {
    let view: SessionView | null = null;
    for (const entry of AGREED) {
      const copy = JSON.stringify(view);
      const next = projectSession(view, entry);
      expect(JSON.stringify(view)).toBe(copy);
      view = next;
    }
  });

  const types = [...new Set(AGREED.map(({ event_type }) => event_type)), "agent_skipped"];
  const odd: readonly unknown[] = [undefined, null, 3, "text", true, [], {}, [null], [[]], { round: null }];

  it.each(types)("takes any field of %s for empty that has the wrong type", (event_type) => {
    const entry = [...AGREED, ...DIVIDED].find((one) => one.event_type === event_type);
    const before = foldSession(AGREED.slice(0, 6));
    for (const field of Object.keys(entry?.payload ?? {})) {
      for (const value of odd) {
        const view = projectSession(before, { ...entry, seq: 7, payload: { ...entry?.payload, [field]: value } } as LogEntry);
        expect(view.lastSeq).toBe(7);
        expect(view.rounds.every(({ round }) => Number.isInteger(round) && round >= 1)).toBe(true);
      }
    }
    for (const value of odd) expect(projectSession(null, { seq: 1, event_id: "", event_type, timestamp: "", payload: Object(value) as LogEntry["payload"] }).lastSeq).toBe(1);
  });
});

describe("the log", () => {
  beforeEach(() => { SESSION_LOG.open(SESSION); });
  const getSeqs = (): number[] => useSessionLog.getState().entries.map(({ seq }) => seq);

  it("takes events once and in order, and none of another session", () => {
    expect(SESSION_LOG.append(AGREED.slice(0, 3), SESSION)).toBe(true);
    expect(SESSION_LOG.append(AGREED.slice(1, 5), SESSION)).toBe(true);
    expect(SESSION_LOG.append(AGREED.slice(7, 9), SESSION)).toBe(false);
    expect(SESSION_LOG.append(AGREED.slice(5, 6), "s-other")).toBe(false);
    expect(getSeqs()).toEqual([1, 2, 3, 4, 5]);
    SESSION_LOG.append(AGREED.slice(5), SESSION);
    expect(useSessionLog.getState().views.at(-1)).toEqual(foldSession(AGREED));
  });

  it("reads frames: flat events, and the text at the end", () => {
    const events = toStreamed(AGREED);
    expect(events.map((event, index) => SESSION_STREAM.readFrame(index + 1, JSON.stringify(event)))).toEqual(
      AGREED.map((entry) => ({ entry, last: entry.event_type === "session_ended" })),
    );
    expect(SESSION_STREAM.readFrame(NaN, "[DONE]")).toEqual({ entry: null, last: true });
    expect(SESSION_STREAM.readFrame(NaN, "{}")).toBeNull();
    expect(SESSION_STREAM.readFrame(4, '{"type":"error"}')?.entry?.seq).toBe(4);
    expect(() => SESSION_STREAM.readFrame(1, "{")).toThrow();
  });
});
