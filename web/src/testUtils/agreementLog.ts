// Log of an agreement that is not complete, written by hand: terms, questions about limits, findings, a reserve.
import type { JsonObject, LogEntry } from "../eventLog/types";

/** Ids of the questions about the budget and the day. */
export const BUDGET_QUESTION = "q-budgetbudgetb";
export const DAY_QUESTION = "q-daydaydaydayd";

/** Text of the finding about the budget, and of the one about the caterer. */
export const OVER_BUDGET = "The fees come to £430, the budget is £400.";
export const CONTRADICTION = "Bob allows no outside food, and Cat brings it.";

const DAY = "2026-12-05";

const NEEDS = [
  { id: "n1", need: "venue", count: 1, required: true },
  { id: "n2", need: "catering", count: 1, required: true },
  { id: "n3", need: "host", count: 1, required: true },
  { id: "n4", need: "flowers", count: 1, required: false },
];

/** Understanding of the demand, with the hours in its terms. */
const UNDERSTANDING: JsonObject = {
  surface_demand: "A birthday in London", deep_understanding: { motivation: "", likely_preferences: [] }, capability_tags: ["venue"], context: {}, confidence: "high",
  needs: NEEDS, limits: { place: "Camden, London", dates: [DAY], people: { min: 30, max: 30 }, budget: { amount: 40_000, currency: "GBP" } },
  preferences: [], not_wanted: [], not_understood: [], register: "festive", title: "Mum's 60th birthday",
  terms: { start: `${DAY}T18:00:00+00:00`, end: `${DAY}T22:30:00+00:00` },
};

const BOB = { agent_id: "agent_bob", display_name: "Bob" };
const CAT = { agent_id: "agent_cat", display_name: "Cat" };
const EVE = { agent_id: "agent_eve", display_name: "Eve" };

const BOB_TERMS = { fee: { amount: 38_000, currency: "GBP" }, people: 60, notice_days: 7, deposit_share: 0.3, conditions: [{ kind: "food", text: "no outside food" }] };
const CAT_TERMS = { fee: { amount: 5000, currency: "GBP" }, per: "hour", start: `${DAY}T16:00:00+00:00`, end: `${DAY}T18:00:00+00:00` };

function assign(who: object, fields: object): object {
  return { ...who, responsibility: "", dependencies: [], is_confirmed: true, required: true, reserve: false, notes: "", ...fields };
}

const ASSIGNMENTS = [
  assign(BOB, { role: "venue", responsibility: "the barn for £380", need: "n1", terms: BOB_TERMS }),
  assign(CAT, { role: "catering", responsibility: "warm food", need: "n2", terms: CAT_TERMS }),
  assign(EVE, { role: "catering", responsibility: "stands in for Cat", need: "n2", reserve: true, is_confirmed: true, required: false, terms: { fee: { amount: 90_000, currency: "GBP" } } }),
];

const FINDINGS = [
  { kind: "over_budget", text: OVER_BUDGET },
  { kind: "contradiction", assignment: "catering", agent_id: "agent_cat", text: CONTRADICTION },
];

function createPlan(version: number, fields: object = {}): object {
  return {
    proposal_id: "prop-aaaaaaaaaaaa", demand_id: "d-abcdefghijklm", version, round: version, summary: "Bob and Cat for Mum's birthday", objective: "", assignments: ASSIGNMENTS,
    timeline: { start_date: "2026-11-23", milestones: [{ name: "everything confirmed", date: "2026-11-29", label: "" }, { name: "the day itself", date: DAY, label: "" }] },
    rationale: "", success_criteria: [], risks: [], gaps: [], confidence: "medium", adjusted: false, adjustment_failed: false, is_forced: false,
    confirmed_participants: [], optional_participants: [], totals: [{ amount: 43_000, currency: "GBP" }], findings: FINDINGS, created_at: "2026-11-22T10:00:05.123Z", ...fields,
  };
}

/** What the plan is worth: two of four needs are met. */
export const PLAN_OUTCOME: JsonObject = {
  complete: false,
  needs: [
    { id: "n1", need: "venue", met: true, holders: ["agent_bob"] },
    { id: "n2", need: "catering", met: true, holders: ["agent_cat"] },
    { id: "n3", need: "host", met: false, holders: [] },
    { id: "n4", need: "flowers", met: false, holders: [] },
  ],
  missing: ["Nobody is the host yet.", OVER_BUDGET],
};

/** The same plan with every need met and nothing found. */
export const COMPLETE_OUTCOME: JsonObject = { complete: true, needs: (PLAN_OUTCOME.needs as object[]).map((need) => ({ ...need, met: true })), missing: [] };

const START = Date.parse("2026-11-22T10:00:00.000Z");

/** Return the instant so many seconds after the first event. */
export function instant(seconds: number): string {
  return new Date(START + 1000 * seconds).toISOString();
}

function createQuestion(question_id: string, aspect: string, text: string): JsonObject {
  const options = [{ id: "keep", text: `Keep the ${aspect}` }, { id: "allow", text: `Allow it (${aspect})` }];
  return { question_id, about: "limit", aspect, text, options, default: "keep", until: instant(60), proposal_version: 1 };
}

