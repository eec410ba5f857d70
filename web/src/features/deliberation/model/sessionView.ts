// View of a session: what folding its events gives. Every field has a value of its type, whatever the events lacked.
import type { Finding, Round } from "./discussion";
import type { Plan, PlanVersion, Todo } from "./plan";

/** The report. */
export interface Report {
  readonly content: string;
  readonly fallback: boolean;
  /** Whether the discussants did not agree on the plan. */
  readonly provisional: boolean;
  readonly plan: Plan | null;
  /** Round of the plan; null without one. */
  readonly planRound: number | null;
  readonly agreements: readonly string[];
  readonly resolved: readonly string[];
  readonly uncertainties: readonly string[];
  readonly todos: readonly Todo[];
}

/** How a session was started. */
export interface Start {
  readonly query: string;
  readonly userId: string;
  readonly language: string;
  readonly today: string;
  readonly timezone: string;
  readonly model: string;
  readonly maxRounds: number;
  readonly parallel: boolean;
}

/** How a session ended. */
export interface End {
  readonly status: string;
  readonly reason: string;
  readonly rounds: number;
  readonly terminatedBy: string;
  readonly calls: number | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
  readonly durationMs: number | null;
}

/** View of a session. */
export interface SessionView {
  readonly sessionId: string;
  readonly lastSeq: number;
  readonly start: Start;
  readonly rounds: readonly Round[];
  /** What came after the discussants had agreed: what each leaves open. Null until then. */
  readonly closing: Round | null;
  readonly plans: readonly PlanVersion[];
  readonly findings: readonly Finding[];
  readonly report: Report | null;
  readonly end: End | null;
}
