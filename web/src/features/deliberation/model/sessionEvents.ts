// Types of a session's events as they are streamed, written after deliberation/contracts/events.py: flat objects with
// `type`, `session_id`, `seq`, `ts` and the fields of the payload. The page reads every field as optional.

/** Who speaks in a deliberation. */
export type Role = "host" | "planner" | "critic" | "reporter";
/** Who argues. */
export type Discussant = "planner" | "critic";
/** Severity of a risk, or priority of a suggestion. */
export type Severity = "low" | "medium" | "high";
/** Action of the host after a round. */
export type HostAction = "continue" | "converge" | "force_opposition" | "terminate";
/** Why a session ended. */
export type EndReason = "consensus" | "early_stop" | "max_rounds" | "user" | "error" | "moderation";
/** Status of a session. */
export type SessionStatus = "in_progress" | "converged" | "terminated";
/** Why a high consensus was not taken for agreement. */
export type Veto = "infeasible" | "findings_unanswered" | "opposite_conclusions" | "stale_positions" | "nothing_challenged";
/** Why a turn has no usable output. */
export type FailureReason = "agent_timeout" | "invalid_output" | "model_unavailable" | "budget" | "blocked" | "no_verdict";
/** Command of the host beside its action. */
export type DirectiveAction = "update_command" | "force_opposition" | "challenge" | "state_uncertainties" | "force_summary";
/** Name of a tool. */
export type ToolName = "get_now" | "calculate_date" | "compare_positions";

/** Position as it is streamed. */
export interface WirePosition {
  readonly conclusion: string;
  readonly key_reasons: readonly string[];
  readonly assumptions?: readonly string[];
  readonly confidence: number;
  readonly changes_from_last_round?: {
    readonly conclusion_changed: boolean;
    readonly reasons_added?: readonly string[];
    readonly confidence_delta?: number;
  };
  readonly stance?: "opposition";
}

/** Plan as it is streamed. */
export interface WirePlan {
  readonly title: string;
  readonly goal: string;
  readonly phases: readonly {
    readonly phase_name: string;
    readonly duration: string;
    readonly tasks: readonly { readonly title: string; readonly estimated_hours: number; readonly deadline: string; readonly tags?: readonly string[] }[];
  }[];
  readonly total_estimated_hours: number;
}

/** Critique as it is streamed. */
export interface WireCritique {
  readonly target_agent: Role;
  readonly target_round: number;
  readonly risks: readonly { readonly id: string; readonly risk: string; readonly severity: Severity; readonly impact?: string }[];
  readonly suggestions: readonly { readonly id: string; readonly issue: string; readonly solution?: string; readonly priority: Severity }[];
  readonly validity_check: { readonly feasible: boolean; readonly realistic: boolean; readonly complete: boolean };
}

/** Analysis of a round as it is streamed. */
export interface WireAnalysis {
  readonly consensus_level: number | null;
  readonly min_similarity?: number;
  readonly similarity_matrix?: readonly (readonly number[])[];
  readonly agents?: readonly Role[];
  readonly most_different_pair?: readonly [number, number] | null;
  readonly stubborn_agents?: readonly Role[];
  readonly self_similarity?: Readonly<Partial<Record<Role, number>>>;
  readonly unargued_changes?: readonly Role[];
  readonly stale_agents?: readonly Role[];
  readonly degraded?: boolean;
  readonly method?: "embedding" | "keyword" | "none";
  readonly embedder?: string;
  readonly thresholds?: WireThresholds;
  readonly contradictions?: readonly string[];
  readonly veto?: Veto;
}

/** Thresholds of the comparison. */
export interface WireThresholds {
  readonly high: number;
  readonly low: number;
  readonly stubborn: number;
}

/** Command of the host. */
export interface WireDirective {
  readonly action: DirectiveAction;
  readonly target_agent?: Role;
  readonly role?: "devils_advocate";
  readonly target?: Discussant;
  readonly reason?: string;
  readonly requirement?: string;
}

interface Usage {
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number;
}

