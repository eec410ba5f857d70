// List of the demands that follow up this one (`GET demands?follows=`).
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { listDemands, type DemandItem } from "../../api/demands";
import { escapeBidi } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { useLocale } from "../../i18n/locale";
import { getPartlyLabel } from "../negotiation/agreement";
import { MESSAGES as STATES } from "../negotiation/messages";
import { ACTION_MESSAGES } from "./actionMessages";
import { Section } from "./Section";

/** Maximum length of a demand in a link. */
const MAX_LINK_CHARS = 120;
/** Maximum number of pages to read: the gateway filters page by page, so pages may be empty. */
const MAX_PAGES = 10;

/** Links to the demands that follow up this one. */
export function FollowUps({ demandId }: { readonly demandId: string }) {
  const messages = ACTION_MESSAGES.useCurrent();
  const language = useLocale();
  const states = STATES[language];
  const [items, setItems] = useState<readonly DemandItem[]>([]);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    listFollowUps(demandId, controller.signal).then(
      (items) => {
        if (controller.signal.aborted) return;
        setItems(items);
        setFailed(false);
      },
      () => {
        if (!controller.signal.aborted) setFailed(true);
      },
    );
    return () => {
      controller.abort();
    };
  }, [demandId, attempt]);
  if (failed) {
    return (
      <div data-beside className="event-page-follow-ups print-hidden row small soft">
        <span>{messages.followUpsFailed}</span>
        <button type="button" className="button button-quiet" onClick={() => { setAttempt(attempt + 1); }}>{messages.again}</button>
      </div>
    );
  }
  // The place is kept while there are none: the answer comes later than what lies below.
  if (items.length === 0) return <div data-beside className="event-page-follow-ups print-hidden" />;
  return (
    <div data-beside className="event-page-follow-ups print-hidden" data-part="FollowUps">
      <Section title={messages.followUps}>
        <ul className="outcome-list">
          {items.map((item) => (
            <li key={item.demand_id}>
              <Link to={`/d/${item.demand_id}`}><bdi>{escapeBidi(truncate([item.surface_demand, item.raw_input].find(Boolean) ?? item.demand_id))}</bdi></Link>{" "}
              <Badge>{getPartlyLabel({ status: item.status, outcome: item }, language) || (states.status[item.status] ?? item.status)}</Badge>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

/** List the newest follow-ups: the first page that has any. Throws ApiError. */
async function listFollowUps(demandId: string, signal: AbortSignal): Promise<readonly DemandItem[]> {
  let page = await listDemands({ follows: demandId }, signal);
  for (let pageCount = 0; pageCount < MAX_PAGES && !signal.aborted; pageCount += 1) {
    if ((page.items ?? []).length > 0 || page.next == null) break;
    page = await listDemands({ follows: demandId, before: page.next }, signal);
  }
  return page.items ?? [];
}

function truncate(text: string): string {
  const characters = Array.from(text);
  return characters.length > MAX_LINK_CHARS ? `${characters.slice(0, MAX_LINK_CHARS).join("")}…` : text;
}
