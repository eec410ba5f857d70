// What an agreed plan is worth: which needs are met by whom, and what is missing (DESIGN § 7).
import { isJsonObject, readObjects, readString, readStrings, readTrue } from "./readJson";
import type { JsonObject } from "./types";

/** One need of the demand and who holds it, confirmed or not. */
export interface NeedOutcome {
  readonly id: string;
  readonly need: string;
  readonly met: boolean;
  /** Ids of agents. */
  readonly holders: readonly string[];
}

/** Worth of a plan. */
export interface PlanOutcome {
  /** Whether every required need is met and nothing was found against the plan. */
  readonly complete: boolean;
  readonly needs: readonly NeedOutcome[];
  /** Number of needs that are met. */
  readonly met: number;
  readonly missing: readonly string[];
}

/** Read the worth of a plan from an outcome, event or list item; null when it does not tell, as in earlier releases. */
export function readPlanOutcome(source: unknown): PlanOutcome | null {
  if (!isJsonObject(source) || typeof source.complete !== "boolean") return null;
  const needs = readObjects(source.needs).map(readNeedOutcome);
  return { complete: source.complete, needs, met: needs.filter(({ met }) => met).length, missing: [...new Set(readStrings(source.missing))] };
}

/** Return the worth of an agreed plan, null before an agreement and in logs that do not tell. */
export function getPlanOutcome(part: { readonly status: string; readonly outcome?: unknown }): PlanOutcome | null {
  return isAgreed(part.status) ? readPlanOutcome(part.outcome) : null;
}

/** Whether a status stands for an agreement. */
export function isAgreed(status: unknown): boolean {
  return status === "finalized" || status === "force_finalized";
}

/** Fields of an event that tell the worth of a plan; {} when it has none. */
export function pickPlanOutcome({ complete, needs = [], missing = [] }: JsonObject): JsonObject {
  return typeof complete === "boolean" ? { complete, needs, missing } : {};
}

function readNeedOutcome(source: JsonObject): NeedOutcome {
  return { id: readString(source.id), need: readString(source.need), met: readTrue(source.met), holders: readStrings(source.holders) };
}
