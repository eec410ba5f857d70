// Cost of the plan: a row for each person, and the sums against the budget.
import type { DemandView } from "../../eventLog/types";
import { escapeBidi } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { useLocale, type Locale } from "../../i18n/locale";
import { formatMoney } from "../../i18n/money";
import { formatFee, formatPeriod } from "../terms/termTexts";
import { MESSAGES } from "./messages";
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
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls on narrow screens and must be reachable by keyboard */}
      <div className="outcome-scroll" role="region" aria-labelledby="outcome-costs" tabIndex={0}>
        <table className="outcome-table outcome-costs">
          <thead>
            <tr>{[messages.who, messages.part, messages.fee, messages.when].map((name) => <th key={name} scope="col">{name}</th>)}</tr>
          </thead>
          <tbody>{costs.people.map((person) => <PersonRow key={person.agentId} person={person} />)}</tbody>
        </table>
      </div>
      <ul className="outcome-totals">
        {costs.totals.map((total) => <TotalLine key={total.total.currency} total={total} />)}
        {costs.otherBudget !== null && <li>{messages.budget}: {formatMoney(costs.otherBudget, language)} <span className="soft small">{messages.notCompared}</span></li>}
      </ul>
    </div>
  );
}

function PersonRow({ person }: { readonly person: PersonCost }) {
  const language = useLocale();
  const messages = MESSAGES[language];
  return (
    <tr data-agent={person.agentId}>
      <th scope="row"><bdi>{escapeBidi(person.name)}</bdi></th>
      <td><bdi>{escapeBidi(person.roles.join(" · "))}</bdi></td>
      <td>
        {person.asked !== null && person.fee !== null && <><s>{formatFee(person.asked, language)}</s><span className="visually-hidden"> {messages.becomes} </span><span aria-hidden="true"> → </span></>}
        {person.fee === null ? <span className="soft">{messages.noFee}</span> : formatFee(person.fee, language)}
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

/** Return a sum and the budget it is compared with: "In all £380 of £400". */
export function describeTotal({ total, budget }: CostTotal, language: Locale): string {
  const messages = MESSAGES[language];
  const sum = formatMoney(total, language);
  return budget === null ? messages.inAll(sum) : messages.inAllOf(sum, formatMoney(budget, language));
}
