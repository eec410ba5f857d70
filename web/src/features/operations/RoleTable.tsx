// Work of each role: queue, workers, outbox.
import { Fragment } from "react";
import { useFormat } from "../../i18n/format";
import { useAgeFormat } from "./ageFormat";
import type { RoleLoad, SystemReport } from "./operationsApi";
import { MESSAGES } from "./messages";

/** Overdue time (s) above which a role is marked. */
const LATE_S = 10;

/** Table of all roles; its height does not depend on the figures. */
export function RoleTable({ report }: { readonly report: SystemReport | null }) {
  const messages = MESSAGES.useCurrent();
  return (
    <section className="card operations-roles" aria-labelledby="operations-roles">
      <h2 id="operations-roles">{messages.roles}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{messages.role}</th>
            {[messages.queued, messages.workers, messages.toSend, messages.overdue].map((name) => <th key={name} scope="col" className="operations-number">{name}</th>)}
          </tr>
        </thead>
        <tbody>{(report?.roles ?? []).map((role) => <RoleRow key={role.role} load={role} />)}</tbody>
      </table>
    </section>
  );
}

function RoleRow({ load }: { readonly load: RoleLoad }) {
  const { number } = useFormat();
  const { age } = useAgeFormat();
  const write = (amount: number | null | undefined): string => (amount == null ? "–" : number(amount));
  const overdue = load.overdue_s == null ? "–" : load.overdue_s > 0 ? age(load.overdue_s) : number(0);
  return (
    <tr data-alarming={load.workers === 0 || (load.overdue_s ?? 0) > LATE_S}>
      <th scope="row"><code>{load.role.split("_").map((word, position) => <Fragment key={word}>{position > 0 && <>_<wbr /></>}{word}</Fragment>)}</code></th>
      {[write(load.waiting), write(load.workers), write(load.to_send), overdue].map((text, column) => <td key={column} className="operations-number">{text}</td>)}
    </tr>
  );
}