/** Payload of each type of event. */
export interface SessionPayloads {
  readonly session_started: {
    readonly user_query: string;
    readonly user_id: string;
    readonly conversation_id: string;
    readonly mode: "multi_agent";
    readonly language: "zh" | "en";
    readonly today: string;
    readonly timezone: string;
    readonly model: string;
    readonly max_rounds: number;
    readonly round1_mode: "parallel" | "sequential";
  };
  readonly agent_output: {
    readonly agent: Discussant;
    readonly round: number;
    readonly output_type: "plan" | "critique" | "position";
    readonly content: string;
    readonly position: WirePosition;
    readonly metadata: {
      readonly plan?: WirePlan;
      readonly answers?: readonly { readonly finding: string; readonly decision: "accepted" | "rebutted"; readonly text: string }[];
      readonly rebuttals?: readonly string[];
      readonly warnings?: readonly { readonly code: "total_corrected" | "deadline_clamped" | "deadline_unreadable" | "accepted_unchanged"; readonly text: string }[];
      readonly critique?: WireCritique;
      readonly uncertainties?: readonly string[];
      readonly worst_case?: string;
    };
    readonly stance?: "opposition";
    readonly fallback?: boolean;
    readonly usage?: Partial<Usage>;
  };
  readonly tool_result: {
    readonly agent: Discussant;
    readonly round: number;
    readonly tool: ToolName;
    readonly call: { readonly tool: ToolName; readonly base_date?: string; readonly offset?: { readonly weeks?: number; readonly days?: number }; readonly texts?: readonly string[] };
    readonly result: { readonly success: boolean; readonly data?: Readonly<Record<string, unknown>>; readonly error?: string; readonly message?: string };
  };
  readonly host_decision: {
    readonly round: number;
    readonly action: HostAction;
    readonly reason: string;
    readonly content: string;
    readonly consensus: number | null;
    readonly next_agents?: readonly Role[];
    readonly constraints?: { readonly must_address?: readonly string[]; readonly avoid?: readonly string[] };
    readonly directives?: readonly WireDirective[];
    readonly rounds_remaining: number;
    readonly analysis: WireAnalysis;
    readonly thresholds: WireThresholds;
    readonly end_reason?: EndReason;
  };
  readonly agent_skipped: {
    readonly error: "agent_timeout";
    readonly agent: Discussant;
    readonly round: number;
    readonly action: "skip_agent";
    readonly fallback: string;
    readonly reason: FailureReason;
    readonly detail?: string;
  };
  readonly error: { readonly error: string; readonly message: string; readonly round: number; readonly tool?: string; readonly fallback?: string };
  readonly final_report: {
    readonly agent: "reporter";
    readonly round: number;
    readonly content: string;
    readonly plan: WirePlan | null;
    readonly final_plan: {
      readonly title: string;
      readonly goal: string;
      readonly consensus_level: "high" | "medium" | "low" | "unknown";
      readonly participating_agents?: readonly Discussant[];
      readonly rounds: number;
      readonly plan: WirePlan | null;
      readonly plan_round?: number;
      readonly provisional?: boolean;
    };
    readonly summary: { readonly key_agreements?: readonly string[]; readonly resolved_concerns?: readonly string[]; readonly remaining_uncertainties?: readonly string[] };
    readonly plan_id?: string;
    readonly todos?: readonly { readonly todo_id: string; readonly title: string; readonly due: string; readonly estimated_hours: number; readonly tags?: readonly string[]; readonly phase: string; readonly done?: boolean }[];
    readonly fallback?: boolean;
    readonly usage?: Partial<Usage>;
  };
  readonly session_ended: {
    readonly status: SessionStatus;
    readonly end_reason: EndReason;
    readonly rounds: number;
    readonly totals?: { readonly rounds: number; readonly model_calls: number; readonly input_tokens: number; readonly output_tokens: number; readonly cost_usd: number; readonly duration_ms: number };
    readonly terminated_by?: string;
  };
}

/** Type of an event that this build knows. */
export type SessionEventType = keyof SessionPayloads;

/** Event as it is streamed. */
export type SessionEvent = {
  [T in SessionEventType]: { readonly type: T; readonly session_id: string; readonly seq: number; readonly ts: string } & SessionPayloads[T];
}[SessionEventType];
