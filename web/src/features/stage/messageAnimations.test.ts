// Does each event with an agent move one mark for each of them, and no other event any?
import { describe, expect, it } from "vitest";
import { NAMES, recorded } from "../../testUtils/recordedLogs";
import type { Entry } from "../../eventLog/types";
import { flightsOf } from "./messageAnimations";

const BY_AGENT = ["towow.offer.submitted", "towow.negotiation.bargain", "towow.proposal.feedback", "towow.agent.withdrawn"];
const TO_AGENTS: Readonly<Record<string, string>> = {
  "towow.demand.broadcast": "invited_agents",
  "towow.proposal.distributed": "participants",
};

function entry(event_type: string, payload: Entry["payload"]): Entry {
  return { seq: 7, event_id: "evt-7", event_type, timestamp: "2026-01-22T10:00:00.000Z", payload };
}

describe("the marks", () => {
  it.each(NAMES)("of %s: one for each agent of an event", (name) => {
    for (const told of recorded(name).entries) {
      const flights = flightsOf(told);
      const list = TO_AGENTS[told.event_type];
      if (list !== undefined) expect(flights.map((flight) => flight.agentId)).toEqual(told.payload[list]);
      else expect(flights).toHaveLength(BY_AGENT.includes(told.event_type) ? 1 : 0);
      expect(flightsOf(told)).toEqual(flights);
      expect(new Set(flights.map((flight) => flight.key)).size).toBe(flights.length);
    }
  });

  it.each([
    ["accept", "tick"],
    ["negotiate", "swap"],
    ["reject", "cross"],
    ["withdraw", "leave"],
    ["something new", "dots"],
  ])("of feedback %s: the sign of it, to the plan", (feedback_type, sign) => {
    expect(flightsOf(entry("towow.proposal.feedback", { agent_id: "a", feedback_type }))).toEqual([
      expect.objectContaining({ key: "7-a", agentId: "a", inward: true, sign }),
    ]);
  });

  it("are none where nobody is named", () => {
    expect(flightsOf(entry("towow.demand.broadcast", {}))).toEqual([]);
    expect(flightsOf(entry("towow.demand.broadcast", { invited_agents: [null, 3] }))).toEqual([]);
    expect(flightsOf(entry("towow.offer.submitted", {}))).toEqual([]);
    expect(flightsOf(entry("constructor", { agent_id: "a" }))).toEqual([]);
  });
});
