// Short names for the gateway's log and view types.
import type { components } from "../generated/api";
import type { Payloads } from "../generated/events";

type Schemas = components["schemas"];

/** View of a demand after some event. */
export type DemandView = Schemas["DemandView"];
/** View of a subnet: a negotiation that fills one gap. */
export type SubnetView = Schemas["SubnetView"];
/** The part of a view that root channel and subnets share. */
export type ChannelPart = Schemas["ChannelView"];
/** Phase of a channel. */
export type Phase = DemandView["phase"];
/** Question to the requester. */
export type Question = NonNullable<ChannelPart["question"]>;
/** Candidate of a channel, with offer and feedback. */
export type Candidate = Schemas["CandidateView"];
/** Answer to an invitation. */
export type Offer = NonNullable<Candidate["offer"]>;
/** Answer to a proposed plan. */
export type Feedback = NonNullable<Candidate["feedback"]>;
/** Review of the newest plan: who was asked and who answered. */
export type Review = Schemas["ReviewView"];
/** Outcome of a channel. */
export type Outcome = Schemas["OutcomeView"];
/** Model usage so far. */
export type Cost = Schemas["CostView"];
/** Proposed plan as sent by the gateway. */
export type Plan = NonNullable<ChannelPart["proposal"]>;
/** Evaluation of the feedback of one round. */
export type Evaluation = ChannelPart["evaluations"][number];
/** Change that a candidate asks for. */
export type Bargain = ChannelPart["bargains"][number];
/** Parsed demand. */
export type Understanding = NonNullable<ChannelPart["understanding"]>;
/** Status of a demand. */
export type Status = DemandView["status"];

/** Event types of demands known to this build. */
export type EventType = Exclude<keyof Payloads, `towow.${"deliberation" | "game"}.${string}`>;

/** Parsed JSON object; immutable, since views share them. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Entry of the log with the five keys of INTERFACES § 2; a newer gateway may send unknown event types. */
export interface LogEntry {
  readonly seq: number;
  readonly event_id: string;
  readonly event_type: string;
  readonly timestamp: string;
  readonly payload: JsonObject;
}