const RAISED = { ...UNDERSTANDING, limits: { ...(UNDERSTANDING.limits as object), budget: { amount: 42_000, currency: "GBP" } } };
const OFFER = { response_type: "offer", decision: "participate", conditions: [], negotiation_points: [], reasoning: "gladly", confidence: 80, fallback: false };
const POINT = { aspect: "fee", current_value: "£420", desired_value: "£380", reason: "fewer hours", terms: { fee: { amount: 38_000, currency: "GBP" } } };
const FEEDBACK = { feedback_type: "accept", reasoning: "fine", concerns: [], confidence: 90, round: 1, proposal_version: 1, fallback: false };

const STEPS: readonly (readonly [type: string, payload: JsonObject])[] = [
  ["demand.submitted", { raw_input: "A birthday in London on 5 December for 30, £400", user_id: "user_alice", visibility: "public", language: "en", today: "2026-11-22", timezone: "Europe/London", model: "simulated", limits: { max_rounds: 5, budget_tokens: 300_000 } }],
  ["demand.understood", { ...UNDERSTANDING, fallback: false }],
  ["filter.completed", { candidates_count: 3, calls: 1, candidates: [BOB, CAT, EVE].map((who) => ({ ...who, reason: "able", relevance_score: 90, is_fallback: false })) }],
  ["channel.created", { participants_count: 3, invited_agents: ["agent_bob", "agent_cat", "agent_eve"], max_rounds: 5, depth: 0 }],
  ["demand.broadcast", { invited_agents: ["agent_bob", "agent_cat", "agent_eve"], deadline: instant(300) }],
  ["offer.submitted", { ...OFFER, ...BOB, offer_id: "o-1", decision: "conditional", response_type: "negotiate", contribution: "a barn", negotiation_points: [POINT], terms: { ...BOB_TERMS, fee: { amount: 42_000, currency: "GBP" } } }],
  ["negotiation.bargain", { ...BOB, bargain_type: "fee", content: "a lower fee for fewer hours", current_value: "£420", desired_value: "£380", terms: POINT.terms, round: 0 }],
  ["offer.submitted", { ...OFFER, ...CAT, offer_id: "o-2", contribution: "warm food", terms: CAT_TERMS }],
  ["offer.submitted", { ...OFFER, ...EVE, offer_id: "o-3", contribution: "cold food" }],
  ["negotiation.round_started", { round: 1, max_rounds: 5, reason: "initial_proposal" }],
  ["proposal.distributed", { proposal: createPlan(1), participants: ["agent_bob", "agent_cat", "agent_eve"], round: 1, version: 1, resent: false, deadline: instant(120), fallback: false }],
  ["question.asked", createQuestion(BUDGET_QUESTION, "budget", "The fees come to £430. May it cost that much?")],
  ["question.asked", createQuestion(DAY_QUESTION, "dates", "Only the 6th suits everybody. May it be the 6th?")],
  ["proposal.feedback", { ...FEEDBACK, ...BOB }],
  ["question.answered", { question_id: BUDGET_QUESTION, option: "allow", answered_by: "person" }],
  ["demand.revised", { understanding: RAISED, changes: [{ field: "limits", before: UNDERSTANDING.limits, after: RAISED.limits }], changed_by: "answer" }],
  ["question.answered", { question_id: DAY_QUESTION, option: "keep", answered_by: "timeout" }],
  ["proposal.feedback", { ...FEEDBACK, ...CAT }],
  ["proposal.feedback", { ...FEEDBACK, ...EVE }],
  ["feedback.evaluated", { round: 1, proposal_version: 1, sent: 2, answered: 2, silent: 0, accepts: 2, rejects: 0, negotiates: 0, withdraws: 0, accept_rate: 1, decision: "finalize", rule: 3 }],
  ["proposal.finalized", { status: "finalized", final_proposal: createPlan(1, { confirmed_participants: ["agent_bob", "agent_cat"] }), summary: "Bob and Cat for Mum's birthday", confirmed_participants: ["agent_bob", "agent_cat"], optional_participants: [], rounds_taken: 1, ...PLAN_OUTCOME }],
  ["gap.identified", { gaps: [], is_complete: false, fallback: false }],
  ["demand.closed", { status: "finalized", rounds: 1, totals: { model_calls: 9, fallback_calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0, duration_ms: 22_000 } }],
];

/** Seq of the events of a type, in order. */
export function seqsOf(type: string): readonly number[] {
  return STEPS.flatMap(([name], index) => (name === type ? [index + 1] : []));
}

/** The whole log; `outcome` replaces what its plan is worth. */
export function createAgreementLog(outcome: JsonObject = {}): readonly LogEntry[] {
  return STEPS.map(([type, payload], index) => ({
    seq: index + 1,
    event_id: `evt-agreed${index}`,
    event_type: `towow.${type}`,
    timestamp: instant(index),
    payload: { demand_id: "d-abcdefghijklm", channel_id: "collab-abcdefghijklm", spent: { calls: 1, tokens: 0, usd: 0 }, ...payload, ...(type === "proposal.finalized" ? outcome : {}) },
  }));
}

/** Return the event with a seq of a log; throws without one. */
export function requireEntry(log: readonly LogEntry[], seq: number | undefined): LogEntry {
  const entry = log[(seq ?? 0) - 1];
  if (entry === undefined) throw new Error("no such event");
  return entry;
}

/** The log as it is written here. */
export const AGREEMENT_LOG = createAgreementLog();
