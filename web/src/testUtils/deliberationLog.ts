// Log of a deliberation, written by hand after deliberation/contracts/events.py: a plan for an exam in four rounds.
import { projectSession } from "../features/deliberation/model/projectSession";
import { readSessionEvent } from "../features/deliberation/model/sessionLog";
import type { SessionView } from "../features/deliberation/model/sessionView";
import type { SessionEvent, SessionPayloads, WireAnalysis, WirePlan, WirePosition } from "../features/deliberation/model/sessionEvents";
import type { LogEntry } from "../eventLog/types";
import { FIRST_PLAN, LAST_PLAN, REPORT, SECOND_PLAN } from "./deliberationPlans";

/** Id of the session. */
export const SESSION = "s-abcdefghijklmnopqrstuvwxyz";

const START = Date.parse("2026-03-02T02:00:00.000Z");
const THRESHOLDS = { high: 0.9, low: 0.7, stubborn: 0.98 };
const KEYWORD_THRESHOLDS = { high: 0.6, low: 0.3, stubborn: 1 };
const USAGE = { calls: 1, input_tokens: 900, output_tokens: 300, cost_usd: 0 };

type Step = { [T in keyof SessionPayloads]: readonly [type: T, payload: SessionPayloads[T]] }[keyof SessionPayloads];
type Output = SessionPayloads["agent_output"];

function position(conclusion: string, confidence: number, more: Partial<WirePosition> = {}): WirePosition {
  return { conclusion, key_reasons: ["Two hours a day are free", "A 7 needs all four skills"], assumptions: ["The exam is on 3 May"], confidence, ...more };
}

function changes(changed: boolean, delta: number, ...added: string[]): Pick<WirePosition, "changes_from_last_round"> {
  return { changes_from_last_round: { conclusion_changed: changed, reasons_added: added, confidence_delta: delta } };
}

function planner(round: number, held: WirePosition, plan: WirePlan, more: Output["metadata"] = {}): Step {
  return ["agent_output", { agent: "planner", round, output_type: "plan", content: `**Round ${round}.** ${held.conclusion}.`, position: held, metadata: { plan, answers: [], rebuttals: [], warnings: [], ...more }, usage: USAGE }];
}

function critic(round: number, held: WirePosition, metadata: Output["metadata"], more: Partial<Output> = {}): Step {
  return ["agent_output", { agent: "critic", round, output_type: metadata.critique ? "critique" : "position", content: `The critic, round ${round}: ${held.conclusion}.`, position: held, metadata, usage: USAGE, ...more }];
}

function host(round: number, action: SessionPayloads["host_decision"]["action"], consensus: number | null, analysis: Partial<WireAnalysis> = {}, more: Partial<SessionPayloads["host_decision"]> = {}): Step {
  const thresholds = analysis.thresholds ?? THRESHOLDS;
  const full: WireAnalysis = { consensus_level: consensus, similarity_matrix: [], agents: ["planner", "critic"], method: "embedding", embedder: "use-512", thresholds, ...analysis };
  return ["host_decision", { round, action, reason: `Similarity ${String(consensus)}`, content: `The host has compared round ${round}.`, consensus, next_agents: ["planner", "critic"], constraints: { must_address: [], avoid: [] }, directives: [], rounds_remaining: 5 - round, thresholds, analysis: full, ...more }];
}

const BASELINE = "Nothing measures the level at the start";
const HOURS = "Two hours every day leave no day of rest";
const MOCK = "Mock exams come only in the last week";

