// Bar of a plan's sum against the budget, split by person in the colours of their avatars.
import { useLocale } from "../../i18n/locale";
import { getAgentColor } from "../../ui/Avatar";
import { describeTotal } from "./describeTotal";
import type { CostTotal, PersonCost } from "./planCosts";

/** Bar of one currency; renders nothing for one fee without a budget, which it would not compare with anything. Its text alternative is the sum. */
export function BudgetBar({ total, people }: { readonly total: CostTotal; readonly people: readonly PersonCost[] }) {
  const language = useLocale();
  const { amount, currency } = total.total;
  const whole = Math.max(amount, total.budget?.amount ?? 0);
  if (whole <= 0) return null;
  const share = (part: number): string => `${Math.min(100, (100 * part) / whole)}%`;
  const parts = people.flatMap(({ agentId, amounts }) => amounts.filter((one) => one.currency === currency && one.amount > 0).map((one) => ({ agentId, amount: one.amount })));
  if (parts.length < 2 && total.budget === null) return null;
  return (
    <div className="budget-bar" role="img" aria-label={describeTotal(total, language)} data-over={total.over !== null}>
      {parts.map(({ agentId, amount: part }) => <span key={agentId} className="budget-part" style={{ inlineSize: share(part), background: getAgentColor(agentId) }} />)}
      {total.over !== null && total.budget !== null && <span className="budget-limit" style={{ insetInlineStart: share(total.budget.amount) }} />}
    </div>
  );
}
