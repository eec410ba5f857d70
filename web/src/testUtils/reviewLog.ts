// Log of a demand under review, written by hand: emoji before the needs, a question, an edit, words left over.
import type { JsonObject, LogEntry } from "../eventLog/types";

/** Demand whose offsets differ between code points and UTF-16 units: each emoji is one of the former, two of the latter. */
export const REVIEW_TEXT = "🎉🎂 Two speakers and a cosy barn in Leeds on Saturday for 30 people, £400, no clowns please; frobnicate";

/** Return the span of words in REVIEW_TEXT, in code points. */
export function spanOf(words: string): [number, number] {
  const before = REVIEW_TEXT.slice(0, REVIEW_TEXT.indexOf(words));
  const from = Array.from(before).length;
  return [from, from + Array.from(words).length];
}

/** Understanding of REVIEW_TEXT. */
export const UNDERSTANDING: JsonObject = {
  surface_demand: REVIEW_TEXT,
  deep_understanding: { motivation: "a birthday", likely_preferences: ["short ways"], emotional_context: "cheerful" },
  capability_tags: ["speakers", "barn"],
  context: { location: "Leeds", expected_attendees: 30, date: "2026-01-24", budget: "£400" },
  confidence: "medium",
  needs: [
    { id: "n1", need: "speakers", count: 2, required: true, span: spanOf("Two speakers") },
    { id: "n2", need: "barn", count: 1, required: true, span: spanOf("barn") },
  ],
  limits: { place: "Leeds", dates: ["2026-01-24"], not_on: ["sunday"], people: { min: 30, max: 30 }, budget: { amount: 40_000, currency: "GBP" } },
  preferences: ["cosy"],
  not_wanted: [{ text: "clowns", span: spanOf("clowns") }],
  not_understood: [{ text: "frobnicate", span: spanOf("frobnicate") }],
  register: "festive",
  title: "Birthday in Leeds",
};

const START = Date.parse("2026-01-22T10:00:00.000Z");

/** Return the instant so many milliseconds after the first event. */
export function instant(ms: number): string {
  return new Date(START + ms).toISOString();
}

/** Id of the question of QUESTION_ASKED. */
export const QUESTION_ID = "q-abcdefghijklm";

const REVISED: JsonObject = {
  ...UNDERSTANDING,
  needs: [{ id: "n1", need: "storytellers", count: 3, required: true, span: spanOf("Two speakers") }, (UNDERSTANDING.needs as unknown[])[1]],
  limits: { ...(UNDERSTANDING.limits as object), place: "York" },
};

type Step = readonly [type: string, payload: JsonObject];

const SUBMITTED: Step = ["demand.submitted", {
  raw_input: REVIEW_TEXT, user_id: "user_alice", visibility: "public", language: "en", today: "2026-01-22", timezone: "Europe/London",
  model: "simulated", limits: { max_rounds: 5, budget_tokens: 300_000 },
}];
const UNDERSTOOD: Step = ["demand.understood", { ...UNDERSTANDING, fallback: false, review_until: instant(6000) }];
const ASKED: Step = ["question.asked", {
  question_id: QUESTION_ID, about: "understanding", text: "Speakers for a talk, or for music?",
  options: [{ id: "talk", text: "For a talk" }, { id: "music", text: "For music" }], default: "talk", until: instant(60_000),
}];
const ANSWERED: Step = ["question.answered", { question_id: QUESTION_ID, option: "music", answered_by: "person", review_until: instant(8000) }];
const REVISION: Step = ["demand.revised", {
  understanding: REVISED,
  changes: [
    { field: "needs", before: UNDERSTANDING.needs, after: REVISED.needs },
    { field: "limits", before: UNDERSTANDING.limits, after: REVISED.limits },
  ],
  changed_by: "user",
  review_until: instant(9000),
}];
const HELD: Step = ["demand.revised", { understanding: REVISED, changes: [], changed_by: "user", review_until: instant(10_000) }];
const FILTERED: Step = ["filter.completed", {
  candidates_count: 1, calls: 1, candidates: [{ agent_id: "agent_bob", display_name: "Bob", reason: "tells stories", relevance_score: 90, is_fallback: false }],
}];

function createLog(steps: readonly Step[]): LogEntry[] {
  return steps.map(([type, payload], index) => ({
    seq: index + 1,
    event_id: `evt-review${index}`,
    event_type: `towow.${type}`,
    timestamp: instant(1000 * index),
    payload: { demand_id: "d-abcdefghijklm", channel_id: "collab-abcdefghijklm", spent: { calls: 1, tokens: 0, usd: 0 }, ...payload },
  }));
}

/** The review without a question: understood, revised, held, candidates chosen. */
export const REVIEW_LOG: readonly LogEntry[] = createLog([SUBMITTED, UNDERSTOOD, REVISION, HELD, FILTERED]);

/** The review with a question: understood, asked, answered, revised, candidates chosen. */
export const QUESTION_LOG: readonly LogEntry[] = createLog([
  SUBMITTED, ["demand.understood", { ...UNDERSTANDING, fallback: false }], ASKED, ANSWERED, REVISION, FILTERED,
]);
