// What do the log and its view consist of? The names under which the page knows the gateway's types.
import type { components } from "../generated/api";
import type { Payloads } from "../generated/events";

type Schemas = components["schemas"];

export type DemandView = Schemas["DemandView"];
export type SubnetView = Schemas["SubnetView"];
export type ChannelPart = Schemas["ChannelPart"];
export type Candidate = Schemas["CandidateView"];
export type Offer = NonNullable<Candidate["offer"]>;
export type Feedback = NonNullable<Candidate["feedback"]>;
export type Review = Schemas["ReviewView"];
export type Outcome = Schemas["OutcomeView"];
export type Cost = Schemas["CostView"];
export type Plan = NonNullable<ChannelPart["proposal"]>;
export type Evaluation = ChannelPart["evaluations"][number];
export type Wish = ChannelPart["bargains"][number];
export type Understanding = NonNullable<ChannelPart["understanding"]>;
export type Status = DemandView["status"];
export type Phase = DemandView["phase"];

export type EventType = keyof Payloads;

/** A JSON object as it was read: nobody changes one, views share them. */
export type Json = Readonly<Record<string, unknown>>;

/** An entry of the log: the five keys of INTERFACES § 2. A newer program may have written a type that is not ours. */
export interface Entry {
  readonly seq: number;
  readonly event_id: string;
  readonly event_type: string;
  readonly timestamp: string;
  readonly payload: Json;
}