const OPENING: readonly Step[] = [
  ["session_started", { user_query: "Make me an IELTS study plan: the exam is on 3 May, two hours a day, I need a 7", user_id: "user_alice", conversation_id: "c-1", mode: "multi_agent", language: "en", today: "2026-03-02", timezone: "Asia/Shanghai", model: "simulated", max_rounds: 5, round1_mode: "parallel" }],
  ["tool_result", { agent: "planner", round: 1, tool: "get_now", call: { tool: "get_now" }, result: { success: true, data: { now: "2026-03-02T10:00:00", timezone: "Asia/Shanghai", weekday: "Monday", date: "2026-03-02" } } }],
  ["tool_result", { agent: "planner", round: 1, tool: "calculate_date", call: { tool: "calculate_date", base_date: "2026-03-02", offset: { weeks: 8, days: 3 } }, result: { success: true, data: { result_date: "2026-04-30", weekday: "Thursday" } } }],
  planner(1, position("Nine weeks of two hours a day are enough for a 7", 0.7), FIRST_PLAN, { warnings: [{ code: "total_corrected", text: "The total is 100 h, not 120 h." }] }),
  critic(1, position("A 7 cannot be promised without knowing the level now", 0.75, { assumptions: ["The level now is unknown"] }), {
    critique: {
      target_agent: "planner", target_round: 0,
      risks: [
        { id: "r1.1", risk: HOURS, severity: "medium", impact: "Skipped days pile up" },
        { id: "r1.2", risk: BASELINE, severity: "high", impact: "Weak skills are found too late" },
      ],
      suggestions: [{ id: "s1.3", issue: MOCK, solution: "One mock exam every two weeks", priority: "high" }],
      validity_check: { feasible: true, realistic: false, complete: false },
    },
  }),
  host(1, "force_opposition", 0.58, {}, {
    constraints: { must_address: [BASELINE, MOCK, HOURS], avoid: [] },
    directives: [{ action: "force_opposition", target_agent: "critic", role: "devils_advocate", target: "planner", requirement: "Argue only from the opposing side, do not cite earlier views." }],
  }),
  planner(2, position("Nine weeks are enough with a test at the start", 0.74, { key_reasons: ["Two hours a day are free", "A test at the start shows the weak skill"], ...changes(true, 0.04, "A test at the start shows the weak skill") }), SECOND_PLAN, {
    answers: [
      { finding: "r1.2", decision: "accepted", text: "A placement test is the first task." },
      { finding: "s1.3", decision: "accepted", text: "A mock exam every two weeks." },
      { finding: "r1.1", decision: "rebutted", text: "Sundays are shorter, so there is rest." },
    ],
  }),
  critic(2, position("No plan of nine weeks can carry a 7 from an unknown level", 0.6, { stance: "opposition" }), { uncertainties: [], worst_case: "The exam is taken unprepared." }, { stance: "opposition" }),
  host(2, "continue", null, { method: "none" }),
];

/** The round whose comparison fails, so that keywords stand in for it. */
const THIRD: readonly Step[] = [
  planner(3, position("Nine weeks are enough with a test at the start", 0.74, { key_reasons: ["Two hours a day are free", "A test at the start shows the weak skill"], ...changes(false, 0) }), SECOND_PLAN),
  critic(3, position("The plan holds if one day a week is free", 0.65, { assumptions: [], ...changes(true, -0.1) }), {
    critique: {
      target_agent: "planner", target_round: 3,
      risks: [{ id: "r1.1", risk: HOURS, severity: "high", impact: "Skipped days pile up" }],
      suggestions: [{ id: "s3.1", issue: "Speaking is practised alone", solution: "A partner twice a week", priority: "low" }],
      validity_check: { feasible: true, realistic: false, complete: true },
    },
  }),
  ["error", { error: "tool_execution_failed", message: "The embedder gave no answer.", round: 3, tool: "compare_positions", fallback: "rule-based judgement (keyword matching)" }],
  host(3, "continue", 0.62, { method: "keyword", degraded: true, thresholds: KEYWORD_THRESHOLDS, stubborn_agents: ["planner"], unargued_changes: ["critic"], self_similarity: { planner: 0.991 }, veto: "findings_unanswered", contradictions: ["number: 7 day / 6 day"] }, {
    constraints: { must_address: [HOURS], avoid: ["Two hours a day are free"] },
    directives: [{ action: "update_command", target_agent: "planner", requirement: "Do at least one of these: change a key assumption, lower your confidence." }],
  }),
];

