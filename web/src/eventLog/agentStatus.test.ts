// Agent status, compared with an independent derivation from the recorded logs.
import { describe, expect, it } from "vitest";
import { createNameLookup } from "./agentNames";
import { RECORDED_LOGS, readRecordedLog, projectViews } from "../testUtils/recordedLogs";
import { AGENT_STATUS_LOOKS } from "../ui/agentStatusLooks";
import type { Candidate, ChannelPart, DemandView, LogEntry } from "./types";
import { getAnswerSource, getDepartedAgents, isAnsweredByPerson, getAgentStatus, type AgentStatus } from "./agentStatus";

const AGENT_STATUSES = Object.keys(AGENT_STATUS_LOOKS) as AgentStatus[];

type AgentFacts = Map<string, AgentStatus>;
type Fields = Readonly<Record<string, unknown>>;

const OFFER: Readonly<Record<string, AgentStatus>> = { participate: "offers", conditional: "conditional", decline: "declined" };
const FEEDBACK: Readonly<Record<string, AgentStatus>> = { accept: "accepts", negotiate: "negotiates", reject: "rejects", withdraw: "left" };

/** Derive agent statuses from one event, independently of the projection. */
function updateFacts(told: AgentFacts, { event_type, payload }: LogEntry): void {
  const put = (agents: unknown, where: AgentStatus): void => {
    for (const agent of agents as readonly string[]) told.set(agent, where);
  };
  const turn = (from: AgentStatus, to: AgentStatus): void => {
    for (const [agent, where] of told) if (where === from) told.set(agent, to);
  };
  const agent = payload.agent_id as string;
  switch (event_type) {
    case "towow.filter.completed":
      put((payload.candidates as readonly Fields[]).map(({ agent_id }) => agent_id), "chosen");
      return;
    case "towow.demand.broadcast":
      put(payload.invited_agents, "invited");
      return;
    case "towow.offer.submitted": {
      const said = payload.response_type === "negotiate" ? "wishes" : OFFER[payload.decision as string];
      told.set(agent, payload.late === true && payload.decision !== "decline" ? "late" : (said ?? "unknown"));
      return;
    }
    case "towow.negotiation.round_started":
      turn("invited", "no_answer");
      if (payload.reason === "adjustment") turn("asked", "silent");
      return;
    case "towow.proposal.distributed":
      put(payload.participants, "asked");
      return;
    case "towow.proposal.feedback":
      // A member of a subnet answers the plan that it is merged into, without being a candidate of it.
      if (!told.has(agent)) return;
      told.set(agent, FEEDBACK[payload.feedback_type as string] ?? "unknown");
      return;
    case "towow.agent.withdrawn":
      if (!told.has(agent)) return;
      told.set(agent, "left");
      return;
    case "towow.feedback.evaluated":
      if (payload.decision !== "renegotiate") turn("asked", "silent");
      return;
    case "towow.proposal.finalized":
    case "towow.negotiation.force_finalized":
      turn("rejects", "gone");
      put(payload.confirmed_participants, "confirmed");
      put(payload.optional_participants, "optional");
      return;
    case "towow.negotiation.failed":
    case "towow.demand.cancelled":
    case "towow.subnet.completed":
    case "towow.demand.closed":
      turn("asked", "silent");
      turn("invited", "no_answer");
      turn("chosen", "no_answer");
  }
}

/** Collect the facts about every channel after each event. */
function collectFacts(entries: readonly LogEntry[]): readonly ReadonlyMap<string, AgentFacts>[] {
  const channels = new Map<string, AgentFacts>();
  return entries.map((entry) => {
    const ended = ["towow.demand.cancelled", "towow.subnet.completed"].includes(entry.event_type) ? "sub_channel_id" : "channel_id";
    const id = (entry.payload[ended] ?? entry.payload.channel_id) as string;
    const told = channels.get(id) ?? new Map<string, AgentStatus>();
    channels.set(id, told);
    updateFacts(told, entry);
    return new Map([...channels].map(([name, where]) => [name, new Map(where)]));
  });
}

/** Replace this agent's feedback with a rejection. */
function replaceWithRejection(agent: string): (entry: LogEntry) => LogEntry {
  return (entry) => {
    const { event_type, payload } = entry;
    const without = (list: unknown): unknown[] => (list as unknown[]).filter((one) => one !== agent);
    if (event_type === "towow.proposal.feedback" && payload.agent_id === agent) return { ...entry, payload: { ...payload, feedback_type: "reject" } };
    if (event_type !== "towow.proposal.finalized") return entry;
    const plan = payload.final_proposal as Fields;
    const confirmed_participants = without(payload.confirmed_participants);
    return { ...entry, payload: { ...payload, confirmed_participants, final_proposal: { ...plan, confirmed_participants } } };
  };
}

