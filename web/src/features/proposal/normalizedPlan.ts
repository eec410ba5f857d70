// Normalised copy of a plan in which every field has a value.
import { readNumber, readObject, isJsonObject, readObjects, readTrue, readString, readStrings } from "../../eventLog/readJson";
import { readTermsOf, type Terms } from "../../eventLog/terms";
import type { JsonObject, Plan } from "../../eventLog/types";

/** Assignment with defaults for missing fields. */
export interface NormalizedAssignment {
  readonly agentId: string;
  readonly name: string;
  readonly role: string;
  readonly responsibility: string;
  readonly dependencies: readonly string[];
  readonly confirmed: boolean;
  readonly required: boolean;
  readonly notes: string;
  /** Whether the holder steps in only if another one cannot. */
  readonly reserve: boolean;
  readonly terms: Terms | null;
}

/** Milestone; `date` is YYYY-MM-DD or "". */
export interface NormalizedMilestone {
  readonly name: string;
  readonly date: string;
  readonly label: string;
}

/** Gap; `importance` is 0–100, null when unknown. */
export interface NormalizedGap {
  readonly type: string;
  readonly importance: number | null;
  readonly reason: string;
  readonly tags: readonly string[];
}

/** One change made by an adjustment. */
export interface NormalizedChange {
  readonly aspect: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
  readonly requestedBy: readonly string[];
  readonly terms: Terms | null;
}

interface NormalizedDeclinedRequest {
  readonly request: string;
  readonly reason: string;
}

/** Summary of an adjustment. */
export interface NormalizedAdjustment {
  readonly changes: readonly NormalizedChange[];
  readonly addressed: readonly string[];
  readonly declined: readonly NormalizedDeclinedRequest[];
}

/** Plan with defaults for missing fields. */
export interface NormalizedPlan {
  /** Version and round; null when unknown. */
  readonly version: number | null;
  readonly round: number | null;
  readonly summary: string;
  readonly objective: string;
  readonly rationale: string;
  readonly confidence: string;
  readonly startDate: string;
  readonly assignments: readonly NormalizedAssignment[];
  readonly milestones: readonly NormalizedMilestone[];
  readonly criteria: readonly string[];
  readonly risks: readonly string[];
  readonly gaps: readonly NormalizedGap[];
  readonly forced: boolean;
  readonly adjustmentFailed: boolean;
  readonly optional: readonly string[];
  readonly adjustment: NormalizedAdjustment | null;
}

/** Normalise a plan as sent by the gateway. */
export function normalizePlan(plan: Plan): NormalizedPlan {
  const source = readObject(plan);
  const timeline = readObject(source.timeline);
  return {
    version: readNumber(source.version),
    round: readNumber(source.round),
    summary: readString(source.summary),
    objective: readString(source.objective),
    rationale: readString(source.rationale),
    confidence: readString(source.confidence),
    startDate: readString(timeline.start_date),
    assignments: readObjects(source.assignments).map(normalizeAssignment),
    milestones: readObjects(timeline.milestones).map(normalizeMilestone),
    criteria: readStrings(source.success_criteria),
    risks: readStrings(source.risks),
    gaps: readObjects(source.gaps).map(normalizeGap),
    forced: readTrue(source.is_forced),
    adjustmentFailed: readTrue(source.adjustment_failed),
    optional: readStrings(source.optional_participants),
    adjustment: isJsonObject(source.adjustment_summary) ? normalizeAdjustment(source.adjustment_summary) : null,
  };
}

function normalizeAssignment(source: JsonObject): NormalizedAssignment {
  return {
    agentId: readString(source.agent_id),
    name: readString(source.display_name),
    role: readString(source.role),
    responsibility: readString(source.responsibility),
    dependencies: readStrings(source.dependencies),
    confirmed: readTrue(source.is_confirmed),
    required: readTrue(source.required),
    notes: readString(source.notes),
    reserve: readTrue(source.reserve),
    terms: readTermsOf(source),
  };
}

function normalizeMilestone(source: JsonObject): NormalizedMilestone {
  return { name: readString(source.name), date: readString(source.date), label: getDistinctLabel(readString(source.name), readString(source.label)) };
}

/** Return a milestone's label, "" when it repeats the name. */
export function getDistinctLabel(name: string, label: string): string {
  return label.trim() === name.trim() ? "" : label;
}

/** Normalise a gap of a plan or of `gap.identified`. */
export function normalizeGap(source: JsonObject): NormalizedGap {
  return {
    type: readString(source.gap_type),
    importance: readNumber(source.importance),
    reason: readString(source.reason),
    tags: readStrings(source.suggested_capability_tags),
  };
}

function normalizeAdjustment(source: JsonObject): NormalizedAdjustment {
  return {
    changes: readObjects(source.changes_made).map((change) => ({
      aspect: readString(change.aspect),
      before: readString(change.before),
      after: readString(change.after),
      reason: readString(change.reason),
      requestedBy: readStrings(change.requested_by),
      terms: readTermsOf(change),
    })),
    addressed: readStrings(source.requests_addressed),
    declined: readObjects(source.requests_declined).map(({ request, reason }) => ({ request: readString(request), reason: readString(reason) })),
  };
}
