// List of recent demands with filters by owner and status.
import { useId, useState } from "react";
import { Link } from "react-router";
import type { DemandItem } from "../../api/demands";
import { getOwnDemands } from "../../app/ownDemands";
import { escapeBidi } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { ErrorNote } from "../../ui/ErrorNote";
import { useFormat } from "../../i18n/format";
import { useLocale } from "../../i18n/locale";
import { getEndTone, getPartlyLabel } from "../negotiation/agreement";
import { MESSAGES as NEGOTIATION } from "../negotiation/messages";
import { useSession } from "../session/session";
import { useDraftStore } from "./draftStore";
import { useRecentDemands } from "./useRecentDemands";
import { MESSAGES } from "./messages";

type Status = DemandItem["status"];

const STATUSES: readonly Status[] = ["processing", "finalized", "force_finalized", "failed", "cancelled"];
const OWNER_FILTERS = ["all", "mine"] as const;

/** Card with the recent demands. */
export function RecentDemands() {
  const messages = MESSAGES.useCurrent();
  const format = useFormat();
  const [onlyOwn, setOnlyOwn] = useState(false);
  const [status, setStatus] = useState<Status | null>(null);
  const ownUserId = useOwnUserId();
  const { list, error, fetchedAtMs, loadMore } = useRecentDemands({ userId: onlyOwn ? ownUserId : null, status });
  const heading = useId();
  const items = useOwnItems(list?.items ?? [], onlyOwn);
  return (
    <section className="card stack recent" aria-labelledby={heading}>
      <div className="row recent-head">
        <h2 id={heading}>{messages.recent}</h2>
        <div className="row" role="group" aria-label={messages.filters}>
          <span className="recent-whose">
            {OWNER_FILTERS.map((owner) => (
              <button
                key={owner}
                type="button"
                className="button small"
                aria-pressed={onlyOwn === (owner === "mine")}
                onClick={() => { setOnlyOwn(owner === "mine"); }}
              >
                {messages.whose[owner]}
              </button>
            ))}
          </span>
          <StatusFilter status={status} onStatus={setStatus} />
        </div>
      </div>
      {error && <ErrorNote error={error} />}
      {error && list && <p className="small soft">{messages.stale(format.time(new Date(fetchedAtMs).toISOString()))}</p>}
      {list === null && !error && <p className="soft">{messages.loading}</p>}
      {list && items.length === 0 && <EmptyListNote filtered={onlyOwn || status !== null} older={list.next !== null} />}
      {items.length > 0 && (
        <ul className="recent-list">
          {items.map((item) => <li key={item.demand_id}><RecentDemandItem item={item} /></li>)}
        </ul>
      )}
      {list?.next != null && <div><button type="button" className="button" onClick={loadMore}>{messages.more}</button></div>}
    </section>
  );
}

/** Return the user id under which the viewer's own demands are listed. */
function useOwnUserId(): string {
  const session = useSession();
  const name = useDraftStore((draft) => draft.name).trim();
  return session?.user_id ?? name;
}

/** Return `items`; with `onlyOwn` and for a guest those that this browser submitted, since others may use the same name. */
function useOwnItems(items: readonly DemandItem[], onlyOwn: boolean): readonly DemandItem[] {
  const session = useSession();
  if (!onlyOwn || session?.user_id != null) return items;
  const own = getOwnDemands();
  return items.filter((item) => own.has(item.demand_id));
}

function StatusFilter({ status, onStatus }: { readonly status: Status | null; readonly onStatus: (status: Status | null) => void }) {
  const messages = MESSAGES.useCurrent();
  const { status: statusNames } = NEGOTIATION.useCurrent();
  return (
    <select
      className="input recent-status small"
      aria-label={messages.status}
      value={status ?? ""}
      onChange={({ target }) => { onStatus(STATUSES.find((candidate) => candidate === target.value) ?? null); }}
    >
      <option value="">{messages.anyStatus}</option>
      {STATUSES.map((candidate) => <option key={candidate} value={candidate}>{statusNames[candidate]}</option>)}
    </select>
  );
}

function EmptyListNote({ filtered, older }: { readonly filtered: boolean; readonly older: boolean }) {
  const messages = MESSAGES.useCurrent();
  if (older) return <p className="soft">{messages.emptySoFar}</p>;
  return <p className="soft">{filtered ? messages.emptyFilter : messages.empty}</p>;
}

/** Link to one demand. */
export function RecentDemandItem({ item }: { readonly item: DemandItem }) {
  const messages = MESSAGES.useCurrent();
  const language = useLocale();
  const { status: statusNames } = NEGOTIATION[language];
  const format = useFormat();
  const end = { status: item.status, outcome: item };
  const text = [item.surface_demand, item.raw_input].find(Boolean) ?? item.demand_id;
  return (
    <Link className="recent-item" to={`/d/${encodeURIComponent(item.demand_id)}`}>
      <bdi className="recent-text">{escapeBidi(text)}</bdi>
      <span className="row small soft">
        <Badge tone={getEndTone(end)}>{getPartlyLabel(end, language) || (statusNames[item.status] ?? item.status)}</Badge>
        {item.decision && <Badge tone={item.decision.decision === "approve" ? "good" : "talk"}>{messages.decisions[item.decision.decision]}</Badge>}
        {(item.round ?? 0) > 0 && <span>{messages.round(item.round)}</span>}
        <bdi>{escapeBidi(item.user_id)}</bdi>
        <time dateTime={item.created_at}>{format.moment(item.created_at)}</time>
        {item.follows !== undefined && <span>{messages.follows}</span>}
      </span>
    </Link>
  );
}
