// Open demands: how old, how long without an event, stuck or not; link and cancel button.
import { Link } from "react-router";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { MESSAGES as DEMAND_MESSAGES } from "../negotiation/messages";
import { ConfirmButton } from "../session/ConfirmButton";
import { useAgeFormat } from "./ageFormat";
import { cancelOpenDemand, type OpenDemand, type OpenDemands as Demands, type SystemReport } from "./operationsApi";
import { MESSAGES } from "./messages";

/** List of open demands in a box of fixed height: stuck ones first, then the oldest. */
export function OpenDemands({ demands, open }: { readonly demands: Demands | null; readonly open: SystemReport["open"] }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const items = [...(demands?.items ?? [])].sort((one, other) => Number(other.stuck) - Number(one.stuck));
  const stuck = items.filter((item) => item.stuck).length;
  return (
    <section className="card operations-open" aria-labelledby="operations-open">
      <div className="row">
        <h2 id="operations-open" tabIndex={-1}>{messages.open}</h2>
        {stuck > 0 && <Badge tone="bad">{messages.stuckCount(number(stuck))}</Badge>}
        {demands !== null && demands.total > 0 && <span className="small soft">{messages.openSome(number(items.length), number(demands.total))}</span>}
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards can scroll what takes the focus */}
      <div className="operations-scroll" role="group" aria-labelledby="operations-open" tabIndex={0}>
        {demands !== null && items.length === 0 && <p className="soft">{messages.openNone}</p>}
        <ul className="operations-rows">{items.map((item) => <OpenRow key={item.demand_id} item={item} />)}</ul>
      </div>
      <p className="small soft operations-others">
        {open != null && messages.others(number(open.deliberations ?? 0), number(open.games ?? 0))}
      </p>
    </section>
  );
}

function OpenRow({ item }: { readonly item: OpenDemand }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const { ago } = useAgeFormat();
  const phases: Readonly<Record<string, string>> = DEMAND_MESSAGES.useCurrent().phase;
  return (
    <li className="operations-row">
      <div className="operations-row-text">
        <p className="row">
          <Link to={`/d/${item.demand_id}`}>{item.demand_id}</Link>
          {item.stuck && <Badge tone="bad">{messages.stuck}</Badge>}
          <Badge>{phases[item.phase] ?? item.phase}</Badge>
          {item.round > 0 && <span className="small">{messages.round(number(item.round))}</span>}
        </p>
        <p className="small soft">
          {messages.age(ago(item.age_s))} · {messages.idle(ago(item.idle_s))} · <UserText text={messages.by(item.user_id)} />
        </p>
      </div>
      <ConfirmButton
        action="cancel-open"
        words={{
          label: messages.cancel, title: messages.cancel, description: messages.cancelWhat, confirm: messages.cancelYes,
          dismiss: messages.dismiss, pending: messages.cancelling, endedAlready: messages.endedAlready,
        }}
        run={() => cancelOpenDemand(item.demand_id)}
        focusAfter="#operations-open"
      />
    </li>
  );
}
