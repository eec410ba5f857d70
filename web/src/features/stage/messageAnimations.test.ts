// Animations per event and agent.
import { describe, expect, it } from "vitest";
import { RECORDED_LOGS, readRecordedLog } from "../../testUtils/recordedLogs";
import type { LogEntry } from "../../eventLog/types";
import { getMessageAnimations } from "./messageAnimations";

const BY_AGENT = ["towow.offer.submitted", "towow.negotiation.bargain", "towow.proposal.feedback", "towow.agent.withdrawn"];
const TO_AGENTS: Readonly<Record<string, string>> = {
  "towow.demand.broadcast": "invited_agents",
  "towow.proposal.distributed": "participants",
};

function createEntry(event_type: string, payload: LogEntry["payload"]): LogEntry {
  return { seq: 7, event_id: "evt-7", event_type, timestamp: "2026-01-22T10:00:00.000Z", payload };
}

describe("message animations", () => {
  it.each(RECORDED_LOGS)("of %s: one per agent of an event", (name) => {
    for (const told of readRecordedLog(name).entries) {
      const flights = getMessageAnimations(told);
      const list = TO_AGENTS[told.event_type];
      if (list !== undefined) expect(flights.map((flight) => flight.agentId)).toEqual(told.payload[list]);
      else expect(flights).toHaveLength(BY_AGENT.includes(told.event_type) ? 1 : 0);
      expect(getMessageAnimations(told)).toEqual(flights);
      expect(new Set(flights.map((flight) => flight.key)).size).toBe(flights.length);
    }
  });

  it.each([
    ["accept", "tick"],
    ["negotiate", "swap"],
    ["reject", "cross"],
    ["withdraw", "leave"],
    ["something new", "dots"],
  ])("of feedback %s: its glyph, towards the plan", (feedback_type, glyph) => {
    expect(getMessageAnimations(createEntry("towow.proposal.feedback", { agent_id: "a", feedback_type }))).toEqual([
      expect.objectContaining({ key: "7-a", agentId: "a", towardsPlan: true, glyph }),
    ]);
  });

  it("are empty without agents", () => {
    expect(getMessageAnimations(createEntry("towow.demand.broadcast", {}))).toEqual([]);
    expect(getMessageAnimations(createEntry("towow.demand.broadcast", { invited_agents: [null, 3] }))).toEqual([]);
    expect(getMessageAnimations(createEntry("towow.offer.submitted", {}))).toEqual([]);
    expect(getMessageAnimations(createEntry("constructor", { agent_id: "a" }))).toEqual([]);
  });
});
