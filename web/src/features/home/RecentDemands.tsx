// What was negotiated lately, and what is being negotiated now?
import { useId, useState } from "react";
import { Link } from "react-router";
import type { DemandItem } from "../../api/demands";
import { asText } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { RefusalNote } from "../../ui/ErrorNote";
import { STATUS_TONES } from "../../ui/demandStatusTones";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { WORDS as NEGOTIATION } from "../negotiation/messages";
import { useSession } from "../session/session";
import { useDraft } from "./draftStore";
import { useRecent } from "./useRecentDemands";
import { WORDS } from "./messages";

type Status = DemandItem["status"];

const STATUSES: readonly Status[] = ["processing", "finalized", "force_finalized", "failed", "cancelled"];
const WHOSE = ["all", "mine"] as const;

export function Recent() {
  const words = useWords(WORDS);
  const format = useFormat();
  const [mine, setMine] = useState(false);
  const [status, setStatus] = useState<Status | null>(null);
  const me = useMe();
  const { listed, refused, at, more } = useRecent({ userId: mine ? me : null, status });
  const heading = useId();
  return (
    <section className="card stack recent" aria-labelledby={heading}>
      <div className="row recent-head">
        <h2 id={heading}>{words.recent}</h2>
        <div className="row" role="group" aria-label={words.filters}>
          <span className="recent-whose">
            {WHOSE.map((whose) => (
              <button
                key={whose}
                type="button"
                className="button small"
                aria-pressed={mine === (whose === "mine")}
                onClick={() => { setMine(whose === "mine"); }}
              >
                {words.whose[whose]}
              </button>
            ))}
          </span>
          <StatusFilter status={status} onStatus={setStatus} />
        </div>
      </div>
      {refused && <RefusalNote refused={refused} />}
      {refused && listed && <p className="small soft">{words.stale(format.time(new Date(at).toISOString()))}</p>}
      {listed === null && !refused && <p className="soft">{words.loading}</p>}
      {listed?.items.length === 0 && <Nothing filtered={mine || status !== null} older={listed.next !== null} />}
      {listed && listed.items.length > 0 && (
        <ul className="recent-list">
          {listed.items.map((item) => <li key={item.demand_id}><RecentItem item={item} /></li>)}
        </ul>
      )}
      {listed?.next != null && <div><button type="button" className="button" onClick={more}>{words.more}</button></div>}
    </section>
  );
}

/** As whom one's own demands are listed. */
function useMe(): string {
  const words = useWords(WORDS);
  const session = useSession();
  const name = useDraft((draft) => draft.name)?.trim();
  return session?.user_id ?? (name === undefined || name === "" ? words.guest : name);
}

function StatusFilter({ status, onStatus }: { readonly status: Status | null; readonly onStatus: (status: Status | null) => void }) {
  const words = useWords(WORDS);
  const { status: names } = useWords(NEGOTIATION);
  return (
    <select
      className="input recent-status small"
      aria-label={words.status}
      value={status ?? ""}
      onChange={({ target }) => { onStatus(STATUSES.find((known) => known === target.value) ?? null); }}
    >
      <option value="">{words.anyStatus}</option>
      {STATUSES.map((known) => <option key={known} value={known}>{names[known]}</option>)}
    </select>
  );
}

function Nothing({ filtered, older }: { readonly filtered: boolean; readonly older: boolean }) {
  const words = useWords(WORDS);
  if (older) return <p className="soft">{words.emptySoFar}</p>;
  return <p className="soft">{filtered ? words.emptyFilter : words.empty}</p>;
}

export function RecentItem({ item }: { readonly item: DemandItem }) {
  const words = useWords(WORDS);
  const { status: names } = useWords(NEGOTIATION);
  const format = useFormat();
  const text = [item.surface_demand, item.raw_input].find(Boolean) ?? item.demand_id;
  return (
    <Link className="recent-item" to={`/d/${encodeURIComponent(item.demand_id)}`}>
      <bdi className="recent-text">{asText(text)}</bdi>
      <span className="row small soft">
        <Badge tone={STATUS_TONES[item.status] ?? "plain"}>{names[item.status] ?? item.status}</Badge>
        {(item.round ?? 0) > 0 && <span>{words.round(item.round)}</span>}
        <bdi>{asText(item.user_id)}</bdi>
        <time dateTime={item.created_at}>{format.moment(item.created_at)}</time>
        {item.follows !== undefined && <span>{words.follows}</span>}
      </span>
    </Link>
  );
}
