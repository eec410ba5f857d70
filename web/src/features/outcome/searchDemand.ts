// Demand that looks for somebody who is missing in a plan: written in the language of the plan's own demand.
import type { DemandView } from "../../eventLog/types";
import { getFormat } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import { formatMoney, type Money } from "../../i18n/money";
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

/**
 * Write a demand for `need` on the plan's day and place, for its people, with what is left of the budget: in forms that
 * are read as needs and limits.
 */
export function writeSearch(view: DemandView, need: string, count = 1): string {
  const language: Locale = view.language === "zh" ? "zh" : "en";
  const { start, hours, place, people } = getEventFacts(view, language);
  const left = getRemainingBudget(view);
  const day = start === "" ? "" : getFormat(language).day(start.slice(0, 10));
  const time = start.slice(11, 16);
  const money = left === null ? "" : formatMoney(left, language);
  if (language === "zh") {
    const budget = left?.currency === "CNY" ? `${money.replace(/[^\d.,]/g, "")}元` : money;
    return [`${place === "" ? "" : `在${place}`}找${count === 1 ? "" : `${count}位`}${need}`, day, time || hours, people, money === "" ? "" : `预算${budget}`].filter(isSaid).join("，");
  }
  const what = count === 1 ? need : `${count} ${need}`;
  const parts = [`Wanted: ${what}`, place === "" ? "" : `in ${place}`, day === "" ? "" : `on ${day}`, time === "" ? hours : `at ${time}`, people === "" ? "" : `for ${people}`];
  return [parts.filter(isSaid).join(" "), money === "" ? "" : `budget ${money.replace("CN¥", "¥")}`].filter(isSaid).join(", ");
}

function isSaid(text: string): boolean {
  return text !== "";
}
