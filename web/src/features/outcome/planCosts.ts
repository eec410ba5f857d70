// What a plan costs: who, for what, how much and when, what was asked first, and the sums against the budget.
import { createNameLookup } from "../../eventLog/agentNames";
import { readObjects } from "../../eventLog/readJson";
import { readTermsOf, readTotals, type Terms } from "../../eventLog/terms";
import type { ChannelPart, DemandView } from "../../eventLog/types";
import { addMoney, type Money } from "../../i18n/money";
import { normalizePlan, type NormalizedAssignment } from "../proposal/normalizedPlan";
import { getPlanDay } from "../proposal/planDay";
import { readUnderstanding } from "../understanding/demandReading";
import { getFeeShares, type FeeShare } from "./feeShares";

/** Fee with what it is for. */
export type Fee = Pick<Terms, "fee" | "per">;

/** Dates or instants; "" when unknown. */
type Period = Pick<Terms, "start" | "end">;

/** Cost of one person, and when: their own time, else the plan's. */
export interface PersonCost extends Period {
  readonly agentId: string;
  readonly name: string;
  readonly roles: readonly string[];
  /** Fee of each part that has one. */
  readonly fees: readonly Fee[];
  /** What the fees come to, one amount for each currency; empty when that is not known. */
  readonly amounts: readonly Money[];
  /** Fee that was asked first; null when it is unknown or still the same. */
  readonly asked: Fee | null;
}

/** Sum of the fees in one currency. */
export interface CostTotal {
  readonly total: Money;
  /** Budget of the demand in this currency; null when it names none. */
  readonly budget: Money | null;
  /** Amount above the budget; null when there is none. */
  readonly over: Money | null;
}

/** Cost of a plan. */
export interface PlanCosts {
  readonly people: readonly PersonCost[];
  readonly totals: readonly CostTotal[];
  /** Budget in a currency in which the plan has no fee; null when there is none. */
  readonly otherBudget: Money | null;
}

/** Return the cost of the shown plan, without reserves; null without a plan and when it names no fee. */
export function getPlanCosts(view: DemandView): PlanCosts | null {
  if (!view.proposal) return null;
  const plan = normalizePlan(view.proposal);
  const held = plan.assignments.filter(({ reserve }) => !reserve);
  const shares = getFeeShares(view);
  const told = readTotals(view.proposal);
  // Plans of earlier releases have no totals.
  const totals = told.length > 0 ? told : addMoney(shares.flatMap(({ amounts }) => amounts));
  if (totals.length === 0 && !held.some(({ terms }) => terms?.fee)) return null;
  const { limits: { budget }, terms } = readUnderstanding(view.understanding);
  const day = getPlanDay(plan);
  const whole: Period = terms !== null && day !== "" && terms.start.startsWith(day) ? terms : { start: day, end: "" };
  return {
    people: shares.map((share) => getPersonCost(share, held.filter(({ agentId }) => agentId === share.agentId), whole, view)),
    totals: totals.map((total) => compareTotal(total, budget)),
    otherBudget: budget !== null && !totals.some(({ currency }) => currency === budget.currency) ? budget : null,
  };
}

function getPersonCost({ agentId, amounts }: FeeShare, held: readonly NormalizedAssignment[], whole: Period, view: DemandView): PersonCost {
  const fees = held.flatMap(({ terms }) => (terms?.fee ? terms : []));
  const { start, end } = held.find(({ terms }) => terms !== null && (terms.start !== "" || terms.end !== ""))?.terms ?? whole;
  const asked = getFirstFee(agentId, view);
  return {
    agentId,
    name: createNameLookup(view)(agentId),
    roles: held.map(({ role }) => role).filter((role) => role !== ""),
    fees,
    amounts,
    asked: asked === null || fees.length === 0 || fees.some((fee) => isSameFee(fee, asked)) ? null : asked,
    start,
    end,
  };
}

/** Return the fee that an agent asked first: that of its offer, else of its first point about a fee. */
function getFirstFee(agentId: string, view: DemandView): Fee | null {
  const parts: readonly ChannelPart[] = [view, ...(view.subnets ?? []).map(({ channel }) => channel)];
  const offers = parts.flatMap((part) => readObjects(part?.candidates)).filter((candidate) => candidate.agent_id === agentId).flatMap(({ offer }) => offer ?? []);
  const terms = offers.flatMap((offer) => [readTermsOf(offer), ...readObjects(offer.negotiation_points).map(readTermsOf)]);
  return terms.find((one) => one?.fee) ?? null;
}

function isSameFee(one: Fee, other: Fee): boolean {
  return one.per === other.per && one.fee?.currency === other.fee?.currency && one.fee?.amount === other.fee?.amount;
}

function compareTotal(total: Money, budget: Money | null): CostTotal {
  if (budget?.currency !== total.currency) return { total, budget: null, over: null };
  const over = total.amount - budget.amount;
  return { total, budget, over: over > 0 ? { amount: over, currency: total.currency } : null };
}
