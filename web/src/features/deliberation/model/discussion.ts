// Rounds of a session: turns, positions, critiques, tools, decisions. Every field has a value of its type.
import type { Plan } from "./plan";
import type { Discussant, Role } from "./sessionEvents";

/** Differences between a position and the same agent's last live one. */
export interface PositionChanges {
  readonly conclusionChanged: boolean;
  readonly reasonsAdded: readonly string[];
  readonly assumptionsDropped: readonly string[];
  /** Signed change of the confidence. */
  readonly confidenceDelta: number;
}

/** What an agent holds. */
export interface Position {
  readonly conclusion: string;
  readonly reasons: readonly string[];
  readonly assumptions: readonly string[];
  readonly confidence: number | null;
  /** Null in an agent's first live turn. */
  readonly changes: PositionChanges | null;
}

/** Risk or suggestion as it stands in one critique. */
export interface FindingItem {
  readonly id: string;
  readonly kind: "risk" | "suggestion";
  readonly text: string;
  /** Impact of a risk, proposed change of a suggestion. */
  readonly more: string;
  /** Severity or priority; may be a word of a newer gateway. */
  readonly severity: string;
}

/** Critique of a plan. */
export interface Critique {
  /** Round of the plan that it is about; 0: the goal itself. */
  readonly targetRound: number;
  readonly findings: readonly FindingItem[];
  readonly feasible: boolean | null;
  readonly realistic: boolean | null;
  readonly complete: boolean | null;
}

/** Planner's answer to a finding. */
export interface FindingAnswer {
  readonly finding: string;
  readonly accepted: boolean;
  readonly text: string;
  readonly round: number;
}

/** Finding over the rounds. */
export interface Finding extends FindingItem {
  readonly raisedIn: number;
  readonly repeatedIn: number;
  readonly answers: readonly FindingAnswer[];
}

/** Turn in which an agent spoke. */
export interface SpokenTurn {
  readonly kind: "spoken";
  readonly agent: Discussant;
  readonly round: number;
  readonly content: string;
  readonly position: Position;
  /** Whether it argued against the other on purpose. */
  readonly opposition: boolean;
  /** Whether rules wrote it in place of the model. */
  readonly fallback: boolean;
  readonly plan: Plan | null;
  readonly answers: readonly FindingAnswer[];
  readonly rebuttals: readonly string[];
  readonly critique: Critique | null;
  readonly uncertainties: readonly string[];
  readonly worstCase: string;
}

/** Turn without a usable output. */
export interface SkippedTurn {
  readonly kind: "skipped";
  readonly agent: Discussant;
  readonly round: number;
  readonly reason: string;
  readonly fallback: string;
  readonly detail: string;
}

/** Turn of a discussant. */
export type Turn = SpokenTurn | SkippedTurn;

/** Call of a tool, with its result. */
export interface ToolUse {
  readonly agent: Discussant;
  readonly tool: string;
  readonly call: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>> | null;
  /** Error code of a failed call, "" otherwise. */
  readonly error: string;
  readonly message: string;
}

/** Failure that was reported. */
export interface Failure {
  readonly error: string;
  readonly message: string;
  readonly tool: string;
  readonly fallback: string;
}

/** Thresholds of the comparison: above `high` is consensus, up to `low` dissent, above `stubborn` a repetition. */
export interface Thresholds {
  readonly high: number;
  readonly low: number;
  readonly stubborn: number;
}

/** Command of the host beside its action. */
export interface Directive {
  readonly action: string;
  readonly to: string;
  readonly devilsAdvocate: boolean;
  readonly requirement: string;
}

/** Decision of the host on a round, with its figures. */
export interface Decision {
  readonly round: number;
  readonly action: string;
  readonly reason: string;
  readonly content: string;
  readonly consensus: number | null;
  readonly nextAgents: readonly Role[];
  readonly mustAddress: readonly string[];
  readonly avoid: readonly string[];
  readonly directives: readonly Directive[];
  readonly roundsLeft: number;
  readonly thresholds: Thresholds;
  readonly endReason: string;
  readonly method: string;
  readonly embedder: string;
  readonly degraded: boolean;
  readonly stubborn: readonly Role[];
  readonly unargued: readonly Role[];
  readonly stale: readonly Role[];
  readonly selfSimilarity: readonly { readonly agent: Role; readonly value: number }[];
  readonly contradictions: readonly string[];
  readonly veto: string;
}

/** Round of the discussion. */
export interface Round {
  readonly round: number;
  readonly turns: readonly Turn[];
  readonly tools: readonly ToolUse[];
  readonly failures: readonly Failure[];
  readonly decision: Decision | null;
}