function listParts(view: DemandView): readonly ChannelPart[] {
  return [view, ...view.subnets.map(({ channel }) => channel)];
}

describe("agent status", () => {
  it.each(RECORDED_LOGS)("agrees with the agent's last event, at every event of %s", (name) => {
    const { entries, views } = readRecordedLog(name);
    const told = collectFacts(entries);
    views.forEach((view, index) => {
      for (const part of listParts(view)) {
        const seen = Object.fromEntries(part.candidates.map((who) => [who.agent_id, getAgentStatus(who, part)]));
        const expected = Object.fromEntries(told[index]?.get(part.channel_id) ?? []);
        expect(seen, `event ${index + 1}, ${part.channel_id}`).toEqual(expected);
      }
    });
  });

  it("occurs in the recordings with nearly every value", () => {
    const met = new Set(RECORDED_LOGS.flatMap((name) => readRecordedLog(name).views).flatMap(listParts).flatMap((part) => part.candidates.map((who) => getAgentStatus(who, part))));
    expect(AGENT_STATUSES.filter((one) => one !== "reserve" && !met.has(one))).toEqual(["gone", "unknown"]);
  });

  it("is `rejects`, then `gone` when the plan is agreed without the agent", () => {
    const entries = readRecordedLog("withdraw-after-the-outcome").entries.slice(0, 16).map(replaceWithRejection("agent_alice"));
    const told = collectFacts(entries);
    const seen = projectViews(entries).map((view) => view.candidates.filter(({ agent_id }) => agent_id === "agent_alice").map((who) => getAgentStatus(who, view)));
    expect([seen[12], seen[14], seen[15]]).toEqual([["rejects"], ["rejects"], ["gone"]]);
    expect(told.map((channels) => channels.get(entries[0]?.payload.channel_id as string)?.get("agent_alice")).slice(2)).toEqual(seen.slice(2).flat());
  });

  it("is `unknown` for unknown kinds of answers", () => {
    const view = readRecordedLog("agreed-at-once").views.findLast(({ review, outcome }) => review !== null && outcome === null);
    const who = view?.candidates[0];
    if (!view || !who?.feedback) throw new Error("the recorded log has no answer");
    const strange = { ...who, feedback: { ...who.feedback, feedback_type: "shrug" } } as unknown as Candidate;
    expect(getAgentStatus(strange, view)).toBe("unknown");
    const constructor = { ...who, feedback: { ...who.feedback, feedback_type: "constructor" } } as unknown as Candidate;
    expect(getAgentStatus(constructor, view)).toBe("unknown");
    const vague = { ...who, feedback: null, offer: { ...who.offer, decision: "perhaps", response_type: "offer" } } as unknown as Candidate;
    expect(getAgentStatus(vague, { ...view, review: null })).toBe("unknown");
  });

  it("tolerates a nearly empty candidate", () => {
    const { view } = readRecordedLog("agreed-at-once");
    const bare = { agent_id: "agent_x" } as unknown as Candidate;
    expect(AGENT_STATUSES).toContain(getAgentStatus(bare, view));
    expect(AGENT_STATUSES).toContain(getAgentStatus(bare, { status: "processing", phase: "collecting" } as unknown as ChannelPart));
  });
});

describe("related selectors", () => {
  const { view } = readRecordedLog("withdraw-after-the-outcome");

  it("list departed agents", () => {
    expect(getDepartedAgents(view)).toEqual(["agent_dora"]);
  });

  it("name agents of subnets, and unknown agents by id", () => {
    expect(createNameLookup(view)("agent_frank")).toBe("Frank");
    expect(createNameLookup(view)("agent_stranger")).toBe("agent_stranger");
  });

  it("return the answer source only while a person was attending", () => {
    const offer = view.candidates[0]?.offer;
    if (!offer) throw new Error("the recorded log has no offer");
    expect(getAnswerSource(offer)).toBeNull();
    expect(getAnswerSource({ ...offer, answered_by: "person" })).toBe("person");
    expect(getAnswerSource({ ...offer, answered_by: "robot" } as unknown as typeof offer)).toBeNull();
    const [who] = view.candidates as [Candidate];
    expect(isAnsweredByPerson({ ...who, feedback: null, offer: { ...offer, answered_by: "person" } })).toBe(true);
    expect(isAnsweredByPerson({ ...who, offer: { ...offer, answered_by: "person" } })).toBe(false);
  });
});
