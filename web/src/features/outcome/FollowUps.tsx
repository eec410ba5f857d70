// Who took this up again? The demands that follow it (`GET demands?follows=`).
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { listDemands } from "../../api/demands";
import type { DemandItem } from "../../api/demands";
import { asText } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { useWords } from "../../i18n/locale";
import { WORDS as STATES } from "../negotiation/messages";
import { DOING } from "./actionMessages";
import { Part } from "./Section";

/** Characters of a demand in a link. */
const SHORT = 120;
/** How often it is asked for further back: the gateway looks through a piece of its list at a time. */
const FURTHER = 10;

export function FollowUps({ demandId }: { readonly demandId: string }) {
  const words = useWords(DOING);
  const states = useWords(STATES);
  const [found, setFound] = useState<readonly DemandItem[]>([]);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    followersOf(demandId, left.signal).then(
      (items) => {
        if (left.signal.aborted) return;
        setFound(items);
        setFailed(false);
      },
      () => {
        if (!left.signal.aborted) setFailed(true);
      },
    );
    return () => {
      left.abort();
    };
  }, [demandId, attempt]);
  if (failed) {
    return (
      <div data-beside className="row small soft">
        <span>{words.followUpsFailed}</span>
        <button type="button" className="button button-quiet" onClick={() => { setAttempt(attempt + 1); }}>{words.again}</button>
      </div>
    );
  }
  if (found.length === 0) return null;
  return (
    <div data-beside data-part="FollowUps">
      <Part title={words.followUps}>
        <ul className="outcome-list">
          {found.map((item) => (
            <li key={item.demand_id}>
              <Link to={`/d/${item.demand_id}`}><bdi>{asText(short([item.surface_demand, item.raw_input].find(Boolean) ?? item.demand_id))}</bdi></Link>{" "}
              <Badge>{states.status[item.status] ?? item.status}</Badge>
            </li>
          ))}
        </ul>
      </Part>
    </div>
  );
}

/** The newest of them: those of the first piece of the list that has any. Throws Refused. */
async function followersOf(demandId: string, signal: AbortSignal): Promise<readonly DemandItem[]> {
  let page = await listDemands({ follows: demandId }, signal);
  for (let further = 0; further < FURTHER && !signal.aborted; further += 1) {
    if ((page.items ?? []).length > 0 || page.next == null) break;
    page = await listDemands({ follows: demandId, before: page.next }, signal);
  }
  return page.items ?? [];
}

function short(text: string): string {
  const letters = Array.from(text);
  return letters.length > SHORT ? `${letters.slice(0, SHORT).join("")}…` : text;
}
