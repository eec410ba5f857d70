// What the fees of a plan come to, person by person: by the number of people or hours where a fee is for each.
import { addMoney, type Money } from "../../i18n/money";
import { readNumber, readObject } from "../../eventLog/readJson";
import type { DemandView } from "../../eventLog/types";
import type { Terms } from "../../eventLog/terms";
import { normalizePlan } from "../proposal/normalizedPlan";
import { readUnderstanding } from "../understanding/demandReading";

/** Number of people from which on the upper end of a range is none ("at least 50"), as for the gateway. */
const MAX_HEADS = 100_000;

const HOUR_MS = 3_600_000;

/** What one person's fees come to, one amount for each currency. */
export interface FeeShare {
  readonly agentId: string;
  readonly amounts: readonly Money[];
}

/** Return what the fees of the shown plan come to for each holder that is not in reserve, in the plan's order. */
export function getFeeShares(view: DemandView): readonly FeeShare[] {
  if (!view.proposal) return [];
  const people = getExpectedPeople(view);
  const held = normalizePlan(view.proposal).assignments.filter(({ reserve }) => !reserve);
  return [...new Set(held.map(({ agentId }) => agentId))].map((agentId) => ({
    agentId,
    amounts: addMoney(held.filter((part) => part.agentId === agentId).flatMap(({ terms }) => (terms === null ? [] : (getFeeAmount(terms, people) ?? [])))),
  }));
}

/** Return what a fee comes to; null without one, or when the number of people or hours is unknown. */
function getFeeAmount({ fee, per, start, end }: Terms, people: number | null): Money | null {
  if (fee === null) return null;
  if (per === "person") return people === null ? null : { ...fee, amount: fee.amount * people };
  if (per !== "hour") return fee;
  const hours = start.includes("T") && end.includes("T") ? (Date.parse(end) - Date.parse(start)) / HOUR_MS : NaN;
  return hours > 0 ? { ...fee, amount: Math.round(fee.amount * hours) } : null;
}

function getExpectedPeople({ understanding }: DemandView): number | null {
  const { people } = readUnderstanding(understanding).limits;
  if (people === null) return readNumber(readObject(readObject(understanding).context).expected_attendees);
  return (people.max < MAX_HEADS ? people.max : people.min) || null;
}
