// Does every candidate always stand where the last event that concerns them put them?
import { describe, expect, it } from "vitest";
import { namesIn } from "./agentNames";
import { NAMES, recorded, viewsOf } from "../testUtils/recordedLogs";
import type { Candidate, ChannelPart, DemandView, Entry } from "./types";
import { STANDINGS, answeredBy, goneFrom, inPerson, standingOf } from "./agentStatus";
import type { Standing } from "./agentStatus";

type Told = Map<string, Standing>;
type Fields = Readonly<Record<string, unknown>>;

const OFFER: Readonly<Record<string, Standing>> = { participate: "offers", conditional: "conditional", decline: "declined" };
const FEEDBACK: Readonly<Record<string, Standing>> = { accept: "accepts", negotiate: "negotiates", reject: "rejects", withdraw: "left" };

/** Where one event puts the agents of its channel; told without the fold and without the view. */
function after(told: Told, { event_type, payload }: Entry): void {
  const put = (agents: unknown, where: Standing): void => {
    for (const agent of agents as readonly string[]) told.set(agent, where);
  };
  const turn = (from: Standing, to: Standing): void => {
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
      told.set(agent, FEEDBACK[payload.feedback_type as string] ?? "unknown");
      return;
    case "towow.agent.withdrawn":
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

/** What the log says of every channel, event by event. */
function tellings(entries: readonly Entry[]): readonly ReadonlyMap<string, Told>[] {
  const channels = new Map<string, Told>();
  return entries.map((entry) => {
    const ended = ["towow.demand.cancelled", "towow.subnet.completed"].includes(entry.event_type) ? "sub_channel_id" : "channel_id";
    const id = (entry.payload[ended] ?? entry.payload.channel_id) as string;
    const told = channels.get(id) ?? new Map<string, Standing>();
    channels.set(id, told);
    after(told, entry);
    return new Map([...channels].map(([name, where]) => [name, new Map(where)]));
  });
}

/** The log as it would be had this agent rejected the plan. */
function rejectedBy(agent: string): (entry: Entry) => Entry {
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

function parts(view: DemandView): readonly ChannelPart[] {
  return [view, ...view.subnets.map(({ channel }) => channel)];
}

describe("standing", () => {
  it.each(NAMES)("agrees with the last event that concerns them, at every event of %s", (name) => {
    const { entries, views } = recorded(name);
    const told = tellings(entries);
    views.forEach((view, index) => {
      for (const part of parts(view)) {
        const seen = Object.fromEntries(part.candidates.map((who) => [who.agent_id, standingOf(who, part)]));
        const expected = Object.fromEntries(told[index]?.get(part.channel_id) ?? []);
        expect(seen, `event ${index + 1}, ${part.channel_id}`).toEqual(expected);
      }
    });
  });

  it("is met in the recordings in nearly every form", () => {
    const met = new Set(NAMES.flatMap((name) => recorded(name).views).flatMap(parts).flatMap((part) => part.candidates.map((who) => standingOf(who, part))));
    expect(STANDINGS.filter((one) => !met.has(one))).toEqual(["rejects", "gone", "unknown"]);
  });

  it("of one who rejects is so, and gone when the plan is settled without them", () => {
    const entries = recorded("withdraw-after-the-outcome").entries.slice(0, 16).map(rejectedBy("agent_alice"));
    const told = tellings(entries);
    const seen = viewsOf(entries).map((view) => view.candidates.filter(({ agent_id }) => agent_id === "agent_alice").map((who) => standingOf(who, view)));
    expect([seen[12], seen[14], seen[15]]).toEqual([["rejects"], ["rejects"], ["gone"]]);
    expect(told.map((channels) => channels.get(entries[0]?.payload.channel_id as string)?.get("agent_alice")).slice(2)).toEqual(seen.slice(2).flat());
  });

  it("is `unknown` for answers of a kind that the page does not know", () => {
    const view = recorded("agreed-at-once").views.findLast(({ review, outcome }) => review !== null && outcome === null);
    const who = view?.candidates[0];
    if (!view || !who?.feedback) throw new Error("nobody has answered");
    const strange = { ...who, feedback: { ...who.feedback, feedback_type: "shrug" } } as unknown as Candidate;
    expect(standingOf(strange, view)).toBe("unknown");
    const constructor = { ...who, feedback: { ...who.feedback, feedback_type: "constructor" } } as unknown as Candidate;
    expect(standingOf(constructor, view)).toBe("unknown");
    const vague = { ...who, feedback: null, offer: { ...who.offer, decision: "perhaps", response_type: "offer" } } as unknown as Candidate;
    expect(standingOf(vague, { ...view, review: null })).toBe("unknown");
  });

  it("is found for a candidate of whom nearly everything is missing", () => {
    const { view } = recorded("agreed-at-once");
    const bare = { agent_id: "agent_x" } as unknown as Candidate;
    expect(STANDINGS).toContain(standingOf(bare, view));
    expect(STANDINGS).toContain(standingOf(bare, { status: "processing", phase: "collecting" } as unknown as ChannelPart));
  });
});

describe("beside it", () => {
  const { view } = recorded("withdraw-after-the-outcome");

  it("knows who is gone from the plan", () => {
    expect(goneFrom(view)).toEqual(["agent_dora"]);
  });

  it("names agents of subnets too, and strangers by their id", () => {
    expect(namesIn(view)("agent_frank")).toBe("Frank");
    expect(namesIn(view)("agent_stranger")).toBe("agent_stranger");
  });

  it("tells person from agent only where one was waited for", () => {
    const offer = view.candidates[0]?.offer;
    if (!offer) throw new Error("no offer");
    expect(answeredBy(offer)).toBeNull();
    expect(answeredBy({ ...offer, answered_by: "person" })).toBe("person");
    expect(answeredBy({ ...offer, answered_by: "robot" } as unknown as typeof offer)).toBeNull();
    const [who] = view.candidates as [Candidate];
    expect(inPerson({ ...who, feedback: null, offer: { ...offer, answered_by: "person" } })).toBe(true);
    expect(inPerson({ ...who, offer: { ...offer, answered_by: "person" } })).toBe(false);
  });
});
