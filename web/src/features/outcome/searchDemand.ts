// Demand that looks for somebody who is missing in a plan: written in the language of the plan's own demand.
import type { DemandView } from "../../eventLog/types";
import { getFormat } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import { formatMoney, type Money } from "../../i18n/money";
import { formatNeed } from "../understanding/fieldChanges";
import { readUnderstanding } from "../understanding/demandReading";
import { getEventFacts } from "./eventFacts";
import { getPlanCosts } from "./planCosts";

/** Return what is left of the budget after the plan's fees in its currency; null without a budget and when nothing is left. */
export function getRemainingBudget(view: DemandView): Money | null {
  const { budget } = readUnderstanding(view.understanding).limits;
  if (budget === null) return null;
  const spent = getPlanCosts(view)?.totals.find(({ total }) => total.currency === budget.currency)?.total.amount ?? 0;
  return budget.amount > spent ? { ...budget, amount: budget.amount - spent } : null;
}

/** Write a demand for `need` on the plan's day and place, for its people, with what is left of the budget. */
export function writeSearch(view: DemandView, need: string, count = 1): string {
  const language: Locale = view.language === "zh" ? "zh" : "en";
  const { start, hours, place, people } = getEventFacts(view, language);
  const left = getRemainingBudget(view);
  const money = left === null ? "" : formatMoney(left, language);
  const day = start === "" ? "" : getFormat(language).day(start.slice(0, 10));
  const time = start.slice(11, 16);
  const what = formatNeed(need, count, language);
  const parts = language === "zh"
    ? [`${place === "" ? "" : `在${place}`}找${what}`, [day, time || hours].join(""), people, money === "" ? "" : `预算${money.replace("¥", "")}${left?.currency === "CNY" ? "元" : ""}`]
    : [`Wanted: ${what}`, place === "" ? "" : `in ${place}`, day === "" ? "" : `on ${day}`, time === "" ? hours : `at ${time}`, people === "" ? "" : `for ${people}`];
  const text = parts.filter((part) => part !== "").join(language === "zh" ? "，" : " ");
  return language === "zh" || money === "" ? text : `${text}, budget ${money}`;
}
