// Cost of the plan: a row for each person, and the sums against the budget.
import type { DemandView } from "../../eventLog/types";
import { getAgentColor } from "../../ui/Avatar";
import { escapeBidi } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { useLocale } from "../../i18n/locale";
import { formatMoney } from "../../i18n/money";
import { formatPeriod } from "../terms/termTexts";
import { BudgetBar } from "./BudgetBar";
import { describeTotal } from "./describeTotal";
import { MESSAGES } from "./messages";
import { PersonFee } from "./PersonFee";
import { getPlanCosts, type CostTotal, type PersonCost } from "./planCosts";

/** Table of the plan's cost; renders nothing when the plan names no fee. */
export function CostTable({ view }: { readonly view: DemandView }) {
  const language = useLocale();
  const messages = MESSAGES[language];
  const costs = getPlanCosts(view);
  if (costs === null) return null;
  return (
    <div className="outcome-part" data-part="Costs">
      <h3 id="outcome-costs">{messages.costs}</h3>
      {costs.totals.map((total) => <BudgetBar key={total.total.currency} total={total} people={costs.people} />)}
      <ul className="outcome-totals">
        {costs.totals.map((total) => <TotalLine key={total.total.currency} total={total} />)}
        {costs.otherBudget !== null && <li>{messages.budget}: {formatMoney(costs.otherBudget, language)} <span className="soft small">{messages.notCompared}</span></li>}
      </ul>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls on narrow screens and must be reachable by keyboard */}
      <div className="outcome-scroll" role="region" aria-labelledby="outcome-costs" tabIndex={0}>
        <table className="outcome-table outcome-costs">
          <thead>
            <tr>{[messages.who, messages.part, messages.fee, messages.when].map((name) => <th key={name} scope="col">{name}</th>)}</tr>
          </thead>
          <tbody>{costs.people.map((person) => <PersonRow key={person.agentId} person={person} />)}</tbody>
        </table>
      </div>
    </div>
  );
}

function PersonRow({ person }: { readonly person: PersonCost }) {
  const language = useLocale();
  const messages = MESSAGES[language];
  return (
    <tr data-agent={person.agentId}>
      <th scope="row"><span className="budget-key" style={{ background: getAgentColor(person.agentId) }} aria-hidden="true" /><bdi>{escapeBidi(person.name)}</bdi></th>
      <td><bdi>{escapeBidi(person.roles.join(" · "))}</bdi></td>
      <td>
        {person.fees.length === 0 ? <span className="soft">{messages.noFee}</span> : <PersonFee cost={person} />}
      </td>
      <td>{formatPeriod(person.start, person.end, language) || "—"}</td>
    </tr>
  );
}

function TotalLine({ total }: { readonly total: CostTotal }) {
  const language = useLocale();
  return (
    <li data-part="total" data-over={total.over !== null}>
      <strong>{describeTotal(total, language)}</strong>{" "}
      {total.over !== null && <Badge tone="warn"><span aria-hidden="true">⚠</span>{MESSAGES[language].overBy(formatMoney(total.over, language))}</Badge>}
    </li>
  );
}
