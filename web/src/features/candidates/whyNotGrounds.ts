// Why somebody was not invited: what the log and the public directory tell, and nothing else.
import type { Schemas } from "../../api/client";
import { readNumber, readObjects, readString } from "../../eventLog/readJson";
import type { ChannelPart, DemandView, LogEntry } from "../../eventLog/types";
import { readUnderstanding } from "../understanding/demandReading";

/** Public profile of an agent. */
export type Agent = Schemas["PublicAgent"];

/** What the directory finds for one need; `place` counts from 1, null when the agent is not among those found. */
export interface NeedSearch {
  readonly need: string;
  readonly place: number | null;
  readonly found: number;
  /** Whether there may be more than `found`. */
  readonly more: boolean;
}

/** One thing that is known; `unknown` when nothing that is known speaks against an invitation. */
export type Ground =
  | { readonly kind: "invited"; readonly subnet: string | null }
  | { readonly kind: "omitted"; readonly reason: string; readonly km: number | null }
  | { readonly kind: "own" | "inactive" }
  | { readonly kind: "noNeed"; readonly needs: readonly string[] }
  | { readonly kind: "found"; readonly need: string; readonly place: number; readonly found: number; readonly more: boolean }
  | { readonly kind: "language"; readonly languages: readonly string[]; readonly demand: string }
  | { readonly kind: "place"; readonly location: string; readonly demand: string }
  | { readonly kind: "unknown"; readonly invited: number };

/** Agent that the log says was able and not invited. */
interface Omission {
  readonly agent: string;
  readonly reason: string;
  readonly km: number | null;
}

/** List the needs of the demand. */
export function listNeeds(view: DemandView): readonly string[] {
  return [...new Set(readUnderstanding(view.understanding).needs.map(({ need }) => need))];
}

/** Return the omissions that the log tells of. */
export function listOmissions(entries: readonly LogEntry[]): readonly Omission[] {
  return entries
    .filter(({ event_type }) => event_type === "towow.filter.completed")
    .flatMap(({ payload }) => readObjects(payload.omitted).map((one) => ({ agent: readString(one.agent_id), reason: readString(one.reason), km: readNumber(one.distance_km) })));
}

interface Known {
  readonly view: DemandView;
  readonly omissions: readonly Omission[];
  /** What the directory finds for each need. */
  readonly searches: readonly NeedSearch[];
  /** Ids of the agents of the viewer, if it is the viewer's demand. */
  readonly own: readonly string[];
}

/** Return what is known about an agent, the most certain first. */
export function findGrounds(agent: Agent, { view, omissions, searches, own }: Known): readonly Ground[] {
  const part = [view, ...(view.subnets ?? []).map(({ channel }) => channel)].find((one) => isInvited(one, agent));
  if (part) return [{ kind: "invited", subnet: part === view ? null : readString(view.subnets.find(({ channel }) => channel === part)?.gap_type) }];
  const omission = omissions.find((one) => one.agent === agent.agent_id);
  if (omission) return [{ kind: "omitted", reason: omission.reason, km: omission.km }];
  const against: readonly Ground[] = [
    ...(own.includes(agent.agent_id) ? [{ kind: "own" } as const] : []),
    ...(agent.active ? [] : [{ kind: "inactive" } as const]),
    ...findNeedGrounds(searches),
    ...findLimitGrounds(agent, view),
  ];
  return against.some(({ kind }) => kind !== "found") ? against : [...against, { kind: "unknown", invited: view.candidates?.length ?? 0 }];
}

function isInvited(part: ChannelPart | null | undefined, agent: Agent): boolean {
  return (part?.candidates ?? []).some(({ agent_id }) => agent_id === agent.agent_id);
}

/** The directory's answer to each need. That it does not find somebody says something only when it gave all it has. */
function findNeedGrounds(searches: readonly NeedSearch[]): readonly Ground[] {
  const found = searches.flatMap(({ place, ...search }): Ground[] => (place === null ? [] : [{ kind: "found", place, ...search }]));
  const complete = searches.length > 0 && searches.every(({ more }) => !more);
  return found.length === 0 && complete ? [{ kind: "noNeed", needs: searches.map(({ need }) => need) }] : found;
}

function findLimitGrounds(agent: Agent, view: DemandView): readonly Ground[] {
  const { place } = readUnderstanding(view.understanding).limits;
  const location = readString(agent.location);
  const languages = agent.languages.map(getBaseLanguage);
  const language = getBaseLanguage(readString(view.language));
  return [
    ...(language !== "" && languages.length > 0 && !languages.includes(language) ? [{ kind: "language", languages, demand: language } as const] : []),
    ...(place !== "" && location !== "" && !agent.remote && !isSamePlace(place, location) ? [{ kind: "place", location, demand: place } as const] : []),
  ];
}

function getBaseLanguage(code: string): string {
  return code.toLowerCase().split("-")[0] ?? "";
}

function isSamePlace(one: string, other: string): boolean {
  const [a, b] = [one.trim().toLowerCase(), other.trim().toLowerCase()];
  return a.includes(b) || b.includes(a);
}
