// Text of a plan's sum against its budget.
import type { Locale } from "../../i18n/locale";
import { formatMoney } from "../../i18n/money";
import { MESSAGES } from "./messages";
import type { CostTotal } from "./planCosts";

/** Return a sum and the budget it is compared with: "In all £380 of £400". */
export function describeTotal({ total, budget }: CostTotal, language: Locale): string {
  const messages = MESSAGES[language];
  const sum = formatMoney(total, language);
  return budget === null ? messages.inAll(sum) : messages.inAllOf(sum, formatMoney(budget, language));
}
