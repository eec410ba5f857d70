// Facts of the closing poster: who, which part, when, where, for how much, and what is missing.
import { createNameLookup } from "../../eventLog/agentNames";
import { getParticipants } from "../../eventLog/agentStatus";
import { getOpenGaps } from "../../eventLog/openGaps";
import { getPlanOutcome, isAgreed } from "../../eventLog/planOutcome";
import { readString } from "../../eventLog/readJson";
import { readTotals } from "../../eventLog/terms";
import type { DemandView } from "../../eventLog/types";
import { getFormat } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import { formatMoney } from "../../i18n/money";
import { normalizePlan, type NormalizedAssignment } from "../proposal/normalizedPlan";
import { getPlanDay } from "../proposal/planDay";
import { formatFee, formatPeriod } from "../terms/termTexts";
import { readUnderstanding } from "../understanding/demandReading";

/** Person on the poster. */
export interface PosterPerson {
  readonly agentId: string;
  readonly name: string;
  readonly roles: readonly string[];
  /** "" when the plan names none. */
  readonly fee: string;
  readonly confirmed: boolean;
}

/** Facts of a plan; "" and empty when it does not tell. */
export interface PosterFacts {
  readonly title: string;
  readonly when: string;
  readonly where: string;
  readonly sum: string;
  readonly budget: string;
  readonly people: readonly PosterPerson[];
  readonly missing: readonly string[];
}

/** Collect the facts of a negotiation as it stands. */
export function collectPosterFacts(view: DemandView, language: Locale): PosterFacts {
  const { title, limits } = readUnderstanding(view.understanding);
  const agreed = isAgreed(view.status);
  return {
    title: title === "" ? readString(view.raw_input) : title,
    when: agreed ? describeWhen(view, language) : "",
    where: limits.place,
    sum: agreed ? readTotals(view.proposal).map((total) => formatMoney(total, language)).join(" + ") : "",
    budget: agreed && limits.budget !== null ? formatMoney(limits.budget, language) : "",
    people: agreed ? listPeople(view, language) : [],
    missing: agreed ? findMissing(view) : [],
  };
}

/** Return what an agreed plan lacks: the sentences of its outcome, or its open gaps if its needs are not known. */
export function findMissing(view: DemandView): readonly string[] {
  const plan = getPlanOutcome(view);
  const gaps = getOpenGaps(view).map(({ gap_type }) => gap_type);
  return plan === null || (plan.needs.length === 0 && gaps.length > 0) ? gaps : plan.missing;
}

function describeWhen(view: DemandView, language: Locale): string {
  if (!view.proposal) return "";
  const plan = normalizePlan(view.proposal);
  const day = getPlanDay(plan);
  const { terms } = readUnderstanding(view.understanding);
  if (terms !== null && day !== "" && terms.start.startsWith(day)) return formatPeriod(terms.start, terms.end, language);
  return day === "" ? "" : getFormat(language).day(day);
}

function listPeople(view: DemandView, language: Locale): readonly PosterPerson[] {
  const { confirmed, optional } = getParticipants(view);
  const held = view.proposal ? normalizePlan(view.proposal).assignments.filter(({ reserve }) => !reserve) : [];
  const agents = [...new Set([...held.map(({ agentId }) => agentId), ...confirmed, ...optional])];
  const nameOf = createNameLookup(view);
  return agents.map((agentId) => ({
    agentId,
    name: nameOf(agentId),
    ...describeParts(held.filter((one) => one.agentId === agentId), language),
    confirmed: confirmed.includes(agentId),
  }));
}

function describeParts(held: readonly NormalizedAssignment[], language: Locale): Pick<PosterPerson, "roles" | "fee"> {
  const paid = held.find(({ terms }) => terms?.fee)?.terms;
  return { roles: held.map(({ role }) => role).filter((role) => role !== ""), fee: paid ? formatFee(paid, language) : "" };
}
