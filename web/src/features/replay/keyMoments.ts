// Which moments of a negotiation are worth stopping at, and how long does each of them last when it is played?
import { known } from "../../eventLog/readJson";
import type { Entry, EventType } from "../../eventLog/types";

type MarkKind = "plan" | "verdict" | "good" | "warn" | "bad" | "end";

/** The events that decide something. */
const DECISIONS: Readonly<Partial<Record<EventType, MarkKind>>> = {
  "towow.proposal.distributed": "plan",
  "towow.feedback.evaluated": "verdict",
  "towow.proposal.finalized": "good",
  "towow.negotiation.force_finalized": "warn",
  "towow.negotiation.failed": "bad",
  "towow.subnet.completed": "plan",
  "towow.demand.cancelled": "end",
};

export interface Mark {
  readonly seq: number;
  readonly kind: MarkKind;
  /** The round that begins with it in the demand's own channel. */
  readonly round: number | null;
}

/** ms: longer than this no pause lasts at 1×, and each is long enough to be seen. */
const LONGEST = 2000;
const SHORTEST = 150;

/** How often the shown moment moves to the address, in ms. */
export const ADDRESS_PAUSE = 250;

export const SPEEDS = [1, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];

function markOf(entry: Entry): MarkKind | null {
  return known<MarkKind>(DECISIONS, entry.event_type);
}

/** Where something was decided, and where a round begins: with its plan that goes out. */
export function marksOf(entries: readonly Entry[]): Mark[] {
  const channel = entries[0]?.payload.channel_id;
  let told = 0;
  return entries.flatMap((entry) => {
    const kind = markOf(entry);
    if (kind === null) return [];
    const round = kind === "plan" && entry.payload.channel_id === channel ? Number(entry.payload.round) : 0;
    const begins = Number.isSafeInteger(round) && round > told;
    if (begins) told = round;
    return [{ seq: entry.seq, kind, round: begins ? round : null }];
  });
}

/** The first decision after an event; null = there is none. */
export function decisionAfter(marks: readonly Mark[], seq: number): number | null {
  return marks.find((mark) => mark.seq > seq)?.seq ?? null;
}

/** The last decision before an event; null = there is none. */
export function decisionBefore(marks: readonly Mark[], seq: number): number | null {
  return marks.findLast((mark) => mark.seq < seq)?.seq ?? null;
}

/** ms that the moment after `shown` events lasts until the next event, at a speed. */
export function pauseAfter(entries: readonly Entry[], shown: number, speed: Speed): number {
  const now = Date.parse(entries[shown - 1]?.timestamp ?? "");
  const next = Date.parse(entries[shown]?.timestamp ?? "");
  const real = Number.isNaN(next - now) ? SHORTEST : next - now;
  return Math.min(Math.max(real, SHORTEST), LONGEST) / speed;
}

/** The address of a moment, to be handed on; `at` null = of the negotiation. */
export function linkTo(here: string, at: number | null): string {
  const link = new URL(here);
  link.hash = "";
  link.search = at === null ? "" : `?at=${at}`;
  return link.href;
}
