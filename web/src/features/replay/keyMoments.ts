// Key moments of a log (decisions and round starts) and playback delays.
import { readPlanOutcome } from "../../eventLog/planOutcome";
import { lookUp } from "../../eventLog/readJson";
import type { LogEntry, EventType } from "../../eventLog/types";

type KeyMomentKind = "plan" | "verdict" | "good" | "warn" | "bad" | "end";

/** Event types that decide something. */
const KIND_BY_EVENT_TYPE: Readonly<Partial<Record<EventType, KeyMomentKind>>> = {
  "towow.proposal.distributed": "plan",
  "towow.feedback.evaluated": "verdict",
  "towow.proposal.finalized": "good",
  "towow.negotiation.force_finalized": "warn",
  "towow.negotiation.failed": "bad",
  "towow.subnet.completed": "plan",
  "towow.demand.cancelled": "end",
};

/** Event at which something was decided. */
export interface KeyMoment {
  readonly seq: number;
  readonly kind: KeyMomentKind;
  /** Round of the root channel that starts here; null when none does. */
  readonly round: number | null;
}

/** Maximum delay (ms) between two events at 1×; MIN_DELAY_MS is the minimum. */
const MAX_DELAY_MS = 2000;
const MIN_DELAY_MS = 150;

/** Minimum interval (ms) between URL updates. */
export const URL_UPDATE_MS = 250;

/** Playback speeds. */
export const SPEEDS = [1, 2, 4, 8] as const;
/** Playback speed. */
export type Speed = (typeof SPEEDS)[number];

function getKind(entry: LogEntry): KeyMomentKind | null {
  const kind = lookUp<KeyMomentKind>(KIND_BY_EVENT_TYPE, entry.event_type);
  return kind === "good" && readPlanOutcome(entry.payload)?.complete === false ? "warn" : kind;
}

/** Find the decisions in a log; the first distribution of each round marks its start. */
export function findKeyMoments(entries: readonly LogEntry[]): KeyMoment[] {
  const channel = entries[0]?.payload.channel_id;
  let lastRound = 0;
  return entries.flatMap((entry) => {
    const kind = getKind(entry);
    if (kind === null) return [];
    const round = kind === "plan" && entry.payload.channel_id === channel ? Number(entry.payload.round) : 0;
    const startsRound = Number.isSafeInteger(round) && round > lastRound;
    if (startsRound) lastRound = round;
    return [{ seq: entry.seq, kind, round: startsRound ? round : null }];
  });
}

/** Return the seq of the first decision after an event; null when there is none. */
export function getNextDecision(keyMoments: readonly KeyMoment[], seq: number): number | null {
  return keyMoments.find((moment) => moment.seq > seq)?.seq ?? null;
}

/** Return the seq of the last decision before an event; null when there is none. */
export function getPreviousDecision(keyMoments: readonly KeyMoment[], seq: number): number | null {
  return keyMoments.findLast((moment) => moment.seq < seq)?.seq ?? null;
}

/** Return the delay (ms) between the shown event and the next one, bounded and scaled by the speed. */
export function getPlaybackDelay(entries: readonly LogEntry[], position: number, speed: Speed): number {
  const now = Date.parse(entries[position - 1]?.timestamp ?? "");
  const next = Date.parse(entries[position]?.timestamp ?? "");
  const actualMs = Number.isNaN(next - now) ? MIN_DELAY_MS : next - now;
  return Math.min(Math.max(actualMs, MIN_DELAY_MS), MAX_DELAY_MS) / speed;
}

/** Parameters of the address that a link keeps: what is shown, and nothing that lets somebody act. */
const KEPT_PARAMETERS: readonly string[] = ["q", "agent", "kind", "view", "tab"];

/** Create the URL of a moment with what is filtered and searched for; without `at`, of the negotiation. */
export function createMomentUrl(currentUrl: string, seq: number | null): string {
  const link = new URL(currentUrl);
  const kept = KEPT_PARAMETERS.flatMap((name) => link.searchParams.getAll(name).map((value) => [name, value]));
  link.hash = "";
  link.search = new URLSearchParams([...(seq === null ? [] : [["at", String(seq)]]), ...kept]).toString();
  return link.href;
}
