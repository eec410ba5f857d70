// What must be known to tell an event? What the events before it have said: names, and which channels are subnets.
import { fields, items, text } from "../../eventLog/readJson";
import type { Entry, Json } from "../../eventLog/types";
import { kindOf } from "./eventKinds";
import type { Kind } from "./eventKinds";

/** A negotiation of its own, for one gap; they are counted from 1. */
export interface Subnet {
  readonly number: number;
  readonly gap: string;
}

/** What is known when an event is told. */
export interface Scene {
  /** The demand's own channel. */
  readonly root: string;
  /** agent_id → what the agent is called */
  readonly names: ReadonlyMap<string, string>;
  /** channel_id → the subnet that it is */
  readonly subnets: ReadonlyMap<string, Subnet>;
}

/** An event and what is needed to tell it: all of it follows from the log up to this event. */
export interface Line {
  readonly entry: Entry;
  readonly scene: Scene;
  readonly kind: Kind;
  /** Whose event it is; "" = nobody's. */
  readonly agent: string;
  /** Where it happened; null = in the demand's own channel; number 0 = in a channel that nobody has spoken of. */
  readonly subnet: Subnet | null;
}

const STRANGE: Subnet = { number: 0, gap: "" };

/** The line of an entry, once it was made: an entry has one log before it, so it has one line. */
const MADE = new WeakMap<Entry, Line>();

/** The entries as lines. What comes later adds lines; those that are there stay the same objects. */
export function linesOf(entries: readonly Entry[]): readonly Line[] {
  let scene: Scene = { root: text(payloadOf(entries[0]).channel_id), names: new Map(), subnets: new Map() };
  return entries.map((entry) => {
    const made = MADE.get(entry) ?? lineOf(entry, scene);
    MADE.set(entry, made);
    scene = made.scene;
    return made;
  });
}

/** What an entry says; nothing when that is no object. */
export function payloadOf(entry: Entry | undefined): Json {
  return fields(entry?.payload);
}

/** What the agent is called, as far as is known; else its id. */
export function nameOf(scene: Scene, agent: string): string {
  return scene.names.get(agent) ?? agent;
}

function lineOf(entry: Entry, before: Scene): Line {
  const payload = payloadOf(entry);
  const scene = { ...before, names: withNames(before.names, payload), subnets: withSubnet(before.subnets, payload) };
  const channel = text(payload.channel_id);
  const subnet = channel === "" || channel === scene.root ? null : (scene.subnets.get(channel) ?? STRANGE);
  return { entry, scene, kind: kindOf(entry.event_type), agent: text(payload.agent_id), subnet };
}

function withNames(names: Scene["names"], payload: Json): Scene["names"] {
  const told = [payload, ...items(payload.candidates)]
    .map(({ agent_id, display_name }) => [text(agent_id), text(display_name)] as const)
    .filter(([agent, name]) => agent !== "" && name !== "" && names.get(agent) !== name);
  return told.length > 0 ? new Map([...names, ...told]) : names;
}

function withSubnet(subnets: Scene["subnets"], payload: Json): Scene["subnets"] {
  const channel = text(payload.sub_channel_id);
  if (channel === "" || subnets.has(channel)) return subnets;
  return new Map([...subnets, [channel, { number: subnets.size + 1, gap: text(payload.gap_type) }]]);
}
