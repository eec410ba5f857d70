// Beats: the moments of a negotiation that are told one by one on the stage.
import { getReserveAgents } from "../../eventLog/reserves";
import { lookUp, readNumber, readObjects, readString, readTrue } from "../../eventLog/readJson";
import type { EventType, LogEntry } from "../../eventLog/types";

/** Kind of a beat. */
export type BeatKind =
  | "asked" | "understood" | "question" | "revised" | "invited" | "firstAnswer" | "firstNo" | "bargain" | "answers"
  | "plan" | "review" | "left" | "verdict" | "outcome" | "gap" | "subnet" | "subnetEnd" | "poster";

/** Moment that is told; it lasts until the next one. */
export interface Beat {
  readonly kind: BeatKind;
  /** Event that it begins with. */
  readonly seq: number;
  /** Round of the demand's own channel; 0 before the first. */
  readonly round: number;
}

/** From this round on a round is told by its verdict alone: by then the rounds are alike. */
const FIRST_SHORT_ROUND = 3;
/** Number of answers from which they are summed up. */
const MIN_ANSWERS = 3;

/** What the events so far have told. */
interface Progress {
  /** Kinds that are told once, and once in a round (`review 2`). */
  readonly told: Set<string>;
  answers: number;
  round: number;
  /** Ids of agents that the newest plan holds in reserve: they do not vote. */
  reserves: ReadonlySet<string>;
}

type FindKind = (entry: LogEntry, progress: Progress) => BeatKind | null;

/** Finders of beats of the demand's own channel. */
const FINDERS: Readonly<Partial<Record<EventType, FindKind>>> = {
  "towow.demand.submitted": () => "asked",
  "towow.demand.understood": () => "understood",
  "towow.question.asked": () => "question",
  "towow.demand.revised": (_, progress) => once("revised", progress),
  "towow.demand.broadcast": (_, progress) => once("invited", progress),
  "towow.offer.submitted": findOffer,
  "towow.negotiation.bargain": (_, progress) => (progress.round === 0 ? once("bargain", progress) : null),
  "towow.negotiation.round_started": startRound,
  "towow.proposal.distributed": findPlan,
  "towow.proposal.feedback": findReview,
  "towow.agent.withdrawn": (_, progress) => (progress.told.has(`review ${progress.round}`) ? null : once("left", progress)),
  "towow.feedback.evaluated": () => "verdict",
  "towow.proposal.finalized": () => "outcome",
  "towow.negotiation.force_finalized": () => "outcome",
  "towow.negotiation.failed": () => "outcome",
  "towow.demand.cancelled": () => "outcome",
  "towow.gap.identified": ({ payload }) => (readObjects(payload.gaps).length > 0 ? "gap" : null),
  "towow.subnet.triggered": () => "subnet",
  "towow.subnet.completed": () => "subnetEnd",
  "towow.demand.closed": () => "poster",
};

/** Find the beats of a log. Those of its beginning are the first of the whole: later events change none. */
export function findBeats(entries: readonly LogEntry[]): Beat[] {
  const root = entries[0]?.payload.channel_id;
  const progress: Progress = { told: new Set(), answers: 0, round: 0, reserves: new Set() };
  return entries.flatMap((entry) => {
    if (entry.payload.channel_id !== root) return [];
    const kind = lookUp<FindKind>(FINDERS, entry.event_type)?.(entry, progress) ?? null;
    return kind === null ? [] : [{ kind, seq: entry.seq, round: progress.round }];
  });
}

/** Return the index of the beat that an event belongs to, that of the poster apart; -1 before the first. */
export function findBeatIndex(beats: readonly Beat[], seq: number, poster: boolean): number {
  return beats.findLastIndex((beat) => beat.seq <= seq && (poster || beat.kind !== "poster"));
}

/** Return the index of the first beat of the next or previous round; null when there is none. */
export function findRoundStart(beats: readonly Beat[], index: number, step: 1 | -1): number | null {
  const round = (beats[index]?.round ?? 0) + step;
  const found = beats.findIndex((beat) => beat.round === round && (round === 0 || beat.kind !== "answers"));
  return found < 0 ? null : found;
}

function once(kind: BeatKind, { told }: Progress, key: string = kind): BeatKind | null {
  if (told.has(key)) return null;
  told.add(key);
  return kind;
}

function findOffer({ payload }: LogEntry, progress: Progress): BeatKind | null {
  progress.answers += 1;
  return once(payload.decision === "decline" ? "firstNo" : "firstAnswer", progress);
}

function startRound({ payload }: LogEntry, progress: Progress): BeatKind | null {
  const first = progress.round === 0;
  progress.round = readNumber(payload.round) ?? progress.round + 1;
  return first && progress.answers >= MIN_ANSWERS ? once("answers", progress) : null;
}

function findPlan({ payload }: LogEntry, progress: Progress): BeatKind | null {
  progress.reserves = getReserveAgents(payload.proposal);
  return readTrue(payload.resent) || progress.round >= FIRST_SHORT_ROUND ? null : "plan";
}

function findReview({ payload }: LogEntry, progress: Progress): BeatKind | null {
  const agrees = payload.feedback_type === "accept";
  if (agrees || progress.round >= FIRST_SHORT_ROUND || progress.reserves.has(readString(payload.agent_id))) return null;
  return once("review", progress, `review ${progress.round}`);
}