const FOURTH: readonly Step[] = [
  planner(4, position("Nine weeks with a free Sunday are enough for a 7", 0.8, { key_reasons: ["A free day a week keeps the pace", "A test at the start shows the weak skill"], ...changes(true, 0.06, "A free day a week keeps the pace") }), LAST_PLAN, {
    answers: [{ finding: "r1.1", decision: "accepted", text: "Sunday is free; the hours move to Saturday." }],
    rebuttals: ["The critic counts a rest day twice."],
  }),
  critic(4, position("Nine weeks with a free Sunday are enough for a 7", 0.78, { assumptions: [], ...changes(true, 0.13, "The pace can be kept") }), {
    critique: { target_agent: "planner", target_round: 4, risks: [], suggestions: [{ id: "s3.1", issue: "Speaking is practised alone", solution: "A partner twice a week", priority: "low" }], validity_check: { feasible: true, realistic: true, complete: true } },
  }),
];

const CLOSING: readonly Step[] = [
  host(4, "converge", 0.934, {}, { end_reason: "consensus", directives: [{ action: "state_uncertainties" }] }),
  ["agent_output", { agent: "planner", round: 5, output_type: "position", content: "My last word.", position: position("Nine weeks with a free Sunday are enough for a 7", 0.8), metadata: { uncertainties: ["Whether the level at the start is at least 5.5"], worst_case: "A 6.5, and a second try in June" }, usage: USAGE }],
  critic(5, position("Nine weeks with a free Sunday are enough for a 7", 0.78), { uncertainties: ["Whether two hours are kept in the week of the move"], worst_case: "Two weeks are lost" }),
];

const END = { rounds: 5, totals: { rounds: 5, model_calls: 17, input_tokens: 15_000, output_tokens: 5000, cost_usd: 0, duration_ms: 95_000 } };

/** A session that ends with an agreement, after a devil's advocate, a failed tool, a stubborn planner. */
export const AGREED: readonly LogEntry[] = createLog([...OPENING, ...THIRD, ...FOURTH, ...CLOSING, ["final_report", REPORT], ["session_ended", { status: "converged", end_reason: "consensus", ...END }]]);

/** A session that ends divided: the critic gave no answer in its third round. */
export const DIVIDED: readonly LogEntry[] = createLog([
  ...OPENING,
  ...THIRD.slice(0, 1),
  ["agent_skipped", { error: "agent_timeout", agent: "critic", round: 3, action: "skip_agent", fallback: "use last round's output", reason: "agent_timeout", detail: "" }],
  host(3, "continue", 0.71, { stale_agents: ["critic"], degraded: true }),
  ...FOURTH,
  host(4, "terminate", 0.83, { veto: "opposite_conclusions" }, { end_reason: "max_rounds" }),
  ["final_report", { ...REPORT, final_plan: { ...REPORT.final_plan, provisional: true, consensus_level: "medium" }, fallback: true }],
  ["session_ended", { status: "terminated", end_reason: "max_rounds", ...END }],
]);

/** A session that its user stops in the second round. */
export const STOPPED: readonly LogEntry[] = createLog([...OPENING.slice(0, 7), ["session_ended", { status: "terminated", end_reason: "user", rounds: 2, terminated_by: "user_alice" }]]);

/** Return the view after a session's events. */
export function foldSession(entries: readonly LogEntry[]): SessionView {
  let view: SessionView | null = null;
  for (const entry of entries) view = projectSession(view, entry);
  if (view === null) throw new Error("no events");
  return view;
}

/** Return a session's events as they are streamed. */
export function toStreamed(entries: readonly LogEntry[]): readonly unknown[] {
  return entries.map(({ seq, event_type, timestamp, payload }) => ({ type: event_type, seq, ts: timestamp, ...payload }));
}

function createLog(steps: readonly Step[]): readonly LogEntry[] {
  return steps.flatMap(([type, payload], index) => {
    const event = { type, session_id: SESSION, seq: index + 1, ts: new Date(START + 4000 * index).toISOString(), ...payload } as SessionEvent;
    return readSessionEvent(event.seq, JSON.parse(JSON.stringify(event))) ?? [];
  });
}
