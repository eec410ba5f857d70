// Which needs each candidate was found for, as the log tells.
import { readObject, readObjects, readString } from "../../eventLog/readJson";
import type { JsonObject } from "../../eventLog/types";

/** Needs of the demand and of its subnets, and for which of them candidates were found. */
export interface NeedFits {
  /** Texts of needs by channel id and id of the need. */
  readonly needs: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Texts of needs by channel id and agent id. */
  readonly fits: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
}

/** Nothing is known yet. */
export const NO_FITS: NeedFits = { needs: new Map(), fits: new Map() };

/** Return what is known after one more event. */
export function addNeedFits(before: NeedFits, type: string, payload: JsonObject): NeedFits {
  const channel = readString(payload.channel_id);
  if (type === "towow.demand.understood" || type === "towow.demand.revised") {
    const needs = readObjects(readObject(payload.understanding ?? payload).needs);
    const texts = new Map(needs.map(({ id, need }) => [readString(id), readString(need)]));
    return { ...before, needs: new Map([...before.needs, [channel, texts]]) };
  }
  if (type !== "towow.filter.completed") return before;
  const texts = before.needs.get(channel);
  const fits = new Map(readObjects(payload.candidates).map((candidate) => [readString(candidate.agent_id), listNeeds(candidate, texts)]));
  return { ...before, fits: new Map([...before.fits, [channel, fits]]) };
}

function listNeeds(candidate: JsonObject, texts: ReadonlyMap<string, string> | undefined): readonly string[] {
  const needs = readObjects(candidate.fits).map(({ need }) => texts?.get(readString(need)) ?? "");
  return [...new Set(needs)].filter((text) => text !== "");
}
