// Label and tone of an agreement: green only when it is complete (DESIGN § 7, *What an agreement is worth*).
import { getPlanOutcome, type PlanOutcome } from "../../eventLog/planOutcome";
import { lookUp } from "../../eventLog/readJson";
import type { SubnetView } from "../../eventLog/types";
import { getFormat } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import type { Tone } from "../../ui/Badge";
import { DEMAND_STATUS_TONES } from "../../ui/demandStatusTones";
import { MESSAGES } from "./messages";

/** Anything with a status and, when it has ended, an outcome: a view, a subnet's channel. */
interface Ended {
  readonly status: string;
  readonly outcome?: unknown;
}

/** Return status and outcome of a subnet. */
export function getEnd({ status, channel }: SubnetView): Ended {
  return { status, outcome: channel?.outcome };
}

/** Return the label of an agreement that is not complete, "" for any other: "Partly agreed (2 of 4)". */
export function getPartlyLabel(ended: Ended, language: Locale): string {
  const plan = getPlanOutcome(ended);
  return plan === null || plan.complete ? "" : describePartly(plan, language);
}

/** Describe an incomplete plan by its needs, or by what was found against it when all of them are met. */
export function describePartly({ needs, met, missing }: PlanOutcome, language: Locale): string {
  const messages = MESSAGES[language];
  const { number } = getFormat(language);
  if (met < needs.length) return messages.partly(number(met), number(needs.length));
  return missing.length > 0 ? messages.partlyOpen(missing.length) : messages.partlyPlain;
}

/** Return the tone of a status; an agreement that is not complete is a warning. */
export function getEndTone(ended: Ended): Tone {
  const tone = lookUp<Tone>(DEMAND_STATUS_TONES, ended.status) ?? "plain";
  return getPlanOutcome(ended)?.complete === false ? "warn" : tone;
}
