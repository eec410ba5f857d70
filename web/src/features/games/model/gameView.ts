// View of a game: that of `GET /api/v1/games/{id}`, and what the page keeps of earlier decisions.
import type { components } from "../../../generated/api";
import type { Payloads } from "../../../generated/events";

type Schemas = components["schemas"];

/** Event types of a game. */
export type GameEventType = Extract<keyof Payloads, `towow.game.${string}`>;
/** Payload of an event of a game. */
export type GamePayload<T extends GameEventType> = Payloads[T];

/** Number of a side: 1 begins. */
export type Side = 1 | 2;
/** Who plays a side. */
export type Seat = Schemas["GameView"]["seats"][number];
/** Agent of the team. */
export type AgentName = Schemas["TurnEntry"]["agent"];
/** Agent that decides. */
export type Persona = NonNullable<Schemas["GameView"]["persona"]>;
/** Move on the board. */
export type Move = Schemas["MoveView"];
/** Move that somebody recommends. */
export type Candidate = Schemas["CandidateMove"];
/** Danger before a move, with the threats of both sides. */
export type ThreatAnalysis = Schemas["ThreatAnalysis"];
/** Threat of one side. */
export type Threat = NonNullable<ThreatAnalysis["threats"]>[number];
/** What the rules mean for play. */
export type Rules = Schemas["RuleInterpretation"];
/** Move that was decided, with its reason. */
export type MadeMove = Schemas["DecisionView"];
/** Turn of an agent. */
export type TurnEntry = Schemas["TurnEntry"] & { readonly kind: "turn" };
/** Kind of an occurrence. */
export type OccurrenceKind = Schemas["OccurrenceEntry"]["occurrence"];
/** Occurrence that is neither a turn nor a call. */
export type OccurrenceEntry = Schemas["OccurrenceEntry"] & { readonly kind: "occurrence" };
/** Call of a tool, with what the called agent does. */
export type CallEntry = Omit<Schemas["CallEntry"], "kind" | "loop"> & { readonly kind: "call"; readonly loop?: Loop };
/** Entry of a run loop. */
export type Entry = TurnEntry | CallEntry | OccurrenceEntry;

/** Run loop: of a decision, or of a task agent that a call has started. */
export interface Loop {
  readonly id: string;
  readonly entries: readonly Entry[];
}

/** Recommendations of one source. */
export interface Analysis {
  readonly source: string;
  readonly candidates: readonly Candidate[];
}

/** Decision of the team: what was said, recommended and played. Kept by the page alone. */
export interface Decision {
  readonly requestId: string;
  /** Event of the request. */
  readonly seq: number;
  readonly ply: number;
  readonly side: Side;
  /** The last of each source. */
  readonly analyses: readonly Analysis[];
  readonly threat: ThreatAnalysis | null;
  readonly loops: readonly Loop[];
  /** The move; null while it is not made. */
  readonly made: MadeMove | null;
  /** Whether it was given up for another one. */
  readonly dropped: boolean;
}

/** Fields that the gateway's schema calls optional, since they have defaults. */
type Defaulted = "status" | "board" | "history" | "plies" | "phase" | "candidates" | "last_seq";

/** View of a game. */
export type GameView = Omit<Schemas["GameView"], Defaulted | "thinking"> &
  Readonly<Required<Pick<Schemas["GameView"], Defaulted>>> & {
    readonly thinking: readonly Loop[];
    /** Decisions so far; the last one is the one of `thinking`. */
    readonly decisions: readonly Decision[];
    /** Event of each move of `history`, by its number. */
    readonly seqOfPly: Readonly<Record<number, number>>;
  };
