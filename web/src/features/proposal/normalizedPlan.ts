// What does a plan say, whatever of it is missing or strange? A plain copy in which everything has a value.
import { amount, fields, isObject, items, saidSo, text, texts } from "../../eventLog/readJson";
import type { Json, Plan } from "../../eventLog/types";

export interface PlainAssignment {
  readonly agentId: string;
  readonly name: string;
  readonly role: string;
  readonly responsibility: string;
  readonly dependencies: readonly string[];
  readonly confirmed: boolean;
  readonly required: boolean;
  readonly notes: string;
}

/** `date` is YYYY-MM-DD, or empty. */
export interface PlainMilestone {
  readonly name: string;
  readonly date: string;
  readonly label: string;
}

/** `importance` is 0–100; null = it was not said. */
export interface PlainGap {
  readonly type: string;
  readonly importance: number | null;
  readonly reason: string;
  readonly tags: readonly string[];
}

export interface PlainChange {
  readonly aspect: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
  readonly requestedBy: readonly string[];
}

interface PlainDeclined {
  readonly request: string;
  readonly reason: string;
}

export interface PlainAdjustment {
  readonly changes: readonly PlainChange[];
  readonly addressed: readonly string[];
  readonly declined: readonly PlainDeclined[];
}

export interface PlainPlan {
  /** null = it was not said. */
  readonly version: number | null;
  readonly round: number | null;
  readonly summary: string;
  readonly objective: string;
  readonly rationale: string;
  readonly confidence: string;
  readonly startDate: string;
  readonly assignments: readonly PlainAssignment[];
  readonly milestones: readonly PlainMilestone[];
  readonly criteria: readonly string[];
  readonly risks: readonly string[];
  readonly gaps: readonly PlainGap[];
  readonly forced: boolean;
  readonly adjustmentFailed: boolean;
  readonly optional: readonly string[];
  readonly adjustment: PlainAdjustment | null;
}

/** Everything that the page says of a plan. */
export function plain(plan: Plan): PlainPlan {
  const said = fields(plan);
  const timeline = fields(said.timeline);
  return {
    version: amount(said.version),
    round: amount(said.round),
    summary: text(said.summary),
    objective: text(said.objective),
    rationale: text(said.rationale),
    confidence: text(said.confidence),
    startDate: text(timeline.start_date),
    assignments: items(said.assignments).map(assignment),
    milestones: items(timeline.milestones).map(milestone),
    criteria: texts(said.success_criteria),
    risks: texts(said.risks),
    gaps: items(said.gaps).map(gap),
    forced: saidSo(said.is_forced),
    adjustmentFailed: saidSo(said.adjustment_failed),
    optional: texts(said.optional_participants),
    adjustment: isObject(said.adjustment_summary) ? adjustment(said.adjustment_summary) : null,
  };
}

function assignment(said: Json): PlainAssignment {
  return {
    agentId: text(said.agent_id),
    name: text(said.display_name),
    role: text(said.role),
    responsibility: text(said.responsibility),
    dependencies: texts(said.dependencies),
    confirmed: saidSo(said.is_confirmed),
    required: saidSo(said.required),
    notes: text(said.notes),
  };
}

function milestone(said: Json): PlainMilestone {
  return { name: text(said.name), date: text(said.date), label: besideName(text(said.name), text(said.label)) };
}

/** What a milestone's label says beside its name: nothing when it is the name over again. */
export function besideName(name: string, label: string): string {
  return label.trim() === name.trim() ? "" : label;
}

/** A gap of a plan, or one that was found after the outcome. */
export function gap(said: Json): PlainGap {
  return {
    type: text(said.gap_type),
    importance: amount(said.importance),
    reason: text(said.reason),
    tags: texts(said.suggested_capability_tags),
  };
}

function adjustment(said: Json): PlainAdjustment {
  return {
    changes: items(said.changes_made).map((change) => ({
      aspect: text(change.aspect),
      before: text(change.before),
      after: text(change.after),
      reason: text(change.reason),
      requestedBy: texts(change.requested_by),
    })),
    addressed: texts(said.requests_addressed),
    declined: items(said.requests_declined).map(({ request, reason }) => ({ request: text(request), reason: text(reason) })),
  };
}
